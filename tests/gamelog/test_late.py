"""A battle that is shown late: at every address, and to whom."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

import rules
from gamelog.games import access, selectors, services
from gamelog.games.models import Game
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.django_db

SHOWN, RECORDED = 40, 60


@pytest.fixture
def late(table: Game, record: Callable[..., Game], battle: rules.GameFile, people: SimpleNamespace) -> Game:
    """A game with a delay of ten minutes: 40 steps are older than that, 20 are not."""
    with time_machine.travel(timezone.now() - timedelta(minutes=12), tick=False):
        record(table, battle.events[:SHOWN])
    record(table, battle.events[SHOWN:RECORDED])
    return services.game_delay(game_id=table.pk, minutes=10, actor=people.marshal)


def addresses_of_a_game(patterns: Any, prefix: str = "/") -> list[str]:
    """Every address of the site that names a game and nothing else."""
    found = []
    for each in patterns:
        text = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            found += addresses_of_a_game(each.url_patterns, text)
        elif isinstance(each, URLPattern) and "<uuid:game_id>" in text and text.count("<") == 1:
            found.append(text)
    return found


def test_no_address_tells_a_stranger_what_is_not_to_be_seen_yet(late: Game, people: SimpleNamespace) -> None:
    hidden = [event.hash for event in late.events.filter(number__gt=SHOWN)]
    shown = late.events.get(number=SHOWN).hash
    stranger, staff, told, seen = Client(), Client(), 0, 0
    stranger.force_login(people.carol)
    staff.force_login(people.marshal)
    addresses = addresses_of_a_game(get_resolver().url_patterns)
    assert len(addresses) > 20
    for address in addresses:
        path = address.replace("<uuid:game_id>", str(late.pk))
        answer = stranger.get(path)
        text = b"".join(answer) if answer.streaming else answer.content
        assert not any(each.encode() in text for each in hidden), path
        told += shown.encode() in text
        whole = staff.get(path)
        seen += any(each.encode() in (b"".join(whole) if whole.streaming else whole.content) for each in hidden)
    assert told >= 4 and seen >= 4, "hashes are in some of these answers"


def test_positions_steps_and_lists_are_late(
    late: Game, people: SimpleNamespace, client_of: Callable[[str], CheckedClient]
) -> None:
    stranger, player = client_of("carol"), client_of("ada")
    game = f"/api/games/{late.pk}"
    assert stranger.get(game).json()["number"] == SHOWN
    assert [each["number"] for each in stranger.get("/api/games").json()["results"]] == [SHOWN]
    assert stranger.get(f"{game}/position").json() == stranger.get(f"{game}/position?at={SHOWN}").json()
    assert stranger.get(f"{game}/position?at={SHOWN + 1}").status_code == 404
    assert len(stranger.get(f"{game}/steps").json()["steps"]) == SHOWN
    assert stranger.get(f"{game}/odds?at={SHOWN + 1}").status_code == 404
    assert player.get(game).json()["number"] == RECORDED
    assert [each["number"] for each in player.get("/api/games").json()["results"]] == [RECORDED]


def test_who_sees_it_as_it_is(late: Game, people: SimpleNamespace) -> None:
    seen = {name: access.access_game(user, late.pk).number for name, user in vars(people).items()}
    assert seen == {"ada": RECORDED, "boris": RECORDED, "marshal": RECORDED, "carol": SHOWN}


def test_everybody_sees_the_end_at_once(
    late: Game, record: Callable[..., Game], battle: rules.GameFile, people: SimpleNamespace
) -> None:
    record(late, battle.events[RECORDED:])
    assert access.access_game(people.carol, late.pk).number == len(battle.events)


def test_a_report_on_later_steps_is_not_seen_yet(late: Game, people: SimpleNamespace) -> None:
    services.verification_request(game=late)
    assert selectors.report_of(access.access_game(people.marshal, late.pk)) is not None
    assert selectors.report_of(access.access_game(people.carol, late.pk)) is None


def test_a_row_that_was_read_before_the_last_steps_has_the_report_on_them(
    late: Game, people: SimpleNamespace, record: Callable[..., Game], battle: rules.GameFile
) -> None:
    """Only a battle that is shown late keeps later reports back, not one whose row is a moment old."""
    before = access.access_game(people.marshal, late.pk)
    record(late, battle.events[RECORDED:])
    report = services.verification_request(game=Game.objects.get(pk=late.pk))
    assert report.number == len(battle.events) > before.number
    assert selectors.report_of(before) == report


def test_before_its_time_a_battle_has_no_steps(
    table: Game, record: Callable[..., Game], battle: rules.GameFile, people: SimpleNamespace
) -> None:
    record(table, battle.events[:5])
    services.game_delay(game_id=table.pk, minutes=10, actor=people.marshal)
    seen = access.access_game(people.carol, table.pk)
    assert (seen.number, seen.head, seen.round) == (0, table.header_hash, 0)


def test_the_delay_is_set_by_who_runs_the_game(
    table: Game, people: SimpleNamespace, client_of: Callable[[str], CheckedClient]
) -> None:
    assert client_of("marshal").patch(f"/api/games/{table.pk}", {"delay": 5}).json()["delay"] == 5
    assert client_of("marshal").patch(f"/api/games/{table.pk}", {"delay": 241}).status_code == 400
    assert client_of("ada").patch(f"/api/games/{table.pk}", {"delay": 0}).status_code == 403
    assert client_of("").patch(f"/api/games/{table.pk}", {"delay": 0}).status_code == 401
    with pytest.raises(rules.Malformed):
        services.game_delay(game_id=table.pk, minutes=-1, actor=people.marshal)
    with pytest.raises(PermissionDenied):
        services.game_delay(game_id=table.pk, minutes=0, actor=people.boris)
    made = client_of("ada").post("/api/games", {"ruleset": "kt", "delay": 15}).json()
    assert made["delay"] == 15
