"""The recorder behind its page: a battle is played through its addresses alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from knox.models import AuthToken

import rules
from gamelog.games import selectors, services
from gamelog.games.models import Event, Game
from tests.record.at_the_table import Phone

pytestmark = pytest.mark.django_db

LONG = bool(os.environ.get("GAMELOG_LONG"))
STEPS = 400 if LONG else 80
OF_THE_SITE = ("at", "who", "previous", "number")
"""Members of an event that nobody declares."""


@pytest.fixture
def both(ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Callable[..., Game]:
    """A battle with both forces on one phone."""

    def begin(ruleset: str, **changed: str) -> Game:
        said = answers(ada_client, ada, ruleset, roster_over="pick", rival_over="pick", against="here", **changed)
        answer = ada_client.post("/record/", said)
        assert answer.status_code == 302, answer.content.decode()
        return Game.objects.get()

    return begin


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_what_the_page_offers_is_never_refused(ruleset: str, both: Callable[..., Game], ada_client: Client) -> None:
    phone = Phone(ada_client, both(ruleset))
    seen = list(phone.play(STEPS))
    assert phone.refused == []
    game = Game.objects.get()
    found = list(rules.verify(game.rules, selectors.events_of(game)))
    assert [each for each in found if each.severity != "advice"] == []
    assert len(seen) >= min(STEPS, 60)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_what_can_be_tapped_next_is_what_the_next_position_offers(
    ruleset: str, both: Callable[..., Game], ada_client: Client
) -> None:
    phone = Phone(ada_client, both(ruleset), seed=3)
    phone.then = []
    offered = 0
    for index, now in enumerate(phone.play(40)):
        acts = [act for act in now["acts"] if not act["aside"]]
        then = [{**act, "there": None} for act in phone.then]
        assert not index or then == [{**act, "there": None} for act in acts]
        standing = {key for key, model in now["replay"]["start"]["m"].items() if model["a"] and not model["o"]}
        standing |= {now["replay"]["start"]["m"][key].get("u") for key in standing}
        assert all(act["there"] == (act["who"] in standing) for act in phone.then)
        offered += len(then)
    assert offered


WHOLE = rules.RULESETS if LONG else ("kt",)
"""Whole battles of all systems take a quarter of an hour."""


@pytest.mark.parametrize("ruleset", WHOLE)
def test_a_whole_battle_is_what_an_api_client_would_have_declared(
    ruleset: str, both: Callable[..., Game], ada_client: Client
) -> None:
    """Recorded through the page's addresses to its end; then its declarations are sent by a client with a token."""
    game = both(ruleset)
    for _now in Phone(ada_client, game, seed=7).play(5000):
        pass
    game.refresh_from_db()
    assert game.finished
    assert stream(resent(game)) == stream(game)
    assert [each for each in rules.verify(game.rules, selectors.events_of(game)) if each.severity != "advice"] == []


def resent(game: Game) -> Game:
    """Another game, with the declarations of this one as a client of the API sends them, one after the other."""
    policy: Any = game.policy
    other = services.game_create(owner=game.owner, ruleset=game.ruleset, policy=policy)
    client = Client(headers={"Authorization": f"Token {AuthToken.objects.create(user=game.owner)[1]}"})
    for event in selectors.events_of(game):
        body = {**json.loads(rules.canonical(event.declaration())), "expected": event.number - 1}
        assert client.post(f"/api/games/{other.pk}/events", body, content_type="application/json").status_code == 201
    return other


def stream(game: Game) -> list[dict[str, Any]]:
    """The events of a game, without what the site adds to them."""
    told = [
        json.loads(body) for body in Event.objects.filter(game=game).order_by("number").values_list("body", flat=True)
    ]
    return [{name: value for name, value in each.items() if name not in OF_THE_SITE} for each in told]


@pytest.mark.parametrize("dice", ["table", "server"])
def test_a_decision_over_the_api_stores_nothing_and_shows_no_die(
    dice: str, both: Callable[..., Game], ada_client: Client
) -> None:
    game = both("kt", dice=dice)
    before = game.number
    address = f"/api/games/{game.pk}/decide"
    roll_off = {"expected": before, "by": "a", "action": {"type": "roll-off"}}
    wanted = ada_client.post(address, roll_off, content_type="application/json")
    assert (wanted.status_code, wanted.json()["type"]) == (422, "urn:gamelog:dice-wanted")
    assert "faces" not in wanted.content.decode()
    concede = {"expected": before, "by": "a", "action": {"type": "concede"}}
    told = ada_client.post(address, concede, content_type="application/json").json()
    assert [effect["type"] for effect in told["effects"]] == ["ended"]
    assert ada_client.post(address, {**concede, "expected": 0}, content_type="application/json").status_code == 409
    assert Client().post(address, concede, content_type="application/json").status_code == 401
    game.refresh_from_db()
    assert (game.number, game.finished) == (before, False)


def test_only_who_plays_has_the_recorder(both: Callable[..., Game], boris: User) -> None:
    game, client = both("kt"), Client()
    assert client.get(f"/games/{game.pk}/record/").status_code == 302
    client.force_login(boris)
    assert client.get(f"/games/{game.pk}/record/")["Location"] == f"/games/{game.pk}/"
    assert client.get(f"/games/{game.pk}/record/now/").status_code == 403
    body = {"number": game.number, "acts": [0]}
    assert client.post(f"/games/{game.pk}/record/ways/", body, content_type="application/json").status_code == 403


def test_what_is_asked_of_an_earlier_position_is_stale_and_nonsense_names_its_place(
    both: Callable[..., Game], ada_client: Client
) -> None:
    game = both("kt")
    address = f"/games/{game.pk}/record/"
    late = ada_client.post(f"{address}ways/", {"number": 0, "acts": [0]}, content_type="application/json")
    assert (late.status_code, late.json()) == (409, {"stale": True})
    for path, body, place in (
        ("ways/", {"number": game.number, "acts": [99]}, "$.acts"),
        ("ways/", {"number": game.number, "acts": "all"}, "$.acts"),
        ("consider/", {"number": game.number, "declaration": {"by": "a", "action": {"type": "fly"}}}, "$.action.type"),
        ("take-back/", {"number": game.number, "since": 1, "side": "a"}, "$"),
    ):
        answer = ada_client.post(f"{address}{path}", body, content_type="application/json")
        assert (answer.status_code, answer.json()["path"]) == (400, place), answer.content


def test_the_position_that_is_held_goes_on_with_the_battle_and_back_for_who_sees_it_late(
    both: Callable[..., Game], ada_client: Client
) -> None:
    game = both("kt")
    for _now in Phone(ada_client, game).play(8):
        game.refresh_from_db()
        assert selectors.position_now(game) == selectors.position_at(game, game.number)
    game.refresh_from_db()
    last = selectors.position_now(game)
    assert last == selectors.position_at(game, game.number)
    late = Game.objects.get(pk=game.pk)
    late.number -= 3
    assert selectors.position_now(late) == selectors.position_at(game, game.number - 3) != last
    assert selectors.position_now(game) == last
