"""Battles of The 9th Age in tests: models, units in formation, and positions made of them by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

import rules
from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.kernel.state import Beside, Facing, Formation, Model, Side, Stand, State, Table, Terrain, Unit, Zone
from rules.layouts import rectangle

FOOT: Mapping[str, int | str] = {
    "Adv": 400, "Mar": 800, "Dis": 7, "HP": 1, "Def": 3, "Res": 3, "Arm": 0, "Att": 1, "Off": 3, "Str": 3, "AP": 0,
    "Agi": 3, "Base": "20x20",
}  # fmt: skip
INFANTRY = ("Standard", "Infantry")
HERO = ("Standard", "Infantry", "Character")
SOUTH = Zone("south", "South", rectangle(0, 0, 7200, 1200))
NORTH = Zone("north", "North", rectangle(0, 3600, 7200, 4800))
UP: Facing = (0, 1000)
DOWN: Facing = (0, -1000)


def sheet(
    key: str,
    base: str = "20x20",
    keywords: Iterable[str] = INFANTRY,
    has: Mapping[str, int | str] | None = None,
    abilities: Iterable[Ability] = (),
    weapons: Iterable[Weapon] = (),
    **profile: int | str,
) -> Sheet:
    """A model's sheet; `profile` changes what an ordinary foot soldier has."""
    return Sheet(key, f"Model {key}", "", {**FOOT, "Base": base, **profile}, keywords=tuple(keywords),
                 has=dict(has or {}), abilities=tuple(abilities), weapons=tuple(weapons))  # fmt: skip


def hero(key: str, base: str = "20x20", keywords: Iterable[str] = (), **about: Any) -> Sheet:
    """A Character with three Health Points."""
    return sheet(key, base, (*HERO, *keywords), **{"HP": 3, **about})


def troop(key: str, count: int, base: str = "20x20", **about: Any) -> list[Sheet]:
    """So many models of a unit, `key` and a number."""
    return [sheet(f"{key}{n + 1}", base, **about) for n in range(count)]


def board(round: int = 2, phase: str = "movement", step: str = "moving", turn: str = "a", **changes: Any) -> State:
    """A battle on an open table of 72" by 48"; it is side a's turn, in the step of moving units."""
    state = State("t9a", rules.load("t9a").version, Table(7200, 4800, zones=(SOUTH, NORTH)), round=round, phase=phase,
                  step=step, order=("a", "b"), to_act=turn, turn=turn)  # fmt: skip
    for side, zone in (("a", "south"), ("b", "north")):
        state.sides[side] = Side(side, side.upper(), game={"t9a.core.pregame-sequence": zone})
    return msgspec.structs.replace(state, **changes)


def add(
    state: State,
    key: str,
    sheets: Iterable[Sheet],
    at: tuple[int, int] | None = None,
    facing: Facing = UP,
    files: int = 5,
    side: str = "a",
    points: int = 100,
    has: Mapping[str, int | str] | None = None,
    formation: Formation | None = None,
) -> Unit:
    """Add a unit; with `at` it stands there in ranks from the left, or in a `formation` as it is."""
    listed = list(sheets)
    unit = Unit(side + key, side, UnitSheet(key, f"Unit {key}", tuple(s.id for s in listed), points=points,
                                            has=dict(has or {})), len(listed))  # fmt: skip
    state.units[unit.id] = unit
    for each in listed:
        wounds = each.profile["HP"]
        assert isinstance(wounds, int)
        state.models[side + each.id] = Model(side + each.id, side, each, wounds, unit=unit.id)
    if at is not None and formation is None:
        wide, _, long = str(listed[0].profile["Base"]).partition("x")
        stands = {side + each.id: Stand(n % files, n // files) for n, each in enumerate(listed)}
        formation = Formation(at, facing, files, (int(wide), int(long)), stands)
    if formation is not None:
        stand(state, unit, formation)
    return unit


def stand(state: State, unit: Unit, formation: Formation) -> None:
    """Put a unit into a formation."""
    unit.formation = formation
    for key, place in regiment.places(formation).items():
        state.models[key].at, state.models[key].facing = (*place, 0), formation.facing


def inside(state: State, unit: Unit, *joined: Sheet, at: Mapping[str, Stand] | None = None,
           left: str = "", right: str = "") -> None:  # fmt: skip
    """Characters, each with a unit of his own on the list, that have joined a unit; `at` is where models stand."""
    own = {}
    for each in joined:
        alone = add(state, f"of {each.id}", [each], side=unit.side)
        state.models[unit.side + each.id].unit = unit.id
        own[unit.side + each.id] = alone
    if unit.formation is not None:
        stands = {**unit.formation.stands, **{unit.side + key: place for key, place in (at or {}).items()}}
        beside = {"left": _beside(state, unit, left), "right": _beside(state, unit, right)}
        stand(state, unit, msgspec.structs.replace(unit.formation, stands=stands, **beside))


def _beside(state: State, unit: Unit, key: str) -> Beside | None:
    if not key:
        return None
    wide, _, long = str(state.models[unit.side + key].sheet.profile["Base"]).partition("x")
    return Beside(unit.side + key, int(wide), int(long))


def formed(decided: rules.Decided | State, key: str = "au") -> Formation:
    """How a unit stands after a decision, or in a position."""
    state = decided if isinstance(decided, State) else decided.state
    found = state.units[key].formation
    assert found is not None
    return found


def ask(state: State, by: str = "a", dice: Iterable[int] = ()) -> Context:
    """The working state of a decision on a copy of the position, to ask a rule in."""
    return Context(rules.load("t9a"), state.copied(), by, tuple(dice))


def where(decided: rules.Decided, key: str) -> tuple[int, int]:
    """The file and rank in which a model stands after a decision, counted from 1."""
    for unit in decided.state.units.values():
        if unit.formation is not None and key in unit.formation.stands:
            place = unit.formation.stands[key]
            return place.file + 1, place.rank + 1
    raise AssertionError(f"{key} stands nowhere")


def army(*units: Iterable[Sheet], name: str = "Army") -> Roster:
    """A list of units, each of 100 points."""
    listed = [list(unit) for unit in units]
    return Roster(
        name, "t9a", points=100 * len(listed), models=tuple(each for unit in listed for each in unit),
        units=tuple(UnitSheet(f"u{n + 1}", f"Unit {n + 1}", tuple(s.id for s in unit), points=100)
                    for n, unit in enumerate(listed)),
    )  # fmt: skip


def wood(kind: str, left: int, near: int, right: int, far: int) -> Terrain:
    """A piece of terrain of a kind."""
    return Terrain(kind, kind, rectangle(left, near, right, far), 200, kind=kind)
