"""People with names that can be searched for, and a game they recorded.

`ada` plays side a, `boris` side b, `marshal` is staff and runs the game, `carol` has nothing to do with it. Ada has a
roster, a table she drew, tokens, a session, an e-mail address, and traces in the admin's history; `NAMES` is everything
that identifies her.
"""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from knox.models import AuthToken

import rules
from gamelog.games import demo, own_tables, services
from gamelog.games.models import Game
from gamelog.sheets import services as sheets
from gamelog.sheets.wanted import SheetWanted, SideWanted
from gamelog.studies import services as studies
from gamelog.studies.models import Study
from rules import drawn
from rules.autoplay import play
from rules.kt import roster as kt_roster
from tests.restored import restored

NAMES = ("adalovel", "Augusta", "Lovelace-King", "augusta@example.org", "second@example.org")
"""User name, first and last name, and addresses of the person who is erased."""
PASSWORD = "ada-secret"


@pytest.fixture(scope="session")
def demo_files() -> list[Path]:
    return demo.files()


@pytest.fixture(scope="session")
def battle(demo_files: list[Path]) -> rules.GameFile:
    return play(rules.load("kt"), [kt_roster.load(path) for path in demo_files], 7)


@pytest.fixture
def ada(db: None) -> User:
    return restored("ada", _ada)


def _ada() -> User:
    user = User.objects.create_user(NAMES[0], NAMES[3], PASSWORD, first_name=NAMES[1], last_name=NAMES[2])
    EmailAddress.objects.create(user=user, email=NAMES[3], primary=True, verified=True)
    EmailAddress.objects.create(user=user, email=NAMES[4])
    return user


@pytest.fixture
def people(ada: User) -> SimpleNamespace:
    return restored("ada and others", lambda: _people(ada))


def _people(ada: User) -> SimpleNamespace:
    made = {name: User.objects.create_user(name, password=f"{name}-secret") for name in ("boris", "carol")}
    marshal = User.objects.create_superuser("marshal", password="marshal-secret")
    return SimpleNamespace(ada=ada, marshal=marshal, **made)


@pytest.fixture
def table(people: SimpleNamespace) -> Game:
    seats = {"a": people.ada, "b": people.boris}
    title = "ADALOVEL against Boris"
    create = services.game_create
    return restored("ada's table", lambda: create(owner=people.marshal, ruleset="kt", title=title, seats=seats))


@pytest.fixture
def append(people: SimpleNamespace) -> Callable[..., services.Appended]:
    """`append(game, declaration, actor)` appends as the next event."""

    def call(game: Game, declaration: rules.Declaration[Any], actor: User | None = None) -> services.Appended:
        game.refresh_from_db()
        return services.event_append(
            game_id=game.pk, expected=game.number, declaration=declaration, actor=actor or people.marshal
        )

    return call


def declarer(people: SimpleNamespace, event: rules.Event[Any]) -> User:
    """Who declares an event: the player of its side, or the marshal for both sides, as where both roll dice again."""
    marshal: User = people.marshal
    both = any(each.by not in ("", event.by) for each in event.rerolls)
    return marshal if both else {"a": people.ada, "b": people.boris}.get(event.by, marshal)


@pytest.fixture
def recorded(
    table: Game, people: SimpleNamespace, append: Any, battle: rules.GameFile, django_capture_on_commit_callbacks: Any
) -> Game:
    """A whole battle that its players recorded themselves, verified."""

    def play_it() -> Game:
        with django_capture_on_commit_callbacks(execute=True):
            for event in battle.events:
                append(table, event.declaration(), declarer(people, event))
            table.refresh_from_db()
            services.verification_request(game=table)
        return table

    return restored("ada's battle", play_it)


@pytest.fixture
def known(people: SimpleNamespace, recorded: Game, demo_files: list[Path]) -> SimpleNamespace:
    """Ada with everything the site can know about her; `sessions` are browsers in which she is logged in."""
    ada = people.ada
    services.roster_import(owner=ada, data=demo_files[0].read_bytes(), name="Augusta's choir.rosz")
    own = services.game_create(owner=ada, ruleset="kt", title="Lovelace-King private", public=False)
    side = SideWanted(name="Augusta's cousin", army="The Lovelace-King collection")
    paper = SheetWanted("kt", SideWanted(player=NAMES[0]), side, ((1, 0),), note=f"Written by {NAMES[0]}.")
    sheet, _ = sheets.sheet_enter(actor=ada, wanted=paper)
    yard = drawn.usual(rules.load("kt").palette)
    own_tables.table_keep(owner=ada, ruleset="kt", name="Augusta's yard", plan=yard)
    AuthToken.objects.create(user=ada)
    Authenticator.objects.create(user=ada, type="recovery_codes", data={"seed": "x"})
    accounts = ContentType.objects.get_for_model(User)
    entry = {"user": people.marshal, "action_flag": CHANGE}
    LogEntry.objects.create(object_id=str(ada.pk), content_type=accounts, object_repr=str(ada), **entry)
    other = ContentType.objects.get_for_model(Game)
    said = json.dumps([{"changed": {"fields": [NAMES[3]]}}])
    LogEntry.objects.create(object_id="1", content_type=other, object_repr="a: adalovel", change_message=said, **entry)
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": NAMES[0], "password": PASSWORD})
    assert answer.status_code == 302
    studied = [_studied(recorded, ada, "Augusta's study"), _studied(recorded, people.boris, f"Where {NAMES[0]} errs")]
    return SimpleNamespace(user=ada, game=recorded, own=own, sheet=sheet, studies=studied, browser=browser)


def _studied(game: Game, author: User, title: str) -> Study:
    """A public study that names Ada in its title, a chapter and a note."""
    study = studies.study_begin(game_id=game.pk, actor=author, title=title, visibility="public")
    studies.note_write(study=study, actor=author, expected=0, step=3, text=f"Here **{NAMES[0]}** moves.")
    return studies.chapter_begin(study=study, actor=author, expected=1, step=3, title=f"{NAMES[0]} moves")


@pytest.fixture
def client_of(people: SimpleNamespace) -> Callable[[str], Client]:
    """`client_of("boris")` is boris's browser, logged in; `client_of("")` is nobody's."""

    def call(name: str) -> Client:
        client = Client()
        if name:
            client.force_login(getattr(people, name))
        return client

    return call
