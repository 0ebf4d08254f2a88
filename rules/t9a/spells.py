"""Spell Selection, step 7 of the pre-game sequence: what each Wizard knows.

A spell is written as its Path and its number in it, such as `Alchemy 1`; `H` is the Hereditary Spell of the army. The
Paths that a Wizard knows are on his sheet; where none are, his spells are his player's affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Act, Choice, Objection, Option, Part, objection, refuse
from rules.kernel.state import Model, State
from rules.kernel.telling import Phrase
from rules.t9a import hooks, magic, turn, words

SEQUENCE = "t9a.core.pregame-sequence"
PHASE, STEP = "deployment", "spells"
LEVELS = magic.LEVELS
KNOWN = magic.KNOWN
"""On a Wizard, for the game: the spells he knows."""
HEREDITARY, LEARNED = "H", 6


class ChooseSpells(Action, frozen=True, tag="choose-spells"):
    """A Wizard chooses his spells."""

    model: str
    spells: tuple[str, ...]


def path_of(spell: str) -> str:
    """The Path of a spell; empty for the Hereditary Spell."""
    return "" if spell == HEREDITARY else spell.rpartition(" ")[0]


def count(model: Model) -> int:
    """How many spells a Wizard knows, by his level."""
    return next((number for level, number in magic.SPELLS.items() if words.is_(model, level)), 0)


def listed(model: Model) -> tuple[str, ...]:
    """The spells of a Wizard's Paths."""
    return (HEREDITARY, *(f"{path} {number}" for path, number in product(magic.paths(model), range(1, LEARNED + 1))))


def open_to(ctx: Context, model: Model) -> tuple[str, ...]:
    """The spells of which a Wizard may choose."""
    return tuple(spell for spell in listed(model) if not ctx.value(hooks.MAY_LEARN, "", model=model, spell=spell))


def waiting(state: State, side: str) -> list[Model]:
    """The Wizards of a side that have still to choose."""
    return [m for m in state.models.values() if m.side == side and not m.out and magic.paths(m) and KNOWN not in m.game]


def objections(ctx: Context, model: Model, spells: tuple[str, ...]) -> Iterator[Objection]:
    """Why a Wizard cannot choose these spells."""
    name, most = model.sheet.name, min(count(model), len(open_to(ctx, model)))
    for spell in spells:
        if spell not in listed(model):
            yield objection(LEVELS, "{name} knows no such spell: {spell}", name=name, spell=spell)
        barred = ctx.value(hooks.MAY_LEARN, "", model=model, spell=spell)
        if barred:
            yield objection(barred, "{name} may not choose {spell}", name=name, spell=spell)
    if len(spells) != len(set(spells)) or len(spells) != most:
        yield objection(LEVELS, "{name} knows {most} different spells, {count} are named", name=name, most=most,
                        count=len(spells))  # fmt: skip
    mixed = len({path_of(spell) for spell in spells if path_of(spell)}) > 1
    if mixed and not ctx.value(hooks.MIXES_PATHS, "", model=model):
        yield objection(LEVELS, "{name} chooses the spells of one Path", name=name)


def choose(ctx: Context, action: ChooseSpells) -> None:
    """A Wizard knows these spells from now on."""
    now = (ctx.state.phase, ctx.state.step) == (PHASE, STEP)
    ctx.require(now, SEQUENCE, "spells are chosen at step 7, before the ambushes are declared")
    turns, model = turn.on_turn(ctx), ctx.model(action.model)
    ctx.require(model in waiting(ctx.state, ctx.by), SEQUENCE, "{name} has no spells to choose", name=model.sheet.name)
    if refuse(ctx, objections(ctx, model, action.spells)) and turns:
        rule = ctx.value(hooks.MIXES_PATHS, "", model=model) or LEVELS
        words.mark(ctx, model, KNOWN, action.spells, until="game", rule=rule)


def _may_choose(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == STEP and ctx.state.to_act:
        for model in waiting(ctx.state, ctx.state.to_act):
            yield Option(model.side, "choose-spells", model.id, limit=count(model), clause=SEQUENCE)


def _chooses(choice: Choice) -> Iterator[Action]:
    """Spells of one Path, and those that go with any."""
    model, every = choice.model, open_to(choice.ctx, choice.model)
    most = min(count(model), len(every))
    path = choice.of(magic.paths(model))
    of_path = [spell for spell in every if path_of(spell) in (path, "")]
    for start in range(len(of_path)):
        yield ChooseSpells(model=model.id, spells=tuple((of_path[start:] + of_path[:start])[:most]))
    yield ChooseSpells(model=model.id, spells=every[:most])


PART = Part(acts=(
    Act(ChooseSpells, choose, _may_choose, phases=(PHASE,), propose=_chooses,
        told=Phrase("%(model)s chooses spells", "%(model)s выбирает заклинания")),
))  # fmt: skip
