"""The Comms specialist."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Marked
from rules.kernel.events import Action
from rules.kernel.geometry import distance
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import MODEL, on_model
from rules.kernel.part import Act, Condition, Option, Part, demand, drawn, fulfilled
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, filled, named
from rules.kt import shoot, words
from rules.kt.hit import HIT_MODIFIERS
from rules.kt.morale import NEAR, NERVE_MODIFIERS
from rules.kt.stratagem import Tactic, times
from rules.kt.wound import Strike

COMMS = Rule(
    "kt.specialist.comms",
    en="Comms",
    ru="Комз",
    clauses={
        "passive": Clause(
            "Comms: hit bonus",
            "Комз: +1 на попадание",
            'Once a Shooting phase the Comms specialist may choose a friendly model within 6", which adds 1 to its '
            "ranged hit rolls.",
            "138-138",
            text_ru='Раз за фазу стрельбы комз может выбрать свою модель в пределах 6"; она прибавляет 1 к броскам на '
            "попадание в стрельбе.",
            note="Until the end of that phase; chosen before it rolls; another model, not itself.",
            note_ru="До конца этой фазы; выбирают до её бросков; другую модель, не его самого.",
        ),
        "stratagem": Clause(
            "Comms steadies nerves",
            "Комз: -1 к проверкам на нервы",
            'In the Morale phase friendly models within 2" of the Comms specialist subtract 1 from their nerve tests.',
            "141-141",
            text_ru='В фазе морали свои модели в пределах 2" от комза отнимают 1 от проверок на нервы.',
            note="A bonus. Price not printed: 1 CP by default; declared before the tests; the specialist itself is "
            "not included.",
            note_ru="Это бонус. Цена не напечатана: по умолчанию 1 КП; заявляют до тестов; на самого комза не "
            "действует.",
        ),
    },
)

SCAN = 6 * INCH


class Scan(Action, frozen=True, tag="comms"):
    """The Comms specialist helps a friendly model to aim, for this Shooting phase."""

    model: str
    friend: str


PASSIVE = COMMS["passive"]
HELPER = (
    Condition(PASSIVE, "{name} is not a Comms specialist", lambda model: COMMS.id in model.sheet.has),
    Condition(PASSIVE, "{name} has already helped a friend this phase", lambda model: PASSIVE not in model.phase),
)
FRIEND = (
    Condition(
        PASSIVE,
        "{other} is not another model of {name}'s side",
        lambda model, friend: friend.side == model.side and friend.id != model.id,
    ),
    Condition("table.present", "{other} is out of action", lambda model, friend: not friend.out, "impossible"),
)
IN_REACH = (
    Condition(
        PASSIVE, '{other} is {apart} away; 6" is the most', lambda model, friend: distance(model, friend) <= SCAN
    ),
    Condition(
        PASSIVE,
        "{other} has already rolled to hit",
        lambda model, friend: words.SHOT not in friend.phase and words.FIRED not in friend.phase,
    ),
)


def scan(ctx: Context, action: Scan) -> None:
    """Choose the friend; once a phase, before it fires."""
    words.in_phase(ctx, "shooting", PASSIVE)
    words.on_turn(ctx, "kt.shoot.alternate")
    model, friend = words.own(ctx, action.model), ctx.model(action.friend, "$.action.friend")
    demand(ctx, HELPER, model, name=model.sheet.name)
    told = {"name": model.sheet.name, "other": friend.sheet.name}
    demand(ctx, FRIEND, model, friend, **told)
    ctx.place(friend)
    demand(ctx, IN_REACH, model, friend, apart=show(distance(model, friend)), **told)
    ctx.emit(Marked(rule=PASSIVE, on=model.id, key=PASSIVE, value=friend.id, until="phase"))


def _may_help(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    for model in state.alive(state.to_act) if not state.active else ():
        if words.shaken(model) or not fulfilled(HELPER, model):
            continue
        near = [
            m
            for m in state.alive(model.side)
            if fulfilled((*FRIEND, *IN_REACH), model, m) and shoot.may_shoot(state, m)
        ]
        if near:
            targets = tuple(m.id for m in near)
            yield Option(model.side, "comms", model.id, targets, limit=SCAN, clause=PASSIVE)


MARKS = (
    on_model(PASSIVE, "phase", "The friend that the specialist helps to hit.", MODEL),
)  # fmt: skip

PART = Part(marks=MARKS, acts=(
    Act(Scan, scan, _may_help, phases=("shooting",), propose=drawn,
        told=filled(Phrase("%(model)s helps %(friend)s to aim", "%(model)s помогает целиться: %(friend)s"),
                    friend=named("friend"))),
))  # fmt: skip


@COMMS.at(HIT_MODIFIERS)
def helped(ctx: Context, modifiers: Modifiers, *, strike: Strike, attacker: Model, **_: Any) -> Modifiers:
    """+1 to hit for the chosen friend, even if the specialist is gone."""
    side = [m for m in ctx.state.models.values() if m.side == attacker.side]
    if any(m.phase.get(PASSIVE) == attacker.id for m in side):
        return (*modifiers, (PASSIVE, 1))
    return modifiers


TACTIC = Tactic(COMMS.id, COMMS["stratagem"], "morale")


@COMMS.at(NERVE_MODIFIERS)
def steadied(ctx: Context, modifiers: Modifiers, *, model: Model, **_: Any) -> Modifiers:
    """-1 within 2" of a specialist whose stratagem was played, except for itself."""
    near = [m for m in ctx.state.alive(model.side) if m.id != model.id and times(m, COMMS["stratagem"])]
    easier = sum(times(m, COMMS["stratagem"]) for m in near if distance(m, model) <= NEAR)
    return (*modifiers, (COMMS["stratagem"], -easier)) if easier else modifiers
