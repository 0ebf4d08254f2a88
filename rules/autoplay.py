"""The autoplayer: a seeded player for both sides that declares only what the rules allow, to the end of the game.

A ruleset's player proposes declarations from the options, best first; the first that the rules accept is recorded with
its dice. Same ruleset, rosters and seed: same game, byte for byte. This also holds where dice come from committed
seeds, which here all follow from the one seed: such a game only shows what such a record looks like, and proves
nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

import msgspec

from rules import provenance
from rules.gamefile import GameFile, Record, make_event, seal
from rules.kernel import engine
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Administrative, Declaration, Header, Provenance, Reroll
from rules.kernel.hold import GoOn, waiting
from rules.kernel.ruleset import Ruleset
from rules.kernel.secrets import DICE, Commit, Reveal, commitment
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.plain_player import Plain

MAX_STEPS = 10_000
"""A game longer than this will never end, which would be a bug in the rules."""


def player_of(ruleset: Ruleset, dice: Seeded) -> Any:
    """The autoplayer of a system, or the plain one if it has none."""
    player = (ruleset.player or Plain)(dice)
    player.sides = ruleset.sides
    return player


class Stuck(RuntimeError):
    """The player found nothing that the rules accept, which should never happen."""


class Autoplay:
    """A game in progress, one declaration at a time. With a `key`, from the seeds in the header, the site rolls."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int,
        state: State | None = None,
        lenient: bool = False,
        header: Header | None = None,
        key: bytes | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.state = state.copied() if state is not None else engine.empty(ruleset)
        self.lenient = lenient
        self.number = 0
        self._header, self._key = header, key
        self._asking = Seeded(str(seed).encode(), "asking")
        self._last: engine.Decided | None = None
        self._dice = Seeded(str(seed).encode(), "dice")
        self._player = player_of(ruleset, Seeded(str(seed).encode(), "player"))

    def begin(self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]) -> list[Any]:
        """The opening declarations: the table, then each side's muster."""
        made: list[Any] = self._player.opening(rosters, table, options)
        return made

    def next(self) -> tuple[Declaration[Any], engine.Decided] | None:
        """The next declaration with its dice and effects; None when the game is over and nothing is left to reveal.

        Raises:
            Stuck: nothing proposed was accepted.
        """
        if self.state.over is not None:
            opening = next(iter(self._player.closing(self.state)), None)
            return None if opening is None else self.play(opening, self.decide(opening))
        if waiting(self.state) is not None:
            answer = self._answer()
            return self.play(answer, self.decide(answer))
        for proposed in self._player.proposals(self.ruleset, self.state):
            administrative = isinstance(proposed.action, Administrative)
            if self._key is not None and not administrative and not self._asking.below(3):
                proposed = msgspec.structs.replace(proposed, hold=self.ruleset.sides)
            decided = self._try(proposed)
            if decided is not None:
                return self.play(*self._again(proposed, decided))
        raise Stuck(f"nothing to declare in the {self.state.phase} phase of round {self.state.round}")

    def play(self, declaration: Declaration[Any], decided: engine.Decided) -> tuple[Declaration[Any], engine.Decided]:
        """Continue from a decided declaration; returns it with the dice that were read."""
        self.state, self._last = decided.state, decided
        self.number += 1
        return msgspec.structs.replace(declaration, dice=decided.dice), decided

    def decide(self, declaration: Declaration[Any]) -> engine.Decided:
        """Decide from the current position, drawing dice as needed."""
        return self._decide(declaration, self.lenient)

    def _decide(self, declaration: Declaration[Any], lenient: bool) -> engine.Decided:
        if self._key is None or self._header is None:
            draw = self._dice.throw
            return engine.decide(self.ruleset, self.state, declaration, lenient=lenient, draw=draw, brief=True)
        drawn = provenance.stream(self._key, self._header.game, self.number + 1)
        return provenance.decide(self.ruleset, self._header, self.state, declaration, drawn.throw)

    def _answer(self) -> Declaration[Any]:
        """A side's answer whether to re-roll: yes where it is free, or if the player thinks the roll is bad."""
        asked = waiting(self.state)
        assert asked is not None
        if asked.about.get("free"):
            return Declaration(by=asked.side, action=GoOn())
        shown = [effect for effect in self._last.effects if isinstance(effect, Rolled)] if self._last else []
        wanted: Reroll | None = self._player.again(shown[-1], len(shown) - 1) if shown else None
        return Declaration(by=asked.side, action=GoOn(), rerolls=(wanted,) if wanted else ())

    def _again(self, declaration: Declaration[Any], decided: engine.Decided) -> tuple[Declaration[Any], engine.Decided]:
        """The same declaration with a re-roll, if the player wants one and the rules allow it."""
        if self._key is not None:
            return declaration, decided
        wanted: Reroll | None = self._player.reroll(decided)
        if wanted is None:
            return declaration, decided
        if wanted.by == declaration.by:
            wanted = msgspec.structs.replace(wanted, by="")
        rolls = [effect for effect in decided.effects if isinstance(effect, Rolled)]
        read = sum(len(rolled.faces) + len(rolled.again) for rolled in rolls[: wanted.roll + 1])
        once_more = msgspec.structs.replace(declaration, dice=decided.dice[:read], rerolls=(wanted,))
        other = self._try(once_more)
        return (declaration, decided) if other is None else (once_more, other)

    def _try(self, declaration: Declaration[Any]) -> engine.Decided | None:
        try:
            return self._decide(declaration, False)
        except IllegalAction:
            return None


def play(
    ruleset: Ruleset,
    rosters: Sequence[Roster],
    seed: int,
    *,
    table: Table | None = None,
    options: dict[str, int | str | bool] | None = None,
    game: str = "",
    dice: Provenance = "table",
    stop_after: int = MAX_STEPS,
) -> GameFile:
    """Play a whole game between two rosters and return it as a game file. `dice` says where they come from.

    Raises:
        IllegalAction: a roster cannot be mustered under the options.
        Stuck: the autoplayer found nothing to declare.
    """
    header = Header(game=game or f"{ruleset.id}-{seed}", ruleset=ruleset.id, version=ruleset.version, dice=dice)
    file, written = GameFile(header), seeds(ruleset, dice, seed)
    key = provenance.key_of(ruleset, dice, {who: value for who, (value, _) in written.items()})
    auto = Autoplay(ruleset, seed, header=header, key=key)
    for who, (value, salt) in written.items():
        sealed = Commit(subject=DICE, commitment=commitment(who, DICE, value, salt))
        _declare(file, auto, Declaration(by=who, action=sealed))
    for declaration in auto.begin(rosters, table or ruleset.table(seed), options or {}):
        _declare(file, auto, declaration)
    while len(file.records) < stop_after and (step := auto.next()) is not None:
        add(file, *step)
    for who, (value, salt) in written.items() if auto.state.over is not None else ():
        _declare(file, auto, Declaration(by=who, action=Reveal(subject=DICE, value=value, salt=salt)))
    return file


def seeds(ruleset: Ruleset, dice: Provenance, seed: int) -> dict[str, tuple[str, str]]:
    """A dice seed, and the salt of its commitment, for every party whose seed contributes to the dice."""
    return {who: _written(seed, who) for who in provenance.committers(ruleset, dice)}


def _written(seed: int, who: str) -> tuple[str, str]:
    value, salt = (
        hmac.digest(str(seed).encode(), f"{what} of {who}".encode(), hashlib.sha256).hex() for what in ("seed", "salt")
    )
    return value, salt


def _declare(file: GameFile, auto: Autoplay, declaration: Declaration[Any]) -> None:
    add(file, *auto.play(declaration, auto.decide(declaration)))


def add(file: GameFile, declaration: Declaration[Any], decided: engine.Decided) -> Record:
    """Append a decided declaration to a game file."""
    record = seal(make_event(len(file.records) + 1, declaration, decided.effects, file.head))
    file.records.append(record)
    return record
