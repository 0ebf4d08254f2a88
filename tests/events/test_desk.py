"""The staff's way through an event using only the pages, from the draft to the final standings."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.contest.acts import results
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import RosterTerms, TableTerms
from gamelog.games import demo
from gamelog.games import services as games
from gamelog.people.services import participant_of
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament
from tests.events.filling import Hand, Page
from tests.tournaments import making

pytestmark = pytest.mark.django_db

PLAYERS = ("Ada", "Boris", "Clara", "Dmitri", "Eva", "Felix", "Galina", "Hugo")


def hand(person: object, language: str = "en") -> Hand:
    """A user's browser."""
    client = Client()
    if person:
        client.force_login(person)  # type: ignore[arg-type]
    return Hand(client, language)


class Floor:
    """An event's pages in the hands of one of its staff."""

    def __init__(self, event: Tournament, person: object, language: str = "en") -> None:
        self.event = event
        self.base = f"/events/{event.slug}"
        self.hand = hand(person, language)

    def page(self, part: str = "desk/") -> Page:
        return self.hand.open(f"{self.base}/{part}")

    def tap(self, part: str, act: str, **held: Any) -> Page:
        """Press the button of an act on a page."""
        return self.hand.send(self.page(part).form(f"/acts/{act}/", **held))

    def act(self, act: str, query: str = "", confirm: bool = False, **given: Any) -> Page:
        """Fill in the form of an act, and confirm the previewed effect."""
        sent = self.hand.send(self.page(f"desk/acts/{act}/?{query}").form(f"/acts/{act}/"), **given)
        return self.hand.send(sent.form(f"/acts/{act}/"), "confirm") if confirm else sent

    @property
    def state(self) -> TournamentState:
        return making.state_of(self.event)

    def phase(self) -> str:
        """The present phase of the event."""
        return self.state.phase


@pytest.fixture
def floor(people: SimpleNamespace) -> Floor:
    """An event that has only been announced: a draft."""
    return Floor(making.announce(people.organiser, register=False, rounds=3, check_in=True), people.organiser)


@pytest.fixture
def played(filled: Tournament, people: SimpleNamespace) -> Floor:
    """An event of 8 with two of three rounds played, at the organiser's desk."""
    return Floor(filled, people.organiser)


def test_the_whole_way_of_an_event(floor: Floor, people: SimpleNamespace) -> None:
    _registered(floor)
    _checked_in(floor)
    _first_round(floor, people)
    _second_round(floor)
    _finished(floor)


def _registered(floor: Floor) -> None:
    assert "Open registration" in floor.page().text
    floor.tap("desk/", "open-registration")
    assert floor.phase() == "registration"
    for name in PLAYERS:
        page = floor.act("register", name=name, rating="1500")
        assert "Added." in page.text
    floor.tap("desk/", "close-registration")
    assert floor.phase() == "ready" and len(floor.state.playing()) == 8
    assert list(selectors.names_of(floor.event).values()) == list(PLAYERS)


def _checked_in(floor: Floor) -> None:
    floor.tap("desk/players/", "lock-rosters")
    assert floor.state.rosters_locked
    floor.tap("desk/check-in/", "check-in", entrant=3)
    assert [each.number for each in floor.state.playing() if each.checked_in] == [3]
    floor.tap("desk/check-in/", "undo-check-in", entrant=3)
    page = floor.hand.send(floor.page("desk/check-in/").form("/desk/check-in/"))
    assert "8 are checked in." in page.text and all(each.checked_in for each in floor.state.playing())


def _first_round(floor: Floor, people: SimpleNamespace) -> None:
    preview = floor.page("desk/pairing/")
    assert not floor.state.rounds and "Confirm: pair round 1" in preview.text
    floor.hand.send(preview.form("/desk/pairing/"))
    pairs = floor.state.rounds[0].paired.pairs
    shown = [floor.page("hall/pages/").text.index(f">{PLAYERS[each.a - 1]}<") for each in pairs]
    assert shown == sorted(shown), "the hall shows what was paired, by tables"
    floor.tap("desk/", "start-clock")
    assert floor.state.rounds[0].clock and floor.state.rounds[0].clock.since
    floor.act("extend-clock", minutes="15", reason="The lights went out.")
    assert floor.state.rounds[0].clock.left == 165 * 60
    floor.tap("desk/", "pause-clock")
    for pair in pairs[:3]:
        floor.act("enter", f"round=1&table={pair.table}", a="12,5", b="7")
    assert floor.state.rounds[0].results["1"].report.a.victory == 1250
    floor.act("no-show", f"entrant={pairs[3].b}")
    assert floor.state.rounds[0].results["4"].report.forfeit == "b"


def _second_round(floor: Floor) -> None:
    floor.hand.send(floor.page("desk/pairing/").form("/desk/pairing/"))
    assert len(floor.state.rounds) == 2
    refused = floor.page("desk/pairing/")
    assert "Reason for pairing without them" in refused.text and not refused.all_forms("/desk/pairing/")
    shown = floor.hand.send(refused.form("/desk/pairing/", "get"), reason="The hall closes at six.")
    assert "Confirm: pair round 3" in shown.text and len(floor.state.rounds) == 2
    floor.hand.send(shown.form("/desk/pairing/"))
    assert floor.state.rounds[2].override == "The hall closes at six."
    assert "Round 2: 4 results are still missing" in floor.page().text


def _finished(floor: Floor) -> None:
    refused = floor.act("finish")
    assert "are missing or disputed" in refused.text and floor.phase() == "running"
    floor.act("finish", reason="The hall closes.")
    assert floor.phase() == "finished"
    floor.act("reopen", reason="One more result came in.")
    assert floor.phase() == "running"


def test_a_dispute_is_ruled_on_with_its_effect_shown_before(played: Floor, people: SimpleNamespace) -> None:
    making.pair_round(played.event)
    pair = played.state.rounds[2].paired.pairs[0]
    for side, entrant, score in (("a", pair.a, (10, 4)), ("b", pair.b, (4, 10))):
        act = results.ReportResult(round=3, table=pair.table, side=side, report=making.reported(*score))  # type: ignore[arg-type]
        making.act(played.event, getattr(people, f"p{entrant}"), act)
    judge = Floor(played.event, people.judge)
    next_acts = judge.page().text.partition('class="next-acts"')[2].partition("</section>")[0]
    assert "Settle 1 dispute" in next_acts and "Round 3 is paired." not in next_acts, "the round was begun long ago"
    names = f"p{pair.a}", f"p{pair.b}"
    disputed = judge.page("desk/disputes/").text
    assert f"{names[0]} 10 : 4 {names[1]}" in disputed and f"{names[0]} 4 : 10 {names[1]}" in disputed
    before = judge.state.number
    shown = judge.act("rule", f"round=3&table={pair.table}", a="8", b="8", reason="The clock had run out.", rule="7.1")
    assert judge.state.number == before and "Not recorded yet" in shown.text
    promised = shown.form("/acts/rule/").value("digest")
    judge.hand.send(shown.form("/acts/rule/"), "confirm")
    found = judge.state.rounds[2].results[str(pair.table)]
    assert (found.standing, found.report) == ("ruled", making.reported(8, 8))
    assert promised and "No disputes." in judge.page("desk/disputes/").text


def test_what_a_correction_shows_is_what_holds_afterwards(played: Floor) -> None:
    shown = played.act("enter", "round=2&table=1", a="0", b="90", reason="The sheet was misread.")
    before = selectors.table_of(played.event)
    effect = selectors.effect_of(
        played.state,
        results.Enter(round=2, table=1, report=making.reported(0, 90), reason="The sheet was misread."),
    )
    assert effect.before == before and effect.changes
    for change in effect.changes:
        if change.place_before != change.place_after:
            assert f'<span class="was">{change.place_before}</span> → <b>{change.place_after}</b>' in shown.text
    assert f"{len(before.places) - len(effect.changes)} other" in shown.text
    played.hand.send(shown.form("/acts/enter/"), "confirm")
    played.event.refresh_from_db()
    assert selectors.table_of(played.event) == effect.after


def test_a_penalty_is_shown_given_and_lifted(played: Floor) -> None:
    start = selectors.table_of(played.event)
    played.act("penalise", "entrant=1", confirm=True, kind="points", match="-3", reason="Late twice.", rule="4.2")
    (penalty,) = played.state.penalties
    assert (penalty.entrant, penalty.match, penalty.rule) == (1, -300, "4.2")
    played.event.refresh_from_db()
    assert selectors.table_of(played.event) != start
    assert "−3 match points" in played.page("desk/penalties/").text
    played.act("lift", f"penalty={penalty.act}", confirm=True, reason="The bus was late.")
    played.event.refresh_from_db()
    assert selectors.table_of(played.event) == start
    assert "Lifted: The bus was late." in " ".join(played.page("desk/penalties/").text.split()).replace("</span>", "")


def test_a_penalty_without_points_is_refused_at_its_field(played: Floor) -> None:
    page = played.act("penalise", "entrant=1", kind="points", reason="Late twice.")
    assert page.status == 400 and 'id="id_match_error"' in page.text and not played.state.penalties


def test_results_can_be_confirmed_cleared_and_entered_anew(played: Floor, people: SimpleNamespace) -> None:
    making.pair_round(played.event)
    pair = played.state.rounds[2].paired.pairs[0]
    report = results.ReportResult(round=3, table=pair.table, side="a", report=making.reported(10, 4))
    making.act(played.event, getattr(people, f"p{pair.a}"), report)
    assert f"by p{pair.a}" in played.page().text
    played.tap("desk/", "confirm", table=pair.table)
    assert played.state.rounds[2].results[str(pair.table)].standing == "confirmed"
    played.act("clear", f"round=3&table={pair.table}", confirm=True, reason="It was of another table.")
    assert str(pair.table) not in played.state.rounds[2].results
    played.act("enter", f"round=3&table={pair.table}", winner="b", a="", b="")
    assert played.state.rounds[2].results[str(pair.table)].report.winner == "b"


def test_a_result_that_lacks_something_corrects_nothing(played: Floor) -> None:
    making.pair_round(played.event)
    table = played.state.rounds[2].paired.pairs[0].table
    lacks = played.act("enter", f"round=3&table={table}", a="10", b="")
    assert lacks.status == 400 and "How many points?" in lacks.text
    assert "Enter the result" in lacks.text and "shown first" not in lacks.text and 'name="reason"' not in lacks.text
    played.hand.send(lacks.form("/acts/enter/"), b="4")
    assert played.state.rounds[2].results[str(table)].report == making.reported(10, 4)


def test_a_round_is_paired_again_with_kept_tables_and_pairs_by_hand(played: Floor) -> None:
    making.pair_round(played.event)
    first, second, third, last = played.state.rounds[2].paired.pairs
    making.act(
        played.event, played.event.owner, results.Enter(round=3, table=first.table, report=making.reported(9, 1))
    )
    asked = played.page("desk/pairing/?again=1")
    assert f'value="{first.table}" checked disabled' in asked.text
    shown = played.hand.send(
        asked.form("/desk/pairing/", "get"), keep=str(second.table), a1=str(third.a), b1=str(last.a), reason="Brothers."
    )
    assert "Publish the pairing of round 3" in shown.text and played.state.rounds[2].paired.pairs[2] == third
    played.hand.send(shown.form("/desk/pairing/"))
    pairs = {frozenset((each.a, each.b)) for each in played.state.rounds[2].paired.pairs}
    assert {frozenset((each.a, each.b)) for each in (first, second)} <= pairs
    assert frozenset((third.a, last.a)) in pairs and frozenset((third.b, last.b)) in pairs
    assert str(first.table) in played.state.rounds[2].results


def entered(number: int, table: int, score: tuple[int, int]) -> results.Enter:
    return results.Enter(round=number, table=table, report=making.reported(*score))


def test_tables_change_places(played: Floor) -> None:
    making.pair_round(played.event)
    before = {each.table: each.a for each in played.state.rounds[2].paired.pairs}
    here, there, *_others = before
    played.act("move-table", f"round=3&table={here}", to=str(there), reason="A wheelchair.")
    after = {each.table: each.a for each in played.state.rounds[2].paired.pairs}
    assert (after[here], after[there]) == (before[there], before[here])
    page = f"{played.base}/desk/tables/3/{here}/"
    query = f"round=3&table={here}&next={page}"
    moved = played.act("move-table", query, to="15", reason="A wheelchair.")
    assert moved.status == 200 and moved.address == f"{played.base}/desk/tables/3/15/", "not to a table without players"


def test_where_no_pairing_exists_the_page_says_what_to_lift(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, rounds=3, late_entry=0)
    making.register(made, "Ada", "Boris", "Clara", "Dmitri")
    for _round in range(2):
        making.play_round(made)
    floor = Floor(made, people.organiser)
    met = next(each for each in (2, 3, 4) if all(each not in (p.a, p.b) or 1 not in (p.a, p.b)
                                                 for one in floor.state.rounds for p in one.paired.pairs))  # fmt: skip
    floor.act("forbid", f"a=1&b={met}", reason="They asked for it.")
    shown = floor.page("desk/pairing/?lifted=forbidden").form("/desk/pairing/")
    refused = floor.hand.send(shown, lifted=[])
    assert refused.status == 400 and "?lifted=forbidden" in refused.text, "what was sent beside leads nowhere"
    page = floor.page("desk/pairing/")
    assert "This round cannot be paired yet" in page.text and "Constraints you can lift" in page.text
    assert "players marked “never pair” do not meet" in page.text
    assert "nobody meets the same opponent twice" in page.text
    lifted = floor.page("desk/pairing/?lifted=forbidden")
    assert "Confirm: pair round 3" in lifted.text and "marked “never pair”, but they meet" in lifted.text
    floor.hand.send(lifted.form("/desk/pairing/"))
    assert floor.state.rounds[2].request.lifted == ("forbidden",)


def test_a_hall_with_too_few_tables_leads_to_the_terms(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, tables=(TableTerms(number=4),))
    making.register(made, "Ada", "Boris", "Clara", "Dmitri")
    page = Floor(made, people.organiser).page("desk/pairing/").text
    assert "2 pairs want a table, and 1 are free." in page and f'href="/events/{made.slug}/terms/"' in page
    assert "Столов меньше, чем пар" in Floor(made, people.organiser, "ru").page("desk/pairing/").text


def test_what_has_to_be_lifted_together_is_offered_together(played: Floor) -> None:
    first = played.state.rounds[0].paired.pairs[0]
    for each in played.state.playing():
        if each.number not in (first.a, first.b):
            played.act("drop", f"entrant={each.number}")
    played.act("forbid", f"a={first.a}&b={first.b}", reason="They asked for it.")
    page = played.page("desk/pairing/")
    assert "This round cannot be paired yet" in page.text
    offers = [part.partition('"')[0] for part in page.text.split('<a class="button" href="?')[1:]]
    assert offers == ["lifted=forbidden&amp;lifted=rematch"]
    shown = played.page(f"desk/pairing/?{offers[0].replace('&amp;', '&')}")
    played.hand.send(shown.form("/desk/pairing/"))
    assert set(played.state.rounds[2].request.lifted) == {"forbidden", "rematch"}


def test_people_come_and_go(played: Floor) -> None:
    played.act("drop", "entrant=8", reason="Ill.")
    assert [each.number for each in played.state.playing()] == [1, 2, 3, 4, 5, 6, 7]
    played.tap("desk/players/", "return", entrant=8)
    assert len(played.state.playing()) == 8
    played.act("ask-bye", "entrant=7", round="3", kind="half-bye")
    assert played.state.entrants[7].byes == {"3": "half-bye"}
    played.tap("desk/players/", "withdraw-bye", entrant=7)
    assert played.state.entrants[7].byes == {}
    played.act("correct-entry", "entrant=6", faction="Orks", reason="Another army.")
    assert played.state.entrants[6].faction == "Orks"
    again = played.act("correct-entry", "entrant=6", reason="Another army.")
    assert again.status == 400 and "Nothing was changed" in again.text
    played.act("forbid", "a=1&b=2", reason="Sisters.")
    played.act("allow", "a=1&b=2", reason="They do not mind.")
    assert played.state.forbidden == []


def test_a_name_or_an_account_is_put_right(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Autumn muster")
    making.register(made, "Hildegrad", people.p2)
    desk = Floor(made, people.organiser)
    desk.act("correct-entry", "entrant=1", name="Hildegard", reason="Misspelt.")
    assert selectors.names_of(made)[1, 0] == "Hildegard"
    both = desk.act("correct-entry", "entrant=1", name="Hilda", account=people.outsider.username, reason="Theirs.")
    assert both.status == 400 and "Correct the account first" in both.text
    desk.act("correct-entry", "entrant=1", account=people.outsider.username, reason="They have an account.")
    assert desk.state.entrants[1].person == participant_of(people.outsider)
    own = desk.page("desk/acts/correct-entry/?entrant=2").text
    assert 'name="account"' in own and 'name="name"' not in own, "p2 is called as their account is"


def test_the_waiting_list_is_admitted_from(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, capacity=4)
    making.register(made, "Ada", "Boris", "Clara", "Dmitri", "Eva")
    floor = Floor(made, people.organiser)
    assert "Waiting list" in floor.page("desk/players/").text
    floor.act("admit", "entrant=5", reason="A table more.")
    assert floor.state.entrants[5].status == "entered"


@pytest.mark.parametrize("act", ["cancel", "finish"])
def test_nobody_is_checked_in_once_an_event_is_over(people: SimpleNamespace, act: str) -> None:
    made = making.announce(people.organiser, check_in=True)
    making.register(made, "Ada", "Boris", "Clara")
    floor = Floor(made, people.organiser)
    for number in (1, 2):
        floor.act("check-in", f"entrant={number}")
    if act == "finish":
        floor.hand.send(floor.page("desk/pairing/").form("/desk/pairing/"))
    form = floor.page("desk/check-in/").form("/desk/check-in/")
    floor.act(act, reason="The hall is flooded.")
    page = floor.page("desk/check-in/")
    assert not page.all_forms("/desk/check-in/") and not page.all_forms("/acts/undo-check-in/")
    refused = floor.hand.send(form, expected=floor.state.number)
    assert refused.status == 200 and "this is done while" in refused.text
    assert not floor.state.entrants[3].checked_in


def test_a_roster_is_handed_in_at_the_desk_for_who_has_no_account(people: SimpleNamespace) -> None:
    mine, other = (
        games.roster_import(owner=owner, data=path.read_bytes(), name=path.name)[0]
        for owner, path in zip((people.organiser, people.p1), demo.files(), strict=False)
    )
    made = making.announce(people.organiser, check_in=True, rosters=RosterTerms(required=True))
    making.register(made, "Ada")
    floor = Floor(made, people.organiser)
    assert "/acts/submit-roster/?entrant=1" in floor.page("desk/check-in/").text
    form = floor.page("desk/acts/submit-roster/?entrant=1")
    assert mine.sha256 in form.text and other.sha256 not in form.text, "one's own alone are offered"
    assert f"/rosters/?next=%2Fevents%2F{made.slug}%2Fdesk%2Facts%2Fsubmit-roster%2F%3Fentrant%3D1" in form.text
    floor.act("submit-roster", "entrant=1", sha256=mine.sha256)
    floor.tap("desk/check-in/", "check-in", entrant=1)
    assert floor.state.entrants[1].checked_in


def test_only_byes_that_there_can_be_are_offered(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, half_byes=0)
    making.register(made, "Ada", "Boris")
    floor = Floor(made, people.organiser)
    page = floor.page("desk/acts/ask-bye/?entrant=1")
    assert 'value="half-bye"' not in page.text and 'value="zero-bye"' in page.text
    robin = making.announce(people.organiser, title="Robin", format="round-robin", late_entry=0)
    making.register(robin, "Ada", "Boris")
    assert "/acts/ask-bye/" not in Floor(robin, people.organiser).page("desk/players/").text


def test_an_elimination_says_who_is_left_and_which_match_has_no_winner(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, format="single-elimination", tiebreaks=(), late_entry=0)
    making.register(made, *PLAYERS)
    making.play_round(made)
    floor = Floor(made, people.organiser)
    assert "4 ready to be paired." in floor.page().text
    making.play_round(made, {2: (5, 5)})
    page = floor.page().text
    assert "Table 2 has no winner: decide the match" in page and f"{floor.base}/desk/tables/2/2/" in page
    assert "Pair round 3" not in page and "has no winner" in floor.page("desk/pairing/").text
    floor.act("rule", "round=2&table=2", confirm=True, a="5", b="5", winner="a", reason="More of the middle.")
    assert "Pair round 3" in floor.page().text and "2 ready to be paired." in floor.page().text


def test_a_team_is_entered_with_its_members(teams: Tournament, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="More teams", teams=teams_of(teams))
    floor = Floor(made, people.organiser)
    missing = floor.act("register", name="Hydra", name_1="Ada", account_2="p5")
    assert missing.status == 400 and 'id="id_name_3_error"' in missing.text
    unknown = floor.act("register", name="Hydra", name_1="Ada", account_2="nobody-here", name_3="Eva")
    assert "There is no account" in unknown.text
    floor.act("register", name="Hydra", name_1="Ada", faction_1="Orks", account_2="p5", name_3="Eva")
    names = selectors.names_of(made)
    assert [names[1, board] for board in range(4)] == ["Hydra", "Ada", "p5", "Eva"]
    assert floor.state.entrants[1].members[0].faction == "Orks"


def teams_of(event: Tournament) -> object:
    return making.state_of(event).terms.teams


def test_staff_chooses_for_a_captain_and_sees_no_choice(teams: Tournament, people: SimpleNamespace) -> None:
    floor = Floor(teams, people.organiser)
    page = floor.page("desk/tables/1/1/1/")
    assert "Who defends?" in page.text
    floor.act("choose", "side=a&round=1&table=1", players="2")
    assert floor.state.rounds[0].captains["1"].a.choice == (2,)
    again = floor.page("desk/tables/1/1/1/").text
    assert again.count("Who defends?") == 1, "the other captain alone is asked now"


def test_a_match_that_is_forfeited_has_its_result_and_asks_no_captain(
    teams: Tournament, people: SimpleNamespace
) -> None:
    floor = Floor(teams, people.organiser)
    pair = floor.state.rounds[0].paired.pairs[0]
    assert floor.page().text.count("the captains are choosing") == 6
    floor.act("no-show", f"entrant={pair.a}")
    page = floor.page().text
    assert page.count("the captains are choosing") == 3 and page.count("forfeit</span>") == 3
    assert "Who defends?" not in floor.page(f"desk/tables/1/{pair.table}/1/").text


def test_officers_are_appointed_and_dismissed(played: Floor, people: SimpleNamespace) -> None:
    unknown = played.act("appoint", account="nobody-here", role="judge")
    assert unknown.status == 400 and "There is no account" in unknown.text
    played.act("appoint", account="otto", role="judge")
    assert Floor(played.event, people.outsider).page().status == 200
    person = people.outsider.participant.pk
    played.tap("desk/event/", "dismiss", person=person)
    assert Floor(played.event, people.outsider).page().status == 403


def test_the_event_is_renamed_and_cancelled(played: Floor) -> None:
    played.act("rename", title="Spring muster")
    assert played.state.title == "Spring muster" and "Spring muster" in played.page().text
    played.act("cancel", reason="The hall is flooded.")
    assert played.phase() == "cancelled" and "The event is cancelled." in played.page().text
