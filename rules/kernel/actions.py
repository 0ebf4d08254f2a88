"""Declarations common to every game system: begin, muster, concede, and the effects of an unknown ability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import AnyEffect, Ended, Marked, Placed, PositionSet, Removed, Unmarked, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action, Claim
from rules.kernel.log import LOG
from rules.kernel.part import Offers, Option
from rules.kernel.sheet import Roster, Sheet, wounds_of
from rules.kernel.state import Model, Number, Outcome, State, Table, check


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


class Fact(Action, frozen=True, tag="fact"):
    """The effect of an ability that is printed on a model's sheet but unknown to the engine.

    `ability` is its name as printed; `changes` are its results, by model.
    """

    model: str
    ability: str
    changes: tuple[Claim, ...]
    note: str = ""


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
    as_declared(ctx, action.changes, LOG["fact"])


def as_declared(ctx: Context, declared_changes: tuple[Claim, ...], rule: str) -> None:
    """Apply the results players declare for models, under the clause that permits it.

    Raises:
        Malformed: as `bounded`.
    """
    for index, change in enumerate(declared_changes):
        path = f"$.action.changes[{index}]"
        changed = ctx.model(change.model, f"{path}.model")
        bounded(ctx, change, path)
        for _, declared, computed, effect in changes(change, changed, rule):
            if declared != computed:
                ctx.emit(effect)


def bounded(ctx: Context, claim: Claim, path: str) -> None:
    """Check that a claim about a model is possible at all.

    Raises:
        Malformed: wounds below 0 or above the sheet's number, a place off the table, or a mark no clause defines.
    """
    model, table = ctx.model(claim.model, f"{path}.model"), ctx.state.table
    most = wounds_of(model.sheet)
    if claim.wounds is not None and not 0 <= claim.wounds <= most:
        raise Malformed(f"{path}.wounds", f"{model.sheet.name} has 0 to {most} wounds, not {claim.wounds}")
    if claim.at is not None and not (0 <= claim.at[0] <= table.width and 0 <= claim.at[1] <= table.depth):
        raise Malformed(f"{path}.at", f"{model.sheet.name} would stand off the table")
    for key, value in claim.marks.items():
        if key not in ctx.ruleset.clauses or value < 0:
            raise Malformed(f"{path}.marks", f"{key!r} with the value {value} is not a mark of {ctx.ruleset.id}")


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
        marked = Marked(rule=rule, on=model.id, key=key, value=value, until="game")
        gone = Unmarked(rule=rule, on=model.id, key=key, until="game")
        yield key, value, model.game.get(key, 0), marked if value else gone


def ability_names(sheet: Sheet) -> set[str]:
    """Every name under which a sheet prints a special rule: its abilities, and weapons with rules text."""
    return {a.name for a in sheet.abilities} | {w.name for w in sheet.weapons if w.text}


def _prints(ctx: Context, sheet: Sheet, ability: str) -> None:
    known = ability in ability_names(sheet)
    ctx.require(known, LOG["fact"], "{name} has no ability called {ability!r}", name=sheet.name, ability=ability)


MOST = 6
"""No declared modifier is larger than the largest face."""


def modifiers_for(ctx: Context, roll: str, declared: tuple[Modifier, ...]) -> tuple[tuple[str, int], ...]:
    """The declared modifiers to one kind of roll, each under the clause for declared facts."""
    found = []
    for modifier in declared:
        if modifier.roll == roll:
            _prints(ctx, ctx.model(modifier.model, "$.action.modifiers").sheet, modifier.ability)
            small = -MOST <= modifier.amount <= MOST
            ctx.require(small, LOG["fact"], "{amount} is not a possible modifier to a die", amount=modifier.amount)
            found.append((LOG["fact"], modifier.amount))
    return tuple(found)
