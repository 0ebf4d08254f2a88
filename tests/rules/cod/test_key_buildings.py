"""Key buildings in the battle: who may use them when, and what each of the seven gives."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod.chosen import stratagems
from rules.cod.key_buildings import SERVED, USED, UseKeyBuilding
from rules.cod.night import DUSK
from rules.kernel.effects import Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Reroll
from rules.kernel.state import Decision, State
from rules.wh40k import questions
from rules.wh40k.morale import checks
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire

from ..wh40k.field import decide, effects_of, field, gun, refusal, squad, tank
from .plans import planned
from .streets import COD
from .town import at_work, ruin

AT = (2100, 1600)
"""Inside the ruin, which reaches from 2000 to 3200 and from 1000 to 2200."""
HIT, WOUND = "wh40k.assumed.shooting.to-hit", "wh40k.assumed.to-wound"
TURN = "wh40k.assumed.turn-structure"


def town(*groups: Any, a: Any = (), b: Any = (), on_a: Any = None, phase: str = "shooting", **more: Any) -> State:
    told = {**({"on_a": on_a} if on_a else {})}
    kept = {"terrain": ruin(floors=1), **more}
    others = squad("au9", (100, 100), 1), squad("bu9", (7000, 4700), 1)
    return field(*groups, *others, key="cod", phase=phase, **planned(a=a, b=b, **told), **kept)


def use(name: str, unit: str = "au1", choice: str = "") -> UseKeyBuilding:
    return UseKeyBuilding(stratagem=name, unit=unit, choice=choice)


def one(name: str, ruin_id: str = "r1") -> dict[str, str]:
    return {name: ruin_id}


# what holds for all


def test_once_in_a_player_turn() -> None:
    # cod.stratagem.key-building.once-per-turn, cod.gap.turn-unit: player turns, unless game turns were agreed
    here = town(squad("au1", AT), squad("au2", (2100, 1300)), a=one("hospital"))
    after = decide(here, "a", use("hospital")).state
    assert refusal(after, "a", use("hospital", "au2")) == "cod.stratagem.key-building.once-per-turn"
    assert USED in after.sides["a"].turn and USED not in after.sides["a"].round
    row = "cod.gap.turn-unit"
    agreed = town(squad("au1", AT), squad("au2", (2100, 1300)), a=one("hospital"), options={row: "game"})
    after = decide(agreed, "a", use("hospital")).state
    assert USED in after.sides["a"].round and SERVED in after.units["au1"].round
    assert refusal(after, "a", use("hospital", "au2")) == "cod.stratagem.key-building.once-per-turn"


def test_one_unit_with_a_model_inside() -> None:
    # cod.stratagem.key-building.one-unit: one model of it inside is enough
    row = "cod.stratagem.key-building.one-unit"
    partly = squad("au1", places=[(1700, 1600), (1850, 1600), (2000, 1600)], count=3)
    here = town(partly, squad("au2", (1000, 1600)), a=one("hospital"))
    assert refusal(here, "a", use("hospital", "au2")) == row
    after = decide(here, "a", use("hospital")).state
    assert "wh40k.usr.feel-no-pain" in after.units["au1"].turn
    assert "wh40k.usr.feel-no-pain" not in after.units["au2"].turn


def test_a_unit_is_served_once() -> None:
    # cod.stratagem.key-building.unit-one-per-turn
    both = {"hospital": "r1", "sacred-ground": "r2"}
    terrain = (*ruin(floors=1), *ruin("r2", 3210, 1000, 4000, 2200, floors=1))
    between = squad("au1", places=[(3150, 1600), (3260, 1600)], count=2)
    here = town(between, squad("au2", (3400, 1300), 2), a=both, terrain=terrain)
    after = decide(here, "a", use("hospital")).state
    assert refusal(after, "a", use("sacred-ground")) == "cod.stratagem.key-building.unit-one-per-turn"
    assert "cod.assumed.stubborn" in decide(after, "a", use("sacred-ground", "au2")).state.units["au2"].turn


def test_only_the_owner_uses_it() -> None:
    # cod.stratagem.key-building.own-only: sitting in the enemy's building does not help
    here = town(squad("au1", AT), b=one("hospital"))
    assert refusal(here, "a", use("hospital")) == "cod.stratagem.key-building.own-only"


def test_not_after_its_ruin_fell() -> None:
    # cod.stratagem.key-building.concept: the rule belongs to the ruin
    here = town(squad("au1", AT), a=one("hospital", "r9"))
    assert refusal(here, "a", use("hospital")) == "cod.stratagem.key-building.concept"


def test_not_while_a_decision_is_pending_or_before_the_battle() -> None:
    # cod.stratagem.key-building.once-per-turn
    here = town(squad("au1", AT), a=one("hospital"))
    here.pending = Decision("wh40k.assumed.go-to-ground", "b", model="au1")
    assert refusal(here, "a", use("hospital")) == "wh40k.assumed.go-to-ground"
    before = town(squad("au1", AT), a=one("hospital"), phase="deployment")
    assert refusal(before, "a", use("hospital")) == "cod.stratagem.key-building.once-per-turn"
    with pytest.raises(Malformed):
        decide(here, "a", use("wreckers"))
    with pytest.raises(Malformed):
        decide(here, "a", use("command-centre"))


def test_in_the_enemys_turn() -> None:
    # cod.stratagem.hospital.feel-no-pain: whenever wounds are to be expected
    here = town(squad("au1", AT), squad("bu1", (2600, 1600)), a=one("hospital"), turn="b")
    assert "wh40k.usr.feel-no-pain" in decide(here, "a", use("hospital")).state.units["au1"].turn
    assert [o.side for o in rules.options(COD, here) if o.action == "use-key-building"] == ["a"]


@pytest.mark.parametrize(
    ("name", "choice", "reach"),
    [
        ("command-centre", "counter-attack", 1200),
        ("command-centre", "target-priority", 2400),
        ("fuel-depot", "", 600),
        ("observation-post", "", 1200),
    ],
)  # fmt: skip
def test_ranges_from_the_outline(name: str, choice: str, reach: int) -> None:
    # cod.gap.key-building-range-origin: exactly so far from the outline is near enough
    for away, near in ((reach, True), (reach + 1, False)):
        here = town(squad("au1", (3200 + away + 50, 1600), 1), a=one(name))
        if near:
            assert SERVED in decide(here, "a", use(name, choice=choice)).state.units["au1"].turn
        else:
            assert refusal(here, "a", use(name, choice=choice)) == "cod.stratagem.key-building.one-unit"


# what each gives


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("ammunition-store", "cod.stratagem.ammunition-store.phase"),
        ("power-generator", "cod.stratagem.power-generator.phase"),
    ],
)
@pytest.mark.parametrize(("phase", "turn", "fine"), [
    ("shooting", "a", True), ("movement", "a", False), ("shooting", "b", False),
])  # fmt: skip
def test_used_in_the_own_shooting_phase(name: str, row: str, phase: str, turn: str, fine: bool) -> None:
    here = town(squad("au1", AT), a=one(name), phase=phase, turn=turn)
    if fine:
        after = decide(here, "a", use(name)).state
        assert stratagems()[name].mark in after.units["au1"].phase
    else:
        assert refusal(here, "a", use(name)) == row


def shots(count: int = 2, weapon: str = "gun") -> Shoot:
    return Shoot(unit="au1", target="bu1", fire=tuple(Fire(f"au1.{n + 1}", weapon) for n in range(count)))


def test_the_ammunition_store() -> None:
    # cod.stratagem.ammunition-store.reroll-hits: two rifles miss, and hit when rolled again
    here = town(squad("au1", AT, 2), squad("bu1", (2100, 3900), 5), a=one("ammunition-store"))
    plain = decide(here, "a", shots(), (1, 2))
    assert not effects_of(plain, Rolled, HIT)[0].again
    served = decide(here, "a", use("ammunition-store")).state
    done = decide(served, "a", shots(), (1, 2, 3, 4, 1, 1))
    assert effects_of(done, Rolled, HIT)[0].again == ((0, 3), (1, 4))


def test_the_power_generator() -> None:
    # cod.stratagem.power-generator.reroll: rolls to wound
    here = town(squad("au1", AT, 2), squad("bu1", (2100, 3900), 5), a=one("power-generator"))
    served = decide(here, "a", use("power-generator")).state
    done = decide(served, "a", shots(), (3, 3, 1, 6, 1, 6))
    assert effects_of(done, Rolled, WOUND)[0].again == ((0, 1),)
    plain = decide(here, "a", shots(), (3, 3, 1, 6, 6))
    assert not effects_of(plain, Rolled, WOUND)[0].again


STANDS = Reroll(0, 1, stands=True)


def test_failed_hits_of_the_ammunition_store_may_stand() -> None:
    # cod.stratagem.ammunition-store.reroll-hits: it may, as the unit's side likes, die by die
    here = town(squad("au1", AT, 2), squad("bu1", (2100, 3900), 5), a=one("ammunition-store"))
    served = decide(here, "a", use("ammunition-store")).state
    done = decide(served, "a", shots(), (1, 2, 3, 1), rerolls=[STANDS])
    assert effects_of(done, Rolled, HIT)[0].again == ((0, 3),)
    with pytest.raises(rules.IllegalAction) as refused:
        decide(here, "a", shots(), (1, 2), rerolls=[STANDS])
    assert refused.value.clause == "log.stand", "without the store there is nothing to decline"


def test_a_twin_linked_weapon_has_to_roll_again_even_there() -> None:
    # wh40k.assumed.usr.twin-linked: it is no choice, whatever else would be one
    twin = gun(has={"wh40k.assumed.usr.twin-linked": 1})
    here = town(squad("au1", AT, 2, weapons=(twin,)), squad("bu1", (2100, 3900), 5), a=one("ammunition-store"))
    served = decide(here, "a", use("ammunition-store")).state
    with pytest.raises(rules.IllegalAction) as refused:
        decide(served, "a", shots(), (1, 2, 3, 1), rerolls=[STANDS])
    assert refused.value.clause == "log.stand"


def test_failed_wounds_of_the_power_generator_may_stand() -> None:
    # cod.stratagem.power-generator.reroll
    here = town(squad("au1", AT, 2), squad("bu1", (2100, 3900), 5), a=one("power-generator"))
    served = decide(here, "a", use("power-generator")).state
    done = decide(served, "a", shots(), (3, 3, 1, 1, 1), rerolls=[Reroll(1, 0, stands=True)])
    assert effects_of(done, Rolled, WOUND)[0].again == ((1, 1),)


def test_the_fuel_depot() -> None:
    # cod.stratagem.fuel-depot.strength: templates and markers, nothing else, up to 10
    blast, flamer = gun("mortar", has={"wh40k.usr.blast": 1}), gun("flamer", type="Template", range=0)
    here = town(squad("au1", (3600, 1600), 1, weapons=(gun(), blast, flamer)), squad("bu1", (5000, 1600)),
                a=one("fuel-depot"))  # fmt: skip
    ctx = at_work(decide(here, "a", use("fuel-depot")).state)
    model, target = ctx.state.models["au1.1"], ctx.state.units["bu1"]
    found = [rules.wh40k.shooting.arms.strength(ctx, model, w, target) for w in model.sheet.weapons]
    assert found == [4, 5, 5]
    plain = at_work(here)
    assert rules.wh40k.shooting.arms.strength(plain, plain.state.models["au1.1"], flamer, target) == 4
    heavy = gun("cannon", S=10, has={"wh40k.usr.blast": 1})
    assert rules.wh40k.shooting.arms.strength(ctx, model, heavy, target) == 10


@pytest.mark.decides("cod.stratagem.key-building.usr-source", by="wh40k.usr.feel-no-pain.roll")
def test_the_hospital() -> None:
    # cod.stratagem.hospital.feel-no-pain: a wound that armour did not stop is discounted on 5+
    here = town(squad("au1", (2100, 3900), 1), squad("bu1", AT, 5), b=one("hospital"))
    assert decide(here, "a", shots(1), (3, 6, 3)).state.models["bu1.1"].out
    served = decide(here, "b", use("hospital", "bu1")).state
    done = decide(served, "a", shots(1), (3, 6, 3, 5))
    assert not done.state.models["bu1.1"].out
    assert effects_of(done, Rolled, "wh40k.usr.feel-no-pain.roll")[0].faces == (5,)


def test_the_command_centre_counters() -> None:
    # cod.stratagem.command-centre.counter-attack: within 12", not only inside
    here = town(squad("au1", (4000, 1600)), a=one("command-centre"))
    after = decide(here, "a", use("command-centre", choice="counter-attack"))
    assert at_work(after.state).holds(after.state.units["au1"], "wh40k.usr.counter-attack")
    assert refusal(here, "a", use("hospital")) == "cod.stratagem.key-building.own-only"


def test_the_command_centre_gives_one_effect_a_turn() -> None:
    # cod.stratagem.command-centre.choose-one
    here = town(squad("au1", (4000, 1600)), squad("au2", (4000, 2500)), a=one("command-centre"))
    after = decide(here, "a", use("command-centre", choice="counter-attack")).state
    again = use("command-centre", "au2", "target-priority")
    assert refusal(after, "a", again) == "cod.stratagem.command-centre.choose-one"


def test_target_priority_is_recorded() -> None:
    # cod.stratagem.command-centre.target-priority: the core rules have no such test any more
    row = "cod.stratagem.command-centre.target-priority"
    here = town(squad("au1", (5000, 1600)), a=one("command-centre"))
    after = decide(here, "a", use("command-centre", choice="target-priority")).state
    assert row in after.units["au1"].turn
    assert COD.clauses[row][1].status == "recorded"


def test_the_observation_post() -> None:
    # cod.stratagem.observation-post.night-vision, cod.assumed.night-vision: no night roll; and Acute Senses
    assert "cod.assumed.night-vision" in COD.clauses
    dark = {DUSK: 6}
    here = town(
        squad("au1", (3400, 1600), 1), squad("bu1", (5600, 1600)), a=one("observation-post"), game=dark, round=6
    )
    blind = decide(here, "a", shots(1), (1, 1))
    assert effects_of(blind, Rolled, "cod.special.night.roll")
    served = decide(here, "a", use("observation-post")).state
    done = decide(served, "a", shots(1), (1,))
    assert not effects_of(done, Rolled, "cod.special.night.roll")
    assert at_work(served).holds(served.units["au1"], "wh40k.usr.acute-senses")


def test_sacred_ground() -> None:
    # cod.stratagem.sacred-ground.stubborn, cod.assumed.stubborn: a lost combat does not make Leadership worse
    assert "cod.assumed.stubborn" in COD.clauses
    lost = {"wh40k.morale.trigger.lost-assault.modifier": 3}
    check = checks.LOST_CHECK
    here = town(squad("au1", AT, phase=lost), tank("bu1", (6000, 4000)), a=one("sacred-ground"))
    plain = at_work(here, dice=(4, 4))
    assert not questions.test(plain, plain.state.units["au1"], check)
    served = at_work(decide(here, "a", use("sacred-ground")).state, dice=(4, 4))
    assert questions.test(served, served.state.units["au1"], check)
