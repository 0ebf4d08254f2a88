"""Games with corrections: what a judge declares, how it is stored, and random rulings over autoplayed games."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

import rules
from rules.autoplay import Autoplay
from rules.kernel.events import Administrative, Declaration, Event, Ruling
from rules.kernel.rulings import (
    JUDGE,
    SETUP,
    WITHDRAWN,
    Adjust,
    Amend,
    Award,
    Penalty,
    Strike,
    TakeBack,
    Void,
)
from tests.kernel.games import KT, game

Events = list[Event[Any]]
CITED = {
    "kt": ("kt.move.overlap", "kt.save.roll"),
    "wh40k": ("wh40k.assumed.movement.infantry", "wh40k.assumed.save.armour"),
    "cod": ("wh40k.assumed.movement.infantry", "cod.board.accessories"),
    "t9a": ("t9a.core.unit-spacing", "t9a.core.saves"),
    "necro": ("necro.one-inch.rule", "necro.core.save"),
}
"""Rules that rulings appeal to."""
WHY: dict[str, Any] = {"rule": "log.ruling", "reason": "the table agrees that it was so"}


def judged(action: Ruling) -> Declaration[Any]:
    """What the judge declares."""
    return Declaration(by=JUDGE, action=action)


def decided(events: Events, declaration: Declaration[Any], of: rules.Ruleset = KT, **more: Any) -> rules.Decided:
    """A declaration after all of `events`."""
    return rules.decide(of, rules.fold(of, events), declaration, history=events, **more)


def stored(events: Events, declaration: Declaration[Any] | Ruling, **more: Any) -> Events:
    """The events with one more."""
    declared = judged(declaration) if isinstance(declaration, Ruling) else declaration
    effects = decided(events, declared, **more).effects
    return [*events, rules.make_event(len(events) + 1, declared, effects, "")]


def acts(events: Events) -> list[Event[Any]]:
    """The steps of the battle that a judge may void."""
    return [event for event in events if not isinstance(event.action, (Administrative, *SETUP))]


def plain(declaration: Declaration[Any]) -> dict[str, Any]:
    """A declaration as an amendment holds it."""
    found: dict[str, Any] = msgspec.json.decode(rules.canonical(declaration))
    return found


def ruling(rng: Random, events: Events, of: rules.Ruleset = KT) -> Ruling:
    """Some ruling that is allowed."""
    steps = [event.number for event in acts(events)]
    kinds = ["void", "void", "void", "amend", "amend", "own", "adjust", "points", "warning", "award", "end", "withdraw"]
    kind = rng.choice(kinds)
    why: dict[str, Any] = {
        "rule": rng.choice(["log.ruling", *CITED[of.id]]),
        "reason": f"ruling {rng.random()}",
    }
    match kind:
        case "void":
            return Void(steps=tuple(rng.sample(steps, min(len(steps), rng.choice([1, 1, 2, 5])))), **why)
        case "withdraw":
            made = [event.number for event in events if isinstance(event.action, WITHDRAWN)]
            return Void(steps=(rng.choice(made or steps),), **why)
        case "amend":
            return _amend(rng, events, why)
        case "own":
            return Amend(step=rng.choice(steps), **why)
        case "adjust":
            return Adjust(score={rng.choice("ab"): rng.choice([-40, -3, 5, 60])}, **why)
        case "points":
            return Penalty(side=rng.choice("ab"), kind="points", points=rng.choice([1, 30]), **why)
        case "warning":
            return Penalty(side=rng.choice("ab"), kind="warning", **why)
        case "award":
            return Award(winner=rng.choice(["a", "b", ""]), **why)
    return rng.choice([Strike(**why), Penalty(side=rng.choice("ab"), kind="game", **why), Award(winner="a", **why)])


def _amend(rng: Random, events: Events, why: dict[str, Any]) -> Amend:
    """Another declaration: other dice, or what was declared at another step."""
    event = rng.choice(acts(events))
    meant = event.declaration()
    if meant.dice and rng.random() < 0.6:
        dice = tuple(rng.randint(1, 6) for _ in meant.dice)
        return Amend(step=event.number, declaration=plain(msgspec.structs.replace(meant, dice=dice)), **why)
    other = rng.choice([each for each in acts(events) if type(each.action) is type(event.action)])
    return Amend(step=event.number, declaration=plain(other.declaration()), **why)


def ruled(events: Events, rng: Random, many: int, ending: bool = True, of: rules.Ruleset = KT) -> Events:
    """The events with `many` rulings more; without `ending` none of them ends the game."""
    while many:
        action = ruling(rng, events, of)
        if not ending and isinstance(action, Award | Strike | Penalty) and getattr(action, "kind", "game") == "game":
            continue
        try:
            events = stored(events, action, of=of)
        except rules.RulesError:
            continue
        many -= 1
    return events


def played_on(events: Events, seed: int, steps: int, of: rules.Ruleset = KT) -> Events:
    """The events with up to `steps` more that an autoplayer declares."""
    auto = Autoplay(of, seed, rules.fold(of, events))
    for _ in range(steps):
        step = auto.next()
        if step is None:
            break
        declaration, made = step
        events = [*events, rules.make_event(len(events) + 1, declaration, made.effects, "")]
    return events


def mixed(seed: int, rosters: str = "demo", rounds: int = 6) -> Events:
    """A game of Kill Team in which play and rulings alternate; see `alternating`."""
    return alternating(list(game(seed, rosters).events), seed, rounds)


def alternating(events: Events, seed: int, rounds: int = 6, of: rules.Ruleset = KT) -> Events:
    """A game gone on with from its middle in which play and rulings alternate, take-backs among them, and more rulings
    at the end.
    """
    rng = Random(seed)
    events = events[: rng.randint(len(events) // 4, len(events) // 2)]
    for _ in range(rounds):
        events = ruled(events, rng, rng.randint(1, 3), ending=False, of=of)
        if rng.random() < 0.5:
            events = _taken_back(events, rng, of)
        events = played_on(events, rng.randint(1, 99), rng.randint(1, 15), of)
    return ruled(events, rng, 5, of=of)


def _taken_back(events: Events, rng: Random, of: rules.Ruleset) -> Events:
    steps = [event.number for event in acts(events)]
    try:
        action = TakeBack(since=rng.choice(steps[-6:]), agreed=("a", "b"), **WHY)
        return stored(events, Declaration(by=rng.choice("ab"), action=action), of=of)
    except rules.RulesError:
        return events


def sealed(events: Events, policy: str = "enforced", of: rules.Ruleset = KT) -> rules.GameFile:
    """A game file of these events."""
    made = rules.GameFile(rules.Header(game="ruled", ruleset=of.id, version=of.version, policy=policy))  # type: ignore[arg-type]
    for event in events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    return made
