"""Hit & Run: leaving a combat at the end of an Assault phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import direction, geometry, rolloff
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Noted, Unmarked
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import SIDE, on_side, on_unit
from rules.kernel.part import Choice, Objections, Part, objection
from rules.kernel.proposing import COMPASS
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Number, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, words
from rules.wh40k.assault import sweep
from rules.wh40k.movement import move, trail

HIT_AND_RUN = Rule(
    "wh40k.usr.hit-and-run",
    en="Hit & Run",
    ru="Ударил-отступил",
    clauses={
        "declare": Clause(
            "Choosing to leave",
            "Решение выйти из боя",
            "A unit holding at least one model with this rule that is locked in combat may choose to leave at "
            "the end of any Assault phase.",
            "590-594",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило и который связан боем, в конце любой "
            "фазы наступления может решить выйти.",
            note="Any Assault phase: of both players' turns.",
            note_ru="Любой фазы наступления: в ходы обоих игроков.",
        ),
        "test": Clause(
            "Hit & Run test",
            "Тест на инициативу",
            "To leave the combat the unit must pass an Initiative test.",
            "594",
            text_ru="Чтобы выйти из боя, отряд должен пройти тест на инициативу.",
        ),
        "fail": Clause(
            "Hit & Run fails",
            "Тест провален: остаётся",
            "If the test is failed nothing happens and the unit stays locked.",
            "596",
            text_ru="Если тест провален, ничего не происходит, и отряд остаётся связан.",
        ),
        "move": Clause(
            "Leaving move 3D6",
            "Выход на 3D6",
            "If the test is passed choose a direction, then roll 3D6: the unit breaks off and moves that many "
            "inches in the chosen direction, ignoring the enemy units it was locked with.",
            "596",
            text_ru="Если тест пройден, выбирают направление и бросают 3D6: отряд отрывается и проходит столько "
            "дюймов в эту сторону, не обращая внимания на вражеские отряды, с которыми был связан.",
            note="The direction is declared before the dice are rolled.",
            note_ru="Направление объявляют до броска.",
        ),
        "must-clear": Clause(
            "Must get clear",
            "Должен оторваться",
            "The move happens only if the distance takes the whole unit more than 1 inch away from all enemy units.",
            "596",
            text_ru="Движение происходит, только если дистанция уводит весь отряд дальше 1 дюйма от всех вражеских.",
            note="Read as a condition of the move.",
            note_ru="Читаем как условие движения.",
        ),
        "no-sweep": Clause(
            "No sweeping advance",
            "Преследования нет",
            "No sweeping advance rolls are allowed against it.",
            "596",
            text_ru="Преследовать его нельзя.",
        ),
        "enemy-consolidates": Clause(
            "Enemies consolidate",
            "Противник объединяется",
            "Enemy units that are no longer locked in combat consolidate D6 inches immediately.",
            "596",
            text_ru="Вражеские отряды, которые больше не связаны боем, тут же объединяются на D6 дюймов.",
        ),
        "difficult": Clause(
            "Difficult terrain ignored",
            "Труднопроходимый не мешает",
            "The move is not slowed by difficult terrain.",
            "598",
            text_ru="Труднопроходимый ландшафт это движение не замедляет.",
        ),
        "dangerous": Clause(
            "Dangerous terrain counts",
            "Опасный ландшафт действует",
            "Dangerous terrain works as usual on this move.",
            "598",
            text_ru="Опасный ландшафт при этом движении действует как обычно.",
        ),
        "no-contact": Clause(
            "Stops short of enemies",
            "Останавливается в дюйме",
            "The move may not bring the unit into contact with enemy units; models must stop at least 1 inch away.",
            "598",
            text_ru="Это движение не может привести отряд в контакт с вражескими; модели должны остановиться не ближе "
            "1 дюйма.",
            note="More than 1 inch to break away; at least 1 inch from other enemies.",
            note_ru="Чтобы оторваться, нужно больше 1 дюйма; от других врагов – хотя бы 1 дюйм.",
        ),
        "both-sides": Clause(
            "Both sides leave",
            "Выходят обе стороны",
            "If both sides have units that want to leave, roll off to decide who goes first, and then alternate.",
            "598",
            text_ru="Если выйти хотят отряды обеих сторон, кубовкой решают, кто первый, а дальше по очереди.",
        ),
        "both-sides.last": Clause(
            "Last unit consolidates",
            "Последний объединяется",
            "The last unit, being no longer locked in combat, consolidates instead.",
            "598",
            text_ru="Последний отряд, раз он больше не связан боем, вместо этого объединяется.",
        ),
    },
)

ASKED = HIT_AND_RUN["declare"]
"""On a unit, for the phase: it has yet to be asked whether it leaves. Also that question."""
WANTS = HIT_AND_RUN["test"]
"""On a unit, for the phase: it wants to leave."""
MOVE = HIT_AND_RUN["move"]
FREED = HIT_AND_RUN["enemy-consolidates"]
"""On a unit, for the phase: nobody is left to hold it, and it consolidates."""
BOTH = HIT_AND_RUN["both-sides"]
"""On the side whose turn it is, for the phase: which side goes next."""
LAST = HIT_AND_RUN["both-sides.last"]
SHORTER = 10
"""A way that is blocked is made shorter by so much at a time, in hundredths."""


class HitAndRun(Action, frozen=True, tag="hit-and-run"):
    """A unit that is locked in combat wants to leave it."""

    unit: str


class WhoLeavesFirst(Action, frozen=True, tag="hit-and-run-order"):
    """Both sides want to leave: they roll off to decide which goes first."""


class BreakOff(Action, frozen=True, tag="break-off"):
    """A unit takes its Initiative test and, where it passes, leaves 3D6 inches in a direction.

    `angle` is in degrees, counter-clockwise from the long edge (the x axis) of the table.
    """

    unit: str
    angle: Number


@HIT_AND_RUN.at(hooks.COMBAT_ENDS)
def _who_may(ctx: Context, side: str, **_: Any) -> None:
    for unit in words.on_table(ctx.state):
        if ctx.holds(unit, HIT_AND_RUN.id) and words.locked(ctx.state, unit):
            words.mark(ctx, unit, ASKED, until="phase")


@HIT_AND_RUN.at(hooks.GOES_ON)
def settle(ctx: Context, happened: bool, **_: Any) -> bool:
    """At the end of the Assault phase free units consolidate, others are asked to leave, then do so one by one."""
    return happened or _consolidates(ctx) or _asks(ctx) or _goes(ctx)


def _marked(ctx: Context, key: str, side: str = "") -> list[Unit]:
    return [u for u in words.on_table(ctx.state, side) if key in u.phase]


def _consolidates(ctx: Context) -> bool:
    for unit in _marked(ctx, FREED):
        words.unmark(ctx, unit, FREED, "phase")
        ctx.ask(sweep.CONSOLIDATE, unit.side, model=unit.id)
        return True
    return False


def _asks(ctx: Context) -> bool:
    for unit in _marked(ctx, ASKED):
        words.unmark(ctx, unit, ASKED, "phase")
        ctx.ask(ASKED, unit.side, model=unit.id)
        return True
    return False


def _goes(ctx: Context) -> bool:
    """The next unit that wants to leave: of the side whose go it is, if it has one."""
    state, wanting = ctx.state, _marked(ctx, WANTS)
    if not wanting:
        return False
    following = state.sides[state.turn].phase.get(BOTH)
    if following is None and len({u.side for u in wanting}) > 1:
        ctx.ask(BOTH, state.turn)
        return True
    unit = next((u for u in wanting if u.side == following), wanting[0])
    if words.locked(state, unit):
        ctx.ask(MOVE, unit.side, model=unit.id)
        return True
    words.unmark(ctx, unit, WANTS, "phase", rule=LAST)
    words.mark(ctx, unit, FREED, until="phase", rule=LAST)
    return True


# the answers


def _not_asked(ctx: Context, key: str) -> Objections:
    """Why a unit may not leave its combat."""
    unit = ctx.unit(key)
    if unit.side != ctx.by:
        return
    if ctx.state.phase != "assault":
        yield objection(ASKED, "a unit leaves at the end of an Assault phase")
    if not ctx.holds(unit, HIT_AND_RUN.id):
        yield objection(ASKED, "{name} has no model with Hit & Run", name=unit.sheet.name)
    if not words.locked(ctx.state, unit):
        yield objection(ASKED, "{name} is not locked in combat", name=unit.sheet.name)


def leave(ctx: Context, action: HitAndRun) -> None:
    """A unit wants to leave."""
    if questions.answered(ctx, ASKED, action.unit, _not_asked(ctx, action.unit)) is not None:
        words.mark(ctx, ctx.unit(action.unit), WANTS, until="phase")


def order(ctx: Context, action: WhoLeavesFirst) -> None:
    """Roll off to decide which side goes first."""
    if questions.answered(ctx, BOTH) is None:
        return
    totals = rolloff.until_different(ctx, BOTH, "wh40k.assumed.dice.roll-off.tie")
    _next_is(ctx, max(totals, key=lambda side: totals[side]))


def _next_is(ctx: Context, side: str) -> None:
    ctx.emit(Marked(rule=BOTH, on=ctx.state.turn, key=BOTH, value=side, until="phase"))


def break_off(ctx: Context, action: BreakOff) -> None:
    """Test, roll and go, unless the unit cannot get clear of its enemies."""
    if questions.answered(ctx, MOVE, action.unit) is None:
        return
    unit = ctx.unit(action.unit)
    ctx.emit(Unmarked(rule=WANTS, on=unit.id, key=WANTS, until="phase"))
    if BOTH in ctx.state.sides[ctx.state.turn].phase:
        _next_is(ctx, ctx.state.enemy(unit.side))
    if not questions.characteristic_test(ctx, unit, WANTS, "I"):
        ctx.effects.append(Noted(rule=HIT_AND_RUN["fail"], model=unit.id, text="stays locked"))
        return
    distance = ctx.roll(MOVE, unit.side, 3, model=unit.id).total * INCH
    held = words.locked_with(ctx.state, unit)
    manner = trail.Manner(
        "break-off", MOVE, "off", near=tuple(u.id for u in held), through=tuple(u.id for u in held),
        apart=HIT_AND_RUN["no-contact"],
    )  # fmt: skip
    moves = _ways(ctx, unit, action.angle, distance, manner)
    if moves is None:
        stuck = Noted(rule=HIT_AND_RUN["must-clear"], model=unit.id, value=distance, text="does not get clear")
        ctx.effects.append(stuck)
        return
    move.walk(ctx, unit, moves, distance, manner, finish=lambda went: None)
    for foe in held:
        if words.standing(ctx.state, foe) and not words.locked(ctx.state, foe) and WANTS not in foe.phase:
            words.mark(ctx, foe, FREED, until="phase")


def _ways(
    ctx: Context, unit: Unit, angle: int, distance: int, manner: trail.Manner
) -> tuple[move.ModelMove, ...] | None:
    """Where each model ends, the foremost first; None if one would not get clear of the enemy.

    Tried out on a copy of the battle.
    """
    dx, dy = direction.vector(angle % direction.TURN)
    trial = Context(ctx.ruleset, ctx.state.copied(), ctx.by, (), lenient=True)
    models = sorted(words.standing(trial.state, unit), key=lambda m: -(ctx.place(m)[0] * dx + ctx.place(m)[1] * dy))
    moves = []
    for model in models:
        start = ctx.place(model)
        for length in range(distance, -1, -SHORTER):
            end = direction.along(start, (dx, dy), length)
            trial.findings.clear()
            flying = trail.flies(model, manner.name)
            trail.check(trial, model, start, (end,), distance, manner, flying=flying)
            if not trial.findings:
                model.at = end
                trial.state.moved()
                moves.append(move.ModelMove(model.id, (end,)))
                break
    held = [m for m in words.foes(trial.state, unit.side) if m.unit in manner.through]
    # from other enemies an inch is enough, and the ways keep it
    clear = not any(geometry.within(held, model, words.NEAR) for model in models)
    return tuple(moves) if clear else None


def _away(choice: Choice) -> Iterator[Action]:
    """Away from the middle of the enemies it fights."""
    state, unit = choice.state, choice.unit
    ours = [choice.ctx.place(m) for m in words.standing(state, unit)]
    theirs = [choice.ctx.place(m) for foe in words.locked_with(state, unit) for m in words.standing(state, foe)]
    dx, dy = (sum(p[axis] for p in ours) * len(theirs) - sum(p[axis] for p in theirs) * len(ours) for axis in (0, 1))
    best = max(range(len(COMPASS)), key=lambda n: COMPASS[n][0] * dx + COMPASS[n][1] * dy)
    yield BreakOff(unit=unit.id, angle=best * direction.TURN // len(COMPASS))


MARKS = (
    on_unit(ASKED, "phase", "It has yet to be asked whether it leaves the combat."),
    on_unit(WANTS, "phase", "It wants to leave the combat."),
    on_unit(FREED, "phase", "Nobody is left to hold it, and it consolidates."),
    on_side(BOTH, "phase", "On the side whose turn it is: the side that leaves next.", SIDE),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        questions.reply(HitAndRun, leave, ASKED,
            told=Phrase("%(unit)s [uses|use] Hit and Run", "%(unit)s: «ударь и беги»")),
        questions.reply(WhoLeavesFirst, order, BOTH,
            told=Phrase("A roll-off: who breaks off first", "Бросок: кто отрывается первым")),
        questions.reply(BreakOff, break_off, MOVE, propose=_away,
            told=Phrase("%(unit)s [breaks|break] off", "%(unit)s: отрыв от противника")),
    ),
    declines={ASKED: questions.let_go},
    telling=Telling(questions={
        ASKED: Phrase("%(side)s: %(model)s may leave the combat", "%(side)s: %(model)s, можно выйти из боя"),
        BOTH: Phrase("%(side)s rolls to see who leaves the combat first",
                     "%(side)s: бросок, кто первым выходит из боя"),
        MOVE: Phrase("%(side)s chooses where %(model)s leaves the combat",
                     "%(side)s выбирает, куда выйти из боя: %(model)s"),
    }),
)  # fmt: skip
