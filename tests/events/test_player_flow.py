"""The players' way, from registering to a confirmed result: every step, and every refusal."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import rules
from frontend.tournaments import submission
from gamelog.contest.acts.entries import Drop, Register
from gamelog.contest.acts.results import Concede, Confirm, ReportResult, Rule
from gamelog.contest.acts.rosters import LockRosters, UnlockRoster
from gamelog.contest.acts.rounds import ChooseCaptain, RePair
from gamelog.contest.acts.setting import Cancel, CloseRegistration, SetTerms
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.pairing.request import Constraint, Pair
from gamelog.contest.terms import Bonus, RosterTerms, Scoring, TeamTerms
from gamelog.games import demo
from gamelog.games import services as games
from gamelog.games.models import Game, Roster
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Act, Nameplate, TableGame, Tournament
from gamelog.tournaments.services import Named
from rules.autoplay import play
from rules.kt import roster as kt_roster
from tests.events.test_pages import RU, plain
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.django_db
MUSTER = "/events/winter-muster/"


def post(client: Client, path: str, status: int = 302, **sent: Any) -> str:
    """Send a form as its page has it: with the number of acts and the key in it."""
    page = client.get(path).content.decode()
    for name in ("key", "expected"):
        found = re.search(rf'name="{name}" value="([^"]*)"', page)
        sent.setdefault(name, found[1] if found else "")
    answer = client.post(path, sent)
    assert answer.status_code == status, plain(answer.content.decode())[:2000]
    return answer.content.decode() if status != 302 else text(client, answer.headers["Location"])


@pytest.fixture
def open_event(people: SimpleNamespace) -> Tournament:
    return making.announce(people.organiser, title="Winter muster")


@pytest.fixture
def playing(people: SimpleNamespace, open_event: Tournament) -> Pair:
    """p1 and p2 sit at a table of the first round."""
    making.register(open_event, people.p1, people.p2)
    making.pair_round(open_event)
    return making.state_of(open_event).rounds[0].paired.pairs[0]


def sides(people: SimpleNamespace, pair: Pair) -> tuple[Any, Any]:
    """The accounts of both sides of a pair."""
    return getattr(people, f"p{pair.a}"), getattr(people, f"p{pair.b}")


def result_at(event: Tournament, pair: Pair) -> Any:
    return making.state_of(event).rounds[0].results.get(str(pair.table))


# entering


def test_who_is_not_logged_in_is_sent_to_log_in(client: Client, open_event: Tournament) -> None:
    answer = client.get(f"{MUSTER}register/")
    assert answer.headers["Location"] == f"/accounts/login/?next={MUSTER}register/"
    assert f"{MUSTER}register/" in text(client, MUSTER)


def test_registering(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    client.force_login(people.p1)
    page = post(client, f"{MUSTER}register/", faction="Kroot")
    assert "You are registered." in page
    found = making.state_of(open_event).entrants[1]
    assert (found.status, found.faction, found.club) == ("entered", "Kroot", "")
    assert Nameplate.objects.get(tournament=open_event).user == people.p1
    assert "Kroot" in Act.objects.get(tournament=open_event, type="register").body
    assert client.get(f"{MUSTER}register/").headers["Location"] == f"{MUSTER}me/"
    assert "Take part" not in text(client, MUSTER)


def test_a_double_tap_registers_once(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    client.force_login(people.p1)
    page = client.get(f"{MUSTER}register/").content.decode()
    sent = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("key", "expected")}  # type: ignore[index]
    for _tap in range(2):
        assert client.post(f"{MUSTER}register/", sent).headers["Location"] == f"{MUSTER}me/"
    assert len(making.state_of(open_event).entrants) == 1


def test_others_who_register_at_the_same_moment_stand_in_no_way(
    client: Client, people: SimpleNamespace, open_event: Tournament
) -> None:
    client.force_login(people.p1)
    expected = open_event.number
    making.register(open_event, people.p2, people.p3)
    assert "You are registered." in post(client, f"{MUSTER}register/", expected=expected)
    assert making.state_of(open_event).entrants[3].number == 3


def test_a_full_event_has_a_waiting_list(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Winter muster", capacity=2, rounds=1, late_entry=0)
    making.register(made, people.p2, people.p3, people.p4)
    client.force_login(people.p1)
    assert "1 player is ahead of you" in plain(text(client, f"{MUSTER}register/"))
    assert "перед вами 1 участник" in plain(text(client, f"{MUSTER}register/", **RU))
    page = plain(post(client, f"{MUSTER}register/"))
    assert "you are on the waiting list" in page
    assert "number 2 on the waiting list" in page
    making.act(made, people.organiser, Drop(entrant=1))
    making.act(made, people.organiser, Drop(entrant=2))
    assert "number 2 on the waiting list" not in plain(text(client, f"{MUSTER}me/"))
    assert making.state_of(made).entrants[4].status == "entered"


def test_who_comes_second_to_the_last_place_waits(
    client: Client, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = making.announce(people.organiser, title="Winter muster", capacity=2, rounds=1, late_entry=0)
    making.register(made, people.p2)
    append = submission.append

    def late(*given: Any) -> Any:
        making.register(made, people.p3)
        return append(*given)

    monkeypatch.setattr(submission, "append", late)
    client.force_login(people.p1)
    page = plain(post(client, f"{MUSTER}register/"))
    assert "you are on the waiting list" in page
    assert "You are registered." not in page


def test_registration_that_is_not_open(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    client.force_login(people.p1)
    text(client, f"{MUSTER}register/")
    making.act(open_event, people.organiser, CloseRegistration())
    assert "Registration is not open" in text(client, f"{MUSTER}register/")
    post(client, f"{MUSTER}register/", 403)
    assert not making.state_of(open_event).entrants


def test_registering_again_after_leaving(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    assert "You have withdrawn from the event." in post(client, f"{MUSTER}me/", do="drop")
    assert "Register again" in text(client, f"{MUSTER}me/")
    assert "You are registered." in post(client, f"{MUSTER}register/")
    assert [each.status for each in making.state_of(open_event).entrants.values()] == ["dropped", "entered"]


@pytest.fixture
def team_event(people: SimpleNamespace) -> Tournament:
    return making.announce(people.organiser, title="Winter muster", late_entry=0, teams=TeamTerms(size=3))


def test_registering_a_team(client: Client, people: SimpleNamespace, team_event: Tournament) -> None:
    client.force_login(people.p1)
    assert 'value="@p1"' in text(client, f"{MUSTER}register/")
    sent = {"team": "Red Wolves", "player_1": "@p1", "player_2": "@p2", "player_3": "Uncle Bob", "faction_3": "Orks"}
    page = post(client, f"{MUSTER}register/", 302, **sent)
    assert "You are registered." in page
    plates = Nameplate.objects.filter(tournament=team_event).values_list("board", "user__username", "name")
    assert list(plates) == [(0, None, "Red Wolves"), (1, "p1", ""), (2, "p2", ""), (3, None, "Uncle Bob")]
    assert making.state_of(team_event).entrants[1].members[2].faction == "Orks"
    client.force_login(people.p2)
    assert "My entry" in text(client, MUSTER)


@pytest.mark.parametrize(
    ("change", "said"),
    [({"team": ""}, "required"), ({"player_2": "@nobody-here"}, "There is no account named “nobody-here”."),
     ({"player_1": "Ann"}, "You can only register a team you play in: enter @p1 in your own place."),
     ({"player_3": " "}, "required"), ({"player_2": "@p1"}, "twice"), ({"team": "x" * 300}, "at most 200")],
    ids=("no-name", "no-account", "not-in-it", "no-player", "twice", "long"),
)  # fmt: skip
def test_a_team_that_cannot_be_entered(
    client: Client, people: SimpleNamespace, team_event: Tournament, change: dict[str, str], said: str
) -> None:
    client.force_login(people.p1)
    sent = {"team": "Red Wolves", "player_1": "@p1", "player_2": "@p2", "player_3": "Uncle Bob", **change}
    page = post(client, f"{MUSTER}register/", 400, **sent)
    assert said in plain(page)
    assert 'role="alert"' in page
    assert not making.state_of(team_event).entrants


# one's own entry


def test_my_entry_is_for_players(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    assert client.get(f"{MUSTER}me/").status_code == 302
    client.force_login(people.outsider)
    text(client, f"{MUSTER}me/", 403)
    assert client.post(f"{MUSTER}me/", {"do": "drop"}).status_code == 403


def test_check_in(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    assert "You are checked in." in post(client, f"{MUSTER}me/", do="check-in")
    assert making.state_of(open_event).entrants[1].checked_in
    assert "check-in" not in re.findall(r'name="do" value="([^"]+)"', text(client, f"{MUSTER}me/"))
    assert client.post(f"{MUSTER}me/", {"do": "nonsense"}).status_code == 403


@pytest.fixture
def my_rosters(people: SimpleNamespace) -> list[Roster]:
    """p1 has uploaded two rosters."""
    return [
        games.roster_import(owner=people.p1, data=path.read_bytes(), name=path.name)[0] for path in demo.files()[:2]
    ]


def test_a_roster_is_wanted_before_check_in(client: Client, people: SimpleNamespace, my_rosters: list[Roster]) -> None:
    made = making.announce(people.organiser, title="Winter muster", rosters=RosterTerms(required=True))
    making.register(made, people.p1)
    client.force_login(people.p1)
    page = post(client, f"{MUSTER}me/", 200, do="check-in")
    assert "roster" in plain(page.partition('class="notice"')[2].partition("</p>")[0])
    assert "ростер" in text(client, f"{MUSTER}me/", **RU).lower()
    first, second = my_rosters
    page = post(client, f"{MUSTER}me/", do="roster", roster=first.sha256)
    assert "Roster submitted." in page
    assert "Within the limits of the event." in page
    assert "You are checked in." in post(client, f"{MUSTER}me/", do="check-in")
    post(client, f"{MUSTER}me/", do="roster", roster=second.sha256)
    handed = making.state_of(made).entrants[1].roster
    assert handed and handed.sha256 == second.sha256
    assert Nameplate.objects.get(tournament=made).roster == second


@pytest.mark.parametrize("foreign", [False, True])
def test_who_uploads_a_roster_for_an_event_comes_back_to_it(
    client: Client, people: SimpleNamespace, open_event: Tournament, foreign: bool
) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    (address,) = re.findall(r'href="(/rosters/[^"]+)"', text(client, f"{MUSTER}me/"))
    assert f'name="next" value="{MUSTER}me/"' in text(client, address)
    path = demo.files()[0]
    sent = {"file": SimpleUploadedFile(path.name, path.read_bytes()), "next": "//evil.example/" if foreign else ""}
    answer = client.post(address, {**sent, "next": sent["next"] or f"{MUSTER}me/"})
    came = answer.headers["Location"]
    assert came.startswith("/rosters/") if foreign else came == f"{MUSTER}me/"


def test_a_roster_against_the_limits_is_kept_and_said(
    client: Client, people: SimpleNamespace, my_rosters: list[Roster]
) -> None:
    made = making.announce(people.organiser, title="Winter muster", rosters=RosterTerms(points=10, models=2))
    making.register(made, people.p1)
    client.force_login(people.p1)
    roster = my_rosters[0]
    assert f"{roster.points} points, but the limit is 10" in text(client, f"{MUSTER}me/"), "said before it is handed in"
    page = post(client, f"{MUSTER}me/", do="roster", roster=roster.sha256)
    assert "over the limits of the event" in page
    assert f"{roster.models_count} models, but the limit is 2" in page
    problems = making.state_of(made).entrants[1].roster
    assert problems and len(problems.problems) == 2


def test_only_my_own_rosters_can_be_handed_in(
    client: Client, people: SimpleNamespace, open_event: Tournament, my_rosters: list[Roster]
) -> None:
    making.register(open_event, people.p2)
    client.force_login(people.p2)
    assert "You have no rosters yet" in text(client, f"{MUSTER}me/")
    page = post(client, f"{MUSTER}me/", 400, do="roster", roster=my_rosters[0].sha256)
    assert making.state_of(open_event).entrants[1].roster is None
    assert "roster" in page


def test_locked_rosters_stay_unless_a_judge_opens_one(
    client: Client, people: SimpleNamespace, open_event: Tournament, my_rosters: list[Roster]
) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    post(client, f"{MUSTER}me/", do="roster", roster=my_rosters[0].sha256)
    making.act(open_event, people.organiser, LockRosters())
    assert "Rosters are locked; a judge can open yours again." in text(client, f"{MUSTER}me/")
    page = post(client, f"{MUSTER}me/", 400, do="roster", roster=my_rosters[1].sha256)
    assert "locked" in page
    making.act(open_event, people.organiser, UnlockRoster(entrant=1, reason="wrong file"))
    assert "submitted" in post(client, f"{MUSTER}me/", do="roster", roster=my_rosters[1].sha256)


def test_byes_are_asked_for_and_withdrawn(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    page = post(client, f"{MUSTER}me/", do="ask-bye", round="2", kind="half-bye")
    assert "You will not be paired in that round." in page
    assert making.state_of(open_event).entrants[1].byes == {"2": "half-bye"}
    page = post(client, f"{MUSTER}me/", 400, do="ask-bye", round="3", kind="half-bye")
    assert "half-point byes are allowed" in plain(page)
    post(client, f"{MUSTER}me/", do="ask-bye", round="3", kind="zero-bye")
    post(client, f"{MUSTER}me/", do="withdraw-bye", round="2")
    assert making.state_of(open_event).entrants[1].byes == {"3": "zero-bye"}
    assert post(client, f"{MUSTER}me/", 200, do="withdraw-bye", round="1")
    assert post(client, f"{MUSTER}me/", 400, do="ask-bye", round="99", kind="half-bye")
    assert post(client, f"{MUSTER}me/", 200, do="withdraw-bye", round="²")
    assert making.state_of(open_event).entrants[1].byes == {"3": "zero-bye"}


def test_no_bye_is_offered_where_all_pairs_are_fixed(client: Client, people: SimpleNamespace) -> None:
    robin = making.announce(people.organiser, title="Winter muster", format="round-robin", late_entry=0)
    making.register(robin, people.p1, people.p2, people.p3)
    client.force_login(people.p1)
    page = text(client, f"{MUSTER}me/")
    assert "Pairings are fixed in this format" in page
    assert 'value="ask-bye"' not in page
    assert post(client, f"{MUSTER}me/", 400, do="ask-bye", round="1", kind="zero-bye")
    assert making.state_of(robin).entrants[1].byes == {}


def test_nobody_leaves_an_event_that_is_over(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    making.register(open_event, people.p1)
    client.force_login(people.p1)
    assert 'value="drop"' in text(client, f"{MUSTER}me/")
    making.act(open_event, people.organiser, Cancel(reason="the hall is flooded"))
    page = text(client, f"{MUSTER}me/")
    assert 'value="drop"' not in page
    assert 'value="ask-bye"' not in page


def test_my_table_now(client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    for user, other in zip(sides(people, playing), sides(people, playing)[::-1], strict=True):
        client.force_login(user)
        for page in (text(client, MUSTER), text(client, f"{MUSTER}me/"), text(client, "/me/")):
            assert f'href="{MUSTER}tables/1/{playing.table}/"' in page
            banner = plain(page.partition('class="my-seat"')[2].partition("</section>")[0])
            assert f"Table {playing.table} {other.username} Round 1 · Ruins {playing.table}" in banner
            assert "2:30:00" in banner


def test_a_bye_instead_of_a_table(client: Client, people: SimpleNamespace, open_event: Tournament) -> None:
    making.register(open_event, people.p1, people.p2, people.p3)
    making.pair_round(open_event)
    bye = making.state_of(open_event).rounds[0].paired.bye
    client.force_login(getattr(people, f"p{bye}"))
    assert "You have a bye: no game this round." in text(client, MUSTER)
    making.register(open_event, people.p4)
    client.force_login(people.p4)
    assert "You are not paired in this round." in text(client, MUSTER)


# at the table


def table_of(pair: Pair) -> str:
    return f"{MUSTER}tables/1/{pair.table}/"


def test_a_report_is_confirmed_by_the_other_side(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    first, second = sides(people, playing)
    client.force_login(first)
    page = plain(post(client, table_of(playing), do="report", a="12,5", b="7"))
    assert "Result reported." in page
    assert f"{first.username} reported this. {second.username} can confirm it or report a different result." in page
    assert "Confirm this result" not in page, "one does not confirm oneself"
    assert result_at(open_event, playing).report.a.victory == 1250
    client.force_login(second)
    page = plain(post(client, table_of(playing), do="confirm"))
    assert "The result is confirmed." in page
    assert "match points: 3" in page
    assert result_at(open_event, playing).standing == "confirmed"
    assert "confirmed" in plain(text(client, MUSTER).partition("<tbody>")[2])


def test_both_report_the_same(client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    for user in sides(people, playing):
        client.force_login(user)
        post(client, table_of(playing), do="report", a="10", b="10")
    assert result_at(open_event, playing).standing == "confirmed"


def test_both_report_something_else(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    for user, score in zip(sides(people, playing), ("10", "11"), strict=True):
        client.force_login(user)
        page = post(client, table_of(playing), do="report", a=score, b="10")
    assert "Disputed: a judge decides." in page
    assert "Оспорено: решает судья." in text(client, table_of(playing), **RU)


@pytest.mark.parametrize("points", ["", "many", "1.234", "1e9", "NaN", "99999999"])
def test_points_that_are_none(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, points: str
) -> None:
    client.force_login(sides(people, playing)[0])
    page = post(client, table_of(playing), 400, do="report", a="10", b=points)
    assert 'role="alert"' in page
    assert result_at(open_event, playing) is None
    assert 'value="10"' in page, "what was typed stays"


def test_a_winner_who_is_behind_and_a_bonus(client: Client, people: SimpleNamespace) -> None:
    scoring = Scoring(bonuses=(Bonus("painted", "Painted army", "Покрашенная армия", battle=1000),))
    made = making.announce(people.organiser, title="Winter muster", scoring=scoring)
    making.register(made, people.p1, people.p2)
    making.pair_round(made)
    pair = making.state_of(made).rounds[0].paired.pairs[0]
    client.force_login(sides(people, pair)[0])
    assert "Покрашенная армия" in text(client, table_of(pair), **RU)
    post(client, table_of(pair), do="report", a="3", b="9", winner="a", bonuses_b="painted")
    assert result_at(made, pair).report == BattleOutcome("a", SideOutcome(300), SideOutcome(900, ("painted",)))
    post(client, table_of(pair), 400, do="report", a="3", b="9", bonuses_b="flying")


def test_conceding(client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    _first, second = sides(people, playing)
    client.force_login(second)
    page = plain(post(client, table_of(playing), do="concede", a="5", b="6"))
    assert "You have conceded the game." in page
    found = result_at(open_event, playing)
    assert (found.standing, found.report.winner) == ("confirmed", "a")
    assert 'value="report"' not in text(client, table_of(playing)), "a result that stands is not reported again"


def test_disputing(client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    first, second = sides(people, playing)
    report = ReportResult(round=1, table=playing.table, side="a", report=making.reported(9, 3))
    making.act(open_event, first, report)
    client.force_login(first)
    assert 'value="dispute"' not in text(client, table_of(playing)), "not one's own report"
    client.force_login(second)
    page = post(client, table_of(playing), 400, do="dispute", reason=" ")
    assert 'id="dispute" open' in page
    page = post(client, table_of(playing), 400, do="dispute", reason=f"ask {first.username} at a@b.example")
    assert result_at(open_event, playing).standing == "reported", "no names and no addresses in the record"
    page = post(client, table_of(playing), do="dispute", reason="we never finished turn 5")
    assert "A judge will look at it." in page
    assert "we never finished turn 5" in page
    assert result_at(open_event, playing).dispute == "we never finished turn 5"


def test_what_the_other_side_did_meanwhile_is_shown_first(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    first, second = sides(people, playing)
    making.act(open_event, first, ReportResult(round=1, table=playing.table, side="a", report=making.reported(9, 3)))
    seen = open_event.number
    making.act(open_event, first, ReportResult(round=1, table=playing.table, side="a", report=making.reported(90, 3)))
    client.force_login(second)
    page = post(client, table_of(playing), 200, do="confirm", expected=seen)
    assert "Somebody else changed this first, so nothing was saved." in page
    assert "90" in plain(page)
    assert result_at(open_event, playing).standing == "reported"


def test_acts_at_other_tables_stand_in_no_way(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.pair_round(filled)
    mine, other, *_rest = making.state_of(filled).rounds[2].paired.pairs
    seen = filled.number
    making.act(filled, getattr(people, f"p{other.a}"),
               ReportResult(round=3, table=other.table, side="a", report=making.reported(9, 3)))  # fmt: skip
    client.force_login(getattr(people, f"p{mine.a}"))
    post(client, f"{MUSTER}tables/3/{mine.table}/", do="report", a="1", b="2", expected=seen)
    assert making.state_of(filled).rounds[2].results[str(mine.table)].side == "a"


def test_a_page_from_before_the_round_was_paired_again_reports_nothing(
    client: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    making.pair_round(filled)
    first, second, *_others = making.state_of(filled).rounds[2].paired.pairs
    seen = filled.number
    by_hand = ((first.a, second.a), (first.b, second.b))
    constraints: tuple[Constraint, ...] = ("rematch", "second-bye", "forbidden")
    making.act(filled, people.judge, RePair(round=3, reason="wrong score", by_hand=by_hand, lifted=constraints))
    pair = making.state_of(filled).rounds[2].pair_of(first.a)
    assert pair
    client.force_login(getattr(people, f"p{first.a}"))
    address = f"/events/{filled.slug}/tables/3/{pair.table}/"
    page = post(client, address, 200, do="report", a="9", b="3", expected=seen)
    assert "nothing was saved" in page
    assert making.state_of(filled).rounds[2].results == {}


def test_a_double_tap_reports_once(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    client.force_login(sides(people, playing)[0])
    for _tap in range(2):
        post(client, table_of(playing), do="report", a="4", b="2", key="one-page", expected=open_event.number)
    assert Act.objects.filter(tournament=open_event, type="report").count() == 1


def test_who_does_not_play_there_reports_nothing(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    page = text(client, table_of(playing))
    assert "Log in to report the result of this table" in page
    assert 'name="do"' not in page
    answer = client.post(table_of(playing), {"do": "report", "a": "1", "b": "2"})
    assert answer.headers["Location"].startswith("/accounts/login/")
    for user in (people.outsider, people.organiser):
        client.force_login(user)
        for do in ("report", "confirm", "dispute", "concede", "choose"):
            sent = {"do": do, "a": "1", "b": "2", "reason": "x"}
            assert client.post(table_of(playing), sent).status_code == 403, do
    assert client.post(table_of(playing), {"do": "nonsense"}).status_code == 403
    assert result_at(open_event, playing) is None


@pytest.mark.parametrize("place", ["9/1/", "1/99/", "1/1/1/", "0/0/"])
def test_there_is_no_such_table(client: Client, open_event: Tournament, playing: Pair, place: str) -> None:
    text(client, f"{MUSTER}tables/{place}", 404)


def test_where_staff_confirms(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Winter muster", confirm="staff")
    making.register(made, people.p1, people.p2)
    making.pair_round(made)
    pair = making.state_of(made).rounds[0].paired.pairs[0]
    for user in sides(people, pair):
        client.force_login(user)
        page = post(client, table_of(pair), do="report", a="4", b="2")
        assert "The staff will confirm it." in page
        assert 'value="confirm"' not in page
    making.act(made, people.organiser, Confirm(round=1, table=pair.table))
    assert "Confirmed." in text(client, table_of(pair))


def test_a_ruling_ends_it(client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    ruling = Rule(round=1, table=playing.table, report=making.reported(1, 2), reason="slow play")
    making.act(open_event, people.organiser, ruling)
    client.force_login(sides(people, playing)[0])
    page = text(client, table_of(playing))
    assert "A judge has ruled." in page
    assert not re.findall(r'name="do" value="(report|confirm|dispute|concede)"', page)
    assert post(client, table_of(playing), 400, do="report", a="4", b="2")
    assert result_at(open_event, playing).standing == "ruled"


# the record of a table


@pytest.fixture(scope="module")
def short_game() -> rules.GameFile:
    options: dict[str, int | str | bool] = {"kt.game.round-count": 2}
    rosters = [kt_roster.load(path.read_bytes(), path.name) for path in demo.files()]
    return play(rules.load("kt", "2018.1"), rosters, 3, options=options, game="of-a-table")


def test_the_record_is_begun_at_the_table(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    first, _second = sides(people, playing)
    client.force_login(first)
    assert "After that only the organisers can link another game to this table." in text(client, table_of(playing))
    assert client.post(table_of(playing), {"do": "open", "delay": "240"}).status_code == 400
    assert not Game.objects.exists()
    begun = post(client, table_of(playing), do="open", delay="10")
    assert "The record has been started" in begun
    assert "Report the result" in begun, "an empty replay leads nowhere"
    game = Game.objects.get()
    assert selectors.game_at(open_event, 1, playing.table).game == game  # type: ignore[union-attr]
    assert {seat.user for seat in game.seats.all()} == set(sides(people, playing))
    assert game.delay == 10
    page = text(client, table_of(playing))
    assert f'href="/games/{game.pk}/"' in page
    assert 'value="open"' not in page
    assert f'href="/games/{game.pk}/"' in text(client, f"{MUSTER}rounds/1/")
    empty = text(client, f"/games/{game.pk}/")
    assert "Nothing is recorded yet" in empty and f'live-url="/games/{game.pk}/live"' in empty, "it waits for a step"
    assert f"<h1>{' – '.join(each.username for each in sides(people, playing))}</h1>" in empty
    assert f'<a href="{table_of(playing)}">Winter muster, round 1, table {playing.table}</a>' in empty


def test_the_staff_puts_another_game_in_the_place_of_a_record(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, short_game: rules.GameFile,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    """A record was begun accidentally; the game was recorded offline, and its file comes later."""
    client.force_login(sides(people, playing)[0])
    post(client, table_of(playing), do="open")
    begun = Game.objects.get()
    assert 'id="replace"' not in text(client, table_of(playing)), "a player asks the desk"
    client.force_login(people.organiser)
    assert f'href="{table_of(playing)}#replace"' in text(client, f"{MUSTER}desk/tables/1/{playing.table}/")
    assert "file</a> first; then it can be chosen here" in text(client, table_of(playing))
    with django_capture_on_commit_callbacks(execute=True):
        game = games.game_import(data=short_game.dump(), owner=people.organiser).game
    sent: Any = {"do": "link", "game": str(game.pk), "swapped": "False"}
    assert 'id="replace" open' in post(client, table_of(playing), 400, **sent), "a reason is wanted"
    with django_capture_on_commit_callbacks(execute=True):
        post(client, table_of(playing), **sent, reason="The phone was offline.")
    found = selectors.game_at(open_event, 1, playing.table)
    assert found and found.game == game
    assert result_at(open_event, playing).standing == "verified"
    assert not TableGame.objects.filter(game=begun).exists()
    assert "The phone was offline." in text(client, f"{MUSTER}history/")
    assert 'id="replace"' not in text(client, table_of(playing)), "its result was read"


@pytest.mark.parametrize("swapped", ["False", "True"])
def test_a_game_file_becomes_the_result(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, short_game: rules.GameFile,
    swapped: str, django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    """The staff uploads it; the players look."""
    client.force_login(people.organiser)
    assert "First side in this game" in text(client, table_of(playing))
    file = SimpleUploadedFile("game.jsonl", short_game.dump())
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(table_of(playing), {"do": "upload", "file": file, "swapped": swapped})
    assert answer.headers["Location"] == table_of(playing)
    client.force_login(sides(people, playing)[0])
    page = plain(text(client, table_of(playing)))
    assert "Taken from the recorded game" in page
    found = result_at(open_event, playing)
    assert found.standing == "verified"
    kt = rules.load("kt", "2018.1")
    score = rules.result(kt, rules.fold(kt, short_game.events)).score
    expected = [score["a"], score["b"]] if swapped == "False" else [score["b"], score["a"]]
    assert [found.report.a.victory, found.report.b.victory] == [each * 100 for each in expected]


def test_a_game_file_of_a_player_is_stored_and_shown_at_the_desk(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, short_game: rules.GameFile
) -> None:
    """A file does not say whose accounts played it: a victory of long ago must not count here."""
    client.force_login(sides(people, playing)[0])
    sent = {"do": "upload", "file": SimpleUploadedFile("game.jsonl", short_game.dump())}
    page = client.post(table_of(playing), sent, follow=True).content.decode()
    assert "ask the organisers" in page
    game = Game.objects.get()
    assert selectors.game_at(open_event, 1, playing.table) is None
    client.force_login(people.organiser)
    assert str(game.pk) in text(client, table_of(playing)), "the staff can tie it"
    post(client, table_of(playing), do="link", game=str(game.pk), swapped="True")
    found = selectors.game_at(open_event, 1, playing.table)
    assert found
    assert (found.game, found.swapped) == (game, True)


@pytest.mark.parametrize("data", [b"", b"no game", b'{"header":1}'], ids=("empty", "words", "json"))
def test_a_file_that_is_no_game(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, data: bytes
) -> None:
    client.force_login(sides(people, playing)[0])
    sent = {"do": "upload", "file": SimpleUploadedFile("game.jsonl", data), "swapped": "False"}
    answer = client.post(table_of(playing), sent)
    assert answer.status_code == 400
    assert 'id="upload" open' in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("swapped", [False, True])
def test_a_game_with_both_players_in_its_seats_is_tied_to_their_table(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair, swapped: bool
) -> None:
    first, second = sides(people, playing)
    seats = {"a": second, "b": first} if swapped else {"a": first, "b": second}
    game = games.game_create(owner=first, ruleset="kt", version="2018.1", title="Our game", seats=seats)
    others = games.game_create(
        owner=first, ruleset="kt", version="2018.1", title="Another evening", seats={"a": first, "b": people.p9}
    )
    client.force_login(second)
    page = text(client, table_of(playing))
    assert "Our game" in page
    assert "Another evening" not in page
    assert 'name="swapped"' not in page, "the seats say it"
    post(client, table_of(playing), 400, do="link", game=str(others.pk))
    post(client, table_of(playing), do="link", game=str(game.pk))
    found = selectors.game_at(open_event, 1, playing.table)
    assert found
    assert (found.game, found.swapped) == (game, swapped)
    assert 'value="link"' not in text(client, table_of(playing))


# captains


def test_captains_choose_in_secret_until_every_pair_is_settled(
    client: Client, people: SimpleNamespace, teams: Tournament
) -> None:
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    address = f"/events/{teams.slug}/tables/1/{pair.table}/"
    captains = {side: getattr(people, f"p{3 * number - 2}") for side, number in (("a", pair.a), ("b", pair.b))}
    client.force_login(captains["a"])
    assert "Choose a defender (1 player)" in plain(text(client, address))
    assert 'role="alert"' in post(client, address, 400, do="choose", players=["1", "2"])
    assert post(client, address, 400, do="choose", players=["9"])
    post(client, address, do="choose", players="1")
    again = post(client, address, 200, do="choose", players="2")
    assert "There is nothing to choose now." in again
    client.force_login(captains["b"])
    assert "Defenders:" not in text(client, address)
    post(client, address, do="choose", players="2")
    page = plain(text(client, address))
    assert "Defenders:" in page
    assert "which of the two attackers your defender plays" in page
    making.choose_all(teams, 1, pair.table)
    page = plain(text(client, address))
    assert "Every pair is settled." in page
    assert page.count("defends") == 2
    board = making.state_of(teams).rounds[0].captains[str(pair.table)].games[0]
    names = [f"p{3 * (number - 1) + member}" for number, member in ((pair.a, board.a), (pair.b, board.b))]
    assert all(name in plain(text(client, f"{address}1/")) for name in names)


def test_a_captain_who_waits_sees_that_it_goes_on(client: Client, people: SimpleNamespace, teams: Tournament) -> None:
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    part = f"/events/{teams.slug}/part/tables/1/{pair.table}/"
    first, second = (getattr(people, f"p{3 * number - 2}") for number in (pair.a, pair.b))
    making.act(teams, first, ChooseCaptain(round=1, table=pair.table, side="a", players=(1,)))
    client.force_login(first)
    before = text(client, part)
    assert "You have chosen:" in before and "It is your turn" not in before
    client.force_login(second)
    assert "You have chosen:" not in text(client, part)
    assert "Defenders:" not in text(client, part)
    making.act(teams, second, ChooseCaptain(round=1, table=pair.table, side="b", players=(2,)))
    client.force_login(first)
    after = text(client, part)
    assert "Defenders:" in after and "It is your turn to choose" in after
    assert "It is your turn" not in text(client, part.replace("/part", "")), "there the form is"


def test_both_captains_may_choose_in_the_same_second(
    client: Client, people: SimpleNamespace, teams: Tournament
) -> None:
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    address = f"/events/{teams.slug}/tables/1/{pair.table}/"
    seen = teams.number
    for number, player in ((pair.a, "1"), (pair.b, "2")):
        client.force_login(getattr(people, f"p{3 * number - 2}"))
        post(client, address, do="choose", players=player, expected=seen)
    now = making.state_of(teams).rounds[0].captains[str(pair.table)]
    assert (now.asks, now.a.defender, now.b.defender) == ("acceptance", 1, 2)
    client.force_login(getattr(people, f"p{3 * pair.a - 1}"))
    attacker = str(now.b.attackers[0])
    page = post(client, address, 200, do="choose", players=attacker, expected=seen)
    assert "nothing was saved" in page, "one's own captain has chosen since"


def test_nobody_reports_a_board_that_captains_still_choose_for(
    client: Client, people: SimpleNamespace, teams: Tournament
) -> None:
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    match = f"/events/{teams.slug}/tables/1/{pair.table}/"
    client.force_login(getattr(people, f"p{3 * pair.a - 2}"))
    page = text(client, f"{match}1/")
    assert "The captains still choose who plays at this board." in page
    assert f'href="{match}"' in page, "where they choose"
    assert not {"report", "concede", "open"} & set(re.findall(r'name="do" value="([a-z-]+)"', page))
    for do in ("report", "concede", "open"):
        post(client, f"{match}1/", 200 if do == "open" else 400, do=do, a="9", b="3")
    found = making.state_of(teams).rounds[0]
    assert (found.results, found.games) == ({}, {})


def test_a_board_is_reported_by_its_players(client: Client, people: SimpleNamespace, teams: Tournament) -> None:
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    making.choose_all(teams, 1, pair.table)
    address = f"/events/{teams.slug}/tables/1/{pair.table}/"
    games_of = making.state_of(teams).rounds[0].captains[str(pair.table)].games
    for board, game in enumerate(games_of, 1):
        for number, member in ((pair.a, game.a), (pair.b, game.b)):
            client.force_login(getattr(people, f"p{3 * (number - 1) + member}"))
            banner = text(client, f"/events/{teams.slug}/").partition('class="my-seat"')[2]
            assert f'href="{address}{board}/"' in banner, "one's own board"
            post(client, f"{address}{board}/", do="report", a=str(10 * board), b="5")
    results = making.state_of(teams).rounds[0].results
    assert {each.standing for each in results.values()} == {"confirmed"}
    page = plain(text(client, address))
    assert "30 : 5" in page
    assert "confirmed" in page
    assert 'value="report"' not in text(client, address), "the match as a whole has no result of its own"


def test_terms_that_change_meanwhile_stand_in_no_way(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    client.force_login(sides(people, playing)[0])
    seen = open_event.number
    changed = SetTerms(terms=making.terms(round_minutes=100), reason="the hall closes early")
    making.act(open_event, people.organiser, changed)
    post(client, table_of(playing), do="report", a="1", b="2", expected=seen)
    assert result_at(open_event, playing) is not None


def test_a_concession_counts_as_said(people: SimpleNamespace, open_event: Tournament, playing: Pair) -> None:
    first, _second = sides(people, playing)
    making.act(open_event, first, Concede(round=1, table=playing.table, side="a"))
    found = selectors.table_of(open_event)
    assert found.places[0].entrant == playing.b


def test_somebody_entered_by_name_has_no_page_of_their_own(
    client: Client, people: SimpleNamespace, open_event: Tournament
) -> None:
    making.act(open_event, people.organiser, Register(), named=[Named(name="Ann")])
    client.force_login(people.organiser)
    assert "My entry" not in text(client, MUSTER)
    text(client, f"{MUSTER}me/", 403)


def test_the_parts_of_a_player_are_asked_again(
    client: Client, people: SimpleNamespace, open_event: Tournament, playing: Pair
) -> None:
    first, second = sides(people, playing)
    addresses = (f"{MUSTER}part/seat/", f"{MUSTER}part/tables/1/{playing.table}/")
    client.force_login(second)
    tags = {address: client.get(address)["ETag"] for address in addresses}
    for address, tag in tags.items():
        assert client.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
        assert client.get(address, HTTP_IF_NONE_MATCH=tag, **RU).status_code == 200
    page = text(client, table_of(playing))
    assert tags[addresses[1]].strip('"') in page, "the page knows the tag of what it shows"
    report = ReportResult(round=1, table=playing.table, side="a", report=making.reported(9, 3))
    making.act(open_event, first, report)
    seat, table = (client.get(address, HTTP_IF_NONE_MATCH=tag) for address, tag in tags.items())
    assert "reported" in plain(seat.content.decode())
    assert "Confirm this result" in table.content.decode()
    client.force_login(first)
    assert "Confirm this result" not in client.get(addresses[1]).content.decode(), "everybody sees their own"
    client.logout()
    assert not client.get(addresses[0]).content.strip()
    assert client.get(f"{MUSTER}part/tables/1/99/").status_code == 404
