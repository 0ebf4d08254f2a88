"""Queries whose cost must not grow with the number of games that a site has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from frontend.games import list_views
from gamelog.games import audit, calls
from gamelog.games.models import Game, Seat, StepCall
from gamelog.studies import access
from gamelog.studies.models import Study

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create(username="ada")


def games(owner: User, count: int, **more: Any) -> list[Game]:
    return Game.objects.bulk_create(
        Game(owner=owner, ruleset="kt", version="2018.1", policy="strict", header="{}", title=f"Game {number}", **more)
        for number in range(count)
    )


def scans(statement: str) -> list[str]:
    """The steps of SQLite's plan in which every game is read."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        steps = [row[3] for row in cursor.fetchall()]
    assert steps, statement
    tables = [step for step in steps if step.startswith("SCAN")]
    return [step for step in tables if "games_game" in step or "V0" in step or "U0" in step]


def captured(ask: Callable[[], Iterable[Any]]) -> list[str]:
    with CaptureQueriesContext(connection) as seen:
        list(ask())
    return [each["sql"] for each in seen.captured_queries]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is SQLite's; PostgreSQL's depends on statistics")
@pytest.mark.parametrize("known", [False, True])
def test_what_belongs_to_one_game_is_found_without_reading_all_games(owner: User, known: bool) -> None:
    (game, *_) = games(owner, 5)
    actor = owner if known else AnonymousUser()
    asked: list[Callable[[], QuerySet[Any]]] = [
        lambda: access.studies_known(actor, game_id=game.pk),
        lambda: calls.open_calls(actor),
    ]
    for ask in asked:
        for statement in captured(ask):
            assert scans(statement) == [], statement


def test_only_what_belongs_to_games_that_somebody_may_read_is_found(owner: User) -> None:
    other = User.objects.create(username="bob")
    (seen,), (hidden,) = games(owner, 1), games(owner, 1, public=False)
    for game in (seen, hidden):
        Seat.objects.create(game=game, side="a", user=owner if game is hidden else None)
    assert audit.player_named(other, "ada") is None
    assert audit.player_named(owner, "ada") == owner
    studies = [
        Study(game=game, owner=owner, title="On it", visibility="public", key=game.pk.hex[:20])
        for game in (seen, hidden)
    ]
    Study.objects.bulk_create(studies)
    assert {study.game_id for study in access.studies_known(other)} == {seen.pk}
    assert {study.game_id for study in access.studies_known(owner)} == {seen.pk, hidden.pk}
    assert StepCall.objects.count() == 0


def test_the_list_counts_and_skips_only_so_many_games(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_views, "A_PAGE", 2)
    monkeypatch.setattr(list_views, "PAGES", 3)
    games(owner, 9)
    with CaptureQueriesContext(connection) as seen:
        last = Client().get("/games/?page=100")
    assert last.context["page"].number == 3
    assert b"To find older games" in last.content
    (counted,) = [
        each["sql"] for each in seen.captured_queries if "COUNT(*)" in each["sql"] and "games_game" in each["sql"]
    ]
    assert "LIMIT 6" in counted
    first = Client().get("/games/")
    assert b"To find older games" not in first.content
