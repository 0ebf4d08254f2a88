"""How the autoplayer plays a city fight: for the goals of the scenario, with every stratagem there is.

What it does in each part of a game is in `playing`; everything else it does as in Warhammer 40,000. What it writes down
in secret it remembers and opens, at the latest when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any

from rules.cod import board, options, table
from rules.cod.playing import battle, choices, city, declaring, goals, setup
from rules.cod.playing.notes import Notes
from rules.cod.scenario import thunder_run
from rules.kernel.dice import Seeded
from rules.kernel.events import Declaration
from rules.kernel.part import Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import Point, State, Table, Unit
from rules.wh40k import player, words

LAYOUTS = 64
"""Among so many seeds a table is looked for."""
THOUGHTS = 4
"""So many times it thinks of something to declare, if need be."""


class CityPlayer(player.Player):
    """Plays both sides of a city fight."""

    def __init__(self, proposals: player.Proposals, dice: Seeded) -> None:
        super().__init__(proposals, dice)
        self.notes = Notes(dice)
        self._weights = {**self._weights, **_WEIGHT}
        self._away = 0

    def opening(
        self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]
    ) -> list[Declaration[Any]]:
        """Begin on the table that is given, if the level and the scenario can be played on it, else on one of ours."""
        return super().opening(rosters, self._suitable(table, options), options)

    def _suitable(self, given: Table, agreed: dict[str, int | str | bool]) -> Table:
        level = str(agreed.get(options.LEVEL, options.DEFAULTS[options.LEVEL]))
        street = agreed.get(options.SCENARIO) == thunder_run.MISSION.name
        width, depth = board.SIZES[level]
        large = max(given.width, given.depth) >= width and min(given.width, given.depth) >= depth
        ruins = sum(piece.kind == "ruin" for piece in given.terrain)
        few = 0 < ruins < min(city.FEWEST, board.COUNTS[level][1])
        if large and not few and not (street and ruins and not thunder_run.street(given)):
            return given
        return table.table(self.dice.below(LAYOUTS), level)

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now; where nothing was accepted, what else comes to mind."""
        for _ in range(THOUGHTS):
            yield from super().proposals(ruleset, state)

    def answers(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """As in every game, after what has to be opened now."""
        yield from battle.charges_due(self, state)
        yield from super().answers(ruleset, state, options)

    def declare(self, state: State, options: list[Option]) -> Iterator[Declaration[Any]]:
        """Declarations of one side after the other, where both may declare something."""
        names = self._shuffled(list(dict.fromkeys(option.side for option in options)))
        for side in names:
            yield from super().declare(state, [option for option in options if option.side == side])

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """The openings of what was written down and is still closed."""
        yield from (Declaration(by=by, action=opening) for by, opening in self.notes.closed(state))

    # what it wants

    def goal(self, state: State, unit: Unit) -> Point | None:
        """What the scenario wants of the unit: a ruin, a way out, an enemy; else the nearest enemy."""
        piece = goals.ruin_for(state, unit)
        inside = goals.middle(piece) if piece is not None else None
        wanted = goals.way_out(state, unit) or goals.prey(state, unit) or inside
        front = min((_away(model.at, wanted) for model in words.standing(state, unit)), default=0)
        self._away = front if wanted and piece else 0
        return wanted or super().goal(state, unit)

    def stride(self, reach: int) -> int:
        """Not past the ruin it goes to, and at once out of the way of who leaves the table."""
        far = super().stride(reach)
        return min(far, self._away) if self._away else far

    def stands(self, state: State, unit: Unit) -> bool:
        """A unit at its goal stays; a unit on its way off the table keeps moving."""
        if goals.way_out(state, unit) is not None:
            return False
        return goals.at_goal(state, unit) or super().stands(state, unit)

    def hurries(self, state: State, unit: Unit) -> bool:
        """Who leaves the table hurries, and nobody with a loaded skimmer and lines does."""
        return goals.way_out(state, unit) is not None or super().hurries(state, unit)

    def _instructions(self, state: State) -> Iterator[Declaration[Any]]:
        yield from super()._instructions(state)
        if state.phase in ("movement", "shooting") and not state.step:
            for side in state.sides:
                yield from (Declaration(by=side, action=each) for each in battle.instructions(self, state, side))


def _away(a: Point | None, b: Point | None) -> int:
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) if a and b else 0


PROPOSALS: player.Proposals = {
    **city.PROPOSALS,
    **choices.PROPOSALS,
    **declaring.PROPOSALS,
    **setup.PROPOSALS,
    **battle.PROPOSALS,
}
"""What the player does for each action of a city fight, before what it does in every game."""

_WEIGHT = {
    "place-terrain": 100, "enough-terrain": 30, "agree-scenario": 50, "roll-scenario": 50, "declare-stratagem": 300,
    "commit": 60, "no-more-stratagems": 25, "end-deployment": 6, "no-room-to-deploy": 1, "random-edge": 1000,
    "wait-below": 60, "leave-table": 2000, "use-key-building": 500, "cut-wire": 900, "throw-smoke": 80,
    "demolish": 2000, "fire-siege-shells": 150, "use-wrecker": 200,
}  # fmt: skip
