"""The insane: a roll at each activation, and what it makes of the fighter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.effects import Turned
from rules.kernel.events import Action
from rules.kernel.marks import QuestionKind, on_model, one_of
from rules.kernel.part import Act, Choice, Part
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, hooks, words
from rules.necro.book import INSANE


def _row(key: str) -> str:
    """The clause of a row of the table."""
    return INSANE["table." + key]


ROLL = INSANE["roll-each-activation"]
CALMS = _row("5-6.willpower")
SOBERS = _row("3-4.willpower")
TESTS = _row("5-6")
"""On a fighter, while it is activated: the clause by which it tests its Willpower at the end."""
NO_TEST = INSANE["no-test-on-1-2"]
"""On a fighter, while it is activated: it has rolled a 1 or 2."""
OPPONENT = _row("3-4.random-opponent")


class Madden(Action, frozen=True, tag="madden"):
    """A fighter becomes Insane, by a rule of a weapon, a power or a scenario that is not in the document.

    Its own player says so.
    """

    fighter: str


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
        words.mark(ctx, model, TESTS, CALMS, until="phase", rule=CALMS)
        ctx.emit(Turned(rule=_row("5-6"), to=model.side, active=model.id))


def madden(ctx: Context, action: Madden) -> None:
    """A fighter on the table becomes Insane."""
    model = ctx.model(action.fighter, "$.action.fighter")
    ctx.place(model)
    own = ctx.require(model.side == ctx.by, words.INSANE, "{name} belongs to the other side", name=model.sheet.name)
    sane = ctx.require(words.INSANE not in model.game, words.INSANE, "{name} is Insane already", name=model.sheet.name)
    there = ctx.require(not model.out and ctx.state.phase in ("priority", "action", "end"), words.INSANE,
                        "{name} takes no part in a battle now", name=model.sheet.name)  # fmt: skip
    if own and sane and there:
        words.mark(ctx, model, words.INSANE)


def _breaks(ctx: Context, model: Model) -> None:
    """Broken; or gone, if broken already, whether the gang has bottled or not."""
    words.mark(ctx, model, NO_TEST, until="phase", rule=_row("1-2"))
    if words.BROKEN in model.game:
        words.flee(ctx, model, _row("1-2.already-broken"))
        activation.finish(ctx, model)
    else:
        words.mark(ctx, model, words.BROKEN, rule=_row("1-2"))


def _turns(ctx: Context, model: Model) -> None:
    """An opponent decides what the fighter does, and everybody is an enemy."""
    opponent = ctx.state.enemy(model.side)
    words.mark(ctx, model, words.CONTROLLED, opponent, until="phase", rule=OPPONENT)
    words.mark(ctx, model, TESTS, SOBERS, until="phase", rule=SOBERS)
    ctx.emit(Turned(rule=_row("3-4"), to=opponent, active=model.id))


@INSANE.at(hooks.FINISHED)
def _comes_to(ctx: Context, occasion: object, *, model: Model, **_: Any) -> None:
    """The Willpower test at the end of the activation."""
    clause = model.phase.get(TESTS)
    if NO_TEST in model.phase:
        words.unmark(ctx, model, NO_TEST, until="phase")
    if isinstance(clause, str):
        words.unmark(ctx, model, TESTS, until="phase", rule=clause)
        if not model.out and model.at is not None:
            checks.ask(ctx, model, clause)


@INSANE.at(hooks.NO_TEST)
def _not_after_that(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    """After a 1 or 2 there is no Willpower test."""
    return clause or (NO_TEST if NO_TEST in model.phase else "")


def _coming_to(clause: str) -> checks.Check:
    """The Willpower test of a result of the table: a success ends the madness."""

    def resolve(ctx: Context, model: Model, passed: bool) -> None:
        if passed:
            words.unmark(ctx, model, words.INSANE, rule=clause)

    return checks.Check(clause, "Wil", resolve)


def _takes(choice: Choice) -> Iterator[Action]:
    yield InsaneRoll(fighter=choice.option.model)


PART = Part(
    acts=(
        Act(Madden, madden, aside=True, told=Phrase("%(fighter)s goes insane", "%(fighter)s теряет рассудок")),
        asking.reply(InsaneRoll, roll, ROLL, propose=_takes,
            told=Phrase("%(fighter)s rolls for insanity", "%(fighter)s: бросок за безумие")),
    ),
    brings=(_coming_to(CALMS), _coming_to(SOBERS)),
    marks=(
        on_model(TESTS, "phase", "The clause by which it tests its Willpower when its activation ends.",
                 one_of(CALMS, SOBERS)),
        on_model(NO_TEST, "phase", "It has rolled a 1 or 2 in this activation."),
    ),
    asks=(QuestionKind(ROLL, named=True),),
    telling=Telling(
        marks={words.INSANE: Phrase("%(holder)s: insane", "%(holder)s: безумие")},
        unmarks={words.INSANE: Phrase("%(holder)s: sane again", "%(holder)s: снова в своём уме")},
        questions={
            ROLL: Phrase("%(side)s: %(model)s is insane, roll", "%(side)s: бросок за безумие, %(model)s"),
            CALMS: Phrase("%(side)s: does %(model)s come to their senses?", "%(side)s: придёт ли %(model)s в себя?"),
            SOBERS: Phrase("%(side)s: does %(model)s come to their senses?", "%(side)s: придёт ли %(model)s в себя?"),
        },
    ),
)  # fmt: skip
