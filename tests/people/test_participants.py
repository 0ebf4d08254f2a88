"""The opaque ids: made on first use, one per person even with concurrent requests, in every event and nowhere else."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import close_old_connections, connection

import rules
from gamelog.accounts.services import Erased, person_erase
from gamelog.games import selectors as log
from gamelog.games import services as games
from gamelog.games.models import Game
from gamelog.people import services
from gamelog.people.models import Participant
from tests.people.conftest import declarer

AT_ONCE = 6


@pytest.mark.django_db
def test_made_on_first_use_and_kept(people: SimpleNamespace) -> None:
    assert not Participant.objects.exists()
    made = services.participant_of(people.ada)
    assert re.fullmatch(r"p[0-9a-f]{16}", made)
    assert services.participant_of(User.objects.get(pk=people.ada.pk)) == made
    assert services.participant_of(people.boris) != made


@pytest.mark.django_db
def test_nobody_has_none() -> None:
    with pytest.raises(PermissionDenied):
        services.participant_of(AnonymousUser())


@pytest.mark.storage
@pytest.mark.django_db
def test_events_say_who_recorded_them(recorded: Game, people: SimpleNamespace) -> None:
    events = list(log.events_of(recorded))
    for event in events:
        assert event.who == services.participant_of(declarer(people, event))
    assert {event.who for event in events} >= {services.participant_of(each) for each in (people.ada, people.boris)}
    assert "adalovel" not in log.file_of(recorded).decode()


@pytest.mark.django_db
def test_imported_events_stay_as_they_are(people: SimpleNamespace, battle: rules.GameFile) -> None:
    game = games.game_import(data=battle.dump(), owner=people.ada).game
    assert log.file_of(game) == battle.dump()
    assert not Participant.objects.exists()


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_all_who_want_it_at_once_get_the_same(ada: User) -> None:
    start = Barrier(AT_ONCE)

    def ask(_: int) -> str:
        try:
            start.wait()
            return services.participant_of(User.objects.get(pk=ada.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = set(pool.map(ask, range(AT_ONCE)))
    assert len(found) == 1
    assert Participant.objects.count() == 1
    close_old_connections()


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_erasing_while_others_append_ends_well(people: SimpleNamespace, battle: rules.GameFile) -> None:
    """There is no deadlock: both lock the game before the person."""
    tables = [
        games.game_create(owner=people.marshal, ruleset="kt", seats={"a": people.ada, "b": people.boris})
        for _ in range(AT_ONCE)
    ]
    start = Barrier(AT_ONCE + 1)

    def work(table: Game | None) -> Any:
        try:
            start.wait()
            user = User.objects.get(pk=people.ada.pk)
            if table is None:
                return person_erase(user=user, by=None)
            event = battle.events[0].declaration()
            return games.event_append(game_id=table.pk, expected=0, declaration=event, actor=people.ada)
        except PermissionDenied:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE + 1) as pool:
        answers = list(pool.map(work, [*tables, None]))
    erased: Erased = answers[-1]
    stored = [event for table in tables for event in log.events_of(Game.objects.get(pk=table.pk))]
    assert {event.who for event in stored} <= {erased.participant}
    assert Participant.objects.filter(pk=erased.participant, erased__isnull=False).exists()
    people.ada.refresh_from_db()
    assert people.ada.username.startswith("erased-")
