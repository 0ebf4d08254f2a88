"""Dirty tricks: traps, charges, fortifications, snipers, fire from above, the bombardment before the battle."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import destruction, obstacles, ruins
from rules.cod.chosen import Spot, has
from rules.cod.stratagem import booby_traps
from rules.cod.stratagem.booby_traps import ActivateTrap, TakeTrap
from rules.cod.stratagem.demolition import Demolish
from rules.cod.stratagem.master_snipers import SNIPER
from rules.cod.stratagem.preliminary_bombardment import Bombard
from rules.cod.stratagems import DeclareStratagem, PlaceMarkers
from rules.kernel.effects import Rolled, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.secrets import Commit, Reveal
from rules.kernel.state import Mark, State, Terrain
from rules.wh40k import turn, words
from rules.wh40k.assault import combat
from rules.wh40k.shooting import wound
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire

from ..wh40k.field import asked, box, decide, effects_of, field, gun, refusal, squad, tank, wanted
from .plans import RUINS, SALT, opened, planned, preparing, sealed
from .streets import COD, city
from .town import at_work, dangerous, fortified, go, ruin

TRAPS = "cod.stratagem.booby-traps"
LAID, ACTIVATE, VICTIM = f"{TRAPS}.placement", f"{TRAPS}.activate", f"{TRAPS}.victim-choice"
PASS = turn.Pass()
ONE_PER_RUIN = "cod.stratagem.key-building.one-per-ruin"
SAVE = "wh40k.assumed.save.cover"
PIERCING = gun(S=10, AP=2, type="Heavy", range=3600)
SMOKE: dict[str, Mark] = {"cod.stratagem.combat-engineers.smoke-save": 99}
DIFFICULT = {"wh40k.assumed.terrain.difficult": 600}


def town(*groups: Any, a: Any = (), b: Any = (), phase: str = "movement", **more: Any) -> State:
    others = squad("au9", (100, 100), 1), squad("bu9", (7000, 4700), 1)
    kept = {"terrain": ruin(floors=1), **more}
    marks = {key: kept.pop(key) for key in ("on_a", "on_b") if key in kept}
    return field(*groups, *others, key="cod", phase=phase, **planned(a=a, b=b, **marks), **kept)


# --- booby traps ---------------------------------------------------------------------------------------------------


def saved(state: State, firer: str = "au1", target: str = "bu1") -> int:
    """What is needed for the cover save against a shot that hits and wounds; 7 for none."""
    shot = Shoot(unit=firer, target=target, fire=(Fire(f"{firer}.1", "gun"),))
    try:
        done = decide(state, firer[0], shot, (6, 6))
    except rules.DiceWanted:
        done = decide(state, firer[0], shot, (6, 6, 6))
    return next((save.needed for save in effects_of(done, Rolled, SAVE)), 7)


def mine(key: str = "booby-traps-b1", at: tuple[int, int] = (2600, 1600)) -> Terrain:
    x, y = at
    return box(key, x - 25, y - 25, x + 25, y + 25, 1, "marker")


def mined(
    *groups: Any, traps: tuple[str, ...] = ("booby-traps-b1",), holder: str = "r1", a: Any = (), **more: Any
) -> State:
    """Side b has traps in a ruin or on an obstacle."""
    pieces = (*more.pop("terrain", ruin(floors=1)), *(mine(key) for key in traps))
    laid = {LAID: tuple(f"{key} {holder}" for key in traps)}
    return town(*groups, a=a, b=["booby-traps"], on_b=laid, terrain=pieces, **more)


def walk(unit: str = "au1", x: int = 2400) -> Any:
    """A model goes into the ruin, straight east."""
    return go(unit, f"{unit}.1", (x, 1600, 0))


def through(**more: Any) -> State:
    """A soldier of a has just entered the ruin with a trap of b."""
    here = mined(squad("au1", (1900, 1600), 1, phase=DIFFICULT), **more)
    return decide(here, "a", walk()).state


def lay(*spots: Spot, level: str = "alpha", terrain: tuple[Terrain, ...] = ()) -> rules.Decided:
    here = preparing(to_act="a", level=level, terrain=terrain)
    rolled = decide(here, "a", DeclareStratagem(stratagem="booby-traps"), (6,)).state
    return decide(rolled, "a", PlaceMarkers(places=spots))


def test_traps_lie_in_ruins_and_on_obstacles() -> None:
    # cod.stratagem.booby-traps.placement: any number of them in one place
    wire = box("w1", 1500, 2500, 1900, 2600, 100, "razor-wire")
    spots = (Spot(on="r1"), Spot(on="r1"), Spot(on="r2", at=(2200, 2200)), Spot(on="w1"))
    done = lay(*spots, terrain=(wire,)).state
    assert done.sides["a"].game[LAID] == (
        "booby-traps-a1 r1", "booby-traps-a2 r1", "booby-traps-a3 r2", "booby-traps-a4 w1",
    )  # fmt: skip
    assert {p.kind for p in done.table.terrain if p.id.startswith("booby")} == {"marker"}
    street = box("s1", 1500, 1500, 1900, 1600, 100, "road")
    for spot in (Spot(at=(1500, 1500)), Spot(on="s1")):
        here = preparing(to_act="a", terrain=(street,))
        rolled = decide(here, "a", DeclareStratagem(stratagem="booby-traps"), (6,)).state
        assert refusal(rolled, "a", PlaceMarkers(places=(spot,))) == LAID
    with pytest.raises(Malformed):
        lay(Spot(on="r1", at=(1300, 1300)))


def test_no_traps_in_the_enemys_zone() -> None:
    # cod.stratagem.booby-traps.not-enemy-zone: the middle belongs partly to b
    here = decide(preparing(to_act="a"), "a", DeclareStratagem(stratagem="booby-traps"), (1,)).state
    row = "cod.stratagem.booby-traps.not-enemy-zone"
    for spot in (Spot(on="r3"), Spot(on="r2", at=(2600, 2600))):
        assert refusal(here, "a", PlaceMarkers(places=(spot,))) == row
    assert decide(here, "a", PlaceMarkers(places=(Spot(on="r2", at=(2200, 2200)),))).state.to_act == "b"


def test_the_owner_is_asked_when_an_enemy_comes_by() -> None:
    # cod.stratagem.booby-traps.activate: a choice
    state = through()
    assert asked(rules.Decided((), state)) == (ACTIVATE, "b", "au1")
    assert refusal(state, "a", ActivateTrap(trap="booby-traps-b1")) == ACTIVATE
    spared = decide(state, "b", PASS).state
    assert spared.pending is None and booby_traps.traps(spared, "b") == {"booby-traps-b1": "r1"}


def test_own_models_set_nothing_off() -> None:
    # cod.stratagem.booby-traps.activate
    here = mined(squad("bu1", (1900, 1600), 1, phase=DIFFICULT), turn="b")
    assert decide(here, "b", walk("bu1")).state.pending is None


def test_who_passes_elsewhere_or_above_sets_nothing_off() -> None:
    # cod.stratagem.booby-traps.activate
    beside = mined(squad("au1", (1900, 1600), 1))
    assert decide(beside, "a", go("au1", "au1.1", (1900, 1200, 0))).state.pending is None
    hover = mined(tank("au1", (1500, 1600), keywords=("Vehicle", "Skimmer")))
    assert decide(hover, "a", go("au1", "au1.1", (2600, 1600, 300), fast=True)).state.pending is None


def test_jump_packs_carry_over() -> None:
    # cod.stratagem.booby-traps.activate: only where they come down
    jump = squad("au1", (1900, 1600), 1, keywords=("Infantry", "Jump"))
    narrow = ruin(right=2500, floors=1)
    over = decide(mined(jump, terrain=narrow), "a", go("au1", "au1.1", (2800, 1600, 0), fast=True)).state
    assert over.pending is None
    down = decide(mined(jump, terrain=narrow), "a", go("au1", "au1.1", (2200, 1600, 0), fast=True), (6,))
    assert asked(down)[0] == ACTIVATE


@pytest.mark.parametrize("face", range(1, 7))
def test_it_goes_off_on_4(face: int) -> None:
    # cod.stratagem.booby-traps.trigger: a single soldier needs no choice; cod.stratagem.booby-traps.dud
    row = "cod.stratagem.booby-traps.trigger"
    state = through()
    assert wanted(state, "b", ActivateTrap(trap="booby-traps-b1")) == (1, row)
    done = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (face, 6) if face > 3 else (face,))
    assert done.state.models["au1.1"].out == (face > 3)


@pytest.mark.parametrize("row", ["cod.stratagem.booby-traps.dud", "cod.stratagem.booby-traps.single-use"])
def test_it_is_used_up_either_way(row: str) -> None:
    dice = (3,) if row.endswith("dud") else (4, 1)
    done = decide(through(), "b", ActivateTrap(trap="booby-traps-b1"), dice)
    assert not booby_traps.traps(done.state, "b")
    assert [e.rule for e in effects_of(done, rules.kernel.effects.TerrainRemoved)] == [row]
    assert not any(piece.kind == "marker" for piece in done.state.table.terrain)
    assert not done.state.models["au1.1"].out


def test_several_traps_one_after_the_other() -> None:
    # cod.stratagem.booby-traps.single-use: each is activated for itself
    state = through(traps=("booby-traps-b1", "booby-traps-b2"))
    first = decide(state, "b", ActivateTrap(trap="booby-traps-b2"), (2,))
    assert asked(first)[0] == ACTIVATE
    with pytest.raises(rules.IllegalAction):
        decide(first.state, "b", ActivateTrap(trap="booby-traps-b2"), (2,))
    second = decide(first.state, "b", ActivateTrap(trap="booby-traps-b1"), (2,))
    assert second.state.pending is None


def test_the_units_owner_chooses_the_victim() -> None:
    # cod.stratagem.booby-traps.victim-choice
    here = mined(squad("au1", places=[(1900, 1600), (1900, 1750)], count=2, phase=DIFFICULT))
    state = decide(here, "a", walk(x=2050)).state
    off = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (5,))
    assert asked(off) == (VICTIM, "a", "au1")
    assert refusal(off.state, "b", TakeTrap(model="au1.1")) == VICTIM
    done = decide(off.state, "a", TakeTrap(model="au1.2"), (2,))
    assert (done.state.models["au1.2"].out, done.state.models["au1.1"].out) == (True, False)
    assert done.state.pending is None


def test_strength_8_ap_2_without_cover() -> None:
    # cod.stratagem.booby-traps.hit, cod.gap.wound-or-hit: rolled to wound; neither 2+ armour nor ruins save
    tough = squad("au1", (1900, 1600), 1, T=8, Sv=2, W=3, phase=DIFFICULT)
    state = decide(mined(tough), "a", walk()).state
    assert not decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (4, 3)).state.models["au1.1"].out
    hurt = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (4, 4))
    lost = effects_of(hurt, WoundsSet)
    assert [(e.rule, e.was, e.to) for e in lost] == [("cod.stratagem.booby-traps.hit", 3, 2)]
    assert "cod.gap.wound-or-hit" in COD.clauses


@pytest.mark.decides("cod.stratagem.booby-traps.vehicle-front", by="wh40k.assumed.vehicle.penetration")
def test_a_vehicle_is_hit_on_its_front() -> None:
    # S8 against 12, glancing on a 4
    here = mined(tank("au1", (1600, 1600)))
    state = decide(here, "a", go("au1", "au1.1", (2150, 1600, 0)), (6,)).state
    done = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (4, 4))
    assert (here.models["au1.1"].wounds, done.state.models["au1.1"].wounds) == (3, 2)
    assert decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (4, 3)).state.models["au1.1"].wounds == 3


def test_a_trap_is_lost_with_its_ruin() -> None:
    # cod.stratagem.booby-traps.lost-with-terrain
    here = mined(squad("au1", (4000, 4000)), game=dangerous("r1"))
    ctx = at_work(here)
    destruction.destroy(ctx, "r1", "cod.stratagem.wreckers.destroy", "a")
    assert not booby_traps.traps(ctx.state, "b")
    assert any(e.rule == "cod.stratagem.booby-traps.lost-with-terrain" for e in ctx.effects)
    wire = mined(
        squad("au1", (4000, 4000)), terrain=(box("w1", 2500, 1500, 2700, 1700, 100, "razor-wire"),), holder="w1"
    )
    ctx = at_work(wire)
    obstacles.remove(ctx, "w1", "cod.stratagem.wreckers.obstacle")
    assert not booby_traps.traps(ctx.state, "b")


def test_a_tank_drives_over_a_trapped_barricade() -> None:
    # cod.stratagem.booby-traps.lost-with-terrain: it passes the trap before the barricade is gone
    barricade = box("k1", 2500, 1500, 2600, 1700, 100, "barricade")
    here = mined(tank("au1", (2200, 1600)), terrain=(barricade,), holder="k1")
    state = decide(here, "a", go("au1", "au1.1", (2800, 1600, 0)), (6,)).state
    assert asked(rules.Decided((), state))[0] == ACTIVATE
    spared = decide(state, "b", PASS).state
    assert not booby_traps.traps(spared, "b")


# --- demolition ----------------------------------------------------------------------------------------------------

CHARGE = "cod.stratagem.demolition"


def charged(value: str = "r1:2", *groups: Any, phase: str = "shooting", **more: Any) -> State:
    """Side a has written down a ruin and a turn and shown it; it is game turn 2."""
    state = town(*groups, a=["demolition"], phase=phase, **more)
    return opened(sealed(state, "a", CHARGE, value), "a", CHARGE, value)


@pytest.mark.decides("cod.stratagem.demolition.declared-hidden-target", by="cod.stratagem.demolition.commit")
def test_a_charge_is_declared_with_a_hidden_target() -> None:
    # cod.stratagem.demolition.commit
    here = preparing(to_act="a")
    declared = DeclareStratagem(stratagem="demolition")
    assert refusal(here, "a", declared) == "cod.stratagem.demolition.commit"
    done = decide(sealed(here, "a", CHARGE, "r1:3"), "a", declared)
    assert has(done.state, "a", "demolition")
    told = rules.kernel.canonical.canonical(done.effects).decode() + repr(done.state.sides["a"].game)
    assert "r1" not in told and done.state.sealed[f"a:{CHARGE}"].value == ""
    row = "cod.stratagem.demolition.declared-hidden-target"
    assert done.state.sides["a"].game[row] == 1


def test_what_is_shown_is_what_was_written() -> None:
    # cod.stratagem.demolition.commit
    here = sealed(town(a=["demolition"], phase="shooting"), "a", CHARGE, "r1:2")
    row = "cod.stratagem.demolition.commit"
    assert refusal(here, "a", Demolish(ruin="r1")) == row
    with pytest.raises(rules.IllegalAction):
        opened(here, "a", CHARGE, "r2:2")
    assert refusal(charged("r2:2"), "a", Demolish(ruin="r1")) == row
    assert refusal(charged("second floor"), "a", Demolish(ruin="r1")) == row


@pytest.mark.parametrize("face", range(1, 7))
def test_the_ruin_is_destroyed_on_2(face: int) -> None:
    # cod.stratagem.demolition.destroy: on 2 or more; cod.stratagem.demolition.dud: a 1 is a misfire
    row = "cod.stratagem.demolition.destroy" if face > 1 else "cod.stratagem.demolition.dud"
    done = decide(charged(), "a", Demolish(ruin="r1"), (face,))
    assert ruins.is_fallen(done.state, "r1") == (face > 1)
    assert row in [e.rule for e in done.effects]
    assert effects_of(done, Rolled)[0].rule == "cod.stratagem.demolition.dud"
    # spent either way
    assert refusal(done.state, "a", Demolish(ruin="r1")) == "cod.stratagem.demolition.commit"


@pytest.mark.parametrize("value", ["second floor", "r7:2", "r1:0", "r1:", ":2"])
def test_a_charge_that_cannot_go_off_is_void(value: str) -> None:
    """Nobody could see it while it was sealed: shown, it is a breach that verification names, and lost."""
    row = "cod.assumed.secret-impossible"
    here = sealed(town(a=["demolition"], phase="shooting"), "a", CHARGE, value)
    done = decide(here, "a", Reveal(subject=CHARGE, value=value, salt=SALT))
    assert [(found.rule, found.severity) for found in done.findings] == [(row, "illegal")]
    assert not [option for option in rules.options(COD, done.state) if option.action == "demolish"]
    fine = sealed(town(a=["demolition"], phase="shooting"), "a", CHARGE, "r1:3")
    assert decide(fine, "a", Reveal(subject=CHARGE, value="r1:3", salt=SALT)).findings == ()


def test_a_charge_is_not_written_down_before_the_building_stands() -> None:
    here = city(squad("au1", None, 1), squad("bu1", None, 1), phase="board", step="ruins", to_act="b", turn="",
                round=0, order=(), ruins=[])  # fmt: skip
    assert refusal(here, "a", Commit(subject=CHARGE, commitment="0" * 64)) == "cod.stratagem.demolition.commit"


def test_an_unopened_charge_is_offered_whenever_it_may_be_due() -> None:
    """In every Shooting phase of its side, by the clause under which it is lost unless it is shown: nobody else knows
    the turn.
    """
    for number in range(1, 6):
        here = sealed(town(a=["demolition"], phase="shooting", round=number), "a", CHARGE, "r1:2")
        (offered,) = [option for option in rules.options(COD, here) if option.action == "reveal"]
        assert (offered.side, offered.weapons) == ("a", (CHARGE,))
        assert offered.clause == "cod.stratagem.demolition.phase"


@pytest.mark.parametrize("row", ["cod.stratagem.demolition.phase", "cod.gap.demolition-unused"])
def test_only_in_the_written_turn(row: str) -> None:
    # the own Shooting phase of that game turn; a charge that was not revealed then has no effect any more
    assert row in COD.clauses
    for value in ("r1:1", "r1:3"):
        assert refusal(charged(value), "a", Demolish(ruin="r1")) == "cod.stratagem.demolition.phase"
    assert refusal(charged(phase="movement"), "a", Demolish(ruin="r1")) == "cod.stratagem.demolition.phase"
    assert refusal(charged(turn="b"), "a", Demolish(ruin="r1")) == "wh40k.assumed.turn-structure"
    unused = sealed(town(a=["demolition"]), "a", CHARGE, "r1:1")
    assert not ruins.is_fallen(unused, "r1") and not unused.sealed[f"a:{CHARGE}"].opened


def test_not_in_the_enemys_zone() -> None:
    # cod.stratagem.demolition.target: seen when the building is named
    here = city(squad("au1", (100, 100), 1), squad("bu1", (4700, 4700), 1), ruins=RUINS, phase="shooting",
                **planned(a=["demolition"]))  # fmt: skip
    for ruin_id, fine in (("r1", True), ("r3", False)):
        value = f"{ruin_id}:2"
        state = opened(sealed(here, "a", CHARGE, value), "a", CHARGE, value)
        if fine:
            assert ruins.is_fallen(decide(state, "a", Demolish(ruin=ruin_id), (4,)).state, "r1")
        else:
            assert refusal(state, "a", Demolish(ruin=ruin_id)) == "cod.stratagem.demolition.target"
    with pytest.raises(Malformed):
        decide(here, "a", Demolish(ruin="r7"))


def test_two_charges() -> None:
    """Each has a note of its own."""
    state = town(a=["demolition", "demolition"], phase="shooting")
    for subject, value in ((CHARGE, "r1:4"), (f"{CHARGE}.2", "r1:2")):
        state = opened(sealed(state, "a", subject, value), "a", subject, value)
    done = decide(state, "a", Demolish(ruin="r1"), (1,))
    assert done.state.sides["a"].game["cod.stratagem.demolition.phase"] == (f"{CHARGE}.2",)
    assert [o.targets for o in rules.options(COD, state) if o.action == "demolish"] == [("r1",)]


# --- fortifications ------------------------------------------------------------------------------------------------


def test_one_building_in_the_own_zone() -> None:
    # cod.stratagem.fortifications.target
    here = preparing(to_act="a")
    row = "cod.stratagem.fortifications.target"
    assert refusal(here, "a", DeclareStratagem(stratagem="fortifications", ruin="r3")) == row
    done = decide(here, "a", DeclareStratagem(stratagem="fortifications", ruin="r1")).state
    assert ruins.is_fortified(done, "r1")
    more = preparing(to_act="a", level="omega", **planned(a={"fortifications": "r1"}))
    again = DeclareStratagem(stratagem="fortifications", ruin="r1")
    assert refusal(more, "a", again) == "cod.stratagem.choose.once-each"


@pytest.mark.decides("cod.stratagem.fortifications.may-be-key", by="cod.stratagem.key-building.one-per-ruin")
def test_the_building_may_be_a_key_building() -> None:
    # another key building it may not be
    here = preparing(to_act="a", level="gamma", **planned(a={"hospital": "r1"}))
    assert refusal(here, "a", DeclareStratagem(stratagem="fuel-depot", ruin="r1")) == ONE_PER_RUIN
    done = decide(here, "a", DeclareStratagem(stratagem="fortifications", ruin="r1")).state
    assert ruins.is_fortified(done, "r1") and has(done, "a", "hospital")


def attacking(**more: Any) -> State:
    """Soldiers with grenades have charged models inside the ruin."""
    charged: dict[str, Mark] = {words.CHARGED: ("bu1",), "wh40k.assumed.charge.difficult": 1}
    grenades = {"wh40k.assumed.charge.difficult": 1}
    return town(squad("au1", (1900, 1600), 1, turn=charged, has=grenades), squad("bu1", (2010, 1600), 1),
                phase="assault", step="fight", **more)  # fmt: skip


def initiative(state: State, model: str = "au1.1") -> int:
    ctx = at_work(state)
    return combat.initiative(ctx, ctx.state.models[model])


def test_grenades_do_not_help_against_a_fortified_ruin() -> None:
    assert initiative(attacking()) == 4
    assert initiative(attacking(game=fortified("r1"))) == 1
    assert initiative(attacking(game=fortified("r1")), "bu1.1") == 4


# --- master snipers ------------------------------------------------------------------------------------------------


def sniping(chosen: list[str], **weapon: Any) -> tuple[Any, Any]:
    """What a shot of a sniper of a leaves of the cover of a model in ruins."""
    rifle = gun("rifle", **weapon)
    here = town(squad("au1", (2100, 3500), 1, weapons=(rifle, gun("pistol"))), squad("bu1", (2100, 1600), 1), a=chosen)
    ctx = at_work(here)
    model, attacker = ctx.state.models["bu1.1"], ctx.state.models["au1.1"]
    saves = [
        wound.save.cover(ctx, model, wound.save.Against(cover=True, weapon=w, attacker=attacker))  # type: ignore[attr-defined]
        for w in attacker.sheet.weapons
    ]
    return saves[0], saves[1]


def test_no_cover_from_snipers() -> None:
    # cod.stratagem.master-snipers.no-cover: other weapons of the unit are not affected
    for weapon in ({"has": {SNIPER.id: 1}}, {"name": "Sniper rifle"}, {"text": "Снайперское оружие"}):
        assert sniping(["master-snipers"], **weapon) == (7, 4)
        assert sniping([], **weapon) == (4, 4)
    assert sniping(["master-snipers"]) == (4, 4)


@pytest.mark.decides("cod.stratagem.master-snipers.who", by="cod.stratagem.armoury.nature")
def test_units_with_a_sniper_weapon() -> None:
    # cod.assumed.sniper: one such weapon in the unit is enough
    row = "cod.stratagem.master-snipers.who"
    assert "cod.assumed.sniper" in COD.clauses
    sniper = {"weapons": (gun("rifle", has={SNIPER.id: 1}),)}
    here = preparing(squad("au1", None, 3, special={2: sniper}), squad("au2", None, 3), to_act="a")
    done = decide(here, "a", DeclareStratagem(stratagem="master-snipers")).state
    assert (row in done.units["au1"].game, row in done.units["au2"].game) == (True, False)
    others = preparing(squad("au1", None, 3), squad("au2", None, 3), to_act="a")
    assert row not in decide(others, "a", DeclareStratagem(stratagem="master-snipers")).state.units["au1"].game


# --- plunging fire -------------------------------------------------------------------------------------------------


def above(z: int = 600, x: int = 3900, a: Any = ("plunging-fire",), **more: Any) -> State:
    """A firer of a up in r1, a model of b in r2."""
    pieces = (*ruin(), *ruin("r2", x - 100, 1000, x + 1700, 2200, floors=2))
    target = more.pop("target", squad("bu1", (x, 1600, more.pop("low", 0)), 1, weapons=(PIERCING,)))
    firer = squad("au1", (3100, 1600, z), 1, weapons=(PIERCING,))
    return town(firer, target, a=a, terrain=pieces, phase="shooting", **more)


@pytest.mark.decides("cod.stratagem.plunging-fire.cover", by=SAVE)
@pytest.mark.parametrize(
    ("told", "save"),
    [
        ({"a": ()}, 4),
        ({}, 5),
        ({"z": 0}, 4),  # as high as the target
        ({"z": 300, "low": 300}, 4),
        ({"x": 5000}, 4),  # more than 18" away
        ({"x": 4700}, 5),
        ({"b": ["plunging-fire"], "a": ()}, 4),  # only the side with the stratagem
    ],
)
def test_cover_is_worse_from_above(told: dict[str, Any], save: int) -> None:
    """Within 18" and lower than the firer."""
    assert saved(above(**told)) == save


def test_shots_from_below_do_not_plunge() -> None:
    # cod.stratagem.plunging-fire.cover
    assert saved(above(a=(), b=["plunging-fire"], turn="b"), "bu1", "au1") == 4


@pytest.mark.decides("cod.stratagem.plunging-fire.obscured", by=SAVE)
@pytest.mark.parametrize(
    ("keywords", "a", "save"),
    [
        (("Vehicle", "Tank"), (), 4),
        (("Vehicle", "Tank"), ("plunging-fire",), 6),
        (("Vehicle", "Skimmer"), ("plunging-fire",), 4),
        (("Vehicle", "Walker"), ("plunging-fire",), 6),
    ],
)
def test_vehicles_are_obscured_only_on_a_6(keywords: tuple[str, ...], a: Any, save: int) -> None:
    behind = box("k1", 3700, 1400, 3750, 1800, 150, "barricade")
    target = tank("bu1", (4100, 1600), keywords=keywords, height=150)
    here = town(squad("au1", (3100, 1600, 300), 1, weapons=(PIERCING,)), target, terrain=(*ruin(), behind), a=a,
                phase="shooting")  # fmt: skip
    assert saved(here) == save


@pytest.mark.decides("cod.stratagem.plunging-fire.smoke-exception", by=SAVE)
@pytest.mark.parametrize(("x", "game", "save"), [(3500, SMOKE, 5), (3500, {}, 7), (3900, SMOKE, 5)])
def test_smoke_is_not_modified(x: int, game: dict[str, Mark], save: int) -> None:
    """In the open and in ruins: 5+ stays 5+, and none stays none."""
    assert saved(above(target=squad("bu1", (x, 1600), 1, game=game), b=["combat-engineers"])) == save


# --- preliminary bombardment ---------------------------------------------------------------------------------------

BOMBARD = "cod.stratagem.preliminary-bombardment.base"


def bombarded(*groups: Any, a: Any = ("preliminary-bombardment",), **more: Any) -> State:
    """The first player turn is about to begin."""
    pieces = {"terrain": ruin(floors=1), **more}
    here = field(squad("au1", (100, 100), 1), *groups, key="cod", phase="first-turn", round=0, **planned(a=a), **pieces)
    ctx = at_work(here)
    turn.begin_game(ctx, "a")
    ctx.ruleset.settle(ctx)
    return ctx.state


def test_each_enemy_unit_is_rolled_for_before_the_first_turn() -> None:
    # cod.stratagem.preliminary-bombardment.base, cod.assumed.preliminary-bombardment
    row = "cod.assumed.preliminary-bombardment"
    state = bombarded(squad("bu1", (5000, 1000), 3), squad("bu2", (5000, 3000), 3))
    assert state.pending is not None and (state.pending.clause, state.pending.side) == (BOMBARD, "a")
    assert wanted(state, "a", Bombard()) == (1, row)
    missed = decide(state, "a", Bombard(), (5, 1))
    assert (missed.state.phase, missed.state.round) == ("movement", 1)
    # bu1: hit on a 6, 2 hits, both wound, no armour against AP 4; then it is asked for its test
    hit = decide(state, "a", Bombard(), (6, 2, 2, 2, 1))
    assert [m.out for m in hit.state.models.values() if m.unit == "bu1"].count(True) == 2
    assert asked(hit) == ("wh40k.assumed.pinning", "b", "bu1")
    assert bombarded(squad("bu1", (5000, 1000), 3), a=()).pending is None


def test_a_vehicle_is_hit_on_its_side() -> None:
    # cod.assumed.preliminary-bombardment: S6 against 11, glancing on a 5
    state = bombarded(tank("bu1", (5000, 1000)))
    assert decide(state, "a", Bombard(), (6, 5)).state.models["bu1.1"].wounds == 2
    assert decide(state, "a", Bombard(), (6, 4)).state.models["bu1.1"].wounds == 3


@pytest.mark.parametrize("face", range(1, 7))
def test_the_shelter_of_a_unit_becomes_dangerous(face: int) -> None:
    # cod.stratagem.preliminary-bombardment.dangerous: one roll for each unit hit
    row = "cod.stratagem.preliminary-bombardment.dangerous"
    state = bombarded(squad("bu1", (2300, 1600), 3))
    done = decide(state, "a", Bombard(), (6, 1, 1, face))
    assert effects_of(done, Rolled, row)[0].faces == (face,)
    assert ruins.is_dangerous(done.state, "r1") == (face > 3)


def test_a_unit_in_the_open_shakes_no_ruin() -> None:
    # cod.stratagem.preliminary-bombardment.dangerous
    state = bombarded(squad("bu1", (5000, 1600), 3))
    assert not effects_of(
        decide(state, "a", Bombard(), (6, 1, 1)), Rolled, "cod.stratagem.preliminary-bombardment.dangerous"
    )
