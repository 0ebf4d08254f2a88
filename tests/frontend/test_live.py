"""Following a battle live: every step once and in order, whatever is cut; to whom it may be shown, and when."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.db import connection
from django.test import AsyncClient, Client
from django.utils import timezone

from frontend.games import live_hub
from gamelog.games import secrets, services
from gamelog.games.models import Event, Game
from tests.frontend.following import Message, Site

pytestmark = pytest.mark.django_db(transaction=True)


def numbers(messages: list[Message]) -> list[int]:
    return [message.data["step"]["n"] for message in messages if message.event == "step"]


def test_the_stream_is_what_the_page_would_load(site: Site, recording: Callable[..., Any]) -> None:
    battle = recording()
    battle.go_on(12)
    stream = site.stream(battle.game)
    seen = stream.take(12)
    battle.go_on(18)
    seen += stream.take(18)
    data = site.data(battle.game)
    assert [message.data["step"] for message in seen] == data["steps"]
    assert [message.id for message in seen] == [f"{number}.0" for number in range(1, 31)]
    assert seen[-1].id == data["at"]
    for message in seen:
        assert message.data["rules"].items() <= data["rules"].items()
        assert message.data["step"]["p"] in message.data["phases"]
    stream.close()


def test_cut_anywhere_nothing_is_missed_and_nothing_comes_twice(site: Site, recording: Callable[..., Any]) -> None:
    battle, dice = recording(), random.Random(5)
    battle.go_on(3)
    recorder = threading.Thread(target=battle.go_on, args=(77,))
    recorder.start()
    seen: list[Message] = []
    while len(seen) < 80:
        stream = site.stream(battle.game, cut=seen[-1].id if seen else "0")
        seen += stream.take(min(dice.randint(0, 9), 80 - len(seen)))
        stream.close()
    recorder.join()
    assert numbers(seen) == list(range(1, 81))
    assert [message.data["step"] for message in seen] == site.data(battle.game)["steps"]


def test_both_sides_record_while_others_follow(site: Site, recording: Callable[..., Any], ada: User) -> None:
    boris = User.objects.create_user("boris")
    owner = User.objects.create_user("owner", is_staff=True)
    battle = recording(seats={"a": ada, "b": boris})
    battle.owner = owner
    players = {"a": ada, "b": boris}
    english, russian = site.stream(battle.game), site.stream(battle.game, language="ru")
    for event in battle.file.events[:40]:
        battle.go_on(1, actor=players.get(event.by))
    seen, read = english.take(40), russian.take(40)
    assert numbers(seen) == numbers(read) == list(range(1, 41))
    assert [message.data["step"] for message in seen] == site.data(battle.game)["steps"]
    assert [message.data["step"] for message in read] == site.data(battle.game, language="ru")["steps"]
    assert seen[20].data["step"]["t"] != read[20].data["step"]["t"]


def test_steps_that_change_what_came_before_say_so(site: Site, recording: Callable[..., Any], ada: User) -> None:
    """The first ones, at which models and the table join, and a take-back."""
    battle = recording()
    battle.go_on(60)
    services.take_back_propose(
        game_id=battle.game.pk, expected=60, side="a", since=58, reason="measured wrongly", both=True, actor=ada
    )
    seen = site.stream(battle.game).take(61)
    again = [message.data["step"]["n"] for message in seen if "again" in message.data]
    assert again[0] == 1 and again[-1] == 61
    assert len(again) < 10, "steps of the battle itself do not have the page loaded again"
    assert [message.data["step"] for message in seen] == site.data(battle.game)["steps"]


def test_the_end_is_told_and_nobody_comes_back(site: Site, recording: Callable[..., Any], ada: User) -> None:
    battle = recording()
    battle.go_on(len(battle.file.events) - 1)
    stream = site.stream(battle.game, after=str(battle.game.number))
    battle.go_on(1)
    step, report, end, *more = stream.take(9)
    assert (step.data["step"]["n"], report.event, end.event, more) == (battle.game.number, "report", "end", [])
    data = site.data(battle.game)
    assert report.id == data["at"]
    assert end.data == {"winner": battle.game.winner, "verdict": data["verdict"]}
    assert data["verdict"] == "verified"
    assert site.ask(f"/games/{battle.game.pk}/live", {"Last-Event-ID": end.id}).status == 204


def test_a_report_is_told_to_those_who_do_not_know_it(site: Site, tampered: Game) -> None:
    told = site.stream(tampered, after="3.0").take(500)
    assert [message.event for message in told[-2:]] == ["report", "end"]
    assert told[-2].id == site.data(tampered)["at"] != f"{tampered.number}.0"
    (end,) = site.stream(tampered, after=told[-2].id).take(500)
    assert end.event == "end"


def test_private_games_are_followed_by_those_who_may_read_them(
    site: Site, recording: Callable[..., Any], ada: User
) -> None:
    battle = recording(public=False)
    battle.go_on(2)
    stranger = User.objects.create_user("stranger")
    assert site.stream(battle.game).status == 404
    assert site.stream(battle.game, by=stranger).status == 404
    assert numbers(site.stream(battle.game, by=ada).take(2)) == [1, 2]


def test_a_game_that_becomes_private_is_followed_no_longer(site: Site, recording: Callable[..., Any]) -> None:
    battle = recording()
    battle.go_on(2)
    stream = site.stream(battle.game)
    assert numbers(stream.take(2)) == [1, 2]
    Game.objects.filter(pk=battle.game.pk).update(public=False)
    assert stream.take(1) == [], "the stream ends"
    assert site.stream(battle.game).status == 404


@pytest.mark.parametrize("after", ["x", "-1", "1e3", "9999999999", "٣"])
def test_what_is_no_place_in_a_battle_is_refused(site: Site, recording: Callable[..., Any], after: str) -> None:
    assert site.stream(recording().game, after=quote(after)).status == 400


def test_a_server_without_asgi_says_that_it_holds_no_stream(client: Client, recording: Callable[..., Any]) -> None:
    """It would gather all steps first. A reader who comes back nevertheless is told to stay away, as after the end."""
    battle = recording()
    battle.go_on(2)
    answer = client.get(f"/games/{battle.game.pk}/live?after=1.0")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    assert answer.content.decode() == "id: end\nevent: off\ndata: {}\n\n"
    again = client.get(f"/games/{battle.game.pk}/live", headers={"Last-Event-ID": "end"})
    assert again.status_code == 204
    private = recording(public=False)
    assert client.get(f"/games/{private.game.pk}/live").status_code == 404


def test_more_readers_than_a_process_takes_are_asked_to_come_back(
    recording: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked in a thread of its own: tests in a browser leave an event loop in this one."""
    monkeypatch.setattr(live_hub, "MOST_READERS", 0)
    address = f"/games/{recording().game.pk}/live"

    def ask() -> Any:
        try:
            return async_to_sync(AsyncClient().get)(address)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(ask).result(20)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")


def test_secrets_are_in_no_stream(site: Site, recording: Callable[..., Any], ada: User) -> None:
    battle = recording(seats={"a": ada})
    battle.go_on(30)
    secrets.secret_deposit(game_id=battle.game.pk, subject="plan", value="behind the silo", side="a", actor=ada)
    for reader in (None, ada):
        told = site.stream(battle.game, by=reader).take(31)
        assert told[-1].data["step"]["a"] == "commit"
        row = secrets.secrets_of(ada, battle.game).get()
        assert row.value not in str(told) and row.salt not in str(told)


# a battle that is shown late


def age(game: Game, upto: int, minutes: int) -> None:
    """Have the steps up to a number recorded so many minutes ago, as nothing but a test can."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger' AND tbl_name='games_event'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        then = timezone.now() - timedelta(minutes=minutes)
        Event.objects.filter(game=game, number__lte=upto).update(recorded_at=then)
        for _name, sql in triggers:
            cursor.execute(sql)


def test_whoever_has_no_part_in_the_battle_sees_it_late(site: Site, recording: Callable[..., Any], ada: User) -> None:
    boris, stranger = User.objects.create_user("boris"), User.objects.create_user("stranger")
    judge = User.objects.create_user("judge", is_staff=True)
    battle = recording(seats={"b": boris}, delay=10)
    battle.go_on(20)
    age(battle.game, 15, 11)
    stream = site.stream(battle.game)
    assert numbers(stream.take(15)) == list(range(1, 16))
    assert site.data(battle.game, by=stranger)["steps"][-1]["n"] == 15
    age(battle.game, 17, 11)
    assert numbers(stream.take(2)) == [16, 17], "steps come when it is their time"
    assert site.data(battle.game, by=stranger)["steps"][-1]["n"] == 17
    for reader in (ada, boris, judge):
        assert site.data(battle.game, by=reader)["steps"][-1]["n"] == 20
        assert numbers(site.stream(battle.game, by=reader).take(20)) == list(range(1, 21))


def test_a_delay_that_is_switched_on_holds_for_those_who_already_follow(
    site: Site, recording: Callable[..., Any], ada: User
) -> None:
    battle = recording()
    battle.go_on(3)
    stream = site.stream(battle.game)
    assert numbers(stream.take(3)) == [1, 2, 3]
    services.game_delay(game_id=battle.game.pk, minutes=5, actor=ada)
    assert stream.take(1) == [], "the stream ends; the next one is late"
    battle.go_on(3)
    services.game_delay(game_id=battle.game.pk, minutes=0, actor=ada)
    assert numbers(site.stream(battle.game, after="3.0").take(3)) == [4, 5, 6]


def test_a_server_that_was_stopped_goes_on_where_it_was(site: Site, recording: Callable[..., Any]) -> None:
    battle = recording()
    battle.go_on(5)
    stream = site.stream(battle.game)
    seen = stream.take(5)
    site.stop()
    battle.go_on(5)
    site.start()
    seen += site.stream(battle.game, cut=seen[-1].id).take(5)
    assert numbers(seen) == list(range(1, 11))


def test_a_lost_notice_costs_seconds_and_no_step(
    site: Site, recording: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = recording()
    battle.go_on(2)
    stream = site.stream(battle.game)
    stream.take(2)
    monkeypatch.setattr("gamelog.streams.notices.announce", lambda name: None)
    started = time.monotonic()
    battle.go_on(1)
    assert numbers(stream.take(1)) == [3]
    assert time.monotonic() - started < 10
