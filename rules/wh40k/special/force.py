"""Force: a psyker may turn the Wounds of the weapon into Instant Death."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import MODEL, on_model
from rules.kernel.part import ANY, Act, Choice, Condition, Option, Part, demand, fulfilled
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, State
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, words
from rules.wh40k.shooting import psychic, wound

FORCE = Rule(
    "wh40k.usr.force",
    en="Force",
    ru="Психосиловое",
    clauses={
        "activate": Clause(
            "Activating a Force weapon",
            "Активация психосилового оружия",
            "When a psyker has inflicted one or more unsaved Wounds with a Force weapon he may activate it at "
            "once by spending one Warp Charge point and passing a psychic test.",
            "520-524",
            text_ru="Псайкер, нанёсший психосиловым оружием хотя бы одно ранение без спасброска, может тут же "
            "активировать его: потратить пункт варп-заряда и пройти пси-тест.",
            note="Optional, and said beforehand: the psyker activates the weapon as soon as it wounds in the phase, "
            "before any roll of Feel No Pain.",
            note_ru="Не обязательно и говорится заранее: псайкер активирует оружие, как только оно в этой фазе ранит, "
            "до броска «не ведая боли».",
        ),
        "fail": Clause(
            "Force test failed",
            "Пси-тест провален",
            "If the psychic test for a Force weapon is failed there is no extra effect.",
            "524",
            text_ru="Если пси-тест психосилового оружия провален, ничего больше не происходит.",
            note="The point is spent either way.",
            note_ru="Пункт тратится в любом случае.",
        ),
        "no-warp-charge": Clause(
            "No Warp Charge left",
            "Нет пункта варп-заряда",
            "If the wielder has no Warp Charge point there is no extra effect.",
            "524",
            text_ru="Если у владельца нет пункта варп-заряда, ничего больше не происходит.",
        ),
        "pass": Clause(
            "Force: Instant Death",
            "Пси-тест пройден: мгновенная смерть",
            "If the test is passed every unsaved Wound inflicted by that Force weapon this turn has the Instant "
            "Death special rule.",
            "526",
            text_ru="Если тест пройден, каждое ранение без спасброска, нанесённое этим психосиловым оружием в этот "
            "ход, несёт мгновенную смерть.",
            note="It reaches back to the Wounds of this turn.",
            note_ru="Действует и на ранения, уже нанесённые в этот ход.",
        ),
        "no-deny": Clause(
            "No Deny the Witch",
            "«Отвергни ведьму» нельзя",
            "Deny the Witch rolls are not allowed against Force weapons.",
            "526",
            text_ru="Против психосилового оружия «отвергни ведьму» не бросают.",
        ),
        "no-effect-targets": Clause(
            "Nothing against vehicles",
            "Без эффекта по технике",
            "Force weapons have no additional effect on vehicles or on models without a Wounds characteristic.",
            "528",
            text_ru="На технику и на модели без характеристики ран психосиловое оружие дополнительно не действует.",
        ),
    },
)
WILL = FORCE["activate"]
"""On a psyker, for the phase: it activates its weapon when it wounds. On a victim, for the turn: who wounded it."""
ACTIVE = FORCE["pass"]
"""On a psyker, for the turn: its Force weapon is active."""


PHASES = ("shooting", "assault")


class Activate(Action, frozen=True, tag="activate-force"):
    """A psyker will activate its Force weapon when it wounds a model in this phase; or (`off`) it will not."""

    unit: str
    model: str
    off: bool = False


def weapons(model: Model) -> list[Weapon]:
    """The Force weapons of a model."""
    return [w for w in model.sheet.weapons if w.has.get(FORCE.id)]


MAY_SAY = (
    Condition(
        WILL,
        "Force weapons are activated in the Shooting and the Assault phase",
        lambda ctx, model: ctx.state.phase in PHASES,
    ),
    Condition(WILL, "{name} has no Force weapon", lambda ctx, model: weapons(model)),
    Condition(WILL, "{name} is not a psyker", lambda ctx, model: psychic.mastery(ctx, psychic.psyker(ctx, model))),
)
CHARGED = Condition(
    FORCE["no-warp-charge"],
    "{name} has no Warp Charge left",
    lambda ctx, model: psychic.points(ctx, psychic.psyker(ctx, model)) > 0,
)


def activate(ctx: Context, action: Activate) -> None:
    """Say whether a psyker activates its Force weapon."""
    unit = words.own(ctx, action.unit)
    model = words.member(ctx, unit, action.model, "$.action.model")
    demand(ctx, MAY_SAY if action.off else (*MAY_SAY, CHARGED), ctx, model, name=model.sheet.name)
    if action.off:
        words.unmark(ctx, model, WILL, "phase")
    else:
        words.mark(ctx, model, WILL, until="phase")


@FORCE.at(hooks.INSTANT_DEATH, of="weapon")
def _instant(ctx: Context, instant: bool, *, attacker: Model | None, target: Model, **_: Any) -> bool:
    """The first unsaved Wound of the phase activates the weapon, if that was said and the test is passed."""
    if attacker is None or not isinstance(target.sheet.profile.get("W"), int):
        return instant
    if ACTIVE not in attacker.turn and WILL in attacker.phase:
        _try(ctx, attacker)
    return instant or ACTIVE in attacker.turn


def _try(ctx: Context, psyker: Model) -> None:
    words.unmark(ctx, psyker, WILL, "phase")
    if psychic.points(ctx, psychic.psyker(ctx, psyker)) < 1:
        ctx.effects.append(Noted(rule=FORCE["no-warp-charge"], model=psyker.id, text="no Warp Charge left"))
        return
    if not psychic.take_test(ctx, psyker, WILL):
        ctx.effects.append(Noted(rule=FORCE["fail"], model=psyker.id, text="the weapon stays as it is"))
        return
    words.mark(ctx, psyker, ACTIVE)
    for victim in _wounded_by(ctx.state, psyker):
        spared = ctx.value(hooks.NO_INSTANT_DEATH, "", target=victim)
        if not spared:
            wound.lose(ctx, victim, ACTIVE, victim.wounds)


def _wounded_by(state: State, psyker: Model) -> list[Model]:
    """The surviving models a psyker wounded with its weapon earlier in this turn."""
    return [m for m in state.models.values() if m.turn.get(WILL) == psyker.id and not m.out]


@FORCE.at(hooks.WOUNDED, of="weapon")
def _remember(ctx: Context, wounds: int, *, attacker: Model | None, target: Model, **_: Any) -> None:
    if attacker is not None and not target.out:
        words.mark(ctx, target, WILL, attacker.id)


def _may_activate(ctx: Context) -> Iterator[Option]:
    """Psykers that could say that they activate their weapon: in their turn to shoot, and wherever they fight."""
    state = ctx.state
    side = state.pending.side if state.pending is not None else state.to_act
    for unit in words.on_table(state, side) if state.step in ("", "fight") else ():
        for model in words.standing(state, unit):
            said = WILL in model.phase or ACTIVE in model.turn
            if not said and fulfilled((*MAY_SAY, CHARGED), ctx, model):
                yield Option(side, "activate-force", model=model.id, clause=WILL)


def _says_so(choice: Choice) -> Iterator[Action]:
    yield Activate(unit=choice.model.unit, model=choice.option.model)


MARKS = (
    on_model(WILL, "phase", "The psyker activates its Force weapon when it wounds."),
    on_model(WILL, "turn", "On a victim: the psyker that wounded it.", MODEL),
    on_model(ACTIVE, "turn", "The psyker's Force weapon is active."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(Activate, activate, _may_activate, phases=PHASES, answers=(ANY,), propose=_says_so,
            told=Phrase("%(unit)s: a Force weapon is activated", "%(unit)s: активация психосилового оружия")),
    ),
    telling=Telling(
        marks={ACTIVE: Phrase("%(holder)s: the Force weapon kills outright",
                              "%(holder)s: психосиловое оружие убивает сразу")},
        statuses={ACTIVE: "force"},
        badges={"force": Badge(Phrase("Force weapon active", "психосиловое оружие активно"),
                               "M12 3v12M8 15h8M12 15v6M8 6l4-3 4 3")},
    ),
)  # fmt: skip
