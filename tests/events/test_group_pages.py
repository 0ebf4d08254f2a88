"""The pages, files and API of groups, flights and pods, and the forms in which they are announced and drawn."""

from __future__ import annotations

import csv
import io
import json
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.contest.acts.entries import Drop
from gamelog.contest.acts.groups import AssignGroups, DrawGroups
from gamelog.contest.acts.results import Dispute
from gamelog.contest.acts.setting import CloseRegistration, Finish
from gamelog.contest.terms_stages import Stages
from gamelog.tournaments.models import Tournament
from tests.events.test_pages import RU, plain
from tests.events.test_terms_pages import at_field, send
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.django_db
API = "/api/events/in-groups"
NAMES = ("Ada", "Boris", "Clara", "Dmitri", "Eva", "Felix", "Galina", "Hugo", "Ivan")
CUT = Stages(groups=2, top=2, then="single-elimination")
FLIGHTS = Stages(groups=2, play="swiss", then="merged", merged_rounds=1)


def announced(
    people: SimpleNamespace, stages: Stages, count: int = 8, *, accounts: bool = False, **changes: Any
) -> Tournament:
    given: dict[str, Any] = {"tables": (), "half_byes": 0, "late_entry": 0, "format": "groups"} | changes
    made = making.announce(people.organiser, title="In groups", slug="in-groups", stages=stages, **given)
    players = [getattr(people, f"p{number}") for number in range(1, 9)] if accounts else NAMES[:count]
    making.register(made, *players)
    making.act(made, people.organiser, CloseRegistration())
    if given["format"] == "groups":
        making.act(made, people.organiser, DrawGroups())
    return made


def page(client: Client, part: str, **more: Any) -> str:
    return plain(text(client, f"/events/in-groups/{part}", **more))


def document(client: Client, address: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(client, address))
    return found


def test_every_output_has_the_groups(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, CUT)
    making.play_round(made)
    for part in ("", "print/standings/", "embed/?show=standings"):
        found = page(client, part)
        assert "Group A" in found and "Group B" in found, part
    assert "Группа A" in page(client, "", **RU)
    assert "Group A" in page(client, "rounds/1/")
    for part in ("print/1/pairings/", "embed/?show=pairings"):
        assert "Table Group" in page(client, part), part
    standings = document(client, "/events/in-groups/standings.json")
    assert [each["name"] for each in standings["groups"]] == ["A", "B"]
    assert standings["groups"][0]["places"][0]["entrant"] == 1
    assert [standings["entrants"][each]["group"] for each in ("1", "2")] == ["A", "B"]
    paired = document(client, "/events/in-groups/rounds/1.json")
    assert {each["group"] for each in paired["tables"]} == {"A", "B"}
    rows = list(csv.DictReader(io.StringIO(text(client, "/events/in-groups/standings.csv"))))
    assert {(row["number"], row["group"]) for row in rows} >= {("1", "A"), ("2", "B")}
    assert document(client, f"{API}/entrants")["entrants"][0]["group"] == "A"
    for part in ("print/standings.pdf", "print/1/pairings.pdf"):
        assert client.get(f"/events/in-groups/{part}").content.startswith(b"%PDF")
    client.force_login(people.organiser)
    assert "Group A · Group B" in page(client, "hall/")


def test_odd_groups_have_a_bye_each(client: Client, people: SimpleNamespace) -> None:
    making.play_round(announced(people, Stages(groups=3), count=9))
    found = page(client, "rounds/1/")
    assert found.count("bye") >= 3
    paired = document(client, "/events/in-groups/rounds/1.json")
    assert paired["bye"] is None and len(paired["pairing"]["paired"]["byes"]) == 3
    assert len(document(client, f"{API}/rounds/1")["byes"]) == 3


def test_the_report_file_says_what_it_leaves_out(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, CUT, count=7)
    for _round in range(3):
        making.play_round(made)
    assert "groups, which the file does not name" in text(client, f"{API}/trf")


def test_the_desk_says_what_comes_next(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, CUT)
    client.force_login(people.organiser)
    assert "Pair round 1" in page(client, "desk/")
    for _round in range(3):
        making.play_round(made)
    assert "Start the elimination" in page(client, "desk/")
    assert "4 ready to be paired" in page(client, "desk/")


def test_the_desk_asks_for_groups_before_the_first_round(client: Client, people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="In groups", slug="in-groups", format="groups", tables=(),
                           half_byes=0, late_entry=0, stages=Stages(groups=2, drawn="assigned"))  # fmt: skip
    making.register(made, *NAMES[:4])
    making.act(made, people.organiser, CloseRegistration())
    client.force_login(people.organiser)
    found = page(client, "desk/")
    assert "Put players into groups" in found and "4 players are in no group." in found
    assert "Draw the groups" not in page(client, "desk/groups/")
    sent = {"expected": str(made.number), "key": "", "group-1": "1", "group-2": "2", "group-3": "1", "group-4": "9"}
    answer = client.post("/events/in-groups/desk/groups/", sent)
    assert answer.status_code == 400 and "no group 9" in plain(answer.content.decode())
    assert answer.content.decode().count(" selected") == 3, "what was chosen stays"
    made.refresh_from_db()
    sent |= {"group-4": "2", "expected": str(made.number)}
    assert client.post("/events/in-groups/desk/groups/", sent).status_code == 302
    assert making.state_of(made).groups == {1: 1, 2: 2, 3: 1, 4: 2}
    assert "Pair round 1" in page(client, "desk/")
    stale = client.post("/events/in-groups/desk/groups/", {**sent, "group-1": "2", "was-1": "1", "expected": "3"})
    assert stale.status_code == 409


def test_an_event_without_groups_has_no_page_of_them(client: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser, title="Plain", slug="plain")
    client.force_login(people.organiser)
    assert client.get("/events/plain/desk/groups/").status_code == 404


def test_flights_have_common_standings_once_they_meet(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, FLIGHTS, rounds=2)
    for _round in range(2):
        making.play_round(made)
    client.force_login(people.organiser)
    assert "Pair round 3, all together" in page(client, "desk/")
    making.play_round(made)
    assert "Group A" in page(client, "")
    assert "Group A" not in page(client, "rounds/3/")
    making.act(made, people.organiser, Finish())
    assert making.state_of(made).phase == "finished"


def test_pods_are_drawn_place_by_place(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, Stages(pod=4), format="pods", rounds=1)
    making.play_round(made)
    client.force_login(people.organiser)
    assert "Form the pods" in page(client, "desk/")
    making.play_round(made)
    found = page(client, "rounds/2/")
    assert "Places 1–4" in found and "Places 5–8" in found
    making.play_round(made)
    tree = page(client, "tree/")
    assert "Places 5–8, round 2" in tree
    drawn = document(client, "/events/in-groups/bracket.json")["stages"]
    assert [(each["places"], each["within"]) for each in drawn] == [
        ("1–4", 1), ("1–4", 2), ("5–8", 1), ("5–8", 2),
    ]  # fmt: skip
    assert [each.place for each in making.state_of(made).settled.places] == list(range(1, 9))  # type: ignore[union-attr]


def test_a_dispute_marks_its_group_alone(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, CUT, accounts=True)
    making.play_round(made)
    state = making.state_of(made)
    pair = next(each for each in state.rounds[0].paired.pairs if state.groups[each.a] == 2)
    player = getattr(people, f"p{pair.b}")
    making.act(made, player, Dispute(round=1, table=pair.table, side="b", reason="not so"))
    unsure = document(client, "/events/in-groups/standings.json")["provisional"]
    assert unsure and {state.groups[int(each)] for each in unsure} == {2}


def test_a_value_is_explained_from_the_group_alone(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, CUT)
    for _round in range(3):
        making.play_round(made)
    making.act(made, people.organiser, Drop(entrant=8))
    for column in range(3):
        assert page(client, f"standings/1/{column}/")
        assert document(client, f"{API}/standings/1/{column}")["explanation"]["entrant"] == 1


# announcing


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "4 groups of 4. Everybody meets everybody in their group. Then 2 of each group qualify: "
             "single elimination of 8."),
        ({"best_next": "2", "top": "1", "capacity": "18"},
         "4 groups of 4–5. Everybody meets everybody in their group. Then 1 of each group qualifies and the 2 best "
         "next-placed: single elimination of 6."),
        ({"play": "swiss", "then": "merged", "merged_rounds": "2", "rounds": "3"},
         "4 groups of 4. 3 rounds of Swiss within each group. Then all play 2 rounds together, with the points they "
         "have."),
        ({"then": ""}, "4 groups of 4. Everybody meets everybody in their group. Each group has its own winner."),
        ({"format": "pods", "rounds": "3"},
         "3 rounds of Swiss, then places 1–4, 5–8 and so on are played out. Losers play on within their pod"),
    ],
)  # fmt: skip
def test_the_preview_says_what_the_format_is(
    client: Client, people: SimpleNamespace, sent: dict[str, str], sentence: str
) -> None:
    client.force_login(people.organiser)
    page = send(client, "/events/announce/", 200, title="Cup", do="preview", **{"format": "groups"} | sent)
    assert sentence in plain(page)


@pytest.mark.parametrize(
    ("field", "sent", "error"),
    [
        ("groups", {"groups": "1"}, "2 or more"),
        ("top", {"top": "0"}, "how many"),
        ("best_next", {"best_next": "5"}, "next place"),
        ("merged_rounds", {"then": "merged", "play": "swiss", "merged_rounds": "0"}, "how many rounds"),
        ("play", {"then": "merged", "merged_rounds": "2"}, "Swiss"),
        ("pod", {"format": "pods", "pod": "1"}, "2 or more"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(
    client: Client, people: SimpleNamespace, field: str, sent: dict[str, str], error: str
) -> None:
    client.force_login(people.organiser)
    answer = send(client, "/events/announce/", 400, title="Cup", **{"format": "groups"} | sent)
    assert error in at_field(answer, field)
    for name, value in sent.items():
        if name not in ("format", "then", "play"):
            assert re.search(rf'name="{name}"[^>]*value="{value}"|value="{value}"[^>]*name="{name}"', answer)


def test_an_announcement_in_groups_is_stored_without_what_it_does_not_use(
    client: Client, people: SimpleNamespace
) -> None:
    client.force_login(people.organiser)
    send(client, "/events/announce/", title="Cup", slug="cup", format="groups")
    assert making.state_of(Tournament.objects.get(slug="cup")).terms.stages == Stages(
        groups=4, top=2, then="single-elimination"
    )
    send(client, "/events/announce/", title="Bands", slug="bands", format="pods")
    assert making.state_of(Tournament.objects.get(slug="bands")).terms.stages == Stages(pod=4)
    send(client, "/events/announce/", title="Plain", slug="plain2", format="swiss")
    assert making.state_of(Tournament.objects.get(slug="plain2")).terms.stages == Stages()


def test_groups_can_be_assigned_while_registration_is_open(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="In groups", slug="in-groups", format="groups", tables=(),
                           half_byes=0, late_entry=0, stages=Stages(groups=2))  # fmt: skip
    making.register(made, *NAMES[:2])
    making.act(made, people.organiser, AssignGroups(((1, 1),)))
    assert making.state_of(made).groups == {1: 1}
