"""The files in `deploy/`: their commands are run here as they stand there, and the site works."""

from __future__ import annotations

import http.client
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from frontend.publishing import pdf_pages
from gamelog import deployment
from gamelog.setup import addresses, processes
from gamelog.setup.paths import ROOT
from tests.conftest import test_database_url as database_url

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
PLACES = ("--fd", "--host", "--port", "-n", "-s")
"""Options in which the two ways differ: they say where something is."""


def unit(name: str) -> dict[str, list[str]]:
    """The lines of a unit: all values of each name."""
    found: dict[str, list[str]] = {}
    for line in (UNITS / name).read_text().splitlines():
        key, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def variables(lines: Sequence[str]) -> dict[str, str]:
    """NAME=value, one or several a line, as a mapping."""
    words = [word for line in lines if line and not line.startswith("#") for word in shlex.split(line)]
    return {name: value for name, _, value in (word.partition("=") for word in words)}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    told = variables((DEPLOY / "compose.env.example").read_text().splitlines())
    text = (DEPLOY / "compose.yaml").read_text()
    filled = re.sub(r"\$\{(\w+)(:\?)?\}", lambda found: told[found[1]] or "x" * 60, text)
    loaded = yaml.safe_load(filled)
    assert isinstance(loaded, dict)
    return loaded


def bare(command: Sequence[str]) -> list[str]:
    """A command without its program and where things are."""
    kept, words = [], iter(command[1:])
    for word in words:
        if word in PLACES:
            next(words)
        else:
            kept.append(word)
    return kept


def test_both_ways_run_the_same_processes(compose: dict[str, Any]) -> None:
    same = {"web1": "gamelog-web@.service", "worker": "gamelog-worker@.service", "beat": "gamelog-beat.service"}
    for service, name in same.items():
        (command,) = unit(name)["ExecStart"]
        assert bare(compose["services"][service]["command"]) == bare(shlex.split(command)), service


def test_every_variable_in_them_is_one_of_the_settings(compose: dict[str, Any]) -> None:
    named = {name for service in compose["services"].values() for name in service.get("environment", {})}
    named |= variables((UNITS / "gamelog.env.example").read_text().splitlines()).keys()
    ours = {name for name in named if name.startswith("GAMELOG_") or name.endswith("_URL")}
    assert len(ours) > 8
    assert ours <= deployment.variables()
    containerfile = set(re.findall(r"(GAMELOG_\w+)=", (DEPLOY / "Containerfile").read_text()))
    assert containerfile and containerfile <= deployment.variables()


def test_what_they_name_is_there(compose: dict[str, Any]) -> None:
    mounted = [volume.split(":")[0] for each in compose["services"].values() for volume in each.get("volumes", ())]
    files = [DEPLOY / name for name in mounted if name.startswith("./")]
    assert len(files) == 2 and all(path.is_file() for path in files)
    assert {name for name in mounted if not name.startswith("./")} == set(compose["volumes"])
    lines = [line for path in UNITS.iterdir() for line in path.read_text().splitlines()]
    named = [line.partition("=")[2].split() for line in lines if line.startswith(("Requires=", "Wants=", "PartOf="))]
    wanted = {name.replace("%i", "") for names in named for name in names}
    assert wanted <= {path.name for path in UNITS.iterdir()}


def test_a_unit_is_started_again_however_often_it_dies() -> None:
    kept = [path.name for path in UNITS.glob("*.service") if unit(path.name).get("Restart") == ["always"]]
    assert len(kept) == 3
    for name in kept:  # else systemd gives up after five deaths in ten seconds, and closes the socket too
        assert unit(name)["StartLimitIntervalSec"] == ["0"], name


def test_a_database_that_comes_late_is_migrated_all_the_same() -> None:
    migrate = unit("gamelog-migrate.service")
    assert migrate["Restart"] == ["on-failure"]
    # What needs no database comes first: web processes look for collected files when they start.
    assert [line.split()[2] for line in migrate["ExecStart"]] == ["check", "collectstatic", "migrate"]


def test_the_passwords_are_not_in_the_image() -> None:
    said = (DEPLOY / "compose.env.example").read_text()
    (name,) = re.findall(r"Copy to deploy/(\S+)\.\s", said)
    assert f"**/{name}" in (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()


def test_the_image_keeps_the_fonts_of_pictures_and_pdfs(tmp_path: Path) -> None:
    packages = ROOT / "frontend" / "node_modules"
    fonts, made_pages = pdf_pages.FOLDER.relative_to(ROOT), (packages / "vite").relative_to(ROOT)
    for folder in (fonts, made_pages):
        (tmp_path / folder).mkdir(parents=True)
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", "")
    (command,) = re.findall(r"^RUN (.+)$", text, re.MULTILINE)
    (part,) = (part.strip() for part in command.split("&&") if str(packages.relative_to(ROOT)) in part)
    assert re.fullmatch(r"find frontend/node_modules [^;|/$*]+", part), "whatever is run here stays in that folder"
    subprocess.run(shlex.split(part), cwd=tmp_path, check=True)
    assert ((tmp_path / fonts).is_dir(), (tmp_path / made_pages).exists()) == (True, False)


class Machine:
    """This machine instead of the one in the files: other folders and addresses, the same commands."""

    def __init__(self, folder: Path, broker: str, database: str) -> None:
        self.folder = folder
        self.address = {
            "DATABASE_URL": database, "BROKER_URL": broker, "CACHE_URL": addresses.cache_of(broker),
            "GAMELOG_SECRET_KEY": settings.SECRET_KEY, "GAMELOG_KEYS": str(settings.KEYS_FOLDER),
            "GAMELOG_VAR": str(folder), "GAMELOG_STATIC": str(folder / "static"),
        }  # fmt: skip

    def words(self, command: str, instance: str = "") -> list[str]:
        moved = command.replace("/opt/gamelog", str(ROOT)).replace("/var/lib/gamelog", str(self.folder))
        return shlex.split(moved.replace("%i", instance).replace("%H", "here").replace("%%", "%"))

    def environment(self, told: Mapping[str, Any]) -> dict[str, str]:
        # What tests and whoever runs them set is not for a site.
        not_theirs = {"DJANGO_ALLOW_ASYNC_UNSAFE", *deployment.variables()}
        own = {name: value for name, value in os.environ.items() if name not in not_theirs}
        return {**own, **{name: str(value) for name, value in told.items()}, **self.address}

    def of_unit(self, name: str) -> dict[str, str]:
        lines = (UNITS / "gamelog.env.example").read_text().splitlines()
        return self.environment({**variables(lines), **variables(unit(name)["Environment"])})

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> str:
        found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
        assert found.returncode == 0, found.stdout + found.stderr
        return found.stdout

    def keep(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], door: int = 0
    ) -> processes.Process:
        if door:  # a unit with a socket has it as descriptor 3
            taken = f"import os, sys; os.dup2({door}, 3); os.execv(sys.argv[1], sys.argv[1:])"
            command = [sys.executable, "-c", taken, *command]
        with (self.folder / f"{name}.log").open("ab") as output:
            return processes.start(
                command, environment=environment, output=output, folder=ROOT, inherited=[door] if door else []
            )

    def logs(self) -> str:
        return "\n".join(processes.last_lines(path, 6) for path in self.folder.glob("*.log"))


@pytest.fixture
def machine(folder: Path, broker: str, transactional_db: None) -> Machine:
    (folder / "machine" / "backups").mkdir(parents=True)
    return Machine(folder / "machine", broker, database_url())


@pytest.fixture
def door() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@pytest.mark.long
def test_their_commands_make_a_site(
    machine: Machine, compose: dict[str, Any], door: socket.socket, wait_until: Any
) -> None:
    services = compose["services"]
    python = str(ROOT / ".venv" / "bin" / "python")
    migrate = machine.environment(services["migrate"]["environment"])
    machine.run([python, *services["migrate"]["command"][1:]], migrate)
    machine.run(
        machine.words(unit("gamelog-migrate.service")["ExecStart"][0]), machine.of_unit("gamelog-migrate.service")
    )

    port = door.getsockname()[1]
    with ExitStack() as running:
        (web,), (beat,) = unit("gamelog-web@.service")["ExecStart"], unit("gamelog-beat.service")["ExecStart"]
        kept = [
            machine.keep("web", machine.words(web), machine.of_unit("gamelog-web@.service"), door.fileno()),
            machine.keep("beat", machine.words(beat), machine.of_unit("gamelog-beat.service")),
            machine.keep("worker", [python, *services["worker"]["command"][1:]],
                         machine.environment(services["worker"]["environment"])),
        ]  # fmt: skip
        for process in kept:
            running.callback(processes.stop, process)
        said: list[str] = []
        assert processes.wait_until(lambda: ready(port, said), 120, pause=0.2), f"{said[-1]}\n{machine.logs()}"
        page = ask(port, "/games/", {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"})
        assert (page.status, b"</html>" in page.read()) == (200, True)
        assert ask(port, "/games/").status == 301
        assert b"gamelog_queue_jobs" in ask(port, "/metrics").read()
        for name in ("gamelog-backup.service", "gamelog-check.service"):
            machine.run(machine.words(unit(name)["ExecStart"][0]), machine.of_unit(name))
        (machine.folder / "volume").mkdir()
        *shell, script = services["backup"]["command"]
        script = script.replace("/srv/backups", str(machine.folder / "volume")).replace("$$", "$")
        machine.run([*shell, script], machine.environment(services["backup"]["environment"]))
        for name in ("backups", "volume"):
            assert [path.suffix for path in (machine.folder / name).iterdir()] == [".tar"]
        sent = "Scheduler: Sending due task"
        wait_until(lambda: sent in (machine.folder / "beat.log").read_text(), 150)
        assert [process.poll() for process in kept] == [None, None, None]
        lines = (machine.folder / "web.log").read_text().splitlines()
        assert all(json.loads(line)["event"] for line in lines)


def ready(port: int, said: list[str]) -> bool:
    """Whether all parts answer. The door is open before the process that answers there has begun."""
    try:
        answer = ask(port, "/readyz")
        said.append(answer.read().decode())
    except OSError as error:
        said.append(repr(error))
        return False
    return answer.status == 200


def ask(port: int, path: str, headers: Mapping[str, str] | None = None) -> http.client.HTTPResponse:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    link.request("GET", path, headers=dict(headers or {}))
    return link.getresponse()
