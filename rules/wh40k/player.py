"""How the autoplayer plays Warhammer 40,000: one unit after another, with everything it has, within the rules.

The acts propose what can be done (`propose` in their modules), the best first; what it wants is in `taste`. This is the
order in which it tries things: the first of them that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.kernel import engine
from rules.kernel.actions import Begin, Muster
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Choice, Option, Propose
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.wh40k import turn, words
from rules.wh40k.playing import assault, fire, moves, setup


class Player(Proposer):
    """Plays both sides. What it would rather do is drawn from its own dice."""

    def __init__(self, dice: Seeded, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(dice, {**_WEIGHT, **(weights or {})})

    def opening(
        self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]
    ) -> list[Declaration[Any]]:
        """Begin the game; both sides muster what is on their roster."""
        musters = [
            Declaration(by=side, action=Muster(roster=roster))
            for side, roster in zip(words.SIDES, rosters, strict=True)
        ]
        return [Declaration(by="table", action=Begin(table=table, options=options)), *musters]

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        yield from self.answers(ruleset, state, engine.options(ruleset, state))

    def answers(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options: for a question, or for one unit after another, in any order."""
        offered = [option for option in options if option.action != "pass"]
        if state.pending is None:
            yield from self.unasked(ruleset, state)
            for key in self._shuffled(_in_order(state, offered)):
                yield from self.declare(ruleset, state, [option for option in offered if option.model == key])
                yield from self._lets_go(state, key)
        else:
            yield from self.declare(ruleset, state, offered)
        yield from (Declaration(by=o.side, action=turn.Pass()) for o in options if o.action == "pass")

    def unasked(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """What may be declared at any time and is not offered: standing instructions, once in a while."""
        for side in state.sides:
            yield from self.filled(ruleset, state, Option(side, "instruct"))

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Whole actions for an option, best first."""
        return PROPOSALS[choice.option.action](choice)

    def reroll(self, decided: Decided) -> Reroll | None:
        """No price buys a roll made again in this game."""
        return None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """No roll waits to be made again."""
        return None

    def _shuffled(self, things: list[str]) -> list[str]:
        return [things.pop(self.dice.below(len(things))) for _ in range(len(things))]

    def _lets_go(self, state: State, key: str) -> Iterator[Declaration[Any]]:
        """Let the act of a unit go, where it has one in this phase."""
        unit = state.units.get(key)
        acts = (state.phase, state.step) in ACTING and unit is not None and words.ACTED not in unit.phase
        if unit is not None and acts and words.standing(state, unit):
            yield Declaration(by=unit.side, action=turn.Pass(unit=unit.id))


def _in_order(state: State, options: Sequence[Option]) -> list[str]:
    """Whom options are for: as they are listed, but for one choice (`CHOICES`) in the order of the army."""
    choices = list(dict.fromkeys(CHOICES.get(option.action, option.action) for option in options))
    units = list(state.units)

    def place(option: Option) -> tuple[int, int]:
        choice = CHOICES.get(option.action, option.action)
        model = state.models.get(option.model)
        unit = option.model if model is None else model.unit
        return choices.index(choice), units.index(unit) if choice in CHOICES else 0

    return list(dict.fromkeys(option.model for option in sorted(options, key=place)))


CHOICES = {
    "deploy": "deploy", "reserve": "deploy", "join": "join", "leave": "join", "embark": "embark",
    "disembark": "embark", "occupy": "occupy", "come-out": "occupy", "run": "run", "turbo-boost": "run",
}  # fmt: skip
"""Acts between which a unit has one choice, each under the name of the first."""


ACTING = (("movement", ""), ("shooting", ""), ("assault", "charge"))
"""Where each unit acts once, or lets its act go."""


def roll_length(choice: Choice) -> Iterator[Action]:
    """Roll."""
    yield turn.RollLength()


def end_roll(choice: Choice) -> Iterator[Action]:
    """Roll."""
    yield turn.EndRoll(of=choice.option.model)


PROPOSALS: Mapping[str, Propose] = {
    "roll-length": roll_length,
    "end-roll": end_roll,
    **setup.PROPOSALS,
    **moves.PROPOSALS,
    **fire.PROPOSALS,
    **assault.PROPOSALS,
}

_WEIGHT = {
    "deploy": 100, "reserve": 20, "edge-roll": 1000, "arrival-terrain": 500, "arrive": 100, "no-room": 1,
    "regroup": 1000, "embark": 200, "disembark": 200, "occupy": 200, "come-out": 200, "leave": 300, "join": 300,
    "difficult-terrain": 400, "move": 100, "manifest": 300, "activate-force": 200, "shoot": 100, "run": 12,
    "turbo-boost": 30,
}  # fmt: skip
