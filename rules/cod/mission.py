"""A scenario as a value: preparation, deployment, reserves and victory.

Every scenario is one file in `rules.cod.scenario`, next to its clauses: `MISSION = Mission(...)`. Adding one touches no
other file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import msgspec

from rules.cod import scenario
from rules.kernel.context import Context
from rules.kernel.discovery import values_in
from rules.kernel.marks import MarkKind, on_side, one_of
from rules.kernel.rule import Rule
from rules.kernel.state import Model, Outcome, State, Terrain, Unit, Zone

Segment = tuple[tuple[int, int], tuple[int, int]]
"""A part of the table's edge."""
Step = tuple[str, str]
"""A phase before the battle and the step of it."""

SCENARIO = "cod.sequence.scenario.choose"
"""The mark on the table that names the scenario."""

STRATAGEMS: Step = ("stratagems", "")
ALTERNATE: Step = ("deployment", "alternate")


class Mission(msgspec.Struct, frozen=True):
    """A scenario.

    `steps` are what is settled before deployment ends, in order. `zones` gives the deployment zones by side as far as
    sides are settled. `refused` is the clause by which a unit may not be set up as its models (stand-ins at their
    places) would stand; `kept` the clause by which a unit may not be kept in reserve, `held` that by which it has to.
    `first` is the role that has the first turn; empty if it is rolled for. `comes_on` is the role whose army sets
    nobody up and comes onto the table in its first turn. `board` is the clause that the terrain breaks. `flags` are
    the ruins that bear flags, None for none. `arrival` is where a unit comes on, `exits` where it may leave;
    `random_edge` is the clause by which a die picks the edge first. `begins` is done when the battle begins. `scored`
    are reasons of an outcome in which the higher score wins; `per_point` is 2 where it counts halves of victory points.
    `banned`, `repeated` and `extra` concern stratagems: names nobody may use, names a role may take several times,
    names of which a role may take one more than the level allows, each with its clause.

    What players go for: `wanted` are the ruins that a side wants to hold, `hunted` the models it has to destroy; who
    `stays` is needed on the table from the start.
    """

    rule: Rule
    steps: tuple[Step, ...]
    score: Callable[[State], dict[str, int]]
    victory: Callable[[State], Outcome]
    refused: Callable[[State, Unit, tuple[Model, ...]], str]
    kept: Callable[[State, Unit], str]
    held: Callable[[State, Unit], str] = lambda state, unit: ""
    arrival: Callable[[State, Unit], tuple[Segment, ...]] = lambda state, unit: ()
    exits: Callable[[State, Unit], tuple[Segment, ...]] = lambda state, unit: ()
    zones: Callable[[State], Mapping[str, tuple[Zone, ...]]] = lambda state: {}
    immediate: Callable[[State], Outcome | None] = lambda state: None
    board: Callable[[State], str] = lambda state: ""
    random_edge: Callable[[State, Unit], str] = lambda state, unit: ""
    flags: Callable[[State], tuple[str, ...]] | None = None
    begins: Callable[[Context], None] = lambda ctx: None
    first: str = ""
    comes_on: str = ""
    special: bool = True
    scored: tuple[str, ...] = ()
    per_point: int = 1
    wanted: Callable[[State, str], Sequence[Terrain]] = lambda state, side: ()
    hunted: Callable[[State, str], Sequence[Model]] = lambda state, side: ()
    stays: Callable[[State, Unit], bool] = lambda state, unit: False
    banned: Mapping[str, str] = msgspec.field(default_factory=dict)
    repeated: Mapping[tuple[str, str], str] = msgspec.field(default_factory=dict)
    extra: Mapping[tuple[str, str], str] = msgspec.field(default_factory=dict)

    @property
    def marks(self) -> tuple[MarkKind, ...]:
        """The mark by which a side has its role."""
        if "roles" not in self.rule.clauses:
            return ()
        return (on_side(self["roles"], "game", "Its role in the scenario.", one_of("attacker", "defender")),)

    @property
    def name(self) -> str:
        """The word used to choose it."""
        return self.rule.id.rpartition(".")[2]

    def __getitem__(self, key: str) -> str:
        """The full id of one of its clauses."""
        return self.rule[key]


@cache
def missions() -> dict[str, Mission]:
    """Every scenario by name, sorted."""
    found = {one.name: one for one in values_in(scenario, Mission)}
    return {name: found[name] for name in sorted(found)}


def mission(state: State) -> Mission | None:
    """The scenario being played; None before it is chosen."""
    return missions().get(str(state.game.get(SCENARIO, "")))
