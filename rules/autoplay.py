"""The autoplayer: a seeded player for both sides that declares only what the rules allow, to the end of the game.

A ruleset's player proposes declarations from the options, best first; the first the rules accept is recorded with the
dice it took. Same ruleset, rosters and seed: same game, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.gamefile import GameFile, Record, make_event, seal
from rules.kernel import engine
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Declaration, Header, Policy, Reroll
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table

MAX_STEPS = 10_000
"""A game longer than this does not end: that would be an error of the rules."""


class Stuck(RuntimeError):
    """The player found nothing the rules accept, which they promise never happens."""


class Autoplay:
    """A game in the making. `declarations` may be taken one by one, or `finish` plays to the end."""

    def __init__(self, ruleset: Ruleset, seed: int, state: State | None = None, lenient: bool = False) -> None:
        self.ruleset = ruleset
        self.state = state.copied() if state is not None else engine.empty(ruleset)
        self.lenient = lenient
        self._dice = Seeded(str(seed).encode(), "dice")
        self._player = ruleset.player(Seeded(str(seed).encode(), "player"))

    def begin(self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]) -> list[Any]:
        """The opening declarations: the table, then each side's muster."""
        made: list[Any] = self._player.opening(rosters, table, options)
        return made

    def next(self) -> tuple[Declaration[Any], engine.Decided] | None:
        """The next declaration with its dice and what came of it, or None at the end of the game.

        Raises:
            Stuck: nothing proposed was accepted.
        """
        if self.state.over is not None:
            return None
        for proposed in self._player.proposals(self.ruleset, self.state):
            decided = self._try(proposed)
            if decided is not None:
                return self.play(*self._again(proposed, decided))
        raise Stuck(f"nothing to declare in the {self.state.phase} phase of round {self.state.round}")

    def play(self, declaration: Declaration[Any], decided: engine.Decided) -> tuple[Declaration[Any], engine.Decided]:
        """Go on from a decided declaration; returns it with the dice that were read."""
        self.state = decided.state
        return msgspec.structs.replace(declaration, dice=decided.dice), decided

    def decide(self, declaration: Declaration[Any]) -> engine.Decided:
        """Decide from the present position, drawing dice as they are needed."""
        return engine.decide(self.ruleset, self.state, declaration, lenient=self.lenient, draw=self._dice.throw)

    def _again(self, declaration: Declaration[Any], decided: engine.Decided) -> tuple[Declaration[Any], engine.Decided]:
        """The same with a roll made again, if the player wants that and the rules allow it."""
        wanted: Reroll | None = self._player.reroll(decided)
        if wanted is None:
            return declaration, decided
        rolls = [effect for effect in decided.effects if isinstance(effect, Rolled)]
        read = sum(len(rolled.faces) + len(rolled.again) for rolled in rolls[: wanted.roll + 1])
        once_more = msgspec.structs.replace(declaration, dice=decided.dice[:read], rerolls=(wanted,))
        other = self._try(once_more)
        return (declaration, decided) if other is None else (once_more, other)

    def _try(self, declaration: Declaration[Any]) -> engine.Decided | None:
        try:
            return engine.decide(self.ruleset, self.state, declaration, draw=self._dice.throw)
        except IllegalAction:
            return None


def play(
    ruleset: Ruleset,
    rosters: Sequence[Roster],
    seed: int,
    *,
    table: Table | None = None,
    options: dict[str, int | str | bool] | None = None,
    policy: Policy = "enforced",
    game: str = "",
    stop_after: int = MAX_STEPS,
) -> GameFile:
    """Play a whole game between two rosters and return it as a game file.

    Raises:
        IllegalAction: a roster cannot be mustered under the options.
        Stuck: the autoplayer found nothing to declare.
    """
    header = Header(game=game or f"{ruleset.id}-{seed}", ruleset=ruleset.id, version=ruleset.version, policy=policy)
    file = GameFile(header)
    auto = Autoplay(ruleset, seed)
    for declaration in auto.begin(rosters, table or ruleset.table(seed), options or {}):
        add(file, *auto.play(declaration, auto.decide(declaration)))
    while len(file.records) < stop_after and (step := auto.next()) is not None:
        add(file, *step)
    return file


def add(file: GameFile, declaration: Declaration[Any], decided: engine.Decided) -> Record:
    """Append a decided declaration to a game file."""
    record = seal(make_event(len(file.records) + 1, declaration, decided.effects, file.head))
    file.records.append(record)
    return record
