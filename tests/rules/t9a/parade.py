"""A parade ground for tests of The 9th Age: regiments, a declaration, a tape of dice.

    here = ground(regiment("a1", (1000, 1000)), foes("b1", (1000, 2000)), phase="movement", step="moving")
    done = decide(here, "a", March(unit="a1", way=(Ahead(800),)), dice)

Lengths are hundredths of an inch. A regiment's place is the left end of its front, seen from behind: `regiment` faces
up the table, `foes` down it, so that the difference of their second coordinates is the distance of their fronts. A base
of 20 mm is 79 wide. A unit's id begins with its side; its models are `<unit>.1`, `<unit>.2`, ..., rank by rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from rules.kernel import regiment as kernel
from rules.kernel.convex import overlap
from rules.kernel.dice import Seeded
from rules.kernel.effects import Formed, Noted, Rolled
from rules.kernel.events import Action, Declaration
from rules.kernel.sheet import Sheet, UnitSheet, Weapon
from rules.kernel.state import Decision, Formation, Mark, Model, Side, Stand, State, Table, Terrain, Unit
from tests.rules.deciding import decide as decide
from tests.rules.deciding import effects_of as effects_of
from tests.rules.deciding import refusal as refusal
from tests.rules.deciding import wanted as wanted

WIDTH, DEPTH = 7200, 4800
UP, DOWN, LEFT, RIGHT = (0, 1000), (0, -1000), (-1000, 0), (1000, 0)
PROFILE: dict[str, int | str] = {
    "Adv": 400, "Mar": 800, "Dis": 7, "HP": 1, "Def": 3, "Res": 3, "Arm": 0, "Att": 1, "Off": 3, "Str": 3, "AP": 0,
    "Agi": 3, "Base": "20x20",
}  # fmt: skip
INFANTRY = ("Standard", "Infantry")
Group = tuple[Unit, list[Model]]


def bow(**profile: Any) -> Weapon:
    """A bow: range 24", Strength 3, Aim 4+."""
    return Weapon("bow", "Bow", {"Range": 2400, "Str": 3, "AP": 0, "Shots": 1, "Aim": 4, **profile})


def sheet(
    key: str,
    *,
    keywords: Iterable[str] = INFANTRY,
    weapons: Iterable[Weapon] = (),
    has: Mapping[str, int | str] | None = None,
    **profile: int | str,
) -> Sheet:
    """The sheet of a model: PROFILE, changed by the keywords left over (`Dis=8`)."""
    return Sheet(
        key, key, "", {**PROFILE, **profile}, points=10, base=63, keywords=tuple(keywords), weapons=tuple(weapons),
        has=dict(has or {}), hull=(79, 79),
    )  # fmt: skip


def regiment(
    key: str,
    at: tuple[int, int] | None = (1000, 1000),
    count: int = 10,
    *,
    files: int = 5,
    facing: tuple[int, int] = UP,
    special: Mapping[int, dict[str, Any]] | None = None,
    unit_has: Mapping[str, int | str] | None = None,
    game: Mapping[str, Mark] | None = None,
    turn: Mapping[str, Mark] | None = None,
    phase: Mapping[str, Mark] | None = None,
    **of_sheet: Any,
) -> Group:
    """A unit of like models; None is off the table. `special` changes the sheets of single models by number from 1."""
    models = []
    for n in range(1, count + 1):
        printed = sheet(f"{key[1:]}.{n}", **{**of_sheet, **(special or {}).get(n, {})})
        models.append(Model(f"{key}.{n}", key[0], printed, int(printed.profile["HP"]), unit=key))
    printed_unit = UnitSheet(key[1:], key, tuple(m.sheet.id for m in models), points=100, has=dict(unit_has or {}))
    unit = Unit(key, key[0], printed_unit, count, dict(game or {}), {}, dict(phase or {}), dict(turn or {}))
    if at is not None:
        files = min(files, count)
        wide, _, long = str(models[0].sheet.profile["Base"]).partition("x")
        stands = {m.id: Stand(n % files, n // files) for n, m in enumerate(models)}
        unit.formation = Formation(at, facing, files, (int(wide), int(long)), stands)
        places = kernel.places(unit.formation)
        for model in models:
            model.at, model.facing = (*places[model.id], 0), facing
    return unit, models


def foes(key: str, at: tuple[int, int] | None = (1394, 2000), count: int = 10, **more: Any) -> Group:
    """A unit that faces down the table: its left end is on the right of the page."""
    return regiment(key, at, count, **{"facing": DOWN, **more})


def piece(key: str, left: int, near: int, right: int, far: int, kind: str, height: int = 100) -> Terrain:
    """A rectangular piece of terrain."""
    return Terrain(key, key, ((left, near), (right, near), (right, far), (left, far)), height, 0, kind)


def ground(
    *groups: Group,
    phase: str = "movement",
    step: str = "moving",
    turn: str = "a",
    round: int = 2,
    terrain: Iterable[Terrain] = (),
    pending: Decision | None = None,
    size: tuple[int, int] = (WIDTH, DEPTH),
    to_act: str = "",
) -> State:
    """A position with sides a and b; it is `turn`'s Player Turn, and `a` had the first."""
    of = rules.load("t9a")
    state = State(
        of.id, of.version, Table(*size, True, tuple(terrain)), {}, {side: Side(side, side) for side in ("a", "b")},
        {m.id: m for _, models in groups for m in models}, round, phase, step, ("a", "b"), to_act or turn,
        pending=pending, units={u.id: u for u, _ in groups}, turn=turn,
    )  # fmt: skip
    for unit in state.units.values():
        unit.phase.setdefault("t9a.core.panic.losses", sum(m.wounds for m in state.members(unit.id)))
    state.sort()
    return state


def then(state: State, *steps: tuple[str, Any, Iterable[int]]) -> State:
    """The position after several declarations: side, action, dice."""
    for by, action, dice in steps:
        state = decide(state, by, action, dice).state
    return state


def drawn(state: State, by: str, action: Action, seed: bytes = b"dice") -> rules.Decided:
    """What the rules make of a declaration with whatever dice fall."""
    declared: Declaration[Any] = Declaration(by=by, action=action)
    return rules.decide(rules.load("t9a"), state, declared, draw=Seeded(seed).throw)


def asked(decided: rules.Decided) -> tuple[str, str, str]:
    """The pending question: clause, side, unit; empty strings where there is none."""
    pending = decided.state.pending
    return (pending.clause, pending.side, pending.model) if pending else ("", "", "")


def stands(state: State, unit: str) -> Formation:
    """How a unit on the table stands."""
    found = state.units[unit].formation
    assert found is not None
    return found


def result(decided: rules.Decided) -> tuple[str, int, str]:
    """By which clause, on which value and how a Discipline test was taken."""
    (note,) = [e for e in effects_of(decided, Noted) if e.text in ("passed", "failed")]
    return note.rule, note.value, note.text


def faces(decided: rules.Decided, rule: str) -> list[int]:
    """How many dice were rolled under a clause, roll by roll."""
    return [len(rolled.faces) for rolled in effects_of(decided, Rolled, rule)]


def final(decided: rules.Decided, unit: str) -> Formation | None:
    """The last formation a unit took up in a step."""
    return [e.formation for e in effects_of(decided, Formed) if e.unit == unit][-1]


def overlapping(state: State) -> list[tuple[str, str]]:
    """Pairs of units that stand on each other."""
    there = [(key, kernel.boundary(u.formation)) for key, u in state.units.items() if u.formation is not None]
    return [(a, b) for n, (a, one) in enumerate(there) for b, other in there[n + 1 :] if overlap(one, other)]
