"""The log's own refusals, besides those of the rules (`rules.Malformed`, `IllegalAction`, `DiceWanted`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias
from uuid import UUID

from django.http import Http404

import rules
from gamelog.streams.errors import LogError, StaleStream
from rules.consequences import Consequences

if TYPE_CHECKING:
    from gamelog.games.models import QueuedWork


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


AnswerReason: TypeAlias = Literal["answered", "played"]
"""Why the answer of somebody who was seated by somebody else is refused: they answered otherwise before; they decline
a battle in which they declared steps themselves.
"""


class SeatAnswerRefused(LogError):
    """Somebody who was seated by somebody else cannot answer like this any more."""

    def __init__(self, reason: AnswerReason) -> None:
        super().__init__(f"the answer was not stored: {reason}")
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


class TakenDown(LogError, Http404):
    """An import that staff of the site took down. For whoever knows nothing else of it, there is no such game."""

    def __init__(self, game_id: UUID | str) -> None:
        super().__init__(f"the staff of the site has taken down the import {game_id}")


class StillQueued(LogError):
    """What was asked for waits for a worker, or is being worked out, as its `row` in the queue says."""

    def __init__(self, row: QueuedWork) -> None:
        super().__init__("this takes a while: a worker does it, so ask again in some seconds")
        self.row = row


class QueueFull(LogError):
    """So much work waits that no more is taken on. `of` says for whom: the one who asks (`asker`), the `game`, or all
    of the `site`; `most` is the limit, `again` the seconds after which there may be room.
    """

    def __init__(self, of: Literal["asker", "game", "site"], most: int, again: int) -> None:
        of_whom = {"asker": "you", "game": "this game", "site": "all"}[of]
        super().__init__(f"{most} pieces of work for {of_whom} wait already: ask again in {again} seconds")
        self.of, self.most, self.again = of, most, again


class NotDrawn(Exception):
    """A moving picture cannot be drawn; the message says why, in its language."""


class TooManyPictures(Exception):
    """So many moving pictures wait to be drawn that no other is taken on."""

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} moving pictures wait to be drawn already")
