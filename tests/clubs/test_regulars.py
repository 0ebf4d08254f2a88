"""People without an account in seasons, ratings and records: recognised by name, claimed, merged, and taken back.

The numbers of the worked example are ours; no published source counts people whose accounts came later.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import rules
from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.clubs import links, ratings
from gamelog.clubs import services as clubs
from gamelog.clubs.links import NO_CHANGE
from gamelog.clubs.models import Club, LinkState, PersonLink, Rating, RatingRun, Regular, SeatPerson
from gamelog.contest.acts.entries import CorrectEntry, Drop
from gamelog.contest.errors import Refused
from gamelog.contest.season import EventPlaces, PlacePoints, SeasonRules
from gamelog.people.models import Participant
from gamelog.people.selectors import display_name
from gamelog.people.services import participant_of
from gamelog.seasons import previews, records, regular_names, regulars, services
from gamelog.seasons.models import RegularEntry, Season
from gamelog.seasons.services import Weighed
from gamelog.tournaments import selectors as tournaments
from gamelog.tournaments.models import Act, Nameplate, TableGame, Tournament
from gamelog.tournaments.services import Named
from tests.clubs import second_season
from tests.clubs.making import event_over, played, season_terms
from tests.tournaments.making import act, announce, register

pytestmark = pytest.mark.django_db


def shown(season: Season) -> list[tuple[int, str, str]]:
    """Place, name and total of every row."""
    names = {row.pk: display_name(row.user) for row in Participant.objects.select_related("user") if row.user}
    return [(row.place, names[row.person], row.cells[0].exact) for row in services.table_of(season).rows]


def table(season: Season) -> bytes:
    return msgspec.json.encode(services.table_of(season))


def person_called(name: str, at: int = 0) -> Regular:
    return Regular.objects.filter(key=regular_names.key_of(name)).order_by("created")[at]


def season_of(club: Club, people: SimpleNamespace, *fields: Sequence[Any]) -> Season:
    """A season in which every event counts; each field is the order in which its four players finish."""
    events = [
        Weighed(event_over(club, people.editor, field, f"Cup {at}", 7 * at)) for at, field in enumerate(fields, 1)
    ]
    scoring = SeasonRules(points=PlacePoints((2500, 1800, 1500, 1200)), tiebreaks=("event-wins", "best-place"))
    return services.season_set(club=club, actor=people.editor, terms=season_terms(events=events, rules=scoring))


@pytest.fixture
def three(club: Club, people: SimpleNamespace) -> Season:
    """Walter wins the first cup, is second in the second, and wins the third with the account p8."""
    a, b, c, d = people.p5, people.p6, people.p7, people.p8
    return season_of(club, people, ["Walter", a, b, c], [a, "walter ", "Anna", b], [d, b, a, "Anna"])


# recognising


def test_the_same_name_is_the_same_person(three: Season) -> None:
    # Walter 25 + 18, p5 18 + 25 + 15, p6 15 + 12 + 18, p7 12, Anna 15 + 12, p8 25.
    assert shown(three) == [
        (1, "p5", "58"), (2, "p6", "45"), (3, "Walter", "43"), (4, "Anna", "27"), (5, "p8", "25"), (6, "p7", "12"),
    ]  # fmt: skip
    assert Regular.objects.count() == 2 and RegularEntry.objects.count() == 4


def test_acts_and_files_stay_as_they_were(club: Club, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club)
    register(made, "Walter", "Anna")
    before = list(Act.objects.filter(tournament=made).values_list("body", flat=True))
    assert not any(regular.person_id in body for regular in Regular.objects.all() for body in before)
    link = regulars.claim_ask(regular=person_called("Walter"), actor=people.p5)
    regulars.claim_answer(link=link, actor=people.editor, accept=True)
    assert list(Act.objects.filter(tournament=made).values_list("body", flat=True)) == before


def test_nobody_is_entered_twice_so_a_second_one_is_somebody_else(club: Club, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club)
    register(made, "Walter", "Walter")
    assert [row.key for row in Regular.objects.all()] == ["walter", "walter"]


def test_what_is_ambiguous_stays_open_until_staff_decides(club: Club, people: SimpleNamespace) -> None:
    register(announce(people.editor, club=club), "Walter", "Walter")
    made = announce(people.editor, club=club, title="Spring muster")
    register(made, "Walter")
    assert regular_names.entries_of(made) == {}
    (found,) = regular_names.names_open(club, Tournament.objects.all())
    assert (found.tournament, found.spot, len(found.regulars)) == (made, (1, 0), 2)
    with pytest.raises(PermissionDenied):
        regular_names.entry_decide(tournament=made, spot=(1, 0), regular=found.regulars[1], actor=people.p2)
    regular_names.entry_decide(tournament=made, spot=(1, 0), regular=found.regulars[1], actor=people.editor)
    assert regular_names.entries_of(made)[1, 0].regular == found.regulars[1]
    assert regular_names.names_open(club, Tournament.objects.all()) == []


def test_an_entry_is_said_to_be_somebody_else_and_that_is_taken_back(three: Season, people: SimpleNamespace) -> None:
    before, second = table(three), Tournament.objects.get(title="Cup 2")
    row = regular_names.entry_decide(tournament=second, spot=(2, 0), regular=None, actor=people.editor)
    assert [each[2] for each in shown(three) if each[1].casefold() == "walter"] == ["25", "18"]
    regular_names.entry_undo(row=row, actor=people.editor)
    assert table(three) == before
    with pytest.raises(Refused, match="does not hold any more"):
        regular_names.entry_undo(row=row, actor=people.editor)


def test_nobody_is_two_people_at_an_event(three: Season, people: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="somebody else at Cup 2") as refused:
        regular_names.entry_decide(
            tournament=Tournament.objects.get(title="Cup 2"), spot=(3, 0), regular=person_called("Walter"),
            actor=people.editor,
        )  # fmt: skip
    assert (refused.value.code, refused.value.path) == ("same-event", "$.regular")


def test_a_slip_that_is_corrected_is_recognised(club: Club, people: SimpleNamespace) -> None:
    register(announce(people.editor, club=club), "Walter")
    made = announce(people.editor, club=club, title="Spring muster")
    register(made, "Walther", "Ana")
    act(made, people.editor, CorrectEntry(entrant=1, reason="a slip"), named=[Named(name="Walter")])
    assert regular_names.entries_of(made)[1, 0].regular == person_called("Walter")
    act(made, people.editor, CorrectEntry(entrant=2, reason="a slip"), named=[Named(name="Anna")])
    assert display_name(person_called("Anna").person.user) == "Anna"  # type: ignore[arg-type]


def test_an_entry_that_gets_an_account_counts_for_the_account(club: Club, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club)
    register(made, "Walter")
    act(made, people.editor, CorrectEntry(entrant=1, reason="has an account"), named=[Named(user=people.p5)])
    assert regular_names.entries_of(made) == {}


def test_events_without_a_club_know_no_regulars(people: SimpleNamespace) -> None:
    register(announce(people.editor), "Walter")
    assert not Regular.objects.exists()


def test_names_of_earlier_events_are_recognised_when_staff_wants_it(three: Season, people: SimpleNamespace) -> None:
    before = shown(three)
    RegularEntry.objects.all().delete()
    Regular.objects.all().delete()
    assert len(shown(three)) == 4
    assert regular_names.names_adopt(club=three.club, actor=people.editor) == 4
    assert shown(three) == before
    assert regular_names.names_adopt(club=three.club, actor=people.editor) == 0


# claims


def claimed(name: str, user: Any, staff: Any) -> PersonLink:
    link = regulars.claim_ask(regular=person_called(name), actor=user)
    regulars.claim_answer(link=link, actor=staff, accept=True)
    link.refresh_from_db()
    return link


def test_a_claim_counts_as_if_it_had_been_one_account(
    three: Season, club: Club, people: SimpleNamespace
) -> None:  # fmt: skip
    before = table(three)
    link = claimed("Walter", people.p8, people.editor)
    a, b, c, d = people.p5, people.p6, people.p7, people.p8
    # p8: 25 + 18 + 25 = 68.
    assert shown(three) == [(1, "p8", "68"), (2, "p5", "58"), (3, "p6", "45"), (4, "Anna", "27"), (5, "p7", "12")]
    Tournament.objects.filter(club=club).update(title="As it was")
    same = season_of(club, people, [d, a, b, c], [a, d, "Anna", b], [d, b, a, "Anna"])
    assert shown(same) == shown(three)
    regulars.link_undo(link=link, actor=people.editor)
    assert table(three) == before


def test_nothing_counts_before_the_club_has_agreed(three: Season, people: SimpleNamespace) -> None:
    before = table(three)
    link = regulars.claim_ask(regular=person_called("Walter"), actor=people.p8)
    assert regulars.claim_ask(regular=person_called("Walter"), actor=people.p8) == link
    assert table(three) == before
    for nobody in (people.p8, people.p2, people.outsider):
        with pytest.raises(PermissionDenied):
            regulars.claim_answer(link=link, actor=nobody, accept=True)
    regulars.claim_answer(link=link, actor=people.editor, accept=False)
    assert table(three) == before
    with pytest.raises(Refused, match="does not wait"):
        regulars.claim_answer(link=link, actor=people.editor, accept=True)


def test_a_claim_is_taken_back_by_nobody_else(three: Season, people: SimpleNamespace) -> None:
    link = regulars.claim_ask(regular=person_called("Walter"), actor=people.p8)
    with pytest.raises(PermissionDenied):
        regulars.claim_withdraw(link=link, actor=people.p7)
    regulars.claim_withdraw(link=link, actor=people.p8)
    link = claimed("Walter", people.p8, people.editor)
    with pytest.raises(PermissionDenied):
        regulars.link_undo(link=link, actor=people.p7)
    regulars.link_undo(link=link, actor=people.p8)
    link.refresh_from_db()
    assert (link.state, link.undone_by) == (LinkState.UNDONE, participant_of(people.p8))


def test_who_played_beside_a_name_is_not_that_name(three: Season, people: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="both played in Cup 1"):
        regulars.claim_ask(regular=person_called("Walter"), actor=people.p7)


def test_a_hidden_event_is_not_named(club: Club, people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    Tournament.objects.filter(pk=made.pk).update(club=club)
    made.refresh_from_db()
    register(made, "Walter", "Anna", people.p5)
    Tournament.objects.filter(pk=made.pk).update(public=False)
    with pytest.raises(Refused) as refused:
        regulars.merge(source=person_called("Walter"), target=person_called("Anna"), actor=people.editor)
    assert refused.value.text == "both played in the same event"
    assert records.player(person_called("Walter").person_id) is None
    assert not any(each.username.startswith("guest") for each in records.players("Walter"))


def test_whoever_left_before_playing_was_not_there(club: Club, people: SimpleNamespace) -> None:
    made = announce(people.editor, club=club)
    register(made, "Walter", people.p5)
    act(made, people.editor, Drop(entrant=1))
    assert regulars.claim_ask(regular=person_called("Walter"), actor=people.p5).state == LinkState.WAITING


def test_two_claims_at_once_are_one_person_at_most(three: Season, people: SimpleNamespace) -> None:
    first = regulars.claim_ask(regular=person_called("Walter"), actor=people.p8)
    second = regulars.claim_ask(regular=person_called("Walter"), actor=people.p9)
    regulars.claim_answer(link=first, actor=people.editor, accept=True)
    with pytest.raises(Refused, match="somebody else's already"):
        regulars.claim_answer(link=second, actor=people.editor, accept=True)


def test_without_a_club_the_organiser_answers(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    register(made, "Walter", "Anna")
    link = regulars.claim_entry(tournament=made, spot=(1, 0), actor=people.p5)
    for nobody in (people.editor, people.p5):
        with pytest.raises(PermissionDenied):
            regulars.claim_answer(link=link, actor=nobody, accept=True)
    regulars.claim_answer(link=link, actor=people.organiser, accept=True)
    assert [each.tournament for each in records.events_of(people.p5)] == [made]
    with pytest.raises(Refused, match="both played in Winter muster"):
        regulars.claim_entry(tournament=made, spot=(2, 0), actor=people.p5)
    assert not any(each.username.startswith("guest") for each in records.players("Anna"))
    with pytest.raises(Refused, match="no name"):
        regulars.claim_entry(tournament=made, spot=(7, 0), actor=people.p6)


def test_a_claim_without_a_club_counts_once_it_is_accepted(
    club: Club, people: SimpleNamespace, files: Sequence[rules.GameFile]
) -> None:
    made = event_over(None, people.organiser, ["Walter", people.p6], "Open cup")  # type: ignore[arg-type]
    (game,) = played(files[:1], [(people.p9, people.p6)], people.organiser)
    game.seats.filter(side="a").update(user=None)
    (pair,) = tournaments.state_of(made).rounds[0].paired.pairs
    TableGame.objects.create(tournament=made, round=1, table=pair.table, game=game, swapped=pair.a != 1)
    season = services.season_set(club=club, actor=people.editor, terms=season_terms(events=[Weighed(made)]))
    before = shown(season)
    link = regulars.claim_entry(tournament=made, spot=(1, 0), actor=people.p5)
    regular_names.seats_follow(made, tournaments.state_of(made))
    assert shown(season) == before and records.played_by(people.p5) == []
    regulars.claim_answer(link=link, actor=people.organiser, accept=True)
    ratings.work_all("kt")
    assert (1, "p5", "25") in shown(season) and len(records.played_by(people.p5)) == 1
    assert Rating.objects.get(person=participant_of(people.p5)).games == 1
    regulars.link_undo(link=link, actor=people.p5)
    ratings.work_all("kt")
    assert shown(season) == before and records.played_by(people.p5) == []
    assert not Rating.objects.filter(person=participant_of(people.p5)).exists()


def test_a_name_that_may_be_several_is_claimed_once_the_club_has_decided(club: Club, people: SimpleNamespace) -> None:
    register(announce(people.editor, club=club), "Walter", "Walter")
    made = announce(people.editor, club=club, title="Spring muster")
    register(made, "Walter")
    with pytest.raises(Refused, match="several people") as refused:
        regulars.claim_entry(tournament=made, spot=(1, 0), actor=people.p5)
    assert refused.value.code == "undecided" and Regular.objects.count() == 2


# merges


@pytest.fixture
def slip(club: Club, people: SimpleNamespace) -> Season:
    """Walter won the first cup, and was written Walther in the second."""
    a, b, c = people.p5, people.p6, people.p7
    return season_of(club, people, ["Walter", a, b, c], [a, "Walther", b, "Anna"], [b, a, c, "Anna"])


def test_the_preview_is_the_table_afterwards_and_undoing_gives_it_back(slip: Season, people: SimpleNamespace) -> None:
    one, other = person_called("Walther"), person_called("Walter")
    before = table(slip)
    found = previews.preview(previews.of_merge(one.person_id, other.person_id))
    assert table(slip) == before
    link = regulars.merge(source=one, target=other, actor=people.editor)
    (change,) = found.seasons
    assert msgspec.json.encode(change.after) == table(slip) and msgspec.json.encode(change.before) == before
    assert [each[1:] for each in shown(slip) if each[1].startswith("Walt")] == [("Walter", "43")]
    regulars.link_undo(link=link, actor=people.editor)
    assert table(slip) == before


def test_a_merged_name_is_known_again_as_the_same_person(slip: Season, people: SimpleNamespace) -> None:
    regulars.merge(source=person_called("Walther"), target=person_called("Walter"), actor=people.editor)
    made = announce(people.editor, club=slip.club, title="Cup 4")
    register(made, "Walther", "Walter")
    here = regular_names.entries_of(made)
    walter = person_called("Walter").person_id
    assert links.counts_for(here[1, 0].regular.person_id) == walter
    assert links.counts_for(here[2, 0].regular.person_id) != walter, "nobody is entered twice"


def test_a_claimed_name_beside_its_account_is_somebody_else(slip: Season, people: SimpleNamespace) -> None:
    claimed("Walter", people.p8, people.editor)
    made = announce(people.editor, club=slip.club, title="Cup 4")
    register(made, people.p8, "Walter")
    assert regular_names.entries_of(made)[2, 0].regular == person_called("Walter", 1)
    other = announce(people.editor, club=slip.club, title="Cup 5")
    register(other, "Walter")
    assert regular_names.entries_of(other) == {}, "there are two of the name now"


def test_a_merge_that_cannot_be_names_the_event(slip: Season, people: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="both played in Cup 2") as refused:
        regulars.merge(source=person_called("Walther"), target=person_called("Anna"), actor=people.editor)
    assert refused.value.facts["event"] == "Cup 2"


def test_nobody_gives_an_account_another_name(slip: Season, people: SimpleNamespace) -> None:
    link = regulars.claim_ask(regular=person_called("Walter"), actor=people.p8)
    for one, other in (("Walther", "Walter"), ("Walter", "Walther")):
        with pytest.raises(Refused, match="answer that first"):
            regulars.merge(source=person_called(one), target=person_called(other), actor=people.editor)
    regulars.claim_answer(link=link, actor=people.editor, accept=True)
    with pytest.raises(Refused, match="somebody else's already") as refused:
        regulars.merge(source=person_called("Walther"), target=person_called("Walter"), actor=people.editor)
    assert refused.value.path == "$.target"


def test_a_claim_on_a_merged_name_has_both(slip: Season, people: SimpleNamespace) -> None:
    regulars.merge(source=person_called("Walther"), target=person_called("Walter"), actor=people.editor)
    claimed("Walter", people.p8, people.editor)
    assert (3, "p8", "43") in shown(slip)


def test_names_of_other_clubs_are_not_merged(slip: Season, people: SimpleNamespace) -> None:
    other = clubs.club_found(owner=people.editor, name="Others")
    register(announce(people.editor, club=other), "Walter")
    with pytest.raises(Refused, match="two persons of one club"):
        regulars.merge(source=person_called("Walter"), target=person_called("Walter", 1), actor=people.editor)


@pytest.mark.parametrize("seed", range(8))
def test_any_sequence_of_links_is_as_a_plain_count_says(club: Club, people: SimpleNamespace, seed: int) -> None:
    """Claims, merges, decisions on entries, and taking any of them back, in any order, against the second method."""
    random = Random(seed)
    names = ["Walter", "Anna", "Bruno", "Carla", "Dieter", "Else"]
    accounts = [people.p5, people.p6, people.p7, people.p8]
    fields = [random.sample([*names, *accounts[:2]], 4) for _ in range(4)]
    season = season_of(club, people, *fields)
    start, done = table(season), []
    first = RegularEntry.objects.order_by("pk").values_list("pk", flat=True).last()
    names_at = {(row.tournament_id, row.number): row.regular for row in RegularEntry.objects.all()}
    for _ in range(30):
        known = list(Regular.objects.all())
        try:
            match random.choice(["claim", "merge", "merge", "undo", "decide", "undo entry"]):
                case "decide":
                    row = random.choice(RegularEntry.objects.filter(ended=None).order_by("pk"))
                    regular_names.entry_decide(
                        tournament=row.tournament, spot=(row.number, row.board), actor=people.editor,
                        regular=random.choice([None, *known]),
                    )  # fmt: skip
                case "undo entry":
                    decided = RegularEntry.objects.filter(ended=None, pk__gt=first).order_by("pk")
                    if decided:
                        regular_names.entry_undo(row=random.choice(decided), actor=people.editor)
                case "claim":
                    link = regulars.claim_ask(regular=random.choice(known), actor=random.choice(accounts))
                    regulars.claim_answer(link=link, actor=people.editor, accept=random.random() < 0.8)
                    done.append(link)
                case "merge":
                    one, other = random.sample(known, 2)
                    done.append(regulars.merge(source=one, target=other, actor=people.editor))
                case "undo" if done:
                    regulars.link_undo(link=random.choice(done), actor=people.editor)
        except Refused:
            continue
        assert_plainly(season)
    for link in PersonLink.objects.filter(state=LinkState.ACTIVE):
        regulars.link_undo(link=link, actor=people.editor)
    for row in RegularEntry.objects.filter(ended=None):
        regular_names.entry_decide(
            tournament=row.tournament, spot=(row.number, 0), regular=None, actor=people.editor
        )  # fmt: skip
    for (event, number), regular in names_at.items():
        regular_names.entry_decide(
            tournament=Tournament.objects.get(pk=event), spot=(number, 0), regular=regular, actor=people.editor
        )  # fmt: skip
    assert table(season) == start


def assert_plainly(season: Season) -> None:
    """Compare the table with one that joins people by walking through all links again and again."""
    events = []
    for each in services.events_of(season):
        state = tournaments.state_of(each.tournament)
        people: dict[int, tuple[str, ...]] = {}
        for number, entrant in state.entrants.items():
            row = RegularEntry.objects.filter(tournament=each.tournament, number=number, ended=None).first()
            person = entrant.person or (row.regular.person_id if row else "")
            people[number] = (second_season.followed(person),) if person else ()
        standings = tournaments.standings_after(each.tournament, state)
        events.append(EventPlaces(str(each.tournament_id), standings, people, each.weight))
    plain = second_season.table(services.rules_of(season), events)
    found = [(row.place, row.person, [cell.exact for cell in row.cells]) for row in services.table_of(season).rows]
    assert found == [(place, person, [str(value) for value in values]) for place, person, values in plain]


# ratings and records


@pytest.fixture
def rated(club: Club, people: SimpleNamespace, files: Sequence[rules.GameFile]) -> Tournament:
    """Walter plays p5 and p6 at one event, Walther plays p7 and p5 at another, each with a verified game at a table."""
    a, b, c = people.p5, people.p6, people.p7
    pairs = [(people.p9, a), (people.p9, b), (people.p9, c), (people.p9, a), (a, b), (b, c)]
    games = played(files, pairs, people.editor)
    first = event_over(club, people.editor, ["Walter", a, b, c], "Cup 1")
    second = event_over(club, people.editor, ["Walther", c, a, b], "Cup 2", 7)
    for at, game in enumerate(games[:4]):
        event, number = (first, 1) if at < 2 else (second, 1)
        pair = tournaments.state_of(event).rounds[number - 1].pair_of(1)
        assert pair
        game.seats.filter(side="a").update(user=None)
        if at % 2 == 0:
            TableGame.objects.create(
                tournament=event, round=1, table=pair.table, game=game, swapped=pair.a != 1
            )  # fmt: skip
        else:
            final = tournaments.state_of(event).rounds[1].pair_of(1)
            assert final
            TableGame.objects.create(
                tournament=event, round=2, table=final.table, game=game, swapped=final.a != 1
            )  # fmt: skip
    for event in (first, second):
        regular_names.seats_follow(event, tournaments.state_of(event))
    ratings.work_all("kt")
    return first


def rating_rows() -> list[Any]:
    return list(Rating.objects.order_by("person").values_list("person", "mu", "sigma", "games"))


def test_a_regular_has_a_rating_and_a_record(rated: Tournament, people: SimpleNamespace) -> None:
    walter = person_called("Walter")
    assert Rating.objects.get(person=walter.person_id).games == 2
    user = records.player(walter.person_id)
    assert user is not None and display_name(user) == "Walter"
    assert records.tally_of(records.played_by(user)).games == 2
    assert [each.tournament.title for each in records.events_of(user)] == ["Cup 1"]
    assert walter.person_id in [each.person_id for each in ratings.best_of(rated.club, 8)]  # type: ignore[arg-type]
    assert walter.person.user in [each.opponent for each in records.versus(records.played_by(people.p5))]
    assert walter.person.user in [user for user, _ in records.winners(records.counted())]


def test_links_rate_games_anew_and_undoing_gives_the_list_back(rated: Tournament, people: SimpleNamespace) -> None:
    walter, slip = person_called("Walter"), person_called("Walther")
    before = rating_rows()
    found = previews.preview(previews.of_merge(slip.person_id, walter.person_id))
    link = regulars.merge(source=slip, target=walter, actor=people.editor)
    assert ratings.has_work("kt")
    ratings.work_all("kt")
    assert Rating.objects.get(person=walter.person_id).games == 4
    assert not Rating.objects.filter(person=slip.person_id).exists()
    merged = rating_rows()
    assert {row[0]: row[1:] for row in merged} == {
        person: (each.skill.mu, each.skill.sigma, each.games) for person, each in ratings.as_if("kt", NO_CHANGE).items()
    }
    changed = {each.person: each.after and each.after.games for each in found.ratings}
    assert (changed[walter.person_id], changed[slip.person_id]) == (4, None)
    for each in found.ratings:
        now = Rating.objects.filter(person=each.person).first()
        assert (each.after and (each.after.skill.mu, each.after.games)) == (now and (now.mu, now.games))
    tallies = {each.person: each.after for each in found.records}
    assert walter.person.user
    assert tallies[walter.person_id] == records.tally_of(records.played_by(walter.person.user))
    ratings.rebuild("kt")
    assert rating_rows() == merged
    regulars.link_undo(link=link, actor=people.editor)
    ratings.work_all("kt")
    assert rating_rows() == before


def test_the_workers_are_told(
    rated: Tournament, people: SimpleNamespace, django_capture_on_commit_callbacks: Any
) -> None:
    walter, slip = person_called("Walter"), person_called("Walther")
    with django_capture_on_commit_callbacks(execute=True):
        link = regulars.merge(source=slip, target=walter, actor=people.editor)
    assert not ratings.has_work("kt") and Rating.objects.get(person=walter.person_id).games == 4
    with django_capture_on_commit_callbacks(execute=True):
        regulars.link_undo(link=link, actor=people.editor)
    assert not ratings.has_work("kt") and Rating.objects.get(person=walter.person_id).games == 2


def test_two_changes_between_two_pieces_of_work(rated: Tournament, people: SimpleNamespace) -> None:
    walter, slip = person_called("Walter"), person_called("Walther")
    merged = regulars.merge(source=slip, target=walter, actor=people.editor)
    ratings.work("kt")
    regulars.link_undo(link=merged, actor=people.editor)
    claimed("Walter", people.p8, people.editor)
    ratings.work_all("kt")
    found = rating_rows()
    ratings.rebuild("kt")
    assert rating_rows() == found
    assert Rating.objects.get(person=participant_of(people.p8)).games == 2


def test_a_hidden_event_gives_nothing_to_ratings(rated: Tournament, people: SimpleNamespace) -> None:
    Tournament.objects.update(public=False)
    ratings.work_all("kt")
    walter = person_called("Walter")
    assert not Rating.objects.filter(person=walter.person_id).exists()
    assert records.player(walter.person_id) is None


def test_a_seat_that_somebody_claims_is_theirs(rated: Tournament, people: SimpleNamespace) -> None:
    known = SeatPerson.objects.filter(seat__game__table__tournament=rated)[0]
    known.seat.user = people.p10
    known.seat.save()
    ratings.work_all("kt")
    assert Rating.objects.get(person=participant_of(people.p10)).games == 1


def test_a_list_of_two_thousand_takes_few_questions_and_an_index(people: SimpleNamespace, client: Any) -> None:
    users = User.objects.bulk_create(User(username=f"player-{at}") for at in range(2000))
    Participant.objects.bulk_create(Participant(id=f"p{at:016x}", user=user) for at, user in enumerate(users))
    RatingRun.objects.create(ruleset="kt")
    Rating.objects.bulk_create(
        Rating(
            person_id=f"p{number:016x}", ruleset="kt", mu=25_000_000 + number * 977 % 9_000_000,
            sigma=5_000_000 + number % 3 * 1_000_000,
            ordinal=0, games=number % 40, at=timezone.now(),
        )
        for number in range(2000)
    )  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/api/ratings?ruleset=kt&limit=200&after=1700")
    assert len(answer.json()["ratings"]) == 200
    assert len(asked) <= 4
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/players/?ruleset=kt&page=7").content.decode()
    assert page.count("/players/p0") == 50 and len(asked) <= 6
    told = ratings.ratings_of("kt")[:50].explain()
    assert "clubs_rating_list" in told or connection.vendor != "sqlite"
    assert "TEMP B-TREE" not in told


# erasing, exporting, names


def test_an_account_that_is_forgotten_leaves_no_name_behind(three: Season, people: SimpleNamespace) -> None:
    claimed("Walter", people.p8, people.editor)
    places = [(row[0], row[2]) for row in shown(three)]
    person_erase(user=people.p8, by=None)
    assert [(row[0], row[2]) for row in shown(three)] == places
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{name}"')
            assert not [row for row in cursor.fetchall() if "walter" in str(row).casefold()], name


def test_a_claim_that_waits_is_forgotten_with_the_account(three: Season, people: SimpleNamespace) -> None:
    link = regulars.claim_ask(regular=person_called("Walter"), actor=people.p8)
    person_erase(user=people.p8, by=None)
    with pytest.raises(Refused, match="does not wait"):
        regulars.claim_answer(link=link, actor=people.editor, accept=True)
    assert display_name(person_called("Walter").person.user) == "Walter"  # type: ignore[arg-type]


def test_a_name_is_removed_on_request_and_not_known_again(three: Season, people: SimpleNamespace) -> None:
    places = [(row[0], row[2]) for row in shown(three)]
    walter = person_called("Walter")
    with pytest.raises(PermissionDenied):
        regulars.remove(regular=walter, actor=people.p2)
    regulars.remove(regular=walter, actor=people.editor)
    assert [(row[0], row[2]) for row in shown(three)] == places
    assert not Nameplate.objects.filter(name__icontains="walter").exists()
    assert not regular_names.known_as(three.club, ["Walter"])


def test_a_new_name_is_the_same_person(three: Season, people: SimpleNamespace) -> None:
    walter = person_called("Walter")
    with pytest.raises(Refused) as refused:
        regulars.rename(regular=walter, name=" ", actor=people.editor)
    assert (refused.value.code, refused.value.path) == ("bad-name", "$.name")
    with pytest.raises(Refused, match="contact data"):
        regulars.rename(regular=walter, name="walter@example.org", actor=people.editor)
    regulars.rename(regular=walter, name="Walter  Jung", actor=people.editor)
    assert (3, "Walter Jung", "43") in shown(three)


def test_ones_data_has_the_links(three: Season, people: SimpleNamespace) -> None:
    claimed("Walter", people.p8, people.editor)
    (told,) = export.account(people.p8)["claims"]
    assert (told["name"], told["club"], told["state"]) == ("Walter", "iron-hounds", "active")
    assert told["events"] == [
        {"event": "cup-1", "entrant": 1, "board": 0},
        {"event": "cup-2", "entrant": 2, "board": 0},
    ]


def test_links_are_followed_to_their_end(three: Season, people: SimpleNamespace) -> None:
    walter = person_called("Walter").person_id
    assert links.counts_for(walter) == walter and links.together(walter) == {walter}
    claimed("Walter", people.p8, people.editor)
    assert links.counts_for(walter) == participant_of(people.p8)
    assert links.together(walter) == {walter, participant_of(people.p8)} == links.together(participant_of(people.p8))


@pytest.mark.django_db(transaction=True)
def test_two_answers_at_the_same_time(club: Club, people: SimpleNamespace) -> None:
    """Two accounts claim a name, and two editors accept both at once: one of them gets it."""
    register(announce(people.editor, club=club), "Walter")
    walter = person_called("Walter")
    claims = [regulars.claim_ask(regular=walter, actor=user) for user in (people.p8, people.p9)]
    begun, told = Barrier(2), []

    def answer(link: PersonLink) -> None:
        try:
            begun.wait(20)
            regulars.claim_answer(link=link, actor=people.editor, accept=True)
            told.append("accepted")
        except Refused as error:
            told.append(error.code)
        finally:
            connection.close()

    hands = [Thread(target=answer, args=[link]) for link in claims]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(60)
    assert sorted(told) == ["accepted", "claimed"]
    assert PersonLink.objects.filter(state=LinkState.ACTIVE).count() == 1
