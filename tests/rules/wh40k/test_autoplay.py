"""Whole games of the autoplayer: they end, verify, come out the same again, and a change in them is found."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest

import rules
from rules import autoplay
from rules.kernel.dice import Seeded
from rules.wh40k.table import LAYOUTS, table
from tests.kernel.games import rehashed, tag_of
from tests.rules.kt.test_autoplay import _leaves
from tests.rules.wh40k.games import ARMIES, PAIRS, SHORT, WH40K, game, played

LONG = os.environ.get("GAMELOG_LONG") == "1"
TURN = "wh40k.assumed.turn-structure"


def sound(file: rules.GameFile) -> rules.Report:
    """A game that ends and verifies; its report."""
    report = rules.report(WH40K, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    assert report.winner in ("a", "b", "")
    return report


@pytest.mark.parametrize("seed", range(1, 13))
def test_short_games_end_and_verify(seed: int) -> None:
    report = sound(game(seed, PAIRS[seed % len(PAIRS)]))
    assert 1 <= report.rounds <= 3
    assert report.reason


@pytest.mark.parametrize(("seed", "pair"), [(21, ("copper", "drowned")), (22, ("drowned", "ferry"))])
def test_whole_games_of_large_armies(seed: int, pair: tuple[str, str]) -> None:
    report = sound(game(seed, pair, short=False))
    assert report.rounds <= 7


@pytest.mark.skipif(not LONG, reason="two hundred games take a quarter of an hour: GAMELOG_LONG=1")
@pytest.mark.parametrize("seed", range(200))
def test_many_games(seed: int) -> None:
    names = list(ARMIES)
    pair = (names[seed % len(names)], names[seed // len(names) % len(names)])
    sound(played(1000 + seed, pair, {}))


@pytest.mark.parametrize(
    "options",
    [
        {"wh40k.assumed.game-length": 2},
        {"wh40k.assumed.reserves.in-use": False},
        {"wh40k.fall-back.auto-fail-morale": False, "wh40k.assumed.fight.sweeping-advance": True},
        {"wh40k.usr.barrage.indirect": False, "wh40k.usr.feel-no-pain.instant-death": False},
    ],
)
def test_games_under_other_options(options: dict[str, Any]) -> None:
    sound(played(5, ("divers", "guns"), {**SHORT, **options}))


@pytest.mark.parametrize("pair", [("ferry", "ferry"), ("psykers", "guns")])
def test_a_table_without_a_map_or_zones(pair: tuple[str, str]) -> None:
    bare = msgspec.structs.replace(table(1), mapped=False, zones=(), terrain=())
    sound(autoplay.play(WH40K, [ARMIES[name] for name in pair], 2, table=bare, options=dict(SHORT)))


def test_a_small_table() -> None:
    small = msgspec.structs.replace(table(0), width=4800, depth=3600, zones=(), terrain=())
    sound(autoplay.play(WH40K, [ARMIES["ferry"], ARMIES["divers"]], 3, table=small, options=dict(SHORT)))


def test_a_game_can_be_stopped_and_gone_on_with() -> None:
    first = autoplay.play(WH40K, [ARMIES["ferry"], ARMIES["divers"]], 3, stop_after=40, options=dict(SHORT))
    assert len(first.records) == 40
    auto = autoplay.Autoplay(WH40K, 99, rules.fold(WH40K, first.events))
    while (step := auto.next()) is not None:
        autoplay.add(first, *step)
    sound(first)


def test_the_same_seed_gives_the_same_game() -> None:
    pair = ("psykers", "ferry")
    first, again, other = (played(seed, pair, dict(SHORT)).dump() for seed in (4, 4, 5))
    assert first == again
    assert first != other


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_games_with_dice_of_committed_seeds(dice: Any) -> None:
    file = autoplay.play(WH40K, [ARMIES["ferry"], ARMIES["divers"]], 3, options=dict(SHORT), dice=dice)
    report = rules.report(WH40K, file.events, rules.read_game(file.dump()).findings, file.header)
    assert (report.verdict, report.finished, report.dice) == ("verified", True, "recomputed")


def test_layouts_are_tables() -> None:
    assert {len(table(seed).terrain) for seed in range(30)} == {len(boxes) for _, boxes in LAYOUTS}
    for seed in range(30):
        assert list(rules.kernel.state.table_problems(table(seed))) == []


RARE = {"fact", "concede", "choose-starter", "hit-and-run-order", "misplace", "come-out", "occupy", "go-on"}
"""What comes up in few games, or is nothing a player does of his own: each has a test of its own elsewhere."""


def test_what_happens_in_games() -> None:
    """The autoplayer comes to nearly every kind of declaration within a few games."""
    files = [game(seed, PAIRS[seed % len(PAIRS)]) for seed in range(1, 13)]
    files += [game(21, ("copper", "drowned"), short=False), game(22, ("drowned", "ferry"), short=False)]
    seen = {tag_of(type(event.action)) for file in files for event in file.events}
    assert len(seen) >= 40, sorted(seen)
    for expected in ("deploy", "move", "run-move", "shoot", "overwatch", "charge-move", "fight", "take-test"):
        assert expected in seen


# mutations

MUTATED = [(1, ("ferry", "guns")), (2, ("riders", "divers"))]


@pytest.mark.parametrize(("seed", "pair"), MUTATED)
def test_a_changed_die_is_always_found(seed: int, pair: tuple[str, str]) -> None:
    """Every die of a game, each changed to the next face: no die is read without a trace."""
    events = game(seed, pair).events
    for at, event in enumerate(events):
        state = rules.fold(WH40K, events[:at]) if event.dice else None
        for place, face in enumerate(event.dice):
            # a direction has more faces than six: the last of them is 360
            other = face % 6 + 1 if face <= 6 else face - 1
            tape = (*event.dice[:place], other, *event.dice[place + 1 :])
            found = list(rules.verify(WH40K, [msgspec.structs.replace(event, dice=tape)], state))
            assert found, (at, place)
            assert found[0].number == at + 1
            assert found[0].rule
            assert found[0].message


def mutations(events: list[Any], dice: Seeded) -> list[tuple[int, str, Any]]:
    """Changed declarations of a game: one whole number of each that has any, or one id of a model or unit."""
    state = rules.fold(WH40K, events)
    ids = [*sorted(state.models), *sorted(state.units)]
    found = []
    for at, event in enumerate(events):
        if at > 2:
            found += [(at, what, changed) for what, changed in _declared(event, ids, dice)]
    return found


def _declared(event: Any, ids: list[str], dice: Seeded) -> list[tuple[str, Any]]:
    written = msgspec.json.decode(msgspec.json.encode(event.action))
    leaves = list(_leaves(written))
    numbers = [leaf for leaf in leaves if isinstance(leaf[0][leaf[1]], int) and not isinstance(leaf[0][leaf[1]], bool)]
    named = [leaf for leaf in leaves if leaf[0][leaf[1]] in ids]
    made = []
    for what, chosen in (("number", numbers), ("id", named)):
        if chosen:
            holder, key = chosen[dice.below(len(chosen))]
            before = holder[key]
            others = [each for each in ids if each != before and (each[1] == "u") == (str(before)[1:2] == "u")]
            holder[key] = before + 1 + dice.below(300) if what == "number" else others[dice.below(len(others))]
            changed = msgspec.json.decode(msgspec.json.encode(written), type=WH40K.action)
            made.append((f"{what} {before} to {holder[key]}", msgspec.structs.replace(event, action=changed)))
            holder[key] = before
    return made


@pytest.mark.parametrize(("seed", "pair"), MUTATED)
def test_a_changed_declaration_is_found_where_its_effects_are_kept(seed: int, pair: tuple[str, str]) -> None:
    """Hashes are made anew, so that only the rules can tell; the finding names the step itself."""
    file, quiet = game(seed, pair), []
    for at, what, changed in mutations(file.events, Seeded(b"%d" % seed))[::2]:
        again = rules.read_game(rehashed(file, [*file.events[:at], changed, *file.events[at + 1 :]]))
        assert again.findings == [], "the chain was made anew"
        found = list(rules.verify(WH40K, again.events[at : at + 1], rules.fold(WH40K, again.events[:at])))
        assert {finding.number for finding in found} <= {at + 1}
        if not found:
            quiet.append((at, what, changed))
    # What the rules make no difference between is no lie: where a template points within a degree, a vehicle faces
    # after a scatter. There must be few of those, and the rules must say the same of them.
    for at, what, changed in quiet:
        state = rules.fold(WH40K, file.events[:at])
        assert rules.decide(WH40K, state, changed.declaration()).effects == file.events[at].effects, (at, what)
    assert len(quiet) * 20 < len(file.events), quiet
