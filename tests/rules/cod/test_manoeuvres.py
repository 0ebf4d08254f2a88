"""Obstacles and manoeuvres: pieces that are placed, other ways to arrive."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import obstacles
from rules.cod.chosen import Spot, stratagems
from rules.cod.stratagem.sewer_rats import CAME, PLACED, WaitBelow, markers
from rules.cod.stratagems import DeclareStratagem, PlaceMarkers
from rules.kernel.errors import Malformed
from rules.kernel.state import State, Terrain
from rules.wh40k import hooks, words
from rules.wh40k.deployment import reserve
from rules.wh40k.deployment.deploy import Deploy, Reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.deployment.reserve import Arrive, ReserveRolls

from ..deciding import grounds, says
from ..wh40k.field import box, decide, refusal, squad, tank
from .plans import RUINS, planned, preparing
from .streets import COD, city
from .town import at_work

DEEP_STRIKE, INFILTRATE = "wh40k.usr.deep-strike", "wh40k.usr.infiltrate"
NO_RESERVES = "cod.special.reserves.not-deployed"
DISTANCE = "wh40k.usr.infiltrate.12in"
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
        put("barricades", Spot())
    with pytest.raises(rules.IllegalAction, match=r"places\[0\]\.at means nothing here"):
        put("barricades", Spot(at=(1, 1)))


# --- deep strike and infiltrate ------------------------------------------------------------------------------------


def one(key: str, category: str = "Troops", **more: Any) -> Any:
    return squad(key, None, 1, category=category, **more)


def setting_up(*groups: Any, a: Any = (), b: Any = (), **more: Any) -> State:
    return city(*groups, phase="deployment", step="alternate", turn="", to_act="a", round=0, order=(),
                **planned(a=a, b=b), **more)  # fmt: skip


@pytest.mark.decides("cod.stratagem.deep-strike.permission", "cod.stratagem.deep-strike.reserve", by=BANNED)
def test_units_may_deep_strike() -> None:
    """All units with the rule, and they start in reserve whatever the scenario says."""
    jump = one("au1", has={DEEP_STRIKE: 1})
    action = Reserve(unit="au1", manner="deep-strike")
    assert refusal(setting_up(jump, one("bu1")), "a", action) == BANNED
    for options in ({}, {reserve.IN_USE: False}):
        here = setting_up(jump, one("au2"), one("bu1"), a=["deep-strike"], options=options)
        kept = decide(here, "a", action).state
        assert kept.units["au1"].game[words.RESERVE] == "deep-strike"
        assert refusal(here, "a", Reserve(unit="au2", manner="deep-strike")) == "wh40k.usr.deep-strike.all-models"


@pytest.mark.decides("cod.stratagem.deep-strike.core", by="wh40k.usr.deep-strike.first-model")
def test_their_arrival_is_rolled_for() -> None:
    # cod.stratagem.deep-strike.reserve: 4+ in turn 2, then as usual
    jump = squad("au1", None, 1, has={DEEP_STRIKE: 1}, game={words.RESERVE: "deep-strike"})
    state = fighting(jump, a=["deep-strike"])
    assert state.pending is not None and state.pending.clause == reserve.ROLLS
    came = decide(state, "a", ReserveRolls(), (4,)).state
    places = (Place("au1.1", (2000, 1500, 0)),)
    assert refusal(came, "a", Arrive(unit="au1", places=places, manner="reserve")) != ""
    landed = decide(came, "a", Arrive(unit="au1", places=places), (1,)).state
    assert landed.models["au1.1"].at == (2000, 1500, 0)


@pytest.mark.decides("cod.stratagem.deep-strike.not-needed", by=BANNED)
def test_some_need_no_stratagem_for_deep_strike() -> None:
    """Who may whatever the scenario says, beside one who may not."""
    here = setting_up(one("au1", has={DEEP_STRIKE: 2}), one("au2", has={DEEP_STRIKE: 1}), one("bu1"))
    kept = decide(here, "a", Reserve(unit="au1", manner="deep-strike")).state
    assert kept.units["au1"].game[words.RESERVE] == "deep-strike"
    assert refusal(here, "a", Reserve(unit="au2", manner="deep-strike")) == BANNED


FOLLOW = "cod.org.deploy.follow-scenario"


def set_down(unit: str, x: int, y: int) -> Deploy:
    return Deploy(unit=unit, places=(Place(f"{unit}.1", (x, y, 0)),))


@pytest.mark.decides("cod.stratagem.infiltrate.permission", "cod.stratagem.infiltrate.not-needed", by=FOLLOW)
@pytest.mark.parametrize(
    ("value", "a", "last"),
    [
        (1, ["infiltrate"], True),  # by the stratagem
        (2, (), True),  # by a rule of its own, whatever the scenario says
        (1, (), False),
        (0, ["infiltrate"], False),
    ],
)
def test_who_infiltrates_is_set_up_last(value: int, a: Any, last: bool) -> None:
    here = setting_up(one("au1", has={INFILTRATE: value} if value else {}), one("au2"), one("bu1"), a=a)
    if last:
        assert refusal(here, "a", set_down("au1", 500, 500)) == FOLLOW
    else:
        assert decide(here, "a", set_down("au1", 500, 500)).state.to_act == "b"


@pytest.mark.decides("cod.stratagem.manoeuvre.adds-rule", by=BANNED)
def test_infiltrators_may_outflank() -> None:
    outflank = Reserve(unit="au1", manner="outflank")
    scouts = one("au1", has={INFILTRATE: 1})
    assert refusal(setting_up(scouts, one("bu1")), "a", outflank) == BANNED
    kept = decide(last_of_all(), "a", outflank).state
    assert kept.units["au1"].game[words.RESERVE] == "outflank"


def last_of_all() -> State:
    """Everybody is set up but the infiltrators of a."""
    here = setting_up(one("au1", has={INFILTRATE: 1}), one("au2"), squad("bu1", (4500, 4500), 1), a=["infiltrate"])
    return decide(here, "a", set_down("au2", 500, 500)).state


@pytest.mark.decides("cod.stratagem.infiltrate.core", by=DISTANCE)
def test_infiltrators_stand_where_the_core_rules_let_them() -> None:
    """Out of the own quarter, but not within 12" of an enemy."""
    here = last_of_all()
    assert decide(here, "a", set_down("au1", 2600, 2600)).state.models["au1.1"].at == (2600, 2600, 0)
    assert refusal(here, "a", set_down("au1", 3600, 3600)) == DISTANCE


# --- sewer rats ----------------------------------------------------------------------------------------------------


def sewer(key: str, x: int, y: int) -> Terrain:
    return box(key, x - 25, y - 25, x + 25, y + 25, 1, "marker")


def waiting(key: str, count: int = 1, **more: Any) -> Any:
    return squad(key, None, count, game={words.RESERVE: "reserve"}, **more)


def fighting(*groups: Any, a: Any = (), b: Any = (), round: int = 2, theirs: str = "a", **more: Any) -> State:
    """A player turn of a begins; sewer markers at (1500, 1500) and (3000, 1500) belong to whoever has them, or if both
    have some to `theirs`.
    """
    pieces = (sewer("sewer-rats-a1", 1500, 1500), sewer("sewer-rats-a2", 3000, 1500))
    placed: dict[str, Any] = {}
    if "sewer-rats" in a and theirs == "a":
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


@pytest.mark.decides("cod.stratagem.sewer-rats.reserve", by="cod.special.reserves.not-deployed")
def test_infantry_may_wait_below() -> None:
    # infantry without a transport of its own, also where nobody else may
    rhino = {"wh40k.assumed.transport.dedicated": "u4"}
    groups = (one("au1"), one("au2", keywords=("Bike",)), one("au3", unit_has=rhino), tank("au4", None), one("bu1"))
    here = setting_up(*groups, a=["sewer-rats"])
    assert decide(here, "a", Reserve(unit="au1")).state.units["au1"].game[words.RESERVE] == "reserve"
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


@pytest.mark.decides("cod.stratagem.sewer-rats.arrive", by="wh40k.assumed.reserves.arrival")
def test_they_come_up_by_a_marker() -> None:
    # as though it were an edge, so a move long
    state = available(waiting("au1"))
    done = decide(state, "a", up("au1", 1900, 1500)).state
    assert done.models["au1.1"].at == (1900, 1500, 0)
    assert refusal(state, "a", up("au1", 2250, 1500)) != ""
    # this scenario has no reserves: the edges are closed
    assert refusal(state, "a", up("au1", 800, 100)) != ""


def test_not_beside_an_enemy() -> None:
    # exactly 1" is within
    row = "cod.stratagem.sewer-rats.enemy-near"
    near = available(waiting("au1"), squad("bu1", (1500, 1650), 1))
    assert says(grounds(near, "a", up("au1", 1400, 1400)), row, "u1.1", '1"', "sewer-rats-a1")
    assert decide(near, "a", up("au1", 3100, 1500)).state.models["au1.1"].at == (3100, 1500, 0)
    far = available(waiting("au1"), squad("bu1", (1500, 1651), 1))
    assert decide(far, "a", up("au1", 1500, 1300)).state.models["au1.1"].at == (1500, 1300, 0)


def test_no_assault_on_arrival() -> None:
    # cod.stratagem.sewer-rats.no-assault
    row = "cod.stratagem.sewer-rats.no-assault"
    done = at_work(decide(available(waiting("au1")), "a", up("au1", 1500, 1500)).state)
    assert done.value(hooks.MAY_CHARGE, "", unit=done.state.units["au1"]) == row == CAME


@pytest.mark.decides(
    "cod.stratagem.sewer-rats.one-player", "cod.stratagem.sewer-rats.both-players", by=reserve.AVAILABLE
)
@pytest.mark.parametrize(
    ("a", "b", "theirs", "comes"),
    [
        (["sewer-rats"], (), "a", True),
        ((), ["sewer-rats"], "b", False),  # only the owner
        (["sewer-rats"], ["sewer-rats"], "b", True),  # both: whoever placed the marker
    ],
)
def test_whose_markers_may_be_used(a: Any, b: Any, theirs: str, comes: bool) -> None:
    state = available(waiting("au1"), a=a, b=b, theirs=theirs)
    if comes:
        assert decide(state, "a", up("au1", 1500, 1500)).state.models["au1.1"].at == (1500, 1500, 0)
    else:
        assert refusal(state, "a", up("au1", 1500, 1500)) == reserve.AVAILABLE


def test_one_unit_through_a_marker() -> None:
    # in a player turn
    row = "cod.stratagem.sewer-rats.one-unit-per-marker"
    first = decide(available(waiting("au1"), waiting("au2")), "a", up("au1", 1500, 1500)).state
    assert first.sides["a"].turn[row] == ("sewer-rats-a1",)
    assert says(grounds(first, "a", up("au2", 1500, 1300)), row, "au1", "sewer-rats-a1", "game turn 2")
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
