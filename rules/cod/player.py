"""How the autoplayer plays a city fight: for the goals of the scenario, with every stratagem there is.

What it does in each part of a game is in `playing`; everything else it does as in Warhammer 40,000. What it writes down
in secret it remembers and opens, at the latest when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.cod import board, options, table
from rules.cod.playing import battle, choices, city, declaring, setup
from rules.cod.playing.notes import Notes
from rules.cod.playing.thinker import Propose, T
from rules.cod.scenario import thunder_run
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.events import Action, Declaration
from rules.kernel.part import Choice, Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table, Unit
from rules.wh40k import player, taste

LAYOUTS = 64
"""Among so many seeds a table is looked for."""
THOUGHTS = 4
"""So many times it thinks of something to declare, if need be."""


class CityPlayer(player.Player):
    """Plays both sides of a city fight."""

    def __init__(self, proposals: Mapping[str, Propose], dice: Seeded) -> None:
        super().__init__(dice, _WEIGHT)
        self.notes = Notes(dice)
        self._proposals = proposals
        self._ruleset: Ruleset | None = None

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
        self._ruleset = ruleset
        yield from battle.charges_due(self, state)
        yield from super().answers(ruleset, state, options)

    def unasked(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """As in every game; and who of a unit in a ruin falls first."""
        yield from super().unasked(ruleset, state)
        for side in state.sides:
            yield from (Declaration(by=side, action=each) for each in battle.instructions(self, state, side))

    def declare(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations of one side after the other, where both may declare something."""
        names = self._shuffled(list(dict.fromkeys(option.side for option in options)))
        for side in names:
            yield from super().declare(ruleset, state, [option for option in options if option.side == side])

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Whole actions for an option, best first: those of a city fight, else those of every game."""
        own = self._proposals.get(choice.option.action)
        return super().actions(choice) if own is None else own(self, choice.state, choice.option, list(choice.same))

    def otherwise(self, state: State, option: Option, same: list[Option]) -> Iterable[Action]:
        """What is proposed in every game of this sequence."""
        return super().actions(Choice(self.ctx(state, option.side), option, same, self.dice, self.memory))

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """The openings of what was written down and is still closed."""
        yield from (Declaration(by=by, action=opening) for by, opening in self.notes.closed(state))

    # at hand for proposals

    def targets(self, state: State, unit: Unit, keys: Sequence[str]) -> list[Unit]:
        """The units among some that it would shoot at, the first one best."""
        choice = Choice(self.ctx(state, unit.side), Option(unit.side, ""), (), self.dice, self.memory)
        return taste.targets(choice, unit, keys)

    def ctx(self, state: State, side: str) -> Context:
        """A context of the rules in a position, to ask and not to change anything."""
        assert self._ruleset is not None, "a player is asked for its proposals"
        return Context(self._ruleset, state, side, ())

    def one_of(self, things: Sequence[T]) -> T:
        """Any of some things."""
        return things[self.dice.below(len(things))]


PROPOSALS: Mapping[str, Propose] = {
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
