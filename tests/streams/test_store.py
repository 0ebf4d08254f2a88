"""The promises of every kind of stream, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

import rules
from gamelog.streams.errors import BrokenStream, KeyReused, StaleStream
from gamelog.streams.models import KEY_LENGTH
from gamelog.streams.store import Sent, store_all, stream_breaks
from tests.streams.conftest import Stream

pytestmark = pytest.mark.storage


@pytest.fixture
def three(stream: Stream) -> Stream:
    for number, word in enumerate(("one", "two", "three")):
        stream.add(word, number)
    return stream


def codes(stream: Stream) -> list[tuple[int, str]]:
    return [(each.number, each.code) for each in stream_breaks(stream.kind, stream.key)]


def test_entries_are_numbered_and_linked(stream: Stream) -> None:
    start = stream.kind.start(stream.head)
    first, created = stream.add("one", 0)
    assert created and (first.number, first.hash) == (1, rules.digest(first.body.encode()))
    second, _ = stream.add("two", 1)
    assert rules.digest(second.body.encode()) == second.hash == stream.head.head
    assert f'"previous":"{first.hash}"' in second.body and (f'"previous":"{start}"' in first.body) == bool(start)
    assert (stream.head.number, codes(stream)) == (2, [])


def test_somebody_was_first(three: Stream) -> None:
    before = three.rows
    for expected in (2, 4, 0):
        with pytest.raises(StaleStream) as stale:
            three.add("late", expected)
        assert isinstance(stale.value, three.kind.stale)
        assert (stale.value.expected, stale.value.actual) == (expected, 3)
    assert three.rows == before


def test_a_retry_gives_the_stored_entry(three: Stream) -> None:
    sent = Sent("key", "a" * 64, "p1")
    first, created = three.add("four", 3, sent)
    assert created
    # A client that missed the answer retries with the number it knows now.
    for expected in (3, 4):
        assert three.add("four", expected, sent) == (first, False)
    assert len(three.rows) == 4


@pytest.mark.parametrize("other", [Sent("key", "b" * 64, "p1"), Sent("key", "a" * 64, "p2")])
def test_a_key_belongs_to_what_came_with_it_and_to_its_sender(three: Stream, other: Sent) -> None:
    three.add("four", 3, Sent("key", "a" * 64, "p1"))
    with pytest.raises(KeyReused) as reused:
        three.add("five", 4, other)
    assert reused.value.number == 4 and len(three.rows) == 4


def test_keys_are_those_of_one_stream_and_fit_a_column(three: Stream) -> None:
    for key in ("k" * (KEY_LENGTH + 1), "a\0b"):
        with pytest.raises(rules.Malformed, match="Idempotency-Key"):
            three.add("four", 3, Sent(key, "a" * 64))
    three.add("four", 3, Sent("k" * KEY_LENGTH, "a" * 64))


@pytest.mark.parametrize("other", [{"number": 5}, {"number": 3}, {"previous": "f" * 64}, {"previous": ""}])
def test_what_does_not_follow_is_not_stored(three: Stream, other: dict[str, Any]) -> None:
    before, head = three.rows, three.head.head
    with pytest.raises(BrokenStream):
        three.add("four", 3, **other)
    assert (three.rows, three.head.number, three.head.head) == (before, 3, head)


def test_a_writer_that_fails_leaves_nothing(three: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    before = three.rows

    def full(*_: Any, **__: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(three.kind.heads, "save", full)
    with pytest.raises(OSError, match="disk full"):
        three.add("four", 3)
    monkeypatch.undo()
    assert (three.rows, three.head.number, codes(three)) == (before, 3, [])


def test_many_at_once_are_a_chain_too(stream: Stream) -> None:
    head, drafts = stream.head, []
    for number, word in enumerate(("one", "two"), 1):
        drafts.append(stream.draft(head, word, number=number))
        head.head = rules.digest(drafts[-1].body)
    with pytest.raises(BrokenStream):
        store_all(stream.kind, stream.head, drafts[1:])
    with pytest.raises(BrokenStream):
        store_all(stream.kind, stream.head, [drafts[0], drafts[0]])
    assert stream.rows == []
    locked = stream.head
    store_all(stream.kind, locked, drafts)
    locked.save(update_fields=["number", "head"])
    assert (len(stream.rows), codes(stream)) == (2, [])


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {table} SET body = '{{}}' WHERE number = 2",
        "UPDATE {table} SET number = number + 100",
        "UPDATE {table} SET hash = ''",
        "UPDATE {table} SET key = 'k' WHERE number = 2",
        "DELETE FROM {table} WHERE number = 3",
        "DELETE FROM {table}",
    ],
)
def test_the_database_refuses_changes(three: Stream, sql: str) -> None:
    before = three.rows
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.format(table=three.table))
    assert three.rows == before


@pytest.mark.parametrize("same", [{"number": 2}, {"number": 9, "key": "key"}, {"pk": True}])
def test_the_database_refuses_a_second_entry_in_the_same_place(three: Stream, same: dict[str, Any]) -> None:
    fourth, _ = three.add("four", 3, Sent("key", "a" * 64))
    values = {three.kind.owner: three.head, "number": 9, "body": "{}", "hash": "", "type": "word"} | same
    values |= {"pk": fourth.pk} if "pk" in same else {}
    with pytest.raises(DatabaseError), transaction.atomic():
        three.kind.rows(**values).save(force_insert=True)
    assert len(three.rows) == 4


def test_of_writers_at_the_same_time_one_is_first(committed: Stream) -> None:
    won, lost = [], []

    def write(word: str) -> None:
        try:
            won.append(committed.add(word, 0)[0].pk)
        except StaleStream:
            lost.append(word)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(lost), len(committed.rows), codes(committed)) == (1, 3, 1, [])


# changes behind the application's back


@contextmanager
def unlocked(table: str) -> Iterator[Any]:
    """The table without its triggers, as its owner could have it; the test's transaction brings them back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')
        yield cursor


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE {table} SET body = replace(body, 'two', 'six')", [(2, "hash")]),
        ("UPDATE {table} SET body = '[' WHERE number = 2", [(2, "readable"), (2, "hash")]),
        ("UPDATE {table} SET hash = '{other}' WHERE number = 2", [(2, "hash"), (3, "link")]),
        ("UPDATE {table} SET hash = '{other}' WHERE number = 3", [(3, "hash"), (3, "link")]),
        ("DELETE FROM {table} WHERE number = 3", [(2, "number"), (2, "link")]),
        ("DELETE FROM {table} WHERE number = 2", [(2, "number"), (2, "link")]),
        ("UPDATE {table} SET number = 4 WHERE number = 3", [(3, "number"), (3, "link")]),
        ("UPDATE {heads} SET number = 2", [(2, "number"), (2, "link")]),
        ("UPDATE {heads} SET head = '{other}'", [(3, "link")]),
    ],
)
def test_what_was_changed_is_found(three: Stream, sql: str, expected: list[tuple[int, str]]) -> None:
    heads = three.kind.heads._meta.db_table
    with unlocked(three.table) as cursor:
        cursor.execute(sql.format(table=three.table, heads=heads, other="e" * 64))
        assert codes(three) == expected


def test_only_the_first_entries_of_an_unlinked_stream_may_name_none_before_them(three: Stream) -> None:
    """Acts of clubs are older than their links."""
    rows = list(three.kind.rows_of(three.head))
    plain = [rules.canonical({"number": row.number, "word": "old"}).decode() for row in rows]
    hashes = [rules.digest(body.encode()) for body in plain]
    with unlocked(three.table) as cursor:
        for row, body, hashed in zip(rows, plain, hashes, strict=True):
            cursor.execute(f"UPDATE {three.table} SET body = %s, hash = %s WHERE id = %s", [body, hashed, row.pk])
        cursor.execute(f"UPDATE {three.kind.heads._meta.db_table} SET head = %s", [hashes[-1]])
        if not three.kind.unlinked:
            linked = 1 if three.kind.start(three.head) else 2
            assert codes(three) == [(number, "link") for number in range(linked, 4)]
            return
        assert codes(three) == []
        three.add("four", 3)
        assert codes(three) == []
        with pytest.raises(BrokenStream):
            three.add("five", 4, previous="")
