"""A battle that was played, and people around it.

`ada` and `boris` played it and `marshal` is staff; `carol` has nothing to do with it and tries things out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from gamelog.branches import services
from gamelog.branches.models import Branch
from gamelog.games import services as games
from gamelog.games.models import Game, Seat
from rules.autoplay import MAX_STEPS, play
from rules.gamefile import GameFile
from tests.record.conftest import FILES

SEEDS = {"necro": 5}
"""A battle of Necromunda in which somebody had a choice of targets; of the others the seed 7 gives one."""
MOST = {"wh40k": 60, "cod": 110, "t9a": 80}
"""So many steps of the longer battles are played; that of Kill Team to its end."""


@cache
def battle_file(ruleset: str) -> GameFile:
    """A whole battle of the autoplayer with the lists of the demo."""
    chosen = rules.load(ruleset)
    lists = [chosen.rosters.load(each.read_bytes(), each.name) for each in FILES[ruleset]]
    if not lists[0].units:
        lists = [chosen.rosters.team(each, chosen.rosters.pick(each, 100)) for each in lists]
    game = f"00000000-0000-0000-0007-{rules.RULESETS.index(ruleset):012x}"
    return play(chosen, lists, SEEDS.get(ruleset, 7), game=game, stop_after=MOST.get(ruleset, MAX_STEPS))


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    made = {name: User.objects.create_user(name, password=f"demo-{name}") for name in ("ada", "boris", "carol")}
    return SimpleNamespace(marshal=User.objects.create_user("marshal", is_staff=True), **made)


@pytest.fixture
def played(people: SimpleNamespace) -> Callable[..., Game]:
    """A battle of ada and boris."""

    def store(ruleset: str = "kt") -> Game:
        game = games.game_import(data=battle_file(ruleset).dump(), owner=people.ada, title="The bridge").game
        for side, user in zip(game.rules.sides, (people.ada, people.boris), strict=True):
            Seat.objects.filter(game=game, side=side).update(user=user)
        return game

    return store


@pytest.fixture
def battle(played: Callable[..., Game]) -> Game:
    return played()


@pytest.fixture
def client_of(people: SimpleNamespace) -> Callable[[str], Client]:
    """A browser of somebody; nobody's for an empty name."""

    def call(name: str) -> Client:
        client = Client()
        if name:
            client.force_login(getattr(people, name))
        return client

    return call


def place(game: Game, after: int, step: int = 0) -> services.Place:
    return services.Place(step or after, after, game.number)


@pytest.fixture
def branch(battle: Game, people: SimpleNamespace) -> Branch:
    """What carol tries out after step 60 of the battle."""
    return services.branch_create(of=battle, place=place(battle, 60), maker=people.carol)
