"""What an append asks of the database, and what it keeps in memory between the steps of a battle."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from knox.models import AuthToken
from rest_framework.test import APIClient

import rules
from gamelog.games import selectors, services
from gamelog.games.models import Event, Game

pytestmark = pytest.mark.storage

STATEMENTS = 9
"""Token with its person, lock with the game's owner, seats with their players, opaque id, event, game, take-backs;
begin and commit."""


@pytest.fixture
def recorder(people: SimpleNamespace) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {AuthToken.objects.create(people.marshal)[1]}")
    return client


def declared(event: rules.Event[Any]) -> str:
    written = {**json.loads(rules.canonical(event.declaration())), "expected": event.number - 1}
    return json.dumps(written)


@pytest.mark.django_db(transaction=True)
def test_few_statements_an_append(table: Game, recorder: APIClient, battle: rules.GameFile) -> None:
    counts = []
    for event in battle.events[:60]:
        with CaptureQueriesContext(connection) as seen:
            sent = recorder.generic("POST", f"/api/games/{table.pk}/events", declared(event), "application/json")
        assert sent.status_code == 201
        counts.append(len(seen))
    assert max(counts[10:]) <= STATEMENTS


@pytest.mark.django_db(transaction=True)
def test_the_position_is_kept_from_step_to_step(
    table: Game, append: Callable[..., Any], battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(table, battle.events[0])
    with monkeypatch.context() as patched:
        patched.setattr(selectors, "position_at", lambda *_: pytest.fail("it was folded again"))
        for event in battle.events[1:40]:
            append(table, event)
    table.refresh_from_db()
    kept = selectors.position_now(table)
    assert rules.to_json(kept) == rules.to_json(rules.fold(table.rules, battle.events[:40]))


@pytest.mark.django_db(transaction=True)
def test_a_position_that_was_never_committed_is_not_kept(
    table: Game, append: Callable[..., Any], battle: rules.GameFile
) -> None:
    for event in battle.events[:5]:
        append(table, event)
    with transaction.atomic():
        append(table, battle.events[5])
        append(table, battle.events[6])
        transaction.set_rollback(True)
    again = Game.objects.get(pk=table.pk)
    assert again.number == 5
    assert rules.to_json(selectors.position_now(again)) == rules.to_json(rules.fold(table.rules, battle.events[:5]))
    append(table, battle.events[5])


@pytest.mark.django_db(transaction=True)
def test_a_kept_position_of_another_line_is_not_gone_on_from(
    table: Game, append: Callable[..., Any], battle: rules.GameFile
) -> None:
    """Whatever is in memory, the hash of its last event has to be the record's."""
    for event in battle.events[:30]:
        append(table, event)
    for held in (30, 20):
        wrong = selectors._Held(held, "0" * 64, rules.empty(table.rules))
        selectors._hold(table.pk, wrong)
        again = Game.objects.get(pk=table.pk)
        assert rules.to_json(selectors.position_now(again)) == rules.to_json(
            rules.fold(table.rules, battle.events[:30])
        )


@pytest.mark.django_db
def test_rights_are_asked_every_time(table: Game, append: Callable[..., Any], battle: rules.GameFile) -> None:
    """Nothing about people is kept: who loses the seat, or the account, is refused with the next step."""
    for event in battle.events[:3]:
        append(table, event)
    ada = User.objects.get(username="ada")
    event = next(each for each in battle.events[3:] if each.by == "a")
    for between in battle.events[3 : event.number - 1]:
        append(table, between)
    table.seats.filter(side="a").update(user=None)
    with pytest.raises(PermissionDenied):
        append(table, event, actor=ada)
    table.seats.filter(side="a").update(user=ada)
    assert append(table, event, actor=ada).created


@pytest.mark.django_db
def test_a_body_tells_strangers_nothing_of_a_private_game(
    people: SimpleNamespace, client_of: Callable[[str], Any], append: Callable[..., Any], battle: rules.GameFile
) -> None:
    game = services.game_create(owner=people.ada, ruleset="kt", public=False)
    append(game, battle.events[0], actor=people.ada)
    for body in (declared(battle.events[1]), "{}", "", "nothing"):
        sent = client_of("carol").generic("POST", f"/api/games/{game.pk}/events", body, "application/json")
        assert sent.status_code == 404, body
        sent = client_of("ada").generic("POST", f"/api/games/{game.pk}/events", body, "application/json")
        assert sent.status_code == (201 if body == declared(battle.events[1]) else 400), body
    assert Event.objects.filter(game=game).count() == 2
