"""`manage.py test`: every check and every test, each named and timed; a failure does not stop the rest.

Checks run side by side, as many as there are cores, and what each prints is shown whole when it ends. The tests follow,
on all cores. `--changed` runs what concerns the files that differ from HEAD, or from the commit that is named.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import signal
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO, TypeAlias

from gamelog.setup import bootstrap, changed, paths, processes, services
from gamelog.setup.problem import Problem

PYTHON = str(paths.PYTHON)
MANAGE = (PYTHON, str(paths.ROOT / "manage.py"))
TEMPLATES = paths.FRONTEND / "templates"
SCHEMA = paths.ROOT / "gamelog" / "api" / "openapi.yaml"
NO_TESTS_COLLECTED = 5
EMPTY: Mapping[str, str] = MappingProxyType({})
FEW = 3
"""Up to this many test files, one process is faster than several, which would all have to collect them."""
Action: TypeAlias = Callable[["RunningStep"], bool]
"""Does a step; returns whether it succeeded."""


@dataclass
class Count:
    """How many pytest tests passed and failed, over all runs."""

    passed: int = 0
    failed: int = 0

    def add(self, report: Path) -> None:
        """Add the counts of a JUnit report. Raises: OSError, ElementTree.ParseError."""
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            self.failed += bad
            self.passed += int(suite.get("tests", 0)) - bad - int(suite.get("skipped", 0))

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


@dataclass(frozen=True)
class Check:
    """A step that depends on no other, and a pattern of the files that concern it."""

    name: str
    action: Action
    concerns: str


@dataclass
class SuiteRun:
    """One run of `manage.py test`: its scratch folder, the failed steps, the count, the running processes."""

    folder: Path
    count: Count = field(default_factory=Count)
    failed: list[str] = field(default_factory=list)
    running: list[processes.Process] = field(default_factory=list)

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of every step: data of its own, never that of a running platform."""
        own = {"GAMELOG_VAR": str(self.folder / "var"), "PYTHONUNBUFFERED": "1"}
        # Rewriting the assertions of 300 files would take each of the many processes longer than running their tests.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return {**kept, **own, **more}

    def step(self, name: str, action: Action) -> None:
        """Do `action`, which returns whether it succeeded, with its output shown as it comes."""
        print(f"\n== {name}", flush=True)
        self.conclude(name, *_timed(action, RunningStep(self)))

    def together(self, checks: Sequence[Check]) -> None:
        """Do independent checks, as many at a time as there are cores; show each when it is done."""
        with ThreadPoolExecutor(_cores()) as pool:
            done = [pool.submit(self._aside, check, self.folder / f"check-{n}.out") for n, check in enumerate(checks)]
            try:
                for future in as_completed(done):
                    name, output, well, seconds = future.result()
                    print(f"\n== {name}\n{output.read_text(errors='replace').rstrip()}", flush=True)
                    self.conclude(name, well, seconds)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in [*self.running]:
                    processes.stop(process, stop_signal=signal.SIGINT)
                raise

    def _aside(self, check: Check, output: Path) -> tuple[str, Path, bool, float]:
        with output.open("wb") as file:
            well, seconds = _timed(check.action, RunningStep(self, file))
        return check.name, output, well, seconds

    def conclude(self, name: str, well: bool, seconds: float) -> None:
        """Print the outcome of a step."""
        print(f"== {name}: {'ok' if well else 'FAILED'} ({seconds:.1f} s)", flush=True)
        if not well:
            self.failed.append(name)


@dataclass(frozen=True)
class RunningStep:
    """A running step: its run, and where its output goes (None: to the terminal as it comes)."""

    run: SuiteRun
    output: IO[bytes] | None = None

    def say(self, text: object) -> None:
        """Print a line of our own between those of the commands."""
        if self.output is None:
            print(text, flush=True)
        else:
            self.output.write(f"{text}\n".encode())
            self.output.flush()

    def command(self, words: Sequence[str], *, folder: Path = paths.ROOT, more: Mapping[str, str] = EMPTY) -> bool:
        """Run a command; `more` is added to the environment."""
        return self.execute(words, folder, self.run.environment(**more)) == 0

    def execute(self, words: Sequence[str], folder: Path, environment: dict[str, str]) -> int:
        """Run it; returns the exit code. Whatever ends us ends the command and everything it started."""
        process = processes.start(words, environment=environment, folder=folder, output=self.output)
        self.run.running.append(process)
        try:
            return process.wait()
        finally:
            processes.stop(process, stop_signal=signal.SIGINT)
            self.run.running.remove(process)

    def pytest(self, name: str, arguments: Sequence[str], **more: str) -> bool:
        """Run pytest and add to the count; a run that ends without a report counts as one failed test."""
        count, report = self.run.count, self.run.folder / f"{name}.xml"
        words = [PYTHON, "-m", "pytest", f"--junitxml={report}", *arguments]
        code = self.execute(words, paths.ROOT, self.run.environment(**more))
        before = count.failed
        with contextlib.suppress(OSError, ElementTree.ParseError):
            count.add(report)
        if code not in (0, NO_TESTS_COLLECTED) and count.failed == before:
            count.failed += 1
        return code == 0


def _timed(action: Action, step: RunningStep) -> tuple[bool, float]:
    started = time.monotonic()
    try:
        well = action(step)
    except (Problem, OSError) as problem:
        step.say(problem)
        well = False
    return well, time.monotonic() - started


def main(arguments: Sequence[str]) -> int:
    """Every step; with `--changed [COMMIT]` what concerns changed files; with other `arguments`, only pytest with them.

    Returns the exit code. Raises: Problem.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with _scratch() as folder:
        run = SuiteRun(folder)
        if arguments[:1] == ["--changed"]:
            changes(run, changed.files(paths.ROOT, *_base(arguments[1:])))
        elif arguments:
            run.step("pytest", _pytest("chosen", arguments))
        else:
            everything(run)
        return conclude(run)


def _base(words: Sequence[str]) -> Sequence[str]:
    if len(words) > 1:
        raise Problem("--changed takes one commit to compare with, HEAD where none is named.")
    return words


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="gl-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def everything(run: SuiteRun) -> None:
    """All steps: the checks side by side, then the tests on each database."""
    run.together(CHECKS)
    decided = str(run.folder / "decided.json")
    run.step("pytest on SQLite", lambda step: step.pytest("sqlite", _side_by_side(), GAMELOG_DECIDED=decided))
    run.step("rows decided in tests", _of(PYTHON, "-m", "tests.rows", "--check", decided))
    run.step("pytest -m storage on PostgreSQL", _storage_on_postgres)


def changes(run: SuiteRun, files: Sequence[str]) -> None:
    """The checks and tests that a change of these files concerns, on SQLite; the nearest tests first."""
    run.together([check for check in CHECKS if any(re.search(check.concerns, path) for path in files)])
    print(f"\n{len(files)} files differ.", flush=True)
    chosen = changed.Sources(paths.ROOT).chosen(files)
    for name, tests in (("nearest", chosen.near), ("other", chosen.far)):
        if tests:
            run.step(
                f"pytest, the {name} tests", _pytest(name, [*tests, *(_side_by_side() if len(tests) > FEW else ())])
            )


def conclude(run: SuiteRun) -> int:
    """The closing lines; returns the exit code."""
    print()
    for name in run.failed:
        print(f"FAILED: {name}")
    print(run.count, flush=True)
    return 1 if run.failed else 0


def _cores() -> int:
    return os.cpu_count() or 1


def _side_by_side() -> list[str]:
    # One more than there are cores: tests wait for browsers, brokers and databases for a quarter of their time.
    return ["-n", str(min(4, _cores() + 1)), "--dist", "worksteal"]


def _of(*words: str) -> Action:
    return lambda step: step.command(words)


def _pytest(name: str, arguments: Sequence[str]) -> Action:
    return lambda step: step.pytest(name, arguments)


def _check_deploy(step: RunningStep) -> bool:
    production = {
        "GAMELOG_HTTPS": "1",
        "GAMELOG_PROXY": "1",
        "GAMELOG_PROXIES": "1",
        "GAMELOG_URL": "https://games.example.org",
        "GAMELOG_MAIL_URL": "smtp://mail.example.org",
        "GAMELOG_HOSTS": "games.example.org",
        "GAMELOG_SECRET_KEY": secrets.token_urlsafe(64),
    }
    return step.command([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], more=production)


def _lint_migrations(step: RunningStep) -> bool:
    ours = sorted(path.parent.name for path in (paths.ROOT / "gamelog").glob("*/migrations"))
    words = [*MANAGE, "lintmigrations", "--include-apps", *ours, "--no-cache", "--quiet", "ok", "ignore"]
    return step.command(words, more={"GAMELOG_LINT": "1"})


def _check_schema(step: RunningStep) -> bool:
    made = step.run.folder / "openapi.yaml"
    if not step.command([*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", str(made)]):
        return False
    if made.read_bytes() == SCHEMA.read_bytes():
        return True
    step.command(["diff", "-u", str(SCHEMA), str(made)])
    step.say(f"The schema changed: python3 manage.py spectacular --file {SCHEMA.relative_to(paths.ROOT)}")
    return False


def _npm(script: str) -> Action:
    def act(step: RunningStep) -> bool:
        words = [*map(str, bootstrap.npm()), "run", "--silent", script]
        return step.command(words, folder=paths.FRONTEND, more=bootstrap.node_environment())

    return act


def _storage_on_postgres(step: RunningStep) -> bool:
    words = ["-m", "storage", *_side_by_side()]
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        return step.pytest("postgres", words)
    with services.throw_away_postgres(step.run.folder) as url:
        return step.pytest("postgres", words, DATABASE_URL=url)


ANY_PYTHON = r"\.py$|^pyproject\.toml$|^requirements/"
SITE = r"^(gamelog|rules)/.*\.py$|^(manage\.py|pyproject\.toml)$|^requirements/"
PAGES = r"^frontend/(src/|[^/]+\.(json|ts)$)"
CHECKS = (
    # The longest first, so that it does not run alone at the end.
    Check("mypy", _of(PYTHON, "-m", "mypy"), ANY_PYTHON),
    Check("ruff", _of(PYTHON, "-m", "ruff", "check", "."), ANY_PYTHON),
    Check("format", _of(PYTHON, "-m", "ruff", "format", "--check", "."), ANY_PYTHON),
    Check("template format", _of(str(paths.VENV / "bin" / "djangofmt"), "--check", str(TEMPLATES)), r"\.html$"),
    Check("import contracts", _of(str(paths.VENV / "bin" / "lint-imports"), "--no-cache"), ANY_PYTHON),
    Check("TypeScript tests", _npm("test"), PAGES),
    Check("API schema", _check_schema, SITE + r"|openapi\.yaml$"),
    Check("migration lint", _lint_migrations, SITE),
    Check("check --deploy", _check_deploy, SITE),
    Check("migrations complete", _of(*MANAGE, "makemigrations", "--check", "--dry-run"), SITE),
    Check("TypeScript types", _npm("check"), PAGES),
)
"""Every check that is no test."""
