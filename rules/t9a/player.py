"""How the autoplayer plays The 9th Age: one unit after another, with everything it has, within the rules.

The acts propose what can be done (`propose` in their modules), the best first. Which of them it would rather do is in
`likings`; here is the order in which it tries them. The first that the rules accept is played. What nobody wants is
declared where the rules demand something before the step ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import engine
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.events import Action, Claim, Declaration
from rules.kernel.part import Act, Choice, Option
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.t9a import likings, magic, turn, words
from rules.t9a.charge import DeclareCharge, React

EARLY, LATE = ("aid", "channel", "lie-in-ambush", "ambush-roll", "flux", "choose-spells"), ("siphon", "leave-out")
"""Acts that are better declared before, and after, everything else."""
FLAME = 3
"""The most models that the autoplayer's own spells harm."""


class Autoplayer(Proposer):
    """Plays both sides. Its preferences are drawn from its own dice."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, likings.WEIGHTS)

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last are always acceptable."""
        options = engine.options(ruleset, state)
        offered = [option for option in options if option.action != "pass"]
        if state.pending is not None:
            yield from self.declare(ruleset, state, offered)
        for group in self._groups(offered) if state.pending is None else ():
            yield from self.declare(ruleset, state, group)
        yield from (Declaration(by=option.side, action=turn.Pass()) for option in options if option.action == "pass")
        for option in offered:
            act: Act = ruleset.act(option.action)
            yield from (Declaration(by=option.side, action=each) for each in act.proposals(self._choice(
                ruleset, state, option)))  # fmt: skip

    def actions(self, choice: Choice) -> Iterator[Action]:
        """Whole actions for an option: those of a special rule at once, the usual ones if the act is wanted now."""
        act: Act = choice.ctx.ruleset.act(choice.option.action)
        match choice.option.action:
            case "declare-charge":
                yield from (each for each in act.proposals(choice) if _charges(choice, each))
            case "react":
                yield from _reacts(choice)
                yield from act.proposals(choice)
            case "spell-outcome":
                yield from _effects(choice)
                yield from act.proposals(choice)
            case _ if likings.wanted(choice):
                yield from act.proposals(choice)

    def _groups(self, options: Sequence[Option]) -> Iterator[list[Option]]:
        """The options of each unit or model, in any order, with what comes early first."""
        left = list(dict.fromkeys((_turn(option), option.model) for option in options))
        for when in sorted({when for when, _ in left}):
            keys = [key for each, key in left if each == when]
            while keys:
                key = keys.pop(self.dice.below(len(keys)))
                yield [option for option in options if (_turn(option), option.model) == (when, key)]

    def _choice(self, ruleset: Ruleset, state: State, option: Option) -> Choice:
        return Choice(Context(ruleset, state, option.side, ()), option, [option], self.dice, self.memory)


def _turn(option: Option) -> int:
    return 0 if option.action in EARLY else 2 if option.action in LATE else 1


def _charges(choice: Choice, action: Action) -> bool:
    return isinstance(action, DeclareCharge) and likings.charges(choice, action.target)


def _reacts(choice: Choice) -> Iterator[Action]:
    """Flight from what is too strong; else shots, if there are any; else a stand."""
    if "flee" in choice.option.targets and likings.flees(choice):
        yield React(unit=choice.option.model, reaction="flee")
    if "stand-and-shoot" in choice.option.targets:
        yield React(unit=choice.option.model, reaction="stand-and-shoot")
    yield React(unit=choice.option.model, reaction="hold")


def _effects(choice: Choice) -> Iterator[Action]:
    """What its own spells do: a flame takes a Health Point off some models of the nearest enemy that is not engaged.

    A miscast takes one off its caster, if he has another.
    """
    state, caster = choice.state, choice.model
    unit = state.units[caster.unit]
    if choice.ctx.pending.clause == magic.MISCAST:
        if caster.wounds > 1 and not caster.out:
            yield magic.Outcome(model=caster.id, changes=(Claim(model=caster.id, wounds=caster.wounds - 1),))
        return
    foes = [foe for foe in words.on_table(state) if foe.side != caster.side and not words.engaged(state, foe)]
    if unit.formation is None or not foes or not choice.dice.below(3):
        return
    target = min(foes, key=lambda foe: words.apart(unit, foe))
    burnt = words.rank_and_file(state, target)[-1 - choice.dice.below(FLAME) :]
    claims = tuple(Claim(model=model.id, wounds=model.wounds - 1) for model in burnt)
    yield magic.Outcome(model=caster.id, changes=claims)
