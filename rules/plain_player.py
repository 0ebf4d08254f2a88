"""The autoplayer of a system that has none of its own: it declares what is open, filled in from the offer alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import engine
from rules.kernel.actions import Begin, Muster
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Option
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
        kinds = {str(act.kind.__struct_config__.tag): act.kind for act in ruleset.acts}
        made = [
            Declaration(by=option.side, action=action)
            for option in engine.options(ruleset, state)
            for action in filled(kinds[option.action], option)
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


def filled(kind: type[Action], option: Option) -> Iterator[Action]:
    """The actions of a kind that an option stands for: one for each target, where the kind takes a single one."""
    names = {field.encode_name for field in msgspec.structs.fields(kind)}
    given: dict[str, Any] = {"model": option.model, "unit": option.model, "targets": option.targets}
    known: Mapping[str, Any] = {name: value for name, value in given.items() if name in names and value}
    if "target" not in names:
        yield kind(**known)
    for target in option.targets if "target" in names else ():
        yield kind(**known, target=target)
