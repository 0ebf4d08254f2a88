"""Rows that tests begin with come back as they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

import rules
from gamelog.games import services
from gamelog.games.models import Event, Game
from tests import restored as module
from tests.restored import restored

pytestmark = pytest.mark.storage


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_kept", {})


@contextmanager
def rolled_back() -> Iterator[None]:
    """What the next test sees: nothing from this one."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_a_game_comes_back_row_by_row(db: None, battle: rules.GameFile) -> None:
    made: list[int] = []

    def make() -> SimpleNamespace:
        made.append(1)
        owner = User.objects.create_user("ada", password="secret")
        return SimpleNamespace(
            owner=owner, games=[services.game_import(data=battle.dump(), owner=owner).game], number=7
        )

    seen: list[Any] = []
    for _ in range(3):
        with rolled_back():
            found = restored("a game", make)
            rows = {model: list(model.objects.order_by("pk").values()) for model in (User, Game, Event)}
            seen.append((rows, found.owner, found.games, found.number))
            assert found.owner.check_password("secret")
        assert not User.objects.exists()
    assert len(made) == 1
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0][0][Event]) == len(battle.records)


def test_a_row_that_the_first_test_deletes_comes_back(db: None) -> None:
    """Django takes the id off an instance that is deleted: what is kept must not be the instance a test holds."""
    for _ in range(2):
        with rolled_back():
            found = restored("ada", lambda: User.objects.create_user("ada"))
            found.delete()
            assert not User.objects.exists()


def test_what_was_put_back_is_gone_with_its_transaction(transactional_db: None) -> None:
    """A test's own transaction is the outermost and has no savepoint: nothing of the last test lies beneath."""
    made: list[str] = []

    def make(name: str) -> User:
        made.append(name)
        return User.objects.create(username=name)

    for _ in range(3):
        with rolled_back():
            restored("ada", lambda: make("ada"))
            restored("boris", lambda: make("boris"))
    assert made == ["ada", "boris"]


def test_where_rows_are_in_the_way_it_is_made_on_top_of_them(db: None) -> None:
    def ada() -> User:
        return User.objects.get_or_create(username="ada")[0]

    for stray in (False, True):
        with rolled_back():
            if stray:
                User.objects.create(username="nobody")
                own = User.objects.create(username="ada")
            found = restored("ada", ada)
            assert User.objects.filter(username="ada").count() == 1
            assert not stray or found == own


def test_what_it_stands_on_is_changed_as_it_was(db: None) -> None:
    def rename(user: User) -> User:
        user.first_name = "Ada"
        user.save()
        User.objects.get(username="boris").delete()
        return user

    def users() -> dict[str, User]:
        return {name: User.objects.create(username=name) for name in ("ada", "boris")}

    for _ in range(2):
        with rolled_back():
            ada = restored("users", users)["ada"]
            assert restored("renamed", lambda ada=ada: rename(ada)).first_name == "Ada"  # type: ignore[misc]
            assert list(User.objects.values_list("username", "first_name")) == [("ada", "Ada")]


def test_where_transactions_are_real_it_is_made_each_time(transactional_db: None) -> None:
    make: Callable[[], User] = lambda: User.objects.create(username="ada")  # noqa: E731
    first = restored("ada", make)
    first.delete()
    assert restored("ada", make).pk != first.pk
