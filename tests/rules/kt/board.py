"""A small board for rule tests: a position, a declaration and a tape give effects or the clause that refuses.

    here = position(model("a1", (500, 500)), model("b1", (1500, 500)))
    done = decide(here, "a", Move(model="a1", path=((900, 500, 0),)))
    assert effects_of(done, Moved)[0].length == 400
    assert refusal(here, "b", Ready(model="b1")) == "kt.move.turn-order"

Lengths are hundredths of an inch. A base has a radius of 50 unless said otherwise, so that the gap between two models
is the distance of their middles less 100. A model's id begins with its side, `a` or `b`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from rules.kernel.events import Action
from rules.kernel.sheet import Ability, Sheet, Weapon
from rules.kernel.state import Decision, Mark, Model, Side, State, Table, Terrain, Zone
from tests.rules.deciding import answer as answer
from tests.rules.deciding import decide as decide
from tests.rules.deciding import effects_of as effects_of
from tests.rules.deciding import refusal as refusal
from tests.rules.deciding import wanted as wanted

KT = rules.load("kt")
WIDTH, DEPTH = 3000, 2200
ZONES = (
    Zone("west", "West", ((0, 0), (600, 0), (600, DEPTH), (0, DEPTH))),
    Zone("east", "East", ((WIDTH - 600, 0), (WIDTH, 0), (WIDTH, DEPTH), (WIDTH - 600, DEPTH))),
)
PROFILE: dict[str, int | str] = {"M": 600, "WS": 3, "BS": 3, "S": 4, "T": 4, "W": 1, "A": 1, "Ld": 7, "Sv": 4}


def gun(key: str = "gun", **profile: Any) -> Weapon:
    """A ranged weapon: Rapid Fire 1, range 24", S 4, AP 0, D 1, unless said otherwise. `has`, `name` and `text` too."""
    kept = {name: profile.pop(name) for name in ("has", "name", "text") if name in profile}
    name = kept.pop("name", key)
    printed = {"range": 2400, "type": "Rapid Fire", "attacks": 1, "S": 4, "AP": 0, "D": 1, **profile}
    return Weapon(key, name, printed, **kept)


def blade(key: str = "blade", **profile: Any) -> Weapon:
    """A melee weapon: S User, AP 0, D 1, unless said otherwise."""
    return gun(key, **{"range": 0, "type": "Melee", "S": "User", **profile})


def sheet(
    key: str = "1",
    *,
    weapons: Iterable[Weapon] | None = None,
    keywords: Iterable[str] = (),
    abilities: Iterable[Ability] = (),
    has: dict[str, int | str] | None = None,
    name: str = "",
    points: int = 10,
    base: int = 50,
    height: int = 150,
    **profile: int | str,
) -> Sheet:
    """A datasheet with `PROFILE` changed by the keywords left over (`M=500`); a gun and a blade by default."""
    return Sheet(
        id=key,
        name=name or f"Model {key}",
        type="Trooper",
        profile={**PROFILE, **profile},
        points=points,
        base=base,
        height=height,
        keywords=tuple(keywords),
        weapons=tuple(weapons) if weapons is not None else (gun(), blade()),
        abilities=tuple(abilities),
        has=has or {},
    )


def model(
    key: str,
    at: tuple[int, ...] | None = (500, 500),
    *,
    wounds: int | None = None,
    out: bool = False,
    game: Mapping[str, Mark] | None = None,
    round: Mapping[str, Mark] | None = None,
    phase: Mapping[str, Mark] | None = None,
    **of_sheet: Any,
) -> Model:
    """A model of the side its id begins with, at (x, y) or (x, y, z); what is left over describes its sheet."""
    printed = sheet(key[1:], **{"name": key, **of_sheet})
    left = printed.profile["W"] if wounds is None else wounds
    place = None if at is None else (at[0], at[1], at[2] if len(at) > 2 else 0)
    return Model(key, key[0], printed, int(left), place, out, dict(game or {}), dict(round or {}), dict(phase or {}))


def box(key: str, left: int, near: int, right: int, far: int, height: int, kind: str = "", floor: int = 0) -> Terrain:
    """A rectangular piece of terrain."""
    return Terrain(key, key, ((left, near), (right, near), (right, far), (left, far)), height, floor, kind)


def position(
    *models: Model,
    phase: str = "movement",
    to_act: str = "a",
    step: str = "",
    round: int = 1,
    order: tuple[str, ...] = ("a", "b"),
    terrain: Iterable[Terrain] = (),
    mapped: bool = True,
    options: dict[str, int | str | bool] | None = None,
    pending: Decision | None = None,
    active: str = "",
    cp: int = 0,
    points: int = 0,
    **marks: Mapping[str, Mark],
) -> State:
    """A position with sides a and b. `marks` puts marks on sides: `a_game={...}`, `b_round={...}`, `a_phase={...}`."""
    sides = {
        key: Side(
            key,
            f"Side {key}",
            points=points,
            size=sum(1 for m in models if m.side == key),
            counters={"cp": cp} if cp else {},
            game=dict(marks.get(f"{key}_game", {})),
            round=dict(marks.get(f"{key}_round", {})),
            phase=dict(marks.get(f"{key}_phase", {})),
        )
        for key in ("a", "b")
    }
    return State(
        KT.id,
        KT.version,
        Table(WIDTH, DEPTH, mapped, tuple(terrain), ZONES),
        options=options or {},
        sides=sides,
        models={m.id: m for m in models},
        round=round,
        phase=phase,
        step=step,
        order=order,
        to_act=to_act,
        active=active,
        pending=pending,
    )


def objections(state: State, by: str, action: Action, dice: Iterable[int] = ()) -> list[str]:
    """The clauses of the findings when the declaration is recorded leniently."""
    return [finding.rule for finding in decide(state, by, action, dice, lenient=True).findings]
