"""Two players with their lists, for every ruleset that is here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from gamelog.games import demo, selectors, services
from gamelog.games.models import Game, Roster

FILES: dict[str, list[Path]] = {
    "kt": demo.files(), "wh40k": demo.lists(), "cod": demo.lists(), "t9a": demo.ready("t9a"),
    "necro": demo.ready("necro"),
}  # fmt: skip
"""Two lists of each ruleset."""


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", password="demo-ada")


@pytest.fixture
def boris(db: None) -> User:
    return User.objects.create_user("boris", password="demo-boris")


@pytest.fixture
def ada_client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def lists() -> Callable[[User, str], list[Roster]]:
    """Stores both lists of a ruleset among somebody's own."""

    def store(owner: User, ruleset: str) -> list[Roster]:
        files = FILES[ruleset]
        return [services.roster_import(owner=owner, data=file.read_bytes(), name=file.name)[0] for file in files]

    return store


@pytest.fixture
def answers(lists: Callable[[User, str], list[Roster]]) -> Callable[..., dict[str, str]]:
    """The form of a battle as its page offers it, with both rosters, before anything is changed in it."""

    def filled(client: Client, owner: User, ruleset: str, **changed: str) -> dict[str, str]:
        mine, theirs = lists(owner, ruleset)
        page = client.get("/record/", {"ruleset": ruleset})
        form = page.context["form"]
        said = {name: form[name].value() for name in form.fields if not name.endswith("_file")}
        said = {name: "" if value in (None, False) else "on" if value is True else str(value)
                for name, value in said.items()}  # fmt: skip
        said |= {"ruleset": ruleset, "roster": str(mine.pk), "rival": str(theirs.pk), "do": "open", "key": "k"}
        return {name: value for name, value in {**said, **changed}.items() if value != ""}

    return filled


@pytest.fixture
def opened(ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Callable[..., Game]:
    """A game that ada began, on a phone of her own, with nothing on the other side."""

    def begin(ruleset: str = "kt", **changed: str) -> Game:
        said = answers(ada_client, ada, ruleset, roster_over="pick", **{"rival": "", **changed})
        answer = ada_client.post("/record/", said)
        assert answer.status_code == 302, answer.content.decode()
        return Game.objects.get()

    return begin


@pytest.fixture
def over(ada: User, boris: User) -> Game:
    """A battle of ada and boris that boris has given up."""
    game = services.game_create(owner=ada, ruleset="kt", seats={"a": ada, "b": boris})
    lists = [services.roster_import(owner=ada, data=each.read_bytes(), name=each.name)[0] for each in FILES["kt"]]
    declared = demo.honest([selectors.sheets_of(each) for each in lists])[:8]
    concede = rules.read_declaration(game.rules, b'{"by": "b", "action": {"type": "concede"}}')
    for number, each in enumerate([*declared, concede]):
        actor = boris if each.by == "b" else ada
        services.event_append(game_id=game.pk, expected=number, declaration=each, actor=actor)
    game.refresh_from_db()
    assert game.finished
    return game
