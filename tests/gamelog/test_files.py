"""Game files exported and imported: not a byte is lost, and anything that is not a game file stores nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import rules
from gamelog.games import selectors, services
from gamelog.games.errors import BrokenChain
from gamelog.games.models import Event, Game, Report, game_key
from rules.kernel.actions import Begin
from rules.kernel.effects import Removed

pytestmark = pytest.mark.storage


def imported(people: SimpleNamespace, data: bytes) -> Game:
    return services.game_import(data=data, owner=people.ada).game


def test_a_file_comes_back_byte_for_byte(people: SimpleNamespace, battle: rules.GameFile) -> None:
    game = imported(people, battle.dump())
    assert selectors.file_of(game) == battle.dump()
    assert str(game.pk) == battle.header.game
    assert (game.number, game.head, game.finished) == (len(battle.records), battle.head, True)


def test_a_recorded_game_moves_without_loss(
    people: SimpleNamespace, table: Game, record: Any, battle: rules.GameFile
) -> None:
    """Export, delete, import elsewhere: here the other place is the engine's own reader."""
    record(table, battle.events[:30])
    data = selectors.file_of(table)
    read = rules.read_game(data)
    assert read.dump() == data
    assert not read.findings
    again = services.game_import(data=data, owner=people.ada)
    assert (again.game.pk, again.created) == (table.pk, False)


def test_the_same_file_twice_is_the_same_game(people: SimpleNamespace, battle: rules.GameFile) -> None:
    first, again = (services.game_import(data=battle.dump(), owner=people.ada) for _ in range(2))
    assert (first.created, again.created) == (True, False)
    assert Game.objects.count() == 1


def beginning(file: rules.GameFile, events: int) -> bytes:
    return b"".join(file.dump().splitlines(keepends=True)[: events + 1])


def test_the_beginning_of_a_game_keeps_nobody_from_the_whole(people: SimpleNamespace, battle: rules.GameFile) -> None:
    strangers = services.game_import(data=beginning(battle, 3), owner=people.carol).game
    whole = services.game_import(data=battle.dump(), owner=people.ada).game
    assert (strangers.number, whole.number) == (3, len(battle.records))
    assert (str(strangers.pk), strangers.copy_of) == (battle.header.game, game_key(battle.header.game))
    assert whole.pk != strangers.pk and whole.copy_of == strangers.pk
    assert [selectors.file_of(each) for each in (strangers, whole)] == [beginning(battle, 3), battle.dump()]
    again = services.game_import(data=battle.dump(), owner=people.boris)
    assert (again.game, again.created) == (whole, False), "the same record is here already"
    longer = services.game_import(data=beginning(battle, 9), owner=people.carol).game
    assert Game.objects.filter(copy_of=strangers.pk).count() == 3
    assert selectors.file_of(longer) == beginning(battle, 9)


def test_what_nobody_may_read_keeps_nobody_from_their_own(people: SimpleNamespace, battle: rules.GameFile) -> None:
    hidden = services.game_import(data=battle.dump(), owner=people.carol, public=False).game
    mine = services.game_import(data=battle.dump(), owner=people.ada)
    assert mine.created and mine.game != hidden
    assert selectors.file_of(mine.game) == battle.dump()


def test_a_copy_of_our_own_record(people: SimpleNamespace, table: Game, record: Any, battle: rules.GameFile) -> None:
    """The beginning of a game that began here is that game; what somebody added to it is a copy beside it."""
    record(table, battle.events[:30])
    own = rules.read_game(selectors.file_of(table))
    assert services.game_import(data=beginning(own, 5), owner=people.carol).game == table
    added = rules.GameFile(own.header, list(own.records))
    event = battle.events[30]
    added.records.append(rules.seal(rules.make_event(31, event.declaration(), event.effects, added.head)))
    copy = services.game_import(data=added.dump(), owner=people.carol).game
    assert (copy.copy_of, copy.number) == (table.pk, 31)
    assert selectors.original_of(copy).get() == table
    assert not selectors.original_of(table).exists()
    table.refresh_from_db()
    assert (table.number, table.copy_of) == (30, None)


def test_a_game_may_be_called_anything(people: SimpleNamespace, long: rules.GameFile) -> None:
    game = imported(people, long.dump())
    assert game.pk == game_key("long")
    assert selectors.file_of(game) == long.dump()


def test_names_in_any_script_survive(people: SimpleNamespace) -> None:
    kt = rules.load("kt")
    begin = rules.Declaration(by="Стол \x00 🎲", action=Begin(table=rules.State("kt", "", kt_table()).table))
    header = rules.Header(game="Партия №1", ruleset="kt", version=kt.version)
    file = rules.GameFile(header)
    decided = rules.decide(kt, rules.empty(kt), begin)
    file.records.append(rules.seal(rules.make_event(1, begin, decided.effects, file.head)))
    assert selectors.file_of(imported(people, file.dump())) == file.dump()


def kt_table() -> Any:
    from rules.kt.table import table

    return table(1)


def illegal(battle: rules.GameFile) -> bytes:
    """The battle, with an intact chain, in which step 20 does not follow from the rules."""
    made = rules.GameFile(battle.header)
    for record in battle.records[:30]:
        event = record.event
        effects = event.effects if event.number != 20 else event.effects[:-1]
        again = rules.make_event(event.number, event.declaration(), effects, made.head, event.at)
        made.records.append(rules.seal(again))
    return made.dump()


def test_steps_against_the_rules_are_stored(people: SimpleNamespace, battle: rules.GameFile) -> None:
    game = imported(people, illegal(battle))
    assert 20 in {finding.number for finding in rules.verify(game.rules, selectors.events_of(game))}


def damaged(battle: rules.GameFile) -> dict[str, bytes]:
    lines = battle.dump().split(b"\n")
    line = json.loads(lines[5])
    ghost = rules.make_event(
        1, battle.events[0].declaration(), [Removed(rule="x", model="nobody")], rules.digest(battle.header.bytes())
    )
    return {
        "empty": b"",
        "no header": b"{}\n",
        "binary": bytes(range(256)),
        "bad utf-8": lines[0] + b'\n{"event":{"number":1,"by":"\xff"},"hash":""}\n',
        "another format": lines[0].replace(b"gamelog/1", b"gamelog/9") + b"\n",
        "unknown ruleset": lines[0].replace(b'"kt"', b'"chess"') + b"\n",
        "no game id": lines[0].replace(battle.header.game.encode(), b"") + b"\n",
        "a line missing": b"\n".join(lines[:5] + lines[6:]),
        "lines swapped": b"\n".join([*lines[:5], lines[6], lines[5], *lines[7:]]),
        "a changed byte": b"\n".join([*lines[:5], lines[5].replace(b'"by":"a"', b'"by":"b"', 1), *lines[6:]])
        if b'"by":"a"' in lines[5]
        else b"\n".join([*lines[:5], lines[5].replace(b'"by":"b"', b'"by":"a"', 1), *lines[6:]]),
        "a hash made up": b"\n".join([*lines[:5], lines[5].replace(line["hash"].encode(), b"0" * 64), *lines[6:]]),
        "white space": b"\n".join([*lines[:5], json.dumps(line).encode(), *lines[6:]]),
        "two spaces in a line": b"\n".join([*lines[:5], lines[5].replace(b',"hash":', b',  "hash":'), *lines[6:]]),
        "blank line": b"\n".join([*lines[:5], b"", *lines[5:]]),
        "an effect on nobody": battle.header.bytes() + b"\n" + rules.seal(ghost).line(),
        "cut short": battle.dump()[:-1],
        "deep": lines[0] + b"\n" + b"[" * 100_000,
    }


def test_what_is_no_game_file_stores_nothing(people: SimpleNamespace, battle: rules.GameFile) -> None:
    for name, data in damaged(battle).items():
        with pytest.raises((rules.Malformed, BrokenChain)):
            pytest.fail(f"{name} was stored as {imported(people, data)}")
        assert not Game.objects.exists(), name
        assert not Event.objects.exists(), name


def test_a_broken_chain_names_every_break(people: SimpleNamespace, battle: rules.GameFile) -> None:
    with pytest.raises(BrokenChain) as broken:
        imported(people, damaged(battle)["a line missing"])
    assert {finding.rule for finding in broken.value.findings} == {"log.number", "log.chain"}
    assert broken.value.findings[0].number == 5


def test_import_and_export_commands(
    people: SimpleNamespace, battle: rules.GameFile, tmp_path: Path, capsys: Any
) -> None:
    source, target = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    source.write_bytes(battle.dump())
    call_command("import_game", str(source), owner="ada", title="From a file")
    call_command("export_game", battle.header.game, out=target)
    assert target.read_bytes() == battle.dump()
    assert Game.objects.get().title == "From a file"
    source.write_bytes(damaged(battle)["a hash made up"])
    with pytest.raises(CommandError, match=r"log\.chain"):
        call_command("import_game", str(source))
    with pytest.raises(CommandError, match="no account"):
        call_command("import_game", str(source), owner="nobody")


def test_verify_game_command(
    people: SimpleNamespace, battle: rules.GameFile, capsys: Any, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    game = imported(people, battle.dump())
    call_command("verify_game", str(game.pk), here=True)
    assert "verified" in capsys.readouterr().out
    Report.objects.all().delete()
    with pytest.raises(CommandError, match="worker"):
        call_command("verify_game", str(game.pk), seconds=0)
