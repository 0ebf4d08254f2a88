"""The autoplayer of systems without their own: it declares any open option, filled in from the offer alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import engine
from rules.kernel.dice import Seeded
from rules.kernel.events import Declaration
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State


class Plain(Proposer):
    """Plays every side, in an order drawn from its own dice."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, {})

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Every way to take up the open options, in random order."""
        offered = engine.options(ruleset, state)
        made = [each for option in offered for each in self.filled(ruleset, state, option, [option])]
        while made:
            yield made.pop(self.dice.below(len(made)))
