"""Declarations common to every game system: begin, muster, concede, and the effects of an unknown ability."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from rules.kernel.context import Context
from rules.kernel.effects import AnyEffect, Ended, Marked, Noted, Placed, PositionSet, Removed, Unmarked, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action, Claim
from rules.kernel.log import LOG
from rules.kernel.marks import Borne
from rules.kernel.marks import problem as mark_problem
from rules.kernel.part import Offers, Option
from rules.kernel.sheet import Roster, Sheet, wounds_of
from rules.kernel.state import Model, Number, Outcome, State, Table, check

MOST_LOST = 99
"""More wounds than any rule takes at once."""


class Begin(Action, frozen=True, tag="begin"):
    """The first event: an empty table with its options, or a position from which the recording starts."""

    table: Table | None = None
    options: dict[str, int | str | bool] = {}
    position: State | None = None


class Muster(Action, frozen=True, tag="muster"):
    """A side joins with models of a roster. `pick` names the chosen models of a command roster; empty takes all."""

    roster: Roster
    pick: tuple[str, ...] = ()


def may_muster(clause: str) -> Offers:
    """Offers to every side that has not joined; which roster it musters no option says."""

    def offers(ctx: Context) -> Iterator[Option]:
        missing = (side for side in ctx.ruleset.sides if side not in ctx.state.sides)
        yield from (Option(side, "muster", clause=clause) for side in missing)

    return offers


class Concede(Action, frozen=True, tag="concede"):
    """A side gives the game up."""


class Loss(msgspec.Struct, frozen=True):
    """Wounds that a model loses at once and cannot save, such as mortal wounds."""

    model: str
    wounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_LOST)]


class Fact(Action, frozen=True, tag="fact"):
    """The effect of an ability that is printed on a model's sheet but unknown to the engine.

    `ability` is its name as printed; `changes` and then `losses` are its results, by model. What a loss comes to, such
    as an injury roll, the rules decide: it reads dice.
    """

    model: str
    ability: str
    changes: tuple[Claim, ...] = ()
    note: str = ""
    losses: tuple[Loss, ...] = ()


class Modifier(Action, frozen=True, tag="modifier"):
    """A bonus or penalty from an ability the engine does not know: the roll it changes and the model that has it."""

    roll: str
    amount: Number
    model: str
    ability: str


def begin(ctx: Context, action: Begin) -> None:
    """Set the table, or the position a recording starts from.

    Raises:
        Malformed: no game can start from the table, the options or the position; lists all problems at once.
    """
    state = ctx.state
    fresh = not state.sides and not state.models and state.phase == "setup" and not state.round
    if not ctx.require(fresh and not state.game, LOG["begin"], "a game begins only once"):
        return
    where, position = "$.action", action.position
    if position is not None:
        where, position = "$.action.position", position.copied()
        same = (position.ruleset, position.version) == (state.ruleset, state.version)
        ctx.require(
            same,
            LOG["begin"],
            "the position is of {ruleset} {version}",
            ruleset=position.ruleset,
            version=position.version,
        )
    else:
        table = action.table or Table(0, 0)
        ctx.require(table.width > 0 and table.depth > 0, LOG["begin"], "a table needs a width and a depth")
        position = State(state.ruleset, state.version, table, dict(sorted(action.options.items())))
    position.game[LOG["begin"]] = 1
    position.sealed = dict(state.sealed)
    check(position, where)
    refuse_all(ctx.ruleset.problems(position), where)
    ctx.emit(PositionSet(rule=LOG["begin"], position=position))


def refuse_all(problems: Iterable[str], path: str) -> None:
    """Raises Malformed listing every problem, if there are any."""
    found = "; ".join(problems)
    if found:
        raise Malformed(path, found)


def begun(ctx: Context) -> bool:
    """Refuse anything declared before the first event of a game."""
    return ctx.require(LOG["begin"] in ctx.state.game, LOG["begin"], "the game has not begun: its table comes first")


def concede(ctx: Context, action: Concede) -> None:
    """End the game for the other side."""
    ctx.side(ctx.by)
    winner = ctx.state.enemy(ctx.by)
    ctx.emit(Ended(rule=LOG["concede"], outcome=Outcome(winner, LOG["concede"])))


def fact(ctx: Context, action: Fact) -> None:
    """Apply the results players declare for an ability, marked as declared."""
    model = ctx.model(action.model)
    ctx.require(
        model.side == ctx.by,
        LOG["fact"],
        "{name} belongs to the other side, which declares its abilities",
        name=model.sheet.name,
    )
    _prints(ctx, model.sheet, action.ability)
    text = f"{action.ability}: {action.note}" if action.note else action.ability
    ctx.effects.append(Noted(rule=LOG["fact"], model=model.id, text=text, declared=True))
    as_declared(ctx, action.changes, action.losses, LOG["fact"])


def as_declared(ctx: Context, claims: Sequence[Claim], losses: Sequence[Loss], rule: str) -> None:
    """Apply the results players declare for models, under the clause that permits it.

    A model that has fewer wounds left has lost them: that comes to what any loss does.

    Raises:
        Malformed: as `bounded`, or a loss of a model that is out of action.
    """
    for index, claim in enumerate(claims):
        path = f"$.action.changes[{index}]"
        _apply(ctx, ctx.model(claim.model, f"{path}.model"), claim, path, rule)
    for index, loss in enumerate(losses):
        path = f"$.action.losses[{index}].model"
        model = ctx.model(loss.model, path)
        if model.out:
            raise Malformed(path, f"{model.sheet.name} is out of action and has no wounds to lose")
        ctx.ruleset.lose(ctx, model, loss.wounds, rule)


def _apply(ctx: Context, model: Model, claim: Claim, path: str, rule: str) -> None:
    """Make a claim true: what it says of losses last, which other rules may follow."""
    losing = not (model.out or claim.out) and claim.wounds is not None and claim.wounds < model.wounds
    bounded(ctx, claim, path, losing=losing and claim.out is None)
    lost = model.wounds - (claim.wounds or 0) if losing else 0
    for _, declared, computed, effect in changes(claim, model, rule):
        if declared == computed or (losing and isinstance(effect, WoundsSet)):
            continue
        if isinstance(effect, Removed) and not effect.back:
            ctx.ruleset.fall(ctx, model, rule)
        else:
            ctx.emit(effect)
    if lost:
        ctx.ruleset.lose(ctx, model, lost, rule)


def bounded(ctx: Context, claim: Claim, path: str, losing: bool = False) -> None:
    """Check that a claim about a model is possible at all; one that is `losing` its wounds may lose the last.

    Raises:
        Malformed: wounds below 0 or above the sheet's number, none left in action, a place off the table, or a mark no
            clause and no rule defines.
    """
    model, table = ctx.model(claim.model, f"{path}.model"), ctx.state.table
    most, left = wounds_of(model.sheet), model.wounds if claim.wounds is None else claim.wounds
    if claim.wounds is not None and not 0 <= claim.wounds <= most:
        raise Malformed(f"{path}.wounds", f"{model.sheet.name} has 0 to {most} wounds, not {claim.wounds}")
    said = claim.wounds is not None or claim.out is not None
    if said and left < ctx.ruleset.least_wounds and not losing and not (model.out if claim.out is None else claim.out):
        raise Malformed(f"{path}.wounds", f"{model.sheet.name} would be in action without a wound left")
    if claim.at is not None and not (0 <= claim.at[0] <= table.width and 0 <= claim.at[1] <= table.depth):
        raise Malformed(f"{path}.at", f"{model.sheet.name} would stand off the table")
    place = Borne(model.id, "model", claim.until, {})
    for key, value in claim.marks.items():
        if value:
            refuse_all(mark_problem(ctx.state, ctx.ruleset.marks, place, key, value), f"{path}.marks")


def changes(claim: Claim, model: Model, rule: str) -> Iterator[tuple[str, Any, Any, AnyEffect]]:
    """Each claimed fact: its name, the claimed value, the actual value, and the effect that makes the claim true."""
    if claim.wounds is not None:
        effect: AnyEffect = WoundsSet(rule=rule, model=model.id, was=model.wounds, to=claim.wounds)
        yield "wounds left", claim.wounds, model.wounds, effect
    if claim.out is not None:
        yield "out of action", claim.out, model.out, Removed(rule=rule, model=model.id, back=not claim.out)
    if claim.at is not None:
        yield "position", claim.at, model.at, Placed(rule=rule, model=model.id, at=claim.at)
    for key, value in sorted(claim.marks.items()):
        marked = Marked(rule=rule, on=model.id, key=key, value=value, until=claim.until)
        gone = Unmarked(rule=rule, on=model.id, key=key, until=claim.until)
        yield key, value, getattr(model, claim.until).get(key, 0), marked if value else gone


def ability_names(sheet: Sheet) -> set[str]:
    """Every name under which a sheet prints a special rule: its abilities, and weapons with rules text."""
    return {a.name for a in sheet.abilities} | {w.name for w in sheet.weapons if w.text}


def text_of(sheet: Sheet, name: str) -> str:
    """What a sheet prints under the name of a special rule."""
    printed = [(a.name, a.text) for a in sheet.abilities] + [(w.name, w.text) for w in sheet.weapons]
    return " ".join(text for of, text in printed if of == name)


def _prints(ctx: Context, sheet: Sheet, ability: str) -> None:
    known = ability in ability_names(sheet)
    ctx.require(known, LOG["fact"], "{name} has no ability called {ability!r}", name=sheet.name, ability=ability)


USUAL = 1
"""The most that an ability adds to a roll, or takes from it, unless its text prints another number."""
_AMOUNT = re.compile(
    r"(?:\b(?:add|adds|adding|subtract|subtracts|subtracting|прибав\w*|вычита\w*|вычт\w*) (?:an? )?|[+−–-])"
    r"([1-6])(?![\w\"”″])",
    re.IGNORECASE,
)


def most_of(text: str) -> int:
    """The largest modifier to a die that the printed text of an ability can give."""
    return max((int(found) for found in _AMOUNT.findall(text)), default=USUAL)


def modifiers_for(
    ctx: Context, roll: str, declared: tuple[Modifier, ...], kinds: Mapping[str, re.Pattern[str]]
) -> tuple[tuple[str, int], ...]:
    """The declared modifiers to one kind of roll, each under the clause for declared facts, and noted as declared.

    An ability gives what its text prints, to the rolls it speaks of: `kinds` are the words for each kind of roll.

    Raises:
        IllegalAction: `log.fact`, where the model has no such ability or this is not what it can give.
    """
    meant = [modifier for modifier in declared if modifier.roll == roll]
    for index, modifier in enumerate(meant):
        sheet = ctx.model(modifier.model, "$.action.modifiers").sheet
        _prints(ctx, sheet, modifier.ability)
        _can_give(ctx, modifier, text_of(sheet, modifier.ability), kinds)
        twice = any((m.model, m.ability) == (modifier.model, modifier.ability) for m in meant[:index])
        ctx.require(not twice, LOG["fact"], "{ability} is named twice for one roll", ability=modifier.ability)
        _note_once(ctx, modifier)
    return tuple((LOG["fact"], modifier.amount) for modifier in meant)


def _note_once(ctx: Context, modifier: Modifier) -> None:
    """Note what rests on the players' word: once, however many rolls of the step it changes."""
    note = Noted(
        rule=LOG["fact"], model=modifier.model, value=modifier.amount, text=modifier.ability, roll=modifier.roll,
        declared=True,
    )  # fmt: skip
    if note not in ctx.effects:
        ctx.effects.append(note)


def _can_give(ctx: Context, modifier: Modifier, text: str, kinds: Mapping[str, re.Pattern[str]]) -> None:
    most, ability = most_of(text), modifier.ability
    ctx.require(
        modifier.amount and abs(modifier.amount) <= most,
        LOG["fact"],
        "{ability} changes a roll by {most} at most, not by {amount}",
        ability=ability,
        most=most,
        amount=modifier.amount,
    )
    named = [kind for kind, words in kinds.items() if words.search(text)]
    ctx.require(
        not named or modifier.roll in named,
        LOG["fact"],
        "{ability} is about {named} rolls, not about {roll} rolls",
        ability=ability,
        named=" and ".join(named),
        roll=modifier.roll,
    )
