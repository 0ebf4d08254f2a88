"""How many requests are worked on at once, and who is next: a few places, and whoever waits for one costs no thread."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from gamelog import metrics
from gamelog.api import places, requests
from gamelog.api.errors import PROBLEM
from gamelog.api.guard import Guard, Stopped
from gamelog.api.places import Handler, Kind, Places
from tests import own_loop

FILE = bytes(range(256)) * 1024
HERE, THERE = "192.0.2.1", "192.0.2.2"


def run(*work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Each in a loop of its own; nobody waits for a place after it."""
    for each in work:
        own_loop.run(each())
        assert list(metrics.REQUESTS_WAITING.lines())[-1] == "gamelog_requests_waiting 0"


async def turns(*whose: tuple[str, str], of: Places, kind: Kind = Kind.PAGE) -> list[str]:
    """In which order these who wait get the one thread that comes free again and again."""
    got: list[str] = []
    taken = of.free(kind)
    assert taken and of.free(kind) is None

    async def wait(name: str, address: str) -> None:
        thread = await of.wait(address, kind)
        got.append(name)
        of.give(thread, kind)

    waiting = [asyncio.create_task(wait(name, address)) for name, address in whose]
    await asyncio.sleep(0)
    of.give(taken, kind)
    await asyncio.wait(waiting)
    return got


def test_one_address_after_the_other_has_its_turn() -> None:
    async def hall() -> None:
        many = [(f"here {number}", HERE) for number in range(4)]
        found = await turns(*many, ("there", THERE), of=Places(1, 0))
        assert found == ["here 0", "there", "here 1", "here 2", "here 3"]

    run(hall)


def test_the_kept_places_are_for_what_waits_for_no_page() -> None:
    async def full() -> None:
        of = Places(2, 1)
        pages = [of.free(Kind.PAGE) for _ in range(3)]
        assert [bool(each) for each in pages] == [True, True, False]
        step = of.free(Kind.STEP)
        assert step is not None and of.free(Kind.STEP) is None
        page, second = (asyncio.create_task(of.wait(HERE, kind)) for kind in (Kind.PAGE, Kind.STEP))
        await asyncio.sleep(0)
        of.give(step, Kind.STEP)
        assert await second is step and not page.done(), "it stays with the steps while pages fill the others"
        assert pages[0]
        of.give(pages[0], Kind.PAGE)
        assert await page is pages[0]

    async def steps_alone() -> None:
        assert await turns(*[(f"{number}", HERE) for number in range(3)], of=Places(0, 1), kind=Kind.STEP) == [*"012"]

    run(full, steps_alone)


def test_steps_do_not_hold_up_pages_for_ever() -> None:
    async def stream() -> None:
        of = Places(1, 1)
        threads = [of.free(Kind.STEP), of.free(Kind.STEP)]
        steps = [asyncio.create_task(of.wait(HERE, Kind.STEP)) for _ in range(3)]
        page = asyncio.create_task(of.wait(HERE, Kind.PAGE))
        await asyncio.sleep(0)
        for thread in threads:
            assert thread
            of.give(thread, Kind.STEP)
        await asyncio.sleep(0)
        assert page.done() + sum(step.done() for step in steps) == 2
        of.give(await next(step for step in steps if step.done()), Kind.STEP)
        await asyncio.wait({page}, timeout=1)
        assert page.done(), "one of two places is for pages, however many steps wait"
        for step in steps:
            step.cancel()

    run(stream)


def test_one_large_request_at_a_time_and_pages_beside_it() -> None:
    async def uploads() -> None:
        of = Places(2, 0)
        first = of.free(Kind.LARGE)
        assert first and of.free(Kind.LARGE) is None
        page = of.free(Kind.PAGE)
        assert page and of.free(Kind.PAGE) is None
        kinds = (Kind.LARGE, Kind.LARGE, Kind.PAGE, Kind.PAGE)
        waiting = [asyncio.create_task(of.wait(HERE, kind)) for kind in kinds]
        await asyncio.sleep(0)
        of.give(page, Kind.PAGE)
        assert await waiting[2] is page, "the first large one is still worked on"
        of.give(first, Kind.LARGE)
        assert await waiting[0] is first, "it had waited longest"
        of.give(page, Kind.PAGE)
        assert await waiting[3] is page and not waiting[1].done()
        of.give(first, Kind.LARGE)
        assert await waiting[1] is first

    run(uploads)


def test_whoever_goes_away_loses_no_place() -> None:
    async def going() -> None:
        of = Places(1, 0)
        taken = of.free(Kind.PAGE)
        waiting = [asyncio.create_task(of.wait(HERE, Kind.PAGE)) for _ in range(3)]
        await asyncio.sleep(0)
        assert taken
        waiting[0].cancel()
        of.give(taken, Kind.PAGE)
        waiting[1].cancel()  # its turn had come, and it had not heard of it
        assert await waiting[2] is taken

    run(going)


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def late() -> None:
        of = Places(1, 0)
        of.free(Kind.PAGE)
        with pytest.raises(Stopped, match="in time") as stopped:
            await of.wait(HERE, Kind.PAGE)
        assert (stopped.value.status, stopped.value.again) == (503, "5")

    monkeypatch.setattr(places, "PATIENCE", 0.02)
    run(late)


def test_no_address_fills_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def flood() -> None:
        of = Places(1, 0)
        of.free(Kind.PAGE)
        waiting = [asyncio.create_task(of.wait(HERE, Kind.PAGE)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Stopped, match="too many"):
            await of.wait(HERE, Kind.PAGE)
        waiting += [asyncio.create_task(of.wait(THERE, Kind.PAGE)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Stopped, match="too many"):
            await of.wait("192.0.2.3", Kind.PAGE)
        for each in waiting:
            each.cancel()

    monkeypatch.setitem(places.OF_ONE, Kind.PAGE, 3)
    monkeypatch.setitem(places.OF_ALL, Kind.PAGE, 5)
    run(flood)


# Django behind it.


class Views:
    """Addresses of a site whose views tell what they do, and wait until they may go on."""

    def __init__(self) -> None:
        self.now, self.most, self.called = 0, 0, list[str]()
        self.go_on, self._lock = threading.Event(), threading.Lock()
        names = ("healthz", "one", "two", "three")
        self.urlpatterns = [
            *(path(name, self.waits if name != "healthz" else self.answers, name=name) for name in names),
            path("stream", self.streams, name="stream"),
            path("file", self.downloads, name="file"),
        ]
        self.handler404 = self.handler500 = "gamelog.failures.server_error"

    def waits(self, request: HttpRequest) -> HttpResponse:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
            self.called.append(request.path[1:])
        assert self.go_on.wait(20)
        with self._lock:
            self.now -= 1
        return HttpResponse(request.body)

    def downloads(self, request: HttpRequest) -> FileResponse:
        return FileResponse(BytesIO(FILE), as_attachment=True, filename="file.txt")

    def answers(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse("well")

    def streams(self, request: HttpRequest) -> StreamingHttpResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"a"
            await asyncio.sleep(60)

        return StreamingHttpResponse(parts())


@pytest.fixture
def views(settings: Any) -> Iterator[Views]:
    made = Views()
    settings.ROOT_URLCONF = made
    settings.MIDDLEWARE = []
    requests._match_of.cache_clear()
    yield made
    made.go_on.set()
    requests._match_of.cache_clear()


class Visit:
    """A request, and its answer as it comes."""

    def __init__(self, site: Any, address: str, body: bytes | None = b"", method: str = "GET") -> None:
        self.sent: list[Any] = []
        self.news, self.leave = asyncio.Event(), asyncio.Event()
        self.body: asyncio.Queue[bytes] = asyncio.Queue()
        if body is not None:
            self.body.put_nowait(body)
        headers = [(b"host", b"127.0.0.1"), (b"accept-language", b"ru,en;q=0.5")]
        scope = {
            "type": "http", "method": method, "path": f"/{address}", "headers": headers, "query_string": b"",
            "client": (HERE, 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip
        self._read = False
        self.task = asyncio.create_task(site(scope, self._receive, self._send))

    async def _receive(self) -> Any:
        if not self._read:
            body = await self.body.get()
            self._read = True
            return {"type": "http.request", "body": body, "more_body": False}
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)
        self.news.set()

    async def status(self) -> int:
        await asyncio.wait_for(self.news.wait(), 20)
        return int(self.sent[0]["status"])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


def test_a_few_are_worked_on_and_the_site_says_meanwhile_that_it_is_well(views: Views) -> None:
    async def burst() -> None:
        before = set(threading.enumerate())
        site = Guard(Handler(Places(2, 1)))
        pages = [Visit(site, "one") for _ in range(20)]
        await until(lambda: views.now == 2)
        threads = [each for each in set(threading.enumerate()) - before if each.name.startswith("request-")]
        assert await Visit(site, "healthz").status() == 200
        assert views.now == 2 and len(threads) == 2
        views.go_on.set()
        assert [await each.status() for each in pages] == [200] * 20
        assert views.most == 2

    run(burst)


def test_a_body_that_comes_slowly_and_a_stream_take_no_place(views: Views) -> None:
    async def slow() -> None:
        site = Guard(Handler(Places(1, 0)))
        slow, stream = Visit(site, "one", None), Visit(site, "stream")
        assert await stream.status() == 200
        views.go_on.set()
        assert await Visit(site, "two").status() == 200
        slow.body.put_nowait(b"late")
        assert await slow.status() == 200 and views.called == ["two", "one"]
        stream.leave.set()
        await asyncio.wait_for(stream.task, 20)

    run(slow)


@pytest.mark.filterwarnings("error")
def test_a_file_is_sent_in_parts(views: Views) -> None:
    async def download() -> None:
        found = Visit(Guard(Handler(Places(1, 0))), "file")
        assert await found.status() == 200
        await asyncio.wait_for(asyncio.shield(found.task), 20)
        parts = [message["body"] for message in found.sent[1:] if message.get("body")]
        assert b"".join(parts) == FILE and len(parts) > 3
        assert dict(found.sent[0]["headers"])[b"Content-Length"] == str(len(FILE)).encode()

    run(download)


def test_a_large_body_waits_for_the_one_before(views: Views) -> None:
    async def uploads() -> None:
        site = Guard(Handler(Places(3, 0)))
        large = [Visit(site, name, b"a" * (places.LARGE + 1), "POST") for name in ("one", "two")]
        await until(lambda: views.now == 1)
        page = Visit(site, "three", b"a" * places.LARGE, "POST")
        await until(lambda: views.now == 2)
        assert views.called == ["one", "three"]
        views.go_on.set()
        assert [await each.status() for each in (*large, page)] == [200] * 3
        assert len(b"".join(each.get("body", b"") for each in large[1].sent)) == places.LARGE + 1

    run(uploads)


def test_the_work_of_somebody_who_went_away_is_done_or_never_begun(views: Views) -> None:
    async def leaving() -> None:
        site = Guard(Handler(Places(1, 0)))
        working = Visit(site, "one")
        await until(lambda: views.now == 1)
        waiting, third = Visit(site, "two"), Visit(site, "three")
        await asyncio.sleep(0)
        waiting.leave.set()
        await asyncio.wait_for(waiting.task, 20)
        working.leave.set()
        await asyncio.sleep(0.05)
        assert views.called == ["one"], "the thread still works, so the place is not free"
        views.go_on.set()
        assert await third.status() == 200
        assert views.called == ["one", "three"] and views.most == 1 and not waiting.sent

    run(leaving)


def test_whoever_is_sent_away_is_told_when_to_come_again(views: Views, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late() -> SimpleNamespace:
        site = Guard(Handler(Places(1, 0)))
        first = Visit(site, "one")
        await until(lambda: views.now == 1)
        page, program = Visit(site, "two"), Visit(site, "api/three")
        found = SimpleNamespace(page=page, statuses=[await page.status(), await program.status()], program=program)
        await asyncio.wait({page.task, program.task})
        views.go_on.set()
        assert await first.status() == 200
        return found

    monkeypatch.setattr(places, "PATIENCE", 0.05)
    found = own_loop.run(late())
    assert found.statuses == [503, 503]
    headers, told = dict(found.program.sent[0]["headers"]), json.loads(found.program.sent[1]["body"])
    assert headers[b"retry-after"] == b"5" and headers[b"content-type"] == PROBLEM.encode()
    assert told["type"] == "urn:gamelog:busy" and told["status"] == 503
    page = found.page.sent[1]["body"].decode()
    assert '<html lang="ru">' in page and '<meta http-equiv="refresh" content="5">' in page
    assert "<h1>Слишком много желающих сразу</h1>" in page
    assert views.called == ["one"]
