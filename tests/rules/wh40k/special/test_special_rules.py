"""What holds for all special rules, and the presumed rules of profiles, measuring and tests."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Rolled
from rules.kernel.state import Model, State
from rules.wh40k import hooks, position, questions, words
from rules.wh40k.movement.move import Move
from rules.wh40k.movement.run import Run, RunAgain
from rules.wh40k.shooting import wound
from rules.wh40k.special.crusader import CRUSADER
from rules.wh40k.turn import Pass

from ..field import asked, blade, decide, field, refusal, ruleset, sheet, squad, tank, wanted
from ..paces import shift
from ..shots import needs, resolved

ENEMY = squad("bu9", (6900, 4500), 1)


def here(**of_squad: Any) -> State:
    return field(squad("au1", (1000, 1000), 2, **of_squad), ENEMY, phase="shooting")


def context(state: State, dice: tuple[int, ...] = ()) -> Context:
    return Context(ruleset(), state, "a", dice)


@pytest.mark.decides("wh40k.usr.definition", by="wh40k.regroup.no-move")
def test_a_special_rule_bends_a_main_rule() -> None:
    # wh40k.usr.definition: regrouped units do not move, unless a special rule says so
    marks: dict[str, Any] = {"turn": {words.REGROUPED_NOW: 1}}
    plain = field(squad("au1", (1000, 1000), 2, **marks), ENEMY)
    step = Move(unit="au1", moves=shift(plain, "au1", 0, 600))
    assert refusal(plain, "a", step) == "wh40k.regroup.no-move"
    special = field(squad("au1", (1000, 1000), 2, **marks, has={"wh40k.usr.atsknf": 1}), ENEMY)
    assert decide(special, "a", step).state.models["au1.1"].at == (1000, 1600, 0)


def test_the_same_rule_twice_is_the_same_rule() -> None:
    # wh40k.usr.no-stacking: on both models, on the unit and for a time: one die more
    state = here(has={"wh40k.usr.crusader": 1}, unit_has={"wh40k.usr.crusader": 1})
    state.units["au1"].turn["wh40k.usr.crusader"] = 1
    assert wanted(state, "a", Run(unit="au1")) == (2, "wh40k.assumed.run")


@pytest.mark.parametrize(
    ("printed", "granted", "needed"),
    [
        pytest.param(6, 4, 4, id="wh40k.usr.no-stacking.granted-is-better"),
        pytest.param(4, 6, 4, id="wh40k.usr.no-stacking.printed-is-better"),
    ],
)
def test_of_two_strengths_the_best(printed: int, granted: int, needed: int) -> None:
    state = here(has={"wh40k.usr.feel-no-pain": printed}, Sv=None, W=2)
    state.models["au1.1"].phase["wh40k.usr.feel-no-pain"] = granted
    ctx = context(state, (6,))
    wound.suffer(ctx, state.models["au1.1"], "wh40k.assumed.wounds")
    rolled = [e for e in ctx.effects if isinstance(e, Rolled) and e.rule == "wh40k.usr.feel-no-pain.roll"]
    assert [e.needed for e in rolled] == [needed]


@pytest.mark.decides("wh40k.usr.different-rules-cumulative", by="wh40k.assumed.run.again")
def test_different_rules_add_up() -> None:
    # wh40k.usr.different-rules-cumulative: a die more, and dice rolled again
    state = here(has={"wh40k.usr.crusader": 1, "wh40k.usr.fleet": 1})
    rolled = decide(state, "a", Run(unit="au1"), [1, 2])
    assert asked(rolled)[0] == "wh40k.assumed.run.again"
    again = decide(rolled.state, "a", RunAgain(unit="au1", dice=(0,)), [6])
    assert again.state.pending is not None
    assert again.state.pending.value == 600
    alone = decide(here(has={"wh40k.usr.crusader": 1}), "a", Run(unit="au1"), [1, 2])
    assert asked(alone)[0] == "wh40k.assumed.run"


@pytest.mark.decides("wh40k.usr.default-none", by="wh40k.assumed.run")
def test_nobody_has_a_rule_that_is_not_written() -> None:
    # wh40k.usr.default-none
    state = here()
    ctx = context(state)
    held = [rule.id for rule in ruleset().rules if rule.id.startswith("wh40k.usr.")]
    assert len(held) > 30
    assert [
        rule for rule in held if ctx.holds(state.models["au1.1"], rule) or ctx.holds(state.units["au1"], rule)
    ] == []
    assert refusal(here(turn={words.REGROUPED_NOW: 1}), "a", Run(unit="au1"), [1]) == "wh40k.regroup.no-run"
    assert wanted(state, "a", Run(unit="au1")) == (1, "wh40k.assumed.run")
    assert wanted(here(has={"wh40k.usr.crusader": 1}), "a", Run(unit="au1")) == (2, "wh40k.assumed.run")


def test_rules_of_the_codex_stand_on_the_sheet() -> None:
    # wh40k.usr.source.codex: of a model, or of a unit
    state = here(special={1: {"has": {"wh40k.usr.crusader": 1}}})
    ctx = context(state)
    assert ctx.holds(state.models["au1.1"], CRUSADER.id)
    assert not ctx.holds(state.models["au1.2"], CRUSADER.id)
    assert ctx.holds(state.units["au1"], CRUSADER.id)
    whole = here(unit_has={"wh40k.usr.crusader": 1})
    assert context(whole).holds(whole.models["au1.2"], CRUSADER.id)


@pytest.mark.decides("wh40k.usr.source.weapon", by="wh40k.assumed.to-wound")
def test_rules_of_a_weapon_are_of_its_attacks() -> None:
    # wh40k.usr.source.weapon: the axe is fleshbane, the knife is not
    axe, knife = blade("axe", has={"wh40k.usr.fleshbane": 1}), blade("knife")
    for weapon, needed in (axe, 2), (knife, 4):
        _, ctx = resolved(here(weapons=(axe, knife)), [1], attacker="au1.1", target="bu9", weapon=weapon, assault=True)
        assert needs(ctx, "wh40k.assumed.to-wound") == [needed]


@pytest.mark.decides("wh40k.usr.source.temporary", by="wh40k.assumed.run")
def test_rules_for_a_time() -> None:
    # wh40k.usr.source.temporary: for a phase, on a unit
    state = here()
    effect = Marked(rule="wh40k.usr.source.temporary", on="au1", key="wh40k.usr.crusader", until="phase")
    effect.apply(state)
    assert wanted(state, "a", Run(unit="au1")) == (2, "wh40k.assumed.run")
    assert wanted(here(), "a", Run(unit="au1")) == (1, "wh40k.assumed.run")
    later = decide(state, "a", Pass()).state
    assert not context(later).holds(later.units["au1"], CRUSADER.id)


def test_unknown_rules_may_stand_on_a_sheet() -> None:
    # wh40k.usr.list-open: they change nothing
    state = here(has={"codex.waaagh": 1})
    assert context(state).holds(state.models["au1.1"], "codex.waaagh") == 1
    assert wanted(state, "a", Run(unit="au1")) == (1, "wh40k.assumed.run")
    assert list(position.sheet_problems([state.models["au1.1"].sheet])) == []


# profiles


def test_profiles() -> None:
    # wh40k.assumed.profile: 0 to 10, a save of 2+ to 6+ or none; vehicles have armour and hull points
    assert list(position.sheet_problems([sheet("x"), sheet("y", Sv=None), tank("au1")[1][0].sheet])) == []  # type: ignore[arg-type]
    assert list(position.sheet_problems([sheet("x", WS=11)]))
    assert list(position.sheet_problems([sheet("x", Sv=1)]))


class Twice:
    """A change that rules make of a characteristic."""

    def __init__(self, change: hooks.CharacteristicChange) -> None:
        self.change = change

    def value(self, hook: Any, base: Any, **roles: Any) -> Any:
        """What stands at the hook."""
        return self.change


@pytest.mark.parametrize(
    ("change", "value"),
    [
        pytest.param(
            hooks.CharacteristicChange(times=2, plus=1), 9, id="wh40k.assumed.profile.modifier-order.times-first"
        ),
        pytest.param(
            hooks.CharacteristicChange(times=2, plus=-1), 7, id="wh40k.assumed.profile.modifier-order.then-minus"
        ),
        pytest.param(
            hooks.CharacteristicChange(times=2, plus=3, fixed=1),
            1,
            id="wh40k.assumed.profile.modifier-order.fixed-last",
        ),
        pytest.param(hooks.CharacteristicChange(times=3), 10, id="wh40k.assumed.profile.modifier-order.at-most-10"),
        pytest.param(hooks.CharacteristicChange(plus=-9), 0, id="wh40k.assumed.profile.modifier-order.at-least-0"),
    ],
)
def test_the_order_of_modifiers(change: hooks.CharacteristicChange, value: int) -> None:
    """`wh40k.assumed.profile.modifier-order`: multiplied, added to, then fixed; 0 to 10."""
    model = here(S=4).models["au1.1"]
    assert words.characteristic(Twice(change), model, "S") == value  # type: ignore[arg-type]


# measuring


def between(a: Model, b: Model) -> int:
    return geometry.distance(a, b)


def test_distances_are_between_bases_and_hulls() -> None:
    # wh40k.assumed.measurement
    one, other = squad("au1", (1000, 1000), 1)[1][0], squad("bu1", (1500, 1000), 1)[1][0]
    assert between(one, other) == 400
    hull = tank("bu2", (1500, 1000))[1][0]
    assert between(one, hull) == 500 - 50 - 225
    across = tank("bu2", (1500, 1000), facing=(0, 1000))[1][0]
    assert between(one, across) == 500 - 50 - 150


def test_measuring_is_free() -> None:
    # wh40k.assumed.measurement: whoever is not to act reads the same options and positions
    state = field(squad("au1", (1000, 1000), 1), ENEMY)
    before = state.copied()
    assert between(state.models["au1.1"], state.models["bu9.1"]) > 0
    assert state == before


# tests


@pytest.mark.parametrize(
    ("value", "face", "passes"),
    [
        pytest.param(4, 4, True, id="wh40k.assumed.test.characteristic.equal"),
        pytest.param(4, 5, False, id="wh40k.assumed.test.characteristic.above"),
        pytest.param(10, 6, False, id="wh40k.assumed.test.characteristic.a-6-fails"),
        pytest.param(0, 1, False, id="wh40k.assumed.test.characteristic.of-0"),
    ],
)
def test_characteristic_tests(value: int, face: int, passes: bool) -> None:
    state = here(I=value)
    ctx = context(state, (face,))
    assert questions.characteristic_test(ctx, state.units["au1"], "wh40k.assumed.test.characteristic", "I") == passes


def test_a_unit_uses_its_highest_value() -> None:
    # wh40k.assumed.test.characteristic
    state = here(I=2, special={2: {"I": 5}})
    ctx = context(state, (5,))
    assert questions.characteristic_test(ctx, state.units["au1"], "wh40k.assumed.test.characteristic", "I")


@pytest.mark.parametrize(
    ("dice", "passes"),
    [
        pytest.param((4, 4), True, id="wh40k.assumed.test.leadership.equal"),
        pytest.param((4, 5), False, id="wh40k.assumed.test.leadership.above"),
    ],
)
def test_leadership_tests(dice: tuple[int, int], passes: bool) -> None:
    state = here(Ld=7, special={2: {"Ld": 8}})
    ctx = context(state, dice)
    check = questions.Check("wh40k.assumed.test.leadership", "Ld", lambda ctx, unit, passed: None)
    assert questions.test(ctx, state.units["au1"], check) == passes
