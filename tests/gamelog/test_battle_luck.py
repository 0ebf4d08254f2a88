"""The luck of whole battles: its sums against a count by hand, its rows, its workers, and who reads it.

GAMELOG_LONG=1 counts every roll of every golden game, within the limits of the product.
"""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

import rules
from gamelog.games import battle_luck, luck, selectors, services, verification
from gamelog.games.models import BattleLuck, Game, JobState
from rules.autoplay import play
from rules.kernel import line
from rules.kernel.state import State
from rules.odds import Outcome, odds
from tests.playthroughs import SYSTEMS
from tests.playthroughs.playing import FOLDER

LONG = os.environ.get("GAMELOG_LONG") == "1"
FEW = 30
"""The ways of a roll that are followed where a test is about something else."""
LATER = timedelta(hours=2)


def _smallest(system: str) -> Path:
    return min(SYSTEMS[system].folder.glob("*.jsonl"), key=lambda path: path.stat().st_size)


GOLDEN = sorted(FOLDER.glob("*@*/*.jsonl")) if LONG else [_smallest(name) for name in SYSTEMS]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_luck, "MOST_WAYS", FEW)
    monkeypatch.setattr(battle_luck, "MODELS", 10_000_000)
    monkeypatch.setattr(battle_luck, "WIDE", 10_000)


@pytest.fixture
def short(rosters: Any) -> rules.GameFile:
    """A whole battle of one round."""
    options: dict[str, int | str | bool] = {"kt.game.round-count": 1}
    return play(rules.load("kt"), rosters, 11, options=options, game="short-luck")


def stored(people: SimpleNamespace, data: bytes) -> Game:
    return services.game_import(data=data, owner=people.ada).game


def row_of(game: Game) -> BattleLuck:
    return BattleLuck.objects.get(game_id=game.pk)


# the sums, by hand


def worth(state: State, fallen: set[str]) -> dict[str, int]:
    """The points of each side, if exactly these models have fallen: of models, and of units of which one stands."""
    found = dict.fromkeys(state.sides, 0)
    for key, model in state.models.items():
        found[model.side] += 0 if key in fallen else model.sheet.points
    for unit in state.units.values():
        members = {unit.side + key for key in unit.sheet.models} & state.models.keys()
        found[unit.side] += 0 if members and members <= fallen else unit.sheet.points
    return found


def lost(state: State, outcome: Outcome) -> dict[str, int]:
    """What each side loses by one outcome of `rules.odds`."""
    before = {key for key, model in state.models.items() if model.out}
    changed = {key: out for key, _wounds, _marks, out in outcome}
    after = {key for key in before | changed.keys() if changed.get(key, key in before)}
    had, has = worth(state, before), worth(state, after)
    return {side: had[side] - has[side] for side in had}


def by_hand(file: rules.GameFile) -> Iterator[tuple[int, dict[str, tuple[int, Fraction]] | None]]:
    """Every roll, with what each side took from the other and the mean of that; None where it is too wide."""
    ruleset = rules.load(file.header.ruleset, file.header.version)
    state = rules.empty(ruleset)
    for event in file.events:
        before = state.copied()
        rules.evolve(state, event)
        if not event.dice:
            continue
        try:
            most = FEW if not LONG else battle_luck._limit(before, 0)
            chances = odds(ruleset, before, event.declaration(), most=most, lenient=file.header.policy == "declared")
        except rules.TooMany:
            yield event.number, None
            continue
        gone = {key for key, model in before.models.items() if model.out}
        now = {key for key, model in state.models.items() if model.out}
        had, has = worth(before, gone), worth(state, now)
        means = dict.fromkeys(had, Fraction(0))
        for chance in chances:
            for side, points in lost(before, chance.outcome).items():
                means[side] += Fraction(chance.numerator, chance.denominator) * points
        other = {side: next(key for key in had if key != side) for side in had}
        yield event.number, {side: (had[other[side]] - has[other[side]], means[other[side]]) for side in had}


@pytest.mark.django_db
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_sum_is_that_of_the_odds(path: Path, people: SimpleNamespace, request: pytest.FixtureRequest) -> None:
    if LONG:
        request.getfixturevalue("monkeypatch").setattr(battle_luck, "WIDE", 10_000)
    else:
        request.getfixturevalue("few")
    file = rules.read_game(path.read_bytes())
    game = stored(people, path.read_bytes())
    battle_luck.rebuild(game)
    found = battle_luck.counted(game, played=True)
    assert found
    hand = dict(by_hand(file))
    assert [roll.number for roll in found.rolls] == list(hand)
    assert {roll.number for roll in found.rolls if roll.why == "many"} == {
        n for n, each in hand.items() if each is None
    }
    known = [each for each in hand.values() if each is not None]
    assert known
    for side, total in found.totals.items():
        assert total.taken == sum(each[side][0] for each in known)
        assert Fraction(total.mean) == sum((each[side][1] for each in known), Fraction(0))


# rows


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_it_goes_on_with_the_battle_and_counts_nothing_twice(
    table: Game, record: Any, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = rules.luck

    def watched(ruleset: Any, before: Any, event: Any, **more: Any) -> Any:
        seen.append(event.number)
        return real(ruleset, before, event, **more)

    monkeypatch.setattr(rules, "luck", watched)
    record(table, battle.events[:50])
    assert battle_luck.counted(table) is None
    battle_luck.ask(table)
    while battle_luck.work(table.pk):
        pass
    assert (row_of(table).number, row_of(table).head) == (50, table.head)
    record(table, battle.events[50:90])
    table.refresh_from_db()
    # The sweeper goes on with what somebody asked for; a slice of no time counts one step.
    assert battle_luck.sweep(timezone.now() + LATER) == 1
    while battle_luck.work(table.pk, seconds=0):
        pass
    assert row_of(table).number == 90
    rolled = [event.number for event in battle.events[:90] if event.dice]
    assert seen == rolled
    pieces = row_of(table).rolls
    battle_luck.rebuild(table)
    assert row_of(table).rolls == pieces
    assert not battle_luck.work(table.pk)
    assert battle_luck.sweep(timezone.now() + LATER) == 0


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_a_verified_battle_is_counted_without_being_asked(people: SimpleNamespace, short: rules.GameFile) -> None:
    game = stored(people, short.dump())
    assert battle_luck.sweep() == 0
    verification.run(services.verification_request(game=game))
    assert battle_luck.state_of(game, None, game.number) == "counting"
    assert battle_luck.sweep() == 1
    # What has just been sent is not sent again.
    assert battle_luck.sweep() == 0
    while battle_luck.work(game.pk):
        pass
    assert battle_luck.state_of(game, battle_luck.counted(game), game.number) == "counted"
    kept = row_of(game).rolls
    BattleLuck.objects.update(rolls="[]", format=0)
    call_command("rebuild_luck", stdout=StringIO())
    assert (row_of(game).rolls, row_of(game).format) == (kept, battle_luck.FORMAT)


@pytest.mark.django_db
def test_a_battle_that_kills_its_workers_is_given_up(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:30])
    BattleLuck.objects.create(game=table, **battle_luck._nothing(table))
    assert battle_luck._begun(table.pk)
    # Delivered twice: while one is at it, nobody else begins, and when it has died another does.
    assert battle_luck._begun(table.pk) is None
    BattleLuck.objects.update(begun=timezone.now() - LATER)
    assert battle_luck._begun(table.pk)
    BattleLuck.objects.update(attempts=battle_luck.ATTEMPTS, begun=timezone.now() - LATER)
    assert not battle_luck.work(table.pk)
    assert battle_luck.sweep(timezone.now() + LATER) == 0
    assert battle_luck.state_of(table, battle_luck.counted(table), table.number) == "failed"


def test_a_costly_battle_is_followed_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rules.empty(rules.load("kt"))
    assert battle_luck._limit(before, 0) == battle_luck.MOST_WAYS == luck.RUNS
    assert battle_luck._limit(before, battle_luck.WIDE * battle_luck.MOST_WAYS) == battle_luck.MOST_WAYS // 10
    monkeypatch.setattr(battle_luck, "MODELS", 40)
    before.models = dict.fromkeys("abcdefgh")  # type: ignore[assignment]
    assert battle_luck._limit(before, 0) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_corrected_steps_do_not_count(people: SimpleNamespace) -> None:
    """What was voided, amended or taken back is counted as played, and left out as corrected."""
    for path in sorted(SYSTEMS["kt"].folder.glob("*.jsonl")):
        events = rules.read_game(path.read_bytes()).events
        corrected = line.newest(events).keys() & {event.number for event in events if event.dice}
        if corrected:
            break
    game = stored(people, path.read_bytes())
    battle_luck.rebuild(game)
    now, played = battle_luck.counted(game), battle_luck.counted(game, played=True)
    assert now and played
    assert {roll.number for roll in played.rolls} - {roll.number for roll in now.rolls} == corrected


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_what_is_counted_gives_the_odds_at_once(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:40])
    battle_luck.rebuild(table)
    found = battle_luck.counted(table)
    assert found
    roll = next(each for each in found.rolls if each.swing)
    kept = luck.kept_of(table, roll.number)
    assert kept == rules.luck(
        table.rules, selectors.position_at(table, roll.number - 1), battle.events[roll.number - 1]
    )
    assert (kept.swing, roll.paid) == (roll.swing, False)
    assert luck.kept_of(table, 1) is None


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_odds_that_are_kept_are_those_counted_afresh(key: str, people: SimpleNamespace) -> None:
    """In a golden game of every system, once through the cache and once without it."""
    path = min(SYSTEMS[key].folder.glob("*.jsonl"), key=lambda each: each.stat().st_size)
    game, events = stored(people, path.read_bytes()), rules.read_game(path.read_bytes()).events
    thrown, compared = [event for event in events if event.dice], 0
    for event in thrown[:: max(1, len(thrown) // 12)]:
        before = selectors.position_at(game, event.number - 1)
        try:
            first = luck.counted_luck(game, event.number, luck.budget(10**6))
        except rules.RulesError:
            continue
        assert luck.kept_of(game, event.number) == luck.counted_luck(game, event.number, luck.budget(10**6)) == first
        assert first == rules.luck(game.rules, before, event, lenient=game.lenient)
        compared += 1
    assert compared


def test_a_worker_counts_a_verified_battle(
    worker: Any, people: SimpleNamespace, short: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    game = stored(people, short.dump())
    report = services.verification_request(game=game)
    wait_until(lambda: game.reports.filter(pk=report.pk, state=JobState.DONE).exists(), 120)
    assert battle_luck.sweep() == 1
    wait_until(lambda: BattleLuck.objects.filter(game=game, number=game.number).exists(), 120)
    counted = row_of(game).rolls
    battle_luck.rebuild(game)
    assert row_of(game).rolls == counted


# readers


@pytest.fixture
def asked(table: Game, record: Any, battle: rules.GameFile, few: None) -> Game:
    record(table, battle.events[:40])
    return table


@pytest.mark.django_db
def test_the_api_gives_what_is_counted_and_has_it_counted(
    asked: Game, client_of: Callable[[str], Any], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    path = f"/api/games/{asked.pk}/luck"
    assert client_of("").get(path).json() == {"state": "open", "number": 0, "totals": {}, "rolls": []}
    assert client_of("").post(path).status_code == 401
    with django_capture_on_commit_callbacks(execute=True):
        assert client_of("ada").post(path).status_code == 202
    answer = client_of("").get(path).json()
    found = battle_luck.counted(asked)
    assert found
    assert (answer["state"], answer["number"]) == ("counted", 40)
    assert answer["totals"] == {side: {"taken": each.taken, "mean": each.mean} for side, each in found.totals.items()}
    assert [each["number"] for each in answer["rolls"]] == [roll.number for roll in found.rolls]
    Game.objects.update(public=False)
    assert client_of("").get(path).status_code == 404


@pytest.mark.django_db
def test_who_sees_a_battle_late_sees_its_luck_late(asked: Game) -> None:
    battle_luck.rebuild(asked)
    asked.number = 20
    found = battle_luck.counted(asked)
    assert found
    assert found.number == 20
    assert all(roll.number <= 20 for roll in found.rolls)
    assert ".20." in battle_luck.mark_of(asked)
