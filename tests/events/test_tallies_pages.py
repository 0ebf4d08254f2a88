"""Tallies on pages: announced as rows, reported and corrected by field, in tables, on paper and in files."""

from __future__ import annotations

import csv
import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from gamelog.contest.acts.results import Enter
from gamelog.contest.outcomes import BattleOutcome, Games, SideOutcome
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Award, Scoring, TeamTerms
from gamelog.contest.terms_tallies import Tally
from gamelog.tournaments.models import Tournament
from tests.events.filling import Form, Hand, Page
from tests.events.test_terms_pages import at_field, rows, send
from tests.tournaments import making

pytestmark = pytest.mark.django_db

PARTS = "primary-and-secondary@1"
BOWL = "blood-bowl@1"
TYPED = {"a_primary": "55", "b_primary": "20", "a_secondary": "38", "b_secondary": "12.5"}


def _event(people: SimpleNamespace, key: str, **more: Any) -> Tournament:
    """Two players at a table, by a preset."""
    given: dict[str, Any] = {"scoring": scoring_of(key), "tiebreaks": PRESETS[key].tiebreaks, "tables": ()} | more
    made = making.announce(people.organiser, **given)
    making.register(made, people.p1, people.p2)
    making.pair_round(made)
    return made


def _entering(hand: Hand, event: Tournament, more: str = "") -> Form:
    return hand.open(f"/events/{event.slug}/desk/acts/enter/?round=1&table=1{more}").form("/acts/enter/")


def _reporting(page: Page, field: str) -> Form:
    (form,) = [each for each in page.forms if each.value(field) is not None]
    return form


def _report(event: Tournament, key: str = "1") -> BattleOutcome:
    return making.state_of(event).rounds[0].results[key].report


def test_a_player_is_told_the_limit_and_keeps_what_was_typed(client: Client, people: SimpleNamespace) -> None:
    event = _event(people, PARTS)
    pair = making.state_of(event).rounds[0].paired.pairs[0]
    client.force_login(people.p1 if pair.a == 1 else people.p2)
    table = f"/events/{event.slug}/tables/1/1/"
    answer = Hand(client).send(_reporting(Hand(client).open(table), "a_primary"), "report", **TYPED)
    assert "No more than 50 can count here, but 55 was entered." in answer.text
    form = _reporting(answer, "a_primary")
    assert {name: form.value(name) for name in TYPED} == TYPED
    assert not making.state_of(event).rounds[0].results
    Hand(client).send(form, "report", a_primary="50", bonuses_a="painted")
    assert _report(event).a == SideOutcome(8800, ("painted",), {"primary": 5000, "secondary": 3800})
    shown = client.get(table, headers={"Accept-Language": "en"}).content.decode()
    assert "Primary missions 50 : 20" in shown and "Victory points: 98" in shown.replace("victory", "Victory")
    russian = client.get(table, headers={"Accept-Language": "ru"}).content.decode()
    assert "Основные задания 50 : 20" in russian and "12,5" in russian


def test_every_number_is_asked_for(client: Client, people: SimpleNamespace) -> None:
    """An empty field is no 0: it may have been forgotten. Who says the winner outright need not say more."""
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, BOWL)
    answer = hand.send(_entering(hand, event), a_touchdowns="2", b_touchdowns="1", a_casualties="1")
    assert answer.text.count("How many points?") == 1
    assert "It cannot be less than 0." in hand.send(_entering(hand, event), a_touchdowns="-1").text
    hand.send(_entering(hand, event), winner="a")
    assert _report(event) == BattleOutcome("a")


def test_a_result_is_corrected_and_disputed_by_field(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, BOWL)
    hand.send(_entering(hand, event), a_touchdowns="2", b_touchdowns="1", a_casualties="1", b_casualties="3")
    assert _report(event).a == SideOutcome(200, (), {"touchdowns": 200, "casualties": 100})
    again = _entering(hand, event)
    names = ("a_touchdowns", "b_touchdowns", "a_casualties", "b_casualties")
    assert [again.value(name) for name in names] == ["2", "1", "1", "3"]
    preview = hand.send(again, b_casualties="4", reason="misread")
    assert "Casualties 1 : 4" in preview.text or "4" in preview.text
    assert _report(event).b.tallies["casualties"] == 300, "a correction is shown first"
    (confirm,) = [each for each in preview.forms if any(button[1] == "confirm" for button in each.buttons)]
    hand.send(confirm, "confirm")
    assert _report(event).b.tallies["casualties"] == 400
    log = hand.open(f"/events/{event.slug}/desk/tables/1/1/").text
    assert "Casualties 1 : 4" in log


def test_what_a_record_has_beside_the_parts_can_be_changed(client: Client, people: SimpleNamespace) -> None:
    """A result of 73 without parts: the field for the rest is there, and the sum is of all of them."""
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, PARTS)
    whole = BattleOutcome(a=SideOutcome(7300), b=SideOutcome(100))
    making.act(event, event.owner, Enter(round=1, table=1, report=whole))
    form = _entering(hand, event)
    assert (form.value("a"), form.value("b"), form.value("a_primary")) == ("73", "1", "")
    preview = hand.send(form, a="3", b="1", a_primary="40", b_primary="0", a_secondary="30", b_secondary="0",
                        reason="the parts")  # fmt: skip
    (confirm,) = [each for each in preview.forms if any(button[1] == "confirm" for button in each.buttons)]
    hand.send(confirm, "confirm")
    assert _report(event).a == SideOutcome(7300, (), {"primary": 4000, "secondary": 3000})


def test_a_best_of_three_with_tallies(client: Client, people: SimpleNamespace) -> None:
    """The games decide; what is counted beside is of the whole match, and may be left out with the points."""
    client.force_login(people.organiser)
    hand, event = Hand(client), _event(people, BOWL, best_of=3)
    hand.send(_entering(hand, event), games_a="2", games_b="1")
    assert _report(event) == BattleOutcome(games=Games(2, 1))
    other = _event(people, BOWL, best_of=3, title="Second")
    assert "How many points?" in hand.send(_entering(hand, other), games_a="2", games_b="0", a_casualties="3").text
    hand.send(_entering(hand, other), games_a="2", games_b="0", a_casualties="3", b_casualties="1", a_touchdowns="4",
              b_touchdowns="2")  # fmt: skip
    assert _report(other).games == Games(2) and _report(other).a.tallies == {"touchdowns": 400, "casualties": 300}


def test_boards_of_teams_report_and_a_match_adds_up(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    kills = Scoring(tallies=(Tally("kills", "Kills", listed=True),))
    event = making.announce(people.organiser, late_entry=0, teams=TeamTerms(size=2, captains=False), scoring=kills)
    making.register_team(event, "Reds", "Ada", "Boris")
    making.register_team(event, "Blues", "Clara", "Dmitri")
    making.pair_round(event)
    hand = Hand(client)
    for board, (mine, its) in enumerate(((3, 1), (2, 5)), 1):
        hand.send(_entering(hand, event, f"&board={board}"), a="10", b="5", a_kills=mine, b_kills=its)
    page = hand.open(f"/events/{event.slug}/").text
    assert "5 : 6" in page and "6 : 5" in page
    assert "Also reported for each board: Kills" in hand.open(f"/events/{event.slug}/print/1/sheets/").text
    assert client.get(f"/events/{event.slug}/print/1/sheets.pdf").content.startswith(b"%PDF")


def test_standings_list_them_on_pages_on_paper_and_in_files(client: Client, people: SimpleNamespace) -> None:
    event = _event(people, PARTS)
    client.force_login(people.organiser)
    hand = Hand(client)
    hand.send(_entering(hand, event), **TYPED | {"a_primary": "50"})
    pair = making.state_of(event).rounds[0].paired.pairs[0]
    for address in ("", "print/standings/", "embed/"):
        page = client.get(f"/events/{event.slug}/{address}", headers={"Accept-Language": "ru"}).content.decode()
        assert "Основные задания" in page and "50 : 20" in page and "38 : 12,5" in page, address
    found = client.get(f"/events/{event.slug}/standings.csv").content.decode("utf-8-sig")
    row = next(each for each in csv.DictReader(found.splitlines()) if each["number"] == str(pair.a))
    kinds = ("primary", "primary.against", "secondary", "secondary.against", "victory")
    assert [row[kind] for kind in kinds] == ["50", "20", "38", "12.5", "88"]
    assert list(row)[-1] == "provisional"
    said = json.loads(client.get(f"/events/{event.slug}/standings.json").content)
    assert [each["id"] for each in said["tallies"]["columns"]] == ["primary", "secondary"]
    assert said["tallies"]["cells"][str(pair.a)] == [["50", "20"], ["38", "12.5"]]
    assert client.get(f"/events/{event.slug}/print/standings.pdf").content.startswith(b"%PDF")


def test_a_tally_that_a_tie_break_counts_has_one_column(client: Client, people: SimpleNamespace) -> None:
    page = Hand(client).open(f"/events/{_event(people, BOWL).slug}/").text
    assert page.count("Touchdowns difference") >= 1
    assert "own points : points of the opponents" not in page


def test_score_sheets_ask_for_them(client: Client, people: SimpleNamespace) -> None:
    event = _event(people, PARTS)
    client.force_login(people.organiser)
    page = client.get(f"/events/{event.slug}/print/1/sheets/", headers={"Accept-Language": "en"}).content.decode()
    assert "Primary missions, at most 50" in page and "Secondary missions, at most 40" in page
    assert client.get(f"/events/{event.slug}/print/1/sheets.pdf").content.startswith(b"%PDF")


def test_rows_are_announced_and_their_kinds_can_be_chosen(client: Client, people: SimpleNamespace) -> None:
    """After a tally is saved, the ranking, the tie-breaks and byes know it."""
    client.force_login(people.organiser)
    own = rows("tallies", {"en": "Slain leaders", "ru": "Убитые командиры", "cap": "3", "how_listed": "on"})
    send(client, "/events/announce/", title="Leaders", slug="leaders", preset="", **own)
    made = Tournament.objects.get(slug="leaders")
    assert making.state_of(made).terms.tallies == (
        Tally("slain-leaders", "Slain leaders", "Убитые командиры", 300, listed=True),
    )
    send(
        client, "/events/leaders/terms/", do=None, ranks="slain-leaders", tiebreak_1="points@1",
        of_1="slain-leaders.difference", major_times="2", major_win="5", **rows("awards", {"tally_slain-leaders": "1"}),
    )  # fmt: skip
    terms = making.state_of(made).terms
    assert (terms.ranks, terms.tiebreaks[0].of) == ("slain-leaders", "slain-leaders.difference")
    assert terms.scoring.bye.tallies == {"slain-leaders": 100} and terms.scoring.major
    assert (terms.scoring.major.win, terms.scoring.major.loss) == (500, terms.scoring.loss)
    page = Hand(client).open("/events/leaders/rules/").text
    assert "counted by itself, at most 3 per round" in page and "Ranked by Slain leaders" in page
    assert "at least 2 times the points of the other side" in page


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        (rows("tallies", {"en": "Kills", "cap": "0"}), "tallies", "A cap of 0 leaves no points at all"),
        (rows("tallies", {"cap": "5"}), "tallies", "Points that are counted need a name."),
        (rows("tallies", {"en": "Kills"}, {"en": "Kills"}), "tallies", "stands there twice"),
        (rows("tallies", {"en": "Battle"}), "tallies", "give the tally another id"),
        ({"major_times": "2", "major_win": "1"}, "major_win", "is worth less than another one"),
        ({"major_over": "1", "major_loss": "2"}, "major_loss", "is worth more than another one"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    client: Client, people: SimpleNamespace, given: dict[str, Any], field: str, said: str
) -> None:
    client.force_login(people.organiser)
    page = send(client, "/events/announce/", 400, title="Kills", preset="", **given)
    assert said in at_field(page, field)
    assert all(f'value="{value}"' in page for value in given.values() if value), "what was typed stays"


def test_a_report_file_says_what_it_cannot_carry(client: Client, people: SimpleNamespace) -> None:
    """An event that ranks by a tally is refused, with the reason; others lose their tallies, and the file says so."""
    client.force_login(people.organiser)
    worth = Scoring(ranks="kills", tallies=(Tally("kills", "Kills"),), bye=Award(tallies={"kills": 100}))
    ranked, other = _event(people, BOWL, scoring=worth, tiebreaks=()), _event(people, BOWL, title="Kept")
    refused, kept = (client.get(reverse("api-event-trf", args=[each.slug])) for each in (ranked, other))
    offered = [b">TRF</a>" in client.get(f"/events/{each.slug}/").content for each in (ranked, other)]
    assert offered == [False, True]
    assert refused.status_code != 200 and b"this event ranks by Kills" in refused.content
    assert b"tallies" in kept.content and b"OTHER_POINTS_OF_TOUCHDOWNS_DIFFERENCE" in kept.content
