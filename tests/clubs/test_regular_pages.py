"""The pages of people without an account: pasting known names, claiming, answering, merging, and taking back."""

from __future__ import annotations

import csv
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from gamelog.clubs.models import Club, LinkState, PersonLink, Regular
from gamelog.people.services import participant_of
from gamelog.seasons import regular_names, regulars, services
from gamelog.seasons.models import RegularEntry, Season
from gamelog.tournaments.models import Tournament
from tests.clubs.test_regulars import person_called, season_of
from tests.tournaments.making import announce, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def slip(club: Club, people: SimpleNamespace) -> Season:
    a, b, c = people.p5, people.p6, people.p7
    return season_of(club, people, ["Walter", a, b, c], [a, "Walther", b, "Anna"])


def pasted(browser: Any, event: Tournament, names: str, **more: str) -> Any:
    event.refresh_from_db()
    address = reverse("event-desk-paste", args=[event.slug])
    return browser.post(address, {"names": names, "expected": str(event.number), **more})


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_a_known_name_is_shown_before_it_is_entered(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    event, browser = announce(people.editor, club=slip.club, title="Cup 3"), browser_of("editor")
    answer = pasted(browser, event, "Walter\nBruno")
    shown = text_of(answer)
    assert answer.status_code == 200 and "Names that the club knows" in shown and "Cup 1 (1 event)" in shown
    assert "Walter\r\nBruno" in answer.content.decode() or "Walter\nBruno" in answer.content.decode()
    event.refresh_from_db()
    assert event.entrants == 0
    walter = str(person_called("Walter").pk)
    answer = pasted(browser, event, "Walter\nBruno", who_0_name="Walter", who_0=walter)
    assert answer.status_code == 302
    here = regular_names.entries_of(event)
    assert str(here[1, 0].regular_id) == walter and here[2, 0].regular.key == "bruno"


def test_somebody_else_of_that_name(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    event = announce(people.editor, club=slip.club, title="Cup 3")
    pasted(browser_of("editor"), event, "Walter", who_0_name="Walter", who_0="new")
    assert Regular.objects.filter(key="walter").count() == 2
    assert regular_names.entries_of(event)[1, 0].regular == person_called("Walter", 1)


def test_of_two_one_has_to_be_chosen(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    earlier = announce(people.editor, club=slip.club, title="Cup 3")
    pasted(browser_of("editor"), earlier, "Walter", who_0_name="Walter", who_0="new")
    event = announce(people.editor, club=slip.club, title="Cup 4")
    answer = pasted(browser_of("editor"), event, "Walter", who_0_name="Walter", who_0="")
    assert "Cup 1" in text_of(answer) and "Cup 3" in text_of(answer)
    second = person_called("Walter", 1)
    pasted(browser_of("editor"), event, "Walter", who_0_name="Walter", who_0=str(second.pk))
    assert regular_names.entries_of(event)[1, 0].regular == second


def test_a_choice_for_another_name_does_not_count(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    event = announce(people.editor, club=slip.club, title="Cup 3")
    answer = pasted(browser_of("editor"), event, "Anna", who_0_name="Walter", who_0="new")
    assert answer.status_code == 200 and "Anna" in text_of(answer)


def test_new_names_are_entered_at_once(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    event = announce(people.editor, club=slip.club, title="Cup 3")
    assert pasted(browser_of("editor"), event, "Bruno\nCarla").status_code == 302


def test_the_page_of_regulars_asks_as_much_for_many_as_for_few(
    slip: Season, browser_of: Any, people: SimpleNamespace
) -> None:
    staff, address = browser_of("editor"), reverse("club-regulars", args=[slip.club.slug])
    staff.get(address)
    with CaptureQueriesContext(connection) as few:
        staff.get(address)
    register(announce(people.editor, club=slip.club, title="Cup 3"), *(f"Player {at}" for at in range(30)))
    for user in (people.p8, people.p9, people.p10):
        regulars.claim_ask(regular=person_called("Walter"), actor=user)
    with CaptureQueriesContext(connection) as many:
        assert "Player 29" in text_of(staff.get(address))
    assert len(many) <= len(few) + 2


def test_from_claim_to_answer(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    walter = person_called("Walter")
    page = reverse("player", args=[walter.person_id])
    assert "Is this you? Log in to say so." in text_of(browser_of("").get(page))
    player, staff = browser_of("p8"), browser_of("editor")
    assert "This is me" in text_of(player.get(page))
    player.post(reverse("player-claim", args=[walter.person_id]), {"act": "ask"})
    assert "The staff has not answered yet" in text_of(player.get(page))
    assert "waits for an answer" in text_of(player.get("/me/"))
    regulars_page = reverse("club-regulars", args=[slip.club.slug])
    assert "p8 claims the name Walter" in text_of(staff.get(regulars_page))
    link = PersonLink.objects.get()
    staff.post(regulars_page, {"act": "accept", "link": str(link.pk)})
    link.refresh_from_db()
    assert link.state == LinkState.ACTIVE
    answer = player.get(page)
    assert answer.status_code == 302 and answer["Location"] == reverse("player", args=[participant_of(people.p8)])
    assert "Also entered as: Walter" in text_of(player.get(answer["Location"]))
    assert "Cup 1" in text_of(player.get(answer["Location"]))
    assert "This is not me" in text_of(player.get("/me/"))
    undo = {"act": "undo", "link": str(link.pk), "back": "me"}
    assert player.post(reverse("player-claim", args=[walter.person_id]), undo)["Location"] == reverse("me")
    assert "undone by p8" in text_of(staff.get(regulars_page))
    assert player.get(page).status_code == 200


def test_nobody_answers_through_their_own_page(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    walter, player = person_called("Walter"), browser_of("p8")
    claim = reverse("player-claim", args=[walter.person_id])
    player.post(claim, {"act": "ask"})
    link = PersonLink.objects.get()
    assert player.post(claim, {"act": "accept", "link": str(link.pk)}).status_code == 403
    assert browser_of("p7").post(claim, {"act": "withdraw", "link": str(link.pk)}).status_code == 404
    answer = player.post(claim, {"act": "withdraw", "link": str(link.pk)}, follow=True)
    assert "Your claim has been withdrawn" in text_of(answer)


def test_a_refused_claim_says_why(slip: Season, browser_of: Any) -> None:
    claim = reverse("player-claim", args=[person_called("Walter").person_id])
    answer = browser_of("p7").post(claim, {"act": "ask"}, follow=True)
    assert "Both played in “Cup 1”" in text_of(answer)


def test_a_merge_is_shown_and_then_made(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    staff = browser_of("editor")
    given = {"source": str(person_called("Walther").pk), "target": str(person_called("Walter").pk)}
    address = reverse("club-regular-merge", args=[slip.club.slug])
    answer = staff.get(address, given)
    # Walter 25, Walther 18: one row with 43 then; p5 keeps 18 + 25 = 43.
    assert re.search(r"Walter \d – ?\d|Walter \d \d 25 43", text_of(answer)), text_of(answer)
    digest = answer.context["digest"]
    assert staff.post(address, {**given, "shown": "0" * 64}).status_code == 409
    assert not PersonLink.objects.exists()
    assert staff.post(address, {**given, "shown": digest}).status_code == 302
    names = {row.person: row.cells[0].exact for row in services.table_of(slip).rows}
    assert names[person_called("Walter").person_id] == "43"
    link = PersonLink.objects.get()
    staff.post(reverse("club-regulars", args=[slip.club.slug]), {"act": "undo", "link": str(link.pk)})
    link.refresh_from_db()
    assert link.state == LinkState.UNDONE


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [("Walther", "Anna", "Both played in “Cup 2”"), ("Anna", "Anna", "Choose two different people"), ("Anna", "", "")],
)
def test_a_merge_that_cannot_be(slip: Season, browser_of: Any, source: str, target: str, why: str) -> None:
    given = {"source": str(person_called(source).pk), "target": str(person_called(target).pk) if target else ""}
    answer = browser_of("editor").get(reverse("club-regular-merge", args=[slip.club.slug]), given)
    assert answer.status_code == 400 and why in text_of(answer)
    assert f'value="{given["source"]}" selected' in answer.content.decode(), "what was chosen stays"


def test_a_name_that_cannot_be_stays_in_its_field(slip: Season, browser_of: Any) -> None:
    walter, address = person_called("Walter"), reverse("club-regulars", args=[slip.club.slug])
    answer = browser_of("editor").post(address, {"act": "rename", "regular": walter.pk, "name": "w@example.org"})
    assert answer.status_code == 400 and 'value="w@example.org"' in answer.content.decode()
    assert "or contains contact details" in text_of(answer)
    browser_of("editor").post(address, {"act": "rename", "regular": walter.pk, "name": "Walter Jung"})
    assert "Walter Jung" in text_of(browser_of("").get(reverse("club-season", args=[slip.club.slug, slip.slug])))
    browser_of("editor").post(address, {"act": "remove", "regular": walter.pk})
    assert "Walter Jung" not in text_of(browser_of("").get(reverse("club-season", args=[slip.club.slug, slip.slug])))


def test_open_names_are_decided_by_staff(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    register(announce(people.editor, club=slip.club, title="Cup 3"), "Walter", "Walter")
    event = announce(people.editor, club=slip.club, title="Cup 4")
    register(event, "Walter")
    staff, address = browser_of("editor"), reverse("club-regulars", args=[slip.club.slug])
    assert "Names without a match" in text_of(staff.get(address))
    second = person_called("Walter", 1)
    spot = {"event": event.pk, "number": "1", "board": "0"}
    staff.post(address, {"act": "decide", **spot, "regular": second.pk})
    assert regular_names.entries_of(event)[1, 0].regular == second
    row = RegularEntry.objects.get(tournament=event, ended=None)
    staff.post(address, {"act": "undo-entry", "entry": row.pk})
    assert regular_names.entries_of(event) == {}
    assert staff.post(address, {"act": "decide", **spot, "regular": "7"}).status_code == 404
    assert staff.post(address, {"act": "undo-entry", "entry": "x"}).status_code == 404
    assert staff.post(address, {"act": "boil"}).status_code == 404


def test_without_a_club_the_organiser_answers_at_the_desk(browser_of: Any, people: SimpleNamespace) -> None:
    event = announce(people.organiser)
    register(event, "Walter", people.p7)
    entrants, desk = reverse("event-entrants", args=[event.slug]), reverse("event-desk-claims", args=[event.slug])
    assert "This is me" not in text_of(browser_of("").get(entrants))
    assert "This is me Walter" in text_of(browser_of("p8").get(entrants))
    browser_of("p8").post(reverse("event-claim", args=[event.slug, 1]))
    assert "p8 claims the name Walter" in text_of(browser_of("organiser").get(desk))
    link = PersonLink.objects.get()
    browser_of("organiser").post(desk, {"act": "accept", "link": link.pk})
    assert "Winter muster" in text_of(browser_of("").get(reverse("player", args=[participant_of(people.p8)])))
    answer = browser_of("p7").post(reverse("event-claim", args=[event.slug, 1]), follow=True)
    assert "given to somebody else" in text_of(answer)


def test_a_hidden_event_has_no_page_for_its_names(club: Club, browser_of: Any, people: SimpleNamespace) -> None:
    event = announce(people.editor, club=club, public=False)
    register(event, "Walter")
    page = reverse("player", args=[person_called("Walter").person_id])
    assert browser_of("p8").get(page).status_code == 404
    claim = reverse("player-claim", args=[person_called("Walter").person_id])
    assert browser_of("p8").post(claim, {"act": "ask"}).status_code == 404
    assert "Walter" not in text_of(browser_of("p1").get(reverse("club-regulars", args=[club.slug])))
    assert "Walter" not in text_of(browser_of("").get("/players/?q=Walter"))


def test_a_season_as_csv(slip: Season, browser_of: Any) -> None:
    answer = browser_of("").get(reverse("club-season-csv", args=[slip.club.slug, slip.slug]))
    rows = list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines()))
    found = {row["name"]: (row["place"], row["total"], row["cup-1"], row["cup-2"]) for row in rows}
    assert found["Walter"] == ("3", "25", "25", "") and found["p5"] == ("1", "43", "18", "25")


def test_search_and_api_know_regulars(slip: Season, browser_of: Any, people: SimpleNamespace) -> None:
    walter = person_called("Walter")
    assert walter.person_id in browser_of("").get("/players/?q=walter").content.decode()
    told = browser_of("").get(f"/api/clubs/{slip.club.slug}/seasons/{slip.slug}/standings").json()
    row = next(each for each in told["rows"] if each["person"] == walter.person_id)
    assert (row["name"], row["account"]) == ("Walter", False)
    assert browser_of("").get(f"/api/players/{walter.person_id}").json()["name"] == "Walter"
    link = regulars.claim_ask(regular=walter, actor=people.p8)
    regulars.claim_answer(link=link, actor=people.editor, accept=True)
    told = browser_of("").get(f"/api/players/{walter.person_id}").json()
    assert (told["person"], told["also"]) == (participant_of(people.p8), ["Walter"])
