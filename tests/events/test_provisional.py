"""A provisional place says so in every output, and a sure one in none."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import date
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils.translation import override
from pypdf import PdfReader

from frontend.clubs.feed import podium
from gamelog.clubs.services import club_found
from gamelog.contest.acts.results import Dispute
from gamelog.contest.acts.setting import Finish
from gamelog.contest.season import SeasonRules
from gamelog.people.services import participant_of
from gamelog.seasons.services import SeasonTerms, Weighed, season_set
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate, Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db
MARK = 'class="sure provisional"'


def event_over(people: SimpleNamespace, doubt: bool) -> Tournament:
    """An event of eight in a season of a club, over; with a `doubt`, a result of its last round is disputed."""
    club = club_found(owner=people.organiser, name="The Cellar")
    made = making.announce(people.organiser, club=club, rounds=3, late_entry=0)
    making.register(made, *(getattr(people, f"p{number}") for number in range(1, 9)))
    for _ in range(3):
        making.play_round(made)
    if doubt:
        dispute(made)
    making.act(made, people.organiser, Finish(reason="the hall closes"))
    terms = SeasonTerms("Season 2026", date(2026, 1, 1), date(2026, 12, 31), SeasonRules(), [Weighed(made)])
    season_set(club=club, actor=people.organiser, terms=terms)
    made.refresh_from_db()
    return made


def dispute(event: Tournament) -> None:
    """Let the first side of the last round's last table dispute the result."""
    pair = selectors.state_of(event).rounds[-1].paired.pairs[-1]
    player = Nameplate.objects.get(tournament=event, number=pair.a).user
    assert player
    making.act(event, player, Dispute(round=3, table=pair.table, side="a", reason="misread"))


def marked(page: str) -> int:
    """How many rows of a page are marked; the legend has the mark once more."""
    return page.count(MARK) - page.count(f"<dt><span {MARK}")


def found_in_outputs(event: Tournament, owner: object) -> dict[str, int]:
    """How many places each output marks."""
    anybody, own = Client(), Client()
    own.force_login(owner)  # type: ignore[arg-type]
    here, slug = f"/events/{event.slug}/", event.club.slug if event.club else ""

    def read(address: str, client: Client = anybody) -> str:
        response = client.get(address, headers={"Accept-Language": "en"}, follow=True)
        assert response.status_code == 200, address
        return response.content.decode()

    pdf = PdfReader(io.BytesIO(anybody.get(f"{here}print/standings.pdf").content))
    on_paper = "".join(page.extract_text() for page in pdf.pages)
    season = event.seasons.get()
    told = json.loads(read(f"/api/clubs/{slug}/seasons/{season.slug}/standings"))
    with override("en"):
        podium_said = str(podium(event))
    return {
        "page": marked(read(here)),
        "part": marked(read(f"{here}part/standings/")),
        "print": marked(read(f"{here}print/standings/")),
        "pdf": on_paper.count("*") - on_paper.count("* Prov"),
        "frame": marked(read(f"{here}embed/?rows=0")),
        "hall": marked(read(f"{here}hall/pages/?show=standings", own)),
        "json": len(json.loads(read(f"{here}standings.json"))["provisional"]),
        "api": len(json.loads(read(f"/api/events/{event.slug}/standings"))["provisional"]),
        "csv": sum(bool(row["provisional"]) for row in csv.DictReader(io.StringIO(read(f"{here}standings.csv")))),
        "podium": podium_said.count("(provisional)"),
        "season": sum(any(each["provisional"] for each in row["results"]) for row in told["rows"]),
        "season page": read(f"/clubs/{slug}/seasons/{season.slug}/").count('<span class="chip open">provisional'),
    }


def test_a_sure_place_is_marked_nowhere(people: SimpleNamespace) -> None:
    assert set(found_in_outputs(event_over(people, doubt=False), people.organiser).values()) == {0}


def test_every_output_marks_the_same_places(people: SimpleNamespace) -> None:
    event = event_over(people, doubt=True)
    unsure = selectors.provisional_after(event, selectors.state_of(event))
    places = {each.entrant: each.place for each in selectors.table_of(event).places}
    assert 2 <= len(unsure) < len(places)
    found = found_in_outputs(event, people.organiser)
    first = sum(places[each] <= 3 for each in unsure)
    assert found == dict.fromkeys(found, len(unsure)) | {"podium": first}


def test_a_page_says_which_result_it_is(people: SimpleNamespace) -> None:
    event = event_over(people, doubt=True)
    pair = selectors.state_of(event).rounds[-1].paired.pairs[-1]
    entrant = pair.a
    user = Nameplate.objects.get(tournament=event, number=entrant).user
    assert user
    own = Client()
    own.force_login(user)
    words = f"Provisional: round 3, table {pair.table} is disputed"
    assert words in own.get(f"/events/{event.slug}/standings/{entrant}/0/").content.decode()
    assert f'title="{words}"' in own.get("/me/").content.decode()
    player = own.get(f"/players/{participant_of(user)}/").content.decode()
    assert re.search(r"place \d of 8\s*</b>\s*provisional", player)
    russian = own.get(
        f"/events/{event.slug}/standings/{entrant}/0/", headers={"Accept-Language": "ru"}
    ).content.decode()
    assert f"Предварительно: тур 3, стол {pair.table}: результат оспорен" in russian
