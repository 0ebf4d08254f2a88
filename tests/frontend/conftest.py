"""Two whole games for the pages: an honest one, and one with too long a move and a casualty that the dice do not
give.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules
from gamelog.games import demo, services
from gamelog.games.models import Game
from rules.autoplay import add, play
from rules.gamefile import GameFile
from rules.kt import roster as kt_roster
from tests.frontend import battlefields
from tests.other_site import club_site  # noqa: F401

ARMIES = Path(__file__).parents[2] / "gamelog" / "demo" / "40k"


@pytest.fixture(scope="session")
def kt() -> rules.Ruleset:
    return rules.load("kt")


@pytest.fixture(scope="session")
def demo_rosters() -> list[Any]:
    return [kt_roster.load(path.read_bytes(), path.name) for path in demo.files()]


def _recorded(kt: rules.Ruleset, declarations: Sequence[Any], name: str, policy: Any) -> GameFile:
    file = GameFile(rules.Header(game=name, ruleset=kt.id, version=kt.version, policy=policy))
    state = rules.empty(kt)
    for declaration in declarations:
        decided = rules.decide(kt, state, declaration, lenient=policy == "declared")
        add(file, declaration, decided)
        state = decided.state
    return file


@pytest.fixture(scope="session")
def honest_file(kt: rules.Ruleset, demo_rosters: list[Any]) -> GameFile:
    return _recorded(kt, demo.honest(demo_rosters), "00000000-0000-0000-0000-00000000000a", "enforced")


@pytest.fixture(scope="session")
def tampered_file(kt: rules.Ruleset, demo_rosters: list[Any]) -> GameFile:
    return _recorded(kt, demo.tampered_with(demo_rosters), "00000000-0000-0000-0000-00000000000b", "declared")


def _battle(ruleset: str, seed: int, names: Sequence[str], options: dict[str, Any] | None = None) -> GameFile:
    """A game between armies of the demo, played by the autoplayer."""
    of = rules.load(ruleset)
    armies = [of.rosters.load((ARMIES / f"{name}.txt").read_bytes(), f"{name}.txt") for name in names]
    game = f"00000000-0000-0000-0000-{seed:012x}"
    return play(of, armies, seed, game=game, options=options)


@pytest.fixture(scope="session")
def battles() -> list[GameFile]:
    """Games with units, from every ruleset that has them."""
    return [
        _battle("wh40k", 1, ("copper-lances", "drowned-court")),
        _battle("wh40k", 2, ("ferry-guard", "copper-lances")),
        _battle("cod", 5, ("ferry-guard", "ferry-guard")),
    ]


@pytest.fixture(scope="session", params=range(3), ids=("wh40k", "wh40k-second", "cod"))
def battle(request: pytest.FixtureRequest, battles: list[GameFile]) -> GameFile:
    """Each of those games."""
    return battles[int(request.param)]


@pytest.fixture(scope="session")
def regiments() -> GameFile:
    """A battle of regiments in ranks."""
    return battlefields.regiments()


@pytest.fixture(scope="session")
def levels() -> GameFile:
    """A battle on several levels, with doors and terminals."""
    return battlefields.levels()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", password="demo-ada")


@pytest.fixture
def stored(ada: User, django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[[GameFile], Game]:
    """Stores a game file with its report, like an upload."""

    def store(file: GameFile) -> Game:
        with django_capture_on_commit_callbacks(execute=True):
            game = services.game_import(data=file.dump(), owner=ada).game
            services.verification_request(game=game)
        return game

    return store


@pytest.fixture
def honest(stored: Callable[[GameFile], Game], honest_file: GameFile) -> Game:
    return stored(honest_file)


@pytest.fixture
def tampered(stored: Callable[[GameFile], Game], tampered_file: GameFile) -> Game:
    return stored(tampered_file)


@pytest.fixture
def recording(ada: User, honest_file: GameFile) -> Callable[..., "Recording"]:
    """Begins the record of a game that takes the steps of the honest file one after the other."""
    return lambda **about: Recording(ada, honest_file, about)


class Recording:
    """A game that is being recorded: `go_on(n)` appends the next n steps of a file."""

    def __init__(self, owner: User, file: GameFile, about: dict[str, Any]) -> None:
        self.owner, self.file = owner, file
        self.game = services.game_create(owner=owner, ruleset="kt", **about)

    def go_on(self, count: int, actor: User | None = None) -> Game:
        start = Game.objects.get(pk=self.game.pk).number
        for event in self.file.events[start : start + count]:
            services.event_append(
                game_id=self.game.pk, expected=event.number - 1, declaration=event.declaration(),
                actor=actor or self.owner,
            )  # fmt: skip
        self.game.refresh_from_db()
        return self.game
