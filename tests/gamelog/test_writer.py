"""Plain steps that wait are stored together: the same record as one by one, and no guarantee less."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext

import rules
from gamelog.games import selectors, services, writer
from gamelog.games.errors import StaleGame
from gamelog.games.models import Event, Game, TakeBackState
from gamelog.people.models import Participant
from gamelog.people.services import participant_of
from gamelog.streams.errors import KeyReused

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]
SHOWN = ("number", "phase", "round", "finished", "winner")
MADE_HERE = ("previous", "at", "who")
"""The members of an event that differ from record to record."""
BEGUN = 40
"""Steps after which a battle is under way: its position is held, and no side joins it any more."""


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events that were stored with others, or would have been."""
    found: list[Event] = []
    store = writer._store

    def noted(steps: Sequence[Any]) -> None:
        store(steps)
        found.extend(step.event for step in steps)

    monkeypatch.setattr(writer, "_store", noted)
    return found


@pytest.fixture
def under_way(table: Game, record: Any, battle: rules.GameFile) -> Game:
    """The table's game, in the middle of the battle."""
    return record(table, battle.events[:BEGUN])  # type: ignore[no-any-return]


@pytest.fixture
def wanted(battle: rules.GameFile, people: SimpleNamespace) -> Callable[..., writer.Wanted]:
    """`wanted(game, number)`: the declaration of a step of the battle for a game, as staff."""

    def call(game: Game, number: int, **more: Any) -> writer.Wanted:
        declared = battle.events[number - 1].declaration()
        asked = writer.Wanted(game.pk, number - 1, declared, "", people.marshal)
        return asked._replace(**more)

    return call


def events_of(game: Game) -> list[dict[str, Any]]:
    """The events of a game, without what differs from record to record."""
    plain = (msgspec.json.decode(body) for body in game.events.order_by("number").values_list("body", flat=True))
    return [{name: value for name, value in each.items() if name not in MADE_HERE} for each in plain]


def shown(game: Game) -> tuple[Any, ...]:
    return tuple(Game.objects.values_list(*SHOWN).get(pk=game.pk))


def test_the_record_is_that_of_one_by_one(
    table: Game, append: Any, battle: rules.GameFile, people: SimpleNamespace, stored: list[Event]
) -> None:
    seats = {"a": people.ada, "b": people.boris}
    other = services.game_create(owner=people.marshal, ruleset="kt", title="Test", seats=seats)
    for event in battle.events:
        append(table, event)
        with transaction.atomic():
            append(other, event)
        assert shown(table) == shown(other)
    assert {event.game_id for event in stored} == {table.pk}
    assert len(stored) > 0.7 * len(battle.events)
    assert events_of(table) == events_of(other)
    table.refresh_from_db()
    assert table.finished and not rules.read_game(selectors.file_of(table)).findings
    assert list(rules.verify(table.rules, selectors.events_of(table))) == []


def test_several_games_are_one_transaction_of_few_statements(
    people: SimpleNamespace, record: Any, battle: rules.GameFile, wanted: Any
) -> None:
    games = [services.game_create(owner=people.marshal, ruleset="kt") for _ in range(6)]
    for game in games:
        record(game, battle.events[:BEGUN])
    with CaptureQueriesContext(connection) as seen:
        found = writer.append_all([wanted(game, BEGUN + 1) for game in games])
    assert [event and event.number for event in found] == [BEGUN + 1] * 6
    # The lock of the rows, their people, who declared, the events, the games; and the transaction around them.
    most = (6 if connection.vendor == "postgresql" else 5) + 2
    kinds = {each["sql"].split()[0] for each in seen.captured_queries}
    assert "SAVEPOINT" not in kinds
    assert sum(not each["sql"].startswith(("INSERT", "UPDATE")) for each in seen.captured_queries) <= most
    assert Event.objects.filter(game__in=games, number=BEGUN + 1).count() == 6


def test_what_is_refused_costs_the_others_nothing(
    under_way: Game, people: SimpleNamespace, battle: rules.GameFile, record: Any, wanted: Any
) -> None:
    other = record(services.game_create(owner=people.ada, ruleset="kt"), battle.events[:BEGUN])
    declared = battle.events[BEGUN].declaration()
    asked = [
        wanted(other, BEGUN + 1, actor=people.carol),  # a stranger
        wanted(other, BEGUN + 1, expected=BEGUN - 1),  # it has more events by now
        wanted(other, BEGUN + 1, declaration=msgspec.structs.replace(declared, dice=(7, 7, 7))),
        wanted(under_way, BEGUN + 1, key="k"),
        wanted(under_way, BEGUN + 1, key="k"),  # the same once more
        wanted(other, BEGUN + 1),
        wanted(other, BEGUN + 2),  # decided in the position after the one before
    ]
    found = writer.append_all(asked)
    assert [event and event.number for event in found] == [None] * 3 + [BEGUN + 1, None, BEGUN + 1, BEGUN + 2]
    assert [shown(game)[0] for game in (under_way, other)] == [BEGUN + 1, BEGUN + 2]
    asked[2] = asked[2]._replace(expected=BEGUN + 2)
    errors: list[tuple[type[Exception], ...]] = [
        (PermissionDenied,),
        (StaleGame,),
        (rules.IllegalAction, rules.Malformed),
    ]
    for each, error in zip(asked[:3], errors, strict=True):
        with pytest.raises(error):
            services.event_append(**each._asdict())
    again = services.event_append(**asked[4]._asdict())
    assert not again.created and again.event.hash == found[3].hash  # type: ignore[union-attr]
    with pytest.raises(KeyReused):
        services.event_append(**wanted(under_way, BEGUN + 2, key="k")._asdict())


def test_many_tables_at_once_lose_nothing(
    people: SimpleNamespace, battle: rules.GameFile, record: Any, stored: list[Event]
) -> None:
    games = [services.game_create(owner=people.marshal, ruleset="kt") for _ in range(6)]
    for game in games:
        record(game, battle.events[:BEGUN])

    def play(game: Game) -> list[str]:
        try:
            return [
                services.event_append(
                    game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.marshal
                ).event.hash
                for event in battle.events[BEGUN : BEGUN + 30]
            ]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(games)) as pool:
        told = list(pool.map(play, games))
    assert len(stored) >= 6 * 25
    for game, hashes in zip(games, told, strict=True):
        game.refresh_from_db()
        assert list(game.events.filter(number__gt=BEGUN).order_by("number").values_list("hash", flat=True)) == hashes
        assert game.number == BEGUN + 30 and not rules.read_game(selectors.file_of(game)).findings


def test_who_may_declare_is_read_from_the_rows(
    under_way: Game, people: SimpleNamespace, battle: rules.GameFile, wanted: Any
) -> None:
    """The people of a table are kept, and each change counts with the next step."""
    seat = under_way.seats.get(side="a")
    step = next(each for each in battle.events[BEGUN:] if each.by == "a")
    writer.append_all([wanted(under_way, number) for number in range(BEGUN + 1, step.number)])
    assert writer.append_all([wanted(under_way, step.number, actor=people.ada)]) == [None], "she has no opaque id yet"
    participant_of(people.ada)
    (first,) = writer.append_all([wanted(under_way, step.number, actor=people.ada)])
    assert first and Participant.objects.get(user=people.ada).id in first.body
    following = wanted(under_way, step.number + 1)
    own = wanted(under_way, step.number + 1, actor=people.ada, declaration=step.declaration())
    seat.user = people.carol
    seat.save()
    assert writer.append_all([own]) == [None]
    with pytest.raises(PermissionDenied):
        services.event_append(**own._asdict())
    Game.objects.filter(pk=under_way.pk).update(public=False)
    with pytest.raises(Http404):
        services.event_append(**own._asdict())
    Participant.objects.filter(user=people.marshal).update(erased=under_way.created)
    assert writer.append_all([following]) == [None]


def test_a_fault_stores_nothing_together_and_each_by_itself(
    under_way: Game, wanted: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = writer._store

    def fails(steps: Sequence[Any]) -> None:
        store(steps)
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(writer, "_store", fails)
    assert writer.append_all([wanted(under_way, BEGUN + 1)]) == [None]
    assert "the disk is full" in caplog.text
    assert shown(under_way)[0] == BEGUN and not under_way.events.filter(number=BEGUN + 1).exists()
    assert services.event_append(**wanted(under_way, BEGUN + 1)._asdict()).created
    monkeypatch.setattr(writer, "_store", store)
    (event,) = writer.append_all([wanted(under_way, BEGUN + 2)])
    assert event and not rules.read_game(selectors.file_of(Game.objects.get(pk=under_way.pk))).findings


def test_a_proposal_is_stale_after_any_step(under_way: Game, people: SimpleNamespace, wanted: Any) -> None:
    proposed = services.take_back_propose(
        game_id=under_way.pk, expected=BEGUN, side="a", since=BEGUN, reason="a slip", actor=people.ada
    )
    assert writer.append_all([wanted(under_way, BEGUN + 1)]) == [None]
    services.event_append(**wanted(under_way, BEGUN + 1)._asdict())
    proposed.refresh_from_db()
    assert proposed.state == TakeBackState.STALE


def test_within_a_transaction_nothing_waits_for_others(under_way: Game, wanted: Any) -> None:
    with transaction.atomic():
        assert writer.append(wanted(under_way, BEGUN + 1)) is None


def test_whoever_breaks_off_tells_those_who_wait() -> None:
    def work(asked: Sequence[int]) -> list[int]:
        raise KeyboardInterrupt

    turns: writer.Turns[int, int] = writer.Turns(work)
    waiting = turns.ask(1)
    with pytest.raises(KeyboardInterrupt):
        turns.do(2)
    assert isinstance(waiting.exception(timeout=0), KeyboardInterrupt)
