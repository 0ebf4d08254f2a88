"""The clock is set back an hour while battles, an event, a club and a sheet go on: no moment goes back, the record says
that the clock did, and `check_records` remarks on it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

import rules
from gamelog.clubs import services as clubs
from gamelog.clubs.models import ClubAct
from gamelog.evidence.models import ClockSetBack
from gamelog.games import services
from gamelog.games.models import Event, Game
from gamelog.records import moments, run
from gamelog.records.findings import Found
from gamelog.streams import clock
from gamelog.tournaments.models import Act
from rules import autoplay
from tests.kernel.games import crew
from tests.records.world import clock_set_back
from tests.tournaments import making

pytestmark = pytest.mark.django_db

DECLARED = [event.declaration() for event in autoplay.play(rules.load("kt"), (crew(), crew()), 1, stop_after=9).events]


def begun(owner: User) -> Game:
    return services.game_create(owner=owner, ruleset="kt", policy="enforced", title="Clock")


def go_on(game: Game, upto: int) -> None:
    """Record a battle up to an event."""
    game.refresh_from_db()
    for number in range(game.number, upto):
        services.event_append(
            game_id=game.pk, expected=number, declaration=DECLARED[number], actor=game.owner
        )  # fmt: skip
    game.refresh_from_db()


def found_in_all() -> list[Found]:
    found: list[Found] = []
    for _ in run.go_on(run.begun(), report=lambda _subject, each: found.append(each)):
        pass
    return found


class _At(msgspec.Struct):
    at: str


def written(row: Any) -> str:
    """The time that an entry's own content says."""
    return msgspec.json.decode(row.body, type=_At).at


def test_no_moment_goes_back_and_the_record_says_why() -> None:
    people = making.crowd(4)
    games = [begun(people.staff), begun(people.p1)]
    event = making.announce(people.organiser, title="Clock")
    club = clubs.club_found(owner=people.editor, name="Clock", slug="clock")
    for game in games:
        go_on(game, 3)
    assert not ClockSetBack.objects.exists()
    with clock_set_back():
        for upto in (4, 5, 6):
            for game in games:
                go_on(game, upto)
            making.register(event, f"Walk-in {upto}")
        clubs.news_publish(club=club, actor=people.editor, title="News", body="We play.")
    for game in games:
        go_on(game, 8)
    making.register(event, "Walk-in 9")
    streams: list[Any] = [
        *(Event.objects.filter(game=game) for game in games),
        Act.objects.all(),
        ClubAct.objects.all(),
    ]
    for rows in streams:
        ordered = rows.order_by("number")
        stored = [row.recorded_at for row in ordered]
        assert stored == sorted(stored)
        bodies = [written(row) for row in ordered]
        assert bodies == sorted(bodies)
    noted = {(row.kind, row.stream): row for row in ClockSetBack.objects.all()}
    assert set(noted) == {("game", games[0].pk), ("game", games[1].pk), ("tournament", event.pk), ("club", club.pk)}
    assert noted["game", games[0].pk].number == 4, "the first event before which it was set back, and none of the next"
    found = found_in_all()
    assert {each.severity for each in found} == {"remark"}
    assert [each.table for each in found] == [ClockSetBack._meta.db_table] * 4
    assert "the clock was set back to" in found[0].text


@pytest.mark.django_db(transaction=True)
def test_nor_does_that_of_steps_that_are_stored_together(caplog: pytest.LogCaptureFixture) -> None:
    game = begun(User.objects.create_user("marshal", is_staff=True))
    go_on(game, 3)
    with clock_set_back():
        go_on(game, 6)
    stored = list(Event.objects.filter(game=game).order_by("number").values_list("recorded_at", flat=True))
    assert stored == sorted(stored)
    assert ClockSetBack.objects.get().number == 4
    assert game.updated >= stored[-1]
    assert not [each for each in caplog.records if each.name == "gamelog.games.writer"], "none was stored by itself"


def test_a_clock_that_is_corrected_by_less_than_a_second_is_not_remarked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(User.objects.create_user("marshal", is_staff=True))
    go_on(game, 3)
    last = Event.objects.get(game=game, number=3).recorded_at
    monkeypatch.setattr(clock, "now", lambda: last - timedelta(milliseconds=500))
    go_on(game, 4)
    assert Event.objects.get(game=game, number=4).recorded_at >= last
    assert not ClockSetBack.objects.exists()


def test_what_somebody_writes_in_with_an_earlier_moment_is_remarked_on() -> None:
    game = begun(User.objects.create_user("marshal", is_staff=True))
    go_on(game, 5)
    rows = list(Event.objects.filter(game=game).order_by("number"))
    rows[3].recorded_at = datetime(2020, 1, 1, tzinfo=UTC)
    remarks = list(moments.of_entries(rows, written))
    assert [(each.row, each.columns) for each in remarks] == [(str(rows[3].pk), ("recorded_at",))] * 2
    assert "before the one that it follows" in remarks[0].text
