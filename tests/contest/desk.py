"""An event without a database: acts are decided, written, read back and applied, as the site does it."""

from __future__ import annotations

from typing import Any

import pytest

from gamelog.contest import stream
from gamelog.contest.acts import entries, results, rounds, setting
from gamelog.contest.copying import copied
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.points import POINT
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms

AT = "2026-11-21T10:00:00Z"


def report(a: int, b: int, **more: Any) -> BattleOutcome:
    """A result in whole victory points."""
    return BattleOutcome(a=SideOutcome(victory=a * POINT), b=SideOutcome(victory=b * POINT), **more)


class Desk:
    """One event: `state` is what its `entries` come to."""

    def __init__(self, title: str = "Cup", **terms: Any) -> None:
        self.state = TournamentState()
        self.entries: list[stream.StoredAct] = []
        given: dict[str, Any] = {"ruleset": "kt", "rounds": 3} | terms
        self.do(setting.Announce(title=title, terms=Terms(**given), seed="seed"))

    def do(self, act: Any, at: str = AT) -> stream.StoredAct:
        """Decide and store an act; what is stored reads back as the same bytes."""
        before = copied(self.state)
        decided = stream.decide(self.state, act, at)
        assert self.state == before, "what is decided is not done yet"
        previous = self.entries[-1].hash() if self.entries else ""
        entry = decided.entry(self.state, by="p1", role="organiser", previous=previous)
        read = stream.read_entry(entry.bytes())
        assert read == entry and read.bytes() == entry.bytes()
        stream.evolve(self.state, read)
        self.entries.append(read)
        return read

    def refused(self, act: Any) -> Refused:
        """The refusal of an act; the state stays as it was."""
        before = copied(self.state)
        with pytest.raises(Refused) as caught:
            stream.decide(self.state, act, AT)
        assert self.state == before
        return caught.value

    def enter(self, count: int, **more: Any) -> Desk:
        """Open registration if need be, and register so many players, rated downwards."""
        if self.state.phase == "draft":
            self.do(setting.OpenRegistration())
        for _ in range(count):
            number = len(self.state.entrants) + 1
            given: dict[str, Any] = {"person": f"p{number}", "rating": 2000 - number} | more
            self.do(entries.Register(**given))
        return self

    def pair(self, **more: Any) -> Desk:
        """Pair the next round."""
        self.do(rounds.PairRound(round=len(self.state.rounds) + 1, **more))
        return self

    def play(self, scores: dict[int, tuple[int, int]] | None = None) -> Desk:
        """Pair the next round; the lower number wins 10 to 5 unless `scores` says otherwise by table."""
        self.pair()
        found = self.state.rounds[-1]
        for pair in found.paired.pairs:
            if str(pair.table) not in found.results:
                a, b = (scores or {}).get(pair.table) or ((10, 5) if pair.a < pair.b else (5, 10))
                self.do(results.Enter(round=found.number, table=pair.table, report=report(a, b)))
        return self
