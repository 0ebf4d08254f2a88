"""The Magic Phase: the Flux Card, the Veil, casting and dispelling.

The engine decides whether a spell is cast. What it does, and what a miscast does to its caster, stands in books that
are not part of this system: the side of the caster is asked for it and says which models lose what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec

from rules.kernel import asking
from rules.kernel.actions import as_declared
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Counted, Noted
from rules.kernel.events import Action, Claim
from rules.kernel.marks import TEXT, TEXTS, QuestionKind, on_model, on_side
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Decision, Model, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, turn, words
from rules.t9a.book import FLUX_CARD

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
KNOWN = LEVELS
"""On a Wizard, for the game: the spells of his own that he has chosen, or shown so far."""
SPELLS = {"Wizard Apprentice": 1, "Wizard Adept": 2, "Wizard Master": 4}

Small = Annotated[int, msgspec.Meta(ge=0, le=30)]
Bonus = Annotated[int, msgspec.Meta(ge=-10, le=10)]
POWER = "power "
"""How the value of a Bound Spell on a sheet begins if it has a power level; else it is a number of dice."""


class Flux(Action, frozen=True, tag="flux"):
    """The Flux Card of the phase: the Magic Dice of both players, and the Veil Tokens of the active one."""

    active: Small
    reactive: Small
    tokens: Small


class Siphon(Action, frozen=True, tag="siphon"):
    """The active player turns Veil Tokens into Magic Dice: how many dice are bought."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=30)]


class Cast(Action, frozen=True, tag="cast"):
    """A model casts a spell of its list, or a Bound Spell of one of its items, at a target with a number of dice.

    `value` is the casting value as printed, `modifier` what items and other spells add to the roll. A Bound Spell of a
    power level takes no dice.
    """

    model: str
    spell: str
    dice: Annotated[int, msgspec.Meta(ge=0, le=MOST_DICE)]
    value: Annotated[int, msgspec.Meta(ge=1, le=40)]
    target: str = ""
    bound: bool = False
    modifier: Bonus = 0


class Dispel(Action, frozen=True, tag="dispel"):
    """The reactive player tries to dispel the spell with a number of Magic Dice; `modifier` is what items add."""

    dice: Annotated[int, msgspec.Meta(ge=1, le=30)]
    modifier: Bonus = 0


class Outcome(Action, frozen=True, tag="spell-outcome"):
    """What a spell that was cast, or a miscast, does to models: Health Points left, out of action. None for nothing."""

    model: str
    changes: tuple[Claim, ...] = ()


def pool(state: State, side: str, counter: str = DICE) -> int:
    """What a side has of a counter."""
    return state.sides[side].counters.get(counter, 0)


def _set(ctx: Context, side: str, counter: str, to: int, rule: str) -> None:
    by = to - pool(ctx.state, side, counter)
    if by:
        ctx.emit(Counted(rule=rule, side=side, counter=counter, by=by))


def flux(ctx: Context, action: Flux) -> None:
    """Set the pools of the phase."""
    fits, fresh = turn.now(ctx, "magic", "flux"), FLUX not in ctx.state.sides[ctx.by].turn
    if ctx.require(fresh, FLUX, "the Flux Card of this phase has been drawn") and fits:
        words.mark(ctx, ctx.by, FLUX)
        _set(ctx, ctx.by, DICE, action.active, FLUX)
        _set(ctx, ctx.state.enemy(ctx.by), DICE, action.reactive, FLUX)
        ctx.emit(Counted(rule=FLUX, side=ctx.by, counter=TOKENS, by=action.tokens))


def siphon(ctx: Context, action: Siphon) -> None:
    """Turn tokens into dice."""
    fits = turn.now(ctx, "magic", "siphon")
    tokens, cost = pool(ctx.state, ctx.by, TOKENS), PRICE * action.dice
    enough = ctx.require(cost <= tokens, SIPHON, "{dice} dice take {cost} tokens, there are {tokens}", dice=action.dice,
                         cost=cost, tokens=tokens)  # fmt: skip
    if fits and enough:
        words.mark(ctx, ctx.by, SIPHON, until="phase")
        ctx.emit(Counted(rule=SIPHON, side=ctx.by, counter=TOKENS, by=-cost))
        ctx.emit(Counted(rule=SIPHON, side=ctx.by, counter=DICE, by=action.dice))


def is_wizard(model: Model) -> bool:
    """Whether a model is a Wizard."""
    return words.is_(model, *SPELLS)


def bound_spell(model: Model) -> tuple[int, int] | None:
    """The dice and the power level of the Bound Spell of a model's item, one of them 0; None if it has none."""
    held = model.sheet.has.get(BOUND)
    if isinstance(held, str) and held.startswith(POWER) and held.removeprefix(POWER).isdigit():
        return 0, int(held.removeprefix(POWER))
    return (held, 0) if isinstance(held, int) and held else None


def can_cast(model: Model) -> bool:
    """Whether a model has anything to cast."""
    return is_wizard(model) or bound_spell(model) is not None


def known(model: Model) -> tuple[str, ...]:
    """The spells of its own that a Wizard has shown so far."""
    shown = model.game.get(KNOWN, ())
    return shown if isinstance(shown, tuple) else ()


def paths(model: Model) -> tuple[str, ...]:
    """The Paths of magic that a Wizard knows."""
    return tuple(dict.fromkeys(ability.name for ability in model.sheet.abilities if ability.kind == "path"))


def _made(model: Model) -> tuple[str, ...]:
    made = model.phase.get(CAST, ())
    return made if isinstance(made, tuple) else ()


def objections(ctx: Context, model: Model) -> Iterator[Objection]:
    """Why a model cannot cast now, whatever the spell."""
    unit, name = ctx.state.units[model.unit], model.sheet.name
    if words.fleeing(unit):
        yield objection(words.FLEEING, "{name} is fleeing", name=name)
    if words.AWAY in unit.game or unit.formation is None or model.out:
        yield objection(words.AWAY, "{name} is not on the table", name=name)
    if not can_cast(model):
        yield objection(LEVELS, "{name} is no Wizard, and has no Bound Spell", name=name)


def _spell_objections(ctx: Context, model: Model, action: Cast) -> Iterator[Objection]:
    """Why a model cannot cast this spell with these dice."""
    yield from objections(ctx, model)
    name, left = model.sheet.name, pool(ctx.state, model.side)
    yield from _of_an_item(model, action) if action.bound else _of_its_own(model, action)
    if action.dice > left:
        yield objection(CAST, "{dice} dice, {left} are left", dice=action.dice, left=left)
    if action.spell in _made(model):
        yield objection(CAST, "{name} has cast {spell} in this phase", name=name, spell=action.spell)


def _of_its_own(model: Model, action: Cast) -> Iterator[Objection]:
    name, most, shown = model.sheet.name, _most(model), known(model)
    chosen = bool(shown and paths(model))
    if not most:
        yield objection(LEVELS, "{name} is no Wizard", name=name)
    elif action.spell not in shown and (chosen or len(shown) >= most):
        yield objection(LEVELS, "{name} knows {most}: {spells}", name=name, most=most, spells=", ".join(shown))
    if not action.dice:
        yield objection(CAST, "a spell is cast with 1 to {most} Magic Dice", most=MOST_DICE)


def _of_an_item(model: Model, action: Cast) -> Iterator[Objection]:
    held = bound_spell(model)
    if held is None:
        yield objection(BOUND, "{name} has no item with a Bound Spell", name=model.sheet.name)
    elif action.dice != held[0]:
        yield objection(BOUND, "the Bound Spell of {name} takes {fixed} dice, not {dice}", name=model.sheet.name,
                        fixed=held[0], dice=action.dice)  # fmt: skip


def cast(ctx: Context, action: Cast) -> None:
    """Roll to cast; the other player may dispel what succeeds."""
    fits, model = turn.now(ctx, "magic", "cast"), ctx.model(action.model)
    ctx.require(model.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=model.sheet.name)
    can = refuse(ctx, _spell_objections(ctx, model, action))
    if not (fits and can):
        return
    target = ctx.unit(action.target, "$.action.target") if action.target else None
    if target is not None:
        words.formation(target)
    _spend(ctx, CAST, action.dice)
    words.mark(ctx, model, CAST, (*_made(model), action.spell), until="phase")
    if not action.bound and action.spell not in known(model):
        words.mark(ctx, model, KNOWN, (*known(model), action.spell), until="game")
    total = _rolled(ctx, model, action, target)
    ctx.effects.append(Noted(rule=CAST, model=model.id, target=action.target, value=total, text=action.spell))
    if total < action.value:
        _failed(ctx, model, action.spell)
    elif pool(ctx.state, ctx.state.enemy(ctx.by)):
        ctx.ask(DISPEL, ctx.state.enemy(ctx.by), model=model.id, value=total, about={"spell": action.spell})
    else:
        _is_cast(ctx, model, action.spell)


def _spend(ctx: Context, rule: str, dice: int) -> None:
    if dice:
        ctx.emit(Counted(rule=rule, side=ctx.by, counter=DICE, by=-dice))


def _rolled(ctx: Context, model: Model, action: Cast, target: Unit | None) -> int:
    """The total of a casting roll, with its modifiers: those that are limited, and those that are not."""
    clause = BOUND if action.bound else CAST
    master: Modifiers = ((LEVELS, 1),) if words.is_(model, "Wizard Master") and not action.bound else ()
    declared: Modifiers = ((clause, action.modifier),) if action.modifier else ()
    free: Modifiers = ctx.value(hooks.CAST_MODIFIERS, (), model=model, target=target)
    modifiers = (*capped((*master, *declared)), *free)
    held = bound_spell(model)
    power = held[1] if action.bound and held is not None else 0
    if power:
        ctx.effects.append(Noted(rule=BOUND, model=model.id, value=power, text="power level"))
        ctx.effects.extend(
            Noted(rule=rule, model=model.id, value=amount, text="modifier") for rule, amount in modifiers
        )
        return power + sum(amount for _, amount in modifiers)
    rolled = ctx.roll(clause, ctx.by, action.dice, modifiers=modifiers, model=model.id, target=action.target)
    if max(Counter(rolled.final()).values()) >= TRIPLE:
        words.mark(ctx, model, MISCAST, action.spell, until="phase")
    return rolled.total + sum(amount for _, amount in modifiers)


def capped(modifiers: Modifiers) -> Modifiers:
    """Modifiers of which the sum is at most 2 either way: what is beyond comes off under the clause of the limit."""
    total = sum(amount for _, amount in modifiers)
    beyond = total - max(-MOST_MODIFIER, min(MOST_MODIFIER, total))
    return (*modifiers, (CAP, -beyond)) if beyond else modifiers


def dispel(ctx: Context, action: Dispel) -> None:
    """Roll to dispel: a total not below that of the casting."""
    left = pool(ctx.state, ctx.by)
    ctx.require(action.dice <= left, DISPEL, "{dice} dice, {left} are left", dice=action.dice, left=left)
    asked = asking.answered(ctx, DISPEL, phase="magic")
    if asked is None:
        return
    _spend(ctx, DISPEL, action.dice)
    modifiers = capped(((DISPEL, action.modifier),) if action.modifier else ())
    rolled = ctx.roll(DISPEL, ctx.by, action.dice, modifiers=modifiers, target=asked.model)
    total, model, spell = rolled.total + sum(n for _, n in modifiers), ctx.model(asked.model), _spell(asked)
    ctx.effects.append(Noted(rule=DISPEL, model=model.id, value=total, text=f"{asked.value} to dispel"))
    if total >= asked.value:
        _failed(ctx, model, spell)
    else:
        _is_cast(ctx, model, spell)


def _spell(asked: Decision) -> str:
    return str(asked.about.get("spell", ""))


def _not_dispelled(ctx: Context, asked: Decision, action: Action) -> None:
    """The other side lets a spell be cast."""
    ctx.answered(asked.clause)
    _is_cast(ctx, ctx.model(asked.model), _spell(asked))


def _is_cast(ctx: Context, model: Model, spell: str) -> None:
    ctx.effects.append(Noted(rule=CAST, model=model.id, text=f"{spell} is cast"))
    ctx.ask(CAST, model.side, model=model.id, about={"spell": spell})


def _failed(ctx: Context, model: Model, spell: str) -> None:
    ctx.effects.append(Noted(rule=CAST, model=model.id, text=f"{spell} is not cast"))
    _backfires(ctx, model)


def _backfires(ctx: Context, model: Model) -> None:
    """After the spell, what the miscast table says is asked for."""
    if MISCAST in model.phase:
        spell = str(model.phase[MISCAST])
        words.unmark(ctx, model, MISCAST, until="phase")
        ctx.ask(MISCAST, model.side, model=model.id, about={"spell": spell})


def outcome(ctx: Context, action: Outcome) -> None:
    """Apply what a spell or a miscast does, as its side declares; units close their ranks, and may panic."""
    pending = ctx.state.pending
    clause = pending.clause if pending is not None and pending.clause in (CAST, MISCAST) else CAST
    for change in action.changes:
        plain = change.at is None and not change.marks
        ctx.require(plain, clause, "{model} loses Health Points or is out of action: no more is declared",
                    model=change.model)  # fmt: skip
    asked = asking.answered(ctx, clause, action.model, _uncast(ctx.model(action.model)), "magic")
    if asked is not None:
        as_declared(ctx, action.changes, (), clause)
        for key in dict.fromkeys(ctx.model(change.model).unit for change in action.changes):
            if words.alive(ctx.state, ctx.unit(key)):
                ctx.fire(hooks.LOST, clause, unit=ctx.unit(key))
        _over(ctx, asked)


def _uncast(model: Model) -> Iterator[Objection]:
    """Why nobody asks what came of a model's magic."""
    if not _made(model):
        yield objection(CAST, "{name} has cast nothing in this phase", name=model.sheet.name)


def _over(ctx: Context, asked: Decision) -> None:
    if asked.clause == CAST:
        _backfires(ctx, ctx.model(asked.model))


def _no_effect(ctx: Context, asked: Decision, action: Action) -> None:
    """The spell changes nothing that the table shows."""
    ctx.answered(asked.clause)
    _over(ctx, asked)


def _may_flux(ctx: Context) -> Iterator[Option]:
    side = ctx.state.to_act
    if ctx.state.step == "flux" and FLUX not in ctx.state.sides[side].turn and _any_magic(ctx.state):
        yield Option(side, "flux", clause=FLUX)


def _any_magic(state: State) -> bool:
    """Whether anybody in the battle casts: without Wizards and bound items nobody draws cards."""
    return any(can_cast(model) for model in state.models.values() if not model.out)


@FLUX_CARD.at(hooks.MAY_END)
def _undrawn(ctx: Context, barred: str, **_: object) -> str:
    """The Flux Card is drawn if anybody casts."""
    state = ctx.state
    now = (state.phase, state.step) == ("magic", "flux") and FLUX not in state.sides[state.turn].turn
    return barred or (FLUX if now and _any_magic(state) else "")


def _may_siphon(ctx: Context) -> Iterator[Option]:
    side = ctx.state.to_act
    if ctx.state.step == "siphon" and pool(ctx.state, side, TOKENS) >= PRICE:
        yield Option(side, "siphon", limit=pool(ctx.state, side, TOKENS) // PRICE, clause=SIPHON)


def _may_cast(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "cast":
        return
    side = ctx.state.to_act
    units = sorted(words.on_table(ctx.state), key=lambda unit: unit.side == side)
    for model in ctx.state.models.values():
        if model.side == side and nothing(objections(ctx, model)) and next(_castable(ctx, model), None) is not None:
            targets = tuple(unit.id for unit in units)
            yield Option(side, "cast", model.id, targets, limit=pool(ctx.state, side), clause=CAST)


def _castable(ctx: Context, model: Model) -> Iterator[Cast]:
    """What a model can still cast in this phase: the spells it has shown, and others under names that say no more."""
    left, held, shown = pool(ctx.state, model.side), bound_spell(model), known(model)
    fresh = (f"Spell {number}" for number in range(len(shown) + 1, _most(model) + 1))
    dice = max(1, min(3, left))
    found = [Cast(model=model.id, spell=spell, dice=dice, value=7) for spell in (*shown, *fresh)]
    if held is not None:
        found.append(Cast(model=model.id, spell="Bound spell", dice=held[0], value=4, bound=True))
    return (made for made in found if nothing(_spell_objections(ctx, model, made)))


def _most(model: Model) -> int:
    """How many spells a Wizard of its level knows."""
    return max((number for level, number in SPELLS.items() if words.is_(model, level)), default=0)


def _may_dispel(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "dispel", asked.model, limit=pool(ctx.state, asked.side), clause=DISPEL)


def _draws(choice: Choice) -> Iterator[Action]:
    yield Flux(active=4 + choice.dice.below(3), reactive=4 + choice.dice.below(2), tokens=choice.dice.below(6))


def _buys(choice: Choice) -> Iterator[Action]:
    yield Siphon(dice=choice.dice.below(choice.option.limit) + 1)


def _casts(choice: Choice) -> Iterator[Action]:
    """At an enemy; or without a target."""
    for target in (*choice.option.targets[:1], ""):
        yield from (msgspec.structs.replace(made, target=target) for made in _castable(choice.ctx, choice.model))


def _dispels(choice: Choice) -> Iterator[Action]:
    if choice.dice.below(2):
        yield Dispel(dice=min(choice.option.limit, 3))


PART = Part(
    acts=(
        Act(Flux, flux, _may_flux, phases=("magic",), propose=_draws,
            told=Phrase("The Flux Card", "Карта потока")),
        Act(Siphon, siphon, _may_siphon, phases=("magic",), propose=_buys,
            told=Phrase("Veil Tokens become Magic Dice", "Жетоны завесы обменяны на кубики магии")),
        Act(Cast, cast, _may_cast, phases=("magic",), propose=_casts,
            told=Phrase("%(model)s casts %(spell)s", "%(model)s творит %(spell)s")),
        asking.reply(Outcome, outcome, CAST, MISCAST,
            told=Phrase("The magic of %(model)s takes effect", "Действие магии: %(model)s")),
        Act(Dispel, dispel, _may_dispel, answers=(DISPEL,), propose=_dispels,
            told=Phrase("An attempt to dispel the spell", "Попытка разрушить заклинание")),
    ),
    declines={DISPEL: _not_dispelled, CAST: _no_effect, MISCAST: _no_effect},
    telling=Telling(
        marks={KNOWN: Phrase("%(holder)s [has|have] shown [its|their] spells", "%(holder)s: известные заклинания")},
        questions={
            DISPEL: Phrase("%(side)s: dispel the spell?", "%(side)s: разрушить заклинание?"),
            CAST: Phrase("%(side)s: what does the spell do?", "%(side)s: что делает заклинание?"),
            MISCAST: Phrase("%(side)s: what does the miscast do?", "%(side)s: что делает магический сбой?"),
        },
    ),
    marks=(
        on_side(FLUX, "turn", "It has drawn its Flux Card."),
        on_side(SIPHON, "phase", "It has turned Veil Tokens into Magic Dice."),
        on_model(CAST, "phase", "The spells it has cast, or tried to cast.", TEXTS),
        on_model(KNOWN, "game", "The spells of its own that it has chosen, or shown so far.", TEXTS),
        on_model(MISCAST, "phase", "The spell whose miscast is still to come.", TEXT),
    ),
    asks=tuple(QuestionKind(clause, named=True, about={"spell": TEXT}) for clause in (DISPEL, CAST, MISCAST)),
)  # fmt: skip
