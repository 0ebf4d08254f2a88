"""The public pages of events as the server gives them: without JavaScript, in both languages, empty and full."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from frontend.base.history_query import HistoryQuery
from frontend.tournaments import bracket, pairings, standings_pages
from frontend.tournaments.visit import of_tournament
from gamelog.clubs.models import Club
from gamelog.contest import event_standings
from gamelog.contest.acts.entries import Drop, Forbid, Register
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.results import Clear, Enter, Rule
from gamelog.contest.acts.rosters import LockRosters, SubmitRoster
from gamelog.contest.acts.rounds import ChooseCaptain, MoveTable, PairRound, RePair
from gamelog.contest.acts.setting import Cancel, CloseRegistration, Finish
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.request import Pair
from gamelog.contest.places import StandingsTable
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.state import Line, TournamentState
from gamelog.contest.terms import RosterTerms, TieBreak
from gamelog.contest.terms_stages import Mission
from gamelog.games import demo
from gamelog.games import services as games
from gamelog.tournaments import bracket as tree
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Named
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.django_db
RU: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru"}
MUSTER = "/events/winter-muster/"


def plain(page: str) -> str:
    """The text of a page: no tags, single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def rows(page: str) -> list[str]:
    """The rows of a page's table of standings, as words."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [plain(row) for row in body.split("</tr>") if "<td" in row]


# the list, and the front page


def test_no_event_yet(client: Client) -> None:
    page = text(client, "/events/")
    assert "No event has been announced yet" in page
    assert 'href="/events/announce/"' in page
    assert "Пока не объявлено ни одного турнира" in text(client, "/events/", **RU)
    assert "Events now" not in text(client, "/")


def test_events_by_when_they_are(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.announce(people.organiser, title="Spring open", starts="2027-03-01T09:00:00Z")
    over = making.announce(people.organiser, title="Old cup")
    making.act(over, people.organiser, Cancel(reason="snow"))
    making.announce(people.organiser, title="Secret draft", register=False)
    page = text(client, "/events/")
    order = [page.index(word) for word in ("Now", "Winter muster", "Upcoming", "Spring open", "Old cup")]
    assert order == sorted(order)
    assert "Secret draft" not in page
    client.force_login(people.organiser)
    assert "Secret draft" in text(client, "/events/")


def test_the_list_filters(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.announce(people.organiser, title="City fight", ruleset="cod", rules_version="")
    assert "City fight" not in text(client, "/events/?ruleset=kt")
    assert "Winter muster" not in text(client, "/events/?q=city+fight")
    assert "City fight" in text(client, "/events/?q=town+fight")
    assert "No events match these filters" in text(client, "/events/?q=nobody-runs-this")
    assert "No events match these filters" in text(client, "/events/?club=none-such")
    assert "Winter muster" in text(client, "/events/?page=999&ruleset=kt")


def test_a_russian_event_is_found_in_any_letter_case(client: Client, people: SimpleNamespace) -> None:
    club = Club.objects.create(slug="psy", name="Железные Псы", owner=people.organiser)
    making.announce(people.staff, title="Осенний Кубок", place="Москва", club=club)
    for words in ("осенний", "МОСКВА", "псы кубок"):
        assert "Осенний Кубок" in text(client, f"/events/?q={words}"), words
    assert "Осенний Кубок" not in text(client, "/events/?q=весенний")


def test_an_event_that_is_not_public_is_for_its_own(client: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser, title="Closed circle", public=False)
    assert text(client, "/events/closed-circle/", 404)
    client.force_login(people.organiser)
    assert "Closed circle" in text(client, "/events/closed-circle/")


def test_the_front_page_has_events_and_results(client: Client, filled: Tournament) -> None:
    page = text(client, "/")
    assert "Events now" in page
    assert f'href="{MUSTER}"' in page
    assert page.count('class="results-list"') == 1
    assert plain(page.partition("results-list")[2]).count("Winter muster, round 2") == 4
    assert 'aria-current="page">Events' not in page
    assert 'aria-current="page">Events' in text(client, "/events/")


def test_a_result_that_was_taken_away_is_no_latest_result(
    client: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    before = plain(text(client, "/"))
    state = making.state_of(filled)
    pair = state.rounds[1].paired.pairs[0]
    making.act(filled, people.organiser, Clear(round=2, table=pair.table, reason="a slip"))
    a, b = making.expected_score(pair.a, pair.b)
    line = f"p{pair.a} {a} : {b} p{pair.b} Winter muster, round 2"
    assert line in before
    assert line not in plain(text(client, "/"))


def test_my_page_has_my_events(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    client.force_login(people.outsider)
    assert "You are not in any event yet" in text(client, "/me/")
    client.force_login(people.p1)
    assert "place 1 of 8" in plain(text(client, "/me/"))
    number = making.pair_round(filled)
    found = making.state_of(filled).rounds[number - 1].pair_of(1)
    assert found
    assert f'href="{MUSTER}tables/3/{found.table}/"' in text(client, "/me/")
    client.force_login(people.judge)
    assert "judge" in plain(text(client, "/me/").partition('id="events"')[2].partition("</section>")[0])


# standings


def test_standings_of_an_event_without_anybody(client: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser, title="Empty hall")
    page = text(client, "/events/empty-hall/")
    assert "Nobody has registered yet" in page
    assert "/events/empty-hall/register/" in page
    assert "<tbody" not in page


def test_standings_have_places_and_every_value_opens(client: Client, filled: Tournament) -> None:
    page = text(client, MUSTER)
    assert [row.split()[:2] for row in rows(page)][:2] == [["1", "p1"], ["2", "p2"]]
    links = re.findall(rf'href="({MUSTER}standings/(\d+)/(\d+)/)"', page)
    assert len(links) == 8 * 4
    for address, _entrant, _column in links:
        text(client, address)
    assert plain(page).count("confirmed") >= 8 * 2, "how sure each result is, as a word"
    for word in ("verified", "ruled", "disputed", "reported", "awarded"):
        assert f'class="sure {word}"' in page.partition("legend")[2]


def test_equals_share_a_place(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Level", tiebreaks=())
    making.register(made, "Ann", "Ben", "Cid", "Dot")
    making.play_round(made)
    found = rows(text(client, "/events/level/"))
    assert [row.split()[:2] for row in found] == [["1", "="], ["1", "="], ["3", "="], ["3", "="]]
    assert all(
        "shared place" in each for each in re.findall(r"<span class=.shared.[^>]*>", text(client, "/events/level/"))
    )


def test_a_bye_a_forfeit_and_who_left(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Odd")
    making.register(made, "Ann", "Ben", "Cid")
    number = making.pair_round(made)
    found = making.state_of(made).rounds[number - 1]
    pair = found.paired.pairs[0]
    making.act(made, people.organiser, Enter(round=1, table=pair.table, report=BattleOutcome(forfeit="b")))
    making.act(made, people.organiser, Drop(entrant=pair.b))
    names = {1: "Ann", 2: "Ben", 3: "Cid"}
    found_rows = rows(text(client, "/events/odd/"))
    by_name = {name: next(row for row in found_rows if name in row.split("0")[0]) for name in names.values()}
    assert "bye" in by_name[names[found.paired.bye]]
    assert "the opponent did not play" in by_name[names[pair.a]]
    assert "dropped out" in by_name[names[pair.b]]
    page = plain(text(client, "/events/odd/rounds/1/"))
    assert "not played" in page
    assert f"{names[found.paired.bye]} bye" in page


def test_my_own_row_is_marked(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    assert 'class="own' not in text(client, MUSTER)
    client.force_login(people.p4)
    assert re.search(r'<tr id="e4" class="own', text(client, MUSTER))


def test_standings_as_of_an_act_say_so(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    first = next(each.number for each in selectors.acts_of(filled) if each.type == "pair-round")
    page = text(client, f"{MUSTER}?as_of={first}")
    assert f"Standings as of entry {first}:" in page
    assert "Round 1 is paired" in page
    assert "live-part" not in page, "the past does not change"
    assert all(" 0 " in row for row in rows(page))
    assert f'?as_of={first}"' in page, "the values lead to the same moment"
    now = text(client, f"{MUSTER}?as_of={filled.number}")
    assert "as of entry" not in now
    for wrong in ("0", "x", "9999999", "-1"):
        text(client, f"{MUSTER}?as_of={wrong}", 404)


def test_the_line_as_played(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    assert "as played" not in text(client, MUSTER), "nothing was corrected"
    pair = making.state_of(filled).rounds[0].pair_of(1)
    assert pair
    ruling = Rule(round=1, table=pair.table, report=making.reported(0, 0), reason="both illegal")
    making.act(filled, people.judge, ruling)
    corrected, played = text(client, MUSTER), text(client, f"{MUSTER}?line=played")
    assert "as played" in corrected
    assert rows(corrected) != rows(played)
    assert "These are not the official standings" in played
    assert 'class="sure ruled"' in corrected.partition("<tbody")[2].partition("</tbody>")[0]
    value = text(client, f"{MUSTER}standings/1/0/?line=played")
    assert "As played: without rulings and penalties." in value
    assert "3 + 3 = 6" in value
    assert "1 + 3 = 4" in text(client, f"{MUSTER}standings/1/0/")


def test_a_penalty_is_a_term_of_its_own(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.act(filled, people.judge, Penalise(entrant=1, kind="points", match=-100, reason="late"))
    page = plain(text(client, f"{MUSTER}standings/1/0/"))
    assert "= 5" in page
    assert "penalties" in page.lower()


def test_the_part_that_is_asked_again(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    address = f"{MUSTER}part/standings/"
    first = client.get(address)
    assert first.status_code == 200
    assert first["Cache-Control"] == "no-cache"
    page = text(client, MUSTER)
    assert escape(first["ETag"].removeprefix("W/")) in page, "the page knows the tag of what it shows"
    assert rows(page) == rows(first.content.decode())
    same = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert client.get(address, **same).status_code == 304  # type: ignore[arg-type]
    assert client.get(address, **same, **RU).status_code == 200  # type: ignore[arg-type]
    client.force_login(people.p1)
    assert client.get(address, **same).status_code == 200, "own rows are marked"  # type: ignore[arg-type]
    client.logout()
    making.pair_round(filled)
    changed = client.get(address, **same)  # type: ignore[arg-type]
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_tables_of_a_round_are_asked_again(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    number = making.pair_round(filled)
    address = f"{MUSTER}part/rounds/{number}/"
    first = client.get(address)
    assert client.get(address, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    table = making.state_of(filled).rounds[number - 1].paired.pairs[0].table
    report = making.reported(77, 11)
    making.act(filled, people.organiser, Enter(round=number, table=table, report=report))
    after = client.get(address, HTTP_IF_NONE_MATCH=first["ETag"])
    assert after.status_code == 200
    assert "77" in plain(after.content.decode())
    assert client.get(f"{MUSTER}part/rounds/9/").status_code == 404


def test_the_table_is_worked_out_once(client: Client, filled: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    worked: list[str] = []
    real = event_standings.current

    def counted(state: TournamentState, line: Line = "corrected", *kept: Any) -> StandingsTable:
        worked.append(line)
        return real(state, line, *kept)

    monkeypatch.setattr(event_standings, "current", counted)
    text(client, MUSTER)
    text(client, MUSTER)
    client.get(f"{MUSTER}part/standings/")
    assert worked == ["corrected"]


# explained values


@pytest.mark.parametrize("column", range(4))
def test_a_value_opened(client: Client, filled: Tournament, column: int) -> None:
    table = selectors.table_of(filled)
    found = table.columns[column]
    page = text(client, f"{MUSTER}standings/1/{column}/")
    shown = next(each for each in table.places if each.entrant == 1).cells[column].shown
    assert shown in plain(page)
    assert escape(found.en) in page
    assert escape(found.ru) in text(client, f"{MUSTER}standings/1/{column}/", **RU)
    assert f"{found.id}@{found.version}" in page
    assert "Source" in page
    assert f'href="{MUSTER}rounds/1/"' in page


def test_what_a_cut_left_out_is_struck_through(client: Client, people: SimpleNamespace) -> None:
    cut = (TieBreak("buchholz", "2026", {"cut-lowest": 1}),)
    making.filled(people, title="With cut", tiebreaks=cut)
    page = text(client, "/events/with-cut/standings/1/1/")
    assert page.count('class="left-out"') == 1
    assert "<s>" in page
    assert "lowest left out" in plain(page)


def test_a_rounded_value_says_its_exact_fraction(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Thirds", tiebreaks=(TieBreak("match-win", "1", {"floor": 0}),))
    making.register(made, "Ann", "Ben", "Cid", "Dot")
    for _ in range(2):
        making.play_round(made)
    by_value = {row.cells[1].exact: row.entrant for row in selectors.table_of(made).places}
    exact = next((each for each in by_value if "/" in each and each != "1/2"), None)
    page = plain(text(client, f"/events/thirds/standings/{by_value['1/2']}/1/"))
    assert "exactly" not in page
    assert exact is None or f"exactly {exact}" in plain(text(client, f"/events/thirds/standings/{by_value[exact]}/1/"))


@pytest.mark.parametrize("place", ["99/0", "1/9", "0/0"])
def test_there_is_no_such_value(client: Client, filled: Tournament, place: str) -> None:
    text(client, f"{MUSTER}standings/{place}/", 404)


# pairings


def test_a_round_with_how_it_was_paired(client: Client, filled: Tournament) -> None:
    page = text(client, f"{MUSTER}rounds/2/")
    found = making.state_of(filled).rounds[1]
    for pair in found.paired.pairs:
        assert f'href="{MUSTER}tables/2/{pair.table}/"' in page
    words = plain(page)
    assert found.request.seed in words
    assert "The inputs: 8 entrants" in words
    assert "Nobody meets" in words
    assert client.get(f"{MUSTER}rounds/").headers["Location"] == f"{MUSTER}rounds/2/"
    text(client, f"{MUSTER}rounds/9/", 404)
    text(client, f"{MUSTER}rounds/0/", 404)


def test_a_round_recomputed_is_the_same(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    page = text(client, f"{MUSTER}rounds/2/again/")
    assert "Identical" in page
    assert page.count(">the same<") == 4
    assert "То же самое" in text(client, f"{MUSTER}rounds/2/again/", **RU)
    number = making.pair_round(filled)
    table = making.state_of(filled).rounds[number - 1].paired.pairs[0].table
    making.act(filled, people.organiser, MoveTable(round=number, table=table, to=8, reason="light"))
    assert "Identical" in text(client, f"{MUSTER}rounds/{number}/again/"), "it is the draw that is checked"
    assert "Tables were changed by hand afterwards" in text(client, f"{MUSTER}rounds/{number}/")


def test_a_pairing_that_does_not_follow_is_found(people: SimpleNamespace, filled: Tournament) -> None:
    visit = of_tournament(filled, people.organiser)
    made = pairings.pairing_of(visit, visit.state.rounds[1])
    first, second, *others = made.paired.pairs
    swapped = (Pair(first.table, first.a, second.b), Pair(second.table, second.a, first.b), *others)
    forged = msgspec.structs.replace(made, paired=msgspec.structs.replace(made.paired, pairs=swapped))
    found = pairings.recomputed(visit, forged)
    assert not found.same
    assert [each.table for each in found.tables if not each.same] == sorted([first.table, second.table])
    assert found.differs
    broken = msgspec.structs.replace(made, request=msgspec.structs.replace(made.request, tables=(1,)))
    assert pairings.recomputed(visit, broken).why
    with override("ru"):
        told = pairings.recomputed(visit, forged)
        assert told.differs[0].startswith(f"Стол {first.table}: ") and not re.search("[a-z]", "".join(told.differs))
        assert not re.search("[a-z]", pairings.recomputed(visit, broken).why)


def test_the_next_round_waits_for_results(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    assert "All results are in" in text(client, f"{MUSTER}rounds/3/")
    pair = making.state_of(filled).rounds[1].paired.pairs[0]
    making.act(filled, people.organiser, Clear(round=2, table=pair.table, reason="a slip"))
    assert "1 table has no result" in text(client, f"{MUSTER}rounds/3/")


def test_a_round_that_cannot_be_paired_says_what_to_lift(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Duel", rounds=2, late_entry=0)
    making.register(made, "Ann", "Ben")
    assert "The first round is paired once registration is closed" in text(client, "/events/duel/rounds/1/")
    making.play_round(made)
    page = plain(text(client, "/events/duel/rounds/2/"))
    assert "This round cannot be paired." in page
    assert "nobody meets the same opponent twice" in page
    assert "broken at least 1 time" in page
    russian = text(client, "/events/duel/rounds/2/", **RU)
    assert "Этот тур составить нельзя." in russian
    assert "никто не встречается с одним соперником дважды" in russian
    making.act(made, people.organiser, PairRound(round=2, lifted=("rematch",), reason="only two of them"))
    page = plain(text(client, "/events/duel/rounds/2/"))
    assert "Lifted for this round: nobody meets the same opponent twice" in page
    assert "only two of them" in page
    assert "Constraints broken in this round: meet again: Ann – Ben" in page
    assert "they meet again" in page.partition("How this round was paired")[0], "at their table"


def test_pairs_made_by_hand_are_shown_as_such(client: Client, people: SimpleNamespace) -> None:
    """And what they break: here two meet again, and two meet who are kept apart."""
    made = making.announce(people.organiser, title="Rush")
    making.register(made, "Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
    making.play_round(made)
    first, second, third = making.state_of(made).rounds[0].paired.pairs
    left = second.a, third.a
    making.act(made, people.organiser, Forbid(a=left[0], b=left[1], reason="a family"))
    making.pair_round(made)
    hands = ((first.a, first.b), (left[0], left[1]))
    making.act(made, people.organiser, RePair(round=2, reason="a wrong list", by_hand=hands))
    tables, _heading, how = plain(text(client, "/events/rush/rounds/2/")).partition("How this round was paired")
    assert (tables.count("paired by hand"), tables.count("they meet again")) == (2, 1)
    assert "marked “never pair”, but they meet" in tables
    by_hand = how.partition("Paired by hand, not by the pairing rules:")[2].partition("Constraints")[0]
    assert by_hand.count(" – ") == 2
    assert "marked “never pair”, but they meet:" in how and "meet again:" in how
    russian = text(client, "/events/rush/rounds/2/", **RU)
    assert "пара составлена вручную" in russian and "играют повторно" in russian
    found = client.get("/events/rush/rounds/2.json").json()["remarks"]
    assert {each.partition(":")[0] for each in found} >= {"by-hand", "rematch", "forbidden"}
    assert client.get("/api/events/rush/rounds/2").json()["remarks"] == found


def test_what_was_paired_over_missing_results_says_why(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Rush")
    making.register(made, "Ann", "Ben", "Cid", "Dot")
    making.pair_round(made)
    making.pair_round(made, reason="the hall closes")
    assert "the hall closes" in text(client, "/events/rush/rounds/2/")


# the bracket


def test_a_tree_before_and_after_its_first_round(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(
        people.organiser, title="Cup", format="swiss-cut", cut=4, rounds=2, bronze=True, late_entry=0
    )
    making.register(made, *(f"Player {letter}" for letter in "ABCDEFGH"))
    making.play_round(made)
    assert "The top 4 play on after round 2" in text(client, "/events/cup/tree/")
    making.play_round(made)
    making.pair_round(made)
    page = plain(text(client, "/events/cup/tree/"))
    assert "Semi-finals" in page
    assert "Final" in page
    making.enter_results(made, 3)
    making.play_round(made)
    visit = of_tournament(made, people.organiser)
    semi, final, third = bracket.stages(visit)
    assert [len(each.meetings) for each in (semi, final, third)] == [2, 1, 1]
    winners = {corner.entrant for meeting in semi.meetings for corner in meeting.corners if corner.won}
    assert {corner.entrant for corner in final.meetings[0].corners} == winners
    assert {corner.entrant for corner in third.meetings[0].corners}.isdisjoint(winners)
    assert "For third place" in text(client, "/events/cup/tree/")
    champion = next(corner.name for corner in final.meetings[0].corners if corner.won)
    assert rows(text(client, "/events/cup/"))[0].startswith(f"1 {champion}")


def test_a_tree_with_empty_slots(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Six", format="single-elimination", late_entry=0)
    making.register(made, *(f"Player {letter}" for letter in "ABCDEF"))
    assert "once the first round is paired" in text(client, "/events/six/tree/")
    making.play_round(made)
    page = plain(text(client, "/events/six/tree/"))
    assert page.count("advances unopposed") == 2
    stages = bracket.stages(of_tournament(made, people.organiser))
    assert [len(each.meetings) for each in stages] == [4, 2, 1]
    known = [corner.name for meeting in stages[1].meetings for corner in meeting.corners if corner.entrant]
    assert len(known) == 4, "who won through stands in the next round already"


def test_the_trees_of_a_double_elimination(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Twice", format="double-elimination", tiebreaks=(), late_entry=0)
    making.register(made, *(f"Player {letter}" for letter in "ABCDE"))
    making.play_round(made)

    def shown() -> dict[str, list[list[set[int]]]]:
        stages = bracket.stages(of_tournament(made, people.organiser))
        return {
            part: [[{corner.entrant for corner in each.corners} for each in stage.meetings]
                   for stage in stages if stage.part == part]
            for part in ("upper", "lower", "final")
        }  # fmt: skip

    once = shown()
    first = making.state_of(made).rounds[0].paired.pairs
    through = {each.winner for each in tree.stages(making.state_of(made))[0].matches}
    (loser,) = {entrant for each in first for entrant in (each.a, each.b)} - through
    assert [len(each) for each in once["upper"]] == [4, 2, 1]
    assert [len(each) for each in once["lower"]] == [1, 2, 1, 1], "only one of the first round has lost"
    assert once["lower"][0] == [{0, loser}] and once["final"] == [[{0}]]
    assert all(0 not in two for two in once["upper"][1]), "who won through stands in the next round already"
    page = plain(text(client, "/events/twice/tree/"))
    assert "Upper bracket, round 1" in page and "Lower bracket, round 4" in page and "Grand final" in page
    making.play_round(made)
    making.play_round(made)
    assert shown()["upper"][2][0] == set(making.state_of(made).rounds[2].paired.waiting)
    making.play_round(made)
    making.play_round(made)
    *_rounds, last = [each for each in tree.stages(making.state_of(made)) if each.part == "upper"]
    champion = last.matches[0].winner
    assert champion in shown()["final"][0][0]
    making.pair_round(made)
    pair = making.state_of(made).rounds[5].paired.pairs[0]
    making.enter_results(made, 6, {pair.table: (1, 9)})
    assert "Second grand final" in plain(text(client, "/events/twice/tree/"))
    assert shown()["final"] == [[{pair.a, pair.b}], [{pair.a, pair.b}]]
    making.pair_round(made)
    again = making.state_of(made).rounds[6].paired.pairs[0]
    assert (again.a, again.b) == (pair.a, pair.b)
    making.enter_results(made, 7, {again.table: (1, 9)})
    assert rows(text(client, "/events/twice/"))[0].startswith(f"1 {selectors.names_of(made)[pair.b, 0]}")


def test_a_round_says_its_mission(client: Client, people: SimpleNamespace) -> None:
    missions = (Mission(1, "Burden of Trust", "Бремя доверия"), Mission(2, "Purge the Foe"))
    made = making.announce(people.organiser, title="Missions", missions=missions)
    making.register(made, "Ada", "Boris")
    assert "Mission: Burden of Trust" in plain(text(client, "/events/missions/rounds/1/")), "before it is paired"
    making.play_round(made)
    assert "Mission: Burden of Trust" in plain(text(client, "/events/missions/rounds/1/"))
    assert "Mission: Burden of Trust" in plain(text(client, "/events/missions/tables/1/1/"))
    assert "1 Burden of Trust 2 Purge the Foe" in plain(text(client, "/events/missions/rules/"))
    client.cookies["django_language"] = "ru"
    assert "Миссия: Бремя доверия" in plain(text(client, "/events/missions/rounds/1/"))


def test_there_is_no_tree_without_an_elimination(client: Client, filled: Tournament) -> None:
    text(client, f"{MUSTER}tree/", 404)


# who plays


def test_entrants_the_waiting_list_and_who_left(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Small", capacity=2, rounds=1, late_entry=0)
    assert "Nobody has registered yet" in text(client, "/events/small/entrants/")
    making.register(made, "Ann", "Ben", "Cid", "Dot")
    page = plain(text(client, "/events/small/entrants/"))
    assert "Players 2 / 2" in page
    assert "number 1 on the waiting list" in page.partition("Cid")[2]
    assert "number 2 on the waiting list" in page.partition("Dot")[2]
    making.act(made, people.organiser, Drop(entrant=1))
    page = plain(text(client, "/events/small/entrants/"))
    assert page.index("Cid") < page.index("Waiting list") < page.index("Dropped") < page.rindex("Ann")


@pytest.fixture
def handed_in(people: SimpleNamespace, filled: Tournament) -> Tournament:
    """p1 has handed in a roster."""
    path = demo.files()[0]
    roster, _created = games.roster_import(owner=people.p1, data=path.read_bytes(), name=path.name)
    making.act(filled, people.p1, SubmitRoster(entrant=1, sha256=roster.sha256))
    return filled


def test_a_roster_is_hidden_until_it_is_locked(client: Client, people: SimpleNamespace, handed_in: Tournament) -> None:
    address = f"{MUSTER}entrants/1/roster/"
    page = text(client, f"{MUSTER}entrants/")
    assert "roster submitted" in page
    assert address not in page
    text(client, address, 404)
    for who in (people.p1, people.judge):
        client.force_login(who)
        assert address in text(client, f"{MUSTER}entrants/")
        text(client, address)
    client.force_login(people.p2)
    text(client, address, 404)
    making.act(handed_in, people.judge, LockRosters())
    client.logout()
    assert address in text(client, f"{MUSTER}entrants/")
    page = text(client, address)
    assert page.count('class="sheet"') > 3
    text(client, f"{MUSTER}entrants/2/roster/", 404)
    text(client, f"{MUSTER}entrants/1/roster/7/", 404)


def test_a_roster_against_the_limits_says_so(client: Client, people: SimpleNamespace) -> None:
    limits = RosterTerms(points=10, hidden_until_locked=False)
    made = making.announce(people.organiser, title="Tiny", rosters=limits)
    making.register(made, people.p1)
    path = demo.files()[0]
    roster, _created = games.roster_import(owner=people.p1, data=path.read_bytes(), name=path.name)
    making.act(made, people.p1, SubmitRoster(entrant=1, sha256=roster.sha256))
    assert "over the limits" in text(client, "/events/tiny/entrants/")
    assert f"{roster.points} points, but the limit is 10" in text(client, "/events/tiny/entrants/1/roster/")
    assert f"очков {roster.points}, а лимит 10" in text(client, "/events/tiny/entrants/1/roster/", **RU)


def test_teams_and_their_players(client: Client, teams: Tournament) -> None:
    page = plain(text(client, f"/events/{teams.slug}/entrants/"))
    assert page.index("Aquila") < page.index("p1") < page.index("Basilisk")
    assert "Faction 1" in page
    found = rows(text(client, f"/events/{teams.slug}/"))
    assert len(found) == 4
    assert all(any(name in row for row in found) for name in ("Aquila", "Basilisk", "Cerberus", "Draco"))


# the rules


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_every_preset_can_be_read(client: Client, people: SimpleNamespace, key: str) -> None:
    preset = PRESETS[key]
    made = making.announce(people.organiser, title="Rules", scoring=scoring_of(key), tiebreaks=preset.tiebreaks)
    page, russian = text(client, f"/events/{made.slug}/rules/"), text(client, f"/events/{made.slug}/rules/", **RU)
    assert escape(preset.source_en) in page
    assert escape(preset.source_ru) in russian
    assert page.count("<li><h3>") == 1 + len(preset.tiebreaks)
    assert ("The scale" in page) == bool(scoring_of(key).scale)


def test_the_scale_says_which_limits_belong_to_a_step(client: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser, title="Steps", scoring=scoring_of("wtc-20-0@1"))
    page = plain(text(client, "/events/steps/rules/"))
    assert "0 to 5 10 10" in page
    assert "over 5, up to 10 11 9" in page
    assert "over 50 20 0" in page
    making.announce(people.organiser, title="Even", scoring=scoring_of("even-20-0@1"))
    assert "from 0, under 200 10 10" in plain(text(client, "/events/even/rules/"))


def test_the_rules_of_a_team_event(client: Client, teams: Tournament) -> None:
    page = plain(text(client, f"/events/{teams.slug}/rules/"))
    assert "Team matches" in page
    assert "Captains choose who plays whom yes" in page
    assert "Матч двух команд" in text(client, f"/events/{teams.slug}/rules/", **RU)


# the history


def test_the_history_tells_everything_newest_first(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    pair = making.state_of(filled).rounds[0].paired.pairs[0]
    ruling = Rule(round=1, table=pair.table, report=making.reported(10, 50), reason="Slow play & more")
    making.act(filled, people.judge, ruling)
    page = text(client, f"{MUSTER}history/")
    numbers = [int(each) for each in re.findall(r'id="act-(\d+)"', page)]
    assert numbers == list(range(filled.number, 0, -1))
    words = plain(page)
    assert f"The judge rules (round 1, table {pair.table}): p{pair.a} 10 : 50 p{pair.b}." in words
    assert "Slow play &amp; more" in page
    assert "julia, judge" in words
    assert "olga, organiser" in words
    for address in set(re.findall(rf'href="({MUSTER}\?as_of=\d+)"', page)):
        text(client, address)
    assert "Жеребьёвка тура 1 проведена" in text(client, f"{MUSTER}history/", **RU)


def test_the_history_keeps_what_captains_chose(client: Client, people: SimpleNamespace, teams: Tournament) -> None:
    state = making.state_of(teams)
    pair = state.rounds[0].pair_of(1)
    assert pair
    side: Any = "a" if pair.a == 1 else "b"
    making.act(teams, people.p1, ChooseCaptain(round=1, table=pair.table, side=side, players=(3,)))
    page = text(client, f"/events/{teams.slug}/history/")
    assert "The captain of Aquila has chosen" in page
    other = people.p4 if 2 in (pair.a, pair.b) else people.p7 if 3 in (pair.a, pair.b) else people.p10
    address = f"/events/{teams.slug}/tables/1/{pair.table}/"
    client.force_login(people.p1)
    assert "You have chosen: p3" in plain(text(client, address))
    for visitor in (other, people.judge):
        client.force_login(visitor)
        assert "You have chosen" not in text(client, address)
        assert "p3" not in plain(text(client, address))


# every page


def everywhere(slug: str) -> list[str]:
    at = f"/events/{slug}/"
    return ["/events/", at, *(f"{at}{end}" for end in (
        "rounds/1/", "rounds/1/again/", "entrants/", "rules/", "history/", "tables/1/1/", "standings/1/0/"
    ))]  # fmt: skip


@pytest.mark.parametrize("finished", [False, True], ids=("running", "finished"))
def test_every_link_leads_somewhere(
    client: Client, people: SimpleNamespace, filled: Tournament, finished: bool
) -> None:
    if finished:
        making.act(filled, people.organiser, Finish(reason="dark"))
    for who in (None, people.p1, people.organiser):
        if who:
            client.force_login(who)
        pages = [text(client, page, **language) for page in everywhere(filled.slug) for language in ({}, RU)]
        seen = {each.partition("#")[0] for page in pages for each in re.findall(r'<a [^>]*href="(/[^"]*)"', page)}
        assert len(seen) > 40
        for address in sorted(seen):
            assert client.get(address.replace("&amp;", "&")).status_code in (200, 302), address


def test_a_cancelled_event_says_so(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.act(filled, people.organiser, Cancel(reason="fire"))
    assert "This event was cancelled" in text(client, MUSTER)
    assert "live-part" not in text(client, MUSTER)


def test_registration_is_offered_as_long_as_it_is_open(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Open door", capacity=2, rounds=1, late_entry=0)
    making.act(made, people.organiser, Register(), named=[Named(name="Ann")])
    assert "1 of 2 places are taken." in text(client, "/events/open-door/")
    making.act(made, people.organiser, Register(), named=[Named(name="Ben")])
    assert "The event is full. You can join the waiting list." in text(client, "/events/open-door/")
    making.act(made, people.organiser, CloseRegistration())
    assert "register-now" not in text(client, "/events/open-door/")


# standings in pages


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    """Pages of three rows."""
    monkeypatch.setattr(standings_pages, "ROWS_A_PAGE", 3)
    return 3


def entrants(page: str) -> list[int]:
    return [int(each) for each in re.findall(r'<tr\s+id="e(\d+)"', page)]


def test_a_small_event_is_one_page(client: Client, filled: Tournament) -> None:
    page = text(client, MUSTER)
    assert 'class="pager"' not in page and 'role="search"' not in page
    assert entrants(page) == [each.entrant for each in selectors.table_of(filled).places]


def test_the_pages_together_are_the_table(client: Client, filled: Tournament, short: int) -> None:
    order = [each.entrant for each in selectors.table_of(filled).places]
    pages = -(-len(order) // short)
    assert pages > 2
    shown = [text(client, f"{MUSTER}?page={number}") for number in range(1, pages + 1)]
    assert [each for page in shown for each in entrants(page)] == order
    assert all(len(entrants(page)) <= short for page in shown)
    assert 'href="?page=2"' in shown[0] and 'rel="prev"' not in shown[0] and 'rel="next"' not in shown[-1]
    assert entrants(text(client, MUSTER)) == order[:short]
    assert entrants(text(client, f"{MUSTER}?page=99")) == entrants(shown[-1])
    assert entrants(text(client, f"{MUSTER}?page=nobody")) == order[:short]
    whole = [row.place for row in selectors.table_of(filled).places]
    places = [re.findall(r'class="number place">\s*(\d+)', page) for page in shown]
    assert [int(each) for page in places for each in page] == whole, "places are those of the whole table"


def test_the_page_of_an_entrant_is_where_they_stand(
    client: Client, people: SimpleNamespace, filled: Tournament, short: int
) -> None:
    order = [each.entrant for each in selectors.table_of(filled).places]
    for entrant in (order[0], order[3], order[-1], 999):
        found = entrants(text(client, f"{MUSTER}?page=e{entrant}"))
        assert found == (order[order.index(entrant) // short * short :][:short] if entrant in order else order[:short])
        if entrant in order:
            back = f'{MUSTER}?line=played&amp;page=e{entrant}#e{entrant}"'
            assert back in text(client, f"{MUSTER}standings/{entrant}/0/?line=played")
    assert "My place" not in text(client, MUSTER)
    client.force_login(people.p1)
    own = re.search(r'href="\?page=e(\d+)#e\1"', text(client, f"{MUSTER}?q=zzz"))
    assert own and int(own[1]) in entrants(text(client, f"{MUSTER}?page=e{own[1]}"))
    assert "own" in text(client, f"{MUSTER}?page=e{own[1]}").partition("<tbody>")[2].partition("</tbody>")[0]


def test_rows_are_found_by_name_and_number(client: Client, filled: Tournament, short: int) -> None:
    names = {each: name for (each, board), name in selectors.names_of(filled).items() if not board}
    for entrant, name in names.items():
        for said in (name.upper(), f"#{entrant}"):
            assert entrant in entrants(text(client, f"{MUSTER}?{urlencode({'q': said})}")), said
    page = text(client, f"{MUSTER}?{urlencode({'q': '<i>nobody', 'line': 'played', 'as_of': filled.number - 1})}")
    assert "No players match." in page and not entrants(page)
    assert "&lt;i&gt;nobody" in page and "<i>nobody" not in page
    assert 'name="line" value="played"' in page and f'name="as_of" value="{filled.number - 1}"' in page


def test_the_part_of_a_page_has_its_own_tag(client: Client, filled: Tournament, short: int) -> None:
    tags = set()
    for query in ("", "?page=2", "?page=e1", "?q=a", "?page=2&q=a"):
        page, part = text(client, MUSTER + query), client.get(f"{MUSTER}part/standings/{query}")
        assert escape(part["ETag"].removeprefix("W/")) in page
        assert entrants(part.content.decode()) == entrants(page)
        assert f'src="{MUSTER}part/standings/{escape(query)}"' in page
        tags.add(part["ETag"])
    assert len(tags) == 5


def test_paper_frames_and_files_have_every_row(client: Client, filled: Tournament, short: int) -> None:
    everybody = len(selectors.table_of(filled).places)
    assert text(client, f"{MUSTER}print/standings/").count("<tr") == everybody + 1
    assert len(client.get(f"/api/events/{filled.slug}/standings").json()["standings"]["table"]["places"]) == everybody
    assert text(client, f"{MUSTER}embed/?rows=0").count("<tr") == everybody + 1


def test_asked_for_standings_keep_their_links() -> None:
    asked = HistoryQuery("played", 12)
    assert (asked.query, asked.as_corrected, asked.as_played, asked.now) == (
        "?line=played&as_of=12", "?as_of=12", "?line=played&as_of=12", "?line=played",
    )  # fmt: skip
    assert (HistoryQuery().query, HistoryQuery().as_corrected, HistoryQuery().now) == ("", "?", "?")


@pytest.fixture
def counted(django_assert_max_num_queries: Callable[..., Any]) -> Callable[..., Any]:
    return django_assert_max_num_queries


def test_standings_cost_few_queries(client: Client, filled: Tournament, counted: Callable[..., Any]) -> None:
    text(client, MUSTER)
    with counted(8):
        text(client, MUSTER)
