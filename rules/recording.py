"""What a recorder at the table offers: whole declarations for the options of a position, and how likely they hurt.

Nothing here decides: a way is what the ruleset itself proposes for an option, and the rules accept it as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import replace

from rules import odds
from rules.kernel import engine
from rules.kernel.canonical import canonical
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.errors import DiceWanted, RulesError
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.hold import ROLL, GoOn, is_held, waiting
from rules.kernel.part import Choice, Option, filled, members
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State

TRIED = 96
"""The most proposals that are tried for an option, or for one of its targets."""
EACH = 3
"""The most ways that are listed for a target."""
MOST_DICE = 24
"""So many dice of a waiting roll are asked about one by one."""
WHIMS = 6
"""With so many seeds a ruleset is asked for what it proposes only now and then."""


class Way(NamedTuple):
    """A whole declaration for an option, and what the rules make of it: its outcome, or the dice they want first.

    Without an outcome it is a sketch: something to begin with that is not allowed as it stands.
    """

    declaration: Declaration[Any]
    outcome: Decided | DiceWanted | None


class Eager(Seeded):
    """Dice that always choose what comes first: who records wants every way that there is, and no player's whim."""

    def __init__(self) -> None:
        super().__init__(b"")

    def below(self, bound: int) -> int:
        """The first."""
        return 0


def ways(ruleset: Ruleset, state: State, option: Option) -> list[Way]:
    """Declarations that take up an option, best first, each one accepted by the rules as it stands.

    Where the option has targets, there are some for each of them that can be declared against.
    """
    for dice in (Eager(), *(Seeded(bytes([whim]), "recorder") for whim in range(WHIMS))):
        found: dict[bytes, Way] = {}
        for narrowed in _narrowed(option):
            for way in islice(_accepted(ruleset, state, narrowed, dice), EACH):
                found.setdefault(canonical(way.declaration.action), way)
        if found:
            return list(found.values())
    return list(_standing(ruleset, state, _filled(ruleset, option)))


def _filled(ruleset: Ruleset, option: Option) -> Iterator[Declaration[Any]]:
    """What the option alone says, where no player would want it now: a side may change its mind, for one."""
    for action in filled(ruleset.act(option.action).kind, option):
        yield Declaration(by=option.side, action=action)


def _narrowed(option: Option) -> Iterator[Option]:
    """The option for one target after the other, then as it is."""
    if len(option.targets) > 1:
        yield from (replace(option, targets=(target,)) for target in option.targets)
    yield option


def _accepted(ruleset: Ruleset, state: State, option: Option, dice: Seeded) -> Iterator[Way]:
    choice = Choice(Context(ruleset, state, option.side, ()), option, (option,), dice, {})
    proposed = islice(ruleset.act(option.action).proposals(choice), TRIED)
    return _standing(ruleset, state, (Declaration(by=option.side, action=action) for action in proposed))


def _standing(ruleset: Ruleset, state: State, declarations: Iterable[Declaration[Any]]) -> Iterator[Way]:
    for declaration in declarations:
        outcome = tried(ruleset, state, declaration)
        if outcome is not None:
            yield Way(declaration, outcome)


def sketch(ruleset: Ruleset, state: State, option: Option) -> Way | None:
    """Something to begin with where none of what the ruleset proposes is allowed as it stands: its first proposal, or
    the act with everybody where they are. None if neither can be said.
    """
    choice = Choice(Context(ruleset, state, option.side, ()), option, (option,), Eager(), {})
    act = ruleset.act(option.action)
    action = next(iter(act.proposals(choice)), None) or _as_they_stand(act.kind, state, option)
    return None if action is None else Way(Declaration(by=option.side, action=action), None)


def _as_they_stand(kind: type[Action], state: State, option: Option) -> Action | None:
    """An act of a unit or a model whose members can be filled in without a choice; None if one cannot."""
    required = [field for field in members(kind) if field.required]
    bearer = next((field.encode_name for field in required if field.type is str), "")
    made = {field.encode_name: _unchosen(field, state, option) for field in required}
    made |= {bearer: option.model} if bearer else {}
    try:
        return msgspec.convert(made, kind)
    except msgspec.ValidationError:
        return None


def _unchosen(field: msgspec.structs.FieldInfo, state: State, option: Option) -> Any:
    if field.type is str:
        return next(iter(option.targets), "")
    own = [each for each in state.models.values() if option.model in (each.id, each.unit) and not each.out]
    middle = (state.table.width // 2, state.table.depth // 2, 0)
    if field.encode_name == "places":
        return [{"model": each.id, "at": each.at or middle} for each in own]
    return [] if get_origin(field.type) is tuple and len(get_args(field.type)) == 2 else None


def tried(ruleset: Ruleset, state: State, declaration: Declaration[Any]) -> Decided | DiceWanted | None:
    """The outcome of a declaration, or the dice that it wants; None if the rules do not accept it."""
    try:
        return engine.decide(ruleset, state, declaration, brief=True)
    except DiceWanted as wanted:
        return wanted
    except RulesError:
        return None


def answers(ruleset: Ruleset, state: State) -> list[Way]:
    """The answers where a roll waits: to go on, or (an answer a die) to pay for rolling a die again. Where a rule lets
    dice be rolled again for nothing, an answer a die leaves that die as it is. Nothing where no roll waits.
    """
    asked = waiting(state)
    if asked is None:
        return []
    roll, free = asked.about[ROLL], bool(asked.about.get("free"))
    assert isinstance(roll, int)
    found = (Declaration(by=asked.side, action=GoOn(), rerolls=(each,)) for each in _dice(roll, free))
    return list(_standing(ruleset, state, (Declaration(by=asked.side, action=GoOn()), *found)))


def _dice(roll: int, free: bool) -> Iterator[Reroll]:
    return (Reroll(roll=roll, die=die, stands=free) for die in range(MOST_DICE))


class Hurt(msgspec.Struct, frozen=True):
    """How likely a declaration harms the other side, exactly: any harm, and at least one model out of action.

    With `open` probability it stops to ask something before anybody is out of action: what the answer leads to is not
    counted, and the other two are the least that they can be. `ways` courses of the dice were followed.
    """

    harm: Fraction
    out: Fraction
    open: Fraction = Fraction(0)
    ways: int = 0


def hurt(ruleset: Ruleset, state: State, declaration: Declaration[Any], *, most: int) -> Hurt:
    """How likely a declaration harms models of other sides.

    Whoever is out of action in the course of an act stays so to its end: from there on its dice are not followed, which
    spares most of them where many shoot.

    Raises:
        IllegalAction, Malformed, TooMany: as `odds.odds`.
    """
    others = [key for key, model in state.models.items() if model.side != declaration.by and not model.out]
    ways = 0

    def gone(now: State) -> tuple[bool, bool, bool] | None:
        nonlocal ways
        if any(key not in now.models or now.models[key].out for key in others):
            ways += 1
            return True, True, False
        return None

    def harmed(decided: Decided) -> tuple[bool, bool, bool]:
        nonlocal ways
        found = gone(decided.state)
        if found is None:
            ways += 1
            found = any(_worse(state, decided.state, key) for key in others), False, is_held(decided.effects)
        return found

    found = odds.distribution(ruleset, state, declaration, harmed, most=most, settled=gone)
    harm, out, open_ = (sum((p for key, p in found.items() if key[place]), Fraction(0)) for place in range(3))
    return Hurt(harm, out, open_, ways)


def _worse(before: State, after: State, key: str) -> bool:
    was, now = before.models[key], after.models[key]
    return now.wounds < was.wounds


def rerolls(
    ruleset: Ruleset, state: State, declaration: Declaration[Any], outcome: Decided | DiceWanted, sides: Sequence[str]
) -> Iterator[tuple[Reroll, int, str]]:
    """The paid re-rolls open to these sides, for the lowest failed die of each roll, with the face that it shows and
    the clause of the roll. While more dice are wanted, that is the roll that has just fallen.
    """
    rolls = [effect for effect in outcome.effects if isinstance(effect, Rolled)]
    newest = len(rolls) - 1 if isinstance(outcome, DiceWanted) else 0
    for number, rolled in list(enumerate(rolls))[newest:]:
        die = _worst(rolled)
        if rolled.by not in sides or die is None:
            continue
        read = sum(len(each.faces) + len(each.again) for each in rolls[: number + 1])
        request = Reroll(roll=number, die=die, by="" if rolled.by == declaration.by else rolled.by)
        asked = msgspec.structs.replace(declaration, dice=declaration.dice[:read], rerolls=(request,))
        if tried(ruleset, state, asked) is not None:
            yield request, rolled.faces[die], rolled.rule


def sequels(
    ruleset: Ruleset, state: State, declaration: Declaration[Any], wanted: DiceWanted, sides: Sequence[str]
) -> Iterator[tuple[int, DiceWanted]]:
    """By the face of the one die that is still wanted: the throw after it. None of a face that one of these sides could
    pay to roll again, because that is asked before anything else is rolled.
    """
    for face in range(1, wanted.sides + 1) if wanted.count == 1 else ():
        fallen = msgspec.structs.replace(declaration, dice=(*declaration.dice, face))
        after = tried(ruleset, state, fallen)
        again = () if declaration.rerolls else sides
        if isinstance(after, DiceWanted) and not any(rerolls(ruleset, state, fallen, after, again)):
            yield face, after


def _worst(rolled: Rolled) -> int | None:
    """The lowest die that did not pass; none where nothing was needed."""
    pairs = zip(rolled.faces, rolled.passed, strict=False)
    failed = [(face, index) for index, (face, passed) in enumerate(pairs) if not passed]
    return min(failed)[1] if failed else None
