"""A what-if is in no list and counts nowhere: every page and every address of the API that names no game is walked."""

from __future__ import annotations

import io
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

import rules
from frontend.games import game_lists
from gamelog.branches.models import Branch
from gamelog.clubs import ratings
from gamelog.games import access, audit, calls, confirmations, verification
from gamelog.games import selectors as log
from gamelog.games import services as games
from gamelog.games.models import Game, Report, Seat
from gamelog.people.selectors import participant_id
from gamelog.reverify import jobs
from gamelog.reverify.models import Comparison
from gamelog.reverify.services import run_create
from gamelog.seasons import records
from rules.kernel.actions import Concede

pytestmark = pytest.mark.django_db
OWN = {"/me/what-ifs/", "/me/data.zip", "/api/me/export"}
"""Where somebody finds their own what-ifs."""
READERS = ("", "ada", "carol", "marshal")


@pytest.fixture
def over(branch: Branch, people: SimpleNamespace, django_capture_on_commit_callbacks: Any) -> Branch:
    """A what-if of a verified battle that ended and was verified itself."""
    with django_capture_on_commit_callbacks(execute=True):
        verification.send(Report.objects.get(game=branch.of))
        games.event_append(
            game_id=branch.pk, expected=1, declaration=rules.Declaration(by="a", action=Concede()), actor=people.carol
        )
    # The battle itself was declared by staff: it counts because both of its players say that it was so.
    for side, player in (("a", people.ada), ("b", people.boris)):
        confirmations.result_confirm(game_id=branch.of_id, side=side, number=branch.of.number, actor=player)
    branch.game.refresh_from_db()
    assert branch.game.finished and Report.objects.get(game=branch.game).verdict == "verified"
    return branch


def routes(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Every address without a part that has to be filled in."""
    for each in patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here)
        elif isinstance(each, URLPattern) and "<" not in here and "(?P" not in here:
            yield here.replace("^", "").replace("\\Z", "").replace("$", "")


def lists() -> list[str]:
    """The addresses of lists, pages and API."""
    skipped = ("/admin", "/accounts", "/static", "/healthz", "/readyz", "/api/token", "/metrics")
    found = [each for each in routes(get_resolver().url_patterns) if not each.startswith(skipped)]
    return sorted(set(found) - OWN)


def test_no_list_of_pages_or_api_names_it(over: Branch, people: SimpleNamespace, client_of: Any) -> None:
    addresses = [*lists(), "/games/?q=Ash", f"/players/?q={people.carol.username}", "/dice/?player=carol", "/api/dice"]
    assert {"/", "/games/", "/api/games", "/players/", "/me/", "/reverify/"} <= set(addresses)
    seen = 0
    for name in READERS:
        client = client_of(name)
        for address in addresses:
            answer = client.get(address)
            body = b"".join(answer) if answer.streaming else answer.content
            assert str(over.pk).encode() not in body, (name, address)
            seen += str(over.of_id).encode() in body
    assert seen >= 8, "the battle itself is listed"


def test_nothing_counts_it(over: Branch, people: SimpleNamespace) -> None:
    battle = Game.objects.get()
    assert battle.pk == over.of_id and Game.every.count() == 2
    for name in ("ada", "carol", "marshal"):
        actor = getattr(people, name)
        for rows in (access.games_visible(actor), game_lists.games(actor), audit.games_wanted(actor)):
            assert [row.pk for row in rows] == [battle.pk]
    assert game_lists.newest_verified(people.carol) == battle
    assert list(log.games_of(people.carol)) == [] and confirmations.waiting_for(people.carol) == []
    assert [each.pk for each in ratings.counting("kt")] == [battle.pk]
    assert [each.pk for each in records.counted()] == [battle.pk]
    assert records.played_by(people.carol) == [] and records.player(participant_id(people.carol)) is None
    assert not Seat.objects.filter(game=over.game, user__isnull=False).exists()
    assert list(calls.open_calls(people.marshal)) == []


def test_reverification_checks_and_seals_leave_it_out(over: Branch, people: SimpleNamespace) -> None:
    run = run_create(ruleset="kt", version=over.game.version, created_by=people.marshal).run
    jobs.run_here(run)
    assert list(Comparison.objects.values_list("game", flat=True)) == [over.of_id]
    said = io.StringIO()
    call_command("check_records", stdout=said)
    assert "1 game (1 imported), 1 what-if," in said.getvalue()
    with pytest.raises(CommandError, match=str(over.pk)):
        call_command("seal", str(over.pk), title="Spring")


def test_its_own_pages_stay_out_of_evidence(over: Branch, client_of: Any) -> None:
    carol, at = client_of("carol"), f"/games/{over.pk}/"
    assert carol.get(at).status_code == 200
    for address in (f"{at}evidence/", f"/api/games/{over.pk}/dice", f"/api/games/{over.pk}/head", f"{at}table/"):
        assert carol.get(address).status_code == 404, address
    page = carol.get(f"{at}score/").content.decode()
    assert "has not confirmed" not in page and "What if" in page
    marshal = client_of("marshal")
    assert marshal.get(f"{at}rule/").status_code == 404


def test_a_list_of_games_asks_no_more_often_than_before(over: Branch, people: SimpleNamespace) -> None:
    with CaptureQueriesContext(connection) as asked:
        list(access.games_visible(people.carol))
    assert len(asked) == 1 and "branches_branch" in asked[0]["sql"]
