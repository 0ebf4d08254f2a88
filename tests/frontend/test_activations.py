"""Which steps make one card of the story, and which of them heads it, in all five systems."""

from __future__ import annotations

from functools import cache

import pytest

import rules
from frontend.games import activations, replay
from frontend.games.cast import Cast
from frontend.games.replay_state import Lens
from rules import gamefile
from tests.playthroughs import SYSTEMS


@cache
def told(system: str) -> list[replay.ReplayStep]:
    """The steps of the longest golden game of a system."""
    file = max(sorted(SYSTEMS[system].folder.glob("*.jsonl")), key=lambda path: path.stat().st_size)
    game = gamefile.loads(file.read_bytes(), rules.load)
    return list(replay.steps(rules.load(game.header.ruleset, game.header.version), game.events))


def together(steps: list[replay.ReplayStep]) -> list[list[replay.ReplayStep]]:
    found: list[list[replay.ReplayStep]] = []
    for step in steps:
        if step.b:
            assert step.b == found[-1][0].n, f"step {step.n} goes on with what is over"
            found[-1].append(step)
        else:
            found.append([step])
    return found


def acts_of(steps: list[replay.ReplayStep], first: str) -> list[list[str]]:
    """The acts of every activation that begins with one, without bookkeeping."""
    return [[each.a for each in act if each.e != "quiet"] for act in together(steps) if act[0].a == first]


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_activation_stays_in_its_phase_and_has_one_beginning(system: str) -> None:
    acts = together(told(system))
    assert 0.3 < len(acts) / len(told(system)) < 0.9
    for act in acts:
        assert len({(each.r, each.h, each.p) for each in act}) == 1
        # A side that only ends its phase does not head what somebody does.
        assert act[0].e != "quiet" or all(each.e == "quiet" for each in act)
        assert not any(each.e == "ruling" for each in act[1:])
        assert act[0].e != "ruling" or all(each.e == "quiet" for each in act[1:])


@pytest.mark.parametrize(
    ("system", "first", "rest"),
    [
        ("kt", "charge", ["overwatch", "charge-roll", "charge-move"]),
        ("wh40k", "charge", ["overwatch", "charge-roll", "charge-move"]),
        ("t9a", "declare-charge", ["react"]),
        ("necro", "activate", ["move", "move-on"]),
        ("cod", "run", ["run-move"]),
    ],
)
def test_what_is_asked_on_the_way_is_part_of_it(system: str, first: str, rest: list[str]) -> None:
    assert [first, *rest] in acts_of(told(system), first)


def test_a_combat_is_an_activation_and_so_is_each_test_after_a_phase() -> None:
    steps = told("wh40k")
    fights = [act for act in together(steps) if any(each.a == "fight" for each in act)]
    assert max(sum(each.a == "fight" for each in act) for act in fights) > 1
    after = [act for act in together(steps) if act[0].a == "take-test" and act[0].p == "shooting"]
    assert after, "a test for casualties is no part of the last shot"
    two = [act for act in fights if act[0].a == "choose-combat"]
    assert two and all({each.a for each in act} >= {"choose-combat", "fight"} for act in two)
    number = fights.index(two[0])
    assert fights[number + 1][0].p == "assault", "the combat that is fought after it is another card"


def test_what_harms_somebody_tells_more_than_what_dice_decide() -> None:
    weights = {step.y for step in told("kt")}
    assert weights == {0, activations.SHOWS, activations.TURNS, activations.BEFALLS}
    for step in told("kt"):
        fell = any(each and each.get("o") == 1 for each in step.d.get("m", {}).values())
        assert (step.y == activations.BEFALLS) >= fell, step.n
        assert step.o or step.y in (0, activations.TURNS), step.n


def test_a_step_says_who_acts() -> None:
    by_act = {step.a: step.u for step in told("kt") if step.u}
    assert {"move", "shoot", "charge-roll", "charge-move"} <= by_act.keys()
    assert all(step.u.startswith(("au", "bu")) for step in told("t9a") if step.a in ("march", "react", "shoot"))
    assert not any(step.u for step in told("kt") if step.a in ("initiative", "morale"))


def test_live_steps_are_grouped_as_the_whole_is() -> None:
    """The stream goes on with the lens of the steps before it."""
    file = max(sorted(SYSTEMS["necro"].folder.glob("*.jsonl")), key=lambda path: path.stat().st_size)
    game = gamefile.loads(file.read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    cast, state = Cast(ruleset), rules.empty(ruleset)
    lens = Lens(ruleset.telling, state)
    parts = [
        step
        for at in range(0, len(game.events), 7)
        for step in replay.steps(ruleset, game.events[at : at + 7], (), cast, state, lens=lens)
    ]
    assert [(each.b, each.y, each.u) for each in parts] == [(each.b, each.y, each.u) for each in told("necro")]
