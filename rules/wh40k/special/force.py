"""Force: a psyker may turn the Wounds of the weapon into Instant Death."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import MODEL, QuestionKind, on_model
from rules.kernel.part import Choice, Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, questions, words
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
            note="Optional: the side is asked when saves against the weapon have failed, once for saves rolled "
            "together, before any roll of Feel No Pain.",
            note_ru="Не обязательно: сторону спрашивают, когда спасброски от этого оружия провалены, один раз для "
            "брошенных вместе, до броска «не ведая боли».",
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
"""The question to the psyker's side. On a victim, for the turn: who wounded it."""
ACTIVE = FORCE["pass"]
"""On a psyker, for the turn: its Force weapon is active."""


class Activate(Action, frozen=True, tag="activate-force"):
    """A psyker that is asked activates the Force weapon with which it has just wounded; or (`off`) it does not."""

    unit: str
    model: str
    off: bool = False


def activate(ctx: Context, action: Activate) -> None:
    """Say whether a psyker activates its Force weapon."""
    named = ctx.model(action.model).unit == ctx.unit(action.unit).id
    if ctx.require(named, WILL, "{model} is no model of {unit}", model=action.model, unit=action.unit):
        questions.chosen(ctx, WILL, int(not action.off), action.model)


@FORCE.at(hooks.SAVES_FAILED, of="weapon")
def _wounds(ctx: Context, wounds: int, *, attacker: Model | None, target: Model, **_: Any) -> None:
    """A psyker whose weapon has inflicted unsaved Wounds may activate it at once."""
    if attacker is None or ACTIVE in attacker.turn or not isinstance(target.sheet.profile.get("W"), int):
        return
    one = psychic.psyker(ctx, attacker)
    if not psychic.mastery(ctx, one):
        return
    if psychic.points(ctx, one) < 1:
        ctx.effects.append(Noted(rule=FORCE["no-warp-charge"], model=attacker.id, text="no Warp Charge left"))
    elif ctx.choice(WILL, attacker.side, model=attacker.id, targets=(target.unit,), value=wounds):
        _try(ctx, attacker)


@FORCE.at(hooks.INSTANT_DEATH, of="weapon")
def _instant(ctx: Context, instant: bool, *, attacker: Model | None, target: Model, **_: Any) -> bool:
    """Every unsaved Wound of an active weapon inflicts Instant Death."""
    if attacker is None or not isinstance(target.sheet.profile.get("W"), int):
        return instant
    return instant or ACTIVE in attacker.turn


def _try(ctx: Context, psyker: Model) -> None:
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


def _says_so(choice: Choice) -> Iterator[Action]:
    yield Activate(unit=choice.model.unit, model=choice.option.model)


MARKS = (
    on_model(WILL, "phase", "In earlier records: it activates its Force weapon when it wounds. Nobody is bound by it."),
    on_model(WILL, "turn", "On a victim: the psyker that wounded it.", MODEL),
    on_model(ACTIVE, "turn", "The psyker's Force weapon is active."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        questions.reply(Activate, activate, WILL, propose=_says_so,
            told=Phrase("%(unit)s [activates|activate] a Force weapon", "%(unit)s: активация пси-силового оружия")),
    ),
    declines={WILL: questions.not_chosen},
    asks=(QuestionKind(WILL, named=True),),
    telling=Telling(
        questions={WILL: Phrase("%(side)s: %(model)s may activate the Force weapon",
                                "%(side)s: %(model)s, можно активировать пси-силовое оружие")},
        marks={ACTIVE: Phrase("%(holder)s: the Force weapon kills outright",
                              "%(holder)s: пси-силовое оружие убивает сразу")},
        statuses={ACTIVE: "force"},
        badges={"force": Badge(Phrase("Force weapon active", "пси-силовое оружие активно"),
                               "M12 3v12M8 15h8M12 15v6M8 6l4-3 4 3")},
    ),
)  # fmt: skip
