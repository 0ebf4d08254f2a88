"""The Magic Phase: the Flux Card, Veil Tokens and Channel, casting, Magic Resistance, dispelling, miscasts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.effects import Asked, Counted, Noted
from rules.kernel.errors import Malformed
from rules.kernel.events import Claim
from rules.kernel.state import State
from rules.odds import distribution
from rules.t9a import magic
from rules.t9a.magic import Cast, Dispel, Flux, Outcome, Siphon
from rules.t9a.special.channel import ChannelTokens
from rules.t9a.turn import Pass

from .battle import rolls
from .parade import Group, asked, decide, effects_of, foes, ground, refusal, regiment

CAST, DISPEL, CAP, BOUND = "t9a.core.cast", "t9a.core.dispel", "t9a.core.cast-modifier-cap", "t9a.core.bound-spell"
LEVELS, FLUX, SIPHON, MISCAST = "t9a.core.wizard-levels", "t9a.core.flux", "t9a.core.siphon", "t9a.core.miscast"
ADDS, PENALTY = "t9a.channel.add-tokens", "t9a.magic-resistance.penalty"
RESISTS = "t9a.magic-resistance"


def mage(key: str = "a1", at: Any = (1000, 1000), level: str = "Wizard Adept", **more: Any) -> Group:
    keywords = ("Standard", "Infantry", "Character", *((level,) if level else ()))
    return regiment(key, at, 1, files=1, **{"keywords": keywords, "HP": 2, **more})


def vale(*groups: Group, step: str = "cast", dice: int = 8, other: int = 0, tokens: int = 0, **more: Any) -> State:
    """The Magic Phase of a, with Magic Dice of both sides and Veil Tokens of a."""
    enemies = foes("b1", (1394, 2500), **more.pop("enemies", {}))
    state = ground(*(groups or (mage(),)), enemies, **{"phase": "magic", "step": step, **more})
    state.sides["a"].counters.update({magic.DICE: dice, magic.TOKENS: tokens})
    state.sides["b"].counters.update({magic.DICE: other})
    return state


def spell(name: str = "Spark", dice: int = 2, value: int = 7, target: str = "b1", **more: Any) -> Cast:
    return Cast(model=more.pop("model", "a1.1"), spell=name, dice=dice, value=value, target=target, **more)


def total(decided: rules.Decided) -> int:
    """What a casting roll came to."""
    return next(e.value for e in effects_of(decided, Noted, CAST) if e.target or e.value)


def modifiers(state: State, action: Cast, dice: Any = (1, 1)) -> Any:
    return rolls(decide(state, "a", action, dice), BOUND if action.bound else CAST)[0].modifiers


# the Flux Card and the Veil


def test_the_card_sets_the_pools() -> None:
    """t9a.core.flux: what was left of an earlier phase is gone; tokens are added."""
    state = vale(step="flux", dice=3, other=2, tokens=1)
    done = decide(state, "a", Flux(active=5, reactive=4, tokens=2))
    assert {side: s.counters for side, s in done.state.sides.items()} == {
        "a": {magic.DICE: 5, magic.TOKENS: 3}, "b": {magic.DICE: 4},
    }  # fmt: skip
    assert {e.rule for e in effects_of(done, Counted)} == {FLUX}


def test_the_card_is_drawn_once_and_has_to_be_drawn() -> None:
    """t9a.core.flux"""
    state = vale(step="flux")
    assert refusal(state, "a", Pass()) == FLUX
    assert refusal(state, "b", Flux(5, 4, 2)) == "t9a.core.player-turn"
    state.sides["a"].turn[FLUX] = 1
    assert refusal(state, "a", Flux(5, 4, 2)) == FLUX


def test_without_anybody_who_casts_no_card_is_drawn() -> None:
    """t9a.core.flux"""
    state = vale(mage(level=""), step="flux")
    assert [o.action for o in rules.options(rules.load("t9a"), state)] == ["pass"]


@pytest.mark.parametrize(
    ("tokens", "dice", "clause"),
    [
        pytest.param(6, 2, "", id="t9a.core.siphon.six-for-two"),
        pytest.param(5, 2, SIPHON, id="t9a.core.siphon.five-for-two"),
        pytest.param(3, 1, "", id="t9a.core.siphon.three-for-one"),
        pytest.param(2, 1, SIPHON, id="t9a.core.siphon.two-for-one"),
    ],
)
def test_three_tokens_are_a_die(tokens: int, dice: int, clause: str) -> None:
    state = vale(step="siphon", tokens=tokens, dice=1)
    if clause:
        assert refusal(state, "a", Siphon(dice=dice)) == clause
    else:
        counters = decide(state, "a", Siphon(dice=dice)).state.sides["a"].counters
        assert counters == {magic.DICE: 1 + dice, magic.TOKENS: tokens - 3 * dice}


# Channel


CHANNELS = {"t9a.channel": 2}


@pytest.mark.decides("t9a.channel.cumulative", by=ADDS)
@pytest.mark.parametrize(
    ("held", "amount"),
    [
        pytest.param(2, 2, id="t9a.channel.add-tokens"),
        pytest.param("2,1", 3, id="t9a.channel.cumulative"),
    ],
)
def test_a_model_adds_its_tokens(held: int | str, amount: int) -> None:
    """The worked example: Channel (2) and Channel (1) make Channel (3)."""
    state = vale(mage(has={"t9a.channel": held}), step="siphon", tokens=1)
    done = decide(state, "a", ChannelTokens(model="a1.1"))
    assert done.state.sides["a"].counters[magic.TOKENS] == 1 + amount
    assert [(e.rule, e.by) for e in effects_of(done, Counted)] == [(ADDS, amount)]


def test_every_model_channels_for_itself() -> None:
    """t9a.channel.add-tokens: two models, 2 and 1."""
    state = vale(mage(has=CHANNELS), mage("a2", (2000, 1000), has={"t9a.channel": 1}), step="siphon")
    state = decide(state, "a", ChannelTokens(model="a1.1")).state
    assert decide(state, "a", ChannelTokens(model="a2.1")).state.sides["a"].counters[magic.TOKENS] == 3


def both_channel(**more: Any) -> State:
    return vale(mage(has=CHANNELS), mage("b2", (5000, 2500), has=CHANNELS), **{"step": "siphon", **more})


def channelled() -> State:
    return decide(both_channel(tokens=3), "a", ChannelTokens(model="a1.1")).state


@pytest.mark.parametrize(
    ("state", "by", "model", "clause"),
    [
        pytest.param(both_channel(step="flux"), "a", "a1.1", "t9a.channel.step", id="t9a.channel.step.before"),
        pytest.param(both_channel(step="cast"), "a", "a1.1", "t9a.channel.step", id="t9a.channel.step.after"),
        pytest.param(both_channel(phase="shooting", step="shoot"), "a", "a1.1", "t9a.channel.step",
                     id="t9a.channel.step.phase"),
        pytest.param(both_channel(), "b", "b2.1", "t9a.channel.active-only", id="t9a.channel.active-only"),
        pytest.param(both_channel(), "b", "a1.1", "t9a.core.player-turn", id="t9a.core.player-turn.channel"),
        pytest.param(channelled(), "a", "a1.1", "t9a.channel.optional", id="t9a.channel.optional.twice-is-too-much"),
        pytest.param(vale(step="siphon", tokens=3), "a", "a1.1", ADDS, id="t9a.channel.add-tokens.without"),
        pytest.param(vale(mage(at=None, has=CHANNELS), step="siphon", tokens=3), "a", "a1.1",
                     "t9a.ambush.off-table-status", id="t9a.ambush.off-table-status.channel"),
    ],
)  # fmt: skip
def test_who_does_not_channel(state: State, by: str, model: str, clause: str) -> None:
    assert refusal(state, by, ChannelTokens(model=model)) == clause


def test_nobody_has_to_channel() -> None:
    """t9a.channel.optional: nothing is added, and the phase goes on."""
    done = decide(both_channel(), "a", Pass())
    assert (done.state.step, done.state.sides["a"].counters[magic.TOKENS]) == ("cast", 0)


def test_nobody_channels_after_tokens_were_turned_into_dice() -> None:
    """t9a.core.siphon: Channel is added first."""
    state = decide(both_channel(tokens=6), "a", Siphon(dice=1)).state
    assert refusal(state, "a", ChannelTokens(model="a1.1")) == SIPHON


# casting


@pytest.mark.parametrize(
    ("dice", "cast"),
    [pytest.param((3, 4), True, id="t9a.core.cast.reached"), pytest.param((3, 3), False, id="t9a.core.cast.short")],
)
def test_a_spell_is_cast_if_its_roll_reaches_the_value(dice: tuple[int, int], cast: bool) -> None:
    done = decide(vale(), "a", spell(), dice)
    assert (asked(done) == (CAST, "a", "a1.1")) == cast
    assert total(done) == sum(dice)
    assert done.state.sides["a"].counters[magic.DICE] == 6


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(vale(dice=1), spell(dice=2), CAST, id="t9a.core.cast.no-dice-left"),
        pytest.param(vale(), spell(dice=0), CAST, id="t9a.core.cast.no-dice"),
        pytest.param(vale(mage(phase={CAST: ("Spark",)})), spell(), CAST, id="t9a.core.cast.twice"),
        pytest.param(vale(mage(level="")), spell(), LEVELS, id="t9a.core.wizard-levels.no-wizard"),
        pytest.param(vale(mage(game={"t9a.core.fleeing": "panic"})), spell(), "t9a.core.fleeing",
                     id="t9a.core.fleeing.cast"),
        pytest.param(vale(mage(at=None)), spell(), "t9a.ambush.off-table-status",
                     id="t9a.ambush.off-table-status.cast"),
        pytest.param(vale(step="siphon"), spell(), "t9a.core.player-turn", id="t9a.core.player-turn.cast"),
        pytest.param(vale(mage(), foes("b2", None)), spell(target="b2"), "table.present", id="table.present.target"),
        pytest.param(vale(mage("b2", (5000, 2500)), mage()), spell(model="b2.1"), "t9a.core.player-turn",
                     id="t9a.core.player-turn.model"),
    ],
)  # fmt: skip
def test_what_cannot_be_cast(state: State, action: Cast, clause: str) -> None:
    mark = state.units["a1"].phase.pop(CAST, None)
    if mark is not None:
        state.models["a1.1"].phase[CAST] = mark
    assert refusal(state, "a", action, (1, 1)) == clause


@pytest.mark.parametrize(
    ("dice", "fits"),
    [pytest.param(5, True, id="t9a.core.cast.5-dice"), pytest.param(6, False, id="t9a.core.cast.6-dice")],
)
def test_five_dice_are_the_most(dice: int, fits: bool) -> None:
    written = msgspec.to_builtins(spell(dice=dice))
    if fits:
        assert msgspec.convert(written, Cast).dice == dice
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(written, Cast)


# levels


@pytest.mark.parametrize(
    ("level", "most"),
    [
        pytest.param("Wizard Apprentice", 1, id="t9a.core.wizard-levels.apprentice"),
        pytest.param("Wizard Adept", 2, id="t9a.core.wizard-levels.adept"),
        pytest.param("Wizard Master", 4, id="t9a.core.wizard-levels.master"),
    ],
)
def test_a_wizard_knows_as_many_spells_as_its_level_says(level: str, most: int) -> None:
    state = vale(mage(level=level))
    names = tuple(f"Spell {n}" for n in range(1, most + 1))
    state.models["a1.1"].game[LEVELS] = names
    assert refusal(state, "a", spell("Another"), (1, 1)) == LEVELS
    assert total(decide(state, "a", spell(names[-1]), (1, 2))) == 3 + (level == "Wizard Master")
    state.models["a1.1"].game[LEVELS] = names[:-1]
    shown = decide(state, "a", spell("Another"), (1, 1)).state.models["a1.1"].game[LEVELS]
    assert shown == (*names[:-1], "Another")


def test_a_master_adds_1() -> None:
    """t9a.core.wizard-levels"""
    assert modifiers(vale(mage(level="Wizard Master")), spell()) == ((LEVELS, 1),)
    assert modifiers(vale(), spell()) == ()


@pytest.mark.parametrize(
    ("level", "declared", "expected"),
    [
        pytest.param("Wizard Adept", 2, ((CAST, 2),), id="t9a.core.cast-modifier-cap.2"),
        pytest.param("Wizard Adept", 3, ((CAST, 3), (CAP, -1)), id="t9a.core.cast-modifier-cap.3"),
        pytest.param("Wizard Adept", -2, ((CAST, -2),), id="t9a.core.cast-modifier-cap.minus-2"),
        pytest.param("Wizard Adept", -4, ((CAST, -4), (CAP, 2)), id="t9a.core.cast-modifier-cap.minus-4"),
        pytest.param("Wizard Master", 2, ((LEVELS, 1), (CAST, 2), (CAP, -1)), id="t9a.core.cast-modifier-cap.master"),
    ],
)
def test_modifiers_of_a_casting_roll_are_limited(level: str, declared: int, expected: Any) -> None:
    assert modifiers(vale(mage(level=level)), spell(modifier=declared)) == expected


# Bound Spells


@pytest.mark.parametrize(
    ("held", "dice", "clause"),
    [
        pytest.param(3, 3, "", id="t9a.core.bound-spell.its-dice"),
        pytest.param(3, 2, BOUND, id="t9a.core.bound-spell.other-dice"),
        pytest.param("power 4", 1, BOUND, id="t9a.core.bound-spell.power-takes-no-dice"),
        pytest.param(None, 2, BOUND, id="t9a.core.bound-spell.no-item"),
    ],
)
def test_a_bound_spell_has_its_dice(held: Any, dice: int, clause: str) -> None:
    state = vale(mage(level="" if held else "Wizard Adept", has={BOUND: held} if held else {}))
    if clause:
        assert refusal(state, "a", spell(dice=dice, bound=True), (1,) * dice) == clause
    else:
        assert len(rolls(decide(state, "a", spell(dice=dice, bound=True), (1, 2, 2)), BOUND)[0].faces) == dice


@pytest.mark.parametrize(
    ("value", "cast"),
    [
        pytest.param(4, True, id="t9a.core.bound-spell.power"),
        pytest.param(5, False, id="t9a.core.bound-spell.power-short"),
    ],
)
def test_a_power_level_is_compared_without_dice(value: int, cast: bool) -> None:
    state = vale(mage(level="", has={BOUND: "power 4"}), dice=0)
    done = decide(state, "a", spell(dice=0, value=value, bound=True))
    assert (asked(done)[0] == CAST) == cast


def test_a_wizard_of_no_level_adds_nothing_to_a_bound_spell() -> None:
    """t9a.core.bound-spell: the Master's 1 is for spells of his own."""
    assert modifiers(vale(mage(level="Wizard Master", has={BOUND: 2})), spell(bound=True)) == ()


# Magic Resistance


def resisted(special: dict[int, dict[str, Any]] | None = None, **more: Any) -> State:
    return vale(mage(has={BOUND: 2}), enemies={"special": special or {}, **more})


ONE_OF_TEN = {4: {"has": {RESISTS: 2}}}


@pytest.mark.decides("t9a.magic-resistance.one-model", by=PENALTY)
@pytest.mark.decides("t9a.magic-resistance.all-spells", by=PENALTY)
@pytest.mark.decides("t9a.magic-resistance.best", by=PENALTY)
@pytest.mark.parametrize(
    ("special", "bound", "expected"),
    [
        pytest.param({}, False, (), id="t9a.magic-resistance.penalty.none"),
        pytest.param(ONE_OF_TEN, False, ((PENALTY, -2),), id="t9a.magic-resistance.one-model"),
        pytest.param(ONE_OF_TEN, True, ((PENALTY, -2),), id="t9a.magic-resistance.all-spells"),
        pytest.param({**ONE_OF_TEN, 5: {"has": {RESISTS: 1}}}, False, ((PENALTY, -2),), id="t9a.magic-resistance.best"),
        pytest.param({**ONE_OF_TEN, 5: {"has": {RESISTS: 3}}}, False, ((PENALTY, -3),),
                     id="t9a.magic-resistance.best.3"),
    ],
)  # fmt: skip
def test_enemies_with_magic_resistance_are_harder_to_enchant(special: Any, bound: bool, expected: Any) -> None:
    done = decide(resisted(special), "a", spell(bound=bound), (4, 4))
    assert rolls(done, BOUND if bound else CAST)[0].modifiers == expected
    assert total(done) == 8 + sum(amount for _, amount in expected)
    assert (asked(done)[0] == CAST) == (total(done) >= 7)


@pytest.mark.decides("t9a.magic-resistance.exception", by=PENALTY)
@pytest.mark.parametrize("resistance", [2, 3])
def test_magic_resistance_is_beyond_the_limit(resistance: int) -> None:
    """t9a.magic-resistance.exception: -2 declared is the limit; the resistance is on top of it."""
    state = resisted({1: {"has": {RESISTS: resistance}}})
    assert modifiers(state, spell(modifier=-3)) == ((CAST, -3), (CAP, 1), (PENALTY, -resistance))


def test_magic_resistance_is_no_hindrance_to_friends_nor_without_a_target() -> None:
    """t9a.magic-resistance.penalty: enemies of the caster only."""
    state = vale(mage(), regiment("a2", (3000, 1000), has={RESISTS: 2}))
    assert modifiers(state, spell(target="a2")) == ()
    assert modifiers(resisted(ONE_OF_TEN), spell(target="")) == ()


def test_magic_resistance_lowers_a_power_level() -> None:
    """t9a.magic-resistance.all-spells: power 4 less 2 is no 3."""
    state = vale(mage(level="", has={BOUND: "power 4"}), enemies={"special": ONE_OF_TEN})
    assert asked(decide(state, "a", spell(dice=0, value=2, bound=True)))[0] == CAST
    assert asked(decide(state, "a", spell(dice=0, value=3, bound=True)))[0] != CAST


# dispelling


@pytest.mark.parametrize(
    ("dice", "gone"),
    [pytest.param((4, 4), True, id="t9a.core.dispel.equal"), pytest.param((4, 3), False, id="t9a.core.dispel.less")],
)
def test_a_spell_is_dispelled_by_as_much_as_it_was_cast_with(dice: tuple[int, int], gone: bool) -> None:
    waits = decide(vale(other=4), "a", spell(), (4, 4))
    assert asked(waits) == (DISPEL, "b", "a1.1")
    assert waits.state.pending is not None and waits.state.pending.value == 8
    done = decide(waits.state, "b", Dispel(dice=2), dice)
    assert (asked(done)[0] == CAST) == (not gone)
    assert done.state.sides["b"].counters[magic.DICE] == 2
    assert [(e.value, e.text) for e in effects_of(done, Noted, DISPEL)] == [(sum(dice), "8 to dispel")]


def test_who_dispels_and_with_what() -> None:
    """t9a.core.dispel, t9a.core.cast-modifier-cap"""
    waits = decide(vale(other=2), "a", spell(), (4, 4)).state
    assert refusal(waits, "b", Dispel(dice=3), (6, 6, 6)) == DISPEL
    assert refusal(waits, "a", Dispel(dice=1), (6,)) == DISPEL
    done = decide(waits, "b", Dispel(dice=2, modifier=5), (3, 3))
    assert rolls(done, DISPEL)[0].modifiers == ((DISPEL, 5), (CAP, -3))
    assert asked(done)[0] != CAST
    let = decide(waits, "b", Pass())
    assert asked(let) == (CAST, "a", "a1.1")


# what it does


def test_a_spell_has_the_outcome_that_its_side_declares() -> None:
    """t9a.core.cast: three dead of ten, taken from the ranks, and a Panic test for a quarter."""
    cast = decide(vale(), "a", spell(), (4, 4)).state
    dead = tuple(Claim(model=f"b1.{n}", wounds=0) for n in (1, 2, 3))
    done = decide(cast, "a", Outcome(model="a1.1", changes=dead))
    stands = done.state.units["b1"].formation
    assert stands is not None and sorted(stands.stands) == sorted(f"b1.{n}" for n in range(4, 11))
    assert [e.decision.clause for e in effects_of(done, Asked)] == ["t9a.core.panic.fail"]


def test_a_unit_that_a_spell_kills_is_gone() -> None:
    """t9a.core.cast"""
    cast = decide(vale(mage(), foes("b2", (4000, 2500))), "a", spell(), (4, 4)).state
    done = decide(cast, "a", Outcome("a1.1", tuple(Claim(model=f"b1.{n}", out=True) for n in range(1, 11))))
    assert done.state.units["b1"].formation is None


def test_only_the_casters_side_says_what_happens() -> None:
    """t9a.core.cast"""
    cast = decide(vale(), "a", spell(), (4, 4)).state
    assert refusal(cast, "b", Outcome("a1.1")) == CAST
    assert refusal(vale(), "a", Outcome("a1.1")) == CAST
    with pytest.raises(Malformed):
        decide(cast, "a", Outcome("a1.1", (Claim(model="b1.1", wounds=2),)))
    assert refusal(cast, "a", Outcome("a1.1", (Claim(model="b1.1", at=(5, 5, 0)),))) == CAST
    assert refusal(cast, "a", Outcome("a1.1", (Claim(model="b1.1", marks={CAST: 1}),))) == CAST


@pytest.mark.parametrize(
    ("dice", "clause"),
    [
        pytest.param((2, 2, 5), "", id="t9a.core.miscast.two-alike"),
        pytest.param((2, 2, 2), MISCAST, id="t9a.core.miscast.three-alike"),
        pytest.param((3, 2, 2, 2), MISCAST, id="t9a.core.miscast.three-of-four"),
    ],
)
def test_three_dice_alike_are_a_miscast(dice: tuple[int, ...], clause: str) -> None:
    done = decide(vale(), "a", spell(dice=len(dice), value=30), dice)
    assert (asked(done)[0] if asked(done)[0] == MISCAST else "") == clause
    if clause:
        hurt = decide(done.state, "a", Outcome("a1.1", (Claim(model="a1.1", wounds=1),)))
        assert hurt.state.models["a1.1"].wounds == 1
        assert decide(done.state, "a", Pass()).state.models["a1.1"].wounds == 2


def test_a_miscast_follows_the_spell_that_is_cast_or_dispelled() -> None:
    """t9a.core.miscast"""
    waits = decide(vale(other=4), "a", spell(dice=3), (4, 4, 4)).state
    dispelled = decide(waits, "b", Dispel(dice=3), (6, 6, 6))
    assert asked(dispelled) == (MISCAST, "a", "a1.1")
    cast = decide(waits, "b", Pass())
    assert asked(cast) == (CAST, "a", "a1.1")
    assert asked(decide(cast.state, "a", Pass())) == (MISCAST, "a", "a1.1")


def test_odds_of_casting() -> None:
    """t9a.core.cast: 7 or more with two dice is 21 of 36."""
    found = distribution(
        rules.load("t9a"), vale(), rules.Declaration(by="a", action=spell()), lambda d: asked(d)[0] == CAST
    )
    assert found[True] == Fraction(21, 36)


def test_options_of_casters_are_whole() -> None:
    """t9a.core.cast: a Wizard that has shown its spells under other names may cast them."""
    state = vale()
    state.models["a1.1"].game[LEVELS] = ("Fire", "Ice")
    (option,) = [o for o in rules.options(rules.load("t9a"), state) if o.action == "cast"]
    assert option.targets[0] == "b1"
    state.models["a1.1"].phase[CAST] = ("Fire", "Ice")
    assert not [o for o in rules.options(rules.load("t9a"), state) if o.action == "cast"]
