"""Appending: decided by the rules, numbered, chained, idempotent, and never decided twice from one position."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

import rules
from gamelog.games import selectors, services
from gamelog.games.errors import StaleGame
from gamelog.games.models import Event, Game, Report
from gamelog.streams.errors import KeyReused
from rules.kernel.actions import Begin, Concede
from rules.kernel.effects import PositionSet

pytestmark = pytest.mark.storage


def test_events_are_chained_and_hashed(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:6])
    rows = list(table.events.all())
    assert [row.number for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.hash for row in rows] == [rules.digest(row.body.encode()) for row in rows]
    previous = [rules.read_event(table.rules, row.body).previous for row in rows]
    assert previous == [table.header_hash, *(row.hash for row in rows[:-1])]
    assert (table.number, table.head) == (6, rows[-1].hash)


def test_what_is_stored_is_what_the_rules_give(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:40])
    assert [event.effects for event in selectors.events_of(table)] == [e.effects for e in battle.events[:40]]


def test_an_event_says_when(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:1])
    (event,) = selectors.events_of(table)
    assert event.at.endswith("Z")
    assert len(event.at) == len("2026-01-01T00:00:00Z")


def test_lists_show_phase_round_and_names(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:40])
    state = rules.fold(table.rules, battle.events[:40])
    assert (table.phase, table.round, table.finished) == (state.phase, state.round, False)
    assert {seat.side: seat.name for seat in table.seats.all()} == {k: s.name for k, s in state.sides.items()}


def test_another_expected_number_is_stale(table: Game, append: Any, battle: rules.GameFile) -> None:
    append(table, battle.events[0])
    for expected in (0, 2, -1):
        with pytest.raises(StaleGame) as stale:
            append(table, battle.events[1], expected=expected)
        assert (stale.value.expected, stale.value.actual) == (expected, 1)
    assert Event.objects.count() == 1


def test_a_retry_gets_the_stored_event(table: Game, append: Any, battle: rules.GameFile) -> None:
    first, again = (append(table, battle.events[0], key="once") for _ in range(2))
    assert (first.created, again.created) == (True, False)
    assert (again.event.pk, again.event.body) == (first.event.pk, first.event.body)


def test_a_key_belongs_to_one_declaration(table: Game, append: Any, battle: rules.GameFile) -> None:
    append(table, battle.events[0], key="once")
    with pytest.raises(KeyReused):
        append(table, battle.events[1], key="once")
    assert Event.objects.count() == 1


def test_a_key_is_a_game_s_own(people: SimpleNamespace, append: Any, battle: rules.GameFile) -> None:
    games = [services.game_create(owner=people.marshal, ruleset="kt") for _ in range(2)]
    assert all(append(game, battle.events[0], key="once").created for game in games)


def test_refusals_store_nothing(table: Game, record: Any, append: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:1])
    again = rules.Declaration(by="table", action=Begin(table=None))
    with pytest.raises(rules.IllegalAction) as refused:
        append(table, battle.events[1], declaration=again)
    assert refused.value.clause == "log.begin"
    record_upto = next(event for event in battle.events if event.dice)
    for event in battle.events[1 : record_upto.number - 1]:
        append(table, event)
    with pytest.raises(rules.DiceWanted):
        append(table, record_upto, declaration=rules.Declaration(by=record_upto.by, action=record_upto.action))
    table.refresh_from_db()
    assert table.number == Event.objects.count() == record_upto.number - 1


def test_a_declared_game_takes_what_the_rules_forbid(people: SimpleNamespace) -> None:
    game = services.game_create(owner=people.marshal, ruleset="kt", policy="declared")
    begin = rules.Declaration(by="table", action=Begin(table=None))
    services.event_append(game_id=game.pk, expected=0, declaration=begin, actor=people.marshal)
    (event,) = selectors.events_of(game_again(game))
    assert [f.rule for f in rules.verify(game.rules, [event])] == ["log.begin"]


def game_again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(("name", "allowed"), [("ada", True), ("boris", False), ("carol", False), ("marshal", True)])
def test_a_side_is_declared_by_its_player(
    name: str, allowed: bool, table: Game, record: Any, append: Any, battle: rules.GameFile, people: SimpleNamespace
) -> None:
    record(table, battle.events[:3])
    concede = rules.Declaration(by="a", action=Concede())
    if allowed:
        append(table, battle.events[3], declaration=concede, actor=getattr(people, name))
    else:
        with pytest.raises(PermissionDenied):
            append(table, battle.events[3], declaration=concede, actor=getattr(people, name))
    assert Event.objects.count() == 3 + allowed


def test_a_private_game_is_not_there_for_others(people: SimpleNamespace, append: Any, battle: rules.GameFile) -> None:
    game = services.game_create(owner=people.ada, ruleset="kt", public=False)
    with pytest.raises(Http404):
        append(game, battle.events[0], actor=people.carol)
    assert append(game, battle.events[0], actor=people.ada).created


def test_the_end_of_a_game_has_it_verified(
    table: Game, record: Any, battle: rules.GameFile, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        record(table, battle.events)
    assert table.finished
    assert table.winner == (rules.fold(table.rules, battle.events).over or SimpleNamespace(winner="?")).winner
    report = Report.objects.get(game=table)
    assert (report.state, report.verdict, report.head) == ("done", "verified", table.head)


@pytest.mark.django_db(transaction=True)
def test_of_many_writers_each_number_is_one_s(table: Game, record: Any, battle: rules.GameFile, people: Any) -> None:
    """Eight people declare every event at once: one stores it, seven get a conflict."""
    record(table, battle.events[:3])

    def attempt(event: rules.Event[Any]) -> str:
        try:
            services.event_append(
                game_id=table.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.marshal
            )
        except StaleGame:
            return "stale"
        finally:
            connection.close()
        return "stored"

    with ThreadPoolExecutor(8) as pool:
        for event in battle.events[3:9]:
            outcomes = list(pool.map(attempt, [event] * 8))
            assert sorted(outcomes) == ["stale"] * 7 + ["stored"]
    again = game_again(table)
    assert again.number == 9
    assert not rules.read_game(selectors.file_of(again)).findings


@pytest.mark.django_db(transaction=True)
def test_a_retry_at_the_same_time_is_stored_once(table: Game, battle: rules.GameFile, people: Any) -> None:
    def attempt(_: int) -> tuple[str, bool]:
        try:
            appended = services.event_append(
                game_id=table.pk, expected=0, declaration=battle.events[0].declaration(), key="k", actor=people.marshal
            )
            return appended.event.hash, appended.created
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(attempt, range(8)))
    assert len({hashed for hashed, _ in outcomes}) == 1
    assert sum(created for _, created in outcomes) == 1


def test_a_position_from_outside_fits_what_lists_show(battle: rules.GameFile, people: Any) -> None:
    """A value that fits no column stays whole in the event: a strange position is for verification to object to."""
    state = rules.fold(rules.load("kt"), battle.events[:60])
    state.round, state.phase = 10**12, "long\0" * 40
    for key in ("a\0", "s" * 60):
        state.sides[key] = state.sides["a"].copied()
        state.sides[key].id = key
    state.sides["b"].name = "Имя\0" * 100
    file = rules.GameFile(battle.header)
    begin = rules.Declaration(by="стол\0" * 9, action=Begin(position=state))
    effects = [PositionSet(rule="log.begin", position=state)]
    file.records.append(rules.seal(rules.make_event(1, begin, effects, file.head)))
    game = services.game_import(data=file.dump(), owner=people.ada).game
    assert (game.number, game.round) == (1, 9999)
    assert selectors.file_of(game) == file.dump()
    assert rules.to_json(selectors.position_at(game, 1)) == rules.to_json(state)


def test_a_game_begun_from_a_position_folds_on(table: Game, battle: rules.GameFile, people: Any, append: Any) -> None:
    state = rules.fold(table.rules, battle.events[:60])
    begin = rules.Declaration(by="table", action=Begin(position=state))
    services.event_append(game_id=table.pk, expected=0, declaration=begin, actor=people.marshal)
    for event in battle.events[60:]:
        append(table, event, expected=event.number - 60)
    again = game_again(table)
    assert again.finished
    assert rules.to_json(selectors.position_at(again, again.number)) == rules.to_json(
        rules.fold(table.rules, battle.events)
    )
