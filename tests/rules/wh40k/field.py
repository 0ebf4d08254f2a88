"""A field for tests of Warhammer 40,000: units of models at places, a declaration, a tape of dice.

    here = field(squad("au1", (1000, 1000), 5), squad("bu1", (3000, 1000), 5), phase="shooting")
    done = decide(here, "a", Shoot(unit="au1", target="bu1", ...), dice)

Lengths are hundredths of an inch. A squad's models stand 1.5" apart in a row along x from its place; bases have a
radius of 50. A unit's id begins with its side; its models are `<unit>.1`, `<unit>.2`, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from rules.kernel.events import Action
from rules.kernel.sheet import Sheet, UnitSheet, Weapon, wounds_of
from rules.kernel.state import Decision, Mark, Model, Side, State, Table, Terrain, Unit
from tests.rules.deciding import answer as answer
from tests.rules.deciding import decide as decide
from tests.rules.deciding import effects_of as effects_of
from tests.rules.deciding import refusal as refusal
from tests.rules.deciding import wanted as wanted

SPACE = 150
WIDTH, DEPTH = 7200, 4800
PROFILE: dict[str, int | str] = {"WS": 4, "BS": 4, "S": 4, "T": 4, "W": 1, "I": 4, "A": 1, "Ld": 8, "Sv": 4}
VEHICLE: dict[str, int | str] = {"BS": 4, "FA": 12, "SA": 11, "RA": 10, "HP": 3}
Group = tuple[Unit, list[Model]]


def ruleset(key: str = "wh40k") -> rules.Ruleset:
    """The ruleset under test, in its newest version."""
    return rules.load(key)


def gun(key: str = "gun", **profile: Any) -> Weapon:
    """A ranged weapon: Rapid Fire, range 24", S 4, AP 5, unless said otherwise. `has` and `name` too."""
    kept = {name: profile.pop(name) for name in ("has", "name", "text") if name in profile}
    printed = {"range": 2400, "type": "Rapid Fire", "S": 4, "AP": 5, **profile}
    return Weapon(key, kept.pop("name", key), printed, **kept)


def blade(key: str = "blade", **profile: Any) -> Weapon:
    """A melee weapon: S User, AP -, unless said otherwise."""
    return gun(key, **{"range": 0, "type": "Melee", "S": "User", "AP": 0, **profile})


def sheet(
    key: str,
    *,
    name: str = "",
    weapons: Iterable[Weapon] | None = None,
    keywords: Iterable[str] = ("Infantry",),
    has: Mapping[str, int | str] | None = None,
    base: int = 50,
    height: int = 150,
    points: int = 10,
    hull: tuple[int, int] | None = None,
    **profile: int | str,
) -> Sheet:
    """A datasheet: PROFILE, or VEHICLE for the keyword Vehicle, changed by the keywords left over (`T=5`)."""
    words = tuple(keywords)
    printed = {**(VEHICLE if "Vehicle" in words else PROFILE), **profile}
    return Sheet(
        key, name or key, "", {k: v for k, v in printed.items() if v is not None}, points, base, height, words,
        tuple(weapons) if weapons is not None else (gun(), blade()), (), dict(has or {}), hull,
    )  # fmt: skip


def squad(
    key: str,
    at: tuple[int, ...] | None = (1000, 1000),
    count: int = 5,
    *,
    category: str = "Troops",
    unit_has: Mapping[str, int | str] | None = None,
    game: Mapping[str, Mark] | None = None,
    turn: Mapping[str, Mark] | None = None,
    phase: Mapping[str, Mark] | None = None,
    size: int = 0,
    places: Iterable[tuple[int, int]] = (),
    facing: tuple[int, int] | None = None,
    points: int = 100,
    special: Mapping[int, dict[str, Any]] | None = None,
    **of_sheet: Any,
) -> Group:
    """A unit of `count` like models in a row from `at` (or at `places`); None is off the table.

    `special` changes the sheet of single models, by their number from 1: `{1: {"keywords": ("Infantry",
    "Character")}}`.
    """
    spots = list(places)
    models = []
    for n in range(1, count + 1):
        own = {**of_sheet, **(special or {}).get(n, {})}
        printed = sheet(f"{key[1:]}.{n}", **own)
        x, y = spots[n - 1] if spots else ((at or (0, 0))[0] + SPACE * (n - 1), (at or (0, 0))[1])
        place = None if at is None and not spots else (x, y, at[2] if at and len(at) > 2 else 0)
        models.append(Model(f"{key}.{n}", key[0], printed, wounds_of(printed), place, unit=key, facing=facing))
    printed_unit = UnitSheet(
        key[1:], key, tuple(m.sheet.id for m in models), category, points, tuple(of_sheet.get("keywords",
        ("Infantry",))), dict(unit_has or {}),
    )  # fmt: skip
    unit = Unit(key, key[0], printed_unit, size or count, dict(game or {}), {}, dict(phase or {}), dict(turn or {}))
    return unit, models


def tank(key: str, at: tuple[int, ...] | None = (1000, 1000), **more: Any) -> Group:
    """A vehicle: a hull of 4.5" by 3", AV 12/11/10, 3 hull points, facing along x."""
    told: dict[str, Any] = {
        "keywords": ("Vehicle", "Tank"), "hull": (450, 300), "base": 271, "category": "Heavy Support",
        "facing": (1000, 0), "height": 250, "weapons": (gun("cannon", type="Heavy", range=4800, S=8, AP=3),), **more,
    }  # fmt: skip
    return squad(key, at, told.pop("count", 1), **told)


def box(
    key: str, left: int, near: int, right: int, far: int, height: int, kind: str = "ruin", floor: int = 0
) -> Terrain:
    """A rectangular piece of terrain."""
    return Terrain(key, key, ((left, near), (right, near), (right, far), (left, far)), height, floor, kind)


def field(
    *groups: Group,
    phase: str = "movement",
    step: str = "",
    turn: str = "a",
    to_act: str = "",
    round: int = 2,
    order: tuple[str, ...] = ("a", "b"),
    terrain: Iterable[Terrain] = (),
    mapped: bool = True,
    options: dict[str, int | str | bool] | None = None,
    pending: Decision | None = None,
    game: Mapping[str, Mark] | None = None,
    key: str = "wh40k",
    size: tuple[int, int] = (WIDTH, DEPTH),
    sides: Mapping[str, Mapping[str, Mark]] | None = None,
) -> State:
    """A position with sides a and b; it is `turn`'s player turn. `sides` puts marks on sides for the game."""
    told = {
        name: Side(name, f"Side {name}", size=sum(len(m) for u, m in groups if u.side == name),
                   game=dict((sides or {}).get(name, {})))
        for name in ("a", "b")
    }  # fmt: skip
    of = ruleset(key)
    state = State(
        of.id, of.version, Table(*size, mapped, tuple(terrain)), options or {}, told,
        {m.id: m for _, models in groups for m in models}, round, phase, step, order, to_act or turn,
        pending=pending, game=dict(game or {}), units={u.id: u for u, _ in groups}, turn=turn,
    )  # fmt: skip
    state.sort()
    return state


def then(state: State, *steps: tuple[str, Action, Iterable[int]]) -> State:
    """The position after several declarations: side, action, dice."""
    for by, action, dice in steps:
        state = decide(state, by, action, dice).state
    return state


def gone(decided: rules.Decided) -> list[str]:
    """Ids of the models that are out of action afterwards."""
    return [key for key, model in decided.state.models.items() if model.out]


def asked(decided: rules.Decided) -> tuple[str, str, str]:
    """The pending question: clause, side, model or unit; empty strings where there is none."""
    pending = decided.state.pending
    return (pending.clause, pending.side, pending.model) if pending else ("", "", "")
