"""The autoplayer of a system that has none of its own: it declares what is open, filled in from the offer alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import engine
from rules.kernel.actions import Begin, Muster
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Declaration, Reroll
from rules.kernel.part import Choice
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table


class Plain:
    """Plays every side, in an order drawn from its own dice."""

    def __init__(self, dice: Seeded) -> None:
        self.dice = dice

    def opening(
        self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]
    ) -> list[Declaration[Any]]:
        """Begin the game; each side musters where there are rosters."""
        musters = [Declaration(by=side, action=Muster(roster=each)) for side, each in zip("ab", rosters, strict=False)]
        return [Declaration(by="table", action=Begin(table=table, options=options)), *musters]

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Every way to take up what is open, in random order."""
        offered = engine.options(ruleset, state)
        made = [
            Declaration(by=option.side, action=action)
            for option in offered
            for action in ruleset.act(option.action).proposals(
                Choice(Context(ruleset, state, option.side, ()), option, [option], self.dice, {})
            )
        ]
        while made:
            yield made.pop(self.dice.below(len(made)))

    def reroll(self, decided: Decided) -> Reroll | None:
        """No roll is made again for a price."""
        return None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """A roll that waits stands."""
        return None

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """Nothing is secret."""
        yield from ()
