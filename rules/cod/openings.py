"""What a side of a city fight writes down in secret: when it may be written, and what it comes to once it is shown.

Nobody sees what is sealed, so that a note may name what does not exist. It cannot be refused any more when it is shown:
it is judged as the worst for the side that wrote it (`cod.assumed.secret-impossible`), and verification says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.cod.book import ASSUMED
from rules.kernel import secrets
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.part import Act, Condition, Part, demand
from rules.kernel.state import State
from rules.kernel.telling import Phrase, Telling

IMPOSSIBLE = ASSUMED["secret-impossible"]


class Note(NamedTuple):
    """A kind of secret, brought by the part that reads it.

    `about` tells its subjects from others. `when` are conditions on a state and a side for writing it, `shown` those
    for showing it by a `reveal`. `wrong` gives what is impossible in a note of a side: the end of a sentence that
    begins with “the note names”.
    """

    about: Callable[[str], bool]
    when: tuple[Condition, ...]
    shown: tuple[Condition, ...]
    wrong: Callable[[State, str, str], Iterator[str]]


def _kinds(ctx: Context, subject: str) -> Iterator[Note]:
    return (kind for kind in ctx.ruleset.brought(Note) if kind.about(subject))


def commit(ctx: Context, action: secrets.Commit) -> None:
    """Seal a note, if it is time to write it."""
    for kind in _kinds(ctx, action.subject):
        demand(ctx, kind.when, ctx.state, ctx.by, subject=action.subject)
    secrets.commit(ctx, action)


def reveal(ctx: Context, action: secrets.Reveal) -> None:
    """Show a note. One with impossible content is accepted, and comes to the worst for its side."""
    if ctx.state.over is None:
        for kind in _kinds(ctx, action.subject):
            demand(ctx, kind.shown, ctx.state, ctx.by, subject=action.subject)
    show(ctx, action)


def show(ctx: Context, action: secrets.Reveal) -> None:
    """Open the commitment and judge what was written."""
    secrets.reveal(ctx, action)
    for kind in _kinds(ctx, action.subject):
        for what in kind.wrong(ctx.state, ctx.by, action.value):
            spoilt(ctx, f"the note about {action.subject} names {what}")


def spoilt(ctx: Context, text: str) -> None:
    """A note is worth the least it can be worth to its side; what has been written cannot be refused any more."""
    ctx.breach(IMPOSSIBLE, "{text}", text=text)
    ctx.effects.append(Noted(rule=IMPOSSIBLE, text="the note is void"))


PART = Part(
    acts=(Act(secrets.Commit, commit, instead=True), Act(secrets.Reveal, reveal, instead=True)),
    telling=Telling(notes={"the note is void": Phrase("the note is void", "запись недействительна")}),
)
