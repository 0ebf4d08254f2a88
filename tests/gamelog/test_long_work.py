"""The queue of work that is too much for a request: whose turn it is, how much may wait, what is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.utils import timezone

import rules
from gamelog.evidence import checks
from gamelog.games import long_work, luck, reactions, services, tasks
from gamelog.games.errors import QueueFull
from gamelog.games.long_work import Asker
from gamelog.games.models import Game, JobState, QueuedWork
from gamelog.games.selectors import file_of
from rules.verdict import verdict

pytestmark = pytest.mark.django_db

STRANGER, OTHER, PERSON = Asker("stranger", False), Asker("other", False), Asker("person", True)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The messages to workers, which are not sent."""
    told: list[Any] = []
    monkeypatch.setattr("gamelog.messages.deliver", lambda *what, **how: told.append(what))
    monkeypatch.setattr("gamelog.messages.deliver_on_commit", lambda *what, **how: told.append(what))
    return told


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was worked on, in this order, by somebody who answers with the payload backwards."""
    subjects: list[str] = []

    def work(row: QueuedWork) -> bytes:
        subjects.append(row.subject)
        return bytes(row.payload)[::-1]

    monkeypatch.setattr(reactions.worked, "_functions", [work])
    return subjects


def test_a_thousand_of_one_do_not_hold_up_the_single_one_of_another(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(long_work.OF_ONE, long_work.ODDS, 1000)
    monkeypatch.setitem(long_work.OF_ALL, long_work.ODDS, 2000)
    for number in range(1000):
        long_work.ask(long_work.ODDS, f"s{number}", STRANGER)
    for _ in range(3):
        long_work.work()
    late = long_work.ask(long_work.ODDS, "o", OTHER)
    second = long_work.ask(long_work.ODDS, "p", PERSON)
    assert (long_work.before(late), long_work.before(second)) == (0, 1)
    for _ in range(4):
        long_work.work()
    assert done == ["s0", "s1", "s2", "o", "p", "s3", "s4"]


def test_those_who_ask_take_turns(done: list[str]) -> None:
    for name in ("a", "b", "c"):
        for number in range(3):
            long_work.ask(long_work.ODDS, f"{name}{number}", Asker(name, name == "c"))
    for _ in range(9):
        long_work.work()
    assert done == ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"]


def test_the_same_is_done_once_whoever_asks(done: list[str], sent: list[Any]) -> None:
    first = long_work.ask(long_work.CHECK, "x", STRANGER, payload=b"abc")
    assert long_work.ask(long_work.CHECK, "x", OTHER, payload=b"abc").pk == first.pk
    assert sent == [(long_work.WORK,)]
    long_work.work()
    found = long_work.ask(long_work.CHECK, "x", PERSON, payload=b"abc")
    assert (found.state, bytes(found.result), done) == (JobState.DONE, b"cba", ["x"])
    assert bytes(QueuedWork.objects.get().payload) == b"", "what was sent is not kept"
    long_work.work()
    assert done == ["x"]


@pytest.mark.parametrize("kind", [long_work.ODDS, long_work.CHECK])
def test_nobody_fills_the_queue_for_others(kind: str) -> None:
    for number in range(long_work.OF_ONE[kind]):
        long_work.ask(kind, f"{number}", STRANGER)
    with pytest.raises(QueueFull) as full:
        long_work.ask(kind, "more", STRANGER)
    assert (full.value.of, full.value.most) == ("asker", long_work.OF_ONE[kind])
    # What waits already may be asked for again.
    assert long_work.ask(kind, "0", STRANGER)
    assert long_work.ask(kind, "more", OTHER)


def test_a_game_and_a_site_have_room_for_people_when_strangers_have_filled_theirs(game: Game, other_game: Game) -> None:
    for number in range(long_work.OF_A_GAME):
        long_work.ask(long_work.ODDS, f"{number}", Asker(f"stranger {number}", False), game=game)
    with pytest.raises(QueueFull, match="20 pieces of work for this game"):
        long_work.ask(long_work.ODDS, "more", OTHER, game=game)
    assert long_work.ask(long_work.ODDS, "other game", OTHER, game=other_game)
    assert long_work.ask(long_work.ODDS, "of a person", PERSON, game=game)
    for number in range(long_work.OF_ALL[long_work.CHECK]):
        long_work.ask(long_work.CHECK, f"{number}", Asker(f"stranger {number}", False))
    with pytest.raises(QueueFull, match="30 pieces of work for all"):
        long_work.ask(long_work.CHECK, "more", OTHER)
    assert long_work.ask(long_work.CHECK, "of a person", PERSON)


def test_one_piece_at_a_time(done: list[str]) -> None:
    long_work.ask(long_work.ODDS, "first", STRANGER)
    long_work.ask(long_work.ODDS, "second", OTHER)
    QueuedWork.objects.filter(subject="first").update(state=JobState.RUNNING, begun=timezone.now(), attempts=1)
    long_work.work()
    assert done == []
    # A worker that died has let go of it after a while; what kills workers again is given up.
    QueuedWork.objects.filter(subject="first").update(begun=timezone.now() - long_work.LEASE - timedelta(seconds=1))
    long_work.work()
    long_work.work()
    assert done == ["second", "first"]
    long_work.ask(long_work.ODDS, "deadly", PERSON)
    old = timezone.now() - long_work.LEASE * 2
    QueuedWork.objects.filter(subject="deadly").update(state=JobState.RUNNING, begun=old, attempts=long_work.ATTEMPTS)
    long_work.work()
    assert (QueuedWork.objects.get(subject="deadly").state, done) == (JobState.FAILED, ["second", "first"])


def failing(error: type[Exception], monkeypatch: pytest.MonkeyPatch, sent: list[Any]) -> QueuedWork:
    """The first of two pieces, after it was begun and raised this error: the next one is sent for."""

    def work(row: QueuedWork) -> bytes:
        raise error("odd")

    monkeypatch.setattr(reactions.worked, "_functions", [work])
    long_work.ask(long_work.CHECK, "x", STRANGER, payload=b"abc")
    long_work.ask(long_work.CHECK, "y", STRANGER, payload=b"abc")
    sent.clear()
    long_work.work()
    row = QueuedWork.objects.get(subject="x")
    assert (row.state, bytes(row.payload), sent) == (JobState.FAILED, b"", [(long_work.WORK,)])
    return row


def test_what_takes_too_long_fails_and_the_next_one_is_sent_for(
    monkeypatch: pytest.MonkeyPatch, sent: list[Any]
) -> None:
    assert failing(SoftTimeLimitExceeded, monkeypatch, sent).error == "too-long"


def test_an_error_of_ours_ends_it_and_is_asked_again_a_minute_later(
    monkeypatch: pytest.MonkeyPatch, sent: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    row = failing(LookupError, monkeypatch, sent)
    assert row.error == "broken"
    assert "the check of x broke" in caplog.text and "LookupError" in caplog.text
    with pytest.raises(rules.Malformed, match="broke here"):
        checks.result_of(row)
    with pytest.raises(rules.TooMany, match="something broke here"):
        luck._worked_out(row)
    long_work.sweep(timezone.now() + timedelta(seconds=59))
    assert QueuedWork.objects.count() == 2
    long_work.sweep(timezone.now() + timedelta(seconds=61))
    assert [row.subject for row in QueuedWork.objects.all()] == ["y"]


def test_while_the_storage_does_not_answer_the_work_is_not_to_blame(
    monkeypatch: pytest.MonkeyPatch, sent: list[Any], done: list[str]
) -> None:
    def broken(row: QueuedWork) -> bytes:
        raise OperationalError("database is locked")

    long_work.ask(long_work.CHECK, "x", STRANGER, payload=b"abc")
    with monkeypatch.context() as patched:
        patched.setattr(reactions.worked, "_functions", [broken])
        with pytest.raises(OperationalError):
            long_work.work()
    assert QueuedWork.objects.get().state == JobState.RUNNING
    QueuedWork.objects.update(begun=timezone.now() - long_work.LEASE)
    long_work.work()
    assert (QueuedWork.objects.get().state, done) == (JobState.DONE, ["x"])


def test_results_are_kept_for_an_hour_and_what_stalls_is_sent_again(done: list[str], sent: list[Any]) -> None:
    long_work.ask(long_work.ODDS, "done", STRANGER)
    long_work.work()
    long_work.ask(long_work.ODDS, "waits", STRANGER)
    sent.clear()
    assert long_work.sweep() == 0 and sent == []
    assert long_work.sweep(timezone.now() + timedelta(minutes=59)) == 1 and sent == [(long_work.WORK,)]
    assert QueuedWork.objects.count() == 2
    tasks.sweep_queue()
    long_work.sweep(timezone.now() + timedelta(minutes=61))
    assert [row.subject for row in QueuedWork.objects.all()] == ["waits"]


@pytest.mark.storage
def test_a_machine_whose_clock_is_wrong_takes_nothing_that_another_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has the clock of its machine; the run on PostgreSQL has this test")
    row = long_work.ask(long_work.ODDS, "x", PERSON)

    def elsewhere(_: QueuedWork) -> bytes:
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.now(UTC) + timedelta(days=1))
        assert long_work.sweep() == 0
        long_work.work()
        row.refresh_from_db()
        assert (row.state, row.attempts) == (JobState.RUNNING, 1)
        return b"found"

    monkeypatch.setattr(reactions.worked, "_functions", [elsewhere])
    long_work.work()
    row.refresh_from_db()
    assert (row.state, bytes(row.result or b"")) == (JobState.DONE, b"found")


def test_who_asks_is_not_named() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="203.0.113.5")
    first = long_work.asker_of(request, AnonymousUser())
    other = long_work.asker_of(RequestFactory().get("/", REMOTE_ADDR="203.0.113.6"), AnonymousUser())
    assert first == long_work.asker_of(request, AnonymousUser()) != other
    assert not first.known and "203" not in first.name


def test_a_full_queue_is_429_with_the_limit(
    client: Client, client_of: Callable[[str], Any], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "STEPS", 1)
    monkeypatch.setitem(long_work.OF_ONE, long_work.ODDS, 1)
    cache.clear()
    rolls = [event.number for event in rules.read_game(file_of(game)).events if len(event.dice) > 1][:2]
    first, second = (f"/api/games/{game.pk}/odds?at={number}" for number in rolls)
    anybody = client_of("")
    assert anybody.get(first).status_code == 202
    full = anybody.get(second)
    assert (full.status_code, full["Retry-After"], full.json()["type"]) == (429, "30", "urn:gamelog:queue-full")
    assert (full.json()["of"], full.json()["most"]) == ("asker", 1)
    page = client.get(f"/games/{game.pk}/odds/{rolls[1]}/", HTTP_ACCEPT_LANGUAGE="ru")
    assert (page.status_code, page["Retry-After"]) == (429, "30")
    assert "в очереди уже 1" in page.content.decode()
    assert client_of("ada").get(second).status_code == 202


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is a large one."""
    monkeypatch.setattr(checks, "AT_ONCE", 100)


def test_a_large_file_is_checked_by_a_worker_for_all_who_send_it(
    client_of: Callable[[str], Any], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = file_of(game)
    anybody, ada = client_of(""), client_of("ada")

    def send(client: Any, body: bytes = data) -> Any:
        return client.post("/api/check", {"file": BytesIO(body)}, format="multipart")

    at_once = send(anybody)
    assert at_once.status_code == 200 and not QueuedWork.objects.exists()
    monkeypatch.setattr(checks, "AT_ONCE", 100)
    waiting = send(anybody)
    address = f"/api/check/{checks.subject_of(data)}"
    assert (waiting.status_code, waiting["Location"], waiting["Retry-After"]) == (202, address, "5")
    assert waiting.json() == {"state": "queued", "before": 0}
    assert anybody.get(address).status_code == send(ada).status_code == 202
    monkeypatch.setattr("gamelog.evidence.checks.verdict", _once(verdict))
    tasks.work_queue()
    for answer in (anybody.get(address), send(ada), send(anybody)):
        assert (answer.status_code, answer.content) == (200, at_once.content)
    assert json.loads(at_once.content)["stored"]["relation"] == "same"
    # A reader who may not see the game is not told that it is stored.
    Game.objects.update(public=False)
    assert anybody.get(address).json()["stored"]["relation"] == "unknown"
    assert ada.get(address).json()["stored"]["relation"] == "same"


def _once(function: Callable[..., Any]) -> Callable[..., Any]:
    called: list[bool] = []

    def once(*args: Any, **named: Any) -> Any:
        called.append(True)
        assert len(called) == 1
        return function(*args, **named)

    return once


@pytest.mark.usefixtures("large")
def test_a_large_file_that_cannot_be_read_is_refused_as_a_small_one(
    client_of: Callable[[str], Any], game: Game
) -> None:
    anybody = client_of("")
    lines = file_of(game).split(b"\n")
    data = b"\n".join([*lines[:5], b'{"no event"', *lines[5:]])

    def send(body: bytes) -> Any:
        return anybody.post("/api/check", {"file": BytesIO(body)}, format="multipart")

    assert send(data).status_code == 202
    tasks.work_queue()
    refused = send(data)
    assert (refused.status_code, refused.json()["type"]) == (400, "urn:gamelog:malformed")
    assert "line 6" in refused.json()["path"]
    # What does not even begin as a game file takes nobody's turn.
    assert send(b"x" * 1000).status_code == 400 and QueuedWork.objects.count() == 1
    assert anybody.get(f"/api/check/{'0' * 64}").status_code == 404


@pytest.mark.usefixtures("large")
def test_a_file_that_takes_too_long_says_so(
    client_of: Callable[[str], Any], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: Any) -> None:
        raise SoftTimeLimitExceeded

    anybody, data = client_of(""), file_of(game)
    assert anybody.post("/api/check", {"file": BytesIO(data)}, format="multipart").status_code == 202
    monkeypatch.setattr("gamelog.evidence.checks.verdict", slow)
    tasks.work_queue()
    refused = anybody.get(f"/api/check/{checks.subject_of(data)}")
    assert refused.status_code == 400 and "takes longer to check" in refused.json()["detail"]


@pytest.fixture
def game(people: SimpleNamespace, battle: rules.GameFile) -> Game:
    return services.game_import(data=battle.dump(), owner=people.ada).game


@pytest.fixture
def other_game(game: Game, client_of: Callable[[str], Any]) -> Game:
    made = client_of("ada").post("/api/games", {"ruleset": "kt"}, format="json")
    assert made.status_code == 201, made.content
    return Game.objects.get(pk=made.json()["id"])
