"""Going to ground, Look Out, Sir, and pinning, and a side's standing instructions for units that are shot at.

A unit is asked whether it goes to ground only if its side wants to be asked (`Instruct`): when a shot at it is
declared, before any die of it, the declaration only names the target; the target's side answers with `GoToGround` or a
pass; then the shot is declared again, at the same target, with its dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import UNIT, QuestionKind, on_unit
from rules.kernel.part import Act, Choice, Objections, Option, Part, refuse
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, questions, turn, words
from rules.wh40k.book import GO_TO_GROUND, PINNING
from rules.wh40k.shooting import allocate

GROUND = words.GROUND
ASK = GO_TO_GROUND["ask"]
"""On a unit, for the game: its side is asked. On a firing unit, for the phase: the target that was asked."""
PINS = PINNING[""]


class Instruct(Action, frozen=True, tag="instruct"):
    """What a unit is to do when it is shot at: whether its side is asked about going to ground, and whether characters
    let others step in front of them (Look Out, Sir), about which it is asked at each Wound. It may be declared at any
    time.
    """

    unit: str
    ask: bool = False
    look_out: bool = True


class LookOut(Action, frozen=True, tag="look-out"):
    """Another model tries to step in front of a character that was given a Wound (Look Out, Sir)."""

    model: str


class GoToGround(Action, frozen=True, tag="go-to-ground"):
    """A unit that is shot at goes to ground."""

    unit: str


def instruct(ctx: Context, action: Instruct) -> None:
    """Change the standing instructions of a unit."""
    unit = ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    for key, wanted in ((ASK, action.ask), (allocate.LOOK_OUT, not action.look_out)):
        if wanted and key not in unit.game:
            words.mark(ctx, unit, key, 1, "game")
        elif not wanted and key in unit.game:
            words.unmark(ctx, unit, key, "game")


def look_out(ctx: Context, action: LookOut) -> None:
    """A comrade of a character tries to take its Wound."""
    questions.chosen(ctx, allocate.LOOK_OUT, 1, action.model)


def refused(ctx: Context, unit: Unit) -> str:
    """The clause that forbids a unit to go to ground now; empty if allowed."""
    base = GROUND if any(words.is_(m, "Vehicle", "Monstrous Creature") for m in ctx.state.members(unit.id)) else ""
    if not base and (words.gone_to_ground(unit) or words.locked(ctx.state, unit)):
        base = GROUND
    return str(ctx.value(hooks.MAY_GO_TO_GROUND, base, unit=unit))


def go(ctx: Context, unit: Unit, clause: str = GROUND) -> bool:
    """A unit goes to ground until the end of its next turn, if it may. Returns whether it did."""
    denied = refused(ctx, unit)
    if denied:
        ctx.effects.append(Noted(rule=denied, model=unit.id, text="does not go to ground"))
        return False
    words.mark(ctx, unit, GROUND, words.next_turn_of(ctx.state, unit.side), "game", rule=clause)
    return True


# being asked


def asks(ctx: Context, firing: Unit, target: Unit) -> bool:
    """Ask the target's side, if it wants that and was not asked about these shots. Returns whether it was asked."""
    if ASK not in target.game or ASK in firing.phase or refused(ctx, target):
        return False
    words.mark(ctx, firing, ASK, target.id, "phase")
    ctx.ask(GROUND, target.side, model=target.id, targets=(firing.id,))
    return True


def bound_to(ctx: Context, firing: Unit, target: Unit) -> None:
    """Refuse a target other than the one that has answered."""
    said = firing.phase.get(ASK)
    known = isinstance(said, str) and bool(words.standing(ctx.state, said))
    ctx.require(
        not known or said == target.id, "wh40k.assumed.shooting.sequence", "{name} has already chosen its target",
        name=firing.sheet.name,
    )  # fmt: skip


def answer(ctx: Context, action: GoToGround) -> None:
    """The unit that is shot at goes to ground."""
    if questions.answered(ctx, GROUND, action.unit, against(ctx, ctx.unit(action.unit)), "shooting") is not None:
        unit = ctx.unit(action.unit)
        if refuse(ctx, against(ctx, unit)):
            go(ctx, unit)


def against(ctx: Context, unit: Unit) -> Objections:
    """An objection by each rule that forbids a unit to go to ground now."""
    base = refused(ctx, unit)
    return words.barred(ctx, hooks.MAY_GO_TO_GROUND, unit, "{name} cannot go to ground", base if base == GROUND else "")


# what it does


@GO_TO_GROUND.at(hooks.MAY_MOVE)
def _stays_down(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (GROUND if words.gone_to_ground(unit) else "")


@GO_TO_GROUND.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (GROUND if words.gone_to_ground(unit) else "")


@GO_TO_GROUND.at(hooks.SNAP)
def _snaps(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    return clause or (GROUND if words.gone_to_ground(words.unit_of(ctx.state, model)) else "")


# pinning


def _pinned(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        go(ctx, unit, PINS)


CHECK = questions.Check(PINS, "Ld", _pinned, frozenset({"pinning"}))


@PINNING.at(hooks.SHOOTING_DONE)
def _pins(ctx: Context, wounded: dict[str, tuple[str, ...]], **_: Any) -> None:
    """A unit that pinning weapons have wounded is tested once the firing unit has finished."""
    for key, causes in wounded.items():
        if PINS in causes:
            pin(ctx, ctx.unit(key), PINS)


def pin(ctx: Context, unit: Unit, rule: str) -> None:
    """A unit on foot that has been wounded has to take a pinning test."""
    if words.standing(ctx.state, unit) and words.vehicle_of(ctx.state, unit) is None:
        questions.due(ctx, unit, PINS, rule=rule)


def _may_instruct(ctx: Context) -> Iterator[Option]:
    """Units on foot of both sides: they may be told so at any time."""
    state = ctx.state
    for unit in (unit for side in state.sides for unit in words.on_table(state, side)):
        if words.vehicle_of(state, unit) is None:
            yield Option(unit.side, "instruct", model=unit.id, clause=ASK)


def _otherwise(choice: Choice) -> Iterator[Action]:
    """Other instructions for some unit."""
    unit = choice.state.units[choice.of(choice.same).model]
    ask, look_out = bool(choice.dice.below(3)), bool(choice.dice.below(3))
    if (ASK in unit.game, allocate.LOOK_OUT not in unit.game) != (ask, look_out):
        yield Instruct(unit=unit.id, ask=ask, look_out=look_out)


MARKS = (
    on_unit(ASK, "game", "Its side is to be asked about going to ground whenever it is shot at."),
    on_unit(ASK, "phase", "The target whose side was asked about going to ground before this unit fires.", UNIT),
    on_unit(allocate.LOOK_OUT, "game", "Its characters do not use Look Out, Sir."),
)  # fmt: skip


def _why(ctx: Context, unit: Unit) -> dict[str, str]:
    """What keeps a unit from going to ground, or from anything else because it has."""
    until = unit.game.get(GROUND)
    if until is not None:
        return {"why": f"it has gone to ground, to the end of player turn {until}"}
    others = ", ".join(other.sheet.name for other in words.locked_with(ctx.state, unit))
    return {"why": f"it is locked in combat with {others}" if others else "vehicles and monstrous creatures never do"}


PART = Part(
    marks=MARKS,
    acts=(
        Act(Instruct, instruct, _may_instruct, phases=turn.PHASES, propose=_otherwise, aside=True,
            told=Phrase("%(unit)s [gets|get] standing instructions", "%(unit)s: указания на ход противника")),
        questions.reply(GoToGround, answer, GROUND,
            told=Phrase("%(unit)s [goes|go] to ground", "%(unit)s: залегание")),
        questions.reply(LookOut, look_out, allocate.LOOK_OUT, targets=True,
            told=Phrase("%(model)s: Look Out, Sir!", "%(model)s: «Осторожно, сэр!»")),
    ),
    declines={GROUND: questions.let_go, allocate.LOOK_OUT: questions.not_chosen},
    asks=(QuestionKind(allocate.LOOK_OUT, targets=1, named=True),),
    brings=(CHECK, words.Expiring(GROUND), words.Because(GROUND, "{why}", _why)),
)  # fmt: skip
