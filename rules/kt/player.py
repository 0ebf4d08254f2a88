"""How the autoplayer plays Kill Team: simple, aggressive, and within the rules.

Everything is proposed from the legal options; the first proposal that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kernel import engine
from rules.kernel.actions import Muster
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Choice
from rules.kernel.proposing import Options, Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State
from rules.kt import game, reroll, words
from rules.kt.allowed import agreed
from rules.kt.options import DEFAULTS
from rules.kt.roster import pick


class Autoplayer(Proposer):
    """Plays both sides. Its preferences are drawn from its own dice."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, _WEIGHT)

    def mustered(self, roster: Roster, options: Options) -> Muster:
        """A team is picked where the roster is a command roster."""
        limit = int(options.get("kt.roster.format-agreed", DEFAULTS["kt.roster.format-agreed"]))
        return Muster(roster=roster, pick=pick(agreed(roster, options), limit))

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        legal = engine.options(ruleset, state)
        offered = [option for option in legal if option.action != "stratagem"]
        paid = [option for option in legal if option.action == "stratagem"]
        if paid and not self.dice.below(2 if state.phase == "fight" else 4):
            yield from self.declare(ruleset, state, [paid[self.dice.below(len(paid))]])
        models = list(dict.fromkeys(option.model for option in offered if option.model))
        if state.phase == "movement":
            models.sort(key=list(state.models).index)
        if state.pending is None and models:
            chosen = models[self.dice.below(len(models))]
            mine = [option for option in offered if option.model == chosen]
            yield from self.declare(ruleset, state, mine)
            yield Declaration(by=mine[0].side, action=game.Pass(model=chosen))
        else:
            yield from self.declare(ruleset, state, [option for option in offered if option.action != "pass"])
        yield from (Declaration(by=o.side, action=game.Pass()) for o in offered if o.action == "pass")

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Complete actions for an option, best first; a model readies only if an enemy is in range of some weapon."""
        return () if choice.option.action == "ready" and not _in_reach(choice) else super().actions(choice)

    def reroll(self, decided: Decided) -> Reroll | None:
        """Now and then, a re-roll of a failed roll for a side with command points."""
        rolls = [effect for effect in decided.effects if isinstance(effect, Rolled)]
        paid = {side.id for side in decided.state.sides.values() if side.counters.get("cp", 0) >= reroll.PRICE}
        bad = [
            Reroll(n, die, r.by) for n, r in enumerate(rolls) if r.by in paid and (die := reroll.worst(r)) is not None
        ]
        return bad[self.dice.below(len(bad))] if bad and not self.dice.below(6) else None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """A re-roll of roll `number` of the waiting step if it failed, two times in three."""
        die = reroll.worst(rolled)
        return None if die is None or not self.dice.below(3) else Reroll(number, die)


def _in_reach(choice: Choice) -> bool:
    reach = max((int(w.profile.get("range", 0)) for w in choice.model.sheet.weapons), default=0)
    return bool(words.enemies_near(choice.state, choice.model, reach))


_WEIGHT = {"charge": 90, "move": 100, "ready": 90, "advance": 40, "overwatch": 120, "retreat": 40, "fall-back": 80}
