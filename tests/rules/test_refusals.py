"""Refusals of made-up declarations in recorded games: how many say no more than that nobody asked, or whose turn it is.

What a battle declared is declared again, at another time, by another unit, at another target or a little farther on.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

import rules
from rules.kernel.actions import Begin, Muster
from rules.kernel.errors import GROUNDS, DiceWanted, IllegalAction, Malformed
from rules.kernel.events import Action, Administrative, Declaration
from rules.kernel.state import State
from tests.kernel.systems import games, positions, recorded, ruleset
from tests.playthroughs import SYSTEMS

COUNT = 400
"""Refusals looked at in each system."""
MOST = {"kt": 11, "wh40k": 20, "cod": 15, "t9a": 17, "necro": 20}
"""Per cent that may be general. Before acts said why nobody asks for them it was 26, 41 and 28."""
JUSTIFIED = {
    "pass": "a pass is no act of the documents: nothing but the turn can be against it",
    "take-test": "why a rule demanded no test is not in a position: the occasion did not come",
    "fight": "which models strike is asked of a side: between two combats nothing is to be said of a model",
    "pile-in": "as fight",
    "end-roll": "a roll at the end of a turn is asked for by a rule, and has no condition of its own",
    "roll-length": "as end-roll",
    "consolidate": "whether a model has just fought is the question itself",
    "consolidate-move": "as run",
    "run": "the answer to a roll of its own: there was none, or it has been answered",
    "choose-combat": "which combat comes next is asked when there are several",
    "deny": "the power failed its test, or the chance was let go: neither is in a position",
    "choose-zone": "only the winner of the roll-off chooses, once",
    "choose-side": "as choose-zone",
    "choose-starter": "as choose-zone",
    "flee": "who flees was decided by the check before it",
    "sweep": "the pursuit is asked for when a unit flees",
    "fall-back": "as flee: the unit does fall back, and has moved",
    "misplace": "the answer to a mishap of its own",
    "formation": "the answer to the landing of a unit of its own",
    "place-markers": "the answer to a barrage of its own",
    "break-off": "the answer to a declaration of its own",
    "hit-and-run-order": "as break-off",
    "open-hideout": "a note is opened when the question comes",
    "bombard": "asked for once, before the first turn",
    "activate-trap": "asked for when a unit passes: that nobody has is the question itself",
    "take-trap": "as activate-trap",
    "charge-again": "asked in the course of a declaration, once its roll has been seen: nobody rolls now",
    "look-out": "as charge-again",
    "face": "the answer to a charge: which fighters it has engaged is the question itself",
    "choose-target": "the answer to a charge of its own",
    "give-way": "the answer to a charge at a fighter that has no room",
    "move-on": "the answer to a move of its own, which ended where nobody may stop",
    "insane-roll": "asked once, when a fighter is activated that is insane",
    "operate-now": "the answer to a hack of its own",
    "step-aside": "asked when a door closes on a fighter",
    "allocate": "asked between strikes, where there is a choice: whose turn to strike it is is the question itself",
    "spell-outcome": "the answer to a spell of its own, once: what came of it has been said",
    "test-again": "asked once, after a failed test: that has been re-rolled, or let stand",
    "stand-apart": "asked when a fighter has been moved against its will",
}
"""Acts whose refusal may be general although it is the side's turn and nothing else is decided, and why."""


class Tried(NamedTuple):
    """A declaration that was refused, and where."""

    state: State
    declared: Declaration[Any]
    refused: IllegalAction


def changed(rng: Random, action: Action, state: State) -> Action:
    """The action as it was, or of another unit, or at another target."""
    fields = {each.name: getattr(action, each.name) for each in msgspec.structs.fields(type(action))}
    holders = list(state.units if "unit" in fields else state.models)
    kind = rng.choice(("same", "same", "another", "target"))
    for name in ("unit", "model", "fighter") if kind == "another" else ("target",) if kind == "target" else ():
        if fields.get(name) in holders:
            fields[name] = rng.choice(holders)
    if kind == "target" and fields.get("targets"):
        fields["targets"] = (rng.choice(holders),)
    return type(action)(**fields)


def attempt(rng: Random, key: str, names: list[str]) -> Tried | None:
    """One made-up declaration, if it is refused by a rule."""
    name = rng.choice(names)
    states, events = positions((key, name)), recorded(key, name).events
    at = rng.randrange(3, len(states) - 1)
    near = min(len(events) - 1, max(3, at + rng.randint(-6, 6)))
    event = events[rng.choice((at - 1, near, rng.randrange(3, len(events))))]
    if isinstance(event.action, (Administrative, Begin, Muster)) or states[at].over is not None:
        return None
    declared: Declaration[Any] = Declaration(by=event.by, action=changed(rng, event.action, states[at]))
    try:
        rules.decide(ruleset(key), states[at], declared)
    except IllegalAction as refused:
        return Tried(states[at], declared, refused)
    except (DiceWanted, Malformed):
        pass
    return None


@cache
def refused(key: str) -> tuple[Tried, ...]:
    """So many refusals in positions of a system's recorded games."""
    rng, names = Random(21), [file.header.game for file in games(key, 6)]
    found: list[Tried] = []
    while len(found) < COUNT:
        tried = attempt(rng, key, names)
        found += [tried] if tried is not None else []
    return tuple(found)


def tag(tried: Tried) -> str:
    return str(type(tried.declared.action).__struct_config__.tag)


@pytest.mark.parametrize("key", SYSTEMS)
def test_few_refusals_say_only_that_nobody_asked(key: str) -> None:
    general = Counter(tag(tried) for tried in refused(key) if tried.refused.general)
    assert 100 * sum(general.values()) <= MOST[key] * COUNT, general.most_common()


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_general_refusal_in_ones_own_turn_is_justified(key: str) -> None:
    """Where another side is to act or to decide, that is the reason, and it is said."""
    unexplained = {
        (tag(tried), tried.refused.message)
        for tried in refused(key)
        if tried.refused.general and _is_its_turn(tried) and tag(tried) not in JUSTIFIED
    }
    assert unexplained == set()


def _is_its_turn(tried: Tried) -> bool:
    """Whether the declaring side is to act with a unit of its own, and nothing waits."""
    state, by, action = tried.state, tried.declared.by, tried.declared.action
    model = getattr(action, "model", "") or getattr(action, "fighter", "")
    named = state.units.get(getattr(action, "unit", "")) or state.models.get(model)
    return state.pending is None and state.to_act == by and (named is None or named.side == by)


def test_what_is_justified_is_an_act() -> None:
    assert set(JUSTIFIED) <= {act.tag for key in SYSTEMS for act in ruleset(key).acts}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_ground_is_a_rule_with_its_sentence(key: str) -> None:
    clauses = ruleset(key).clauses
    several = [tried.refused for tried in refused(key) if GROUNDS in tried.refused.facts]
    assert 3 * len(several) > COUNT, "most such declarations break several rules"
    for each in several:
        grounds = each.facts[GROUNDS]
        assert [grounds[0][name] for name in ("clause", "text")] == [each.clause, each.message]
        assert len({(ground["clause"], ground["text"]) for ground in grounds}) == len(grounds) > 1
        for ground in grounds:
            assert ground["clause"] in clauses and ground["text"]
            assert "{" not in ground["text"], ground
        assert msgspec.json.encode(each.facts)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_ground_can_be_told_in_russian(key: str) -> None:
    """With every number and name of the English sentence."""
    known = ruleset(key).refusals
    grounds = {ground.text: ground for tried in refused(key) for ground in rules.problem(tried.refused).grounds()}
    assert len(grounds) > 50
    for text, ground in grounds.items():
        told = known.russian(text, ground.facts)
        assert told and re.search("[а-яё]", told), text
        assert set(re.findall(r"\d+\.\d+", text)) <= set(re.findall(r"\d+\.\d+", told)), (text, told)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_brief_refusal_is_one_of_the_grounds(key: str) -> None:
    """Whoever only tries gets the first rule that forbids it; who asks gets that among all of them."""
    for tried in refused(key)[:100]:
        with pytest.raises(IllegalAction) as brief:
            rules.decide(ruleset(key), tried.state, tried.declared, brief=True)
        told = dict(rules.problem(tried.refused).told())
        assert brief.value.clause in told and GROUNDS not in brief.value.facts
