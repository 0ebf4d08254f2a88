"""Soft scores on pages: the form, the desk's sheet, the player's marks, the awards; and what is hidden from whom."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from frontend.tournaments import soft_rows, soft_words, terms_errors, terms_fields
from frontend.tournaments.terms_forms import TermsForm
from gamelog.contest.acts.people import Appoint
from gamelog.contest.acts.setting import Finish
from gamelog.contest.acts.soft import GiveSoft, Marked, RateOpponent, Vote
from gamelog.contest.errors import Refused
from gamelog.contest.soft import met
from gamelog.contest.terms_soft import Overall, SoftCategory
from gamelog.people.services import participant_of
from gamelog.tournaments import files
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.selectors import entries_of
from gamelog.tournaments.visibility import MARKS, Viewer
from rules.kernel.canonical import tag_of
from tests.events.filling import Hand
from tests.events.test_pages import RU, plain
from tests.events.test_terms_pages import rows, send
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.django_db
MUSTER = "/events/winter-muster/"
PAINTING, SPORTS, FAVOURITE = soft_rows.USUAL
TIDY = SoftCategory("tidy", "Tidiness", "Порядок", each="round", most=300)


@pytest.fixture
def event(people: SimpleNamespace) -> Tournament:
    """Four players, one round played, with every kind of category."""
    made = making.announce(people.organiser, soft=(PAINTING, SPORTS, FAVOURITE, TIDY), overall=Overall())
    for role in ("judge", "scorekeeper"):
        person = participant_of(getattr(people, role))
        making.act(made, people.organiser, Appoint(role=role, person=person))
    making.register(made, people.p1, people.p2, people.p3, people.p4)
    making.play_round(made)
    return made


def opponent_of(event: Tournament, number: int) -> int:
    (found,) = met(making.state_of(event), number)
    return found


def rate(event: Tournament, number: int, points: int) -> RateOpponent:
    pair = making.state_of(event).rounds[0].pair_of(number)
    assert pair
    return RateOpponent("sportsmanship", 1, pair.table, "a" if pair.a == number else "b", points)


def marked(event: Tournament, people: SimpleNamespace) -> Tournament:
    """With marks: entrant 1 votes for their opponent and gives them 3; the staff paint."""
    making.act(event, people.organiser, GiveSoft("painting", (Marked(1, 700), Marked(2, 950))))
    making.act(event, people.p1, rate(event, 1, 300))
    making.act(event, people.p1, Vote("favourite-opponent", 1, opponent_of(event, 1)))
    return event


# the form


def test_the_usual_categories_are_added_by_a_tick(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Soft cup", soft_usual=["painting", "favourite-opponent"])
    terms = making.state_of(Tournament.objects.get()).terms
    assert (terms.soft, terms.overall) == ((PAINTING, FAVOURITE), Overall())
    page = text(client, "/events/soft-cup/rules/")
    for said in ("Soft scores", "the staff gives 0 to 10", "each vote of a player is worth 5",
                 "Best Overall adds the soft scores to the match points. Equals share a place."):  # fmt: skip
        assert said in plain(page)


def test_categories_are_rows_and_stay_as_they_were(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    row = {"how_id": "", "en": "Best army", "ru": "Лучшая армия", "how_by": "opponent-round", "least": "-1",
           "most": "2,5", "usual": "1", "top_marks": "2", "cap": "12", "weight": "2.5"}  # fmt: skip
    send(client, "/events/announce/", title="Soft cup", overall="general", overall_weight="0.5", **rows("soft", row))
    made = Tournament.objects.get()
    terms = making.state_of(made).terms
    wanted = SoftCategory("best-army", "Best army", "Лучшая армия", "opponent", "round", -100, 250, 100, 2, 1200, 250)
    assert (terms.soft, terms.overall) == ((wanted,), Overall(weight=50, ties="general"))
    again = {**terms_fields.fields_of(terms)}
    assert soft_rows.soft_field().clean([{**each, "top_marks": str(each["top_marks"])}
                                         for each in as_sent(again["soft"])]) == terms.soft  # fmt: skip
    page = plain(text(client, "/events/soft-cup/rules/", **RU))
    for said in ("Лучшая армия", "после каждой игры соперник ставит от −1 до 2,5", "не больше 12 в сумме"):
        assert said in page
    send(client, "/events/soft-cup/terms/", title="Soft cup", overall="none")
    assert making.state_of(made).terms.overall is None and making.state_of(made).terms.soft == (wanted,)


def as_sent(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a form as a browser sends them: points as people write them."""
    field = soft_rows.soft_field()
    return [{name: str(field.columns[name].prepare_value(value)) for name, value in row.items()} for row in given]


def test_what_the_form_does_not_show_stays() -> None:
    """Shares, and the kind of points in Best Overall, are in the API alone."""
    painting = SoftCategory("painting", "Painting", weight=3000, of=1000)
    terms = making.terms(soft=(painting,), overall=Overall(points="victory", of=6000))
    said = {**soft_rows.fields_of(terms), "soft": (SoftCategory("painting", "Painting", weight=2000),)}
    made = soft_rows.soft_from(said, terms)
    assert made["overall"] == terms.overall
    assert made["soft"] == (SoftCategory("painting", "Painting", weight=2000, of=1000),)
    assert "30 in Best Overall for 10, and in proportion" in soft_words.categories(terms)[0][1]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"most": "5"}, "A category of soft scores needs a name."),
        ({"en": "Painting"}, "Painting: the highest mark is missing."),
        ({"en": "Painting", "least": "5", "most": "5"}, "The highest mark 5 is not above the lowest 5"),
        ({"en": "Painting", "most": "5", "top_marks": "1"}, "about marks by opponents"),
    ],
)
def test_what_is_wrong_with_a_row_is_said_at_the_rows(
    client: Client, people: SimpleNamespace, row: dict[str, str], said: str
) -> None:
    client.force_login(people.organiser)
    page = send(client, "/events/announce/", 400, title="Soft cup", **rows("soft", row))
    assert said.casefold() in plain(page).casefold()
    assert not Tournament.objects.exists()


def test_errors_of_soft_terms_have_fields() -> None:
    form = TermsForm(terms=terms_fields.blank())
    for path in ("$.soft", "$.soft[2].most", "$.overall", "$.overall.weight", "$.terms.soft[0].by"):
        name = terms_errors.field_of(path)
        assert name in soft_rows.FIELDS and name in form.fields
        assert terms_errors.error_text(Refused("bad-terms", path, "wrong"), name)


# the desk


def test_the_staff_enter_a_category_at_once(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.scorekeeper)
    hand = Hand(client)
    page = hand.open(f"{MUSTER}desk/soft/")
    sheet = page.form("desk/soft/")
    page = hand.send(sheet, **{"mark-1": "7,5", "mark-2": "11", "mark-3": "ten"})
    assert page.status == 400
    assert "This is not a number of points." in page.text
    sheet = page.form("desk/soft/")
    assert [sheet.value(f"mark-{number}") for number in (1, 2, 3)] == ["7,5", "11", "ten"], "what was typed stays"
    page = hand.send(sheet, **{"mark-3": "9"})
    assert page.status == 400 and "Marks for painting are 0 to 10, not 11." in page.text
    assert not making.state_of(event).soft
    page = hand.send(page.form("desk/soft/"), **{"mark-2": "10"})
    assert "3 marks are saved." in page.text
    assert {each.entrant: each.points for each in making.state_of(event).soft} == {1: 750, 2: 1000, 3: 900}
    page = hand.send(page.form("desk/soft/"), **{"mark-1": "", "mark-4": "2"})
    assert {each.entrant for each in making.state_of(event).soft} == {2, 3, 4}
    assert "Nothing was changed." in hand.send(page.form("desk/soft/")).text


def test_two_people_fill_in_one_sheet(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.judge)
    hand = Hand(client)
    sheet = hand.open(f"{MUSTER}desk/soft/?category=painting").form("desk/soft/")
    making.act(event, people.organiser, GiveSoft("painting", (Marked(1, 700), Marked(2, 400))))
    page = hand.send(sheet, **{"mark-2": "5", "mark-3": "6"})
    assert page.status == 409 and "Somebody else changed this first" in page.text
    sheet = page.form("desk/soft/")
    assert [sheet.value(f"mark-{number}") for number in (1, 2, 3)] == ["7", "5", "6"]
    hand.send(sheet)
    assert {each.entrant: each.points for each in making.state_of(event).soft} == {1: 700, 2: 500, 3: 600}


def test_a_category_of_rounds_has_a_sheet_for_each(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.organiser)
    hand = Hand(client)
    page = hand.open(f"{MUSTER}desk/soft/?category=tidy")
    hand.send(page.form("desk/soft/"), **{"mark-1": "3"})
    (mark,) = making.state_of(event).soft
    assert (mark.category, mark.round, mark.points) == ("tidy", 1, 300)
    assert hand.open(f"{MUSTER}desk/soft/?category=tidy&round=2").status == 404
    assert hand.open(f"{MUSTER}desk/soft/?category=beauty").status == 404


def test_the_staff_see_who_gave_what_and_withdraw_it(
    client: Client, people: SimpleNamespace, event: Tournament
) -> None:
    marked(event, people)
    client.force_login(people.judge)
    hand = Hand(client)
    page = hand.open(f"{MUSTER}desk/soft/?category=sportsmanship")
    assert "p1 p" + str(opponent_of(event, 1)) + " 3" in plain(page.text)
    page = hand.send(page.form("desk/soft/", giver=1))
    assert "The mark is withdrawn." in page.text
    assert not [each for each in making.state_of(event).soft if each.category == "sportsmanship"]


# the player


def test_a_player_rates_and_votes_in_two_taps(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.p1)
    hand = Hand(client)
    pair = making.state_of(event).rounds[0].pair_of(1)
    assert pair
    assert "Rate your opponent" in hand.open(f"{MUSTER}tables/1/{pair.table}/").text
    page = hand.open(f"{MUSTER}rate/")
    page = hand.send(page.form("rate/", do="rate"), points="4")
    assert "Saved. Only the staff can see who gave it." in page.text
    assert "Rate your opponent" in hand.open(f"{MUSTER}tables/1/{pair.table}/").text, "the vote is still missing"
    other = opponent_of(event, 1)
    page = hand.send(page.form("rate/", do="vote"), opponent=other)
    assert {(each.category, each.entrant, each.points) for each in making.state_of(event).soft} == {
        ("sportsmanship", other, 400), ("favourite-opponent", other, 500),
    }  # fmt: skip
    assert "Rate your opponent" not in hand.open(f"{MUSTER}tables/1/{pair.table}/").text
    stranger = next(number for number in (2, 3, 4) if number != other)
    refused = hand.send(page.form("rate/", do="vote"), opponent=stranger)
    assert "A vote is for somebody whom entrant 1 played against" in refused.text
    assert "голосовать можно только" in Hand(client, "ru").send(page.form("rate/", do="vote"),
                                                                opponent=stranger).text.casefold()  # fmt: skip
    take_back = next(each for each in page.all_forms("rate/", category="favourite-opponent") if not each.value("do"))
    hand.send(take_back, "take-back")
    assert [each.category for each in making.state_of(event).soft] == ["sportsmanship"]


def test_a_mark_that_is_no_number_stays_typed(client: Client, people: SimpleNamespace) -> None:
    fine = SoftCategory("sports", "Sportsmanship", by="opponent", each="round", most=2000)
    event = making.announce(people.organiser, soft=(fine,))
    making.register(event, people.p1, people.p2)
    making.play_round(event)
    client.force_login(people.p1)
    hand = Hand(client)
    page = hand.send(hand.open(f"{MUSTER}rate/").form("rate/"), points="much")
    assert page.status == 400 and page.form("rate/").value("points") == "much"
    page = hand.send(page.form("rate/"), points="21")
    assert "Marks for sports are 0 to 20, not 21." in page.text
    hand.send(page.form("rate/"), points="19,5")
    assert [each.points for each in making.state_of(event).soft] == [1950]


def test_nobody_marks_for_others(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    other = opponent_of(event, 1)
    client.force_login(getattr(people, f"p{next(each for each in (2, 3, 4) if each != other)}"))
    act = rate(event, 1, 500)
    sent = {"do": "rate", "category": act.category, "round": 1, "table": act.table, "side": act.side, "points": "5",
            "expected": event.number}  # fmt: skip
    assert client.post(f"{MUSTER}rate/", sent).status_code == 403
    client.force_login(people.outsider)
    assert client.get(f"{MUSTER}rate/").status_code == 403


# awards, and what is hidden


def test_awards_are_for_the_staff_until_the_event_is_finished(
    client: Client, client_of: Any, people: SimpleNamespace, event: Tournament
) -> None:
    marked(event, people)
    client.force_login(people.p1)
    page = plain(text(client, f"{MUSTER}awards/"))
    assert "The awards are shown here once the event is finished." in page and "9.5" not in page
    assert client_of("p1").get("/api/events/winter-muster/awards").status_code == 404
    client.force_login(people.judge)
    page = plain(text(client, f"{MUSTER}awards/"))
    assert "Only the staff can see this page until the event is finished." in page and "9.5" in page
    assert client_of("judge").get("/api/events/winter-muster/awards").status_code == 200
    making.act(event, people.organiser, Finish(reason="snow"))
    client.logout()
    page = plain(text(client, f"{MUSTER}awards/"))
    assert "Painting p2" in page and f"Favourite opponent p{opponent_of(event, 1)}" in page
    assert "Best General" in page and "Best Overall" in page
    assert "Любимый соперник" in plain(text(client, f"{MUSTER}awards/", **RU))
    answer = client_of("").get("/api/events/winter-muster/awards").json()
    first = answer["awards"]["categories"]["painting"][0]
    assert (first["entrant"], first["points"]["exact"], answer["names"]["2"]) == (2, "19/2", "p2")
    assert answer["awards"]["overall"][0]["place"] == 1


def test_awards_need_soft_scores(client: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser)
    assert client.get(f"{MUSTER}awards/").status_code == 404
    assert "/awards/" not in text(client, MUSTER)


def test_who_gave_which_mark_is_for_the_staff_alone(
    client: Client, client_of: Any, people: SimpleNamespace, event: Tournament
) -> None:
    marked(event, people)

    def seen(name: str) -> set[int]:
        acts = client_of(name).get("/api/events/winter-muster/acts").json()["acts"]
        return {number for number, each in enumerate(acts, 1) if "act" in each}

    marks = {each.number for each in event.acts.filter(type__in=["give-soft", "rate-opponent", "vote"])}
    assert len(marks) == 3
    assert not seen("p1") & marks and not seen("") & marks and marks <= seen("judge")

    def state(name: str) -> list[tuple[str, int]]:
        found = client_of(name).get("/api/events/winter-muster/state").json()["state"]["soft"]
        return [(each["category"], each["giver"]) for each in found]

    salts = {each.act.salt for each in entries_of(event) if tag_of(each.act) in MARKS}
    assert len(salts) == 3 and min(map(len, salts)) == 32, "a hash that everybody sees gives no mark away"
    assert state("") == state("p2") == []
    assert state("p1") == [("sportsmanship", 1), ("favourite-opponent", 1)], "their own"
    assert len(state("judge")) == 4
    history = plain(text(client, f"{MUSTER}history/"))
    assert "A player votes for an opponent" in history and "The staff enters soft scores" in history
    vote = history.partition("A player votes for an opponent")[2][:40]
    assert "p1" not in vote
    whole, public = files.whole_file(event), files.file_of(event, Viewer())
    assert b'"type":"vote"' in whole and b'"type":"vote"' not in public and b'"type":"give-soft"' not in public
    making.act(event, people.organiser, Finish(reason="snow"))
    assert state("") == [("painting", 0), ("painting", 0)]
    assert not seen("p1") & marks and not seen("") & marks
    public = files.file_of(event, Viewer())
    assert b'"type":"register"' in public and b'"type":"give-soft"' not in public
