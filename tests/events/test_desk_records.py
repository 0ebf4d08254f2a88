"""The records of tables at the desk: opened, being played, being verified, with findings, and under newer rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gamelog.contest.acts import results
from gamelog.games import demo, verification
from gamelog.games import services as log
from gamelog.games.selectors import report_of
from gamelog.reverify import jobs
from gamelog.reverify import services as reverify
from gamelog.tournaments import previews, services
from gamelog.tournaments.models import TableGame
from tests.events.test_desk import Floor
from tests.reverify.conftest import coarser as coarser
from tests.tournaments import making, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(people: SimpleNamespace) -> Floor:
    """An event of 8 whose first round is paired, at the organiser's desk."""
    made = making.filled(people, rounds=0)
    making.pair_round(made)
    return Floor(made, people.organiser)


def groups(page: str) -> dict[str, list[str]]:
    """The tables that the desk lists under each heading."""
    found = {}
    for part in page.split('<section class="group ')[1:]:
        name = part.partition('"')[0]
        found[name] = [row.partition("<")[0] for row in part.split('<b class="seat-table">')[1:]]
    return found


def tampered(floor: Floor) -> TableGame:
    """The first table's game, with one illegal step, verified."""
    game = log.game_create(owner=floor.event.owner, ruleset="kt", policy="declared")
    row = services.table_open(tournament=floor.event, number=1, table=1, actor=floor.event.owner, game=game)
    for number, declaration in enumerate(demo.tampered_with(playing.rosters())):
        log.event_append(game_id=game.pk, expected=number, declaration=declaration, actor=floor.event.owner)
    return row


def test_a_record_is_opened_from_its_tables_page(floor: Floor) -> None:
    page = floor.page("desk/tables/1/2/")
    assert "This table has no record." in page.text
    opened = floor.hand.send(page.form("/desk/tables/1/2/"))
    row = TableGame.objects.get()
    assert (row.table, opened.address) == (2, f"/games/{row.game_id}/")
    log.event_append(
        game_id=row.game_id, expected=0, declaration=playing.battle(3).events[0].declaration(), actor=row.game.owner
    )
    assert "being played: round 0, step 1" in floor.page().text


def test_the_desk_says_how_late_spectators_see_a_table(floor: Floor, people: SimpleNamespace) -> None:
    page = "desk/tables/1/2/"
    floor.hand.send(floor.page(page).form(f"/{page}"), delay="10")
    game = TableGame.objects.get().game
    assert game.delay == 10
    assert '<option value="10" selected>10 minutes later</option>' in floor.page(page).text
    floor.hand.send(floor.page(page).form(f"/{page}"), "delay", delay="2")
    game.refresh_from_db()
    assert game.delay == 2
    address = f"{floor.base}/{page}"
    assert floor.hand.client.post(address, {"do": "delay", "delay": "3"}).status_code == 403
    assert floor.hand.client.post(f"{floor.base}/desk/tables/1/3/", {"do": "delay"}).status_code == 404
    player = Floor(floor.event, people.p1)
    assert player.hand.client.post(address, {"do": "delay", "delay": "0"}).status_code == 403
    game.refresh_from_db()
    assert game.delay == 2


def test_the_hall_tells_neither_of_disputes_nor_what_is_to_be_seen_late(floor: Floor, people: SimpleNamespace) -> None:
    pair = floor.state.rounds[0].paired.pairs[0]
    for side, entrant, score in (("a", pair.a, (10, 4)), ("b", pair.b, (4, 10))):
        act = results.ReportResult(round=1, table=pair.table, side=side, report=making.reported(*score))  # type: ignore[arg-type]
        making.act(floor.event, getattr(people, f"p{entrant}"), act)
    game = services.table_open(tournament=floor.event, number=1, table=2, actor=floor.event.owner).game
    steps = playing.battle(3).events[:40]
    for number, event in enumerate(steps):
        log.event_append(game_id=game.pk, expected=number, declaration=event.declaration(), actor=game.owner)
    shown = floor.page("hall/pages/?show=tables").text
    assert "disputed" not in shown and "reported" in shown
    assert "battle round 1" in shown and "0 : 0" in shown
    assert f"live-{game.pk}" in floor.page("hall/live/").text
    log.game_delay(game_id=game.pk, actor=floor.event.owner, minutes=10)
    assert "live-" not in floor.page("hall/live/").text
    assert "0 : 0" not in floor.page("hall/pages/?show=tables").text


def test_a_game_that_the_event_does_not_run_has_no_delay_of_its_desk(floor: Floor, people: SimpleNamespace) -> None:
    tied = log.game_create(owner=people.judge, ruleset="kt")
    services.table_open(tournament=floor.event, number=1, table=2, actor=floor.event.owner, game=tied)
    assert 'value="delay"' not in floor.page("desk/tables/1/2/").text


def test_a_record_waits_to_be_verified_and_is_settled_then(
    floor: Floor, django_capture_on_commit_callbacks: Any
) -> None:
    row = playing.recorded_at(floor.event, 1, 1, seed=3)
    waiting = floor.page().text
    assert groups(waiting) == {"missing": ["2", "3", "4"], "queue": ["1"]} and "waiting to be verified" in waiting
    report = report_of(row.game)
    assert report
    making.pair_round(floor.event, reason="The hall closes.")
    assert "Round 1: 1 game is waiting to be verified" in floor.page().text
    with django_capture_on_commit_callbacks(execute=True):
        verification.run(report)
    done = floor.page("desk/?round=1")
    assert "record waiting to be verified" not in done.text
    assert groups(done.text) == {"missing": ["2", "3", "4"], "settled": ["1"]} and "</svg>verified</span>" in done.text


def test_a_record_that_verification_objects_to_is_a_dispute_with_its_findings(
    floor: Floor, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        row = tampered(floor)
    assert groups(floor.page().text)["disputed"] == ["1"]
    page = floor.page("desk/tables/1/1/").text
    report = report_of(row.game)
    assert report and page.count('<section class="finding"') == len(report.findings.split('"number":')) - 1
    assert f"/games/{row.game_id}/verify/" in page and "verification has findings" in page
    assert f"/games/{row.game_id}/verify/" in floor.page("desk/disputes/").text
    judge = Floor(floor.event, people.judge)
    judge.act("rule", "round=1&table=1", confirm=True, a="5", b="5", reason="The step changed nothing.")
    assert judge.state.rounds[0].results["1"].standing == "ruled"
    assert "1" in groups(judge.page().text)["settled"]


@pytest.mark.usefixtures("coarser")
def test_what_newer_rules_would_change(floor: Floor, django_capture_on_commit_callbacks: Any) -> None:
    assert "These rules have not been compared yet" in floor.page("desk/versions/").text
    with django_capture_on_commit_callbacks(execute=True):
        for table in (1, 2, 3, 4):
            playing.recorded_at(floor.event, 1, table, seed=table)
    run = reverify.run_create(ruleset="kt", version="2018.3", created_by=None).run
    jobs.run_here(run)
    stored = floor.state.number
    page = floor.page("desk/versions/").text
    changed = run.comparisons.filter(result_changed=True).count()
    assert changed and page.count('<li><a href="/games/') == changed
    moved = previews.effect_of_run(floor.event, run).effect.changes
    assert moved and page.count('<th scope="row">') == len(moved)
    assert "2018.3" in page and floor.state.number == stored
