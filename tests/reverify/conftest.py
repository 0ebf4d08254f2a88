"""Fixtures of runs: those of the log's tests, short games, and other versions of Kill Team for the duration of a
test.
"""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest

import rules
from gamelog.games import services
from gamelog.games.models import Game
from rules.autoplay import play
from rules.kernel.sheet import Roster
from rules.kt import ruleset as kt_ruleset
from tests.gamelog.conftest import *  # noqa: F403
from tests.rules.versions import COARSE, FARTHER

SEEDS = (1, 2, 3, 11, 12, 13)
"""Of these games some change their winner where points count by forties, and some only their result."""


@pytest.fixture(scope="session")
def files(rosters: list[Roster]) -> list[rules.GameFile]:
    """Short whole games."""
    options: dict[str, int | str | bool] = {"kt.game.round-count": 2}
    return [play(rules.load("kt", "2018.1"), rosters, seed, options=options, game=f"short-{seed}") for seed in SEEDS]


@pytest.fixture
def games(people: SimpleNamespace, files: Sequence[rules.GameFile]) -> list[Game]:
    return [services.game_import(data=file.dump(), owner=people.ada).game for file in files]


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Iterator[rules.Ruleset]:
    """Version 2018.2 is installed: long range is no longer a hindrance."""
    yield from _installed(FARTHER, monkeypatch)


@pytest.fixture
def coarser(monkeypatch: pytest.MonkeyPatch) -> Iterator[rules.Ruleset]:
    """Version 2018.3 is installed: points count by forties."""
    yield from _installed(COARSE, monkeypatch)


def _installed(version: rules.Ruleset, monkeypatch: pytest.MonkeyPatch) -> Iterator[rules.Ruleset]:
    with monkeypatch.context() as patched:
        patched.setitem(kt_ruleset.VERSIONS, version.version, version)
        rules.load.cache_clear()
        yield version
    rules.load.cache_clear()
