"""The log's own refusals, besides those of the rules (`rules.Malformed`, `IllegalAction`, `DiceWanted`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import rules
from gamelog.streams.errors import LogError, StaleStream
from rules.consequences import Consequences


class StaleGame(StaleStream):
    """Somebody else stored an event of the game first."""

    sentence = "the game has {actual} events, not {expected}: somebody was first"


class ConsequencesChanged(LogError):
    """A correction no longer has the consequences that were shown before it was confirmed; `consequences` are the
    present ones.
    """

    def __init__(self, consequences: Consequences) -> None:
        super().__init__("the correction no longer has the outcome that was shown: look at it again")
        self.consequences = consequences


class TakeBackClosed(LogError):
    """A proposal to take steps back has already been answered, or the game has moved on."""

    def __init__(self, state: str) -> None:
        super().__init__(f"this take-back is {state}: it waits for no answer")
        self.state = state


JoinReason: TypeAlias = Literal["unknown", "expired", "full", "over", "playing", "gone", "name"]
"""Why a seat cannot be taken or claimed: no such code, closed or too old, no open seat, the game is over, this account
plays already, the seat is no guest's any more, no fit name.
"""


class JoinRefused(LogError):
    """A seat cannot be taken with this code, or not be claimed."""

    def __init__(self, reason: JoinReason) -> None:
        super().__init__(f"no seat was taken: {reason}")
        self.reason = reason


class NotOpened(LogError):
    """A game did not begin. `place` is what was wrong with it: `table`, `option`, or the side whose force was refused;
    `key` names the option. `error` is the rules' answer.
    """

    def __init__(self, place: str, error: rules.RulesError, key: str = "") -> None:
        super().__init__(f"{place} {key}: {error}")
        self.place = place
        self.key = key
        self.error = error


class BrokenChain(LogError):
    """A game file whose events do not form the chain that their hashes claim."""

    def __init__(self, findings: Sequence[rules.Finding]) -> None:
        lines = "; ".join(f"event {finding.number}: {finding.message} ({finding.rule})" for finding in findings)
        super().__init__(f"the file is not what was recorded: {lines}")
        self.findings = tuple(findings)


class GameExists(LogError):
    """A game of this id is stored already, with other events."""

    def __init__(self, game: str, number: int, head: str) -> None:
        super().__init__(f"game {game} is stored already with {number} events and the head {head[:12]}")
        self.game = game
        self.number = number
        self.head = head


class NotDrawn(Exception):
    """A moving picture cannot be drawn; the message says why, in its language."""


class TooManyPictures(Exception):
    """So many moving pictures wait to be drawn that no other is taken on."""

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} moving pictures wait to be drawn already")
