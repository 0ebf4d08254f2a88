"""The record of a game as its rows hold it, read and decoded once for everybody who checks it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

import rules
from gamelog.games.models import Game
from gamelog.streams import statements

_ROWS = """
    SELECT number, "by", type, hash, body FROM games_event
    WHERE game_id = %s AND number > %s AND number <= %s ORDER BY number
"""
_ALL = 2**31 - 1
"""More events than any game has, and a number that every database takes."""


class Row(NamedTuple):
    """The columns of a stored event that are compared with what was hashed, which is the body."""

    number: int
    by: str
    type: str
    hash: str
    body: str


class Chain(NamedTuple):
    """The events up to the first that cannot be read, and the errors in their chain; `head` is the last hash read."""

    records: list[rules.Record]
    findings: list[rules.Finding]
    head: str
    readable: bool = True

    @property
    def events(self) -> list[rules.Event[Any]]:
        """The events that could be read."""
        return [record.event for record in self.records]


def rows_of(game_id: UUID, after: int, upto: int) -> list[Row]:
    """The events `after` + 1 to `upto`, without the query builder and its models, which take as long as the rules."""
    key = Game._meta.pk.get_db_prep_value(game_id, connection)
    return [*map(Row._make, statements.rows(_ROWS, (key, after, upto)))]


def chain_of(ruleset: rules.Ruleset, rows: Iterable[Row], previous: str, first: int = 1) -> Chain:
    """Decode rows that are to be the events from `first` on, of which the first is linked to the hash `previous`."""
    records: list[rules.Record] = []
    findings: list[rules.Finding] = []
    for place, row in enumerate(rows, first):
        try:
            event = rules.read_event(ruleset, row.body)
        except rules.Malformed as error:
            findings.append(finding(place, "log.readable", f"{error.path}: {error.reason}"))
            return Chain(records, findings, previous, readable=False)
        body = row.body.encode()
        findings += rules.chain_findings(place, body, row.hash, event, previous)
        records.append(rules.Record(body, row.hash, event))
        previous = row.hash
    return Chain(records, findings, previous)


def finding(number: int, rule: str, message: str) -> rules.Finding:
    """An error in a record itself."""
    return rules.Finding(number=number, rule=rule, severity="impossible", message=message)


@dataclass
class Stored:
    """A game and its events. `game` was read after the rows, `beyond` is the number of the last event that there was
    before: an event that is stored in between is in both.
    """

    game: Game
    rows: list[Row]
    beyond: int
    _chains: dict[tuple[str, str], Chain] = field(default_factory=dict)

    def upto(self, number: int) -> list[Row]:
        """The rows up to a number."""
        return self.rows[: self._places(number)]

    def chain(self, ruleset: rules.Ruleset, number: int) -> Chain:
        """The events up to a number as a ruleset reads them, which is done once."""
        key = ruleset.id, ruleset.version
        if key not in self._chains:
            self._chains[key] = chain_of(ruleset, self.rows, rules.digest(self.game.header.encode()))
        whole, places = self._chains[key], self._places(number)
        if places >= len(self.rows):
            return whole
        records = whole.records[:places]
        head = records[-1].hash if records else rules.digest(self.game.header.encode())
        found = [each for each in whole.findings if each.number <= places]
        return Chain(records, found, head, readable=whole.readable or len(whole.records) >= places)

    def _places(self, number: int) -> int:
        return bisect_right(self.rows, number, key=lambda row: row.number)


def read(wanted: Mapping[UUID, int]) -> dict[UUID, Stored]:
    """Games by their keys, with the events that their rows count and those up to the number that is wanted."""
    rows = {key: rows_of(key, 0, _ALL) for key in wanted}
    games = Game.every.in_bulk(rows)
    return {key: _stored(game, rows[key], wanted[key]) for key, game in games.items()}


def _stored(game: Game, rows: list[Row], wanted: int) -> Stored:
    beyond, last = rows[-1].number if rows else 0, max(game.number, wanted)
    found = Stored(game, rows, beyond)
    found.rows = [*found.upto(last), *(rows_of(game.pk, beyond, last) if last > beyond else ())]
    return found
