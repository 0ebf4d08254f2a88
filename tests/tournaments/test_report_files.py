"""What a report file carries of an event, what it says that it does not, and what comes back."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from gamelog.accounts import services as accounts
from gamelog.contest.acts.entries import CorrectEntry
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.rounds import PairRound
from gamelog.contest.interchange import trf
from gamelog.contest.interchange.book import Book, BookPlayer, Meeting, Team
from gamelog.contest.interchange.schedule import schedule_of
from gamelog.contest.pairing import round_robin
from gamelog.contest.pairing.request import Candidate
from gamelog.contest.presets import scoring_of
from gamelog.contest.terms import Award, Scoring, TeamTerms, TieBreak
from gamelog.people.services import participant_of
from gamelog.tournaments import interchange, report_reading
from gamelog.tournaments.models import Nameplate, Tournament
from tests.tournaments import making
from tests.tournaments.test_interchange import read_in

pytestmark = pytest.mark.django_db
Clients = Callable[[str], Any]

CHESS = scoring_of("chess@1")
OTHERS = "OTHER_BUCHHOLZ,OTHER_KOYA_LIMIT_6000,OTHER_SONNEBORN_BERGER_CUT_1"
REST = msgspec.structs.replace(CHESS, bye=Award())


def played(owner: User, count: int, play: int | None = None, **terms: Any) -> Tournament:
    """An event in which so many rounds are played, all of a round robin unless said otherwise."""
    made = making.announce(owner, title="Winter muster", late_entry=0, **{"format": "round-robin"} | terms)
    for number in range(1, count + 1):
        making.register(made, f"Player number {number}", rating=1000 + 7 * number % 40)
    for _round in range(round_robin.rounds_of(count, double=terms.get("double", False)) if play is None else play):
        making.play_round(made)
    return made


def lines(data: bytes, code: str) -> list[str]:
    return [line for line in data.decode().splitlines() if line.startswith(code)]


def read_again(tournament: Tournament, owner: User) -> report_reading.Read:
    data = interchange.trf_of(tournament).data
    return report_reading.event_from_trf(data=data, owner=owner, ruleset="kt", title="Told again")


# round robins


@pytest.mark.parametrize("rank_by", ["rating", "number"])
@pytest.mark.parametrize(("count", "terms"), [
    (8, {}), (5, {}), (5, {"scoring": REST}), (4, {"double": True}), (3, {"double": True}), (6, {"format": "league"}),
])  # fmt: skip
def test_a_round_robin_comes_back_as_one(
    count: int, terms: dict[str, Any], rank_by: Any, people: SimpleNamespace
) -> None:
    pairing = msgspec.structs.replace(making.terms().pairing, rank_by=rank_by)
    event = played(people.organiser, count, **{"scoring": CHESS} | terms, pairing=pairing)
    read = read_again(event, people.organiser)
    before, after = making.state_of(event), making.state_of(read.tournament)
    assert (after.terms.format, after.terms.double) == (before.terms.format, before.terms.double)
    assert after.terms.scoring.bye == before.terms.scoring.bye
    for one, other in zip(before.rounds, after.rounds, strict=True):
        assert {(each.a, each.b) for each in one.paired.pairs} == {(each.a, each.b) for each in other.paired.pairs}
        assert one.paired.bye == other.paired.bye
    files = [interchange.trf_of(each).data for each in (event, read.tournament)]
    assert lines(files[0], "001") == lines(files[1], "001")
    assert not [note for note in read.notes if "Swiss" in note or "place" in note]


def test_a_round_robin_that_is_not_over_goes_on_by_its_schedule(people: SimpleNamespace) -> None:
    event = played(people.organiser, 6, 2)
    read = read_again(event, people.organiser)
    making.play_round(event)
    making.play_round(read.tournament)
    third = [
        {frozenset((each.a, each.b)) for each in making.state_of(one).rounds[2].paired.pairs}
        for one in (event, read.tournament)
    ]
    assert third[0] == third[1]


def test_who_sits_out_a_round_of_a_schedule_rests(people: SimpleNamespace) -> None:
    """FIDE has no bye of the pairing in a round robin, and nothing for it; where the terms give points it is said."""
    data = interchange.trf_of(played(people.organiser, 5, scoring=REST)).data
    assert len(re.findall("0000 - Z", data.decode())) == 5 and "0000 - U" not in data.decode()
    assert not [line for line in lines(data, "###") if "sits out" in line]


def test_points_for_sitting_out_are_said(people: SimpleNamespace) -> None:
    data = interchange.trf_of(played(people.organiser, 5, scoring=CHESS)).data
    assert len(re.findall("0000 - U", data.decode())) == 5
    assert [line for line in lines(data, "###") if "sits out a round of the schedule" in line]


BERGER = ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1")
"""FIDE's Berger table for five and six players (C.05, annex 1), the first of each pair with white."""


def told(table: tuple[str, ...], count: int, code: str = "BERGER_ROUNDROBIN_G1") -> Book:
    """A round robin of another program, in which white always wins and number 6 may be missing."""
    met: dict[int, list[Meeting]] = {number: [] for number in range(1, count + 1)}
    for round in table:
        for a, b in (map(int, pair.split("-")) for pair in round.split()):
            if max(a, b) > count:
                met[min(a, b)].append(Meeting())
            else:
                met[a].append(Meeting(b, "w", "1"))
                met[b].append(Meeting(a, "b", "0"))
    players = (BookPlayer(each, f"Player {each}", rating=1000 + 13 * each % 40) for each in met)
    full = (msgspec.structs.replace(each, rounds=tuple(met[each.number])) for each in players)
    return Book(title="Berger", code=code, kind="Round robin", players=tuple(full))


@pytest.mark.parametrize("count", [5, 6])
def test_a_round_robin_by_the_berger_tables_goes_on_by_them(
    count: int, people: SimpleNamespace, client_of: Clients
) -> None:
    whole = told(BERGER, count)
    begun = msgspec.structs.replace(
        whole, players=tuple(msgspec.structs.replace(each, rounds=each.rounds[:3]) for each in whole.players)
    )
    answer = read_in(client_of("organiser"), trf.write(begun).data)
    assert answer.status_code == 201, answer.content
    event = Tournament.objects.get()
    state = making.state_of(event)
    assert (state.terms.format, state.terms.pairing.schedule) == ("round-robin", "berger")
    assert state.terms.scoring.bye.match == (0 if count == 5 else 100), "who sits out has a rest"
    for number in (4, 5):
        making.play_round(event)
        pairs = {f"{each.a}-{each.b}" for each in making.state_of(event).rounds[number - 1].paired.pairs}
        assert pairs == {pair for pair in BERGER[number - 1].split() if str(count + 1) not in pair}
    data = interchange.trf_of(event).data
    assert lines(data, "192") == ["192 BERGER_ROUNDROBIN_G1"]
    assert lines(data, "001")[0][90:118] == lines(trf.write(begun).data, "001")[0][90:118].ljust(28)


def test_a_round_robin_of_another_schedule_is_a_swiss_and_says_so(client_of: Clients) -> None:
    other = told((BERGER[2], BERGER[0], BERGER[4], BERGER[1], BERGER[3]), 6, "CUSTOM_ROUNDROBIN")
    answer = read_in(client_of("outsider"), trf.write(other).data)
    assert answer.status_code == 201, answer.content
    assert making.state_of(Tournament.objects.get()).terms.format == "swiss"
    assert (
        "the file is of a round robin, whose rounds are not those of the schedule here: the event is a Swiss, "
        "paired by hand" in answer.json()["notes"]
    )


def test_an_elimination_that_is_read_says_what_it_became(people: SimpleNamespace) -> None:
    event = played(people.organiser, 4, 2, format="single-elimination", tiebreaks=())
    data = interchange.trf_of(event).data
    assert lines(data, "192") == ["192 CUSTOM_KNOCKOUT"] and lines(data, "142") == ["142 2"]
    assert [line for line in lines(data, "###") if "elimination" in line]
    assert [note for note in read_again(event, people.organiser).notes if note.startswith("the file is of a single el")]


@pytest.mark.parametrize(
    ("count", "rounds", "terms", "planned"),
    [
        (8, 0, {"format": "round-robin", "rounds": 5}, 7),
        (8, 2, {"format": "round-robin", "rounds": 5}, 7),
        (4, 1, {"format": "league", "rounds": 5, "double": False}, 3),
        (6, 1, {"format": "single-elimination", "rounds": 5}, 3),
        (8, 1, {"format": "swiss-cut", "rounds": 3, "cut": 4}, 5),
        (8, 1, {"format": "swiss", "rounds": 3}, 3),
    ],
)
def test_the_planned_rounds_are_those_that_there_will_be(
    count: int, rounds: int, terms: dict[str, Any], planned: int, people: SimpleNamespace
) -> None:
    event = played(people.organiser, count, rounds, **terms)
    assert lines(interchange.trf_of(event).data, "142") == [f"142 {planned}"]
    assert lines(interchange.trf_of(event, "2016").data, "XXR") == [f"XXR {planned}"]


# what stands beside the acts

HEADED = Book(
    title="Cup", city="Omsk", federation="RUS", starts="2026-05-01", ends="2026-05-03", arbiter="Petrov, Pyotr",
    deputies=("Ivanova, Anna",), time="150 minutes", dates=("2026-05-01", "2026-05-02"), first="w",
    players=(
        BookPlayer(1, "Schmidt, Ada", "w", "WGM", 2400, "GER", "4600000", "1978-02-28", points=100, rank=1,
                   rounds=(Meeting(2, "w", "1"),)),
        BookPlayer(2, "Lind, Bo", "m", "", 2300, "SWE", "1700000", "1980", rank=2, rounds=(Meeting(1, "b", "0"),)),
    ),
)  # fmt: skip


def test_what_a_file_says_of_event_and_players_comes_back(client_of: Clients) -> None:
    answer = read_in(client_of("outsider"), trf.write(HEADED).data)
    assert answer.status_code == 201, answer.content
    event = Tournament.objects.get()
    back = trf.read(interchange.trf_of(event).data).book
    assert back
    for name in ("title", "city", "federation", "starts", "ends", "arbiter", "deputies", "time", "dates"):
        assert getattr(back, name) == getattr(HEADED, name), name
    for one, other in zip(HEADED.players, back.players, strict=True):
        assert msgspec.structs.replace(one, sex="", birth="") == other
    assert "sex and date of birth are not kept here: 2 players have them in the file" in answer.json()["notes"]
    assert not any("4600000" in act.body or "Petrov" in act.body for act in event.acts.all()), "not in the record"
    assert making.state_of(event).terms.ends == "2026-05-03T23:59:00+00:00"


def test_an_end_before_the_beginning_is_left_out_and_said(client_of: Clients) -> None:
    data = trf.write(msgspec.structs.replace(HEADED, ends="2026-04-30")).data
    answer = read_in(client_of("outsider"), data)
    assert answer.status_code == 201, answer.content
    assert [note for note in answer.json()["notes"] if "ends (2026-04-30) before it begins" in note]


def test_who_is_erased_leaves_no_fide_number(people: SimpleNamespace, client_of: Clients) -> None:
    read_in(client_of("organiser"), trf.write(HEADED).data)
    event = Tournament.objects.get()
    making.act(event, people.organiser, CorrectEntry(entrant=1, reason="it is her", person=participant_of(people.p1)))
    said = Nameplate.objects.get(tournament=event, number=1).trf
    assert said is not None and said["fide"] == "4600000"
    accounts.person_erase(user=people.p1, by=None)
    assert Nameplate.objects.get(tournament=event, number=1).trf is None
    assert b"4600000" not in interchange.trf_of(event).data


# tie-breaks


def test_tie_breaks_that_are_left_out_are_named(client_of: Clients) -> None:
    book = msgspec.structs.replace(HEADED, tiebreaks="PTS,BH/C1,XYZ,QQ:GP,OTHER_BATTLE_POINTS")
    notes = read_in(client_of("outsider"), trf.write(book).data).json()["notes"]
    assert "tie-breaks that are not known here are left out: XYZ, QQ:GP" in notes
    assert "tie-breaks by battle or victory points, which are not in the file, are left out: battle-points" in notes
    terms = making.state_of(Tournament.objects.get()).terms
    assert terms.tiebreaks == (TieBreak("buchholz", "2026", {"cut-lowest": 1}),)


def test_an_event_of_before_is_read_by_the_rules_of_its_day(client_of: Clients) -> None:
    book = msgspec.structs.replace(HEADED, starts="2025-05-01", ends="2025-05-03", tiebreaks="PTS,BH")
    read_in(client_of("outsider"), trf.write(book).data)
    assert making.state_of(Tournament.objects.get()).terms.tiebreaks == (TieBreak("buchholz", "2023"),)


@pytest.mark.parametrize(
    ("scoring", "codes"),
    [
        (CHESS, "PTS,BH,OTHER_KOYA_LIMIT_6000,SB/C1"),
        (Scoring(), "PTS,BH,OTHER_KOYA_LIMIT_6000,SB/C1"),
        (scoring_of("wtc-20-0@1"), f"OTHER_BATTLE_SCORE,{OTHERS}"),
        (Scoring(win=333), f"OTHER_MATCH_POINTS,{OTHERS}"),
    ],
)  # fmt: skip
def test_fides_codes_stand_for_fides_values_alone(scoring: Scoring, codes: str, people: SimpleNamespace) -> None:
    order = (
        TieBreak("buchholz", "2026"), TieBreak("koya", "1", {"limit": 6000}),
        TieBreak("sonneborn-berger", "2026", {"cut": 1}),
    )  # fmt: skip
    event = played(people.organiser, 4, 1, format="swiss", scoring=scoring, tiebreaks=order)
    data = interchange.trf_of(event).data
    assert lines(data, "212") == [f"212 {codes}"]
    assert [line for line in lines(data, "###") if "OTHER_KOYA_LIMIT_6000" in line]


# what a file cannot carry


def test_a_file_says_what_it_cannot_carry(people: SimpleNamespace, client_of: Clients) -> None:
    event = played(people.organiser, 4, 1, format="swiss", scoring=CHESS)
    making.act(event, people.organiser, Penalise(entrant=1, kind="points", match=-50, reason="slow play"))
    data = client_of("").get(f"/api/events/{event.slug}/trf").content
    said = "\n".join(lines(data, "###"))
    assert "Not in this file: victory and battle points" in said and "Penalties and awards" in said
    assert data.decode().splitlines()[-1].startswith("###") and data.endswith(b"\r\n")
    assert trf.read(data).problems == () and trf.read(data).notes == ()


def test_teams_say_that_they_stand_as_players(people: SimpleNamespace) -> None:
    event = making.announce(
        people.organiser, title="Cup", teams=TeamTerms(2, captains=False), scoring=scoring_of("wtc-20-0@1")
    )
    for name in ("Aquila", "Draco"):
        making.register_team(event, name, f"{name} one", f"{name} two")
    making.act(event, people.organiser, PairRound(round=1))
    making.enter_results(event, 1)
    data = interchange.trf_of(event).data
    assert [line for line in lines(data, "###") if line.startswith("### Each team stands as one player")]
    assert lines(data, "162") == ["162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0"], "teams rank by their matches"


def test_players_of_teams_that_are_read_are_entered_one_by_one(client_of: Clients) -> None:
    book = msgspec.structs.replace(HEADED, teams=(Team(1, "North", players=(1,)), Team(2, "South", players=(2,))))
    notes = read_in(client_of("outsider"), trf.write(book).data).json()["notes"]
    assert "2 teams are left out: their players are entered one by one" in notes


def test_results_that_count_otherwise_here_are_said(client_of: Clients) -> None:
    players = (
        BookPlayer(1, "A A", points=200, rank=2, rounds=(Meeting(2, "w", "W"), Meeting(result="F"))),
        BookPlayer(2, "B B", points=100, rank=1, rounds=(Meeting(1, "b", "L"), Meeting(3, "w", "1"))),
        BookPlayer(3, "C C", points=50, rank=3, rounds=(Meeting(result="H"), Meeting(2, "b", "0"))),
    )
    notes = "\n".join(
        read_in(client_of("outsider"), trf.write(Book(title="Cup", players=players)).data).json()["notes"]
    )
    assert "broken off at once (W, D, L) are games like others here: 2 results" in notes
    assert "full-point byes on request (F)" in notes
    assert "2 players have another place than in the file" in notes


def test_the_schedule_is_found_by_number_where_ratings_say_nothing() -> None:
    field = [Candidate(each, each) for each in range(1, 7)]
    pairs = [round_robin.draw(field, number)[0] for number in range(1, 6)]
    rounds: dict[int, list[Meeting]] = {each.entrant: [] for each in field}
    for round in pairs:
        for a, b in round:
            rounds[a].append(Meeting(b, "b", "0"))
            rounds[b].append(Meeting(a, "w", "1"))
    ratings = {1: 5, 2: 1, 3: 4, 4: 2, 5: 6, 6: 3}
    book = Book(players=tuple(BookPlayer(each, rating=ratings[each], rounds=tuple(rounds[each])) for each in rounds))
    assert schedule_of(book) == ("number", False, False, "circle"), "sides are the other way round"
