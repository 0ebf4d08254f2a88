"""Refusals name the row that closes the question, with its numbers: a table of what the document forbids."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.events import Action
from rules.kernel.state import Decision, State
from rules.kt import words
from rules.kt.charge import Charge, ChargeMove, ChargeRoll, Overwatch, Retreat
from rules.kt.fight import Blow, Consolidate, Fight
from rules.kt.move import Advance, FallBack, Move, Ready, Run
from rules.kt.psychic import Deny, Manifest
from rules.kt.shoot import Shoot, Volley
from tests.rules.deciding import decide, grounds, says
from tests.rules.kt.board import blade, gun, model, position

PSYKER: dict[str, Any] = {"keywords": ("PSYKER",)}
FIRE = Overwatch(model="b1", volleys=(Volley("gun", "a1"),))
AWAY = Retreat(model="b1", path=((1900, 500, 0),))
SHOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))
BLOWS = Fight(model="a1", blows=(Blow("blade", "b1"),))


def rolling(*others: Any, clause: str = "kt.charge.roll", targets: tuple[str, ...] = ("b1",), **target: Any) -> State:
    """The side that charged rolls: its target was not asked, or has answered."""
    at = target.pop("at", (1500, 500))
    charger = model("a1", (500, 500), round={words.CHARGE_TRIED: targets})
    return position(
        charger, model("b1", at, **target), *others, pending=Decision(clause, "a", "a1", targets, value=700)
    )


def shooting(target: tuple[int, int] = (1500, 500), step: str = "fire-at-will", **shooter: Any) -> State:
    return position(model("a1", **shooter), model("b1", target), phase="shooting", step=step)


def fighting(target: tuple[int, int] = (650, 500), step: str = "lives", **fighter: Any) -> State:
    return position(model("a1", **fighter), model("b1", target), phase="fight", step=step)


def denying(*cast: str, at: tuple[int, int] = (1500, 500), **denier: Any) -> State:
    """Nobody is asked to deny what side a cast this round."""
    told = {**PSYKER, **denier}
    return position(
        model("a1", **PSYKER), model("b1", at, **told), phase="psychic", a_round={words.CAST: cast or ("a1",)}
    )


def moving(at: tuple[int, int] = (1500, 500), **mover: Any) -> State:
    return position(model("a1", **mover), model("b1", at))


TABLE = [
    # reactions to a charge nobody was asked for
    ("shaken", rolling(game={words.SHAKEN: 1}), "b", FIRE, words.SHAKEN, ("b1 is shaken",)),
    ("shaken-retreat", rolling(game={words.SHAKEN: 1}), "b", AWAY, words.SHAKEN, ("b1 is shaken",)),
    ("fell-back", rolling(round={words.FELL_BACK: 1}), "b", FIRE, "kt.move.fall-back.restrictions", ("fell back",)),
    ("retreated", rolling(round={words.RETREATED: 1}), "b", FIRE, "kt.charge.retreat.restrictions", ("retreated",)),
    ("engaged", rolling(model("a2", (1550, 650))), "b", FIRE, "kt.charge.react.not-engaged", ("a2", '0.59"')),
    ("tried", rolling(round={words.CHARGE_TRIED: ("a1",)}), "b", FIRE, "kt.gap.overwatch-after-charge", ("b1",)),
    ("advanced", rolling(round={words.ADVANCED: 1}), "b", AWAY, "kt.move.advance.restrictions", ("b1 advanced",)),
    ("not-a-target", rolling(targets=("b2",)), "b", FIRE, "kt.gap.reaction-who", ("b1", "a1")),
    ("too-late", rolling(), "b", FIRE, "kt.charge.react", ("before the charge roll",)),
    ("no-charge", moving(), "b", FIRE, "kt.gap.reaction-who", ("no charge", "b1")),
    ("over", position(model("a1", round={words.CHARGE_TRIED: ("b1",)}), model("b1", (1500, 500))), "b", FIRE,
     "kt.charge.react", ("the charge of a1",)),
    ("react-in-another-phase", shooting(), "b", FIRE, "kt.game.phases", ("movement phase", "shooting phase")),
    # a charge that is somewhere else
    ("reactions-first", rolling(clause="kt.charge.react"), "a", ChargeRoll(), "kt.charge.roll", ("react first",)),
    ("rolled", rolling(clause="kt.charge.success"), "a", ChargeRoll(), "kt.charge.roll", ('7"',)),
    ("roll-first", rolling(), "a", ChargeMove(), "kt.charge.roll", ("rolled first",)),
    ("none-declared", moving(), "a", ChargeMove(), "kt.charge.declare", ("no charge",)),
    ("phase-of-a-run", shooting(), "a", Run(path=()), "kt.game.phases", ("movement phase",)),
    ("phase-of-consolidation", shooting(), "a", Consolidate(path=()), "kt.game.phases", ("fight phase",)),
    # denying
    ("out-of-24", denying(at=(3000, 500)), "b", Deny(model="b1"), "ok", ()),
    ("out-of-24-by-a-hundredth", denying(at=(3001, 500)), "b", Deny(model="b1"), "kt.psychic.deny", ('24.01"', '24"')),
    ("denied-count", denying(round={words.DENIED: 1}), "b", Deny(model="b1"), words.DENIED, ("1 of the 1",)),
    ("denied-once", denying(round={words.DENIED: 1}), "b", Deny(model="b1"),
     "kt.psychic.deny.once-per-psyker", ("b1",)),
    ("power-met-its-attempt", denying(round={words.DENIED: 1}), "b", Deny(model="b1"),
     "kt.psychic.deny.once-per-power", ("a1", "one attempt")),
    ("shaken-psyker", denying(game={words.SHAKEN: 1}), "b", Deny(model="b1"), words.SHAKEN, ("b1",)),
    ("no-psyker", denying(keywords=()), "b", Deny(model="b1"), "kt.psychic.deny", ("b1 is not a psyker",)),
    # casting
    ("one-caster", position(model("a1", **PSYKER), model("a2", (900, 900), **PSYKER), model("b1", (1500, 500)),
                            phase="psychic", a_round={words.CAST: ("a2",)}),
     "a", Manifest(model="a1"), words.CAST, ("a2",)),
    ("no-power-left", position(model("a1", **PSYKER), model("b1", (1500, 500)), phase="psychic",
                               a_round={words.CAST: ("a1",)}),
     "a", Manifest(model="a1"), "kt.psychic.choose-power", ("1 of 1",)),
    ("not-a-psyker", position(model("a1"), model("b1", (1500, 500)), phase="psychic"), "a", Manifest(model="a1"),
     "kt.psychic.psyker", ("a1",)),
    # charging
    ("12-inches", moving(at=(1801, 500)), "a", Charge(model="a1", targets=("b1",)), "kt.charge.declare",
     ('12.01"', '12"')),
    ("charge-after-advance", moving(round={words.ADVANCED: 1}), "a", Charge(model="a1", targets=("b1",)),
     "kt.move.advance.restrictions", ("advanced",)),
    ("charge-after-falling-back", moving(round={words.FELL_BACK: 1}), "a", Charge(model="a1", targets=("b1",)),
     "kt.move.fall-back.restrictions", ("fell back",)),
    ("charge-from-combat", moving(phase={words.STARTED_ENGAGED: 1}), "a", Charge(model="a1", targets=("b1",)),
     words.STARTED_ENGAGED, ("charge",)),
    # moving
    ("acted", moving(phase={words.ACTED: 1}), "a", Move(model="a1", path=()), words.ACTED, ("already acted",)),
    ("too-far", moving(), "a", Move(model="a1", path=((1101, 500, 0),)), "kt.move.normal", ('6.01"', '6"')),
    ("too-near", moving(at=(1000, 500)), "a", Move(model="a1", path=((850, 500, 0),)), "kt.move.normal.enemy-1in", ()),
    ("ready-engaged", moving(phase={words.STARTED_ENGAGED: 1}), "a", Ready(model="a1"), "kt.move.ready", ('1"',)),
    ("fall-back-free", moving(), "a", FallBack(model="a1", path=()), "kt.move.fall-back", ("did not start",)),
    ("advance-beside-an-enemy", moving(at=(650, 500)), "a", Advance(model="a1"), "kt.gap.charged-model-turn",
     ("b1", '0.5"')),
    # shooting
    ("range", shooting(target=(3001, 500)), "a", SHOT, "kt.shoot.range", ('24.01"', '24"')),
    ("shot", shooting(phase={words.SHOT: 1}), "a", SHOT, words.SHOT, ("has shot",)),
    ("shot-after-charging", shooting(round={words.CHARGE_TRIED: ("b1",)}), "a", SHOT, "kt.shoot.select.not-charged",
     ("tried to charge",)),
    ("shot-after-falling-back", shooting(round={words.FELL_BACK: 1}), "a", SHOT, "kt.shoot.select.not-fell-back",
     ("fell back",)),
    ("shot-after-retreating", shooting(round={words.RETREATED: 1}), "a", SHOT, "kt.shoot.select.not-retreated",
     ("retreated",)),
    ("shot-after-advancing", shooting(round={words.ADVANCED: 1}), "a", SHOT, "kt.shoot.select.not-advanced",
     ("advanced", "gun")),
    ("not-ready", shooting(step="ready"), "a", SHOT, "kt.shoot.section-ready", ("not ready",)),
    ("shot-in-melee", shooting(target=(650, 500)), "a", SHOT, "kt.shoot.select.not-engaged", ("gun",)),
    ("shaken-shooter", shooting(game={words.SHAKEN: 1}), "a", SHOT, words.SHAKEN, ("a1",)),
    ("shooter-in-another-phase", fighting(), "a", SHOT, "kt.game.phases", ("shooting phase", "fight phase")),
    # fighting
    ("fought", fighting(phase={words.FOUGHT: 1}), "a", BLOWS, words.FOUGHT, ("has fought",)),
    ("out-of-reach", fighting(target=(701, 500), round={words.CHARGED: ("b1",)}), "a", BLOWS, "kt.fight.target",
     ('1.01"', '1"')),
    ("neither-charged", fighting(target=(900, 500)), "a", BLOWS, "kt.fight.eligible", ('1"',)),
    ("chargers-first", fighting(step="hammer"), "a", BLOWS, "kt.fight.section-hammer", ("charged fight first",)),
]  # fmt: skip


@pytest.mark.parametrize(("state", "by", "action", "row", "told"), [pytest.param(*r[1:], id=r[0]) for r in TABLE])
def test_the_row_that_forbids_it_is_in_the_refusal(
    state: State, by: str, action: Action, row: str, told: tuple[str, ...]
) -> None:
    if row == "ok":  # the other side of the number: what is refused then is refused for another reason
        assert "kt.psychic.deny" not in grounds(state, by, action, general=True)
    else:
        assert says(grounds(state, by, action), row, *told), grounds(state, by, action)


@pytest.mark.parametrize(
    ("state", "by", "action", "rows"),
    [
        pytest.param(
            rolling(game={words.SHAKEN: 1}, round={words.FELL_BACK: 1}), "b", FIRE,
            {words.SHAKEN, "kt.move.fall-back.restrictions", "kt.charge.react"}, id="shaken-and-fell-back",
        ),
        pytest.param(
            denying(at=(3300, 500), round={words.DENIED: 1}), "b", Deny(model="b1"),
            {"kt.psychic.deny", words.DENIED, "kt.psychic.deny.once-per-psyker", "kt.psychic.deny.once-per-power"},
            id="too-far-and-denied",
        ),
        pytest.param(
            moving(at=(1900, 500), round={words.ADVANCED: 1}, phase={words.ACTED: 1}), "a",
            Charge(model="a1", targets=("b1",)),
            {words.ACTED, "kt.move.advance.restrictions", "kt.charge.declare"}, id="acted-advanced-and-too-far",
        ),
        pytest.param(
            position(model("a1", weapons=[gun(type="Heavy"), blade()], round={words.ADVANCED: 1}),
                     model("b1", (650, 500)), phase="shooting", step="fire-at-will"), "a", SHOT,
            {"kt.shoot.select.not-advanced", "kt.shoot.select.not-engaged"}, id="advanced-and-engaged",
        ),
        pytest.param(
            position(model("a1", phase={words.ACTED: 1}), model("b1", (1500, 500)), to_act="b"), "a",
            Move(model="a1", path=()), {words.ACTED, "kt.move.turn-order"}, id="acted-and-the-other-side's-turn",
        ),
    ],
)  # fmt: skip
def test_where_several_rules_forbid_it_all_are_named(state: State, by: str, action: Action, rows: set[str]) -> None:
    assert set(grounds(state, by, action)) >= rows


def test_what_only_says_whose_turn_it_is_comes_last() -> None:
    state = position(model("a1", phase={words.ACTED: 1}), model("b1", (1500, 500)), to_act="b")
    assert list(grounds(state, "a", Move(model="a1", path=()))) == [words.ACTED, "kt.move.turn-order"]


def test_a_psyker_that_is_asked_with_another_is_judged_by_itself() -> None:
    near, far = model("b1", (1500, 500), **PSYKER), model("b2", (3100, 900), **PSYKER)
    state = position(model("a1", **PSYKER), near, far, phase="psychic")
    asked = decide(state, "a", Manifest(model="a1"), (3, 4)).state
    assert asked.pending is not None and asked.pending.targets == ("b1",)
    assert says(grounds(asked, "b", Deny(model="b2")), "kt.psychic.deny", '24"')
