"""Declarations common to every game system: begin, muster, concede, and what an unknown ability does."""

from __future__ import annotations

from rules.kernel.context import Context
from rules.kernel.effects import Ended, Marked, Placed, PositionSet, Removed, WoundsSet
from rules.kernel.events import Action, Claim
from rules.kernel.log import LOG
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.state import Outcome, State, Table


class Begin(Action, frozen=True, tag="begin"):
    """The first event: an empty table with its options, or a position from which the recording starts."""

    table: Table | None = None
    options: dict[str, int | str | bool] = {}
    position: State | None = None


class Muster(Action, frozen=True, tag="muster"):
    """A side joins with models of a roster. `pick` names the chosen models of a command roster; empty takes all."""

    roster: Roster
    pick: tuple[str, ...] = ()


class Concede(Action, frozen=True, tag="concede"):
    """A side gives the game up."""


class Fact(Action, frozen=True, tag="fact"):
    """What an ability printed on a model's sheet did, where the engine does not know the ability.

    `ability` is its name as printed; `changes` say what became of whom.
    """

    model: str
    ability: str
    changes: tuple[Claim, ...]
    note: str = ""


class Modifier(Action, frozen=True, tag="modifier"):
    """A bonus or penalty from an ability the engine does not know: which roll it changes, and whose ability it is."""

    roll: str
    amount: int
    model: str
    ability: str


def begin(ctx: Context, action: Begin) -> None:
    """Set the table, or the position a recording starts from."""
    state = ctx.state
    fresh = not state.sides and not state.models and state.phase == "setup" and not state.round
    ctx.require(fresh and not state.game, LOG["begin"], "a game begins once")
    if action.position is not None:
        position = action.position
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
        ctx.require(table.width > 0 and table.depth > 0, LOG["begin"], "a table has a width and a depth")
        position = State(state.ruleset, state.version, table, dict(sorted(action.options.items())))
        position.game = {LOG["begin"]: 1}
    ctx.emit(PositionSet(rule=LOG["begin"], position=position))


def concede(ctx: Context, action: Concede) -> None:
    """End the game for the other side."""
    ctx.side(ctx.by)
    winner = ctx.state.enemy(ctx.by)
    ctx.emit(Ended(rule=LOG["concede"], outcome=Outcome(winner, LOG["concede"])))


def fact(ctx: Context, action: Fact) -> None:
    """Apply what players say an ability did, marked as declared."""
    model = ctx.model(action.model)
    known = ability_names(model.sheet)
    ctx.require(
        action.ability in known,
        LOG["fact"],
        "{name} has no ability called {ability!r}",
        name=model.sheet.name,
        ability=action.ability,
    )
    for index, change in enumerate(action.changes):
        _change(ctx, change, f"$.action.changes[{index}].model")


def _change(ctx: Context, change: Claim, path: str) -> None:
    rule = LOG["fact"]
    model = ctx.model(change.model, path)
    if change.wounds is not None and change.wounds != model.wounds:
        ctx.emit(WoundsSet(rule=rule, model=model.id, was=model.wounds, to=change.wounds))
    if change.out is not None and change.out != model.out:
        ctx.emit(Removed(rule=rule, model=model.id, back=not change.out))
    if change.at is not None:
        ctx.emit(Placed(rule=rule, model=model.id, at=change.at))
    for key, value in sorted(change.marks.items()):
        ctx.emit(Marked(rule=rule, on=model.id, key=key, value=value, until="game"))


def ability_names(sheet: Sheet) -> set[str]:
    """Every name under which a sheet prints a special rule: its abilities, and weapons that have a text."""
    return {a.name for a in sheet.abilities} | {w.name for w in sheet.weapons if w.text}


def modifiers_for(ctx: Context, roll: str, declared: tuple[Modifier, ...]) -> tuple[tuple[str, int], ...]:
    """The declared modifiers of one kind of roll, each under the clause of declared facts."""
    found = []
    for modifier in declared:
        if modifier.roll == roll:
            sheet = ctx.model(modifier.model, "$.action.modifiers").sheet
            ctx.require(
                modifier.ability in ability_names(sheet),
                LOG["fact"],
                "{name} has no ability called {ability!r}",
                name=sheet.name,
                ability=modifier.ability,
            )
            found.append((LOG["fact"], modifier.amount))
    return tuple(found)
