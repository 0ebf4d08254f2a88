"""What the log refuses, besides what the rules refuse (`rules.Malformed`, `IllegalAction`, `DiceWanted`)."""

from __future__ import annotations

from collections.abc import Sequence

import rules
from gamelog.streams.errors import LogError, StaleStream
from rules.consequences import Consequences


class StaleGame(StaleStream):
    """Somebody was first with an event of the game."""

    sentence = "the game has {actual} events, not {expected}: somebody was first"


class ConsequencesChanged(LogError):
    """A correction would not come to what was shown before it was confirmed; `consequences` are what it comes to."""

    def __init__(self, consequences: Consequences) -> None:
        super().__init__("the correction comes to something else than was shown: look at it again")
        self.consequences = consequences


class TakeBackClosed(LogError):
    """A proposal to take steps back was answered before, or the game went on."""

    def __init__(self, state: str) -> None:
        super().__init__(f"this take-back is {state}: it waits for no answer")
        self.state = state


class BrokenChain(LogError):
    """A game file whose events do not form the chain their hashes say."""

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
