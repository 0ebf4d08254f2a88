"""Any change to a stored record by somebody with all rights to the database, behind the application, is found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

import rules
from gamelog.evidence import selectors, services
from gamelog.evidence.models import Checkpoint, Origin, SealedGame
from gamelog.games import selectors as log
from gamelog.games import verification
from gamelog.games.models import Event, Game, Report
from gamelog.signing import keys
from gamelog.signing.models import SigningKey
from gamelog.signing.services import key_current
from rules.kernel.dice import Seeded
from tests.evidence.signed import signed, whole

pytestmark = pytest.mark.storage

Recorded = Callable[[rules.GameFile], Game]
STEPS = len(whole().records)


@pytest.fixture
def game(recorded: Recorded, unlocked: None) -> Game:
    """A finished, signed and sealed game."""
    made = [recorded(whole(1)), recorded(whole(2))]
    services.seal_create(title="Spring open", games=made)
    return made[0]


def found(game: Game) -> set[tuple[int, str]]:
    game = Game.objects.get(pk=game.pk)
    return {(finding.number, finding.rule.removeprefix("log.")) for finding in selectors.record_findings(game)}


def run(sql: str, *values: Any) -> None:
    """Run a statement as the database's owner; it has to change a row in every table that it names."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount != 0, sql


def flipped(text: str, at: int) -> str:
    """The text with one character changed."""
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def test_what_is_as_it_was_recorded(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(game) == set()
    assert Checkpoint.objects.get(game=game).head == game.head
    call_command("check_records")
    said = capsys.readouterr().out
    assert said.startswith("2 games, 0 events, 0 clubs, 0 sheets, 1 seal, ") and said.endswith(": nothing wrong.\n")


def test_any_character_of_any_event_and_hash(game: Game) -> None:
    dice = Seeded(b"rows")
    for row in Event.objects.filter(game=game):
        for column in ("body", "hash"):
            text = getattr(row, column)
            changed = flipped(text, dice.below(len(text)))
            run(f"UPDATE games_event SET {column} = %s WHERE id = %s", changed, row.pk)
            assert row.number in {number for number, _ in found(game)}, (row.number, column, changed)
            run(f"UPDATE games_event SET {column} = %s WHERE id = %s", text, row.pk)
    assert found(game) == set()


def of(table: str, change: str, where: str = "game_id = %s") -> str:
    return f"UPDATE {table} SET {change} WHERE {where}"


CHANGES: dict[str, tuple[str, set[tuple[int, str]]]] = {
    "number": (of("games_event", "number = 500", "number = 9 AND game_id = %s"), {(9, "number"), (9, "chain")}),
    "side": (of("games_event", "by = 'z'", "number = 9 AND game_id = %s"), {(9, "number")}),
    "type": (of("games_event", "type = 'x'", "number = 9 AND game_id = %s"), {(9, "number")}),
    "header": (of("games_game", "header = replace(header, '\"issuer\"', ' \"issuer\"')", "id = %s"), {(0, "chain")}),
    "header, another game": (of("games_game", "header = replace(header, '-4', '-5')", "id = %s"), {(0, "chain")}),
    "header, no header": (of("games_game", "header = 'x'", "id = %s"), {(0, "chain")}),
    "header's hash": (of("games_game", "header_hash = head", "id = %s"), {(0, "chain")}),
    "ruleset": (of("games_game", "ruleset = 'chess'", "id = %s"), {(0, "chain")}),
    "version": (of("games_game", "version = '1'", "id = %s"), {(0, "chain")}),
    "policy": (of("games_game", "policy = 'declared'", "id = %s"), {(0, "chain")}),
    "game's number, less": (of("games_game", "number = 9", "id = %s"), {(9, "number"), (9, "chain")}),
    "game's number, more": (of("games_game", "number = 500", "id = %s"), {(STEPS, "number")}),
    "game's head": (of("games_game", "head = header_hash", "id = %s"), {(STEPS, "chain")}),
    "an event deleted": ("DELETE FROM games_event WHERE number = 9 AND game_id = %s", {(9, "number"), (9, "chain")}),
    "the last deleted": (f"DELETE FROM games_event WHERE number = {STEPS} AND game_id = %s",
                         {(STEPS - 1, "checkpoint"), (STEPS - 1, "number")}),
    "swapped with another game's": ("UPDATE games_event SET game_id = (SELECT id FROM games_game WHERE id <> %s) , "
                                    "number = 400 WHERE number = 9 AND game_id = %s", {(9, "number")}),
    "signed head": (of("evidence_checkpoint", "line = replace(line, '\"at\":\"2', '\"at\":\"1')"),
                    {(STEPS, "signature"), (STEPS, "checkpoint")}),
    "signed head, not JSON": (of("evidence_checkpoint", "line = 'x'"), {(STEPS, "checkpoint")}),
    "signed head's number": (of("evidence_checkpoint", "number = 9"), {(9, "checkpoint")}),
    "signed head's head": (of("evidence_checkpoint", "head = 'x'"), {(STEPS, "checkpoint")}),
    "signed head's end": (of("evidence_checkpoint", "finished = NOT finished"), {(STEPS, "checkpoint")}),
    "signed head's time": (of("evidence_checkpoint", "at = 'x'"), {(STEPS, "checkpoint")}),
    "signed head of another game": (
        "UPDATE evidence_checkpoint SET line = (SELECT line FROM evidence_checkpoint WHERE game_id <> %s) "
        "WHERE game_id = %s", {(STEPS, "checkpoint")}),
    "signed head deleted": ("DELETE FROM evidence_checkpoint WHERE game_id = %s", {(STEPS, "signature")}),
    "leaf": (of("evidence_sealedgame", "head = 'x'"), {(STEPS, "seal")}),
    "leaf of another game": ("UPDATE evidence_sealedgame SET number = 9 WHERE game_id <> %s", {(STEPS, "seal")}),
    "leaf's place": (of("evidence_sealedgame", "\"index\" = 9"), set()),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_row_changed(name: str, game: Game) -> None:
    statement, expected = CHANGES[name]
    run(statement, *[game.pk.hex if connection.vendor == "sqlite" else game.pk] * statement.count("%s"))
    assert expected <= found(game)
    assert expected or name == "leaf's place"


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("UPDATE evidence_seal SET title = 'x'", "seal"),
        ("UPDATE evidence_seal SET root = 'x'", "seal"),
        ("UPDATE evidence_seal SET body = replace(body, 'Spring', 'Autumn')", "seal"),
        ("UPDATE evidence_seal SET body = 'x'", "seal"),
        ("UPDATE evidence_seal SET signatures = replace(signatures, 'key', 'kay')", "seal"),
        ("UPDATE evidence_seal SET signatures = replace(signatures, ':', ': ')", "seal"),
        ("UPDATE evidence_signingkey SET public = replace(public, substr(public, 1, 1), '_')", "signature"),
        ("UPDATE evidence_signingkey SET since = '2020-01-01T00:00:00Z'", "signature"),
        ("UPDATE evidence_signingkey SET endorsement = replace(endorsement, substr(endorsement, 9, 1), '0')", ""),
        ("DELETE FROM evidence_signingkey", "signature"),
    ],
)
def test_what_all_games_share(change: str, rule: str, game: Game) -> None:
    run(change)
    assert rule in {rule for _, rule in found(game)} or not rule


def test_a_signature_changed_by_a_digit(game: Game) -> None:
    row = Checkpoint.objects.get(game=game)
    at = row.line.index('"signature":"') + 20
    run("UPDATE evidence_checkpoint SET line = %s WHERE id = %s", flipped(row.line, at), row.pk)
    assert found(game) == {(STEPS, "signature")}


def rewrite(game: Game, number: int, **change: Any) -> None:
    """Change an event and everything that follows from it: hashes, links and the game's head."""
    previous = ""
    for row in Event.objects.filter(game=game).order_by("number"):
        event = rules.read_event(game.rules, row.body)
        if row.number >= number:
            more = change if row.number == number else {}
            record = rules.seal(msgspec.structs.replace(event, **{"previous": previous or event.previous, **more}))
            run("UPDATE games_event SET body = %s, hash = %s WHERE id = %s", record.body.decode(), record.hash, row.pk)
            previous = record.hash
        else:
            previous = row.hash
    run(f"UPDATE games_game SET head = %s WHERE id = '{key_of(game)}'", previous)


def key_of(game: Game) -> str:
    return game.pk.hex if connection.vendor == "sqlite" else str(game.pk)


def test_a_chain_rewritten_throughout_is_not_what_was_signed(game: Game) -> None:
    rewrite(game, 9, at="2026-01-01T00:00:00Z")
    assert found(game) == {(STEPS, "checkpoint"), (STEPS, "seal")}
    forged = Game.objects.get(pk=game.pk)
    assert services.sign_head(forged) is None, "nor is it signed now"
    assert services.checkpoint_of(forged) == Checkpoint.objects.get(game=game)
    assert (STEPS, "log.checkpoint") in {(f.number, f.rule) for f in rules.read_game(log.file_of(forged)).findings}


def test_a_tail_cut_off_throughout(game: Game) -> None:
    run(f"DELETE FROM games_event WHERE number > 20 AND game_id = '{key_of(game)}'")
    last = Event.objects.get(game=game, number=20)
    end = f"UPDATE games_game SET number = 20, head = '{last.hash}', finished = %s WHERE id = '{key_of(game)}'"
    run(end, False)
    assert (20, "checkpoint") in found(game)


def test_a_signature_taken_away_is_not_made_again(game: Game) -> None:
    run(f"DELETE FROM evidence_checkpoint WHERE game_id = '{key_of(game)}'")
    assert services.checkpoint_of(Game.objects.get(pk=game.pk)) is None
    assert (STEPS, "signature") in found(game)
    Origin.objects.create(game=game, number=game.number, head=game.head)
    assert (STEPS, "signature") in found(game), "nor does it help to say that the game came as a file"


def test_everything_signed_anew_with_a_key_from_elsewhere(game: Game, settings: Any, tmp_path: Any) -> None:
    here = settings.KEYS_FOLDER
    run("DELETE FROM evidence_signingkey")
    run("DELETE FROM evidence_checkpoint")
    settings.KEYS_FOLDER = tmp_path / "keys"
    other = key_current()
    header = msgspec.structs.replace(rules.read_header(game.header), issuer=other.pk).bytes()
    run(f"UPDATE games_game SET header = %s, header_hash = %s WHERE id = '{key_of(game)}'", header.decode(),
        rules.digest(header))  # fmt: skip
    rewrite(game, 1, previous=rules.digest(header))
    SealedGame.objects.all()._raw_delete("default")
    assert services.sign_head(Game.objects.get(pk=game.pk)) is not None
    assert found(game) == set()
    settings.KEYS_FOLDER = here
    assert found(game) == {(STEPS, "signature")}
    with pytest.raises(CommandError):
        call_command("check_records")


@pytest.mark.parametrize("change", ["header = 'x'", "version = '1'", "ruleset = 'chess'", "head = 'x'", "number = 9"])
def test_a_report_of_a_row_that_was_changed(change: str, game: Game) -> None:
    run(f"UPDATE games_game SET {change} WHERE id = '{key_of(game)}'")
    changed = Game.objects.get(pk=game.pk)
    report = Report.objects.create(game=changed, number=changed.number, head=changed.head, version="again")
    verification.run(report)
    report.refresh_from_db()
    assert (report.state, report.verdict) == ("done", "findings")
    assert {finding.rule for finding in log.findings_of(report)} & {"log.chain", "log.number"}


def test_a_report_names_it(game: Game) -> None:
    rewrite(game, 9, at="2026-01-01T00:00:00Z")
    run(f"UPDATE games_event SET type = 'x' WHERE number = 12 AND game_id = '{key_of(game)}'")
    game = Game.objects.get(pk=game.pk)
    report = Report.objects.create(game=game, number=game.number, head=game.head, version=game.version)
    verification.run(report)
    report.refresh_from_db()
    named = {(finding.number, finding.rule) for finding in log.findings_of(report)}
    assert report.verdict == "findings"
    assert {(12, "log.number"), (STEPS, "log.checkpoint"), (STEPS, "log.seal")} <= named


def test_check_records_names_games_and_steps(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    run(f"UPDATE games_event SET by = 'z' WHERE number = 9 AND game_id = '{key_of(game)}'")
    SigningKey.objects.create(pk="0" * 16, public="0" * 64, since="2026-01-01T00:00:00Z", endorsed_by="0" * 16)
    with pytest.raises(CommandError, match="2 games, 0 events, 0 clubs, 0 sheets, 1 seal, [0-9]+ keys: 4 broken"):
        call_command("check_records")
    said = capsys.readouterr().out
    row = Event.objects.get(game=game, number=9)
    assert f"broken: game Test: games_event {row.pk} (by):" in said
    assert f"broken: key {'0' * 16}: evidence_signingkey {'0' * 16} (id)" in said
    assert len(said.splitlines()) == 4


def test_a_moment_before_its_predecessors_is_remarked_on(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether a clock was set back or somebody wrote it in later: the chain holds, and it is no error by itself."""
    call_command("check_records")
    assert "remark" not in capsys.readouterr().out
    moment = "2020-01-01 00:00:00+00:00"
    run(f"UPDATE games_event SET recorded_at = '{moment}' WHERE number = 9 AND game_id = '{key_of(game)}'")
    with suppress(CommandError):
        call_command("check_records")
    said = capsys.readouterr().out
    (remark,) = [line for line in said.splitlines() if line.startswith("remark:")]
    row = Event.objects.get(game=game, number=9)
    assert f"games_event {row.pk} (recorded_at): recorded at 2020-01-01" in remark


def test_an_imported_game(owner: Any, unlocked: None) -> None:
    from gamelog.games.services import game_import

    game = game_import(data=signed(whole(3)).dump(), owner=owner).game
    assert found(game) == set()
    origin = Origin.objects.get(game=game)
    for changed in (flipped(origin.trailers, origin.trailers.index('"signature":"') + 20), "x", origin.trailers + "\n"):
        run("UPDATE evidence_origin SET trailers = %s", changed)
        assert {rule for _, rule in found(game)} & {"signature", "checkpoint"}, changed
    run("UPDATE evidence_origin SET trailers = %s", origin.trailers)
    rewrite(game, 9, at="2026-01-01T00:00:00Z")
    assert {rule for _, rule in found(game)} >= {"chain", "checkpoint"}


def test_the_folder_of_keys_is_private(game: Game, settings: Any) -> None:
    assert settings.KEYS_FOLDER.stat().st_mode & 0o777 == 0o700
    files = list(settings.KEYS_FOLDER.glob("*.json"))
    assert {file.stem for file in files} == keys.public_ids() != set()
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
