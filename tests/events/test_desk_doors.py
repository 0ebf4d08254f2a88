"""Access to the desk, conflicts between two people, and parts that keep themselves up to date."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client

from frontend.desk.act_registry import FORMS
from frontend.tournaments.refusals import SENTENCES
from frontend.tournaments.round_clock import clock_of
from gamelog.contest.acts import entries, penalties, results, rounds, setting
from gamelog.setup.paths import ROOT
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.roles import ACTS
from tests.events.test_desk import Floor, hand
from tests.tournaments import making

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGES = (
    "desk/", "desk/live/", "desk/claims/", "desk/players/", "desk/check-in/", "desk/disputes/", "desk/penalties/",
    "desk/event/", "desk/versions/", "desk/pairing/", "desk/tables/2/1/", "hall/", "hall/pages/",
)  # fmt: skip
STAFF = ("organiser", "judge", "scorekeeper")
OTHERS = ("p1", "outsider", "editor")


@pytest.fixture
def played(filled: Tournament, people: SimpleNamespace) -> Floor:
    """An event of 8 with two of three rounds played, and a penalty, at the organiser's desk."""
    making.act(filled, people.judge, penalties.Penalise(entrant=1, kind="warning", reason="Slow play."))
    return Floor(filled, people.organiser)


@pytest.mark.parametrize("who", [*STAFF, "staff", *OTHERS, ""])
def test_pages_are_for_the_staff_alone(played: Floor, people: SimpleNamespace, who: str) -> None:
    client = hand(getattr(people, who) if who else None).client
    expected = 200 if who in (*STAFF, "staff") else 403 if who else 302
    for part in PAGES:
        assert client.get(f"{played.base}/{part}").status_code == expected, part
    assert client.get(f"{played.base}/clock/").status_code == 200, "the clock is everybody's"


OF_A_FREE_LEAGUE = {"pair-round": 404, "enter-match": 403, "call-off": 403}
"""Acts whose forms no other event has, and the answer there: a round is paired on a page of its own."""


@pytest.mark.parametrize("who", [*STAFF, *OTHERS, ""])
def test_each_act_is_for_the_roles_that_the_table_names(played: Floor, people: SimpleNamespace, who: str) -> None:
    client = hand(getattr(people, who) if who else None).client
    (penalty,) = played.state.penalties
    query = f"entrant=1&a=1&b=2&round=2&table=1&penalty={penalty.act}&side=a"
    for act in FORMS:
        allowed = who in ACTS[act] and who in STAFF
        here = OF_A_FREE_LEAGUE.get(act, 200)
        expected = (here,) if allowed else (403,) if who else (302,)
        answer = client.get(f"{played.base}/desk/acts/{act}/?{query}")
        assert answer.status_code in expected, act
        sent = client.post(f"{played.base}/desk/acts/{act}/", {"expected": "x"})
        assert (sent.status_code in (400, 404, 409) or here == 403) if allowed else sent.status_code in (403, 302), act
    assert played.state.number == played.event.number, "nothing was stored by any of it"


def test_every_act_of_the_staff_has_a_form() -> None:
    elsewhere = {
        "announce", "set-terms", "take-game", "re-pair", "open-table", "give-soft", "withdraw-soft", "challenge",
        "answer-challenge", "assign-groups",
    }  # fmt: skip
    of_players = {act for act, roles in ACTS.items() if not roles & set(STAFF)}
    assert set(FORMS) == set(ACTS) - elsewhere - of_players


def test_a_scorekeeper_is_offered_only_what_is_theirs(played: Floor, people: SimpleNamespace) -> None:
    making.pair_round(played.event)
    table = played.state.rounds[2].paired.pairs[0].table
    page = Floor(played.event, people.scorekeeper).page(f"desk/tables/3/{table}/").text
    assert "/acts/enter/" in page and "/acts/rule/" not in page and "/acts/penalise/" not in page


def test_pairing_again_is_for_judges(played: Floor, people: SimpleNamespace) -> None:
    making.pair_round(played.event)
    clerk = hand(people.scorekeeper).client
    assert clerk.get(f"{played.base}/desk/pairing/?again=1").status_code == 403
    sent = clerk.post(f"{played.base}/desk/pairing/", {"again": "1", "reason": "late", "expected": played.state.number})
    assert sent.status_code == 403 and clerk.get(f"{played.base}/desk/pairing/").status_code == 200
    assert hand(people.judge).client.get(f"{played.base}/desk/pairing/?again=1").status_code == 200


def test_a_hidden_event_is_not_there_for_others(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, public=False)
    assert hand(people.outsider).client.get(f"/events/{made.slug}/desk/").status_code == 404


# conflicts


def test_two_about_the_same_entrant_the_second_is_shown_what_happened(played: Floor) -> None:
    late = played.page("desk/acts/drop/?entrant=3").form("/acts/drop/")
    played.act("correct-entry", "entrant=3", faction="Orks", reason="Another army.")
    stored = played.state.number
    page = played.hand.send(late, reason="Ill.")
    assert page.status == 409 and played.state.number == stored
    assert "Somebody else changed this first" in page.text and "The entry of p3 is corrected" in page.text
    played.hand.send(page.form("/acts/drop/"))
    assert played.state.entrants[3].status == "dropped"


def test_two_about_different_things_are_both_stored(played: Floor) -> None:
    making.pair_round(played.event)
    table = played.state.rounds[2].paired.pairs[0].table
    forms = [
        (played.page("desk/acts/drop/?entrant=3").form("/acts/drop/"), {"reason": "Ill."}),
        (played.page(f"desk/acts/enter/?round=3&table={table}").form("/acts/enter/"), {"a": "5", "b": "3"}),
        (played.page("desk/acts/extend-clock/").form("/acts/extend-clock/"), {"minutes": "5"}),
        (played.page("desk/acts/register/").form("/acts/register/"), {"name": "Late one"}),
    ]
    first = played.state.number
    for form, given in forms[:3]:
        assert played.hand.send(form, **given).status == 200
    assert played.state.number == first + 3


def test_what_is_about_the_whole_event_waits_for_nothing_else(played: Floor) -> None:
    pairing = played.page("desk/pairing/").form("/desk/pairing/")
    late = played.page("desk/acts/drop/?entrant=3").form("/acts/drop/")
    making.act(played.event, played.event.owner, entries.Drop(entrant=8))
    page = played.hand.send(pairing)
    assert page.status == 409 and len(played.state.rounds) == 2 and "p8 leaves the event" in page.text
    played.hand.send(page.form("/desk/pairing/"))
    assert len(played.state.rounds) == 3
    assert played.hand.send(late).status == 409 and played.state.entrants[3].status == "entered"


def test_a_double_tap_stores_once(played: Floor) -> None:
    form = played.page("desk/acts/drop/?entrant=3").form("/acts/drop/")
    before = played.state.number
    pages = [played.hand.send(form, reason="Ill.") for _ in range(2)]
    assert [each.status for each in pages] == [200, 200] and played.state.number == before + 1
    pairing = played.page("desk/pairing/").form("/desk/pairing/")
    for _ in range(2):
        played.hand.send(pairing)
    assert played.state.number == before + 2 and len(played.state.rounds) == 3


@pytest.mark.parametrize("expected", ["", "-1", "x", "99999", "9" * 40])
def test_a_form_of_no_page_is_stale(played: Floor, expected: str) -> None:
    form = played.page("desk/acts/drop/?entrant=3").form("/acts/drop/")
    page = played.hand.send(form, expected=expected)
    assert page.status == 409 and played.state.entrants[3].status == "entered"


def test_a_correction_that_comes_to_something_else_is_shown_again(played: Floor) -> None:
    shown = played.act("enter", "round=2&table=1", a="0", b="90", reason="The sheet was misread.")
    played.act("enter", "round=2&table=2", confirm=True, a="90", b="0", reason="That one, too.")
    stored = played.state.number
    page = played.hand.send(shown.form("/acts/enter/"), "confirm")
    assert page.status == 409 and played.state.number == stored
    assert "The standings have changed since this preview" in page.text
    assert page.form("/acts/enter/").value("digest") != shown.form("/acts/enter/").value("digest")
    played.hand.send(page.form("/acts/enter/"), "confirm")
    assert played.state.rounds[1].results["1"].report == making.reported(0, 90)


def test_a_correction_of_a_table_that_was_corrected_meanwhile_says_so(played: Floor) -> None:
    shown = played.act("clear", "round=2&table=1", reason="The wrong table.")
    played.act("rule", "round=2&table=1", confirm=True, a="7", b="7", reason="A judge saw it.")
    page = played.hand.send(shown.form("/acts/clear/"), "confirm")
    assert page.status == 409 and "The judge rules" in page.text
    assert played.state.rounds[1].results["1"].standing == "ruled"


def test_a_result_that_was_entered_meanwhile_becomes_a_correction(played: Floor) -> None:
    making.pair_round(played.event)
    table = played.state.rounds[2].paired.pairs[0].table
    late = played.page(f"desk/acts/enter/?round=3&table={table}").form("/acts/enter/")
    played.act("enter", f"round=3&table={table}", a="5", b="3")
    page = played.hand.send(late, a="3", b="5")
    assert page.status == 409 and played.state.rounds[2].results[str(table)].report == making.reported(5, 3)
    assert "A reason is wanted" in page.text and "The staff enters a result" in page.text


def test_the_preview_can_be_left_to_change_what_was_filled_in(played: Floor) -> None:
    shown = played.act("rule", "round=2&table=1", a="7", b="3", reason="A judge saw it.")
    page = played.hand.send(shown.form("/acts/rule/"), "edit")
    assert page.status == 200 and page.form("/acts/rule/").value("a") == "7"
    assert page.form("/acts/rule/").value("reason") == "A judge saw it."


# refusals


def test_names_of_people_stay_out_of_reasons(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser)
    making.register(made, "Wilhelmina", "Boris", "Clara", "Dmitri")
    floor = Floor(made, people.organiser)
    page = floor.act("drop", "entrant=1", reason="wilhelmina is ill")
    assert page.status == 400 and 'id="id_reason_error"' in page.text and "Wilhelmina" in page.text
    assert floor.state.entrants[1].status == "entered"


@pytest.mark.parametrize("points", ["many", "1,234", "nan", "1e9", "1000001"])
def test_points_that_are_none_are_refused_at_their_field(played: Floor, points: str) -> None:
    page = played.act("rule", "round=2&table=1", a=points, b="3", reason="A judge saw it.")
    assert page.status == 400 and 'id="id_a_error"' in page.text


@pytest.mark.parametrize("query", ["", "round=9&table=1", "round=2&table=99", "round=x&table=1", "round=2&table=1e3"])
def test_a_table_that_is_not_there(played: Floor, query: str) -> None:
    assert played.page(f"desk/acts/enter/?{query}").status == 404


def test_leaving_a_page_leads_nowhere_else(played: Floor) -> None:
    form = played.page("desk/acts/drop/?entrant=3&next=https://example.org/").form("/acts/drop/")
    assert form.value("next") == f"{played.base}/desk/"
    answer = played.hand.client.post(form.action, {**dict(form.fields), "next": "//example.org/x"})
    assert answer.headers["Location"] == f"{played.base}/desk/"


def codes(folder: Path) -> Iterator[str]:
    """The codes of refusals of acts, read from the source."""
    for path in sorted([*(folder / "acts").glob("*.py"), folder / "draw.py", folder / "captains.py"]):
        for call in (each for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Call)):
            at = {"require": 1, "Refused": 0}.get(getattr(call.func, "id", ""), -1)
            if 0 <= at < len(call.args) and isinstance(call.args[at], ast.Constant):
                yield str(call.args[at].value)  # type: ignore[attr-defined]


def test_every_refusal_of_an_act_has_a_sentence_in_both_languages() -> None:
    of_announcing = {"fixed-terms", "not-as-made"}
    found = set(codes(ROOT / "gamelog" / "contest"))
    assert len(found) > 40 and not found - set(SENTENCES) - of_announcing


# parts that keep themselves up to date


def test_the_live_part_is_sent_only_when_something_is_new(played: Floor) -> None:
    making.pair_round(played.event)
    page = played.page().text
    address, tag = f"{played.base}/desk/live/?here={played.base}/desk/", page.partition('tag="&quot;')[2][:32]
    first = played.hand.client.get(address, headers={"Accept-Language": "en"})
    known = first.headers["ETag"]
    assert tag and first.status_code == 200
    same = played.hand.client.get(address, headers={"Accept-Language": "en", "If-None-Match": known})
    assert (same.status_code, same.content) == (304, b"")
    making.enter_results(played.event, 3)
    new = played.hand.client.get(address, headers={"Accept-Language": "en", "If-None-Match": known})
    assert new.status_code == 200 and new.headers["ETag"] != known and "Finish the event" in new.content.decode()


def test_tables_are_found_without_javascript(played: Floor) -> None:
    making.pair_round(played.event)
    pair = played.state.rounds[2].paired.pairs[0]
    text = played.page(f"desk/?q=p{pair.a}").text
    rows = [row.partition(">")[0] for row in text.split('<li class="seat')[1:]]
    assert len(rows) == 4 and [" hidden" in row for row in rows].count(False) == 1
    assert f"#{pair.a} " in next(row for row in rows if " hidden" not in row)


def test_earlier_rounds_can_be_looked_at(played: Floor) -> None:
    making.pair_round(played.event)
    assert "This is round 1." in played.page("desk/?round=1").text
    assert played.page("desk/?round=7").status == 404 and played.page("desk/?round=x").status == 404


def test_the_clock_is_sent_anew_when_it_is_started_and_not_while_it_runs(played: Floor, client: Client) -> None:
    making.pair_round(played.event)
    address = f"{played.base}/clock/"
    stands = client.get(address)
    assert 'left="9000" since=""' in stands.content.decode() and "2:30:00" in stands.content.decode()
    making.act(played.event, played.event.owner, rounds.StartClock(round=3))
    runs = client.get(address, headers={"If-None-Match": stands.headers["ETag"]})
    assert runs.status_code == 200 and 'since="20' in runs.content.decode()
    assert client.get(address, headers={"If-None-Match": runs.headers["ETag"]}).status_code == 304


def test_the_hall_shows_what_it_is_asked_for(played: Floor) -> None:
    making.pair_round(played.event)
    whole = played.page("hall/?turn=20")
    assert 'turn="20"' in whole.text and whole.text.count('data-page="') == 3
    parts = played.page("hall/pages/?show=names,standings").text
    assert [each.partition('"')[0] for each in parts.split('data-page="')[1:]] == ["names-1", "standings-1"]
    for wrong in ("turn=0", "turn=x", "turn=99999999", "show=nothing"):
        assert played.page(f"hall/?{wrong}").status == 200
    assert 'turn="3"' in played.page("hall/?turn=0").text and 'turn="12"' in played.page("hall/?turn=x").text


def test_results_of_the_hall_say_how_sure_they_are(played: Floor) -> None:
    making.pair_round(played.event)
    pair = played.state.rounds[2].paired.pairs[0]
    report = results.ReportResult(round=3, table=pair.table, side="a", report=making.reported(10, 4))
    making.act(played.event, played.event.owner, results.Enter(round=3, table=pair.table, report=report.report))
    text = played.page("hall/pages/?show=tables").text
    assert "10 : 4" in text and "confirmed" in text and "1 / 4" in text and text.count("being played") == 3


@pytest.mark.parametrize(
    "passed, text, over", [(0, "2:30:00", False), (9000, "0:00:00", False), (9001, "−0:00:01", True)]
)
def test_a_clock_counts_below_nothing(played: Floor, passed: int, text: str, over: bool) -> None:
    making.pair_round(played.event)
    making.act(played.event, played.event.owner, rounds.StartClock(round=3))
    state = played.state
    clock = state.rounds[2].clock
    assert clock
    found = clock_of(state, datetime.fromisoformat(clock.since) + timedelta(seconds=passed))
    assert found and (found.text, found.over, found.runs) == (text, over, True)


def test_no_clock_where_nothing_is_played(played: Floor) -> None:
    assert clock_of(played.state) is not None
    making.act(played.event, played.event.owner, setting.Finish())
    assert clock_of(played.state) is None
