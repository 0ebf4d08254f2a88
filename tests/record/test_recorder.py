"""The recorder behind its page: a battle is played through its addresses alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from gamelog.games import selectors
from gamelog.games.models import Game
from tests.record.at_the_table import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

STEPS = 120


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
    assert len(seen) >= 60
