"""A game step by step: the rolls that were read and what they needed, what changed, and the findings.

Everything here follows from the recorded events in one pass; no rule runs. It is the machine-readable detail of a
verification, and `lines` prints it as a referee would read it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec

from rules.kernel import engine, line
from rules.kernel.canonical import tag_of
from rules.kernel.effects import PositionSet, Removed, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Event, Finding, Ruling
from rules.kernel.lengths import show
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.rulings import PENALTY
from rules.kernel.sheet import Roster
from rules.kernel.state import State
from rules.report import points


class Modifier(msgspec.Struct, frozen=True):
    """A clause's modifier to every die of a roll."""

    rule: str
    label: str
    amount: int


class Roll(msgspec.Struct, frozen=True):
    """Dice of one purpose. `needed` is what a die has to reach with the modifiers (0 if nothing is needed).

    `reach` is what it has to show without them, `again` the re-rolled dice as (index, new face), `passed` how many
    passed, `each` which. `printed` is the characteristic that gives the needed value on a sheet, or empty.
    """

    rule: str
    label: str
    by: str
    sides: int
    faces: tuple[int, ...]
    again: tuple[tuple[int, int], ...]
    needed: int
    reach: int
    modifiers: tuple[Modifier, ...]
    each: tuple[int, ...]
    passed: int
    total: int
    model: str
    target: str
    printed: str


class Change(msgspec.Struct, frozen=True):
    """One result of a step, in words, and the rule that caused it."""

    rule: str
    text: str


class Step(msgspec.Struct, frozen=True):
    """One step of a game. `round` and `phase` are those it was declared in; `models` are named by the declaration."""

    number: int
    round: int
    phase: str
    by: str
    action: str
    models: tuple[str, ...]
    rolls: tuple[Roll, ...]
    effects: tuple[Change, ...]
    findings: tuple[Finding, ...]


class Casualty(msgspec.Struct, frozen=True):
    """A model out of action at the end: its side, the step that removed it, the side that declared it, and the rule."""

    model: str
    name: str
    side: str
    number: int
    by: str
    rule: str


def names(state: State) -> dict[str, str]:
    """Every model, unit and piece of terrain by its id.

    Those with the same name on one side are numbered in order: `Ork Boy 3`.
    """
    named = [(key, model.side, model.sheet.name) for key, model in state.models.items()]
    units = [(key, unit.side, unit.sheet.name) for key, unit in state.units.items()]
    pieces = [(piece.id, "", piece.name or piece.id) for piece in state.table.terrain]
    return {**_numbered(pieces), **_numbered(named), **_numbered(units)}


def _numbered(named: list[tuple[str, str, str]]) -> dict[str, str]:
    same = Counter((side, name) for _, side, name in named)
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for key, side, name in named:
        seen[side, name] += 1
        found[key] = f"{name} {seen[side, name]}" if same[side, name] > 1 else name
    return found


def steps(
    ruleset: Ruleset, events: Iterable[Event[Any]], findings: Sequence[Finding] = (), state: State | None = None
) -> Iterator[Step]:
    """Each step of a game. `state` is the position before the first of `events`, and is folded on the way.

    An event that changes something missing is told as recorded; later ones continue from the same position.
    """
    state = state if state is not None else engine.empty(ruleset)
    objections: dict[int, list[Finding]] = {}
    for finding in findings:
        objections.setdefault(finding.number, []).append(finding)
    known = names(state)
    for event in events:
        declared_in = state.round, state.phase
        with suppress(Malformed):
            engine.evolve(state, event)
        if len(known) != len(state.models) + len(state.units) or any(
            isinstance(effect, PositionSet) for effect in event.effects
        ):
            known = names(state)
        said = _Words(ruleset, state, known, isinstance(event.action, Ruling))
        yield Step(
            number=event.number,
            round=declared_in[0],
            phase=declared_in[1],
            by=event.by,
            action=tag_of(event.action),
            models=tuple(_named(event.action, known)),
            rolls=tuple(said.roll(effect) for effect in event.effects if isinstance(effect, Rolled)),
            effects=tuple(change for effect in event.effects if (change := said.change(effect))),
            findings=tuple(objections.get(event.number, ())),
        )


def casualties(ruleset: Ruleset, events: Iterable[Event[Any]], final: State) -> tuple[Casualty, ...]:
    """Every model that is out of action in the final position, in the order in which they fell, as corrected."""
    fallen: dict[str, tuple[int, str, str]] = {}
    for event in line.corrected(tuple(events)):
        for effect in event.effects:
            if isinstance(effect, Removed):
                fallen.pop(effect.model, None)
                fallen[effect.model] = (event.number, event.by, effect.rule)
            elif isinstance(effect, PositionSet):
                out = {key for key, model in effect.position.models.items() if model.out}
                fallen = {key: fallen.get(key, (event.number, event.by, effect.rule)) for key in sorted(out)}
    known = names(final)
    return tuple(
        Casualty(key, known[key], final.models[key].side, number, by, rule)
        for key, (number, by, rule) in fallen.items()
        if key in final.models and final.models[key].out
    )


def casualty_groups(fallen: Iterable[Casualty], final: State) -> Iterator[tuple[Casualty, ...]]:
    """Casualties as they fell: those of one unit that one step removed under one rule are a group."""
    groups = groupby(fallen, key=lambda lost: (lost.number, lost.rule, final.models[lost.model].unit or lost.model))
    return (tuple(group) for _, group in groups)


def _named(action: Any, known: dict[str, str]) -> Iterator[str]:
    """Ids of the models that a declaration names: the acting model first, then its targets."""
    found: dict[str, None] = {}
    waiting: list[Any] = [action]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if value in known:
                found[value] = None
        elif isinstance(value, tuple):
            waiting.extend(reversed(value))
        elif isinstance(value, msgspec.Struct) and not isinstance(value, State | Roster):
            waiting.extend(getattr(value, name) for name in reversed(value.__struct_fields__))
    yield from found


class _Words:
    """English sentences about effects, from the position after a step. `ruling` says that it corrects other steps."""

    def __init__(self, ruleset: Ruleset, state: State, known: dict[str, str], ruling: bool = False) -> None:
        self.ruleset = ruleset
        self.state = state
        self.known = known
        self.ruling = ruling

    def label(self, clause: str) -> str:
        found = self.ruleset.clauses.get(clause)
        return found[1].en or clause if found else clause

    def who(self, key: str) -> str:
        side = self.state.sides.get(key)
        return self.known.get(key) or (side.name if side and side.name else key or "the table")

    def roll(self, effect: Rolled) -> Roll:
        bonus = sum(amount for _, amount in effect.modifiers)
        return Roll(
            rule=effect.rule,
            label=self.label(effect.rule),
            by=effect.by,
            sides=effect.sides,
            faces=effect.faces,
            again=effect.again,
            needed=effect.needed,
            reach=effect.needed - bonus if effect.needed else 0,
            modifiers=tuple(Modifier(rule, self.label(rule), amount) for rule, amount in effect.modifiers),
            each=effect.passed,
            passed=sum(effect.passed),
            total=effect.total + (0 if effect.needed else bonus),
            model=effect.model,
            target=effect.target,
            printed=self.ruleset.reading.printed.get(effect.rule, ""),
        )

    def change(self, effect: Any) -> Change | None:
        """An effect as a sentence; None for the engine's bookkeeping."""
        say = _SAYINGS.get(tag_of(effect))
        text = say(self, effect) if say else ""
        return Change(effect.rule, text) if text else None

    def measured(self, effect: Any) -> str:
        said = " (on the players' word)" if effect.declared else ""
        if effect.fact == "distance":
            return f"{self.who(effect.model)} is {show(effect.value)} from {self.who(effect.target)}{said}"
        about = f" from {self.who(effect.target)}" if effect.target else ""
        return f"{self.who(effect.model)}{about}: {effect.fact}{said}"

    def noted(self, effect: Any) -> str:
        if self.ruling:
            return f"it rests on “{self.label(effect.rule)}”; the reason: “{effect.text}”"
        number = f"{effect.value} " if effect.text == "discarded" else ""
        if effect.roll:
            told = f"{effect.text}, {effect.value:+d} to {effect.roll} rolls"
            return f"{self.who(effect.model)}: {told} (on the players' word)"
        who = f"{self.who(effect.model)}: " if effect.model else ""
        said = " (on the players' word)" if effect.declared else ""
        return f"{who}{self.label(effect.rule)}: {number}{effect.text}".rstrip(": ") + said

    def laid(self, effect: Any) -> str:
        what = "a template lies" if effect.outline else f"a {show(2 * effect.radius)} marker lies"
        aimed = effect.aimed if effect.aimed and effect.aimed != effect.at else None
        place = f"{show(effect.at[0])}, {show(effect.at[1])}"
        return f"{what} at {place}" + (f", aimed at {show(aimed[0])}, {show(aimed[1])}" if aimed else "")

    def wounds(self, effect: Any) -> str:
        if effect.to > effect.was:
            return f"{self.who(effect.model)} stands at {effect.to} wounds"
        lost = effect.was - effect.to
        return f"{self.who(effect.model)} loses {lost} wound{'s' * (lost != 1)}, {effect.to} left"

    def removed(self, effect: Any) -> str:
        return f"{self.who(effect.model)} is {'back in' if effect.back else 'out of'} action"

    def marked(self, effect: Any) -> str:
        if effect.until != "game":
            return ""
        number = f" {effect.value}" if isinstance(effect.value, int) and effect.value > 1 else ""
        return f"{self.who(effect.on)}: {self.label(effect.key).lower()}{number}"

    def corrected(self, effect: Any) -> str:
        if effect.against:
            broken = ", ".join(f"{self.label(clause)} ({clause})" for clause in effect.against)
            return f"step {effect.step} would now break: {broken}"
        return f"step {effect.step} now has {'no effect' if line.is_nothing(effect.effects) else 'another outcome'}"

    def patched(self, effect: Any) -> str:
        changed = ", ".join(self.who(each.id) for each in (*effect.units, *effect.models))
        return "the battle now stands where that leads" + (f"; changed: {changed}" if changed else "")

    def position(self, effect: Any) -> str:
        if self.ruling:
            return "the battle now stands where that leads"
        table = effect.position.table
        return f"the table measures {show(table.width)} by {show(table.depth)}"

    def counted(self, effect: Any) -> str:
        side = self.state.sides.get(effect.side)
        if self.ruling:
            so_far = side.counters.get(effect.counter, 0) if side else 0
            if effect.counter == PENALTY:
                return f"{self.who(effect.side)}: penalty {so_far} of this game"
            return f"{self.who(effect.side)}: {effect.by:+d} to the score by a judge, {so_far:+d} in all"
        now = f", now {side.counters.get(effect.counter, 0)}" if side else ""
        words = self.ruleset.telling.counters.get(effect.counter)
        name = words.en if words else effect.counter.upper()
        return f"{self.who(effect.side)}: {effect.by:+d} {name}{now}"

    def ended(self, effect: Any) -> str:
        if effect.outcome.reason == LOG["strike"]:
            return "removed by a judge: no result"
        unit = self.ruleset.reading.per_point(self.state)
        score = ", ".join(f"{self.who(key)} {points(value, unit)}" for key, value in effect.outcome.score.items())
        winner = f"{self.who(effect.outcome.winner)} wins" if effect.outcome.winner else "a draw"
        return f"{winner}: {self.label(effect.outcome.reason)}" + (f" ({score})" if score else "")


_SAYINGS: dict[str, Callable[[_Words, Any], str]] = {
    "measured": _Words.measured,
    "noted": _Words.noted,
    "position-set": _Words.position,
    "corrected": _Words.corrected,
    "patched": _Words.patched,
    "mustered": lambda words, effect: (
        f"{effect.name or effect.side} fields {len(effect.models)} models for {effect.points} points"
    ),
    "placed": lambda words, effect: f"{words.who(effect.model)} stands at {show(effect.at[0])}, {show(effect.at[1])}",
    "lifted": lambda words, effect: f"{words.who(effect.model)} leaves the table",
    "joined": lambda words, effect: f"{words.who(effect.model)} joins {words.who(effect.unit)}",
    "moved": lambda words, effect: f"{words.who(effect.model)} goes {show(effect.length)}",
    "laid": _Words.laid,
    "terrain-set": lambda words, effect: f"{effect.piece.name} is on the table",
    "terrain-removed": lambda words, effect: f"{effect.piece} is taken off the table",
    "zone-set": lambda words, effect: f"agreed on the table: {effect.zone.name}",
    "wounds-set": _Words.wounds,
    "removed": _Words.removed,
    "marked": _Words.marked,
    "unmarked": lambda words, effect: (
        f"{words.who(effect.on)}: no longer {words.label(effect.key).lower()}" if effect.until == "game" else ""
    ),
    "counted": _Words.counted,
    "began": lambda words, effect: f"round {effect.round}: {effect.phase} begins",
    "order-set": lambda words, effect: "order of play: " + ", ".join(words.who(key) for key in effect.order),
    "asked": lambda words, effect: (
        f"{words.who(effect.decision.side)} decides next: {words.label(effect.decision.clause)}"
    ),
    "ended": _Words.ended,
    "committed": lambda words, effect: f"{words.who(effect.by)} seals {effect.subject}: {effect.commitment[:16]}…",
    "revealed": lambda words, effect: f"{words.who(effect.by)} reveals {effect.subject}: {effect.value}",
}


# in lines, for people


def lines(step: Step, known: dict[str, str], sides: dict[str, str]) -> Iterator[str]:
    """A step as lines of English: a headline, then each roll, change and finding indented below it."""
    about = ": " + ", ".join(known.get(key, key) for key in step.models) if step.models else ""
    where = f"round {step.round} {step.phase}" if step.round else step.phase
    yield f"step {step.number} ({where}), {sides.get(step.by, step.by)}: {step.action}{about}"
    for roll in step.rolls:
        yield f"  {told(roll, known, sides)}"
    for change in step.effects:
        yield f"  {change.text} ({change.rule})"
    for finding in step.findings:
        sign = f"settled by step {finding.settled}," if finding.settled else "!"
        yield f"  {sign} {finding.severity}: {finding.message} ({finding.rule})"
        if finding.declared or finding.computed:
            yield f"    recorded: {finding.declared}; the rules give: {finding.computed}"


def told(roll: Roll, known: dict[str, str], sides: dict[str, str]) -> str:
    """A roll in one line: purpose, model, what it needs and why, the faces (a star for each pass), and the passes.

    `needs 5+: BS 3+, long range -1 (kt.hit.ranged.mod-long-range): 2 5* 6* -> 2 passed`
    """
    at = f" at {known.get(roll.target, roll.target)}" if roll.target else ""
    head = f"{roll.label} ({roll.rule}), {known.get(roll.model) or sides.get(roll.by, roll.by)}{at}: "
    added = "".join(f", {extra.label.lower()} {extra.amount:+d} ({extra.rule})" for extra in roll.modifiers)
    if not roll.needed:
        total = f" -> {roll.total}" if len(roll.faces) > 1 or added else ""
        return f"{head}{len(roll.faces)}D{roll.sides}{added}: {_faces(roll)}{total}"
    why = f": {roll.printed or 'by itself'} {roll.needed}+{added}" if added or roll.printed else ""
    return f"{head}needs {roll.reach}+{why}: {_faces(roll)} -> {roll.passed} passed{_natural(roll)}"


def final_faces(roll: Roll) -> list[int]:
    """The faces that count: re-rolled dice show their last face."""
    final = list(roll.faces)
    for index, face in roll.again:
        final[index] = face
    return final


def _faces(roll: Roll) -> str:
    shown = [[str(face)] for face in roll.faces]
    for index, face in roll.again:
        shown[index].append(str(face))
    stars = roll.each or (0,) * len(shown)
    return " ".join("~".join(falls) + "*" * bool(star) for falls, star in zip(shown, stars, strict=True))


def _natural(roll: Roll) -> str:
    """Words for a die that passes or fails by its face alone."""
    pairs = list(zip(final_faces(roll), roll.each, strict=False))
    low = {face for face, passed in pairs if not passed and face >= roll.reach}
    high = {face for face, passed in pairs if passed and face < roll.reach}
    said = [f"a natural {face} always fails" for face in sorted(low)]
    said += [f"a natural {face} always passes" for face in sorted(high)]
    return f" ({', '.join(said)})" if said else ""
