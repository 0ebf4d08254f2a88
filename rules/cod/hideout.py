"""The hideout of Scorched Earth: written down in secret, opened when it falls and otherwise when the game ends.

After a turn in which a ruin fell, the defender is asked: the note is opened, or the question declined because it names
another ruin. When the last roll ends the game, it has to be opened before the winner is determined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import openings, prepared, sides
from rules.cod import ruins as city
from rules.cod.book import GAPS
from rules.cod.mission import mission
from rules.kernel import notes, secrets
from rules.kernel.context import Context
from rules.kernel.effects import sealed_key
from rules.kernel.events import Action
from rules.kernel.marks import COUNT, on_side
from rules.kernel.part import Act, Choice, Condition, Option, Part, SecretSubject
from rules.kernel.state import Decision, State
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, turn, words
from rules.wh40k.taste import Wish

HIDEOUT = sides.HIDEOUT
"""The subject of the note, and the question at the end of the game."""
FELL = GAPS["hideout-reveal"]
"""The question after a ruin fell; the mark on the defender with the number of fallen ruins he was asked about."""


LAST = "cod.special.random-length.end"


class OpenHideout(Action, frozen=True, tag="open-hideout"):
    """The defender opens the note about the hideout."""

    ruin: str
    salt: secrets.Salt


def owed(state: State) -> str:
    """The side with a hideout not yet opened; empty if there is none."""
    side = prepared.side_of(state, "defender") if mission(state) is not None else ""
    sealed = state.sealed.get(sealed_key(side, HIDEOUT))
    return side if sealed is not None and not sealed.opened else ""


def _fallen(state: State) -> int:
    return sum(city.is_fallen(state, piece.id) for piece in prepared.ruins(state))


@GAPS.at(hooks.END_ROLLS)
def _ask(ctx: Context, rolls: tuple[tuple[str, str], ...], **_: Any) -> tuple[tuple[str, str], ...]:
    """Ask once each time ruins have fallen. Like other questions, it is put to a unit of the side."""
    state = ctx.state
    side = owed(state)
    if not side or _fallen(state) <= int(str(state.sides[side].game.get(FELL, 0))):
        return rolls
    first = next((unit.id for unit in state.units.values() if unit.side == side), "")
    return (*rolls, (FELL, first)) if first else rolls


def _another(ctx: Context, asked: Decision, action: Action) -> None:
    """The defender says that the fallen ruin was not the hideout; this is checked when the note is opened."""
    ctx.answered(FELL)
    _seen(ctx, asked.side)


def _seen(ctx: Context, side: str) -> None:
    words.mark(ctx, side, FELL, _fallen(ctx.state), "game")


def _ruins(state: State) -> tuple[str, ...]:
    return tuple(piece.id for piece in prepared.ruins(state))


def open_hideout(ctx: Context, action: OpenHideout) -> None:
    """Open the note; at the end of the game that decides it."""
    pending = ctx.state.pending
    clause = pending.clause if pending is not None and pending.clause in (FELL, HIDEOUT) else HIDEOUT
    shown = secrets.Reveal(subject=HIDEOUT, value=action.ruin, salt=action.salt)
    there = action.ruin in _ruins(ctx.state) or _is_written(ctx, shown)
    ctx.require(there, HIDEOUT, "{ruin!r} is not a ruin on this table", ruin=action.ruin)
    if questions.answered(ctx, clause) is None:
        return
    if owed(ctx.state):
        openings.show(ctx, shown)
    _seen(ctx, ctx.by)
    if clause == HIDEOUT:
        turn.end_game(ctx, LAST)


def _is_written(ctx: Context, shown: secrets.Reveal) -> bool:
    """Whether this is what the side has sealed, be it a ruin or not."""
    sealed = ctx.state.sealed.get(sealed_key(ctx.by, HIDEOUT))
    made = secrets.commitment(ctx.by, HIDEOUT, shown.value, shown.salt)
    return sealed is not None and sealed.commitment == made


def _forfeited(ctx: Context, asked: Decision, action: Action) -> None:
    """The defender cannot or will not open the note at the end: the hideout counts as destroyed."""
    ctx.answered(HIDEOUT)
    if owed(ctx.state):
        openings.spoilt(ctx, "the note about the hideout is not opened at the end of the game")
    turn.end_game(ctx, LAST)


ASKED = Condition(
    HIDEOUT,
    "the note is asked for: it is opened by the answer to that question",
    lambda state, side: state.pending is None or state.pending.clause not in (FELL, HIDEOUT),
)


def _no_ruin(state: State, side: str, value: str) -> Iterator[str]:
    if value not in _ruins(state):
        yield f"{value!r}, and there is no such ruin"


def roll_length(ctx: Context, action: turn.RollLength) -> None:
    """Roll whether there is another game turn; if there is none, a hideout is opened first."""
    state, pending = ctx.state, ctx.state.pending
    side = owed(state)
    if not side or pending is None or not pending.value:
        turn.roll_length(ctx, action)
        return
    if questions.answered(ctx, pending.clause) is None:
        return
    rolled = ctx.roll(pending.clause, ctx.by, 1, needed=pending.value)
    if rolled.passed[0]:
        turn.begin_turn(ctx, state.round + 1, state.order[0])
    else:
        ctx.ask(HIDEOUT, side)


def _may_open(ctx: Context) -> Iterator[Option]:
    yield Option(ctx.pending.side, "open-hideout", targets=_ruins(ctx.state), clause=HIDEOUT)


def _as_written(choice: Choice) -> Iterator[Action]:
    note = notes.read(choice, HIDEOUT)
    if note is not None:
        yield OpenHideout(ruin=note.value, salt=note.salt)


def _fell(choice: Choice) -> bool:
    """Where it has fallen, or where the game is over."""
    note = notes.read(choice, HIDEOUT)
    over = choice.ctx.pending.clause == HIDEOUT
    return note is not None and (over or city.is_fallen(choice.state, note.value))


MARKS = (
    on_side(FELL, "game", "How many ruins had fallen when it was last asked about its hideout.", COUNT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    secrets=(SecretSubject(HIDEOUT, "The ruin in which the defender of Scorched Earth has his hideout.",
                           "the id of the ruin"),),
    acts=(
        Act(OpenHideout, open_hideout, _may_open, answers=(FELL, HIDEOUT), propose=_as_written,
            told=Phrase("%(side)s opens its hideout: %(ruin)s", "%(side)s раскрывает убежище: %(ruin)s")),
        Act(turn.RollLength, roll_length, instead=True),
    ),
    declines={FELL: _another, HIDEOUT: _forfeited},
    brings=(
        openings.Note(lambda subject: subject == HIDEOUT, (sides.DUE,), (ASKED,), _no_ruin),
        Wish("open-hideout", _fell),
    ),
    telling=Telling(
        questions=dict.fromkeys((FELL, HIDEOUT), Phrase("%(side)s opens its hideout", "%(side)s раскрывает убежище")),
    ),
)  # fmt: skip
