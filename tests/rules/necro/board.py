"""A small board for rule tests: fighter `a1` is activated with two action points, unless said otherwise.

    here = position(fighter("a1", (500, 500)), fighter("b1", (1500, 500)))
    done = decide(here, "a", Move(fighter="a1", path=((900, 500, 0),)))

Lengths are hundredths of an inch. A base has a radius of 50, so that the gap between two fighters is the distance of
their middles less 100. A fighter's id begins with its side, `a` or `b`. Movement is 5", Initiative 4+.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from rules.kernel.sheet import Sheet, Weapon
from rules.kernel.state import Decision, Facing, Mark, Model, Point, Side, State, Table, Terrain
from rules.necro import words
from rules.necro.engage import Charge
from rules.necro.move import Move
from tests.rules.deciding import decide as decide
from tests.rules.deciding import effects_of as effects_of
from tests.rules.deciding import refusal as refusal
from tests.rules.deciding import wanted as wanted

NECRO = rules.load("necro")
SIZE = 3600
PROFILE: dict[str, int | str] = {
    "M": 500, "WS": 4, "BS": 4, "S": 3, "T": 3, "W": 1, "I": 4, "A": 1, "Ld": 7, "Cl": 7, "Wil": 7, "Int": 7, "Sv": 0,
}  # fmt: skip
GUN = Weapon("gun", "Gun", {"Range": 1600, "S": 3, "AP": 0, "D": 1})
KNIFE = Weapon("knife", "Knife", {"S": 3, "AP": 0, "D": 1})


def fighter(
    key: str,
    at: tuple[int, ...] | None = (500, 500),
    *,
    game: Mapping[str, Mark] | None = None,
    round: Mapping[str, Mark] | None = None,
    phase: Mapping[str, Mark] | None = None,
    facing: Facing | None = None,
    out: bool = False,
    weapons: Iterable[Weapon] = (GUN, KNIFE),
    keywords: Iterable[str] = ("Ganger",),
    base: int = 50,
    **profile: int,
) -> Model:
    """A fighter at (x, y) or (x, y, z); what is left over changes its profile (`M=400`)."""
    sheet = Sheet(key[1:], key, "Ganger", {**PROFILE, **profile}, base=base, keywords=tuple(keywords),
                  weapons=tuple(weapons))  # fmt: skip
    place = None if at is None else (at[0], at[1], at[2] if len(at) > 2 else 0)
    return Model(key, key[0], sheet, int(sheet.profile["W"]), place, out, dict(game or {}), dict(round or {}),
                 dict(phase or {}), facing=facing)  # fmt: skip


def acting(key: str = "a1", at: tuple[int, ...] = (500, 500), points: int = 2, **about: Any) -> Model:
    """A fighter that is being activated."""
    phase = {words.POINTS: points, **about.pop("phase", {})}
    return fighter(key, at, phase=phase, **about)


def box(key: str, left: int, near: int, right: int, far: int, height: int, kind: str = "", floor: int = 0) -> Terrain:
    """A rectangular piece of terrain."""
    return Terrain(key, key, ((left, near), (right, near), (right, far), (left, far)), height, floor, kind)


def position(
    *models: Model,
    phase: str = "action",
    step: str = "",
    round: int = 1,
    to_act: str = "a",
    active: str | None = None,
    terrain: Iterable[Terrain] = (),
    options: dict[str, int | str | bool] | None = None,
    pending: Decision | None = None,
    game: Mapping[str, Mark] | None = None,
    **marks: Mapping[str, Mark],
) -> State:
    """A position with sides a and b. The fighter with action points is active. `a_round={...}` puts marks on a side."""
    sides = {
        key: Side(
            key,
            f"Gang {key}",
            size=sum(1 for m in models if m.side == key),
            game=dict(marks.get(f"{key}_game", {})),
            round=dict(marks.get(f"{key}_round", {})),
            phase=dict(marks.get(f"{key}_phase", {})),
        )
        for key in ("a", "b")
    }
    now = next((m.id for m in models if words.POINTS in m.phase), "") if active is None else active
    return State(
        NECRO.id, NECRO.version, Table(SIZE, SIZE, True, tuple(terrain)), options=options or {}, sides=sides,
        models={m.id: m for m in models}, round=round, phase=phase, step=step, order=("a", "b"), to_act=to_act,
        active=now, pending=pending, game=dict(game or {}),
    )  # fmt: skip


def after(state: State, decided: rules.Decided) -> State:
    """The position after a decision."""
    then = state.copied()
    for effect in decided.effects:
        effect.apply(then)
    return then


def ended(decided: rules.Decided, key: str, state: State) -> Point | None:
    """Where a fighter is after a decision."""
    return after(state, decided).models[key].at


def path(*places: tuple[int, ...]) -> tuple[Point, ...]:
    """Places on the ground (x, y), or at a height (x, y, z)."""
    return tuple((at[0], at[1], at[2] if len(at) > 2 else 0) for at in places)


def go(*places: tuple[int, ...], **about: Any) -> Move:
    """A move of fighter a1."""
    return Move(fighter="a1", path=path(*places), **about)


def charge(*places: tuple[int, ...], at: tuple[str, ...] = ("b1",), **about: Any) -> Charge:
    """A charge of fighter a1."""
    return Charge(fighter="a1", targets=at, path=path(*places), **about)
