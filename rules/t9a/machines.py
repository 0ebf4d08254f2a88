"""War Machines: one shot a phase, misfires, and flamethrowers, whose hits are rolled for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel import asking
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Dice, Needs
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import TURN, QuestionKind, either, on_unit, one_of
from rules.kernel.part import Act, Choice, Option, Part, nothing, refuse
from rules.kernel.sheet import Weapon
from rules.kernel.state import Decision, Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, shooting, turn, words
from rules.t9a.book import MISFIRES

MISFIRE = "t9a.core.misfire"
HITS = "t9a.core.flamethrower-hits"
MISFIRE_AGAIN = "t9a.engineer.misfire-reroll"
HITS_AGAIN = "t9a.engineer.flamethrower-reroll"
JAMMED = MISFIRE
"""On a machine's unit, for the game: `broken`, or the number of the Player Turn until whose end it is jammed."""
AMOUNT = re.compile(r"(\d?)D([36])\Z")


class Fire(Action, frozen=True, tag="fire"):
    """A War Machine fires at an enemy unit."""

    unit: str
    target: str


class RollAgain(Action, frozen=True, tag="roll-again"):
    """All dice of the roll that the machine has just made are rolled again."""

    unit: str


class Outcome(NamedTuple):
    """What a face of the Misfire table means: until it, and its word."""

    most: int
    word: str


TABLE = (Outcome(0, "explosion"), Outcome(2, "breakdown"), Outcome(4, "jammed"), Outcome(99, "malfunction"))


def machine(ctx: Context, unit: Unit) -> Model | None:
    """The War Machine of a unit; None if it has none."""
    return next((m for m in words.standing(ctx.state, unit) if words.is_(m, "War Machine")), None)


def aided(unit: Unit) -> bool:
    """Whether an Engineer helps a machine in this phase."""
    return "t9a.engineer.all-three" in unit.phase


def _engine(ctx: Context, unit: Unit) -> tuple[Model, Weapon] | None:
    model = machine(ctx, unit)
    weapon = shooting.weapon_of(model) if model is not None else None
    return None if model is None or weapon is None else (model, weapon)


def fire(ctx: Context, action: Fire) -> None:
    """Fire: a natural 1 to hit is a misfire."""
    fits = turn.now(ctx, "shooting", "shoot")
    unit, target = words.own(ctx, action.unit), words.enemy(ctx, action.target)
    found = _engine(ctx, unit)
    ctx.require(found, shooting.AIM, "{name} is no War Machine", name=unit.sheet.name)
    may = refuse(ctx, shooting.objections(ctx, unit, target))
    if not (fits and may) or found is None:
        return
    words.mark(ctx, unit, shooting.SHOT, until="phase")
    model, weapon = found
    aim, modifiers = shooting.aim_of(ctx, model, weapon), _modifiers(ctx, unit, target)
    rolled = ctx.roll(shooting.AIM, unit.side, 1, needed=Needs(aim, exact=True), modifiers=modifiers, model=model.id,
                      target=target.id)  # fmt: skip
    if rolled.final()[0] == 1:
        _misfires(ctx, unit, MISFIRE)
    elif rolled.passed[0]:
        _hits(ctx, unit, target, HITS)


def _modifiers(ctx: Context, unit: Unit, target: Unit) -> Modifiers:
    """The modifiers of a shot: those of any shooting."""
    found = _engine(ctx, unit)
    away = min((each[2] for each in shooting.shooters(ctx, unit, target)), default=0)
    long = found is not None and 2 * away > shooting.number(found[1], "Range")
    return (
        *(((shooting.RANGE, shooting.LONG),) if long else ()), *shooting.moving(ctx, unit),
        *shooting.cover(ctx, unit, target), *ctx.value(hooks.AIM_MODIFIERS, (), unit=unit, target=target),
    )  # fmt: skip


def _misfires(ctx: Context, unit: Unit, clause: str) -> None:
    found = _engine(ctx, unit)
    worse = shooting.number(found[1], "Misfire") if found is not None else 0
    face = ctx.roll(clause, unit.side, 1, modifiers=((MISFIRE, worse),) if worse else (), model=unit.id).total + worse
    if clause == MISFIRE and aided(unit):
        ctx.ask(MISFIRE_AGAIN, unit.side, model=unit.id, value=face)
    else:
        _suffers(ctx, unit, face)


def _suffers(ctx: Context, unit: Unit, face: int) -> None:
    """What the Misfire table does to a machine."""
    word = next(each.word for each in TABLE if face <= each.most)
    ctx.effects.append(Noted(rule=MISFIRE, model=unit.id, value=face, text=word))
    if word == "explosion":
        words.destroy(ctx, unit, MISFIRE)
    elif word == "breakdown":
        words.mark(ctx, unit, JAMMED, "broken", until="game")
    elif word == "jammed":
        words.mark(ctx, unit, JAMMED, turn.next_of(ctx.state, unit.side), until="game")


def amount(text: object) -> Dice | None:
    """The dice of a number such as `D6` or `2D3`; None for a plain number."""
    found = AMOUNT.match(str(text))
    return Dice(int(found[1] or 1), int(found[2])) if found else None


def _hits(ctx: Context, unit: Unit, target: Unit, clause: str) -> None:
    """Roll for the hits of a flamethrower; another machine has as many as its profile says."""
    found = _engine(ctx, unit)
    if found is None:
        return
    _, weapon = found
    dice = amount(weapon.profile.get("Hits", 1))
    if dice is None:
        plain = weapon.profile.get("Hits", 1)
        _strikes(ctx, unit, target, plain if isinstance(plain, int) else 1)
        return
    total = ctx.roll(clause, unit.side, dice, model=unit.id, target=target.id).total
    if clause == HITS and aided(unit):
        ctx.ask(HITS_AGAIN, unit.side, model=unit.id, targets=(target.id,), value=total)
    else:
        _strikes(ctx, unit, target, total)


def _strikes(ctx: Context, unit: Unit, target: Unit, hits: int) -> None:
    found = _engine(ctx, unit)
    if found is not None:
        model, weapon = found
        shooting.harm(ctx, unit, target, hits, shooting.strength(model, weapon), shooting.number(weapon, "AP"), HITS)
        ctx.fire(hooks.LOST, HITS, unit=target, by=unit)


def again(ctx: Context, action: RollAgain) -> None:
    """Roll all of the dice again; the second result stands."""
    pending = ctx.state.pending
    clause = pending.clause if pending is not None and pending.clause in (MISFIRE_AGAIN, HITS_AGAIN) else MISFIRE_AGAIN
    asked = asking.answered(ctx, clause, action.unit)
    if asked is None:
        return
    unit = ctx.unit(asked.model)
    if clause == MISFIRE_AGAIN:
        _misfires(ctx, unit, MISFIRE_AGAIN)
    else:
        _hits(ctx, unit, ctx.unit(asked.targets[0]), HITS_AGAIN)


def _misfire_stands(ctx: Context, asked: Decision, action: Action) -> None:
    ctx.answered(asked.clause)
    _suffers(ctx, ctx.unit(asked.model), asked.value)


def _hits_stand(ctx: Context, asked: Decision, action: Action) -> None:
    ctx.answered(asked.clause)
    _strikes(ctx, ctx.unit(asked.model), ctx.unit(asked.targets[0]), asked.value)


@MISFIRES.at(hooks.MAY_SHOOT)
def _out_of_order(ctx: Context, barred: str, *, unit: Unit, **_: object) -> str:
    """A machine that has broken down never fires again; one that is jammed, not before its next turn is over."""
    state = unit.game.get(JAMMED)
    stuck = state == "broken" or (isinstance(state, int) and state >= turn.number(ctx.state))
    return barred or (MISFIRE if stuck else "")


def _may_fire(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "shoot":
        return
    for unit in words.on_table(ctx.state, ctx.state.to_act):
        if machine(ctx, unit) is None:
            continue
        foes = [foe for foe in words.on_table(ctx.state) if foe.side != unit.side]
        targets = tuple(foe.id for foe in foes if nothing(shooting.objections(ctx, unit, foe)))
        if targets:
            yield Option(unit.side, "fire", unit.id, targets, clause=shooting.AIM)


def _fires(choice: Choice) -> Iterator[Action]:
    yield from (Fire(unit=choice.option.model, target=key) for key in choice.option.targets)


PART = Part(
    acts=(
        Act(Fire, fire, _may_fire, phases=("shooting",), propose=_fires,
            told=Phrase("%(unit)s [fires|fire] at %(target)s", "%(unit)s: выстрел, цель — %(target)s")),
        asking.reply(RollAgain, again, MISFIRE_AGAIN, HITS_AGAIN,
            told=Phrase("%(unit)s [re-rolls|re-roll]", "%(unit)s: переброс")),
    ),
    declines={MISFIRE_AGAIN: _misfire_stands, HITS_AGAIN: _hits_stand},
    telling=Telling(
        notes={
            "explosion": Phrase("explosion", "взрыв"), "breakdown": Phrase("breakdown", "поломка"),
            "jammed": Phrase("jammed", "заклинило"), "malfunction": Phrase("malfunction", "сбой"),
        },
        marks={JAMMED: Phrase("%(holder)s cannot fire", "%(holder)s: не может стрелять")},
        questions={
            MISFIRE_AGAIN: Phrase("%(side)s: re-roll the misfire?", "%(side)s: перебросить осечку?"),
            HITS_AGAIN: Phrase("%(side)s: re-roll the number of hits?", "%(side)s: перебросить число попаданий?"),
        },
    ),
    marks=(on_unit(JAMMED, "game", "It cannot fire: until the end of this player turn, or ever again.",
                   either(TURN, one_of("broken"))),),
    asks=(QuestionKind(MISFIRE_AGAIN, named=True), QuestionKind(HITS_AGAIN, targets=1, named=True)),
)  # fmt: skip
