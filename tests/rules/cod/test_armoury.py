"""The armoury: combat engineers, rappel lines, siege shells, wreckers."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import obstacles, ruins
from rules.cod.chosen import stratagems
from rules.cod.stratagem import combat_engineers
from rules.cod.stratagem.booby_traps import ActivateTrap
from rules.cod.stratagem.combat_engineers import CutWire, ThrowSmoke
from rules.cod.stratagem.siege_shells import SHELL, FireSiegeShells, Shell
from rules.cod.stratagem.wreckers import UseWrecker
from rules.cod.stratagems import DeclareStratagem
from rules.kernel.effects import Laid, Rolled, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.sheet import Weapon
from rules.kernel.state import Mark, Model, State
from rules.wh40k import hooks, turn, words
from rules.wh40k.assault import combat
from rules.wh40k.deployment.placing import Place
from rules.wh40k.shooting import save
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles.transport import Disembark

from ..wh40k.field import blade, box, decide, effects_of, field, gun, refusal, squad, tank, wanted
from .plans import planned, preparing
from .streets import COD
from .test_dirty_tricks import mined, saved, walk
from .town import at_work, dangerous, fortified, go, ruin

WIRE = box("w1", 2500, 1000, 2600, 2200, 100, "razor-wire")
DIFFICULT = {"wh40k.assumed.terrain.difficult": 600}
PASS = turn.Pass()


def town(*groups: Any, a: Any = (), b: Any = (), phase: str = "movement", **more: Any) -> State:
    others = squad("au9", (100, 100), 1), squad("bu9", (7000, 4700), 1)
    kept = {"terrain": ruin(floors=1), **more}
    return field(*groups, *others, key="cod", phase=phase, **planned(a=a, b=b), **kept)


def offered(state: State, action: str) -> list[rules.Option]:
    return [o for o in rules.options(COD, state) if o.action == action]


@pytest.mark.decides(
    "cod.stratagem.combat-engineers.who", "cod.stratagem.rappel-lines.who", by="cod.stratagem.armoury.nature"
)
@pytest.mark.parametrize(
    ("name", "row", "keywords", "serves"),
    [
        ("combat-engineers", "cod.stratagem.combat-engineers.who", ("Infantry",), True),
        ("combat-engineers", "cod.stratagem.combat-engineers.who", ("Infantry", "Jump"), True),
        ("combat-engineers", "cod.stratagem.combat-engineers.who", ("Bike",), False),
        ("combat-engineers", "cod.stratagem.combat-engineers.who", ("Vehicle", "Walker"), False),
        ("rappel-lines", "cod.stratagem.rappel-lines.who", ("Vehicle", "Skimmer"), True),
        ("rappel-lines", "cod.stratagem.rappel-lines.who", ("Vehicle", "Tank"), False),
        ("siege-shells", "cod.stratagem.siege-shells.who", ("Vehicle", "Tank"), True),
        ("siege-shells", "cod.stratagem.siege-shells.who", ("Vehicle", "Walker"), False),
        ("wreckers", "cod.stratagem.wreckers.who", ("Monstrous Creature",), True),
        ("wreckers", "cod.stratagem.wreckers.who", ("Vehicle", "Walker"), False),
    ],
)
def test_who_is_equipped(name: str, row: str, keywords: tuple[str, ...], serves: bool) -> None:
    here = preparing(squad("au1", None, 1, keywords=keywords), to_act="a")
    done = decide(here, "a", DeclareStratagem(stratagem=name)).state
    assert stratagems()[name].mark == row
    assert (row in done.units["au1"].game) is serves


def test_a_dreadnought_weapon_is_a_wrecker() -> None:
    # cod.stratagem.wreckers.who
    walker = squad("au1", None, 1, keywords=("Vehicle", "Walker"), weapons=(
        Weapon("dccw", "Dreadnought close combat weapon", blade().profile),))[1][0]  # fmt: skip
    one = stratagems()["wreckers"]
    assert one.serves is not None and one.serves(walker)


# --- combat engineers ----------------------------------------------------------------------------------------------


def charging(a: Any = ("combat-engineers",), **of_unit: Any) -> State:
    """A unit of a has just charged models of b in a fortified ruin."""
    charged: dict[str, Mark] = {words.CHARGED: ("bu1",), "wh40k.assumed.charge.difficult": 1}
    return town(squad("au1", (1900, 1600), 2, turn=charged, **of_unit), squad("bu1", (2010, 1600), 1),
                phase="assault", step="charge", a=a, game=fortified("r1"))  # fmt: skip


def made(state: State) -> Any:
    """What a rule works with once the charge is made."""
    ctx = at_work(state)
    ctx.fire(hooks.CHARGE_MADE, "bu1", unit=ctx.state.units["au1"])
    return ctx


def initiative(ctx: Any, model: str) -> int:
    return int(combat.initiative(ctx, ctx.state.models[model]))


def test_breaching_charges() -> None:
    # cod.stratagem.combat-engineers.breaching: Initiative 10 against fortified ruins
    row = "cod.stratagem.combat-engineers.breaching"
    ctx = made(charging())
    assert initiative(ctx, "au1.1") == 10 and row in ctx.state.units["au1"].turn
    assert initiative(made(charging(a=())), "au1.1") == 1
    plain = charging()
    plain.game.clear()
    assert initiative(made(plain), "au1.1") == 1


def test_the_fortification_is_lost() -> None:
    # cod.stratagem.combat-engineers.fortification-lost: when the assault is made, for the rest of the game
    row = "cod.stratagem.combat-engineers.fortification-lost"
    ctx = made(charging())
    assert not ruins.is_fortified(ctx.state, "r1")
    assert row in [effect.rule for effect in ctx.effects]
    assert ruins.is_fortified(made(charging(a=())).state, "r1")


@pytest.mark.parametrize("fleeing", [False, True])
def test_engineers_that_fall_back(fleeing: bool) -> None:
    # cod.stratagem.combat-engineers.not-falling-back
    game = {words.FALLING_BACK: 1} if fleeing else {}
    here = charging(game=game)
    assert combat_engineers.equipped(here, here.units["au1"]) is not fleeing
    assert combat_engineers.trap_needs(here, here.units["au1"], 4) == (4 if fleeing else 6)
    assert ruins.is_fortified(made(here).state, "r1") is fleeing


@pytest.mark.parametrize(("game", "cut"), [({}, True), ({words.FALLING_BACK: 1}, False)])
def test_who_falls_back_cuts_no_wire(game: dict[str, Mark], cut: bool) -> None:
    crossed = {"cod.stratagem.combat-engineers.wire-cutters": ("w1",)}
    here = town(squad("au1", (2800, 1600), 1, phase=crossed, game=game), a=["combat-engineers"], terrain=(WIRE,))
    if cut:
        assert not obstacles.obstacles(decide(here, "a", CutWire(unit="au1", wire="w1"), (4,)).state)
    else:
        assert refusal(here, "a", CutWire(unit="au1", wire="w1")) == "cod.stratagem.combat-engineers.not-falling-back"


@pytest.mark.parametrize("face", range(1, 7))
def test_wire_is_cut_on_4(face: int) -> None:
    # cod.stratagem.combat-engineers.wire-cutters: when it is crossed, if the unit wants to
    row = "cod.stratagem.combat-engineers.wire-cutters"
    here = town(squad("au1", (2400, 1600), 1, phase=DIFFICULT), a=["combat-engineers"], terrain=(WIRE,))
    assert refusal(here, "a", CutWire(unit="au1", wire="w1")) == row
    over = decide(here, "a", go("au1", "au1.1", (2800, 1600, 0))).state
    assert [o.targets for o in offered(over, "cut-wire")] == [("w1",)]
    assert wanted(over, "a", CutWire(unit="au1", wire="w1")) == (1, row)
    done = decide(over, "a", CutWire(unit="au1", wire="w1"), (face,)).state
    assert bool(obstacles.obstacles(done)) == (face < 4)
    if face < 4:
        assert refusal(done, "a", CutWire(unit="au1", wire="w1")) == row


def test_others_have_no_cutters() -> None:
    # cod.stratagem.combat-engineers.wire-cutters
    here = town(squad("au1", (2400, 1600), 1, phase=DIFFICULT), terrain=(WIRE,))
    over = decide(here, "a", go("au1", "au1.1", (2800, 1600, 0))).state
    assert refusal(over, "a", CutWire(unit="au1", wire="w1")) == "cod.stratagem.combat-engineers.wire-cutters"
    with pytest.raises(Malformed):
        decide(town(squad("au1"), a=["combat-engineers"]), "a", CutWire(unit="au1", wire="w9"))


def smoked(**more: Any) -> State:
    """au1 has thrown its smoke in its Shooting phase."""
    here = town(squad("au1", (1000, 4000), 2), squad("bu1", (2000, 4000), 1), a=["combat-engineers"], phase="shooting",
                **more)  # fmt: skip
    return decide(here, "a", ThrowSmoke(unit="au1")).state


def cover(state: State) -> int:
    ctx = at_work(state)
    attacker: Model = ctx.state.models["bu1.1"]
    return int(save.cover(ctx, ctx.state.models["au1.1"], save.Against(cover=True, weapon=gun(), attacker=attacker)))


def test_smoke_in_place_of_shooting() -> None:
    # cod.stratagem.combat-engineers.smoke-use: once a game for each unit
    row = "cod.stratagem.combat-engineers.smoke-use"
    state = smoked()
    shot = Shoot(unit="au1", target="bu1", fire=(Fire("au1.1", "gun"),))
    assert refusal(state, "a", shot) == "wh40k.assumed.turn-structure"
    later = town(squad("au1", (1000, 4000), 2, game={row: 1}), squad("au2", (1000, 3000), 2), a=["combat-engineers"],
                 phase="shooting")  # fmt: skip
    assert refusal(later, "a", ThrowSmoke(unit="au1")) == row
    assert row in decide(later, "a", ThrowSmoke(unit="au2")).state.units["au2"].game
    after = decide(town(squad("au1", (1000, 4000)), squad("bu1", (2000, 4000)), a=["combat-engineers"],
                        phase="shooting"), "a", shot, (1, 1)).state  # fmt: skip
    assert refusal(after, "a", ThrowSmoke(unit="au1")) == "wh40k.assumed.shooting.sequence"
    assert refusal(town(squad("au1"), phase="shooting"), "a", ThrowSmoke(unit="au1")) == row
    assert [o.model for o in offered(later, "throw-smoke")] == ["au2", "au9"]


def test_smoke_hides_until_the_next_own_turn() -> None:
    # cod.stratagem.combat-engineers.smoke-save: through the enemy's turn
    state = smoked()
    assert cover(state) == 5 and "cod.stratagem.combat-engineers.smoke-save" in state.units["au1"].game
    while state.turn == "a":
        state = decide(state, state.to_act, PASS).state
    assert cover(state) == 5
    while state.turn == "b":
        state = decide(state, state.to_act, PASS).state
    assert (state.turn, cover(state)) == ("a", 7)


@pytest.mark.decides("cod.stratagem.combat-engineers.smoke-save", by="wh40k.assumed.save.cover")
@pytest.mark.parametrize(("smoke", "save"), [(True, 5), (False, 7)])
def test_shots_into_smoke(smoke: bool, save: int) -> None:
    firer = squad("bu1", (2000, 4000), 1, weapons=(gun(S=10, AP=2, type="Heavy"),))
    here = town(squad("au1", (1000, 4000), 2), firer, a=["combat-engineers"], phase="shooting")
    state = decide(here, "a", ThrowSmoke(unit="au1") if smoke else PASS).state
    while (state.turn, state.phase) != ("b", "shooting"):
        state = decide(state, state.to_act, PASS).state
    assert saved(state, "bu1", "au1") == save


def test_smoke_is_no_cover_in_an_assault() -> None:
    # cod.stratagem.combat-engineers.smoke-assault: no cover saves, and nobody is slowed by it
    ctx = at_work(smoked())
    pool = rules.wh40k.shooting.wound.Pool(
        "b", ctx.state.units["au1"], 1, 4, assault=True, attacker=ctx.state.models["bu1.1"]
    )
    against = rules.wh40k.shooting.wound._against(pool)
    assert not against.cover
    charged = {words.CHARGED: ("au1",)}
    ctx.state.units["bu1"].turn.update(charged)
    assert initiative(ctx, "bu1.1") == 4


@pytest.mark.decides("cod.stratagem.combat-engineers.suppressors", by="cod.stratagem.booby-traps.trigger")
@pytest.mark.parametrize("face", range(1, 7))
def test_suppressors(face: int) -> None:
    # only on a 6, where others are struck on a 4; a misfire removes the trap as usual
    here = mined(squad("au1", (1900, 1600), 1, phase=DIFFICULT), a=["combat-engineers"])
    state = decide(here, "a", walk()).state
    done = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (6, 6) if face == 6 else (face,))
    others = decide(mined(squad("au1", (1900, 1600), 1, phase=DIFFICULT)), "a", walk()).state
    struck = decide(others, "b", ActivateTrap(trap="booby-traps-b1"), (face, 6) if face > 3 else (face,)).state
    assert struck.models["au1.1"].out == (face > 3)
    assert done.state.models["au1.1"].out == (face == 6)
    assert not any(piece.kind == "marker" for piece in done.state.table.terrain)


# --- rappel lines --------------------------------------------------------------------------------------------------


def hovering(a: Any = ("rappel-lines",), keywords: tuple[str, ...] = ("Vehicle", "Skimmer", "Transport")) -> State:
    """A transport above a ruin of three floors, with a unit inside."""
    carrier = tank("au1", places=[(2600, 1600)], keywords=keywords, has={"wh40k.assumed.transport.capacity": 10})
    carrier[1][0].at = (2600, 1600, 900) if "Skimmer" in keywords else (1700, 1600, 0)
    inside = squad("au2", None, 2, game={words.ABOARD: "au1.1"})
    return town(carrier, inside, a=a, terrain=ruin())


def out(z: int) -> Disembark:
    return Disembark(unit="au2", places=(Place("au2.1", (2300, 1300, z)), Place("au2.2", (2450, 1300, z))))


@pytest.mark.decides("cod.stratagem.rappel-lines.disembark", by="cod.terrain.urban-ruin.skimmer-disembark")
def test_landing_on_upper_floors() -> None:
    # upper floors only, and only with the lines
    barred = "cod.terrain.urban-ruin.skimmer-disembark"
    done = decide(hovering(), "a", out(600), (3, 3)).state
    assert done.models["au2.1"].at == (2300, 1300, 600)
    assert refusal(hovering(), "a", out(0)) == barred
    assert refusal(hovering(a=()), "a", out(600)) == barred


@pytest.mark.decides("cod.stratagem.rappel-lines.dangerous-test", by="wh40k.assumed.terrain.dangerous")
def test_each_model_that_lands_so_is_in_danger() -> None:
    # who gets out beside the ruin is in none
    beside = Disembark(unit="au2", places=(Place("au2.1", (1900, 1500, 0)), Place("au2.2", (1900, 1650, 0))))
    assert decide(hovering(), "a", beside).state.models["au2.1"].at == (1900, 1500, 0)
    assert wanted(hovering(), "a", out(300)) == (1, "wh40k.assumed.terrain.dangerous")
    done = decide(hovering(), "a", out(300), (1, 3, 2))
    assert (done.state.models["au2.1"].out, done.state.models["au2.2"].out) == (True, False)


# --- siege shells --------------------------------------------------------------------------------------------------


def siege(*groups: Any, a: Any = ("siege-shells",), **more: Any) -> State:
    """A tank of a south of the ruin."""
    more.setdefault("terrain", ruin(floors=1))
    return town(tank("au1", (2600, 400), BS=4), *groups, a=a, phase="shooting", **more)


def shell(x: int = 2600, y: int = 1600, **more: Any) -> FireSiegeShells:
    told: dict[str, Any] = {"ruin": "r1"} if "target" not in more else {}
    return FireSiegeShells(unit="au1", shells=(Shell("au1.1", (x, y)),), **told, **more)


HITS = 1
"""A face of the scatter die that shows Hit!."""


@pytest.mark.decides("cod.stratagem.siege-shells.profile", by="wh40k.usr.blast.range")
def test_the_profile_of_a_siege_shell() -> None:
    # 18", S10, AP -, Ordnance 1, the large marker
    printed = {"range": 1800, "type": "Ordnance", "shots": 1, "S": 10, "AP": 0}
    assert SHELL.profile == printed
    done = decide(siege(squad("bu1", (2300, 1500), 3)), "a", shell(), (HITS, 2, 2))
    done = decide(done.state, "b", Pass(), (4, 4, 3))  # the casualties are not chosen
    laid = effects_of(done, Laid)
    assert [(one.radius, one.at[:2]) for one in laid] == [(250, (2600, 1600))]
    far = siege(terrain=ruin(near=2200, far=3400, floors=1))
    assert refusal(far, "a", shell(y=2450)) == "wh40k.usr.blast.range"


def test_it_is_declared_before_the_weapon_fires() -> None:
    # cod.stratagem.siege-shells.declare: a declaration of its own, in place of shooting
    row = "cod.stratagem.siege-shells.declare"
    here = siege()
    assert refusal(here, "a", FireSiegeShells(unit="au1", shells=(), ruin="r1")) == row
    after = decide(here, "a", shell(), (HITS, 1)).state
    assert refusal(after, "a", shell()) == "wh40k.assumed.shooting.sequence"
    assert refusal(siege(a=()), "a", shell()) == "cod.stratagem.siege-shells.who"
    foot = town(squad("au1", (2600, 400), 1), a=["siege-shells"], phase="shooting")
    assert refusal(foot, "a", shell()) == "cod.stratagem.siege-shells.who"
    gone = siege()
    gone.models["au1.1"].game["wh40k.assumed.vehicle.damage-table.weapon"] = ("cannon",)
    assert refusal(gone, "a", shell()) == row


def test_it_may_be_aimed_at_the_building() -> None:
    # cod.stratagem.siege-shells.target-building: nobody has to be in it
    row = "cod.stratagem.siege-shells.target-building"
    assert not ruins.is_dangerous(decide(siege(), "a", shell(), (HITS, 3)).state, "r1")
    assert refusal(siege(), "a", shell(1500, 1600)) == row
    friends = siege(squad("au2", (2600, 1500), 1))
    assert refusal(friends, "a", shell()) == "wh40k.usr.blast.no-friendly"
    for action in (FireSiegeShells(unit="au1", shells=(Shell("au1.1", (2600, 1600)),)), shell(target="bu9", ruin="r1")):
        with pytest.raises(Malformed):
            decide(siege(), "a", action)
    assert [o.targets for o in offered(siege(), "fire-siege-shells")] == [("r1",)]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_ruin_under_the_centre_becomes_dangerous(face: int) -> None:
    # cod.stratagem.siege-shells.make-dangerous
    row = "cod.stratagem.siege-shells.make-dangerous"
    done = decide(siege(), "a", shell(), (HITS, face))
    assert effects_of(done, Rolled, row)[0].faces == (face,)
    assert ruins.is_dangerous(done.state, "r1") == (face > 3)
    assert not ruins.is_fallen(done.state, "r1")


@pytest.mark.parametrize("face", range(1, 7))
def test_a_dangerous_ruin_falls(face: int) -> None:
    # cod.stratagem.siege-shells.destroy
    row = "cod.stratagem.siege-shells.destroy"
    done = decide(siege(game=dangerous("r1")), "a", shell(), (HITS, face))
    assert effects_of(done, Rolled, row)[0].faces == (face,)
    assert ruins.is_fallen(done.state, "r1") == (face > 3)


def test_a_shell_that_scatters_off_the_ruin() -> None:
    # cod.stratagem.siege-shells.make-dangerous: the centre counts; 6" less BS 4 are 2", from 1.5" inside the edge
    done = decide(siege(), "a", shell(3050, 1600), (4, 360, 3, 3))
    assert not effects_of(done, Rolled, "cod.stratagem.siege-shells.make-dangerous")


def test_at_enemy_models() -> None:
    """Whoever is under the marker is hit at S10; then the building is rolled for."""
    here = siege(squad("bu1", (2300, 1500), 3))
    at_unit = FireSiegeShells(unit="au1", shells=(Shell("au1.1", (2450, 1500), floor=1),), target="bu1")
    known = decide(here, "a", at_unit, (HITS, 2, 2, 1))
    done = decide(known.state, "b", Pass(), (3, 3, 5))  # the casualties are not chosen
    assert [m.out for m in done.state.models.values() if m.unit == "bu1"] == [False, True, True]
    assert ruins.is_dangerous(done.state, "r1")
    assert effects_of(done, WoundsSet)


def test_a_fast_tank_fires_no_shell() -> None:
    """Ordnance is no Snap Shot."""
    here = siege()
    here.units["au1"].turn[words.MOVED] = 1200
    assert refusal(here, "a", shell()) == "wh40k.usr.blast.no-snap-shot"


# --- wreckers ------------------------------------------------------------------------------------------------------


def monster(*more: Any, a: Any = ("wreckers",), at: tuple[int, int] = (1900, 1600), **told: Any) -> State:
    beast = squad("au1", at, 1, keywords=("Monstrous Creature",), base=100)
    return town(beast, *more, a=a, **told)


@pytest.mark.parametrize("kind", ["barricade", "razor-wire", "tank-trap"])
@pytest.mark.parametrize("face", range(1, 7))
def test_an_obstacle_is_cleared_on_4(kind: str, face: int) -> None:
    # cod.stratagem.wreckers.obstacle: all three kinds
    row = "cod.stratagem.wreckers.obstacle"
    here = monster(terrain=(box("k1", 2000, 1500, 2100, 1700, 100, kind),))
    assert wanted(here, "a", UseWrecker(unit="au1", target="k1")) == (1, row)
    done = decide(here, "a", UseWrecker(unit="au1", target="k1"), (face,)).state
    assert bool(obstacles.obstacles(done)) == (face < 4)


@pytest.mark.decides(
    "cod.status.dangerous-ruin.definition",
    "cod.status.dangerous-ruin.sources",
    by="cod.stratagem.wreckers.make-dangerous",
)
@pytest.mark.parametrize("face", range(1, 7))
def test_a_touched_ruin_becomes_dangerous(face: int) -> None:
    # cod.stratagem.wreckers.make-dangerous
    row = "cod.stratagem.wreckers.make-dangerous"
    here = monster()
    assert not ruins.is_dangerous(here, "r1")
    assert wanted(here, "a", UseWrecker(unit="au1", target="r1")) == (1, row)
    done = decide(here, "a", UseWrecker(unit="au1", target="r1"), (face,)).state
    assert ruins.is_dangerous(done, "r1") == (face > 3)
    away = monster(at=(1800, 1600))
    assert refusal(away, "a", UseWrecker(unit="au1", target="r1")) == row


@pytest.mark.decides("cod.destruction.means", by="cod.stratagem.wreckers.destroy")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_touched_dangerous_ruin_falls(face: int) -> None:
    # cod.stratagem.wreckers.destroy
    row = "cod.stratagem.wreckers.destroy"
    here = monster(game=dangerous("r1"))
    assert wanted(here, "a", UseWrecker(unit="au1", target="r1")) == (1, row)
    done = decide(here, "a", UseWrecker(unit="au1", target="r1"), (face,)).state
    assert ruins.is_fallen(done, "r1") == (face > 3)


@pytest.mark.parametrize("face", [1, 6])
def test_who_used_a_wrecker_neither_shoots_nor_charges(face: int) -> None:
    # cod.stratagem.wreckers.no-attack: also when the roll failed
    row = "cod.stratagem.wreckers.no-attack"
    used = decide(monster(), "a", UseWrecker(unit="au1", target="r1"), (face,)).state
    unit = used.units["au1"]
    assert refusal(used, "a", UseWrecker(unit="au1", target="r1")) == row
    ctx = at_work(used)
    assert ctx.value(hooks.MAY_SHOOT, "", unit=unit, model=used.models["au1.1"], weapon=gun()) == row
    assert ctx.value(hooks.MAY_CHARGE, "", unit=unit) == row
    shot = monster(phase="shooting")
    shot.units["au1"].phase[words.SHOT] = "bu9"
    assert refusal(shot, "a", UseWrecker(unit="au1", target="r1")) == row


def test_others_have_no_wreckers() -> None:
    # cod.stratagem.wreckers.who
    assert refusal(monster(a=()), "a", UseWrecker(unit="au1", target="r1")) == "cod.stratagem.wreckers.who"
    foot = town(squad("au1", (1950, 1600), 1), a=["wreckers"])
    assert refusal(foot, "a", UseWrecker(unit="au1", target="r1")) == "cod.stratagem.wreckers.who"
    with pytest.raises(Malformed):
        decide(monster(), "a", UseWrecker(unit="au1", target="r9"))
    told = monster()
    assert [(o.model, o.targets) for o in offered(told, "use-wrecker")] == [("au1", ("r1",))]
