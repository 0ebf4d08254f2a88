"""Obstacles and manoeuvres: pieces that are placed, other ways to arrive."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import obstacles, prepared
from rules.cod.chosen import Spot, stratagems
from rules.cod.stratagem.sewer_rats import CAME, PLACED, WaitBelow, markers
from rules.cod.stratagems import DeclareStratagem, PlaceMarkers
from rules.kernel.errors import Malformed
from rules.kernel.state import State, Terrain
from rules.wh40k import hooks, words
from rules.wh40k.deployment import reserve
from rules.wh40k.deployment.deploy import Reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.deployment.reserve import Arrive, ReserveRolls

from ..wh40k.field import box, decide, refusal, squad, tank
from .plans import RUINS, planned, preparing
from .streets import COD, city
from .town import at_work

DEEP_STRIKE, INFILTRATE = "wh40k.usr.deep-strike", "wh40k.usr.infiltrate"
NO_RESERVES = "cod.special.reserves.not-deployed"
BANNED = "cod.org.deploy.no-deepstrike-infiltrate"


# --- obstacles -----------------------------------------------------------------------------------------------------


def bar(x: int, y: int, length: int = 300) -> Spot:
    return Spot(outline=((x, y), (x + length, y), (x + length, y + 100), (x, y + 100)))


def put(name: str, *spots: Spot) -> rules.Decided:
    rolled = decide(preparing(to_act="a"), "a", DeclareStratagem(stratagem=name), (5,)).state
    return decide(rolled, "a", PlaceMarkers(places=spots))


KINDS = {"barricades": "barricade", "razor-wire": "razor-wire", "tank-traps": "tank-trap"}


@pytest.mark.decides(
    "cod.stratagem.obstacle.types",
    "cod.stratagem.obstacle.purpose",
    "cod.terrain.obstacle.definition",
    by="cod.stratagem.obstacle.place-anywhere",
)
@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_a_stratagem_of_its_own(name: str) -> None:
    # the terrain that it adds hinders movement or gives cover
    done = put(name, bar(1500, 1500)).state
    piece = next(p for p in done.table.terrain if p.id == f"{name}-a1")
    kind = rules.wh40k.movement.terrain.kind_of(at_work(done), piece)
    assert piece.kind == KINDS[name] and stratagems()[name].category == "obstacles"
    assert kind.cover < 7 or kind.foot != "open"


def test_they_are_placed_anywhere() -> None:
    # cod.stratagem.obstacle.place-anywhere: in both zones, and in ruins
    row = "cod.stratagem.obstacle.place-anywhere"
    spots = (bar(100, 100), bar(4300, 4600), bar(2200, 2300), Spot(outline=bar(1500, 200).outline, height=150))
    done = put("razor-wire", *spots)
    placed = [e for e in done.effects if isinstance(e, rules.kernel.effects.TerrainSet)]
    assert [e.rule for e in placed] == [row] * 4
    assert [p.height for p in obstacles.obstacles(done.state)] == [100, 100, 100, 150]


def test_count_and_size_of_pieces() -> None:
    # cod.stratagem.obstacle.count: 5 on its D6 gives 3 + 3; cod.stratagem.obstacle.size
    six = tuple(bar(100 + 500 * n, 1500) for n in range(6))
    assert len(obstacles.obstacles(put("barricades", *six).state)) == 6
    rolled = decide(preparing(to_act="a"), "a", DeclareStratagem(stratagem="barricades"), (5,)).state
    assert refusal(rolled, "a", PlaceMarkers(places=(*six, bar(100, 1800)))) == "cod.stratagem.obstacle.count"
    assert refusal(rolled, "a", PlaceMarkers(places=(bar(100, 1500, 601),))) == "cod.stratagem.obstacle.size"
    with pytest.raises(Malformed):
        put("barricades", Spot(at=(1, 1)))


# --- deep strike and infiltrate ------------------------------------------------------------------------------------


def one(key: str, category: str = "Troops", **more: Any) -> Any:
    return squad(key, None, 1, category=category, **more)


def setting_up(*groups: Any, a: Any = (), b: Any = (), **more: Any) -> State:
    return city(*groups, phase="deployment", step="alternate", turn="", to_act="a", round=0, order=(),
                **planned(a=a, b=b), **more)  # fmt: skip


@pytest.mark.parametrize("row", ["cod.stratagem.deep-strike.permission", "cod.stratagem.deep-strike.reserve"])
def test_units_may_deep_strike(row: str) -> None:
    # all units with the rule, and they start in reserve whatever the scenario says
    jump = one("au1", has={DEEP_STRIKE: 1})
    action = Reserve(unit="au1", manner="deep-strike")
    assert refusal(setting_up(jump, one("bu1")), "a", action) == BANNED
    for options in ({}, {reserve.IN_USE: False}):
        here = setting_up(jump, one("au2"), one("bu1"), a=["deep-strike"], options=options)
        kept = decide(here, "a", action).state
        assert kept.units["au1"].game[words.RESERVE] == "deep-strike", row
        assert refusal(here, "a", Reserve(unit="au2", manner="deep-strike")) == "wh40k.usr.deep-strike.all-models"


def test_their_arrival_is_rolled_for() -> None:
    # cod.stratagem.deep-strike.reserve, cod.stratagem.deep-strike.core: 4+ in turn 2, then as usual
    row = "cod.stratagem.deep-strike.core"
    jump = squad("au1", None, 1, has={DEEP_STRIKE: 1}, game={words.RESERVE: "deep-strike"})
    state = fighting(jump, a=["deep-strike"])
    assert state.pending is not None and state.pending.clause == reserve.ROLLS
    came = decide(state, "a", ReserveRolls(), (4,)).state
    landed = decide(came, "a", Arrive(unit="au1", places=(Place("au1.1", (2000, 1500, 0)),)), (1,)).state
    assert landed.models["au1.1"].at == (2000, 1500, 0), row


def test_some_need_no_stratagem_for_deep_strike() -> None:
    # cod.stratagem.deep-strike.not-needed: who may whatever the scenario says
    row = "cod.stratagem.deep-strike.not-needed"
    here = setting_up(one("au1", has={DEEP_STRIKE: 2}), one("bu1"))
    kept = decide(here, "a", Reserve(unit="au1", manner="deep-strike")).state
    assert kept.units["au1"].game[words.RESERVE] == "deep-strike", row


@pytest.mark.parametrize(
    "row",
    [
        "cod.stratagem.infiltrate.permission", "cod.stratagem.infiltrate.not-needed", "cod.stratagem.infiltrate.core",
        "cod.stratagem.manoeuvre.adds-rule",
    ],
)  # fmt: skip
def test_units_may_infiltrate(row: str) -> None:
    # by the stratagem, or by a rule of their own whatever the scenario says; then they are set up as usual, last
    needs_none = row.endswith("not-needed")
    scouts = one("au1", has={INFILTRATE: 2 if needs_none else 1})
    here = setting_up(scouts, one("au2"), one("bu1"), a=() if needs_none else ["infiltrate"])
    without = setting_up(scouts, one("au2"), one("bu1"))
    assert prepared.infiltrates(here, here.units["au1"]), row
    assert prepared.infiltrates(without, without.units["au1"]) is needs_none
    assert not prepared.infiltrates(here, here.units["au2"])
    mark = stratagems()["infiltrate"].mark
    declared = decide(preparing(to_act="a"), "a", DeclareStratagem(stratagem="infiltrate")).state
    assert prepared.granted(declared, "a", mark) and not prepared.granted(declared, "b", mark)


# --- sewer rats ----------------------------------------------------------------------------------------------------


def sewer(key: str, x: int, y: int) -> Terrain:
    return box(key, x - 25, y - 25, x + 25, y + 25, 1, "marker")


def waiting(key: str, count: int = 1, **more: Any) -> Any:
    return squad(key, None, count, game={words.RESERVE: "reserve"}, **more)


def fighting(*groups: Any, a: Any = (), b: Any = (), round: int = 2, **more: Any) -> State:
    """A player turn of a begins; sewer markers at (1500, 1500) and (3000, 1500) belong to whoever has them."""
    pieces = (sewer("sewer-rats-a1", 1500, 1500), sewer("sewer-rats-a2", 3000, 1500))
    placed: dict[str, Any] = {}
    if "sewer-rats" in a:
        placed["on_a"] = {PLACED: tuple(p.id for p in pieces)}
    elif "sewer-rats" in b:
        placed["on_b"] = {PLACED: tuple(p.id for p in pieces)}
    others = squad("au9", (100, 100), 1), squad("bu9", (4700, 4700), 1)
    return_to = city(*groups, *others, phase="start", step="", turn="a", round=round, ruins=RUINS, terrain=pieces,
                     **planned(a=a, b=b, **placed), **more)  # fmt: skip
    ctx = at_work(return_to)
    ctx.fire(hooks.TURN_BEGAN, "a")
    ctx.ruleset.settle(ctx)
    return ctx.state


def available(*groups: Any, **more: Any) -> State:
    """Everybody who waits has become available."""
    state = fighting(*groups, **{"a": ["sewer-rats"], **more})
    assert state.pending is not None
    return decide(state, "a", ReserveRolls(), (6,) * len(state.pending.targets)).state


def up(unit: str, x: int, y: int) -> Arrive:
    return Arrive(unit=unit, places=(Place(f"{unit}.1", (x, y, 0)),))


def test_infantry_may_wait_below() -> None:
    # cod.stratagem.sewer-rats.reserve: infantry without a transport of its own, also where nobody else may
    row = "cod.stratagem.sewer-rats.reserve"
    rhino = {"wh40k.assumed.transport.dedicated": "u4"}
    groups = (one("au1"), one("au2", keywords=("Bike",)), one("au3", unit_has=rhino), tank("au4", None), one("bu1"))
    here = setting_up(*groups, a=["sewer-rats"])
    assert decide(here, "a", Reserve(unit="au1")).state.units["au1"].game[words.RESERVE] == "reserve", row
    for unit in ("au2", "au3", "au4"):
        assert refusal(here, "a", Reserve(unit=unit)) == NO_RESERVES
    assert refusal(setting_up(*groups), "a", Reserve(unit="au1")) == NO_RESERVES


def test_markers_lie_on_the_ground() -> None:
    # cod.stratagem.sewer-rats.markers: anywhere
    rolled = decide(preparing(to_act="a"), "a", DeclareStratagem(stratagem="sewer-rats"), (1,)).state
    spots = (Spot(at=(100, 100)), Spot(at=(4700, 4700)), Spot(at=(2400, 2400)))
    done = decide(rolled, "a", PlaceMarkers(places=spots)).state
    row = "cod.stratagem.sewer-rats.markers"
    assert done.sides["a"].game[row] == ("sewer-rats-a1", "sewer-rats-a2", "sewer-rats-a3")
    assert markers(done, "a")["sewer-rats-a3"] == (2400, 2400)
    assert all(piece.floor == 0 for piece in done.table.terrain if piece.kind == "marker")
    for spot in (Spot(), Spot(at=(4801, 100))):
        with pytest.raises(Malformed):
            decide(rolled, "a", PlaceMarkers(places=(spot,)))


def test_they_come_up_by_a_marker() -> None:
    # cod.stratagem.sewer-rats.arrive: as though it were an edge, so a move long
    row = "cod.stratagem.sewer-rats.arrive"
    state = available(waiting("au1"))
    done = decide(state, "a", up("au1", 1900, 1500)).state
    assert done.models["au1.1"].at == (1900, 1500, 0), row
    assert refusal(state, "a", up("au1", 2250, 1500)) != ""
    # this scenario has no reserves: the edges are closed
    assert refusal(state, "a", up("au1", 800, 100)) != ""


def test_not_beside_an_enemy() -> None:
    # cod.stratagem.sewer-rats.enemy-near: exactly 1" is within
    row = "cod.stratagem.sewer-rats.enemy-near"
    assert row in COD.clauses
    near = available(waiting("au1"), squad("bu1", (1500, 1650), 1))
    assert refusal(near, "a", up("au1", 1400, 1400)) != ""
    assert decide(near, "a", up("au1", 3100, 1500)).state.models["au1.1"].at == (3100, 1500, 0)
    far = available(waiting("au1"), squad("bu1", (1500, 1651), 1))
    assert decide(far, "a", up("au1", 1500, 1300)).state.models["au1.1"].at == (1500, 1300, 0)


def test_no_assault_on_arrival() -> None:
    # cod.stratagem.sewer-rats.no-assault
    row = "cod.stratagem.sewer-rats.no-assault"
    done = at_work(decide(available(waiting("au1")), "a", up("au1", 1500, 1500)).state)
    assert done.value(hooks.MAY_CHARGE, "", unit=done.state.units["au1"]) == row == CAME


def test_only_the_owner_comes_that_way() -> None:
    # cod.stratagem.sewer-rats.one-player
    row = "cod.stratagem.sewer-rats.one-player"
    assert row in COD.clauses
    state = fighting(a=["sewer-rats"])
    assert markers(state, "b") == {} and len(markers(state, "a")) == 2
    theirs = available(waiting("au1"), a=(), b=["sewer-rats"])
    assert refusal(theirs, "a", up("au1", 1500, 1500)) != ""


def test_both_may_use_all_markers() -> None:
    # cod.stratagem.sewer-rats.both-players: whoever placed them
    row = "cod.stratagem.sewer-rats.both-players"
    assert row in COD.clauses
    state = fighting(a=["sewer-rats"], b=["sewer-rats"])
    assert list(markers(state, "a")) == list(markers(state, "b")) == ["sewer-rats-a1", "sewer-rats-a2"]


def test_one_unit_through_a_marker() -> None:
    # cod.stratagem.sewer-rats.one-unit-per-marker: in a player turn
    row = "cod.stratagem.sewer-rats.one-unit-per-marker"
    first = decide(available(waiting("au1"), waiting("au2")), "a", up("au1", 1500, 1500)).state
    assert first.sides["a"].turn[row] == ("sewer-rats-a1",)
    assert refusal(first, "a", up("au2", 1500, 1300)) != ""
    assert decide(first, "a", up("au2", 3000, 1500)).state.models["au2.1"].at == (3000, 1500, 0)


def test_more_units_than_markers() -> None:
    # cod.stratagem.sewer-rats.overflow: only the surplus waits, and rolls again
    row = "cod.stratagem.sewer-rats.overflow"
    state = available(waiting("au1"), waiting("au2"), waiting("au3"))
    assert refusal(state, "a", WaitBelow(unit="au3")) == row
    state = decide(state, "a", up("au1", 1500, 1500)).state
    assert refusal(state, "a", WaitBelow(unit="au3")) == row
    state = decide(state, "a", up("au2", 3000, 1500)).state
    assert [(o.action, o.model) for o in rules.options(COD, state) if o.action == "wait-below"] == [
        ("wait-below", "au3")
    ]
    done = decide(state, "a", WaitBelow(unit="au3")).state
    assert reserve.AVAILABLE not in done.units["au3"].turn and done.units["au3"].game[words.RESERVE] == "reserve"
    ctx = at_work(done)
    ctx.state.round = 3
    assert reserve.needed(ctx, ctx.state.units["au3"]) == 3
    assert refusal(available(waiting("au1", keywords=("Bike",))), "a", WaitBelow(unit="au1")) == row
