"""Announcing an event and changing its terms: by fields, by a preset, by JSON, and all refusals."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

import rules
from frontend.tournaments import terms_errors, terms_fields, terms_rows
from frontend.tournaments.terms_forms import TermsForm
from gamelog.clubs import services as clubs
from gamelog.contest import validation
from gamelog.contest.acts.setting import OpenRegistration, Rename, SetTerms
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import (
    Award,
    Band,
    Bonus,
    RosterTerms,
    Scoring,
    Season,
    TableTerms,
    TeamTerms,
    Terms,
    TieBreak,
)
from gamelog.contest.terms_stages import Knockout, Mission
from gamelog.contest.terms_tallies import Major, Tally
from gamelog.tournaments.models import Tournament
from tests.contest.orders_in_the_field import ORDERS
from tests.events.test_pages import RU, plain
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.one_database
MUSTER = "/events/winter-muster/terms/"


def fields(page: str) -> dict[str, str]:
    """What an unchanged form sends, as a browser reads its page."""
    form = page.partition('class="terms-form"')[2].partition("</form>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        named = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if named and (not re.search('"(checkbox|radio)"', tag) or "checked" in tag):
            found[named[1]] = unescape(value[1]) if value else "on" if "checkbox" in tag else ""
    for name, inner in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', inner) or re.search(r'<option value="([^"]*)"', inner)
        found[name] = unescape(chosen[1]) if chosen else ""
    for name, inner in re.findall(r'<textarea name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        found[name] = unescape(inner).removeprefix("\n")
    return found


def rows(name: str, *given: dict[str, Any]) -> dict[str, Any]:
    """The inputs of a field of rows, as a browser sends them."""
    return {f"{name}-{at}-{column}": str(value) for at, row in enumerate(given) for column, value in row.items()}


def bands(*given: tuple[str, str, str, str, str, str]) -> dict[str, str]:
    """The rows of a scale: from or over, a difference, to or under, a difference, and what both get."""
    names = ("how_least", "least", "how_most", "most", "winner", "loser")
    return rows("scale", *(dict(zip(names, each, strict=True)) for each in given))


UNTOUCHED: dict[str, str] = {}
"""What the announcement sends when nothing is changed: the same for everybody without a club, so it is read once."""


def untouched(client: Client) -> dict[str, str]:
    if not UNTOUCHED:
        UNTOUCHED.update(fields(text(client, "/events/announce/")))
    return UNTOUCHED


def send(client: Client, path: str, status: int = 302, form: dict[str, str] | None = None, /, **changes: Any) -> str:
    """Send the form of a page, or `form`, with some fields changed; returns the text of the answer."""
    sent = (form or fields(client.get(path).content.decode())) | {"do": "draft"} | changes
    answer = client.post(path, {key: value for key, value in sent.items() if value is not None})
    if status == 302 and answer.status_code == 200 and 'value="confirm"' in answer.content.decode():
        again = hidden(answer.content.decode())
        answer = client.post(path, again | {"do": "confirm"})
    assert answer.status_code == status, plain(answer.content.decode())[:3000]
    return answer.content.decode() if status != 302 else text(client, answer.headers["Location"])


def hidden(page: str) -> dict[str, str]:
    """What the page that shows the effect of a change sends again."""
    form = page.partition('<form class="confirm"')[2].partition("</form>")[0]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return {name: unescape(value) for name, value in found}


def errors(page: str) -> list[str]:
    return [
        plain(each) for each in re.findall(r'<p class="notice error" role="alert" id="[^"]+">(.*?)</p>', page, re.S)
    ]


def at_field(page: str, name: str) -> str:
    """The errors at a field."""
    found = re.search(rf'id="id_{name}_error">(.*?)</p>', page, re.S)
    return plain(unescape(found[1])) if found else ""


# announcing


@pytest.mark.django_db
def test_who_is_not_logged_in_logs_in_first(client: Client) -> None:
    assert client.get("/events/announce/").headers["Location"] == "/accounts/login/?next=/events/announce/"


@pytest.mark.django_db
def test_an_event_with_nothing_but_a_title(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.outsider)
    page = send(client, "/events/announce/", title="Harbour open")
    assert "Saved as a draft. Open registration when you are ready." in page
    assert "nobody else can see it" in page
    made = Tournament.objects.get(slug="harbour-open")
    assert (made.owner, made.phase, made.public) == (people.outsider, "draft", True)
    terms = making.state_of(made).terms
    assert terms == terms_fields.blank(), "the preset's tie-breaks are among them"
    assert terms.rules_version == rules.load("kt").version
    client.force_login(people.p1)
    text(client, "/events/harbour-open/", 404)


NUMBER: dict[str, Any] = {"cut-lowest_1": "1", "of_1": "battle"}


@pytest.mark.django_db
def test_an_event_with_everything(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(
        client, "/events/announce/", title="Зимний кубок", slug="winter-cup", public=None, ruleset="cod@6.1",
        format="swiss-cut", rounds="4", cut="8", bronze="on", starts="2026-12-05T09:30", ends="2026-12-06T18:00",
        zone="+03:00", place="Дом культуры", capacity="64", round_minutes="120", late_entry="2", half_byes="1",
        check_in="on", confirm="staff", roster_required="on",
        roster_points="1500", roster_models="60", roster_hidden=None, preset="wtc-20-0@1", tiebreak_1="buchholz@2026",
        **NUMBER, tiebreak_2="lots@1", order="fold", rank_by="rating", avoid_clubs=None,
        rotate_tables=None, bye_goes_to="random",
        **rows("tables", {"terrain": "Ruins"}, {"number": 7, "terrain": "Towers", "note": "by the door"},
               {"terrain": "Woods"}),
    )  # fmt: skip
    made = Tournament.objects.get(slug="winter-cup")
    assert (made.title, made.public, made.place) == ("Зимний кубок", False, "Дом культуры")
    terms = making.state_of(made).terms
    assert terms.tables == (
        TableTerms(1, "Ruins"), TableTerms(7, "Towers", "by the door"), TableTerms(8, "Woods")
    )  # fmt: skip
    assert terms.rosters == RosterTerms(required=True, points=1500, models=60, hidden_until_locked=False)
    assert terms.scoring == scoring_of("wtc-20-0@1")
    assert terms.tiebreaks == (TieBreak("buchholz", "2026", {"cut-lowest": 1}, of="battle"), TieBreak("lots", "1"))
    assert (terms.starts, terms.ends) == ("2026-12-05T09:30:00+03:00", "2026-12-06T18:00:00+03:00")
    assert (terms.ruleset, terms.rules_version, terms.format, terms.cut) == ("cod", "6.1", "swiss-cut", 8)
    pairing = terms.pairing
    assert (pairing.order, pairing.rank_by, pairing.bye_goes_to) == ("fold", "rating", "random")
    assert (pairing.avoid_clubs, pairing.rotate_tables, terms.check_in, terms.confirm) == (False, False, True, "staff")


@pytest.mark.django_db
def test_the_specialities_that_datasheets_allow(client: Client, people: SimpleNamespace) -> None:
    """They are an option of the game, in a field of their own."""
    client.force_login(people.organiser)
    sent = fields(text(client, "/events/announce/")) | {"title": "Harbour open", "ruleset": "kt@2018.1", "do": "draft"}
    sent |= {"slug": "open", "roster_allowed-0-kind": "Docker", "roster_allowed-1-kind": "Crane"}
    given = sent | {"roster_allowed-0-words": ["leader", "comms"]}
    assert client.post("/events/announce/", given).status_code == 302
    terms = making.state_of(Tournament.objects.get(slug="open")).terms
    assert terms.options == {
        "kt.roster.specialisation-allowed": "Docker: comms, leader\nCrane: -"
    } or terms.options == {"kt.roster.specialisation-allowed": "Docker: leader, comms\nCrane: -"}
    page = text(client, "/events/open/terms/")
    assert re.search(r'name="roster_allowed-0-words" value="leader"[^>]* checked', page)
    assert 'name="roster_allowed-0-kind" value="Docker"' in page
    odd = client.post("/events/announce/", sent | {"slug": "", "roster_allowed-0-words": ["ledaer"]})
    assert "specialities" in at_field(odd.content.decode(), "roster_allowed")
    page = send(client, "/events/announce/", 400, title="x", ruleset="cod@6.1", **{"roster_allowed-0-kind": "Docker"})
    assert "has no list of specialities" in at_field(page, "ruleset")


@pytest.mark.django_db
def test_a_preset_is_shown_to_be_changed(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    page = send(
        client, "/events/announce/", 200, title="Harbour open", preset="even-20-0@1", preset_size="1000", do="fill"
    )
    shown = fields(page)
    assert shown["preset"] == ""
    assert shown["title"] == "Harbour open"
    assert [shown[f"scale-1-{name}"] for name in ("how_least", "least", "how_most", "most", "winner", "loser")] == [
        "from", "100", "under", "200", "11", "9"
    ]  # fmt: skip
    assert not Tournament.objects.exists()
    painted = {"en": "Painted army", "ru": "Покрашенная армия", "battle": "1"}
    changed = shown | {"do": "draft"} | rows("bonuses", painted)
    assert client.post("/events/announce/", changed).status_code == 302
    scoring = making.state_of(Tournament.objects.get()).terms.scoring
    assert scoring.scale == scoring_of("even-20-0@1", 1000).scale
    assert scoring.bonuses == (Bonus("painted-army", "Painted army", "Покрашенная армия", battle=100),)
    assert scoring.bye == scoring_of("even-20-0@1", 1000).bye, "the worth of a bye is the preset's"


@pytest.mark.django_db
def test_a_league_of_teams(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Season", format="league", team_size="3", captains=None,
         team_preset="team-2-1-0@1", season_starts="2027-01-04", days_a_round="14", late_entry="0")  # fmt: skip
    terms = making.state_of(Tournament.objects.get()).terms
    assert terms.season == Season("2027-01-04", 14)
    assert terms.teams == TeamTerms(3, captains=False, scoring=scoring_of("team-2-1-0@1"), ranked_by="teams")
    assert terms.tiebreaks == PRESETS["team-2-1-0@1"].tiebreaks, "those of the teams, not of their boards"


@pytest.mark.django_db
@pytest.mark.parametrize("key", [key for key in PRESETS if key != terms_fields.FIRST_PRESET])
def test_a_preset_brings_its_own_tie_breaks(key: str, client: Client, people: SimpleNamespace) -> None:
    """And not those of the preset that the form began with."""
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Harbour open", preset=key)
    assert making.state_of(Tournament.objects.get()).terms.tiebreaks == PRESETS[key].tiebreaks


@pytest.mark.django_db
def test_chosen_tie_breaks_count_for_teams_too(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Cup", team_size="2", team_preset="team-2-1-0@1", tiebreak_1="lots@1")
    assert making.state_of(Tournament.objects.get()).terms.tiebreaks == (TieBreak("lots", "1"),)


@pytest.mark.django_db
def test_teams_are_ranked_by_what_the_form_says_of_them(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Winter muster", preset="wtc-20-0@1", team_size="2", team_ranks="victory")
    terms = making.state_of(Tournament.objects.get()).terms
    assert terms.teams and (terms.ranks, terms.teams.scoring.ranks, terms.scoring.ranks) == (
        "victory", "victory", "battle"
    )  # fmt: skip
    assert "Teams are ranked by victory points of their matches." in text(client, "/events/winter-muster/rules/")
    send(client, MUSTER, do="change", team_ranks="match")
    assert making.state_of(Tournament.objects.get()).terms.ranks == "match"
    page = send(client, MUSTER, 400, do="change", team_ranks="battle", team_preset="team-2-1-0@1")
    assert at_field(page, "team_preset") == "The scoring decides how teams are ranked: undo one of the two changes."


@pytest.mark.django_db
def test_teams_of_before_keep_what_they_are_ranked_by(people: SimpleNamespace) -> None:
    """What the form shows of them is what ranks them; unchanged, it changes nothing."""
    old = making.terms(teams=TeamTerms(2), scoring=scoring_of("wtc-20-0@1"))
    shown = terms_fields.fields_of(old)
    assert shown["team_ranks"] == "battle"
    filled = shown | {"tiebreaks": old.tiebreaks, "tables": old.tables, "scale": old.scoring.scale, "bonuses": (),
                      "awards": {}, "roster_allowed": "",
                      "starts": "", "ends": ""}  # fmt: skip
    assert terms_fields.terms_from(filled, old).teams == old.teams
    changed = terms_fields.terms_from(filled | {"team_ranks": "match"}, old)
    assert changed.ranks == "match"


@pytest.mark.django_db
def test_the_places_of_those_who_lose_in_the_same_round(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Winter muster", format="swiss-cut", cut="4", knocked_out="standings")
    assert making.state_of(Tournament.objects.get()).terms.knocked_out == "standings"
    page = plain(text(client, "/events/winter-muster/rules/"))
    assert "Players knocked out in the same round ranked by the standings before it" in page
    send(client, MUSTER, do="change", knocked_out="shared")
    page = plain(text(client, "/events/winter-muster/rules/"))
    assert "Players knocked out in the same round share a place" in page
    page = send(client, MUSTER, 400, do="change", knocked_out="standings", format="swiss", cut="0")
    assert "need rounds before an elimination" in at_field(page, "knocked_out")


@pytest.mark.django_db
def test_in_the_name_of_a_club(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.editor)
    assert 'name="club"' not in text(client, "/events/announce/")
    club = clubs.club_found(owner=people.editor, name="North Club")
    send(client, "/events/announce/", title="Club night", club=str(club.pk))
    assert Tournament.objects.get().club == club
    client.force_login(people.p1)
    sent = fields(text(client, "/events/announce/")) | {"title": "Not mine", "club": str(club.pk)}
    client.post("/events/announce/", sent)
    assert Tournament.objects.get(title="Not mine").club is None


WRONG = [
    ("title", {"title": ""}, "required"),
    ("title", {"title": "Write to a@b.example"}, "e-mail"),
    ("slug", {"slug": "announce"}, "taken"),
    ("slug", {"slug": "Not A Slug!"}, "valid"),
    ("ruleset", {"ruleset": "chess@1"}, "valid choice"),
    ("rounds", {"rounds": "0"}, "1"),
    ("awards", {"preset": "", "awards-0-match": "many"}, "not a number"),
    ("rounds", {"rounds": "9", "capacity": "4"}, "4 entrants can play 3 rounds"),
    ("cut", {"cut": "8"}, "belongs to the format"),
    ("cut", {"cut": "1", "format": "swiss-cut"}, "needs 2 or more"),
    ("losses", {"losses": "0"}, "Losses are counted in a Swiss"),
    ("reseed", {"reseed": "on"}, "Only an elimination is seeded anew"),
    ("bronze", {"bronze": "on"}, "semi-finals"),
    ("double", {"double": "on"}, "round robin"),
    ("ends", {"starts": "2026-12-05T09:30", "ends": "2026-12-05T09:00"}, "before it has begun"),
    ("starts", {"starts": "yesterday"}, "valid date"),
    ("capacity", {"capacity": "1"}, "nobody to play"),
    ("tables", rows("tables", {"number": 3, "terrain": "Ruins"}, {"number": 3}), "two tables with the number 3"),
    ("tables", rows("tables", {"number": "x", "terrain": "a"}), "row 1"),
    ("tables", rows("tables", {}, {"number": 0, "terrain": "Ruins"}), "row 2"),
    ("preset", {"preset": "unheard-of@1"}, "valid choice"),
    ("preset_size", {"preset_size": "12"}, "takes no size"),
    ("draw", {"preset": "", "draw": "9"}, "worth more than a win"),
    ("win", {"preset": "", "win": "many"}, "not a number"),
    ("scale", {"preset": "", **bands(("from", "0", "to", "5", "10", "10"), ("over", "6", "to", "", "20", "0"))}, "5"),
    ("scale", {"preset": "", **bands(("from", "0", "to", "five", "10", "10"))}, "row 1"),
    ("victory_cap", {"preset": "", "victory_cap": "0"}, "leaves no points"),
    ("bonuses", {"preset": "", **rows("bonuses", {"en": "One", "battle": 1}, {"en": "One", "battle": 2})}, "twice"),
    ("bonuses", {"preset": "", **rows("bonuses", {"battle": 1})}, "name"),
    ("bonuses", {"preset": "", **rows("bonuses", {"en": "One", "battle": "x"})}, "row 1"),
    ("tiebreak_2", {"tiebreak_1": "lots@1", "tiebreak_2": "lots@1"}, "already"),
    ("cut-lowest_1", {"tiebreak_1": "buchholz@2026", "cut-lowest_1": "one"}, "whole number"),
    ("cut-lowest_1", {"tiebreak_1": "buchholz@2026", "cut-lowest_1": "100"}, "99"),
    ("of_1", {"tiebreak_1": "buchholz@2026", "of_1": "game"}, "not one of the available choices"),
    ("floor_1", {"tiebreak_1": "match-win@2", "floor_1": "4", "floor-of_1": "3"}, "at most 1"),
    ("tiebreak_1", {"format": "round-robin", "tiebreak_1": "fore-buchholz@2026"}, "where everybody meets everybody"),
    ("floor_1", {"tiebreak_1": "extended-match-win@1", "floor_1": "4", "floor-of_1": "3"}, "at most 1"),
    ("cap_1", {"tiebreak_1": "victory-difference@2", "cap_1": "1000001"}, "1000000"),
    ("late_entry", {"late_entry": "7"}, "nothing left"),
    ("half_byes", {"half_byes": "8"}, "more than the"),
    ("team_size", {"team_size": "1"}, "2"),
    ("season_starts", {"format": "league", "season_starts": "soon"}, "no date"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "changes", "said"), WRONG, ids=[f"{each[0]}-{at}" for at, each in enumerate(WRONG)])
def test_what_is_wrong_is_said_at_its_field(
    client: Client, people: SimpleNamespace, field: str, changes: dict[str, str], said: str
) -> None:
    client.force_login(people.organiser)
    page = send(client, "/events/announce/", 400, untouched(client), **({"title": "Harbour open"} | changes))
    assert said in at_field(page, field), errors(page)
    assert "Not saved yet" in page
    assert not Tournament.objects.exists()
    for name, value in changes.items():
        assert fields(page).get(name, "") in (value, value.strip(), "", "wtc-20-0@1") or name in (
            "ruleset",
            "preset",
        ), name


@pytest.mark.django_db
def test_all_problems_at_once(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    sent = {"title": "Harbour open", "cut": "6", "format": "swiss-cut", "capacity": "1", "half_byes": "9"}
    page = send(client, "/events/announce/", 400, **sent)
    assert all(at_field(page, name) for name in ("cut", "capacity", "half_byes"))


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "changes"), [(each[0], each[1]) for each in WRONG])
def test_what_is_wrong_is_said_in_russian(
    client: Client, people: SimpleNamespace, field: str, changes: dict[str, str]
) -> None:
    client.force_login(people.organiser)
    sent = untouched(client) | {"title": "Harbour open", "do": "draft"} | changes
    answer = client.post("/events/announce/", sent, **RU)
    assert re.search("[а-яё]", at_field(answer.content.decode(), field), re.I)


@pytest.mark.django_db
def test_orders_of_the_field_stand_in_the_form_as_they_were_announced(client: Client, people: SimpleNamespace) -> None:
    """Every scoring and tie-break of the field is shown in fields, and sent back it is what it was."""
    client.force_login(people.organiser)
    said = [each for each in ORDERS if each.scoring]
    for order in said:
        terms: dict[str, Any] = {"scoring": order.scoring, "tiebreaks": order.tiebreaks, "format": order.format}
        made = making.announce(people.organiser, title=order.name, late_entry=0, **terms)
        before = making.state_of(made).number
        send(client, f"/events/{made.slug}/terms/")
        after = making.state_of(made)
        assert (after.terms.scoring, after.terms.tiebreaks) == (order.scoring, order.tiebreaks), order.name
        # A league gets the season that its form shows.
        assert after.number == before or order.format == "league", order.name
    assert len(said) == 58


@pytest.mark.django_db
def test_an_address_is_taken_once(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="One", slug="hall")
    page = send(client, "/events/announce/", 400, title="Two", slug="hall")
    assert "taken" in at_field(page, "slug")
    send(client, "/events/announce/", title="Announce")
    assert "Announce an event" in text(client, "/events/announce/")
    assert Tournament.objects.get(title="Announce").slug == "announce-2", "the page hides no event"


# changing


@pytest.fixture
def event(people: SimpleNamespace) -> Tournament:
    return making.announce(people.organiser, title="Winter muster", register=False)


@pytest.mark.django_db
def test_terms_are_for_the_organiser(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    making.act(event, people.organiser, OpenRegistration())
    making.appoint(event, people.judge, "judge")
    for who in (people.p1, people.judge):
        client.force_login(who)
        text(client, MUSTER, 403)
        assert client.post(MUSTER, {"do": "change"}).status_code == 403
    client.force_login(people.organiser)
    text(client, MUSTER)


@pytest.mark.django_db
def test_nothing_changed_stores_nothing(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.organiser)
    assert "Nothing was changed." in send(client, MUSTER)
    event.refresh_from_db()
    assert event.number == 1


@pytest.mark.django_db
def test_terms_and_title_are_changed(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.organiser)
    page = send(client, MUSTER, title="Spring muster", round_minutes="90", starts="", zone="+01:00")
    assert "Event settings saved." in page
    event.refresh_from_db()
    state = making.state_of(event)
    assert (state.title, state.terms.round_minutes, state.terms.starts) == ("Spring muster", 90, "")
    assert state.terms.tiebreaks == making.TIEBREAKS
    assert state.number == 3


@pytest.mark.django_db
def test_after_a_pairing_a_reason_is_wanted_and_some_terms_are_fixed(
    client: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    client.force_login(people.organiser)
    assert "A change needs a reason" in text(client, MUSTER)
    assert "reason is wanted" in at_field(send(client, MUSTER, 400, round_minutes="90"), "reason").lower()
    page = send(client, MUSTER, 400, format="round-robin", reason="why not")
    assert "fixed once a round is paired" in at_field(page, "format")
    assert "olga" in at_field(send(client, MUSTER, 400, round_minutes="90", reason="olga is slow"), "reason")
    send(client, MUSTER, round_minutes="90", reason="the hall closes early")
    assert making.state_of(filled).terms.round_minutes == 90
    assert "the hall closes early" in text(client, "/events/winter-muster/history/")


@pytest.mark.django_db
def test_a_change_is_shown_before_it_is_stored(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.organiser)
    sent = fields(text(client, MUSTER)) | {"do": "change", "round_minutes": "90", "title": "Spring muster"}
    page = client.post(MUSTER, sent).content.decode()
    assert re.search(r"A round lasts.*150 min.*90 min", plain(page), re.S)
    assert re.search(r"Winter muster.*Spring muster", plain(page), re.S)
    assert making.state_of(event).terms.round_minutes == 150, "nothing is stored yet"
    again = client.post(MUSTER, hidden(page) | {"do": "edit"})
    assert fields(again.content.decode())["round_minutes"] == "90", "what was typed is still there"
    assert client.post(MUSTER, hidden(page) | {"do": "confirm"}).status_code == 302
    assert making.state_of(event).terms.round_minutes == 90


@pytest.mark.django_db
def test_a_change_of_scoring_shows_the_standings_first(
    client: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    client.force_login(people.organiser)
    sent = fields(text(client, MUSTER)) | {"do": "change", "preset": "chess@1", "reason": "agreed"}
    page = client.post(MUSTER, sent).content.decode()
    assert 'class="effect"' in page
    assert making.state_of(filled).terms.scoring.win == 300


@pytest.mark.django_db
def test_fields_leave_the_rest_alone(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    making.act(event, people.organiser, SetTerms(terms=making.terms(options={"kt.game.round-count": 3})))
    client.force_login(people.organiser)
    send(client, MUSTER, place="Elsewhere")
    assert making.state_of(event).terms.options == {"kt.game.round-count": 3}


@pytest.mark.django_db
def test_an_event_is_announced_and_open_at_once(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    assert "Registration is open." in send(client, "/events/announce/", title="Harbour open", do="open", capacity="24")
    made = Tournament.objects.get(slug="harbour-open")
    assert (made.phase, made.number, made.capacity) == ("registration", 2, 24)
    assert making.state_of(made).terms.rounds == 5, "as many rounds as find one winner among 24"


@pytest.mark.django_db
def test_the_preview_says_what_players_will_see(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    page = fields(text(client, "/events/announce/"))
    part = page | {"title": "Harbour open", "capacity": "8", "do": "preview", "part": "1", "preset": "wtc-20-0@1"}
    told = plain(client.post("/events/announce/", part).content.decode())
    assert "3 rounds are enough to find one winner among 8." in told
    assert "from 10–10 (0 to 5) to 20–0 (over 50)" in told
    incomplete = plain(client.post("/events/announce/", part | {"title": "", "rounds": "x"}).content.decode())
    assert "Your event" in incomplete and "one winner among 8" in incomplete
    whole = client.post("/events/announce/", part | {"part": ""}).content.decode()
    assert fields(whole)["title"] == "Harbour open"
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_an_earlier_event_is_copied(client: Client, people: SimpleNamespace) -> None:
    old = making.announce(people.organiser, title="Winter muster", register=False)
    client.force_login(people.p1)
    assert client.get("/events/announce/?from=winter-muster").status_code in (403, 404)
    client.force_login(people.organiser)
    page = fields(text(client, "/events/announce/?from=winter-muster"))
    assert (page["title"], page["starts"]) == ("Winter muster", "")
    client.post("/events/announce/?from=winter-muster", page | {"title": "Spring muster", "do": "draft"})
    before, after = (making.state_of(each).terms for each in (old, Tournament.objects.get(slug="spring-muster")))
    assert msgspec.structs.replace(before, starts="", ends="", rounds=0) == msgspec.structs.replace(after, rounds=0)


@pytest.mark.django_db
def test_terms_that_somebody_else_changed_meanwhile_are_not_overwritten(
    client: Client, people: SimpleNamespace, event: Tournament
) -> None:
    client.force_login(people.organiser)
    sent = fields(text(client, MUSTER)) | {"do": "change", "round_minutes": "90"}
    making.act(event, people.organiser, SetTerms(terms=making.terms(rounds=5)))
    answer = client.post(MUSTER, sent)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Somebody else changed this first, so nothing was saved." in page
    assert (making.state_of(event).terms.rounds, making.state_of(event).terms.round_minutes) == (5, 150)
    again = client.post(MUSTER, fields(page) | {"do": "confirm"})
    assert again.status_code == 302, "the page has what both changed, and is sent again"
    assert (making.state_of(event).terms.rounds, making.state_of(event).terms.round_minutes) == (5, 90)


@pytest.mark.django_db
def test_a_title_that_somebody_else_changed_meanwhile_is_not_overwritten(
    client: Client, people: SimpleNamespace, event: Tournament
) -> None:
    client.force_login(people.organiser)
    shown = fields(text(client, MUSTER))
    making.act(event, people.organiser, Rename(title="Spring muster"))
    assert client.post(MUSTER, shown | {"do": "confirm", "round_minutes": "90"}).status_code == 302
    assert (making.state_of(event).title, making.state_of(event).terms.round_minutes) == ("Spring muster", 90)
    number = making.state_of(event).number
    answer = client.post(MUSTER, shown | {"do": "change", "title": "May muster", "place": "Elsewhere"})
    assert answer.status_code == 400 and making.state_of(event).number == number, "not even the place is stored"


@pytest.mark.django_db
def test_terms_and_title_are_stored_both_or_neither(client: Client, people: SimpleNamespace, event: Tournament) -> None:
    client.force_login(people.organiser)
    page = send(client, MUSTER, 400, title="Muster of olga", round_minutes="90")
    assert "olga" in at_field(page, "title")
    assert making.state_of(event).terms.round_minutes == 150


OWN = bands(("from", "0", "to", "5", "10", "10"), ("over", "5", "to", "", "20", "0"))


@pytest.mark.django_db
def test_scoring_that_is_written_beside_a_preset_is_not_lost_in_silence(
    client: Client, people: SimpleNamespace
) -> None:
    client.force_login(people.organiser)
    wanted: dict[str, Any] = {"title": "Own scale", **OWN, "do": "draft"}
    page = send(client, "/events/announce/", 400, **wanted)
    assert "The custom scoring below was changed as well" in at_field(page, "preset")
    send(client, "/events/announce/", **wanted, preset="")
    assert len(making.state_of(Tournament.objects.get(slug="own-scale")).terms.scoring.scale) == 2


# fields and terms


LISTED = Tally("primary", "Primary", "Основные", cap=5000, into="victory", listed=True)
EXAMPLES = {
    "blank": terms_fields.blank(),
    "muster": making.terms(),
    "teams": making.terms(teams=TeamTerms(3), ends="2026-12-06T18:00:00+05:30", starts="2026-12-05T09:30:00+05:30"),
    "league": making.terms(format="league", season=Season("2026-09-01", 14)),
    "tallies": making.terms(
        scoring=Scoring(
            ranks="slain-leaders.difference", tallies=(Tally("slain-leaders", "Slain leaders", cap=150), LISTED),
            major=Major(400, -50, 3, 250),
            bye=Award(match=100, tallies={"slain-leaders": 50}, tallies_against={LISTED.id: 25},
                      own_mean=("victory", "slain-leaders", f"{LISTED.id}.against")),
        ),
        tiebreaks=(TieBreak("points", "1", {"fewest": 1}, of=f"{LISTED.id}.against"),
                   TieBreak("sonneborn-berger", "2026", of="slain-leaders", by="victory.difference")),
    ),
    **{key: making.terms(scoring=scoring_of(key), tiebreaks=preset.tiebreaks) for key, preset in PRESETS.items()},
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("terms", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_fields_and_terms_say_the_same(client: Client, people: SimpleNamespace, terms: Terms) -> None:
    """A form that is sent back unchanged gives the same terms, without using the JSON."""
    form = TermsForm(terms=terms, title="Muster")
    page = f'<form class="terms-form">{form.as_div()}</form>'
    again = TermsForm(fields(page), terms=terms, title="Muster")
    assert again.is_valid(), again.errors
    assert terms_fields.terms_from(again.cleaned_data, terms_fields.blank()).tiebreaks == terms.tiebreaks
    assert again.decided == terms


POINTS = st.integers(0, 99_999)
LABELS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12)


def sent_back(field: Any, values: list[Any]) -> Any:
    """What a field of rows makes of what it shows, sent as a browser reads it."""
    page = f'<form class="terms-form">{field.widget.render("x", values)}</form>'
    return field.clean(field.widget.value_from_datadict(fields(page), {}, "x"))


@given(st.lists(st.tuples(POINTS, POINTS | st.none(), POINTS, POINTS, st.booleans(), st.booleans()), max_size=6))
def test_any_scale_is_written_and_read(rows: list[Any]) -> None:
    bands = tuple(
        Band(least, most, winner, loser, over, under and most is not None)
        for least, most, winner, loser, over, under in rows
    )
    assert sent_back(terms_rows.scale_field(), terms_rows.scale_rows(bands)) == bands


@given(st.lists(st.builds(
    Bonus, id=st.from_regex("[a-z][a-z0-9-]{0,9}", fullmatch=True), en=LABELS, ru=LABELS | st.just(""), match=POINTS,
    battle=POINTS, victory=POINTS, battle_against=st.integers(-9999, 9999),
), max_size=4))  # fmt: skip
def test_any_bonuses_are_written_and_read(bonuses: list[Bonus]) -> None:
    assert sent_back(terms_rows.bonuses_field(), terms_rows.bonus_rows(bonuses)) == tuple(bonuses)


@given(st.lists(st.builds(
    TableTerms, number=st.integers(1, 10_000), terrain=LABELS | st.just(""), note=LABELS | st.just("")
), max_size=6))  # fmt: skip
def test_any_tables_are_written_and_read(tables: list[TableTerms]) -> None:
    assert sent_back(terms_rows.tables_field(), terms_rows.table_rows(tables)) == tuple(tables)


def test_every_problem_of_terms_has_a_field() -> None:
    bad = msgspec.structs.replace(
        making.terms(), capacity=1, cut=3, bronze=True, double=True, late_entry=50, half_byes=60,
        starts="2026-12-05T09:00:00", ends="never", season=Season("soon"), tables=(TableTerms(1), TableTerms(1)),
        tiebreaks=(TieBreak("unheard-of", "1"),),
    )  # fmt: skip
    form = TermsForm(terms=bad)
    found = validation.problems(bad)
    assert len(found) > 9
    assert {terms_errors.field_of(each.path) for each in found} <= set(form.fields)


@pytest.mark.django_db
def test_a_preset_names_its_source_on_the_page(client: Client, people: SimpleNamespace) -> None:
    user: User = people.organiser
    client.force_login(user)
    page, russian = text(client, "/events/announce/"), text(client, "/events/announce/", **RU)
    for preset in PRESETS.values():
        assert preset.source_en in unescape(page)
        assert preset.source_ru in unescape(russian)


@pytest.mark.django_db
def test_missions_are_rows_and_keep_what_a_row_does_not_say(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(
        client, "/events/announce/", title="Pool", slug="pool", rounds="3",
        **rows("missions", {"round": 2, "en": "Burden of Trust"}, {"en": "Purge the Foe"}),
    )  # fmt: skip
    made = Tournament.objects.get(slug="pool")
    assert making.state_of(made).terms.missions == (Mission(2, "Burden of Trust"), Mission(3, "Purge the Foe"))
    named = (Mission(2, "Burden of Trust", "Бремя", {"relics": 1}), Mission(3, "Purge the Foe"))
    terms = msgspec.structs.replace(making.state_of(made).terms, missions=named)
    making.act(made, people.organiser, SetTerms(terms=terms))
    send(client, "/events/pool/terms/", **rows("missions", {}, {"en": "Search and Destroy"}), do=None)
    assert making.state_of(made).terms.missions == (named[0], Mission(3, "Search and Destroy"))
    page = send(client, "/events/announce/", 400, title="x", rounds="3", **rows("missions", {"round": 4, "en": "a"}))
    assert "a mission for round 4 of 3" in at_field(page, "missions").lower()
    page = send(client, "/events/announce/", 400, title="x", **rows("missions", {"round": 2}))
    assert "Name the mission of round 2." in at_field(page, "missions")


@pytest.mark.django_db
def test_a_bye_is_worth_the_own_average_by_a_tick(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Own", slug="own", preset=None, **rows("awards", {"own": "on"}))
    made = Tournament.objects.get(slug="own")
    scoring = making.state_of(made).terms.scoring
    assert scoring.bye.own_mean == ("battle", "victory", "battle_against", "victory_against")
    assert (scoring.bye.match, scoring.half_bye.own_mean) == (300, ())
    assert "victory points: own average" in plain(text(client, "/events/own/rules/"))
    only = msgspec.structs.replace(scoring, bye=msgspec.structs.replace(scoring.bye, own_mean=("victory",)))
    making.act(made, people.organiser, SetTerms(msgspec.structs.replace(making.state_of(made).terms, scoring=only)))
    send(client, "/events/own/terms/", place="Harbour Hall", do=None)
    assert making.state_of(made).terms.scoring.bye.own_mean == ("victory",)


@pytest.mark.django_db
def test_the_formats_and_their_choices_are_announced(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    tables = rows("tables", {"terrain": "ruins"}, {"terrain": "woods"})
    send(client, "/events/announce/", title="All", slug="all", format="swiss-cut", losses="1", reseed="on",
         rotate_terrain="on", **tables)  # fmt: skip
    terms = making.state_of(Tournament.objects.get(slug="all")).terms
    assert (terms.knockout, terms.cut) == (Knockout(losses=1, reseed=True), 0)
    assert (terms.pairing.version, terms.pairing.rotate_terrain) == ("2", True)
    assert "all with at most 1 loss" in plain(text(client, "/events/all/rules/"))
    send(client, "/events/announce/", title="Two", slug="two", format="double-elimination", second_final=None)
    terms = making.state_of(Tournament.objects.get(slug="two")).terms
    assert not terms.knockout.second_final
    page = send(client, "/events/announce/", 400, title="x", rotate_terrain="on")
    assert "two kinds of it" in at_field(page, "rotate_terrain")
