"""A battle, its owner, others who read and write studies of it, and staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

import rules
from gamelog.games import services as games
from gamelog.games.models import Game
from gamelog.streams import clock
from gamelog.studies import services
from gamelog.studies.drawings import Ring, Spot
from gamelog.studies.models import Study
from rules.gamefile import GameFile
from tests.frontend.conftest import demo_rosters, honest_file, kt  # noqa: F401


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    def make(name: str, **more: Any) -> User:
        return User.objects.create_user(name, email=f"{name}@example.org", password=f"demo-{name}", **more)

    return SimpleNamespace(
        ada=make("ada"), boris=make("boris"), carol=make("carol"), staff=make("warden", is_staff=True),
        nobody=AnonymousUser(),
    )  # fmt: skip


@pytest.fixture
def battle(people: SimpleNamespace, honest_file: GameFile) -> Game:  # noqa: F811
    return games.game_import(data=honest_file.dump(), owner=people.ada).game


@pytest.fixture
def study(people: SimpleNamespace, battle: Game) -> Study:
    """Carol's private study, which has nothing in it."""
    return services.study_begin(game_id=battle.pk, actor=people.carol, title="What went wrong")


@pytest.fixture
def write(people: SimpleNamespace) -> Callable[..., Study]:
    """Carol writes something of a step, in whatever version the study has."""

    def note(study: Study, step: int, text: str = "", **more: Any) -> Study:
        expected = Study.objects.get(pk=study.pk).number
        return services.note_write(study=study, actor=people.carol, expected=expected, step=step, text=text, **more)

    return note


@pytest.fixture
def show(people: SimpleNamespace) -> Callable[[Study, str], Study]:
    """Carol decides who reads her study."""

    def edit(study: Study, visibility: str) -> Study:
        expected = Study.objects.get(pk=study.pk).number
        return services.study_edit(study=study, actor=people.carol, expected=expected, visibility=visibility)

    return edit


@pytest.fixture
def delayed(people: SimpleNamespace, honest_file: GameFile) -> Game:  # noqa: F811
    """A battle that is being played and shown an hour late; its steps have just been recorded."""
    game = games.game_create(owner=people.ada, ruleset="kt", delay=60)
    for event in honest_file.events[:12]:
        games.event_append(
            game_id=game.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.ada
        )
    game.refresh_from_db()
    return game


@pytest.fixture
def halfway(delayed: Game, people: SimpleNamespace, honest_file: GameFile, monkeypatch: Any) -> SimpleNamespace:  # noqa: F811
    """Ada's public study of her battle that is shown an hour late: everybody sees 12 steps, she sees 24.

    Of step 2 she wrote when there were 12 of them, of steps 4 and 9 (a chapter besides) when there were 24.
    `later()`: an hour has passed, and everybody sees as much as she does.
    """
    real, passed = timezone.now, [timedelta()]
    for module in (timezone, clock):
        monkeypatch.setattr(module, "now", lambda: real() + passed[0])

    def later() -> None:
        passed[0] += timedelta(minutes=61)

    study = services.study_begin(game_id=delayed.pk, actor=people.ada, title="My battle", visibility="public")
    services.note_write(study=study, actor=people.ada, expected=0, step=2, text="Here we go")
    later()
    for event in honest_file.events[12:24]:
        games.event_append(
            game_id=delayed.pk, expected=event.number - 1, declaration=event.declaration(), actor=people.ada
        )
    services.note_write(study=study, actor=people.ada, expected=1, step=4, text="This decides it in step 20")
    services.note_write(
        study=study, actor=people.ada, expected=2, step=9, text="Here too", drawn=[Ring("teal", Spot(9, 9))]
    )
    services.chapter_begin(study=study, actor=people.ada, expected=3, step=9, title="The plan")
    delayed.refresh_from_db()
    return SimpleNamespace(game=delayed, study=study, later=later)


@pytest.fixture
def model_of(battle: Game) -> Callable[[int], str]:
    """A model that stands on the table after a step."""

    def found(step: int) -> str:
        state = rules.fold(battle.rules, [])
        from gamelog.games.selectors import position_at

        state = position_at(battle, step)
        return next(key for key, model in state.models.items() if model.at)

    return found
