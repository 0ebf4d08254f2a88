"""A small board for rule tests: a position, a declaration and a tape give effects or the clause that refuses.

Lengths are hundredths of an inch; a base has a radius of 50, so the gap between two fighters is the distance of their
middles less 100. A fighter's id begins with its side, `a` or `b`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from rules.kernel.sheet import Roster, Sheet, Weapon
from rules.kernel.state import Decision, Facing, Mark, Model, Side, State, Table, Terrain
from rules.necro import words
from tests.rules.deciding import decide as decide
from tests.rules.deciding import effects_of as effects_of
from tests.rules.deciding import refusal as refusal
from tests.rules.deciding import wanted as wanted

NECRO = rules.load("necro")
WIDTH = DEPTH = 3600
PROFILE: dict[str, int | str] = {
    "M": 500, "WS": 4, "BS": 4, "S": 3, "T": 3, "W": 1, "I": 4, "A": 1, "Ld": 7, "Cl": 7, "Wil": 7, "Int": 7, "Sv": 7,
}  # fmt: skip


def gun(key: str = "gun", **profile: int | str) -> Weapon:
    """A ranged weapon: range 24", S 3, AP 0, D 1, unless said otherwise."""
    return Weapon(key, key, {"Range": 2400, "S": 3, "AP": 0, "D": 1, **profile})


def blade(key: str = "blade", **profile: int | str) -> Weapon:
    """A close combat weapon: S 3, AP 0, D 1, unless said otherwise."""
    return Weapon(key, key, {"S": 3, "AP": 0, "D": 1, **profile})


def sheet(key: str, weapons: Iterable[Weapon], keywords: Iterable[str] = ("Ganger",), **profile: int | str) -> Sheet:
    """A fighter's sheet with `PROFILE` changed by the keywords left over (`M=400`)."""
    return Sheet(key, f"Fighter {key}", "", {**PROFILE, **profile}, points=50, base=50, keywords=tuple(keywords),
                 weapons=tuple(weapons))  # fmt: skip


def fighter(
    key: str,
    at: tuple[int, ...] | None = (500, 500),
    *,
    weapons: Iterable[Weapon] | None = None,
    keywords: Iterable[str] = ("Ganger",),
    facing: Facing | None = None,
    wounds: int | None = None,
    out: bool = False,
    acts: int | None = None,
    game: Mapping[str, Mark] | None = None,
    round: Mapping[str, Mark] | None = None,
    phase: Mapping[str, Mark] | None = None,
    **profile: int | str,
) -> Model:
    """A fighter of the side its id begins with; `acts` are the action points of one that is being activated."""
    printed = sheet(key[1:], (gun(), blade()) if weapons is None else weapons, keywords, **profile)
    left = printed.profile["W"] if wounds is None else wounds
    place = None if at is None else (at[0], at[1], at[2] if len(at) > 2 else 0)
    now = {**({} if acts is None else {words.POINTS: acts}), **(phase or {})}
    return Model(key, key[0], printed, int(left), place, out, dict(game or {}), dict(round or {}), now, facing=facing)


def box(key: str, left: int, near: int, right: int, far: int, height: int, kind: str = "", floor: int = 0) -> Terrain:
    """A rectangular piece of terrain."""
    return Terrain(key, key, ((left, near), (right, near), (right, far), (left, far)), height, floor, kind)


def position(
    *models: Model,
    phase: str = "action",
    to_act: str = "a",
    active: str = "",
    step: str = "",
    round: int = 1,
    terrain: Iterable[Terrain] = (),
    options: dict[str, int | str | bool] | None = None,
    pending: Decision | None = None,
    game: Mapping[str, Mark] | None = None,
    **marks: Mapping[str, Mark],
) -> State:
    """A position with sides a and b. `marks` puts marks on sides: `a_game={...}`, `b_round={...}`."""
    given = {key: {lasting: dict(marks.get(f"{key}_{lasting}", {})) for lasting in ("game", "round", "phase")}
             for key in ("a", "b")}  # fmt: skip
    sides = {
        key: Side(key, f"Gang {key}", size=sum(1 for m in models if m.side == key), game=held["game"],
                  round=held["round"], phase=held["phase"])
        for key, held in given.items()
    }  # fmt: skip
    return State(
        NECRO.id, NECRO.version, Table(WIDTH, DEPTH, True, tuple(terrain)), options=options or {}, sides=sides,
        models={m.id: m for m in models}, round=round, phase=phase, step=step, order=("a", "b"), to_act=to_act,
        active=active, pending=pending, game=dict(game or {}),
    )  # fmt: skip


def acting(*models: Model, **of_position: Any) -> State:
    """A position in which the first of the fighters is being activated, with two action points unless it has others."""
    first = models[0]
    first.phase.setdefault(words.POINTS, 2)
    return position(
        *models, **{"to_act": words.controller(position(*models), first), "active": first.id, **of_position}
    )


def gang(name: str, size: int = 5, **profile: int | str) -> Roster:
    """A gang: a leader, a champion, gangers."""
    titles = ("Leader", "Champion", *("Ganger",) * size)
    models = tuple(sheet(str(n), (gun(), blade()), (titles[n - 1],), **profile) for n in range(1, size + 1))
    return Roster(name, "necro", points=50 * size, models=models)
