"""The whole table of roles: every address by every method with every role, and every act."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, get_args
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, reverse
from rest_framework.test import APIClient

from frontend.clubs import urls as club_urls
from frontend.desk import urls as desk_urls
from frontend.publishing import urls as publishing_urls
from frontend.site import urls as site_urls
from frontend.tournaments import urls as tournament_urls
from gamelog.api.club_urls import CLUB_URLS
from gamelog.api.event_urls import EVENT_URLS
from gamelog.clubs import services as clubs
from gamelog.contest.acts import Act
from gamelog.contest.stream import read_act
from gamelog.people.services import participant_of
from gamelog.seasons import services as seasons
from gamelog.seasons.services import Weighed
from gamelog.tournaments import access, subscriptions
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.roles import ACTS, EVERYBODY, ORDER, PLAYERS, ROUTES, SITE
from rules.kernel.canonical import canonical, tag_of
from tests.clubs import making as club_making
from tests.tournaments import making

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGES: tuple[URLPattern, ...] = (
    *tournament_urls.urlpatterns, *desk_urls.urlpatterns, *publishing_urls.urlpatterns, *club_urls.urlpatterns,
    *site_urls.PLAYERS,
)  # fmt: skip
PATTERNS = (*PAGES, *EVENT_URLS, *CLUB_URLS)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WHO: dict[str, set[str]] = {
    "": {"spectator"},
    "outsider": {"spectator", "account"},
    "player": {"spectator", "account", "player"},
    "scorekeeper": {"spectator", "account", "scorekeeper"},
    "judge": {"spectator", "account", "judge"},
    "organiser": {"spectator", "account", "organiser"},
    "editor": {"spectator", "account", "club-editor"},
    "staff": {"spectator", "account", "organiser", "club-editor", "site-staff"},
}
'Everybody who walks, and what they are. `editor` created the club that holds the event; `""` is not logged in.'


# --- the table is complete


def test_every_address_is_in_the_table_and_nothing_else() -> None:
    assert {str(pattern.name) for pattern in PATTERNS} == set(ROUTES)


def test_every_act_is_in_the_table_and_nothing_else() -> None:
    assert {tag_of(kind) for kind in get_args(Act)} == set(ACTS)


def test_roles_are_those_of_the_table() -> None:
    known = {*EVERYBODY, "account", "site-staff"}
    for name, methods in ROUTES.items():
        assert methods, name
        assert set(methods) <= set(METHODS)
        assert all(who and who <= known for who in methods.values()), name
    assert set(ORDER) == set(EVERYBODY)


# --- every address with every role


class Places:
    """The objects that addresses name: an event with rounds played at tables, a club with a season, and so on."""

    def __init__(self, people: SimpleNamespace) -> None:
        self.club = clubs.club_found(owner=people.editor, name="Red Dice", slug="red-dice")
        clubs.join_ask(club=self.club, actor=people.p16)
        self.event = making.filled(people)
        # The club holds it, and its organiser is not an editor of the club.
        Tournament.objects.filter(pk=self.event.pk).update(club=self.club)
        self.event.refresh_from_db()
        pair = making.state_of(self.event).rounds[-1].paired.pairs[0]
        self.table, self.player = pair.table, getattr(people, f"p{pair.a}")
        self.people = people
        self.post = clubs.news_publish(club=self.club, actor=people.editor, title="Come", body="All")
        self.season = seasons.season_set(
            club=self.club, actor=people.editor, terms=club_making.season_terms(events=[Weighed(self.event)])
        )

    def values(self, name: str) -> dict[str, Any]:
        """The values of the parts of an address. Anything deletable is new each time."""
        hook = self._hook() if name in ("api-event-webhook", "api-event-deliveries") else None
        return {
            "slug": self.club.slug if "club" in name else self.event.slug, "number": 2, "table": self.table,
            "board": 0, "entrant": 1, "member": 0, "column": 0, "act_type": "drop", "hook_id": hook,
            "person_id": participant_of(self.people.p16 if "club" in name else self.people.p1),
            "post_id": self.post.pk, "season_slug": self.season.slug,
        }  # fmt: skip

    def _hook(self) -> Any:
        url = f"https://club.example.org/{uuid4()}"
        made = subscriptions.webhook_create(tournament=self.event, url=url, actor=self.people.organiser)
        return made.pk


def paths(places: Places, pattern: URLPattern) -> str:
    values = places.values(str(pattern.name))
    return reverse(str(pattern.name), kwargs={part: values[part] for part in pattern.pattern.converters})


SENT: dict[tuple[str, str], Any] = {
    ("event-me", "POST"): {"do": "check-in"},
    ("event-table", "POST"): {"do": "open"},
    ("event-board", "POST"): {"do": "open"},
    ("api-club-member", "POST"): {"act": "accept"},
    ("api-club-news", "POST"): {"title": "Come", "body": "All"},
    ("api-club-post", "PUT"): {"title": "Come", "body": "All"},
    ("api-club-seasons", "POST"): {"title": "Next", "starts": "2027-01-01", "ends": "2027-12-31"},
    ("api-club-season", "PUT"): {"title": "Next", "starts": "2027-01-01", "ends": "2027-12-31"},
}
"""What is sent where nothing would be refused before it is asked who sends it; elsewhere nothing is filled in."""


def ask(places: Places, who: str, method: str, name: str, path: str) -> Any:
    """The answer of an address to a visitor."""
    user = user_of(places, who)
    sent = SENT.get((name, method), {})
    if path.startswith("/api/"):
        client: Any = APIClient()
        client.force_authenticate(user)
        if method == "POST" and path.endswith((".csv", "/import", "/import-trf")):
            return client.post(path, {}, format="multipart")
        data = json.dumps(sent) if method != "GET" else ""
        return client.generic(method, path, data, content_type="application/json")
    client = Client()
    if user:
        client.force_login(user)
    return client.post(path, sent) if method == "POST" else client.generic(method, path)


def user_of(places: Places, who: str) -> Any:
    if who in ("", "player"):
        return places.player if who else None
    return getattr(places.people, who)


def let_in(answer: Any) -> bool:
    """Whether somebody was let in, whatever became of their request inside."""
    sent_to_log_in = answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    return not sent_to_log_in and answer.status_code not in (401, 403, 405)


@pytest.fixture
def places(people: SimpleNamespace) -> Places:
    return Places(people)


@pytest.mark.parametrize("who", WHO)
def test_who_comes_through_which_door(who: str, places: Places) -> None:
    wrong = []
    for pattern in PATTERNS:
        # Methods missing from the table are refused: tried with the most privileged visitors.
        for method in METHODS if who == "staff" else ROUTES[str(pattern.name)]:
            answer = ask(places, who, method, str(pattern.name), paths(places, pattern))
            wanted = bool(ROUTES[str(pattern.name)].get(method, frozenset()) & WHO[who])
            assert answer.status_code < 500, (pattern.name, method)
            if let_in(answer) != wanted:
                wrong.append(f"{who or 'nobody'} {method} {pattern.name}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", WHO)
def test_roles_at_the_event_are_those_they_walk_with(who: str, places: Places) -> None:
    found = access.roles_of(user_of(places, who) or AnonymousUser(), places.event, making.state_of(places.event))
    # The staff of the site edits every club, and acts as an organiser at events.
    assert set(found) | ({"club-editor"} if who == "staff" else set()) == WHO[who] & set(EVERYBODY)


# --- every act with every role


def acts_of(event: Tournament) -> Iterator[Any]:
    """An act of each type, about the first entrant and their table; most are invalid, which is checked later."""
    found = making.state_of(event)
    table, person = found.rounds[-1].paired.pairs[0].table, found.entrants[found.rounds[-1].paired.pairs[0].a].person
    entrant = found.rounds[-1].paired.pairs[0].a
    given: dict[str, Any] = {
        "title": "x", "terms": {"ruleset": "kt"}, "reason": "why", "entrant": entrant, "round": 2, "a": 1, "b": 2,
        "sha256": "0" * 64, "table": table, "to": 8, "minutes": 5, "game": str(uuid4()), "side": "a", "players": [1],
        "report": {}, "head": "0" * 64, "kind": "warning", "penalty": 1, "person": person, "role": "judge",
        "webhook": str(uuid4()), "does": "added", "match": 1, "accept": True,
        "category": "painting", "points": 100, "opponent": 2,
        "giver": entrant, "marks": [{"entrant": 1, "points": 100}], "groups": [[1, 1]],
    }  # fmt: skip
    for kind in get_args(Act):
        tag = tag_of(kind)
        wanted = {name: given[name] for name in kind.__struct_fields__ if name in given and name not in _LEFT_OUT}
        if tag == "ask-bye":
            wanted.pop("kind", None)
        if tag == "challenge":
            wanted["a"] = entrant
        if tag == "confirm":
            wanted["side"] = "a"
        if tag == "open-table":
            # With a reason it takes another's place: see `test_records`.
            wanted.pop("reason")
        yield read_act(json.dumps({"type": tag, **wanted}))


_OF_MATCHES = ("answer-challenge", "call-off")
"""Acts about a challenge, of which there is none here: see `tests/events/test_free_league`."""
_LEFT_OUT = {"standing", "lifted", "keep"}


@pytest.mark.parametrize("who", WHO)
def test_who_declares_which_act(who: str, places: Places, client_of: Callable[[str], Any]) -> None:
    """403 (401 for nobody) if the table says no; if it says yes the act is judged on its content."""
    event, wrong = places.event, []
    user, client = user_of(places, who), client_of("")
    client.force_authenticate(user)
    for act in acts_of(event):
        kind, number = tag_of(act), making.state_of(event).number
        sent = {"expected": number, "act": json.loads(canonical(act))}
        # previewed and not stored, so that the next one meets the same event
        answer = client.post(f"/api/events/{event.slug}/acts/preview", sent, format="json")
        wanted = bool(user) and _may(kind, who, sent["act"])
        if (answer.status_code not in (401, 403)) != wanted:
            wrong.append(f"{who or 'nobody'} {kind}: {answer.status_code} {answer.content[:90]!r}")
    assert not wrong, "\n".join(wrong)


def _may(kind: str, who: str, act: dict[str, Any]) -> bool:
    """Players act for themselves: somebody else's entry is not theirs, and registration is closed."""
    allowed = ACTS[kind] & WHO[who]
    desk = allowed - {"player", "club-editor", "spectator"}
    return bool(desk) or (bool(allowed) and kind not in ("register", *_OF_MATCHES) and "player" in allowed)


@pytest.mark.parametrize("kind", [kind for kind, roles in ACTS.items() if roles <= PLAYERS and "player" in roles])
def test_a_player_does_nothing_for_others(kind: str, places: Places, client_of: Callable[[str], Any]) -> None:
    pair = making.state_of(places.event).rounds[-1].paired.pairs[0]
    other = next(each for each in range(1, 9) if each not in (pair.a, pair.b))
    (act,) = [each for each in acts_of(places.event) if tag_of(each) == kind]
    sent = {"expected": making.state_of(places.event).number, "act": json.loads(canonical(act))}
    refused = client_of(f"p{other}").post(f"/api/events/{places.event.slug}/acts", sent, format="json")
    assert refused.status_code == 403, refused.content


@pytest.mark.parametrize("kind", [kind for kind, roles in ACTS.items() if roles == SITE])
def test_what_the_site_does_nobody_declares(kind: str, places: Places, client_of: Callable[[str], Any]) -> None:
    (act,) = [each for each in acts_of(places.event) if tag_of(each) == kind]
    sent = {"expected": making.state_of(places.event).number, "act": json.loads(canonical(act))}
    for who in ("organiser", "staff"):
        refused = client_of(who).post(f"/api/events/{places.event.slug}/acts", sent, format="json")
        assert refused.status_code == 403
