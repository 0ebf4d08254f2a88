"""Fixtures for every test: a real broker, a real worker, a real browser, and the database they share.

`broker`            URL of a throw-away Valkey (or BROKER_URL)
`worker`            a real Celery worker in a process of its own, on the test database; see `Worker`
`chromium_path`     the browser's executable
`phone`, `desk`     Playwright pages: 390x844 in Russian, 1280x800 in English; relative addresses go to `live_server`
`shared`            the folder `../shared` with the real rosters; the test is skipped, and says so, without it
`wait_until`        `wait_until(predicate, seconds)`, fails when the predicate does not come true

Outside `worker`, Celery runs tasks at once in the test's own process.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache as page_cache
from django.test import Client
from django.utils import translation

from gamelog.setup import addresses, processes, services
from gamelog.setup import browser as browsers
from gamelog.setup.paths import ROOT
from tests import decided
from tests.flushing import let_flush_pass_triggers
from tests.pages_as_read import reading

ENGLISH_DESK = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
ON_BOTH_DATABASES = ("tournaments", "clubs", "events")
"""Folders of tests that need a database, all of which are run again on PostgreSQL."""
RUSSIAN_PHONE = {
    "viewport": {"width": 390, "height": 844},
    "locale": "ru-RU",
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(decided)
    # Playwright's event loop runs in the tests' thread, where Django would refuse every query.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    let_flush_pass_triggers()
    # How long an example takes to be thought of says how busy the machine is, and nothing of what is tested.
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=slow)
    if not config.getoption("--hypothesis-profile", None):
        hypothesis.settings.load_profile("busy")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of a run of the storage contract alone, files that have nothing to do with it are not even imported."""
    alone = config.option.markexpr == "storage" and collection_path.match("test_*.py")
    return True if alone and not _concerns_storage(collection_path) else None


@cache
def _concerns_storage(file: Path) -> bool:
    """Whether a file may have tests of the storage contract: by its folder, or because it says the word."""
    return file.parent.name in ON_BOTH_DATABASES or "storage" in file.read_text(encoding="utf-8")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Run all tests of events and clubs on both databases: locks, JSON and row order differ between them; what a
    browser makes of a page does not, nor does a form that is refused, nor who may do what.

    Long tests begin first, so that at the end no process waits for one that has just started.
    """
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        asked = {"db", "transactional_db", "live_server"} & fixtures or item.get_closest_marker("django_db")
        browsed = "browser" in fixtures or item.path.stem.endswith("_browser")
        once = browsed or item.get_closest_marker("one_database")
        if item.path.parent.name in ON_BOTH_DATABASES and asked and not once:
            item.add_marker("storage")
    unfound = {each.path for each in items if each.get_closest_marker("storage") and not _concerns_storage(each.path)}
    assert not unfound, f"a run of the storage contract would not find the tests of {unfound}"
    yield
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A private folder with a short path, because sockets go there."""
    folder = Path(tempfile.mkdtemp(prefix="gl-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None, scratch: Path) -> None:
    """SQLite in a file: a worker in another process must see the same data."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(scratch / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def pages_as_they_are_read() -> Iterator[None]:
    """Test clients return pages without the white space that no reader sees, so that the layout of a template does not
    matter.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Client, "request", reading(Client.request))
        yield


@pytest.fixture(autouse=True)
def from_scratch() -> None:
    """Every test begins with an empty cache, with no requests counted, and in English: a page in Russian would leave
    its language to the next.
    """
    from gamelog.api.limits import ByWindow
    from gamelog.games.streams import KEYFRAMES
    from gamelog.tournaments.streams import STATES

    page_cache.clear()
    for states in (KEYFRAMES, STATES):
        states.forget()
    ByWindow.windows.clear()
    translation.activate("en")


@pytest.fixture(scope="session", autouse=True)
def eager_tasks() -> None:
    from gamelog.celery import app

    app.conf.task_always_eager = True
    app.conf.task_eager_propagates = True


@pytest.fixture(scope="session", autouse=True)
def keys_folder(scratch: Path) -> Path:
    """The keys that sign records in tests: this session's own, never those of a running platform."""
    settings.KEYS_FOLDER = scratch / "keys"
    return scratch / "keys"


@pytest.fixture
def own_keys(settings: Any, tmp_path: Path) -> None:
    """Keys of this test alone: whoever changes the site's key changes it for every test that counts keys."""
    settings.KEYS_FOLDER = tmp_path / "keys"


@pytest.fixture(scope="session")
def broker(scratch: Path) -> Iterator[str]:
    """The address of a real broker of this session's own, or BROKER_URL."""
    given = os.environ.get("BROKER_URL")
    if given:
        yield _use_broker(given)
        return
    with services.throw_away_valkey(scratch) as url:
        yield _use_broker(url)


def _use_broker(url: str) -> str:
    from gamelog.celery import app

    app.conf.broker_url = url
    # Forget connection pools made for the previous address, as Celery itself does after a fork.
    app._after_fork()
    return url


@pytest.fixture(autouse=True)
def time_for_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request has time enough for odds on a busy machine too: only their steps are counted."""
    from gamelog.games import luck

    monkeypatch.setattr(luck, "SECONDS", float("inf"))


class Worker:
    """A real Celery worker. `kill()` sends SIGKILL to it and its pool, as when a machine dies; `restart()` starts
    another; between `halt()` and `go_on()` it does nothing.
    """

    def __init__(self, environment: dict[str, str], log: Path, name: str = "test") -> None:
        self.log = log
        self.name = f"{name}-{os.getpid()}@localhost"
        self._environment = environment
        self._process: processes.Process | None = None

    @property
    def process(self) -> processes.Process:
        assert self._process, "the worker was never started"
        return self._process

    @property
    def pid(self) -> int:
        return self.process.pid

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            sys.executable, "-m", "celery", "-A", "gamelog.celery", "worker", "--loglevel", "INFO",
            "--concurrency", "1", "--without-gossip", "--without-mingle", "-n", self.name,
        ]  # fmt: skip
        with self.log.open("ab") as output:
            self._process = processes.start(command, environment=self._environment, output=output, folder=ROOT)
        ready = processes.wait_until(lambda: not self.alive() or self._answers(), 60)
        assert ready and self.alive(), f"the worker did not start:\n{processes.last_lines(self.log, 40)}"

    def _answers(self) -> bool:
        from gamelog.celery import app

        return bool(app.control.ping(destination=[self.name], timeout=0.5, limit=1))

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The worker does nothing in this block."""
        self.halt()
        try:
            yield
        finally:
            self.go_on()

    def halt(self) -> None:
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.killpg(self.pid, signal.SIGCONT)

    def idle(self) -> bool:
        """Whether it answers and has no task running or reserved."""
        from gamelog.celery import app

        asked = app.control.inspect(timeout=5, limit=1)
        found = [asked.active(), asked.reserved()]
        return all(each is not None and not any(each.values()) for each in found)

    def wait_for(self, task: str) -> None:
        """Wait until it has done the task of this id."""
        done = f"[{task}] succeeded".encode()
        found = processes.wait_until(lambda: done in self.log.read_bytes(), 60)
        assert found, f"{task} was not done within 60 s:\n{processes.last_lines(self.log, 60)}"

    def kill(self) -> None:
        processes.kill_session(self.process)
        self.process.wait()

    def stop(self) -> None:
        if self._process:
            if self.alive():
                self.go_on()
            processes.stop(self._process, stop_signal=signal.SIGTERM)

    def restart(self) -> None:
        if self.alive():
            self.kill()
        self.start()


def test_database_url() -> str:
    """The address of the test database, for processes beside this one."""
    from django.db import connection

    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    return addresses.postgres_url(
        user=found["USER"], password=found["PASSWORD"], name=found["NAME"], host=found["HOST"], port=found["PORT"]
    )


test_database_url.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def worker_environment(broker: str, scratch: Path, django_db_setup: None) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": test_database_url(),
        "BROKER_URL": broker,
        "CACHE_URL": "locmem://",
        "GAMELOG_VAR": str(scratch / "var"),
        "GAMELOG_KEYS": str(settings.KEYS_FOLDER),
        "GAMELOG_SECRET_KEY": settings.SECRET_KEY,
        "GAMELOG_WEBHOOKS_LOCAL": "1",
        # Tests read in its log what it did.
        "GAMELOG_LOG_LEVEL": "INFO",
    }


@pytest.fixture(scope="session")
def session_worker(worker_environment: dict[str, str], scratch: Path) -> Iterator[Worker]:
    worker = Worker(worker_environment, scratch / "worker.log")
    yield worker
    worker.stop()


@pytest.fixture
def second_worker(worker: Worker, worker_environment: dict[str, str], scratch: Path) -> Iterator[Worker]:
    """Another worker, started for this test alone."""
    second = Worker(worker_environment, scratch / "second-worker.log", "second")
    second.start()
    yield second
    second.stop()


@pytest.fixture
def worker(session_worker: Worker, transactional_db: None) -> Iterator[Worker]:
    """A worker that answers and has nothing to do; tasks travel as real messages. Implies a transactional database."""
    from gamelog.celery import app

    app.control.purge()
    if session_worker.alive():
        session_worker.go_on()
    else:
        session_worker.start()
    app.conf.task_always_eager = False
    yield session_worker
    app.conf.task_always_eager = True
    app.control.purge()
    # The tables are emptied next, which a task that still writes would make fail (on PostgreSQL with a deadlock).
    if session_worker.alive() and not processes.wait_until(session_worker.idle, 60):
        session_worker.kill()
    # Idle workers look for work themselves, and the next test's is none of this one's.
    if session_worker.alive():
        session_worker.halt()


@pytest.fixture(scope="session")
def chromium() -> browsers.Browser:
    return browsers.find()


@pytest.fixture(scope="session")
def chromium_path(chromium: browsers.Browser) -> Path:
    return chromium.executable


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium: browsers.Browser) -> dict[str, Any]:
    """pytest-playwright's own fixture, pointed at our browser."""
    return dict(chromium.launch_arguments())


def _page(browser: Any, address: str, options: dict[str, Any]) -> Iterator[Any]:
    context = browser.new_context(base_url=address, **options)
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Any, live_server: Any) -> Iterator[Any]:
    """A page on a phone, in Russian."""
    yield from _page(browser, live_server.url, RUSSIAN_PHONE)


@pytest.fixture
def desk(browser: Any, live_server: Any) -> Iterator[Any]:
    """A page on a desktop, in English."""
    yield from _page(browser, live_server.url, ENGLISH_DESK)


@pytest.fixture(scope="session")
def session_site(broker: str, scratch: Path, django_db_setup: None) -> Iterator[Any]:
    from tests.frontend.following import Site

    site = Site(scratch, addresses.cache_of(broker))
    yield site
    site.stop()


@pytest.fixture
def site(session_site: Any, broker: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A web server in a process of its own, which hears of what this process stores. Implies a transactional
    database.
    """
    monkeypatch.setitem(settings.CACHES["default"], "LOCATION", addresses.cache_of(broker))
    if not session_site.alive():
        session_site.start()
    return session_site


@pytest.fixture(scope="session")
def shared() -> Path:
    """The team's folder with real input. Skips, naming the folder, if it is missing."""
    folder = Path(os.environ.get("GAMELOG_SHARED") or ROOT.parent / "shared")
    if not (folder / "data" / "rosters" / "kill-team").is_dir():
        pytest.skip(f"the real rosters are not here: {folder}/data/rosters/kill-team (GAMELOG_SHARED names the folder)")
    return folder


@pytest.fixture(scope="session")
def wait_until() -> Callable[..., None]:
    """`wait_until(predicate, seconds=30)`: fails the test if the predicate does not become true in time."""

    def wait(holds: Callable[[], bool], seconds: float = 30) -> None:
        assert processes.wait_until(holds, seconds, pause=0.1), f"did not come true within {seconds} s"

    return wait
