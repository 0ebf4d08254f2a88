"""Refusals name the row that closes the question, with its numbers: a table of what bars units from acting."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.events import Action
from rules.kernel.state import Decision, State
from rules.wh40k import words
from rules.wh40k.assault.charge import Charge, ChargeMove, ChargeRoll
from rules.wh40k.assault.fight import Strike
from rules.wh40k.assault.overwatch import Overwatch
from rules.wh40k.assault.sweep import Consolidate
from rules.wh40k.deployment.reserve import ReserveRolls
from rules.wh40k.morale.fall_back import FallBack
from rules.wh40k.morale.regroup import Regroup, RegroupMove
from rules.wh40k.movement.move import Move
from rules.wh40k.movement.run import Run, RunMove, TurboBoost
from rules.wh40k.questions import TakeTest
from rules.wh40k.shooting.ground import GoToGround
from rules.wh40k.shooting.psychic import Deny
from rules.wh40k.special.hit_and_run import HitAndRun
from rules.wh40k.special.interceptor import SPENT, Intercept
from rules.wh40k.vehicles.vehicle import IMMOBILISED, STUNNED
from tests.rules.deciding import grounds, says
from tests.rules.wh40k.field import field, gun, squad, tank
from tests.rules.wh40k.shots import fires, shoot

ROLL = "wh40k.assumed.charge.roll"
INTERCEPTOR = "wh40k.usr.interceptor"
INTERCEPT, LEAVE = "wh40k.usr.interceptor.fire", "wh40k.usr.hit-and-run.declare"
REGROUP = "wh40k.regroup.normal-test"
SENTRY: dict[str, Any] = {"weapons": (gun(has={INTERCEPTOR: 1}),)}


def here(
    phase: str = "movement", step: str = "", *, enemy: tuple[int, int] = (4000, 1000), at_turn: str = "a", **unit: Any
) -> State:
    """A unit of one model, and an enemy; marks and the sheet of the first are told."""
    marks = {"phase": unit.pop("acts", {}), "turn": unit.pop("turn", {}), "game": unit.pop("game", {})}
    mine = squad("au1", (1000, 1000), 1, **marks, **unit)
    return field(mine, squad("bu1", enemy, 1), phase=phase, step=step, turn=at_turn)


def beside(phase: str, step: str = "", **unit: Any) -> State:
    """The two are in base contact."""
    return here(phase, step, enemy=(1105, 1000), **unit)


def charged(pending: str = "", value: int = 0, asked: str = "bu1", by: str = "b", acts: Any = None) -> State:
    """Unit bu1 has declared a charge at au1, in the turn of side b; with a question its charge is under way."""
    bu1 = squad("bu1", (1900, 1000), 1, turn={words.TRIED_CHARGE: ("au1",)}, phase=acts or {})
    question = Decision(pending, by, asked, ("au1",) if asked == "bu1" else ("bu1",), value) if pending else None
    state = field(squad("au1", (1000, 1000), 1), bu1, phase="assault", step="charge", turn="b", pending=question)
    state.active = "bu1" if pending else ""
    return state


def arriving(**unit: Any) -> State:
    """The end of side b's Movement phase: its unit has come from reserve."""
    mine = squad("au1", (1000, 1000), 1, **unit)
    return field(mine, squad("bu1", (1900, 1000), 1, turn={words.ARRIVED: "reserve"}), turn="b")


def marked(state: State, **marks: Any) -> State:
    """The first model of the unit has these marks for the game."""
    state.models["au1.1"].game.update(marks)
    return state


def driven(phase: str = "movement", step: str = "") -> State:
    return field(tank("au1", (1000, 1000)), squad("bu1", (2000, 1000), 1), phase=phase, step=step)


MOVE, CHARGE, SHOT = Move(unit="au1", moves=()), Charge(unit="au1", targets=("bu1",)), shoot("au1", "bu1")
FIRE = Overwatch(unit="au1", fire=fires("au1"))
CUT_IN = Intercept(unit="au1", target="bu1", fire=fires("au1"))
SEQUENCE, RUN, TURBO = words.SHOT, words.RAN, words.TURBO
DECLARE, RESTRICTED = "wh40k.assumed.charge.declare", "wh40k.assumed.charge.restrictions"
OVERWATCH, CONSOLIDATE = "wh40k.assumed.overwatch", "wh40k.assumed.fight.consolidate"
STEPS, DENY = "wh40k.assumed.fight.initiative-steps", "wh40k.assumed.psychic.deny"
INFANTRY, GROUND = words.MOVED, words.GROUND
FALLING, DOWN = {words.FALLING_BACK: 1}, {words.GROUND: 5}
TABLE = [
    # what the unit did before
    ("moved", here(turn={words.MOVED: 450}, acts={words.ACTED: 1}), "a", MOVE, INFANTRY, ('4.5"',)),
    ("shot-at", here("shooting", acts={words.SHOT: "bu1", words.ACTED: 1}), "a", SHOT, SEQUENCE, ("shot at bu1",)),
    ("ran", here("shooting", turn={RUN: 1}, acts={words.ACTED: 1}), "a", SHOT, RUN, ("has run",)),
    ("boosted", here("shooting", turn={TURBO: 1}, acts={words.ACTED: 1}), "a", SHOT, TURBO, ("turbo-boosted",)),
    ("shot-then-run", here("shooting", acts={words.SHOT: "bu1", words.ACTED: 1}), "a", Run(unit="au1"), SEQUENCE,
     ("shot at bu1",)),
    ("ran-then-charge", here("assault", "charge", turn={RUN: 1}), "a", CHARGE, RESTRICTED, ("has run",)),
    ("charged-before", here("assault", "charge", turn={words.TRIED_CHARGE: ("bu1",)}), "a", CHARGE, DECLARE,
     ("already declared",)),
    # how it is with the unit
    ("falling-back-moves", here(game=FALLING), "a", MOVE, "wh40k.fall-back.only-movement", ("falling back",)),
    ("falling-back-charges", here("assault", "charge", game=FALLING), "a", CHARGE, "wh40k.fall-back.no-charge",
     ("falling back",)),
    ("falling-back-hides", here("shooting", game=FALLING), "a", GoToGround(unit="au1"),
     "wh40k.fall-back.no-go-to-ground", ("falling back",)),
    ("grounded-moves", here(game=DOWN), "a", MOVE, GROUND, ("gone to ground", "turn 5")),
    ("grounded-charges", here("assault", "charge", game=DOWN), "a", CHARGE, GROUND, ("gone to ground",)),
    ("grounded-again", here("shooting", game=DOWN), "a", GoToGround(unit="au1"), GROUND, ("turn 5",)),
    ("locked-moves", beside("movement"), "a", MOVE, "wh40k.assumed.movement.locked", ("bu1",)),
    ("locked-shoots", beside("shooting"), "a", SHOT, SEQUENCE, ("locked in combat with bu1",)),
    ("locked-charges", beside("assault", "charge"), "a", CHARGE, RESTRICTED, ("locked in combat with bu1",)),
    ("locked-hides", beside("shooting"), "a", GoToGround(unit="au1"), GROUND, ("locked in combat with bu1",)),
    ("regrouped-moves", here(turn={words.REGROUPED_NOW: 1}), "a", MOVE, "wh40k.regroup.no-move", ("regrouped",)),
    ("regrouped-runs", here("shooting", turn={words.REGROUPED_NOW: 1}), "a", Run(unit="au1"), "wh40k.regroup.no-run",
     ("regrouped",)),
    ("regrouped-charges", here("assault", "charge", turn={words.REGROUPED_NOW: 1}), "a", CHARGE,
     "wh40k.regroup.no-charge", ("regrouped",)),
    ("arrived-charges", here("assault", "charge", turn={words.ARRIVED: "reserve"}), "a", CHARGE, words.ARRIVED,
     ("reserve",)),
    ("deep-struck-charges", here("assault", "charge", turn={words.ARRIVED: "deep-strike"}), "a", CHARGE,
     "wh40k.usr.deep-strike.no-charge", ("Deep Strike",)),
    ("disembarked-charges", here("assault", "charge", turn={words.DISEMBARKED: "av.1"}), "a", CHARGE,
     words.DISEMBARKED, ("got out",)),
    ("fearless-hides", here("shooting", has={"wh40k.usr.fearless": 1}), "a", GoToGround(unit="au1"),
     "wh40k.usr.fearless.no-go-to-ground", ()),
    # distances
    ("12-inches", here("assault", "charge", enemy=(2301, 1000)), "a", CHARGE, DECLARE, ('12.01"', '12"')),
    ("range", here("shooting", enemy=(3501, 1000)), "a", SHOT, SEQUENCE, ('24.01"', '24"')),
    # questions nobody asked
    ("overwatch-no-charge", here("assault", "charge", at_turn="b"), "a", FIRE, OVERWATCH, ("no charge", "au1")),
    ("overwatch-over", charged(), "a", FIRE, OVERWATCH, ("charge of bu1", "over")),
    ("overwatch-rolled", charged(ROLL, acts={ROLL: 700}), "a", FIRE, OVERWATCH, ('7"',)),
    ("overwatch-locked", beside("assault", "charge", at_turn="b"), "a", FIRE, OVERWATCH, ("locked", "bu1")),
    ("overwatch-in-another-phase", here("shooting"), "a", FIRE, OVERWATCH, ("assault phase",)),
    ("roll-of-no-charge", here("assault", "charge"), "a", ChargeRoll(unit="au1"), DECLARE, ("not declared",)),
    ("roll-before-overwatch", charged(OVERWATCH, asked="au1", by="a"), "b", ChargeRoll(unit="bu1"), OVERWATCH,
     ("au1 may fire",)),
    ("move-before-roll", charged(ROLL), "b", ChargeMove(unit="bu1"), ROLL, ("rolled first",)),
    ("rolled-already", charged("wh40k.assumed.charge.move", 700, acts={ROLL: 700}), "b", ChargeRoll(unit="bu1"), ROLL,
     ('7"',)),
    ("run-without-roll", here("shooting"), "a", RunMove(unit="au1", moves=()), RUN, ("not rolled",)),
    ("run-twice", here("shooting", turn={RUN: 1}), "a", RunMove(unit="au1", moves=()), RUN, ("has run",)),
    ("consolidate-locked", beside("assault", "fight"), "a", Consolidate(unit="au1"), CONSOLIDATE, ("bu1",)),
    ("strike-in-another-phase", here("shooting"), "a", Strike(blows=()), STEPS, ("assault phase",)),
    ("reserves-in-another-phase", here("shooting"), "a", ReserveRolls(), "wh40k.assumed.reserves.rolls", ("start",)),
    ("deny-for-another", field(squad("au1", (1000, 1000), 1), squad("au2", (1000, 2000), 1),
                               squad("bu1", (4000, 1000), 1),
                               phase="shooting", turn="b",
                               pending=Decision(DENY, "a", "au2", about={"power": "Bolt", "model": "bu1.1"})),
     "a", Deny(unit="au1"), DENY, ("Bolt", "au2", "au1")),
    ("not-fleeing", here(), "a", FallBack(unit="au1", moves=()), "wh40k.fall-back.distance", ("not falling back",)),
    ("not-regrouped", here(), "a", RegroupMove(unit="au1", moves=()), "wh40k.regroup.move", ("not regrouped",)),
    ("test-of-the-fearless", here(has={"wh40k.usr.fearless": 1}), "a", TakeTest(unit="au1"),
     "wh40k.usr.fearless.auto-pass", ("passes",)),
    # Interceptor
    ("no-interceptor", arriving(), "a", CUT_IN, INTERCEPT, ("au1 has no weapon",)),
    ("spent", marked(arriving(**SENTRY), **{SPENT: ("gun",)}), "a", CUT_IN, SPENT, ("gun", "au1")),
    ("spent-in-its-own-turn", marked(here("shooting", **SENTRY), **{SPENT: ("gun",)}), "a", SHOT, SPENT,
     ("intercepted",)),
    ("not-arrived", here(at_turn="b", **SENTRY), "a", CUT_IN, INTERCEPT, ("bu1 has not arrived",)),
    ("own-turn", here(**SENTRY), "a", CUT_IN, INTERCEPT, ("enemy's Movement phase",)),
    # Hit & Run
    ("no-hit-and-run", beside("assault", "end"), "a", HitAndRun(unit="au1"), LEAVE, ("au1 has no model",)),
    ("hit-and-run-free", here("assault", "end", has={"wh40k.usr.hit-and-run": 1}), "a", HitAndRun(unit="au1"), LEAVE,
     ("not locked",)),
    # the phase is that of the act's own row
    ("phase-of-a-move", here("shooting"), "a", MOVE, INFANTRY, ("movement phase", "shooting")),
    ("phase-of-a-shot", here(), "a", SHOT, SEQUENCE, ("shooting phase",)),
    ("phase-of-a-run", here(), "a", Run(unit="au1"), RUN, ("shooting phase",)),
    ("phase-of-a-boost", here(), "a", TurboBoost(unit="au1", moves=()), TURBO, ("shooting phase",)),
    ("phase-of-a-charge", here("assault", "fight"), "a", CHARGE, DECLARE, ("assault charge phase",)),
    ("phase-of-regrouping", here("shooting", game=FALLING), "a", Regroup(unit="au1"), REGROUP, ("movement phase",)),
    # vehicles
    ("immobilised", marked(driven(), **{IMMOBILISED: 1}), "a", MOVE, IMMOBILISED, ("immobilised",)),
    ("stunned", marked(driven(), **{STUNNED: 3}), "a", MOVE, STUNNED, ("stunned",)),
    ("a-tank-charges", driven("assault", "charge"), "a", CHARGE, RESTRICTED, ("vehicle",)),
]  # fmt: skip


@pytest.mark.parametrize(("state", "by", "action", "row", "told"), [pytest.param(*r[1:], id=r[0]) for r in TABLE])
def test_the_row_that_forbids_it_is_in_the_refusal(
    state: State, by: str, action: Action, row: str, told: tuple[str, ...]
) -> None:
    assert says(grounds(state, by, action), row, *told), grounds(state, by, action)


@pytest.mark.parametrize(
    ("state", "by", "action", "rows"),
    [
        pytest.param(
            here("assault", "charge", enemy=(2400, 1000), game={**FALLING, **DOWN}, turn={RUN: 1}), "a", CHARGE,
            {RESTRICTED, GROUND, "wh40k.fall-back.no-charge", DECLARE}, id="a-charge-four-times-forbidden",
        ),
        pytest.param(
            beside("movement", game=FALLING), "a", MOVE,
            {"wh40k.assumed.movement.locked", "wh40k.fall-back.only-movement"}, id="falling-back-in-combat",
        ),
        pytest.param(
            here("shooting", acts={words.SHOT: "bu1", words.ACTED: 1}, game=DOWN, at_turn="b"), "a", Run(unit="au1"),
            {SEQUENCE, GROUND, words.ACTED}, id="shot-on-the-ground-in-the-enemy's-turn",
        ),
        pytest.param(
            here("shooting", has={"wh40k.usr.fearless": 1}, game=FALLING), "a", GoToGround(unit="au1"),
            {"wh40k.usr.fearless.no-go-to-ground", "wh40k.fall-back.no-go-to-ground"}, id="fearless-and-fleeing",
        ),
    ],
)  # fmt: skip
def test_where_several_rules_forbid_it_all_are_named(state: State, by: str, action: Action, rows: set[str]) -> None:
    assert set(grounds(state, by, action)) >= rows


def test_a_ban_that_another_rule_lifts_is_not_named() -> None:
    # wh40k.usr.atsknf: a unit that regrouped may charge, so only that it ran is against it
    calm: dict[str, Any] = {"has": {"wh40k.usr.atsknf": 1}, "turn": {words.REGROUPED_NOW: 1, RUN: 1}}
    assert "wh40k.regroup.no-charge" not in grounds(here("assault", "charge", **calm), "a", CHARGE)
    assert "wh40k.regroup.no-charge" in grounds(here("assault", "charge", turn=calm["turn"]), "a", CHARGE)


def test_what_only_says_whose_turn_it_is_comes_last() -> None:
    told = list(grounds(here("shooting", acts={words.ACTED: 1}, turn={RUN: 1}, at_turn="b"), "a", SHOT))
    assert (told[0], told[-1]) == (RUN, words.ACTED)
