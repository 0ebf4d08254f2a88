"""Units, player turns, facings, changing terrain: effects, positions, patches, and who holds a special rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel import effects, rulings
from rules.kernel.context import Context
from rules.kernel.effects import Began, Joined, Lifted, Marked, Moved, Mustered, Placed, Unmarked
from rules.kernel.errors import Malformed
from rules.kernel.rule import Hook, Rule
from rules.kernel.sheet import Sheet, UnitSheet, wounds_of
from rules.kernel.state import State, Table, Terrain, Zone, check, from_json, to_json
from tests.kernel.games import KT

SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))


def trooper(key: str, **more: Any) -> Sheet:
    return Sheet(key, f"Model {key}", "", {"W": 1}, **more)


def mustered(*sides: str) -> State:
    """Sides with a unit of two models and a unit of a vehicle each."""
    state = State(KT.id, KT.version, Table(7200, 4800))
    for side in sides or ("a", "b"):
        models = (trooper("1", has={"r.tough": 5}), trooper("2"), Sheet("3", "Hull", "", {"HP": 3}, hull=(400, 300)))
        units = (UnitSheet("u1", "Squad", ("1", "2")), UnitSheet("u2", "Tank", ("3",), has={"r.fast": 1}))
        Mustered(rule="t", side=side, name=side, models=models, units=units).apply(state)
    return state


def test_models_join_in_their_units() -> None:
    state = mustered("b", "a")
    assert list(state.units) == ["au1", "au2", "bu1", "bu2"]
    assert [m.id for m in state.members("au1")] == ["a1", "a2"]
    assert (state.units["au1"].size, state.models["a3"].wounds) == (2, 3)
    state.models["a1"].out = True
    state.changed()
    assert [m.id for m in state.members("au1")] == ["a2"]


@pytest.mark.parametrize(("profile", "wounds"), [({"W": 2}, 2), ({"HP": 3}, 3), ({}, 1), ({"W": "D3"}, 1)])
def test_a_model_begins_with_its_wounds_or_hull_points(profile: dict[str, int | str], wounds: int) -> None:
    assert wounds_of(Sheet("1", "x", "", profile)) == wounds


def test_what_happens_to_a_model() -> None:
    state = mustered("a")
    Placed(rule="t", model="a3", at=(500, 500, 0), facing=(1, 0)).apply(state)
    Moved(rule="t", model="a3", path=((700, 500, 0),), facing=(0, 5)).apply(state)
    tank = state.models["a3"]
    assert (tank.at, tank.facing) == ((700, 500, 0), (0, 5))
    Moved(rule="t", model="a3", path=(), facing=(1, 1)).apply(state)
    assert (tank.at, tank.facing) == ((700, 500, 0), (1, 1))
    Lifted(rule="t", model="a3").apply(state)
    assert (tank.at, tank.out) == (None, False)
    Joined(rule="t", model="a2", unit="au2").apply(state)
    assert [m.id for m in state.members("au2")] == ["a2", "a3"]
    with pytest.raises(KeyError):
        Joined(rule="t", model="a2", unit="au9").apply(state)


def test_marks_last_as_long_as_they_say() -> None:
    state = mustered()
    Began(rule="t", phase="movement", round=1, turn="a").apply(state)
    for until in ("game", "round", "turn", "phase"):
        for on in ("a1", "au1", "a"):
            Marked(rule="t", on=on, key=until, until=until).apply(state)

    def kept(on: str) -> set[str]:
        holder: Any = state.models.get(on) or state.units.get(on) or state.sides[on]
        return {*holder.game, *holder.round, *holder.turn, *holder.phase}

    Began(rule="t", phase="shooting", round=1, turn="a").apply(state)
    assert [kept(on) for on in ("a1", "au1", "a")] == [{"game", "round", "turn"}] * 3
    Began(rule="t", phase="movement", round=1, turn="b").apply(state)
    assert [kept(on) for on in ("a1", "au1", "a")] == [{"game", "round"}] * 3
    Began(rule="t", phase="movement", round=2, turn="a").apply(state)
    assert [kept(on) for on in ("a1", "au1", "a")] == [{"game"}] * 3
    Unmarked(rule="t", on="au1", key="game", until="game").apply(state)
    assert kept("au1") == set()


def test_terrain_and_zones_change() -> None:
    state = mustered("a")
    effects.TerrainSet(rule="t", piece=Terrain("r1", "Ruin", SQUARE, 300)).apply(state)
    effects.TerrainSet(rule="t", piece=Terrain("r2", "Ruin", SQUARE, 300)).apply(state)
    effects.TerrainSet(rule="t", piece=Terrain("r1", "Rubble", SQUARE, 50)).apply(state)
    assert [(t.id, t.name) for t in state.table.terrain] == [("r2", "Ruin"), ("r1", "Rubble")]
    effects.TerrainRemoved(rule="t", piece="r2").apply(state)
    assert [t.id for t in state.table.terrain] == ["r1"]
    effects.ZoneSet(rule="t", zone=Zone("z", "Zone", SQUARE)).apply(state)
    effects.ZoneSet(rule="t", zone=Zone("z", "Other", SQUARE)).apply(state)
    assert [z.name for z in state.table.zones] == ["Other"]


def test_a_position_with_units_reads_back() -> None:
    state = mustered()
    state.turn = "b"
    state.models["b3"].facing = (3, -4)
    state.units["bu1"].turn["t"] = 2
    again = from_json(to_json(state))
    assert again == state
    assert to_json(again) == to_json(state)
    twin = state.copied()
    twin.units["bu1"].turn["t"] = 3
    twin.models["b3"].facing = (1, 1)
    assert (state.units["bu1"].turn["t"], state.models["b3"].facing) == (2, (3, -4))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda s: setattr(s.models["a1"], "unit", "au9"), "model a1 is in unit 'au9', which its side does not have"),
        (lambda s: setattr(s.models["a1"], "unit", "bu1"), "model a1 is in unit 'bu1', which its side does not have"),
        (lambda s: setattr(s.models["a1"], "facing", (0, 0)), "model a1 faces nowhere"),
        (lambda s: s.units.update(x=s.units["au1"]), "unit 'x' is stored as 'au1'"),
        (lambda s: setattr(s.units["au1"], "side", "c"), "unit au1 is of unknown side 'c'"),
        (lambda s: setattr(s, "turn", "c"), "it is the turn of 'c', not a side"),
    ],
)
def test_a_position_whose_units_do_not_fit(change: Any, says: str) -> None:
    state = mustered()
    change(state)
    with pytest.raises(Malformed) as wrong:
        check(state)
    assert says in wrong.value.reason


def test_a_correction_patches_units_and_facings() -> None:
    now = mustered()
    then = now.copied()
    then.units["au1"].game["t"] = 1
    then.models["a3"].facing = (1, 0)
    then.models["a2"].unit = "au2"
    then.turn = "a"
    (patch,) = rulings.difference(now, then, "t")
    assert isinstance(patch, effects.Patched)
    patch.apply(now)
    assert now == then
    piece = Terrain("r1", "Ruin", SQUARE, 300)
    then.table = msgspec.structs.replace(then.table, terrain=(piece,))
    assert [type(effect) for effect in rulings.difference(now, then, "t")] == [effects.PositionSet]


RULES = (Rule("r.tough", "Tough", "Стойкий", {}), Rule("r.fast", "Fast", "Быстрый", {}))
HOOK = Hook("h", ("model", "unit"))


def test_who_holds_a_rule() -> None:
    """A model holds what it prints or is granted; a unit what any model of it in action holds."""
    state = mustered("a")
    ctx = Context(rules.load("kt"), state, "a", ())
    squad, tank = state.units["au1"], state.units["au2"]
    first, second, hull = (state.models[key] for key in ("a1", "a2", "a3"))
    assert [ctx.holds(x, "r.tough") for x in (first, second, squad, tank)] == [5, None, 5, None]
    assert [bool(ctx.holds(x, "r.fast")) for x in (hull, tank, first)] == [True, True, False]
    first.out = True
    state.changed()
    assert not ctx.holds(squad, "r.tough")
    for until in ("phase", "turn", "round", "game"):
        Marked(rule="t", on="a2", key="r.tough", value=4, until=until).apply(state)
        assert (ctx.holds(second, "r.tough"), ctx.holds(squad, "r.tough")) == (4, 4)
        Unmarked(rule="t", on="a2", key="r.tough", until=until).apply(state)
    Marked(rule="t", on="au1", key="r.tough", value=6, until="phase").apply(state)
    assert (ctx.holds(second, "r.tough"), ctx.holds(hull, "r.tough")) == (6, None)
    assert ctx.holds(None, "r.tough") is None


def test_a_unit_is_named_or_refused() -> None:
    ctx = Context(KT, mustered("a"), "a", ())
    assert ctx.unit("au1").sheet.name == "Squad"
    with pytest.raises(Malformed, match=r"\$.action.unit: there is no unit 'zz'"):
        ctx.unit("zz")
