"""The score sheet at the end of a battle, and a side's word on its result: on pages, on the phone, over the API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

import rules
from gamelog.games import confirmations, selectors, services
from gamelog.games.models import Game
from rules import scoresheet
from rules.kernel import engine, line
from tests.kernel.systems import games, ruleset

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", rules.RULESETS)
def test_the_sheet_says_what_the_rules_counted_after_each_round(key: str) -> None:
    """Counted again by hand: the score in the position at the end of each round, and who fell in it."""
    system = ruleset(key)
    for file in games(key, 2):
        events = line.corrected(file.events)
        sheet = scoresheet.sheet(system, events)
        state = engine.empty(system)
        after: dict[int, Any] = {}
        for event in events:
            engine.evolve(state, event)
            after[state.round] = state.copied()
        assert [each.number for each in sheet.rounds] == [number for number in sorted(after) if number]
        for each in sheet.rounds[:-1]:
            assert each.score == system.score(after[each.number])
        if state.over is not None and state.over.score:
            assert sheet.rounds[-1].score == state.over.score
        for side in state.sides:
            out = sum(model.out for model in state.models.values() if model.side == side)
            assert sum(each.models[side] for each in sheet.rounds) == out
            units = [unit for unit in state.units.values() if unit.side == side]
            gone = sum(all(state.models[side + key].out for key in unit.sheet.models) for unit in units)
            assert sum(each.units[side] for each in sheet.rounds) == gone


def test_the_page_has_the_rounds_the_result_and_a_text(ada: User, ada_client: Client) -> None:
    file = games("t9a", 1)[0]
    game = services.game_import(data=file.dump(), owner=ada).game
    page = ada_client.get(f"/games/{game.pk}/score/")
    sheet = page.context["sheet"]
    counted = scoresheet.sheet(game.rules, selectors.line_of(game))
    assert [row.number for row in sheet.rows] == [each.number for each in counted.rounds]
    text = page.content.decode()
    for row in sheet.rows:
        assert f"Round {row.number}: {' : '.join(each['score'] for each in row.sides)}" in sheet.text
    assert sheet.decided and sheet.decided in text
    assert sheet.result in sheet.text
    told = ada_client.get(f"/api/games/{game.pk}/score").json()
    assert [each["score"] for each in told["rounds"]] == [each.score for each in counted.rounds]
    assert ada_client.get(f"/ru/games/{game.pk}/score/").status_code in (200, 404)


def test_nothing_is_said_to_have_decided_but_what_did(
    over: Game,
    ada_client: Client,
) -> None:
    """This one was given up."""
    page = ada_client.get(f"/games/{over.pk}/score/")
    assert page.context["sheet"].decided == "Concession"
    now = ada_client.get(f"/games/{over.pk}/record/now/").json()
    assert now["over"]["decided"] == "Concession"
    assert now["over"]["sheet"] == page.context["sheet"].text


def test_a_result_waits_on_my_page_and_is_confirmed_there(
    over: Game,
    ada: User,
    boris: User,
    ada_client: Client,
) -> None:
    assert [(game, side) for game, side in confirmations.waiting_for(ada)] == [(over, "a")]
    page = ada_client.get("/me/").content.decode()
    assert "Results waiting for your confirmation" in page
    said = {"side": "a", "number": str(over.number), "next": "me"}
    assert ada_client.post(f"/games/{over.pk}/confirm/", said)["Location"] == "/me/"
    assert "Results waiting for your confirmation" not in ada_client.get("/me/").content.decode()
    assert confirmations.waiting_for(ada) == []
    assert [game for game, _ in confirmations.waiting_for(boris)] == [over]
    score = ada_client.get(f"/games/{over.pk}/score/").content.decode()
    assert "agrees with the result" in score and "has not confirmed yet" in score
    Game.objects.update(updated=timezone.now() - timedelta(days=30))
    assert confirmations.waiting_for(boris) == [], "old battles are not asked about"


def test_what_has_gone_on_is_not_confirmed_unseen(over: Game, ada_client: Client) -> None:
    answer = ada_client.post(f"/games/{over.pk}/confirm/", {"side": "a", "number": str(over.number - 1)}, follow=True)
    assert "The battle has gone on meanwhile" in answer.content.decode()
    assert not over.confirmations.exists()
    assert ada_client.post(f"/games/{over.pk}/confirm/", {"side": "b", "number": str(over.number)}).status_code == 403


def test_a_program_confirms_for_the_side_that_its_user_plays(over: Game, ada: User, boris: User) -> None:
    client = Client(headers={"Authorization": f"Token {AuthToken.objects.create(user=ada)[1]}"})
    address = f"/api/games/{over.pk}/confirm"

    def post(**said: Any) -> Any:
        return client.post(address, {"expected": over.number, "by": "a", **said}, content_type="application/json")

    assert [each["now"] for each in client.get(address).json()["sides"]] == [False, False]
    assert [each["now"] for each in post().json()["sides"]] == [True, False]
    assert post().status_code == 200
    assert over.confirmations.count() == 1
    assert post(by="b").status_code == 403
    assert post(by="nobody").status_code == 400
    assert post(expected=1).status_code == 409
    assert post(more=1).status_code == 400
    body = {"expected": over.number, "by": "a"}
    assert Client().post(address, body, content_type="application/json").status_code == 401
    theirs = Client(headers={"Authorization": f"Token {AuthToken.objects.create(user=boris)[1]}"})
    assert theirs.post(address, {**body, "by": "b"}, content_type="application/json").status_code == 200


def test_who_plays_goes_on_recording_from_the_replay(
    ada: User, ada_client: Client, opened: Callable[..., Game], client: Client
) -> None:
    game = opened("kt")
    assert f'href="/games/{game.pk}/record/"' in ada_client.get(f"/games/{game.pk}/").content.decode()
    assert f'href="/games/{game.pk}/record/"' not in client.get(f"/games/{game.pk}/").content.decode()
