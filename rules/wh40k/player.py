"""How the autoplayer plays Warhammer 40,000: one unit after another, with everything it has, within the rules.

The acts propose what can be done (`propose` in their modules), the best first. Which of them it would rather do is in
`likings`; here is the order in which it tries them. The first that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.kernel import engine
from rules.kernel.dice import Seeded
from rules.kernel.events import Action, Declaration
from rules.kernel.part import Act, Choice, Option
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.wh40k import likings, turn, words


class Autoplayer(Proposer):
    """Plays both sides. Its preferences are drawn from its own dice."""

    def __init__(self, dice: Seeded, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(dice, {**likings.WEIGHTS, **(weights or {})})

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        yield from self.answers(ruleset, state, engine.options(ruleset, state))

    def answers(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options: for a question, or for one unit after another, in any order."""
        aside = [option for option in options if ruleset.act(option.action).aside]
        offered = [option for option in options if option.action != "pass" and option not in aside]
        yield from self.asides(ruleset, state, aside)
        if state.pending is None:
            for key in self._shuffled(_in_order(state, offered)):
                yield from self.declare(ruleset, state, [option for option in offered if option.model == key])
                yield from _lets_go(state, key)
        else:
            yield from self.declare(ruleset, state, offered)
        yield from (Declaration(by=o.side, action=turn.Pass()) for o in options if o.action == "pass")

    def actions(self, choice: Choice) -> Iterator[Action]:
        """Whole actions for an option: those of a special rule at once, the usual ones if the act is wanted now."""
        if choice.option.action in ANY_OF_THEM:
            choice = choice._replace(option=choice.of(choice.same))
        act: Act = choice.ctx.ruleset.act(choice.option.action)
        yield from act.ahead(choice)
        usual = act.usual(choice) if likings.wanted(choice) else ()
        yield from (each for each in usual if choice.option.action not in MOVES or getattr(each, "moves", None))

    def _shuffled(self, things: list[str]) -> list[str]:
        return [things.pop(self.dice.below(len(things))) for _ in range(len(things))]


def _lets_go(state: State, key: str) -> Iterator[Declaration[Any]]:
    """Pass with a unit, if it can act in this phase."""
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
"""Acts among which a unit has a single choice, each under the name of the first."""
ANY_OF_THEM = ("manifest",)
"""What a unit may be offered several times over; one of the offers is looked at."""
MOVES = ("move", "run-move", "turbo-boost", "regroup-move", "consolidate-move", "pile-in")
"""What is let go rather than declared where nobody moves."""
ACTING = (("movement", ""), ("shooting", ""), ("assault", "charge"))
"""Where each unit acts once, or lets its act go."""
