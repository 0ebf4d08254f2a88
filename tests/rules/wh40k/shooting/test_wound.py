"""From hits to casualties: rolls to wound, the loss of Wounds, Instant Death, Wounds without a roll."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.kernel.effects import Removed, WoundsSet
from rules.wh40k import hooks
from rules.wh40k.shooting import wound

from ..field import decide, effects_of, field, gone, gun, ruleset, squad, tank, wanted
from ..shots import needs, resolved, rolls, shoot

TO_WOUND = "wh40k.assumed.to-wound"
FROM, TO = (1000, 1000), (1000, 2000)


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(8, 4, 2), (6, 4, 2), (5, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (1, 4, 6), (1, 5, 7), (3, 7, 7), (10, 1, 2)],
)
def test_the_chart(strength: int, toughness: int, needed: int) -> None:
    here = field(squad("bu1", TO, 1, T=toughness, W=3, Sv=2))
    dice = [] if needed > 6 else [1]
    unsaved, ctx = resolved(here, dice, strength=strength)
    assert unsaved == 0
    assert needs(ctx, "wh40k.assumed.to-wound") == ([needed] if needed < 7 else [])


def test_toughness_is_the_majority() -> None:
    here = field(squad("bu1", TO, 3, special={1: {"T": 6}}))
    _, ctx = resolved(here, [1], strength=4)
    assert needs(ctx, TO_WOUND) == [4]


def test_of_equally_many_the_highest_toughness() -> None:
    here = field(squad("bu1", TO, 2, special={1: {"T": 6}}))
    _, ctx = resolved(here, [1], strength=4)
    assert needs(ctx, TO_WOUND) == [6]


def test_each_unsaved_wound_takes_one_off_and_the_last_removes() -> None:
    assert wound.WOUNDS == "wh40k.assumed.wounds"
    here = field(squad("au1", FROM, 2), squad("bu1", TO, 1, W=3, T=5), phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1", 2), [6] * 4 + [6, 6, 1, 1] + [1, 1])
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet, "wh40k.assumed.wounds")] == [(3, 2), (2, 1)]
    assert gone(done) == []
    done = decide(here, "a", shoot("au1", "bu1", 2), [6] * 4 + [6, 6, 6, 1] + [1, 1, 1])
    assert gone(done) == ["bu1.1"]
    assert done.state.models["bu1.1"].wounds == 0


@pytest.mark.parametrize(
    ("row", "strength", "dies"),
    [
        ("wh40k.assumed.instant-death.double-toughness", 8, True),
        ("wh40k.assumed.instant-death.double-toughness", 7, False),
    ],
)
def test_double_toughness(row: str, strength: int, dies: bool) -> None:
    here = field(squad("au1", FROM, 1, weapons=(gun(S=strength, AP=1),)), squad("bu1", TO, 1, W=3), phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6] + [6, 6])
    dice_hit_once = decide(here, "a", shoot("au1", "bu1"), [6, 1] + [6])
    assert (gone(dice_hit_once) == ["bu1.1"]) is dies
    assert bool(effects_of(dice_hit_once, WoundsSet, row)) is dies
    assert (gone(done) == ["bu1.1"]) is dies


def test_vehicles_are_penetrated_in_place_of_wounded() -> None:
    here = field(squad("au1", (3000, 1000), 1, weapons=(gun(S=8, type="Heavy"),)), tank("bu1", (1000, 1000)),
                 phase="shooting")  # fmt: skip
    assert wanted(here, "a", shoot("au1", "bu1"), [6]) == (1, "wh40k.assumed.vehicle.penetration")
    done = decide(here, "a", shoot("au1", "bu1"), [6, 4])
    assert done.state.models["bu1.1"].wounds == 2


def context(state: Any, dice: tuple[int, ...]) -> Context:
    return Context(ruleset(), state.copied(), "a", dice)


@pytest.mark.parametrize(("face", "unsaved"), [(4, False), (3, True)])
def test_suffering_a_wound_without_a_roll(face: int, unsaved: bool) -> None:
    assert wound.WOUNDS == "wh40k.assumed.wounds"
    ctx = context(field(squad("bu1", TO, 1)), (face,))
    assert wound.suffer(ctx, ctx.model("bu1.1"), "wh40k.assumed.wounds") is unsaved
    assert ctx.model("bu1.1").out is unsaved
    assert rolls(ctx) == [("wh40k.assumed.save.armour", (face,))]


def test_suffering_without_a_save() -> None:
    ctx = context(field(squad("bu1", TO, 1, W=2)), ())
    assert wound.suffer(ctx, ctx.model("bu1.1"), "wh40k.assumed.wounds", armour=False)
    assert ctx.model("bu1.1").wounds == 1


def test_losing_wounds_removes_once() -> None:
    ctx = context(field(squad("bu1", TO, 1, W=2)), ())
    wound.lose(ctx, ctx.model("bu1.1"), "wh40k.assumed.wounds", 5)
    wound.lose(ctx, ctx.model("bu1.1"), "wh40k.assumed.wounds")
    assert [e.model for e in ctx.effects if isinstance(e, Removed)] == ["bu1.1"]


def test_wounds_left_over_are_lost() -> None:
    unsaved, ctx = resolved(field(squad("bu1", TO, 2, Sv=None)), [6] * 4, hits=4)
    assert unsaved == 2 and all(m.out for m in ctx.state.models.values())


def test_hits_and_wounds_fire_their_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    fired: list[tuple[str, Any]] = []
    whole = Context.fire

    def listen(self: Context, hook: Any, occasion: Any = None, **roles: Any) -> None:
        fired.append((hook.id, occasion))
        whole(self, hook, occasion, **roles)

    monkeypatch.setattr(Context, "fire", listen)
    unsaved, _ = resolved(field(squad("bu1", TO, 3, Sv=None)), [6, 6, 1], hits=3)
    assert unsaved == 2
    assert [pair for pair in fired if pair[0] == hooks.HIT.id] == [(hooks.HIT.id, 3)]
    assert [pair for pair in fired if pair[0] == hooks.WOUNDED.id] == [(hooks.WOUNDED.id, 1)] * 2
