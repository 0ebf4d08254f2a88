"""Stored acts decided again, each from the state that those before it left: what differs is a finding.

Folding takes effects as they are recorded, so one wrong act is one finding, and a rule that was mended since moves
nothing that was published: verification says what it would give today.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from gamelog.contest import format_1, stream
from gamelog.contest.acts.rounds import Pairing, PairRound, RePair, pairing_for
from gamelog.contest.errors import Refused
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from rules import canonical

NOT_AS_MADE = "not-as-made"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What verification objects to in one act.

    `code` is one of the documented refusals: of the act, or `not-as-made` where what is `recorded` is not what the
    rules give (`computed`; both are canonical JSON, empty where there is nothing). `path` leads into the entry.
    """

    number: int
    code: str
    path: str
    text: str
    recorded: str = ""
    computed: str = ""
    facts: dict[str, Any] = {}

    def refusal(self) -> Refused:
        """The same as a refusal of the file that the act stands in, by its line."""
        line = self.number + 1
        more = {name: text for name in ("recorded", "computed") if (text := getattr(self, name))}
        return Refused(self.code, f"line {line}: {self.path}", self.text, **self.facts | more | {"line": line})


def verify(entries: Iterable[StoredAct], state: TournamentState | None = None) -> Iterator[Finding]:
    """Decide acts again and yield what differs. `state` is the event before the first; it follows them, in place."""
    now = TournamentState() if state is None else state
    for entry in entries:
        found = finding_of(now, entry)
        if found:
            yield found
        try:
            stream.evolve(now, entry)
        except Refused as error:
            if found is None or found.path != error.path:
                yield _refused(entry, error)
            return


def finding_of(state: TournamentState, entry: StoredAct) -> Finding | None:
    """What is wrong with an act after those before it; None where nothing is. `state` is not changed."""
    try:
        stream.require_announced(state, entry.act)
        if entry.format == 1:
            format_1.check(state, entry.act)
            return None
        decided = stream.decide(state, entry.act, entry.at, entry.format)
    except Refused as error:
        return _refused(entry, error)
    except stream.ASTRAY as error:
        return _finding(entry, "$.act", f"no rule can go on from the acts before it: {error}")
    if decided.act != entry.act:
        return _finding(entry, "$.act", "it is stored otherwise than acts are", entry.act, decided.act)
    return _first_difference(entry, decided.effects)


def _refused(entry: StoredAct, error: Refused) -> Finding:
    return Finding(number=entry.number, code=error.code, path=error.path, text=error.text, facts=error.facts)


def _first_difference(entry: StoredAct, computed: Sequence[Any]) -> Finding | None:
    """The first effect in which record and rules part."""
    count = max(len(entry.effects), len(computed))
    recorded, given = ([*each, *[None] * (count - len(each))] for each in (entry.effects, computed))
    for index in range(count):
        if recorded[index] != given[index]:
            text = "what is recorded is not what the rules give"
            return _finding(entry, f"$.effects[{index}]", text, recorded[index], given[index])
    return None


def _finding(entry: StoredAct, path: str, text: str, recorded: Any = None, computed: Any = None) -> Finding:
    return Finding(number=entry.number, code=NOT_AS_MADE, path=path, text=text, recorded=_json(recorded),
                   computed=_json(computed))  # fmt: skip


def _json(value: Any) -> str:
    return "" if value is None else canonical(value).decode()


def paired_again(state: TournamentState, entry: StoredAct) -> Pairing:
    """The pairing of a stored act, made again from the acts before it. Raises: Refused, as for one declared now."""
    act = entry.act
    assert isinstance(act, PairRound | RePair)
    if entry.format == 1:
        return format_1.made_again(state, act)
    return pairing_for(state, act)
