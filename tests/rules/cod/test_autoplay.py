"""Whole city fights of the autoplayer: every scenario at every level ends, verifies and comes out the same again."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import rules
from rules import autoplay
from rules.cod import board, table
from rules.cod.chosen import stratagems
from rules.cod.mission import missions
from rules.cod.options import LEVELS
from rules.cod.scenario import thunder_run
from rules.kernel.secrets import Commit
from rules.kernel.state import Table, table_problems
from tests.kernel.games import tag_of
from tests.rules.cod.games import ARMIES, COD, EVERY, game, played

LONG = os.environ.get("GAMELOG_LONG") == "1"
MANY = 200
"""So many games of each scenario in the long form, the levels in turn."""
WIPED_OUT = "cod.assumed.wiped-out"


def sound(file: rules.GameFile) -> rules.Report:
    """A game that ends, verifies and leaves no secret; its report."""
    report = rules.report(COD, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    assert report.winner in ("a", "b", "")
    assert report.score.keys() == {"a", "b"}
    return report


def decided(report: rules.Report, scenario: str) -> None:
    """The scenario's own clauses said who won, or nobody of a side was left."""
    assert report.reason == WIPED_OUT or report.reason.startswith(f"cod.scenario.{scenario}."), report.reason


@pytest.mark.parametrize(("scenario", "level"), EVERY)
def test_every_scenario_at_every_level_ends_and_verifies(scenario: str, level: str) -> None:
    report = sound(game(scenario, level, 1 + EVERY.index((scenario, level))))
    decided(report, scenario)
    assert report.rounds <= 6 or level == "omega" or missions()[scenario].special


@pytest.mark.skipif(not LONG, reason="two hundred games of each of eleven scenarios: GAMELOG_LONG=1")
@pytest.mark.parametrize("scenario", missions())
def test_many_games_of_every_scenario(scenario: str) -> None:
    """Printed with `-s`: how many games were played at each level, and what decided them."""
    counted: Counter[str] = Counter()
    for seed in range(MANY):
        level = LEVELS[seed % len(LEVELS)]
        report = sound(played(5000 + seed, {"cod.scenario": scenario, "cod.level": level}))
        decided(report, scenario)
        counted[level] += 1
        counted[report.reason] += 1
        counted["verified"] += report.verdict == "verified"
    print(f"\n{scenario}: {MANY} games, {dict(sorted(counted.items()))}")
    assert counted["verified"] == MANY
    assert sum(counted[level] for level in LEVELS) == MANY


def test_the_same_seed_gives_the_same_game() -> None:
    options = {"cod.scenario": "scorched-earth", "cod.level": "gamma"}
    first, again, other = (played(seed, options, ("crew", "crew")).dump() for seed in (4, 4, 5))
    assert first == again
    assert first != other


# what happens in them

RARE = {
    "wait-below": "more units have to come up from the sewers in one turn than there are markers",
    "no-room-to-deploy": "a zone has to be full",
    "agree-scenario": "only where no scenario was agreed before; such games are played below",
    "roll-scenario": "the same",
}
"""Acts that a game in which the scenario was agreed beforehand need not come to, and why."""
MORE = 20
"""So many games more are played at most to see something that the games above did not come to."""
TELLING = (4, 5, 11)
"""Those of them that are known to show what is seen in few games: they are played first."""


def _games() -> Iterator[rules.GameFile]:
    for number, (scenario, level) in enumerate(EVERY, 1):
        yield game(scenario, level, number)
    for number in sorted(range(MORE), key=lambda number: number not in TELLING):
        scenario, _ = EVERY[(7 * number + 2) % len(EVERY)]
        yield played(100 + number, {"cod.scenario": scenario, "cod.level": "omega"}, ("hunt", "watch"))


@pytest.mark.long
def test_every_stratagem_and_every_act_is_seen() -> None:
    """All 23 kinds of stratagem are declared, and everything that a city fight adds is declared, in these games."""
    own = {tag_of(kind) for kind in COD.handlers if kind.__module__.startswith("rules.cod.")}
    named, acts = set(stratagems()), own - RARE.keys()
    assert len(named) == 23
    for file in _games():
        for event in file.events:
            tag = tag_of(type(event.action))
            acts.discard(tag)
            if tag == "declare-stratagem":
                named.discard(event.action.stratagem)
        if not acts and not named:
            return
    raise AssertionError(f"never seen: {sorted(acts)}, {sorted(named)}")


def test_secrets_are_opened() -> None:
    """What was written down in a game is opened in it, at the latest after its end."""
    wrote = 0
    for seed in range(1, 5):
        file = played(seed, {"cod.scenario": "scorched-earth", "cod.level": "omega"}, ("crew", "crew"))
        sound(file)
        wrote += sum(isinstance(event.action, Commit) for event in file.events)
        assert all(sealed.opened for sealed in rules.fold(COD, file.events).sealed.values())
    assert wrote > 4, "the hideout of each game, and charges"


def test_a_scenario_is_rolled_for_or_agreed_after_the_board() -> None:
    """`cod.sequence.scenario.choose`: where nobody agreed one before, both ways are taken."""
    seen = set()
    for seed in (1, 2, 3, 5, 6, 8):
        file = played(seed, {"cod.level": "alpha"}, ("crew", "crew"))
        assert sound(file).reason
        seen |= {tag_of(type(event.action)) for event in file.events}
    assert {"roll-scenario", "agree-scenario"} <= seen


@pytest.mark.parametrize("dice", ["server", "shared"])
def test_dice_from_seeds_that_were_committed_to(dice: Any) -> None:
    file = played(3, {"cod.scenario": "scorched-earth"}, ("crew", "crew"), dice=dice)
    report = rules.report(COD, file.events, rules.read_game(file.dump()).findings, file.header)
    assert (report.verdict, report.finished, report.dice) == ("verified", True, "recomputed")


def test_a_game_can_be_stopped_and_gone_on_with() -> None:
    """By a player who knows none of the notes: he plays on without them."""
    rosters = [ARMIES["crew"], ARMIES["crew"]]
    options: dict[str, Any] = {"cod.scenario": "firesweep", "cod.level": "gamma"}
    first = autoplay.play(COD, rosters, 6, stop_after=80, options=options)
    assert len(first.records) == 80
    auto = autoplay.Autoplay(COD, 99, rules.fold(COD, first.events))
    while (step := auto.next()) is not None:
        autoplay.add(first, *step)
    report = rules.report(COD, first.events)
    assert report.finished
    assert {finding.severity for finding in report.findings} <= {"unopened"}


@pytest.mark.parametrize(
    "options",
    [
        {"cod.org.terrain.alternative": True},
        {"cod.attacker": "b", "cod.scenario": "gauntlet"},
        {"cod.org.terrain.step1": "r1 900, r2 900, r3 600, r4 300", "cod.scenario": "urban-assault"},
        {"cod.gap.turn-unit": "game", "cod.gap.half-points": False, "cod.scenario": "maximum-attrition"},
        {"cod.scenario.scorched-earth.defender-fortify": 0, "cod.scenario": "scorched-earth"},
    ],
)
def test_games_under_other_options(options: dict[str, Any]) -> None:
    bare = {"table": Table(4800, 4800)} if "cod.org.terrain.step1" in options else {}
    sound(played(5, {"cod.scenario": "firesweep", **options}, ("crew", "crew"), **bare))


@pytest.mark.parametrize("scenario", missions())
def test_terrain_is_placed_on_a_bare_table(scenario: str) -> None:
    """The sides lay out the city themselves, with a street where the scenario wants one."""
    file = played(4, {"cod.scenario": scenario}, ("crew", "crew"), table=Table(4800, 4800))
    sound(file)
    final = rules.fold(COD, file.events)
    assert any(tag_of(type(event.action)) == "place-terrain" for event in file.events)
    assert scenario != "thunder-run" or thunder_run.street(final.table)


# tables


@pytest.mark.parametrize("level", LEVELS)
def test_tables_suit_their_level(level: str) -> None:
    made = [table.table(seed, level) for seed in range(24)]
    assert made[5] == table.table(5, level)
    assert any(not one.terrain for one in made), "terrain placement is played now and then"
    for one in made:
        assert list(table_problems(one)) == []
        assert (one.width, one.depth) == board.SIZES[level]
        ruins = [piece for piece in one.terrain if piece.kind == "ruin"]
        assert not ruins or board.COUNTS[level][0] <= len(ruins) <= board.COUNTS[level][1]
        assert not ruins or thunder_run.street(one)


def test_a_table_that_does_not_suit_the_level_is_replaced() -> None:
    """The table of the ruleset is one for Alpha level; a game at Omega level is played on a larger one."""
    file = played(2, {"cod.scenario": "domination", "cod.level": "omega"}, ("crew", "crew"), stop_after=4)
    begun = file.events[0].action.table
    assert (begun.width, begun.depth) == board.SIZES["omega"]
    own = msgspec.structs.replace(table.table(1, "omega"), depth=5000)
    file = played(2, {"cod.scenario": "domination", "cod.level": "omega"}, ("crew", "crew"), stop_after=4, table=own)
    assert file.events[0].action.table == own
