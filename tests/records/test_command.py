"""The command: its forms for people, programs and monitors, its exit codes; a run that is broken off, and one beside
which people write.
"""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from gamelog.games import services
from gamelog.games.models import Game
from gamelog.records import jobs, run, told
from gamelog.records.checks import CHECKS
from gamelog.records.findings import Found, Subject
from tests.evidence.signed import signed, small

pytestmark = pytest.mark.django_db
Output = pytest.CaptureFixture[str]


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("marshal", is_staff=True)


@pytest.fixture
def games(owner: User) -> list[Game]:
    """Three games that came as files, and one that was begun here."""
    made = [services.game_import(data=signed(small(seed)).dump(), owner=owner).game for seed in (1, 2, 5)]
    return [*made, services.game_create(owner=owner, ruleset="kt", title="Ours")]


def code_of(*arguments: str) -> int:
    try:
        call_command("check_records", *arguments)
    except CommandError as error:
        return error.returncode
    return 0


def change(game: Game, **columns: Any) -> None:
    Game.every.filter(pk=game.pk).update(**columns)


def test_own_records_and_imports_are_told_apart(games: list[Game], capsys: Output) -> None:
    change(games[0], winner="z")
    change(games[3], phase="z")
    assert code_of() == 1
    said = capsys.readouterr().out.splitlines()
    assert f"wrong: game Ours: games_game {games[3].pk} (phase): 'z' is stored, 'setup' follows from the record" in said
    assert any(each.startswith(f"wrong: game {games[0].pk}, imported: games_game") for each in said)
    assert sum(each.startswith("remark: ") for each in said) == 3, "each file is vouched for by a key from elsewhere"


def test_for_programs(games: list[Game], capsys: Output) -> None:
    change(games[3], round=7)
    assert code_of("--format", "json") == 1
    said = json.loads(capsys.readouterr().out)
    assert said["complete"] and said["left_out"] == 0
    assert said["counts"]["own"]["game"] == {"subjects": 1, "findings": {"wrong": 1}}
    assert said["counts"]["imported"]["game"] == {"subjects": 3, "findings": {"remark": 3}}
    (wrong,) = [each for each in said["findings"] if each["severity"] == "wrong"]
    assert (wrong["table"], wrong["row"], wrong["columns"]) == ("games_game", str(games[3].pk), ["round"])
    assert (wrong["subject"], wrong["imported"]) == (str(games[3].pk), False)


def test_for_monitors(games: list[Game], tmp_path: Path) -> None:
    change(games[3], round=7)
    file = tmp_path / "metrics" / "records.prom"
    assert code_of("--format", "prometheus", "--output", str(file)) == 1
    said = file.read_text().splitlines()
    assert 'gamelog_records_findings{severity="wrong",kind="game",origin="own"} 1' in said
    assert 'gamelog_records_findings{severity="broken",kind="game",origin="own"} 0' in said
    assert 'gamelog_records_findings{severity="remark",kind="game",origin="imported"} 3' in said
    assert 'gamelog_records_checked{kind="event",origin="own"} 0' in said
    assert any(each.startswith("gamelog_records_last_run_timestamp_seconds ") for each in said)
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_what_could_not_be_checked(
    games: list[Game], tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken").write_text("{")
    assert code_of("--resume", str(tmp_path / "broken")) == 2

    def gone(*_: Any) -> Any:
        raise OperationalError("the database went away")

    monkeypatch.setattr(run, "look", gone)
    assert code_of() == 2
    assert "nothing wrong" not in capsys.readouterr().out
    for wrong in (("--chunk", "0"), ("--since", "yesterday")):
        with pytest.raises(CommandError, match="a chunk has|is no moment"):
            call_command("check_records", *wrong)


def test_a_run_that_was_broken_off_goes_on(games: list[Game], tmp_path: Path, capsys: Output) -> None:
    for game in games:
        change(game, round=7)
    file, whole = tmp_path / "run.json", tmp_path / "whole.json"
    progress = run.begun()
    for each in run.go_on(progress, chunk=1):
        run.save(file, each)
        if each.own and each.imported:
            break
    kept = run.load(file)
    assert kept and not kept.done and kept.suspects
    assert code_of("--resume", str(file), "--format", "json", "--output", str(whole), "--chunk", "1") == 1
    said = json.loads(whole.read_bytes())
    assert said["counts"]["own"]["game"]["subjects"] + said["counts"]["imported"]["game"]["subjects"] == len(games)
    assert {each["row"] for each in said["findings"] if each["severity"] == "wrong"} == {str(each.pk) for each in games}
    assert run.load(file) is None, "it is done, and the next run begins anew"


def test_only_what_was_added_to_since(games: list[Game], capsys: Output) -> None:
    change(games[0], round=7)
    assert code_of("--since", "2100-01-01") == 0
    assert "0 games" in capsys.readouterr().out
    assert code_of("--since", "2020-01-01") == 1


def test_what_was_right_again_when_it_was_looked_at_again_is_not_reported(games: list[Game]) -> None:
    change(games[3], round=7)
    heard: list[Found] = []
    for each in run.go_on(run.begun(), chunk=1, report=lambda _, found: heard.append(found)):
        if each.kind == "key":
            change(games[3], round=0)
    change(games[3], round=0)
    assert [each for each in heard if each.severity == "wrong"] == []


def test_a_row_that_nobody_foresaw_keeps_no_other_from_being_checked(games: list[Game]) -> None:
    check = CHECKS[0]

    def check_some(keys: Any, deep: bool) -> Any:
        if games[1].pk in keys:
            raise ZeroDivisionError("no")
        yield from check.check(keys, deep)

    found = run.look(check._replace(check=check_some), [each.pk for each in games], False)
    assert [each.key for each, _ in found] == [str(each.pk) for each in games]
    assert [each.severity for _, some in found for each in some if "cannot be checked" in each.text] == ["broken"]


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_nobody_who_writes_waits_for_it(owner: User) -> None:
    """A chunk sees the moment at which it began, while others write."""
    game = services.game_create(owner=owner, ruleset="kt", title="Before")
    done: list[str] = []

    def write() -> None:
        change(game, title="After")
        done.append(Game.every.get(pk=game.pk).title)
        connection.close()

    with run.snapshot():
        assert Game.every.get(pk=game.pk).title == "Before"
        thread = Thread(target=write)
        thread.start()
        thread.join(30)
        assert done == ["After"]
        assert Game.every.get(pk=game.pk).title == "Before"
    assert Game.every.get(pk=game.pk).title == "After"


def test_every_night_in_pieces(games: list[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR", tmp_path)
    monkeypatch.setattr(jobs, "SLICE", 0.0)
    pieces: list[int] = []
    work = jobs.work

    def watched(started: str, piece: int) -> None:
        pieces.append(piece)
        work(started, piece)

    monkeypatch.setattr(jobs, "work", watched)
    change(games[3], round=7)
    jobs.begin()
    assert len(pieces) > 3 and pieces == [*range(len(pieces))]
    said = jobs.metrics_path().read_text()
    assert 'gamelog_records_findings{severity="wrong",kind="game",origin="own"} 1' in said
    work(run.begun().started, 0)
    assert len(pieces) == len(set(pieces)), "a run that is no longer kept is not gone on with"


def test_the_summary_says_what_there_was(games: list[Game]) -> None:
    progress = run.begun()
    for _ in run.go_on(progress):
        pass
    said = told.summary(progress)
    assert said.startswith("4 games (3 imported), 0 events, 0 clubs, 0 sheets, ")
    assert said.endswith(": nothing wrong, 3 remarks.")
    found = Found("wrong", "t", "r", ("c",), "x", "do")
    assert told.line(Subject("game", "k", "n"), found) == "wrong: game n: t r (c): x [do]"
