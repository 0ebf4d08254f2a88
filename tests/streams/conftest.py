"""Streams of every kind, filled with meaningless entries: to the store, entries are bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules
from gamelog.clubs.models import Club
from gamelog.clubs.streams import CLUBS
from gamelog.games.models import Game
from gamelog.games.streams import GAMES
from gamelog.streams.store import NOTHING_SENT, Draft, Kind, Sent, append, store
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.streams import EVENTS

HEADER = rules.Header(game="", ruleset="kt", version=rules.load("kt").version, policy="declared").bytes()
HEADS: dict[str, tuple[Any, Callable[[User], Any]]] = {
    "games": (GAMES, lambda user: Game(
        owner=user, ruleset="kt", version="1", policy="declared", header=HEADER.decode(),
        header_hash=rules.digest(HEADER), head=rules.digest(HEADER),
    )),
    "tournaments": (EVENTS, lambda user: Tournament(owner=user, slug="e", title="E", ruleset="kt", format="swiss")),
    "clubs": (CLUBS, lambda user: Club(owner=user, slug="c", name="C")),
}  # fmt: skip


class Stream:
    """One stream, and a way to append to it."""

    def __init__(self, kind: Kind[Any, Any], head: Any) -> None:
        self.kind, self.key = kind, head.pk

    @property
    def head(self) -> Any:
        """The row at its head, as stored."""
        return self.kind.heads._default_manager.get(pk=self.key)

    @property
    def rows(self) -> list[tuple[int, str, str]]:
        """The stored rows."""
        return list(self.kind.rows_of(self.head).values_list("number", "body", "hash"))

    @property
    def table(self) -> str:
        """The table of its entries."""
        return str(self.kind.rows._meta.db_table)

    def draft(self, head: Any, word: str, **other: Any) -> Draft:
        """The next entry; with `number` or `previous`, a wrong one."""
        said = {"number": head.number + 1, "previous": head.head, "word": word} | other
        return Draft(rules.canonical({key: value for key, value in said.items() if value != ""}), "word", "p1")

    def add(self, word: str, expected: int, sent: Sent = NOTHING_SENT, **other: Any) -> tuple[Any, bool]:
        """Append a word."""

        def write(head: Any) -> Any:
            row = store(self.kind, head, self.draft(head, word, **other), sent)
            head.save(update_fields=["number", "head"])
            return row

        return append(self.kind, self.key, write, expected=expected, sent=sent)


def made(name: str) -> Stream:
    """An empty stream."""
    kind, head = HEADS[name]
    row = head(User.objects.create_user("marshal"))
    row.save()
    return Stream(kind, row)


@pytest.fixture(params=sorted(HEADS))
def stream(request: pytest.FixtureRequest, db: None) -> Stream:
    return made(request.param)


@pytest.fixture(params=sorted(HEADS))
def committed(request: pytest.FixtureRequest, transactional_db: None) -> Stream:
    """The same, in a database that other threads see."""
    return made(request.param)
