"""Declarations in tests of any game system: what the rules make of them, what they refuse, what they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

import rules
from rules.kernel.events import Action, Claim, Declaration, Reroll
from rules.kernel.state import State

E = TypeVar("E")


def decide(
    state: State,
    by: str,
    action: Action,
    dice: Iterable[int] = (),
    claim: Iterable[Claim] = (),
    lenient: bool = False,
    rerolls: Iterable[Reroll] = (),
) -> rules.Decided:
    """What the rules of the position's system make of a declaration. Raises what `rules.decide` raises."""
    declared: Declaration[Any] = Declaration(
        by=by, action=action, dice=tuple(dice), claim=tuple(claim), rerolls=tuple(rerolls)
    )
    return rules.decide(rules.load(state.ruleset), state, declared, lenient=lenient)


def effects_of(decided: rules.Decided, kind: type[E], rule: str = "") -> list[E]:
    """The effects of one type, of one clause if it is named."""
    return [effect for effect in decided.effects if isinstance(effect, kind) and rule in ("", effect.rule)]


def refusal(state: State, by: str, action: Action, dice: Iterable[int] = ()) -> str:
    """The clause that refuses a declaration; the test fails when it is accepted."""
    with pytest.raises(rules.IllegalAction) as refused:
        decide(state, by, action, dice)
    return refused.value.clause


def answer(state: State, by: str, action: Action, dice: Iterable[int] = ()) -> str:
    """The clause that refuses a declaration, or `ok`."""
    try:
        decide(state, by, action, dice)
    except rules.IllegalAction as refused:
        return refused.clause
    return "ok"


def wanted(state: State, by: str, action: Action, dice: Iterable[int] = ()) -> tuple[int, str]:
    """How many more dice a declaration needs and the clause they are rolled for."""
    with pytest.raises(rules.DiceWanted) as short:
        decide(state, by, action, dice)
    return short.value.count, short.value.clause


def grounds(state: State, by: str, action: Action, dice: Iterable[int] = (), general: bool = False) -> dict[str, str]:
    """Every rule that forbids a declaration, the rule of the refusal first, with its sentence (or sentences).

    The test fails when the declaration is accepted, or when the refusal is general and was not expected to be.
    """
    with pytest.raises(rules.IllegalAction) as refused:
        decide(state, by, action, dice)
    assert refused.value.general == general, refused.value
    found: dict[str, str] = {}
    for clause, text in rules.problem(refused.value).told():
        found[clause] = f"{found[clause]}; {text}" if clause in found else text
    return found


def says(told: dict[str, str], row: str, *words: str) -> bool:
    """Whether a refusal cites a row with these words (or numbers) in its sentence."""
    return row in told and all(word in told[row] for word in words)
