"""The Comms specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Marked
from rules.kernel.events import Action
from rules.kernel.geometry import distance
from rules.kernel.lengths import INCH, show
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State
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
        ),
        "stratagem": Clause(
            "Comms steadies nerves",
            "Комз: -1 к проверкам на нервы",
            'In the Morale phase friendly models within 2" of the Comms specialist take 1 off their nerve tests.',
            "141-141",
            text_ru='В фазе морали свои модели в пределах 2" от комза отнимают 1 от проверок на нервы.',
            note="A bonus. Price not printed: 1 CP by default; declared before the tests; the specialist itself is "
            "not included.",
        ),
    },
)

SCAN = 6 * INCH


class Scan(Action, frozen=True, tag="comms"):
    """The Comms specialist helps a friendly model to aim, for this Shooting phase."""

    model: str
    friend: str


def scan(ctx: Context, action: Scan) -> None:
    """Choose the friend; once a phase, before it fires."""
    words.in_phase(ctx, "shooting", COMMS["passive"])
    words.on_turn(ctx, "kt.shoot.alternate")
    model, friend = words.own(ctx, action.model), ctx.model(action.friend, "$.action.friend")
    name, other = model.sheet.name, friend.sheet.name
    rule = COMMS["passive"]
    ctx.require(COMMS.id in model.sheet.has, rule, "{name} is no Comms specialist", name=name)
    ctx.require(rule not in model.phase, rule, "{name} has helped a friend this phase", name=name)
    ctx.require(
        friend.side == ctx.by and friend.id != model.id, rule, "{other} is no friend of {name}", name=name, other=other
    )
    ctx.require(not friend.out, "table.present", "{other} is out of action", severity="impossible", other=other)
    ctx.place(friend)
    apart = distance(model, friend)
    ctx.require(apart <= SCAN, rule, '{other} is {apart} away; 6" is the most', other=other, apart=show(apart))
    fresh = words.SHOT not in friend.phase and words.FIRED not in friend.phase
    ctx.require(fresh, rule, "{other} has rolled to hit already", other=other)
    ctx.emit(Marked(rule=rule, on=model.id, key=rule, value=friend.id, until="phase"))


def scanned(state: State, model: Model) -> list[Model]:
    """The friends a model may help now as a Comms specialist, those who may still shoot."""
    held = COMMS.id in model.sheet.has and not words.shaken(model) and COMMS["passive"] not in model.phase
    friends = state.alive(model.side) if held else []
    return [
        m
        for m in friends
        if m.id != model.id and words.FIRED not in m.phase and shoot.may_shoot(state, m) and distance(m, model) <= SCAN
    ]


@COMMS.at(HIT_MODIFIERS)
def helped(ctx: Context, modifiers: Modifiers, *, strike: Strike, attacker: Model, **_: Any) -> Modifiers:
    """+1 to hit for the chosen friend, whatever became of the specialist since."""
    side = [m for m in ctx.state.models.values() if m.side == attacker.side]
    clause = COMMS["passive"]
    if any(m.phase.get(clause) == attacker.id for m in side):
        return (*modifiers, (clause, 1))
    return modifiers


TACTIC = Tactic(COMMS.id, COMMS["stratagem"], "morale")


@COMMS.at(NERVE_MODIFIERS)
def steadied(ctx: Context, modifiers: Modifiers, *, model: Model, **_: Any) -> Modifiers:
    """-1 within 2" of a specialist whose stratagem was played, itself left out."""
    near = [m for m in ctx.state.alive(model.side) if m.id != model.id and times(m, COMMS["stratagem"])]
    easier = sum(times(m, COMMS["stratagem"]) for m in near if distance(m, model) <= NEAR)
    return (*modifiers, (COMMS["stratagem"], -easier)) if easier else modifiers
