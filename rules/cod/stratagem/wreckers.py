"""Wreckers, a stratagem of the armoury."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import destruction, obstacles, ruins
from rules.cod.chosen import Stratagem, has
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, nothing, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase, Telling, filled
from rules.wh40k import hooks, words
from rules.wh40k.taste import Wish

WRECKERS = Rule(
    "cod.stratagem.wreckers",
    en="Wreckers",
    ru="Расчистители",
    clauses={
        "who": Clause(
            "Monsters and Dreadnoughts",
            "Монстры и дредноуты",
            "All the player's Monstrous Creatures and all models with a dreadnought close combat weapon have wreckers.",
            "678-682",
            text_ru="Расчистители есть у всех чудовищных существ игрока и у всех моделей с дредноутским оружием "
            "ближнего боя.",
        ),
        "obstacle": Clause(
            "Obstacle removed on 4+",
            "Препятствие убрано на 4+",
            "If a unit with a wrecker touches an obstacle it may remove it on a D6 of 4+.",
            "684",
            text_ru="Если отряд с расчистителем коснулся препятствия, он может убрать его на D6 с результатом 4+.",
            note="All three kinds of obstacle.",
            note_ru="Все три вида препятствий.",
        ),
        "make-dangerous": Clause(
            "Ruin dangerous on 4+",
            "Руины опасны на 4+",
            "If a unit with a wrecker touches a city ruin, the ruin becomes dangerous on a D6 of 4+.",
            "684",
            text_ru="Если отряд с расчистителем коснулся городских руин, они становятся опасными на D6 с результатом "
            "4+.",
        ),
        "destroy": Clause(
            "Dangerous ruin destroyed on 4+",
            "Опасные руины уничтожены на 4+",
            "If a ruin touched by a wrecker was already dangerous, it is destroyed on 4+ instead.",
            "684",
            text_ru="Если руины, которых коснулся расчиститель, уже были опасными, на 4+ они уничтожены.",
        ),
        "no-attack": Clause(
            "No shooting or assault",
            "Без стрельбы и атаки",
            "A unit that used a wrecker may neither shoot nor assault in that turn.",
            "684",
            text_ru="Отряд, применивший расчиститель, в этот ход не может ни стрелять, ни атаковать.",
            note="Also when the roll failed. Used in the own Movement or Shooting phase, once a turn.",
            note_ru="Даже если бросок не удался. Применяют в свою фазу движения или стрельбы, раз за ход.",
        ),
    },
)

USED = WRECKERS["no-attack"]
"""On a unit, for the turn: it has used its wrecker."""
BREAKS = 4
ARMS = ("dreadnought close combat weapon", "дредноутское оружие ближнего боя")
"""How rosters print the weapon that counts as a wrecker."""
PHASES = ("movement", "shooting")


class UseWrecker(Action, frozen=True, tag="use-wrecker"):
    """A unit uses its wrecker on an obstacle or city ruin that it touches."""

    unit: str
    target: str


def has_wrecker(model: Model) -> bool:
    """Whether a model can have a wrecker: a monster, or a model with a dreadnought close combat weapon."""
    if words.is_(model, "Monstrous Creature"):
        return True
    return any(name in weapon.name.lower() for weapon in model.sheet.weapons for name in ARMS)


STRATAGEM = Stratagem("wreckers", "armoury", WRECKERS, WRECKERS["who"], serves=has_wrecker)


def touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The obstacles and city ruins that a unit touches."""
    models = words.standing(state, unit)
    pieces = (*obstacles.obstacles(state), *ruins.ruins(state))
    return tuple(piece.id for piece in pieces if any(obstacles.touches(model, piece) for model in models))


IN_TIME = Condition(
    USED,
    "wreckers are used in the Movement or Shooting phase",
    lambda state: state.phase in PHASES and not state.step,
)


def wreck(ctx: Context, action: UseWrecker) -> None:
    """Roll for a wrecker: the obstacle is cleared away, the ruin becomes dangerous or falls."""
    words.on_turn(ctx)
    demand(ctx, (IN_TIME,), ctx.state)
    unit = words.own(ctx, action.unit)
    refuse(ctx, _against(ctx.state, unit))
    piece = next((p for p in (*obstacles.obstacles(ctx.state), *ruins.ruins(ctx.state)) if p.id == action.target), None)
    if piece is None:
        raise Malformed("$.action.target", f"there is no obstacle or ruin {action.target!r} on the table")
    ruin = piece.kind == "ruin"
    dangerous = ruin and ruins.is_dangerous(ctx.state, piece.id)
    clause = WRECKERS["destroy" if dangerous else "make-dangerous" if ruin else "obstacle"]
    near = piece.id in touched(ctx.state, unit)
    ctx.require(near, clause, "{name} does not touch {piece}", name=unit.sheet.name, piece=piece.name)
    words.mark(ctx, unit, USED)
    if not ctx.roll(clause, ctx.by, 1, needed=BREAKS, model=unit.id).passed[0]:
        return
    if dangerous:
        destruction.destroy(ctx, piece.id, clause, ctx.by)
    elif ruin:
        ruins.make_dangerous(ctx, piece.id, clause)
    else:
        obstacles.remove(ctx, piece.id, clause)


def _against(state: State, unit: Unit) -> Objections:
    """What keeps a unit from using a wrecker now."""
    name = unit.sheet.name
    able = has(state, unit.side, STRATAGEM.name) and any(has_wrecker(m) for m in words.standing(state, unit))
    if not able:
        yield WRECKERS["who"], f"{name} has no wrecker"
    if USED in unit.turn:
        yield USED, f"{name} has used its wrecker this turn"
    if words.SHOT in unit.phase:
        yield USED, f"{name} has shot this turn"
    yield from words.in_combat(state, unit, USED)
    if words.falling_back(unit):
        yield USED, f"{name} is falling back"


@WRECKERS.at(hooks.MAY_SHOOT)
def _no_shooting(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (USED if USED in unit.turn else "")


@WRECKERS.at(hooks.MAY_CHARGE)
def _no_assault(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (USED if USED in unit.turn else "")


def _may_wreck(ctx: Context) -> Iterator[Option]:
    """What units with wreckers touch."""
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if IN_TIME.holds(state) else ():
        pieces = touched(state, unit) if nothing(_against(state, unit)) else ()
        if pieces:
            yield Option(unit.side, "use-wrecker", model=unit.id, targets=pieces, clause=WRECKERS["who"])


def _rather_empty(choice: Choice) -> Iterator[Action]:
    """On an obstacle or a ruin without own troops, if there is one."""
    yield UseWrecker(unit=choice.option.model, target=choice.of(_without_friends(choice) or choice.option.targets))


def _without_friends(choice: Choice) -> list[str]:
    state, side = choice.state, choice.option.side
    held = [r.id for r in ruins.ruins(state) if not all(has_wrecker(m) for m in ruins.models_in(state, r, side))]
    return [key for key in choice.option.targets if key not in held]


MARKS = (
    on_unit(USED, "turn", "It has used its wrecker, and may not attack."),
)  # fmt: skip

USED_IT = words.Because(USED, "it has used its wrecker this turn")
PART = Part(
    marks=MARKS,
    acts=(
        Act(UseWrecker, wreck, _may_wreck, phases=PHASES, propose=_rather_empty,
            told=filled(Phrase("%(unit)s [tears|tear] down %(target)s", "%(unit)s: снос, цель — %(target)s"),
                        target=lambda now: now.cast.thing(now.action.target))),
    ),
    brings=(Wish("use-wrecker", lambda choice: bool(_without_friends(choice)) and bool(choice.dice.below(3))), USED_IT),
    telling=Telling(
        marks={USED: Phrase("%(holder)s: wrecker used, no shooting and no charge",
                            "%(holder)s: крушит здание, без стрельбы и нападения")},
    ),
)  # fmt: skip
