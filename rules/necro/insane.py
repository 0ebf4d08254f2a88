"""The insane: a roll at each activation, and what it makes of the fighter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Turned
from rules.kernel.events import Action
from rules.kernel.part import Choice, Part
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, hooks, words
from rules.necro.book import INSANE

ROLL = INSANE["roll-each-activation"]
CALMS = INSANE["table.5-6.willpower"]
SOBERS = INSANE["table.3-4.willpower"]
TESTS = INSANE["no-test-on-1-2"]
"""On a fighter, while it is activated: the clause by which it tests its Willpower at the end."""


class InsaneRoll(Action, frozen=True, tag="insane-roll"):
    """The roll of an Insane fighter that is activated."""

    fighter: str


@INSANE.at(hooks.ACTIVATED)
def _rolls_first(ctx: Context, occasion: object, *, model: Model, **_: Any) -> None:
    if words.INSANE in model.game:
        ctx.ask(ROLL, model.side, model=model.id)


def roll(ctx: Context, action: InsaneRoll) -> None:
    """Read the table."""
    asked = asking.answered(ctx, ROLL, action.fighter)
    if asked is None:
        return
    model = ctx.model(asked.model)
    face = ctx.roll(ROLL, model.side, 1, model=model.id).total
    if face <= 2:
        _breaks(ctx, model)
    elif face <= 4:
        _turns(ctx, model)
    else:
        ctx.effects.append(Noted(rule=INSANE["table.5-6"], model=model.id, text="acts as usual"))
        words.mark(ctx, model, TESTS, CALMS, until="phase", rule=INSANE["table.5-6"])


def _breaks(ctx: Context, model: Model) -> None:
    """Broken, or gone if he was already."""
    if words.BROKEN in model.game:
        words.flee(ctx, model, INSANE["table.1-2.already-broken"])
        activation.finish(ctx, model)
    else:
        words.mark(ctx, model, words.BROKEN, rule=INSANE["table.1-2"])


def _turns(ctx: Context, model: Model) -> None:
    """An opponent decides what he does, and everybody is his enemy."""
    opponent = ctx.state.enemy(model.side)
    words.mark(ctx, model, words.CONTROLLED, opponent, until="phase", rule=INSANE["table.3-4"])
    words.mark(ctx, model, TESTS, SOBERS, until="phase", rule=INSANE["table.3-4"])
    ctx.emit(Turned(rule=INSANE["table.3-4"], to=opponent, active=model.id))


@INSANE.at(hooks.FINISHED)
def _comes_to(ctx: Context, occasion: object, *, model: Model, **_: Any) -> None:
    """The Willpower test at the end of the activation."""
    clause = model.phase.get(TESTS)
    if isinstance(clause, str):
        words.unmark(ctx, model, TESTS, until="phase")
        if not model.out and model.at is not None:
            checks.ask(ctx, model, clause)


def _tested(ctx: Context, model: Model, passed: bool) -> None:
    if passed:
        words.unmark(ctx, model, words.INSANE, rule=SOBERS)


def _takes(choice: Choice) -> Iterator[Action]:
    yield InsaneRoll(fighter=choice.option.model)


PART = Part(
    acts=(
        asking.reply(InsaneRoll, roll, ROLL, propose=_takes,
            told=Phrase("%(fighter)s is insane: a roll", "%(fighter)s безумен: бросок")),
    ),
    brings=(checks.Check(CALMS, "Wil", _tested), checks.Check(SOBERS, "Wil", _tested)),
    telling=Telling(
        marks={words.INSANE: Phrase("%(holder)s: insane", "%(holder)s: безумие")},
        unmarks={words.INSANE: Phrase("%(holder)s: sane again", "%(holder)s: снова в своём уме")},
        questions={ROLL: Phrase("%(side)s: %(model)s is insane, roll", "%(side)s: %(model)s безумен, бросьте куб")},
    ),
)  # fmt: skip
