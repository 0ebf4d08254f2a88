"""`manage.py test`: every check and every test, each named and timed; a failure does not stop the rest."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from gamelog.setup import bootstrap, paths, processes, services
from gamelog.setup.problem import Problem

PYTHON = str(paths.PYTHON)
MANAGE = (PYTHON, str(paths.ROOT / "manage.py"))
TEMPLATES = paths.FRONTEND / "templates"
SCHEMA = paths.ROOT / "gamelog" / "api" / "openapi.yaml"
NO_TESTS_COLLECTED = 5
EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass
class Count:
    """How many pytest tests passed and failed, over all runs."""

    passed: int = 0
    failed: int = 0

    def add(self, report: Path) -> None:
        """Add what a JUnit report counts. Raises: OSError, ElementTree.ParseError."""
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            self.failed += bad
            self.passed += int(suite.get("tests", 0)) - bad - int(suite.get("skipped", 0))

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


@dataclass
class Run:
    """One run of `manage.py test`: the folder it may litter, the failed steps, the count."""

    folder: Path
    count: Count = field(default_factory=Count)
    failed: list[str] = field(default_factory=list)

    def environment(self, **more: str) -> dict[str, str]:
        """What every step gets: data of its own, never that of a running platform."""
        own = {"GAMELOG_VAR": str(self.folder / "var"), "GAMELOG_LOG_LEVEL": "WARNING", "PYTHONUNBUFFERED": "1"}
        return {**os.environ, **own, **more}

    def step(self, name: str, action: Callable[[], bool]) -> None:
        """Do `action`, which says whether it went well; show its name and time."""
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        try:
            well = action()
        except (Problem, OSError) as problem:
            print(problem, flush=True)
            well = False
        print(f"== {name}: {'ok' if well else 'FAILED'} ({time.monotonic() - started:.1f} s)", flush=True)
        if not well:
            self.failed.append(name)

    def command(self, words: Sequence[str], *, folder: Path = paths.ROOT, more: Mapping[str, str] = EMPTY) -> bool:
        """Run a command, its output shown as it comes; `more` is added to the environment."""
        return self.execute(words, folder, self.environment(**more)) == 0

    def execute(self, words: Sequence[str], folder: Path, environment: dict[str, str]) -> int:
        """Gives the exit code. Whatever ends us ends the command and what it started."""
        process = processes.start(words, environment=environment, folder=folder)
        try:
            return process.wait()
        finally:
            processes.stop(process, stop_signal=signal.SIGINT)

    def pytest(self, name: str, arguments: Sequence[str], **more: str) -> bool:
        """Run pytest and add to the count; a run that ends without a report counts as one failed test."""
        report = self.folder / f"{name}.xml"
        words = [PYTHON, "-m", "pytest", f"--junitxml={report}", *arguments]
        code = self.execute(words, paths.ROOT, self.environment(**more))
        before = self.count.failed
        with contextlib.suppress(OSError, ElementTree.ParseError):
            self.count.add(report)
        if code not in (0, NO_TESTS_COLLECTED) and self.count.failed == before:
            self.count.failed += 1
        return code == 0


def main(arguments: Sequence[str]) -> int:
    """Every step; with `arguments`, only pytest with them. Gives the exit code. Raises: Problem."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with _scratch() as folder:
        run = Run(folder)
        if arguments:
            run.step("pytest", lambda: run.pytest("chosen", arguments))
        else:
            everything(run)
        return conclude(run)


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="gl-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def everything(run: Run) -> None:
    """All steps in order, the quick ones first."""
    command = run.command
    run.step("ruff", lambda: command([PYTHON, "-m", "ruff", "check", "."]))
    run.step("format", lambda: command([PYTHON, "-m", "ruff", "format", "--check", "."]))
    run.step("template format", lambda: command([str(paths.VENV / "bin" / "djangofmt"), "--check", str(TEMPLATES)]))
    run.step("mypy", lambda: command([PYTHON, "-m", "mypy"]))
    run.step("import contracts", lambda: command([str(paths.VENV / "bin" / "lint-imports"), "--no-cache"]))
    run.step("check --deploy", lambda: _check_deploy(run))
    run.step("migrations complete", lambda: command([*MANAGE, "makemigrations", "--check", "--dry-run"]))
    run.step("migration lint", lambda: _lint_migrations(run))
    if SCHEMA.exists():
        run.step("API schema", lambda: _check_schema(run))
    run.step("TypeScript types", lambda: _npm(run, "check"))
    run.step("TypeScript tests", lambda: _npm(run, "test"))
    run.step("pytest on SQLite", lambda: run.pytest("sqlite", _side_by_side()))
    run.step("pytest -m storage on PostgreSQL", lambda: _storage_on_postgres(run))


def conclude(run: Run) -> int:
    """The closing lines; gives the exit code."""
    print()
    for name in run.failed:
        print(f"FAILED: {name}")
    print(run.count, flush=True)
    return 1 if run.failed else 0


def _side_by_side() -> list[str]:
    return ["-n", str(max(1, min(4, os.cpu_count() or 1))), "--dist", "worksteal"]


def _check_deploy(run: Run) -> bool:
    production = {
        "GAMELOG_HTTPS": "1",
        "GAMELOG_HOSTS": "games.example.org",
        "GAMELOG_SECRET_KEY": secrets.token_urlsafe(64),
    }
    return run.command([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], more=production)


def _lint_migrations(run: Run) -> bool:
    ours = sorted(path.parent.name for path in (paths.ROOT / "gamelog").glob("*/migrations"))
    words = [*MANAGE, "lintmigrations", "--include-apps", *ours, "--no-cache", "--quiet", "ok", "ignore"]
    return run.command(words, more={"GAMELOG_LINT": "1"})


def _check_schema(run: Run) -> bool:
    made = run.folder / "openapi.yaml"
    if not run.command([*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", str(made)]):
        return False
    if made.read_bytes() == SCHEMA.read_bytes():
        return True
    subprocess.run(["diff", "-u", str(SCHEMA), str(made)], check=False)
    print(f"The schema changed: python3 manage.py spectacular --file {SCHEMA.relative_to(paths.ROOT)}", flush=True)
    return False


def _npm(run: Run, script: str) -> bool:
    words = [*map(str, bootstrap.npm()), "run", "--silent", script]
    return run.command(words, folder=paths.FRONTEND, more=bootstrap.node_environment())


def _storage_on_postgres(run: Run) -> bool:
    words = ["-m", "storage", *_side_by_side()]
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        return run.pytest("postgres", words)
    with services.throw_away_postgres(run.folder) as url:
        return run.pytest("postgres", words, DATABASE_URL=url)
