"""How the autoplayer plays a city fight: as Warhammer 40,000, with tables and stratagems of its own.

The acts propose what can be done, the scenario says what is wanted of a unit (`taste`); this is the order in which it
tries things. It remembers its secret notes and opens them, at the latest when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.cod import board, options, table
from rules.cod.mission import missions
from rules.kernel.dice import Seeded
from rules.kernel.events import Declaration
from rules.kernel.part import Option
from rules.kernel.proposing import Options
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.wh40k import player

LAYOUTS = 64
"""The number of seeds tried for a table."""
THOUGHTS = 4
"""The number of attempts to find something to declare."""


class CityPlayer(player.Autoplayer):
    """Plays both sides of a city fight."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, _WEIGHT)

    def opening(self, rosters: Sequence[Roster], table: Table, options: Options) -> list[Declaration[Any]]:
        """Begin on the table that is given, if the level and the scenario can be played on it, else on one of ours."""
        return super().opening(rosters, self.suitable(table, options), options)

    def suitable(self, given: Table, agreed: Options) -> Table:
        """The table to play on."""
        level = str(agreed.get(options.LEVEL, options.DEFAULTS[options.LEVEL]))
        width, depth = board.SIZES[level]
        large = max(given.width, given.depth) >= width and min(given.width, given.depth) >= depth
        ruins = sum(piece.kind == "ruin" for piece in given.terrain)
        few = 0 < ruins < min(board.FEWEST, board.COUNTS[level][1])
        named = missions().get(str(agreed.get(options.SCENARIO, "")))
        lacking = ruins and named is not None and named.board(State("", "", given))
        if large and not few and not lacking:
            return given
        return table.table(self.dice.below(LAYOUTS), level)

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now; where nothing was accepted, what else comes to mind."""
        for _ in range(THOUGHTS):
            yield from super().proposals(ruleset, state)

    def declare(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations of one side after the other, where both may declare something."""
        for side in self._shuffled(list(dict.fromkeys(option.side for option in options))):
            yield from super().declare(ruleset, state, [option for option in options if option.side == side])


_WEIGHT = {
    "place-terrain": 100, "enough-terrain": 30, "agree-scenario": 50, "roll-scenario": 50, "declare-stratagem": 300,
    "commit": 60, "no-more-stratagems": 25, "end-deployment": 6, "no-room-to-deploy": 1, "random-edge": 1000,
    "wait-below": 60, "leave-table": 2000, "use-key-building": 500, "cut-wire": 900, "throw-smoke": 80,
    "demolish": 2000, "fire-siege-shells": 150, "use-wrecker": 200,
}  # fmt: skip
