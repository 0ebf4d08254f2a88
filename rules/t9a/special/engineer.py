"""Engineer: once a phase a War Machine near him aims as he does, and may roll again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import number, on_model, on_unit
from rules.kernel.part import Act, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, machines, shooting, turn, words
from rules.t9a.shooting import Aim

ENGINEER = Rule(
    "t9a.engineer",
    en="Engineer",
    ru="Инженер",
    clauses={
        "once-per-phase": Clause(
            "Once in a phase",
            "Раз за фазу",
            "An Engineer may use the rule once in each Shooting Phase.",
            "51",
            text_ru="Инженер пользуется правилом один раз за фазу стрельбы.",
        ),
        "not-engaged": Clause(
            "Not engaged",
            "Не связан боем",
            "The Engineer must not be engaged in combat.",
            "51",
            text_ru="Инженер не должен быть связан ближним боем.",
        ),
        "one-machine": Clause(
            "One war machine",
            "Одна машина",
            "He picks one War Machine.",
            "51",
            text_ru="Он выбирает одну боевую машину.",
            note="A friendly one.",
            note_ru="Дружественную.",
        ),
        "range": Clause(
            "Within 6 inches",
            "В 6 дюймах",
            "The machine must be within 6 inches of him.",
            "51",
            text_ru="Машина должна быть в пределах 6 дюймов от него.",
        ),
        "not-yet-fired": Clause(
            "It has not fired",
            "Ещё не стреляла",
            "The machine must not have fired yet in this phase.",
            "51",
            text_ru="Машина ещё не стреляла в эту фазу.",
        ),
        "aim-replaced": Clause(
            "The Engineer's Aim",
            "Навык инженера",
            "The machine's Aim is replaced by the value in the brackets.",
            "53",
            text_ru="Стрелковый навык машины заменяется значением в скобках.",
        ),
        "misfire-reroll": Clause(
            "Misfires",
            "Осечки",
            "The machine may re-roll its roll on the Misfire table.",
            "54",
            text_ru="Машина может перебросить бросок по таблице осечек.",
        ),
        "flamethrower-reroll": Clause(
            "Flamethrowers",
            "Огнемётные пушки",
            "When the number of hits of a Flamethrower is rolled, the player may re-roll the roll, but only ALL "
            "of its dice.",
            "55",
            text_ru="При определении числа попаданий огнемётной пушки можно перебросить все кубы.",
            note="All of them or none.",
            note_ru="Все или ни одного.",
        ),
        "all-three": Clause(
            "All three together",
            "Все три сразу",
            "The chosen machine gets all three effects together, as far as they apply to it.",
            "51-55",
            text_ru="Выбранная машина получает все три преимущества.",
        ),
    },
)


RANGE = 6 * INCH
USED = ENGINEER["once-per-phase"]
AIDED = ENGINEER["all-three"]
"""On a War Machine's unit, for the phase: the Aim that it has from an Engineer."""


class Aid(Action, frozen=True, tag="aid"):
    """An Engineer helps a War Machine."""

    model: str
    target: str


def objections(ctx: Context, model: Model, target: Unit | None = None) -> Iterator[Objection]:
    """Why an Engineer cannot help now, or not this machine."""
    unit, name = ctx.state.units[model.unit], model.sheet.name
    if not ctx.holds(model, ENGINEER.id) or unit.formation is None:
        yield objection(ENGINEER["one-machine"], "{name} is no Engineer on the table", name=name)
        return
    if USED in model.phase:
        yield objection(USED, "{name} has helped in this phase", name=name)
    if words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is fleeing", name=name)
    if words.engaged(ctx.state, unit):
        yield objection(ENGINEER["not-engaged"], "{name} is engaged in combat", name=name)
    if target is not None:
        yield from _unfit(ctx, model, unit, target)


def _unfit(ctx: Context, model: Model, unit: Unit, target: Unit) -> Iterator[Objection]:
    machine = target.sheet.name
    if machines.machine(ctx, target) is None or target.side != model.side:
        yield objection(ENGINEER["one-machine"], "{machine} is no War Machine of the same side", machine=machine)
        return
    away = regiment.apart(regiment.core(words.formation(unit), model.id), words.boundary(target))
    if away > RANGE:
        yield objection(ENGINEER["range"], "{machine} is {away} away, {most} is the most", machine=machine,
                        away=show(away), most=show(RANGE))  # fmt: skip
    if shooting.SHOT in target.phase:
        yield objection(ENGINEER["not-yet-fired"], "{machine} has fired in this phase", machine=machine)


def aid(ctx: Context, action: Aid) -> None:
    """Help a machine: it has all three advantages for the phase."""
    fits = turn.now(ctx, "shooting", "shoot")
    model, target = ctx.model(action.model), ctx.unit(action.target, "$.action.target")
    words.formation(target)
    ctx.require(model.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=model.sheet.name)
    if refuse(ctx, objections(ctx, model, target)) and fits:
        words.mark(ctx, model, USED, until="phase")
        words.mark(ctx, target, AIDED, int(ctx.holds(model, ENGINEER.id)), until="phase")


@ENGINEER.at(hooks.AIM)
def _aims(ctx: Context, aim: Aim, *, model: Model, **_: Any) -> Aim:
    """The Engineer's Aim in place of the machine's."""
    lent = ctx.state.units[model.unit].phase.get(AIDED)
    return Aim(lent, ENGINEER["aim-replaced"]) if isinstance(lent, int) and words.is_(model, "War Machine") else aim


def _may_aid(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "shoot":
        return
    for model in ctx.state.alive(ctx.state.to_act):
        if nothing(objections(ctx, model)):
            units = words.on_table(ctx.state, model.side)
            targets = tuple(unit.id for unit in units if nothing(objections(ctx, model, unit)))
            if targets:
                yield Option(model.side, "aid", model.id, targets, clause=ENGINEER["aim-replaced"])


PART = Part(
    acts=(
        Act(Aid, aid, _may_aid, phases=("shooting",),
            told=Phrase("%(model)s helps %(target)s", "%(model)s помогает: %(target)s")),
    ),
    telling=Telling(
        marks={
            AIDED: Phrase("%(holder)s [is|are] helped by an Engineer", "%(holder)s: помогает инженер"),
            USED: Phrase("%(holder)s [has|have] helped a War Machine", "%(holder)s: помощь оказана"),
        },
    ),
    marks=(
        on_model(USED, "phase", "It has helped a War Machine."),
        on_unit(AIDED, "phase", "The Aim that it has from an Engineer.", number(1, 10)),
    ),
)  # fmt: skip
