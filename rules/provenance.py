"""Where the dice of a game come from, and recomputing every one of them from the seeds (docs/dice.md).

Where the site rolls, seeds are committed to before the game begins and revealed after it is over; in between the key
that follows from them gives the dice of event `n`, in the order the rules read them. No choice made after the
commitments affects a die, so nobody can choose one; and anybody can recompute all of them afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel import engine, line
from rules.kernel.actions import Begin
from rules.kernel.dice import Seeded, Throw
from rules.kernel.effects import AnyEffect, Rolled, sealed_key
from rules.kernel.engine import Decided
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Administrative, Declaration, Event, Finding, Header, Provenance, Severity
from rules.kernel.hold import GoOn
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.rulings import Amend, TakeBack
from rules.kernel.secrets import DICE, SERVER, Commit, Reveal, commitment
from rules.kernel.state import State

SEED = re.compile(r"[0-9a-f]{64}")
"""32 random bytes in lower-case hexadecimal."""

Standing: TypeAlias = Literal["declared", "recomputed", "unrevealed"]
"""The status of a game's dice: players declared them; every one was recomputed; the seeds are not revealed (yet)."""


def committers(ruleset: Ruleset, provenance: Provenance) -> tuple[str, ...]:
    """The parties whose seeds make the dice; the first of them commits before the others."""
    sides = sorted(ruleset.sides) if provenance == "shared" else ()
    return () if provenance == "table" else (SERVER, *sides)


def key_of(ruleset: Ruleset, provenance: Provenance, seeds: Mapping[str, str]) -> bytes | None:
    """The key of a game's dice, or None while a seed is missing or malformed. `seeds` are hexadecimal, by party."""
    wanted = [seeds.get(who, "") for who in committers(ruleset, provenance)]
    if not wanted or not all(map(SEED.fullmatch, wanted)):
        return None
    site, *players = map(bytes.fromhex, wanted)
    return hmac.digest(site, b"".join(players), hashlib.sha256) if players else site


def stream(key: bytes, game: str, number: int) -> Seeded:
    """The stream of dice for event `number` of the game with this id."""
    return Seeded(key, f"{game}/{number}/")


# before a declaration is decided


def refuse_chosen(ruleset: Ruleset, header: Header, state: State, declaration: Declaration[Any]) -> None:
    """Refuse a declaration that would choose dice, or that comes before the seeds are committed to.

    Raises:
        IllegalAction: `log.dice-face` for declared dice, for claims, and for re-rolls of dice not yet rolled;
        `log.dice-commit` for beginning without seeds, or for a seed that does not belong to this game's dice.
    """
    action, who = declaration.action, committers(ruleset, header.dice)
    if isinstance(action, Commit) and action.subject == DICE and declaration.by not in who:
        raise IllegalAction(LOG["dice-commit"], f"no seed of {declaration.by} goes into the dice of this game")
    if not who:
        return
    for named in ("dice", "claim"):
        if getattr(declaration, named):
            raise IllegalAction(LOG["dice-face"], f"the site rolls in this game: a {named} cannot be declared")
    if declaration.rerolls and not isinstance(action, GoOn):
        raise IllegalAction(
            LOG["dice-face"], "a roll can only be re-rolled once it has been made: name the sides to ask in `hold`"
        )
    missing = [each for each in who if sealed_key(each, DICE) not in state.sealed]
    if isinstance(action, Begin) and missing:
        raise IllegalAction(LOG["dice-commit"], f"a seed has not been committed to yet: {', '.join(missing)}")


def decide(
    ruleset: Ruleset,
    header: Header,
    state: State,
    declaration: Declaration[Any],
    draw: Callable[[Throw], tuple[int, ...]],
) -> Decided:
    """Decide a declaration (no correction) where the site rolls: as `rules.decide`, with dice from `draw`.

    A player must learn nothing about dice that are not stored. So the declaration is first decided with dice unrelated
    to the game's, once with low and once with high ones, and what the rules refuse then is refused before a die is
    drawn; once one has been drawn, nothing is refused.

    Raises:
        IllegalAction: `refuse_chosen`, and as `rules.decide`.
        Malformed: as `rules.decide`.
    """
    refuse_chosen(ruleset, header, state, declaration)
    lenient = header.policy == "declared"
    if not isinstance(declaration.action, Administrative):
        for lean in (_low(), _high()):
            engine.decide(ruleset, state, declaration, lenient=lenient, draw=lean)
    return engine.decide(ruleset, state, declaration, lenient=lenient, draw=draw, bound=True)


def _low() -> Callable[[Throw], tuple[int, ...]]:
    """Dice that each show one of the two lowest faces: two, because ties are rolled again."""
    dice = Seeded(b"low")
    return lambda throw: tuple(1 + dice.below(min(2, throw.sides)) for _ in range(throw.count))


def _high() -> Callable[[Throw], tuple[int, ...]]:
    dice = Seeded(b"high")
    return lambda throw: tuple(throw.sides - dice.below(min(2, throw.sides)) for _ in range(throw.count))


# afterwards


def check(ruleset: Ruleset, header: Header, events: Sequence[Event[Any]]) -> Iterator[Finding]:
    """Everything wrong with the origin of a whole game's dice; without revealed seeds nothing is recomputed.

    `rules.report.unopened` reports commitments that are never opened.
    """
    yield from protocol(ruleset, header, events)
    yield from faces(header, key_revealed(ruleset, header, events), events, first_reveal(events))
    yield from seen_and_taken_back(header, events)


def standing(ruleset: Ruleset, header: Header, events: Iterable[Event[Any]]) -> Standing:
    """What is known about a game's dice; `events` include all that commit and reveal."""
    if header.dice == "table":
        return "declared"
    return "unrevealed" if key_revealed(ruleset, header, events) is None else "recomputed"


def key_revealed(ruleset: Ruleset, header: Header, events: Iterable[Event[Any]]) -> bytes | None:
    """The key from the seeds that were revealed and match their commitments; None while one is missing.

    `events` include all that commit and reveal.
    """
    return key_of(ruleset, header.dice, _revealed(events))


def first_reveal(events: Iterable[Event[Any]]) -> int:
    """The number of the first event that reveals a dice seed; 0 if none does."""
    shown = (e.number for e in events if isinstance(e.action, Reveal) and e.action.subject == DICE)
    return next(shown, 0)


def _revealed(events: Iterable[Event[Any]]) -> dict[str, str]:
    """The revealed seeds that match their commitments, by party."""
    committed: dict[str, str] = {}
    found: dict[str, str] = {}
    for event in events:
        action = event.action
        if isinstance(action, Commit) and action.subject == DICE:
            committed.setdefault(event.by, action.commitment)
        elif isinstance(action, Reveal) and action.subject == DICE:
            hashed = commitment(event.by, DICE, action.value, action.salt)
            found |= {event.by: action.value} if hashed == committed.get(event.by) else {}
    return found


def protocol(ruleset: Ruleset, header: Header, events: Iterable[Event[Any]]) -> Iterator[Finding]:
    """Whether exactly the right seeds were committed to in time; `events` include all that commit, begin, reveal, or
    take steps back.
    """
    who = committers(ruleset, header.dice)
    committed: set[str] = set()
    for event in events:
        match event.action:
            case Commit(subject="dice"):
                if event.by not in who:
                    text = f"no seed of {event.by} goes into the dice of this game"
                    yield _finding(event, "dice-commit", "illegal", text)
                elif event.by != SERVER and SERVER not in committed:
                    text = f"the server had not committed to its seed before {event.by} did"
                    yield _finding(event, "dice-commit", "illegal", text)
                committed.add(event.by)
            case Begin():
                missing = [each for each in who if each not in committed]
                if missing:
                    text = f"the game began before these had committed to a seed: {', '.join(missing)}"
                    yield _finding(event, "dice-commit", "illegal", text)
            case Reveal(subject="dice", value=value) if not SEED.fullmatch(value):
                yield _finding(event, "dice-reveal", "impossible", "what was revealed is no seed of 32 bytes")


def faces(header: Header, key: bytes | None, events: Iterable[Event[Any]], revealed: int = 0) -> Iterator[Finding]:
    """Every die of some events that differs from what the seeds give. `revealed` is the number of the first reveal.

    Without a `key` no die can be recomputed, but dice rolled too late are still found.
    """
    if header.dice == "table":
        return
    for event in events:
        if event.dice and revealed and event.number > revealed:
            yield _finding(
                event, "dice-reveal", "impossible", "dice were rolled when the seeds were known to everybody"
            )
        if event.dice and key is not None:
            sides = _sides(event.effects)
            # Dice rolled before a waiting declaration went on were drawn for the event that held.
            before = max(0, len(sides) - len(event.dice)) if isinstance(event.action, GoOn) else 0
            yield from _compare(event, event.dice, stream(key, header.game, event.number), sides[before:])
        if isinstance(event.action, Amend) and key is not None:
            yield from _amended(header, key, event, event.action)


def seen_and_taken_back(header: Header, events: Iterable[Event[Any]]) -> Iterator[Finding]:
    """Take-backs of steps whose dice both sides had seen: another declaration then gets other dice.

    `events` include all take-backs and the steps taken back.
    """
    rolled: set[int] = set()
    for event in events:
        if isinstance(event.action, TakeBack) and header.dice != "table":
            seen = [each.step for each in line.corrections(event) if each.step in rolled]
            if seen:
                text = f"dice had been seen of what was taken back: step {', '.join(map(str, seen))}"
                yield _finding(event, "take-back", "advice", text)
        if event.dice:
            rolled.add(event.number)


def _amended(header: Header, key: bytes, event: Event[Any], action: Amend) -> Iterator[Finding]:
    """Judges cannot choose dice either: an amended declaration gets the dice of its step's number."""
    written = action.declaration.get("dice", ())
    meant = next((each.effects for each in line.corrections(event) if each.step == action.step), ())
    if written:
        yield from _compare(event, tuple(written), stream(key, header.game, action.step), _sides(meant))


def _sides(effects: Iterable[AnyEffect]) -> list[int]:
    """How many sides each die of a step has, in the order of reading.

    `rules.verify` checks that these are the dice the rules read.
    """
    return [
        effect.sides
        for effect in effects
        if isinstance(effect, Rolled)
        for _ in range(len(effect.faces) + len(effect.again))
    ]


def _compare(event: Event[Any], dice: tuple[int, ...], drawn: Seeded, sides: Sequence[int]) -> Iterator[Finding]:
    given = tuple(drawn.die(sides[index] if index < len(sides) else 6) for index in range(len(dice)))
    if given == dice:
        return
    place = next(index for index, (one, other) in enumerate(zip(dice, given, strict=True)) if one != other)
    text = f"die {place + 1} of {len(dice)} is {dice[place]}; the seeds give {given[place]}"
    found = _finding(event, "dice-face", "impossible", text)
    yield msgspec.structs.replace(found, declared=_text(dice), computed=_text(given))


def _text(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))


def _finding(event: Event[Any], clause: str, severity: Severity, message: str) -> Finding:
    return Finding(number=event.number, rule=LOG[clause], severity=severity, message=message)


_WORDS: dict[Standing, str] = {
    "declared": "the dice are those that players declared",
    "recomputed": "every die was recomputed from seeds of {seeds}",
    "unrevealed": "the dice come from seeds of {seeds}; not all of them are revealed, so NO DIE WAS RECOMPUTED",
}


def words(header: Header, known: Standing) -> str:
    """Where a game's dice come from and whether they were recomputed, in English."""
    seeds = "the server and the players" if header.dice == "shared" else "the server"
    return _WORDS[known].format(seeds=seeds)
