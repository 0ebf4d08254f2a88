"""The Magic Phase: the Flux Card, the Veil, casting and dispelling.

What a spell does is declared by its caster (`Fact`); the engine decides whether it is cast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Annotated

import msgspec

from rules.kernel import asking
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Counted, Noted, Rolled
from rules.kernel.events import Action
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, turn, words

FLUX = "t9a.core.flux"
SIPHON = "t9a.core.siphon"
CAST = "t9a.core.cast"
DISPEL = "t9a.core.dispel"
MISCAST = "t9a.core.miscast"
CAP = "t9a.core.cast-modifier-cap"
BOUND = "t9a.core.bound-spell"
LEVELS = "t9a.core.wizard-levels"
DICE, TOKENS = "magic dice", "veil tokens"
"""Counters of a side."""
PRICE = 3
"""Veil Tokens for a Magic Die."""
MOST_DICE, MOST_MODIFIER = 5, 2
TRIPLE = 3
KNOWN = "t9a.core.wizard-levels"
"""On a Wizard, for the game: the spells that he has chosen."""
SPELLS = {"Wizard Apprentice": 1, "Wizard Adept": 2, "Wizard Master": 4}

Small = Annotated[int, msgspec.Meta(ge=0, le=30)]


class Flux(Action, frozen=True, tag="flux"):
    """The Flux Card of the phase: the Magic Dice of both players, and the Veil Tokens of the active one."""

    active: Small
    reactive: Small
    tokens: Small


class Siphon(Action, frozen=True, tag="siphon"):
    """The active player turns Veil Tokens into Magic Dice: how many dice are bought."""

    dice: Small = 0


class Cast(Action, frozen=True, tag="cast"):
    """A model casts a spell of its list, or a Bound Spell of one of its items, at a target with a number of dice.

    `value` is the casting value as printed.
    """

    model: str
    spell: str
    dice: Annotated[int, msgspec.Meta(ge=1, le=MOST_DICE)]
    value: Annotated[int, msgspec.Meta(ge=1, le=40)]
    target: str = ""
    bound: bool = False


class Dispel(Action, frozen=True, tag="dispel"):
    """The reactive player tries to dispel the spell with a number of Magic Dice."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=30)]


def pool(state: State, side: str, counter: str = DICE) -> int:
    """What a side has of a counter."""
    return state.sides[side].counters.get(counter, 0)


def _set(ctx: Context, side: str, counter: str, to: int, rule: str) -> None:
    by = to - pool(ctx.state, side, counter)
    if by:
        ctx.emit(Counted(rule=rule, side=side, counter=counter, by=by))


def flux(ctx: Context, action: Flux) -> None:
    """Set the pools of the phase."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "magic", "flux"):
        return
    fresh = FLUX not in ctx.state.sides[ctx.by].turn
    if ctx.require(fresh, FLUX, "the Flux Card of this phase has been drawn"):
        words.mark(ctx, ctx.by, FLUX)
        _set(ctx, ctx.by, DICE, action.active, FLUX)
        _set(ctx, ctx.state.enemy(ctx.by), DICE, action.reactive, FLUX)
        ctx.emit(Counted(rule=FLUX, side=ctx.by, counter=TOKENS, by=action.tokens))


def siphon(ctx: Context, action: Siphon) -> None:
    """Turn tokens into dice."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "magic", "siphon"):
        return
    tokens, cost = pool(ctx.state, ctx.by, TOKENS), PRICE * action.dice
    enough = ctx.require(cost <= tokens, SIPHON, "{dice} dice take {cost} tokens, there are {tokens}", dice=action.dice,
                         cost=cost, tokens=tokens)  # fmt: skip
    if enough and action.dice:
        ctx.emit(Counted(rule=SIPHON, side=ctx.by, counter=TOKENS, by=-cost))
        ctx.emit(Counted(rule=SIPHON, side=ctx.by, counter=DICE, by=action.dice))


def is_wizard(model: Model) -> bool:
    """Whether a model is a Wizard."""
    return words.is_(model, *SPELLS)


def objections(ctx: Context, model: Model) -> Iterator[Objection]:
    """Why a model cannot cast now, whatever the spell."""
    unit, name = ctx.state.units[model.unit], model.sheet.name
    if words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is fleeing", name=name)
    if words.AWAY in unit.game or unit.formation is None:
        yield objection(words.AWAY, "{name} is not on the table", name=name)
    if not pool(ctx.state, model.side):
        yield objection(CAST, "no Magic Dice are left")


def cast(ctx: Context, action: Cast) -> None:
    """Roll to cast; the other player may dispel what succeeds."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "magic", "cast"):
        return
    model = ctx.model(action.model)
    ctx.require(model.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=model.sheet.name)
    able = action.bound or is_wizard(model)
    ctx.require(able, LEVELS, "{name} is no Wizard", name=model.sheet.name)
    if not refuse(ctx, objections(ctx, model)):
        return
    left = pool(ctx.state, ctx.by)
    ctx.require(action.dice <= left, CAST, "{dice} dice, {left} are left", dice=action.dice, left=left)
    made = model.turn.get(CAST, ())
    made = made if isinstance(made, tuple) else ()
    ctx.require(action.spell not in made, CAST, "{spell} has been cast in this phase", spell=action.spell)
    known = model.game.get(KNOWN, action.spell)
    knows = action.bound or action.spell in (known if isinstance(known, tuple) else (known,))
    ctx.require(knows, LEVELS, "{name} does not know {spell}", name=model.sheet.name, spell=action.spell)
    target = ctx.unit(action.target, "$.action.target") if action.target else None
    ctx.emit(Counted(rule=CAST, side=ctx.by, counter=DICE, by=-action.dice))
    words.mark(ctx, model, CAST, (*made, action.spell))
    total, rolled = _rolled(ctx, model, action, target)
    if max(Counter(rolled.final()).values()) >= TRIPLE:
        words.mark(ctx, model, MISCAST)
        ctx.effects.append(Noted(rule=MISCAST, model=model.id, text=action.spell))
    ctx.effects.append(Noted(rule=CAST, model=model.id, value=total, text=action.spell))
    if total < action.value:
        return
    other = ctx.state.enemy(ctx.by)
    about: dict[str, int | str | tuple[str, ...]] = {"spell": action.spell}
    if pool(ctx.state, other):
        ctx.ask(DISPEL, other, model=model.id, value=total, about=about)
    else:
        ctx.effects.append(Noted(rule=CAST, model=model.id, text=f"{action.spell} is cast"))


def _rolled(ctx: Context, model: Model, action: Cast, target: Unit | None) -> tuple[int, Rolled]:
    """The total of a casting roll, with its modifiers: those that are limited, and those that are not."""
    limited: Modifiers = ((LEVELS, 1),) if words.is_(model, "Wizard Master") and not action.bound else ()
    free: Modifiers = ctx.value(hooks.CAST_MODIFIERS, (), model=model, target=target)
    modifiers = (*capped(limited), *free)
    rolled = ctx.roll(BOUND if action.bound else CAST, ctx.by, action.dice, modifiers=modifiers, model=model.id,
                      target=target.id if target else "")  # fmt: skip
    return rolled.total + sum(amount for _, amount in modifiers), rolled


def capped(modifiers: Modifiers) -> Modifiers:
    """Modifiers of which the sum is at most 2 either way: what is beyond comes off under the clause of the limit."""
    total = sum(amount for _, amount in modifiers)
    beyond = total - max(-MOST_MODIFIER, min(MOST_MODIFIER, total))
    return (*modifiers, (CAP, -beyond)) if beyond else modifiers


def dispel(ctx: Context, action: Dispel) -> None:
    """Roll to dispel: a total not below that of the casting."""
    left = pool(ctx.state, ctx.by)
    ctx.require(action.dice <= left, DISPEL, "{dice} dice, {left} are left", dice=action.dice, left=left)
    asked = asking.answered(ctx, DISPEL)
    if asked is None:
        return
    ctx.emit(Counted(rule=DISPEL, side=ctx.by, counter=DICE, by=-action.dice))
    rolled = ctx.roll(DISPEL, ctx.by, action.dice)
    gone = rolled.total >= asked.value
    text = f"{asked.about.get('spell')} is {'dispelled' if gone else 'cast'}"
    ctx.effects.append(Noted(rule=DISPEL, model=asked.model, value=rolled.total, text=text))


def _may_flux(ctx: Context) -> Iterator[Option]:
    side = ctx.state.to_act
    if ctx.state.step == "flux" and FLUX not in ctx.state.sides[side].turn and _any_magic(ctx.state):
        yield Option(side, "flux", clause=FLUX)


def _any_magic(state: State) -> bool:
    """Whether anybody in the battle casts: without Wizards and bound items nobody draws cards."""
    return any(is_wizard(m) or m.sheet.has.get(BOUND) for m in state.models.values() if not m.out)


def _may_siphon(ctx: Context) -> Iterator[Option]:
    side = ctx.state.to_act
    if ctx.state.step == "siphon" and pool(ctx.state, side, TOKENS) >= PRICE:
        yield Option(side, "siphon", limit=pool(ctx.state, side, TOKENS) // PRICE, clause=SIPHON)


def _may_cast(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "cast":
        return
    foes = tuple(u.id for u in words.on_table(ctx.state) if u.side != ctx.state.to_act)
    for model in ctx.state.models.values():
        casts = is_wizard(model) or model.sheet.has.get(BOUND)
        if model.side == ctx.state.to_act and not model.out and casts and nothing(objections(ctx, model)):
            yield Option(model.side, "cast", model.id, foes, limit=pool(ctx.state, model.side), clause=CAST)


def _may_dispel(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "dispel", asked.model, limit=pool(ctx.state, asked.side), clause=DISPEL)


def _draws(choice: Choice) -> Iterator[Action]:
    yield Flux(active=4 + choice.dice.below(3), reactive=4 + choice.dice.below(2), tokens=choice.dice.below(6))


def _buys(choice: Choice) -> Iterator[Action]:
    yield Siphon(dice=choice.dice.below(choice.option.limit) + 1)


def _casts(choice: Choice) -> Iterator[Action]:
    made = choice.model.turn.get(CAST, ())
    made = made if isinstance(made, tuple) else ()
    number = len(made) + 1
    most = min(MOST_DICE, choice.option.limit, 2 + choice.dice.below(2))
    bound = not is_wizard(choice.model)
    known = choice.model.game.get(KNOWN)
    left = [spell for spell in known if spell not in made] if isinstance(known, tuple) and not bound else None
    spells = [f"Spell {number}"] if left is None else left[:1]
    for spell, target in product(spells, choice.option.targets[:1]):
        yield Cast(model=choice.option.model, spell=spell, dice=most, value=5 + number, target=target,
                   bound=bound)  # fmt: skip


def _dispels(choice: Choice) -> Iterator[Action]:
    if choice.dice.below(2):
        yield Dispel(dice=min(choice.option.limit, 3))


PART = Part(
    acts=(
        Act(Flux, flux, _may_flux, phases=("magic",), propose=_draws,
            told=Phrase("The Flux Card", "Карта потока")),
        Act(Siphon, siphon, _may_siphon, phases=("magic",), propose=_buys,
            told=Phrase("Veil Tokens become Magic Dice", "Крохи обменяны на кубы магии")),
        Act(Cast, cast, _may_cast, phases=("magic",), propose=_casts,
            told=Phrase("%(model)s casts %(spell)s", "%(model)s творит %(spell)s")),
        Act(Dispel, dispel, _may_dispel, answers=(DISPEL,), propose=_dispels,
            told=Phrase("The spell is to be dispelled", "Попытка разрушить заклинание")),
    ),
    declines={DISPEL: asking.let_go},
    telling=Telling(questions={DISPEL: Phrase("%(side)s: dispel the spell?", "%(side)s: разрушить заклинание?")}),
)  # fmt: skip
