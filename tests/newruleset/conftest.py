"""Installs the ruleset of this folder for its tests, as an installer does: with the metadata of a distribution.

Nothing is patched into the platform: `rules.discover` finds the entry point that `pyproject.toml` declares.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rules
from rules.autoplay import play
from tests.gamelog.conftest import client_of as client_of
from tests.tournaments.conftest import people as people

FOLDER = Path(__file__).parent


def install(site: Path) -> Path:
    """Write what an installer leaves in a folder of packages: a link to the sources and the metadata."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = site / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(head, encoding="utf-8")
    points = [f"{name} = {where}" for name, where in project["entry-points"]["gamelog.rulesets"].items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[gamelog.rulesets]", *points, ""]), encoding="utf-8")
    (site / project["name"]).symlink_to(FOLDER / project["name"])
    return site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages with noughts and crosses in it."""
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module", autouse=True)
def installed(site: Path) -> Iterator[None]:
    """The ruleset is installed while these tests run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(site)
        rules.discover()
        yield
    rules.discover()


@pytest.fixture(scope="module")
def noughts(installed: None) -> rules.Ruleset:
    return rules.load("noughts")


@pytest.fixture(scope="module")
def game_of(noughts: rules.Ruleset) -> Callable[[int], rules.GameFile]:
    """`game_of(3)` is a whole game, autoplayed from that seed."""
    return lambda seed: play(noughts, (), seed, game=f"00000000-0000-0000-0000-{seed:012x}")
