"""Clubs, players and ratings over HTTP; every answer is checked against the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

import rules
from gamelog.accounts.services import person_erase
from gamelog.clubs import ratings, services
from gamelog.clubs.models import Club, ClubAct, Membership, News, Rating
from gamelog.clubs.rating_scale import points
from gamelog.people.services import participant_of
from gamelog.seasons.models import Season
from tests.clubs.making import played
from tests.gamelog.contract import CheckedClient
from tests.restored import restored

pytestmark = pytest.mark.django_db

Of = Callable[[str], CheckedClient]
RULES = {"points": {"type": "places", "points": [2500, 1800]}, "counted": 1}


def sent(client: CheckedClient, method: str, path: str, body: Any = None) -> Any:
    return getattr(client, method)(f"/api/{path}", body, format="json")


def test_clubs(club: Club, client_of: Of) -> None:
    listed = client_of("").get("/api/clubs").json()["results"]
    assert [(each["slug"], each["members"]) for each in listed] == [("iron-hounds", 4)]
    assert client_of("").get("/api/clubs?q=riga").json()["results"] == []
    read = client_of("").get("/api/clubs/iron-hounds").json()
    assert (read["owner"], read["city"], read["members"]) == ("clara", "Tallinn", 4)
    assert client_of("").get("/api/clubs/nowhere").status_code == 404
    services.member_show(club=club, actor=club.owner, shown=False)
    assert client_of("").get("/api/clubs/iron-hounds").json()["owner"] == ""


def test_founding_and_changing(client_of: Of, people: SimpleNamespace) -> None:
    founded = sent(client_of("p1"), "post", "clubs", {"name": "Wolves", "city": "Riga"})
    assert founded.status_code == 201 and founded.json()["slug"] == "wolves"
    changed = sent(client_of("p1"), "patch", "clubs/wolves", {"about": "# Hello"})
    assert changed.status_code == 200 and (changed.json()["about"], changed.json()["city"]) == ("# Hello", "Riga")
    assert sent(client_of("p2"), "patch", "clubs/wolves", {"about": "x"}).status_code == 403
    assert sent(client_of(""), "post", "clubs", {"name": "x"}).status_code == 401
    assert sent(client_of("p1"), "post", "clubs", {"title": "x"}).status_code == 400
    taken = sent(client_of("p1"), "post", "clubs", {"name": "x", "slug": "wolves"})
    assert taken.status_code == 422 and (taken.json()["code"], taken.json()["path"]) == ("slug-taken", "$.slug")
    assert Club.objects.get().about == "# Hello"


def test_joining(club: Club, client_of: Of, people: SimpleNamespace) -> None:
    asked = sent(client_of("p5"), "post", "clubs/iron-hounds/join", {"shown": False}).json()
    assert asked == {"member": False, "asked": True, "role": "", "shown": False}
    person = participant_of(people.p5)
    waiting = client_of("p1").get("/api/clubs/iron-hounds/members").json()["requests"]
    assert [each["name"] for each in waiting] == ["p4", "p5"]
    address = f"clubs/iron-hounds/members/{person}"
    assert sent(client_of("p2"), "post", address, {"act": "accept"}).status_code == 403
    assert sent(client_of("p1"), "post", address, {"act": "accept"}).status_code == 204
    assert sent(client_of("p1"), "post", address, {"act": "dance"}).status_code == 400
    assert sent(client_of("p1"), "post", address, {"act": "editor"}).status_code == 403
    assert sent(client_of("editor"), "post", address, {"act": "editor"}).status_code == 204
    shown = sent(client_of("p5"), "post", "clubs/iron-hounds/join", {"shown": True}).json()
    assert shown == {"member": True, "asked": False, "role": "editor", "shown": True}
    assert sent(client_of("editor"), "post", address, {"act": "remove"}).status_code == 204
    assert sent(client_of("editor"), "post", address, {"act": "remove"}).json()["code"] == "no-member"
    assert sent(client_of("p2"), "post", "clubs/iron-hounds/leave").json()["member"] is False
    assert sent(client_of("editor"), "post", "clubs/iron-hounds/leave").status_code == 422
    owner = f"clubs/iron-hounds/members/{participant_of(people.p1)}"
    assert sent(client_of("editor"), "post", owner, {"act": "owner"}).status_code == 204
    assert Membership.objects.get(role="owner").user == people.p1


def test_members_who_are_not_shown(club: Club, client_of: Of) -> None:
    def names(reader: str) -> list[str]:
        return [each["name"] for each in client_of(reader).get("/api/clubs/iron-hounds/members").json()["members"]]

    assert names("") == names("p2") == ["clara", "p1", "p2"]
    assert names("p1") == names("staff") == ["clara", "p1", "p2", "p3"]


def test_news(club: Club, client_of: Of) -> None:
    post = sent(client_of("p1"), "post", "clubs/iron-hounds/news", {"title": "Come", "body": "**All**"})
    assert post.status_code == 201 and post.json()["author"] == "p1"
    address = f"clubs/iron-hounds/news/{post.json()['id']}"
    assert sent(client_of("p2"), "put", address, {"title": "x", "body": "x"}).status_code == 403
    assert sent(client_of("p1"), "put", address, {"title": "Come all", "body": "x"}).json()["title"] == "Come all"
    assert sent(client_of("p1"), "put", address, {"title": "", "body": "x"}).status_code == 422
    assert [each["title"] for each in client_of("").get("/api/clubs/iron-hounds/news").json()["news"]] == ["Come all"]
    assert sent(client_of("p2"), "delete", address).status_code == 403
    assert sent(client_of("p1"), "delete", address).status_code == 204
    assert sent(client_of("p1"), "delete", address).status_code == 404 and not News.objects.exists()


def test_a_season(season: Season, client_of: Of) -> None:
    (listed,) = client_of("").get("/api/clubs/iron-hounds/seasons").json()["seasons"]
    assert (listed["slug"], listed["rules"]["counted"]) == ("season-2026", 1)
    assert [(each["event"], each["weight"]) for each in listed["events"]] == [
        ("spring-cup", 100), ("summer-cup", 150), ("winter-cup", 100),
    ]  # fmt: skip
    table = client_of("").get("/api/clubs/iron-hounds/seasons/season-2026/standings").json()
    assert [(row["place"], row["name"], row["cells"][0]["exact"]) for row in table["rows"]] == [
        (1, "p6", "75/2"), (2, "p5", "27"), (3, "p8", "45/2"), (4, "p7", "18"), (5, "Walter Walk-In", "12"),
    ]  # fmt: skip
    assert [column["id"] for column in table["columns"]] == ["total", "event-wins", "best-place"]
    assert [(each["event"], each["counted"]) for each in table["rows"][0]["results"]] == [
        ("spring-cup", False), ("summer-cup", True),
    ]  # fmt: skip
    assert client_of("").get("/api/clubs/iron-hounds/seasons/none/standings").status_code == 404


def test_setting_a_season(season: Season, client_of: Of) -> None:
    body = {"title": "Short", "starts": "2026-03-01", "ends": "2026-04-01", "rules": RULES,
            "events": [{"event": "spring-cup", "weight": 200}]}  # fmt: skip
    made = sent(client_of("p1"), "post", "clubs/iron-hounds/seasons", body)
    assert made.status_code == 201 and made.json()["slug"] == "short"
    address = "clubs/iron-hounds/seasons/short"
    changed = sent(client_of("p1"), "put", address, {**body, "events": []})
    assert changed.status_code == 200 and changed.json()["events"] == []
    before = ClubAct.objects.count()
    for wrong, status in (
        ({"title": "x"}, 400), ({**body, "events": [{"event": "nothing"}]}, 400), ({**body, "starts": "May"}, 400),
        ({**body, "rules": {"tiebreaks": ["coin"]}}, 400), ({**body, "ends": "2026-02-01"}, 422),
        ({**body, "rules": {"points": {"type": "places", "points": [1, 2]}}}, 422),
    ):  # fmt: skip
        assert sent(client_of("p1"), "put", address, wrong).status_code == status, wrong
    assert sent(client_of("p2"), "put", address, body).status_code == 403
    assert sent(client_of("p2"), "delete", address).status_code == 403
    assert ClubAct.objects.count() == before
    assert sent(client_of("p1"), "delete", address).status_code == 204
    assert sent(client_of("p1"), "delete", address).status_code == 404


@pytest.fixture
def rated(people: SimpleNamespace, files: Sequence[rules.GameFile]) -> None:
    def rate() -> None:
        a, b, c = people.p1, people.p2, people.p3
        played(files, [(a, b), (b, c), (c, a), (a, b), (b, c), (a, c)], people.organiser)
        ratings.work_all("kt")

    restored("rated", rate)


def test_ratings_ask_no_more_for_a_longer_list(
    people: SimpleNamespace, client_of: Of, django_assert_max_num_queries: Any
) -> None:
    for at, mu in enumerate((9, 8, 8, 8, 5, 4, 3, 2), 1):
        person = participant_of(getattr(people, f"p{at}"))
        Rating.objects.create(
            person_id=person, ruleset="kt", mu=mu, sigma=0, ordinal=0, games=1, at=timezone.now()
        )  # fmt: skip
    with django_assert_max_num_queries(4):
        rows = client_of("").get("/api/ratings?ruleset=kt&after=2").json()["ratings"]
    assert [row["place"] for row in rows] == [2, 2, 5, 6, 7, 8]


def test_ratings(rated: None, people: SimpleNamespace, client_of: Of) -> None:
    found = client_of("").get("/api/ratings?ruleset=kt").json()
    stored = Rating.objects.order_by("-mu", "-games", "person")
    told = [(row["person"], row["rating"], row["mu"], row["sigma"], row["ordinal"]) for row in found["ratings"]]
    assert told == [(r.person_id, points(r.mu), r.mu, r.sigma, r.ordinal) for r in stored]
    assert (found["model"], found["next"]) == ("plackett-luce@1", None)
    first = client_of("").get("/api/ratings?ruleset=kt&limit=2").json()
    rest = client_of("").get(f"/api/ratings?ruleset=kt&limit=2&after={first['next']}").json()
    assert first["ratings"] + rest["ratings"] == found["ratings"] and rest["next"] is None
    assert [row["place"] for row in found["ratings"]] == [ratings.place_of(row) for row in stored]
    assert client_of("").get("/api/ratings?ruleset=kt&after=99").json()["ratings"] == []
    for wrong in ("", "?ruleset=chess", "?ruleset=kt&limit=x", "?ruleset=kt&after=-1"):
        assert client_of("").get(f"/api/ratings{wrong}").status_code == 400


def test_a_player(rated: None, season: Season, people: SimpleNamespace, client_of: Of) -> None:
    person = participant_of(people.p1)
    found = client_of("").get(f"/api/players/{person}").json()
    assert found["name"] == "p1" and sum(found["games"].values()) == 4
    assert {each["name"]: len(each["games"]) for each in found["versus"]} == {"p2": 2, "p3": 2}
    assert all(army["rate"] == "" for army in found["armies"]), "too few games"
    history = client_of("").get(f"/api/players/{person}/ratings").json()
    (rating,) = history["ratings"]
    assert len(rating["history"]) == rating["games"] == 4
    assert all(rating["history"][-1][key] == rating[key] for key in ("rating", "mu", "sigma", "ordinal"))
    events = client_of("").get(f"/api/players/{participant_of(people.p5)}").json()["events"]
    assert [(each["event"], each["place"], each["field"]) for each in events] == [
        ("summer-cup", 2, 4), ("spring-cup", 1, 4),
    ]  # fmt: skip
    for path in ("p0", f"{participant_of(people.outsider)}"):
        assert client_of("").get(f"/api/players/{path}").status_code == 404
        assert client_of("").get(f"/api/players/{path}/ratings").status_code == 404


def test_nobody_is_named_after_being_erased(
    rated: None, season: Season, people: SimpleNamespace, client_of: Of
) -> None:
    services.news_publish(club=season.club, actor=people.p1, title="Come", body="All")
    ids = {name: participant_of(getattr(people, name)) for name in ("p1", "p5")}
    for name in ids:
        person_erase(user=getattr(people, name), by=None)
    paths = [
        "clubs", "clubs/iron-hounds", "clubs/iron-hounds/members", "clubs/iron-hounds/news",
        "clubs/iron-hounds/seasons", "clubs/iron-hounds/seasons/season-2026/standings", "ratings?ruleset=kt",
        *(f"players/{person}" for person in ids.values()), *(f"players/{person}/ratings" for person in ids.values()),
    ]  # fmt: skip
    told = {path: client_of("staff").get(f"/api/{path}").content.decode() for path in paths}
    assert not [path for path, said in told.items() if '"p1"' in said or '"p5"' in said]
    assert '"erased player"' in told["ratings?ruleset=kt"] and '"erased player"' in told["clubs/iron-hounds/news"]
