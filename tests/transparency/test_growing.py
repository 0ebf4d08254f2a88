"""How the log grows: beside what is recorded, by one writer at a time, at a cost that does not grow with the site."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

import rules
from gamelog.contest.acts.penalties import Penalise
from gamelog.games import services as games
from gamelog.games.models import Game
from gamelog.signing import services as signing
from gamelog.transparency import checking, selectors, services, tasks
from gamelog.transparency.models import Leaf, LogHead, Subject, TileHash
from rules import merkle
from tests.evidence.signed import small
from tests.restored import restored
from tests.tournaments import making

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

Recorded = Callable[[rules.GameFile], Game]


def test_what_is_recorded_does_not_wait_for_the_log(db: None) -> None:
    people: SimpleNamespace = restored("crowd", making.crowd)
    event = restored("filled", lambda: making.filled(people))
    game = games.game_create(owner=people.staff, ruleset="kt", title="Test", seats={"a": people.p1})
    declaration = small(1).events[0].declaration()
    with CaptureQueriesContext(connection) as asked:
        games.event_append(game_id=game.pk, expected=0, declaration=declaration, actor=people.staff)
        making.act(event, people.judge, Penalise(entrant=2, kind="warning", reason="slow play"))
    said = " ".join(query["sql"] for query in asked.captured_queries)
    assert "games_event" in said and "tournaments_act" in said
    assert "transparency" not in said


def test_of_several_writers_one_adds(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(small(1))
    found = services._found

    def meanwhile(marks: Any) -> Any:
        """Another process reads the same and is faster."""
        mine = found(marks)
        monkeypatch.setattr(services, "_found", found)
        assert services.log_grow() == (1, False)
        return mine

    monkeypatch.setattr(services, "_found", meanwhile)
    assert services.log_grow() == (0, True)
    assert (Leaf.objects.count(), LogHead.objects.count()) == (1, 1)
    assert services.log_grow() == (0, False)
    assert [*checking.findings()] == []


def test_a_large_site_is_read_in_turn(recorded: Recorded, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merkle, "TILE", 2)
    monkeypatch.setattr(services, "STREAMS_A_RUN", 2)
    monkeypatch.setattr(services, "ENTRIES", 40)
    monkeypatch.setattr(services, "AGAIN", 1)
    monkeypatch.setattr(services, "MOST", 3)
    made = [recorded(small(seed)) for seed in range(2, 9)]
    tasks.grow.delay()
    assert {leaf.subject for leaf in Leaf.objects.all()} == {str(game.pk) for game in made}
    assert TileHash.objects.count() > 3 and [*checking.findings()] == []
    # a change that no event tells of is found in turn
    before = Leaf.objects.count()
    for game in made:
        game.seats.filter(side="a").update(user=owner)
    with CaptureQueriesContext(connection) as few:
        services.log_grow()
    assert Leaf.objects.count() - before <= 3
    for _ in made:
        services.log_grow()
    assert Leaf.objects.count() == before + len(made)
    # what a run asks does not depend on how many games there are
    with CaptureQueriesContext(connection) as idle:
        services.log_grow()
    assert len(idle) < len(few) < 60
    assert [*checking.findings()] == []


def test_without_its_keys_the_log_waits(recorded: Recorded, settings: Any, tmp_path: Any) -> None:
    recorded(small(1))
    keys, settings.KEYS_FOLDER = settings.KEYS_FOLDER, tmp_path / "none"
    (tmp_path / "none").write_text("no folder")
    with pytest.raises(signing.KeysMissing):
        services.log_grow()
    tasks.grow.delay()
    assert not Leaf.objects.exists() and not Subject.objects.exists()
    settings.KEYS_FOLDER = keys
    tasks.grow.delay()
    assert Leaf.objects.count() == 1 and selectors.head_now() is not None
