"""The API of rounds and tables: pairings with their inputs, recomputed, as a trial; games of tables."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest

import rules
from gamelog.contest.acts.results import Clear
from gamelog.contest.acts.rounds import MoveTable, OpenTable, RePair
from gamelog.contest.effects import RoundPaired
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.check import check
from gamelog.contest.pairing.request import Paired, Request
from gamelog.contest.stream import read_entry
from gamelog.games import services as games
from gamelog.tournaments.models import Act, TableGame, Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db

Clients = Callable[[str], Any]
NEXT = "/rounds/next/preview"


def get(client: Any, event: Tournament, path: str) -> Any:
    return client.get(f"/api/events/{event.slug}{path}")


def post(client: Any, event: Tournament, path: str, sent: Any = None) -> Any:
    return client.post(f"/api/events/{event.slug}{path}", sent or {}, format="json")


# --- rounds


def test_a_round_with_names_and_results(filled: Tournament, client_of: Clients) -> None:
    shown = get(client_of(""), filled, "/rounds/2").json()
    state = making.state_of(filled)
    assert [(each["table"], each["a"]["entrant"], each["b"]["entrant"]) for each in shown["seats"]] == [
        (pair.table, pair.a, pair.b) for pair in state.rounds[1].paired.pairs
    ]
    first = shown["seats"][0]
    a, b = first["a"]["entrant"], first["b"]["entrant"]
    assert (first["a"]["name"], first["terrain"]) == (f"p{a}", f"Ruins {first['table']}")
    assert first["result"]["standing"] == "confirmed"
    assert first["shown"] == "{} : {}".format(*making.expected_score(a, b))
    assert (shown["missing"], shown["bye"], shown["seed"]) == ([], None, f"{state.seed}/2")
    assert shown["rule_set"]["en"]
    making.act(filled, filled.owner, Clear(round=2, table=first["table"], reason="the wrong table"))
    again = get(client_of(""), filled, "/rounds/2").json()
    assert (again["seats"][0]["result"], again["missing"]) == (None, [str(first["table"])])


def test_anybody_can_make_the_pairing_again(filled: Tournament, client_of: Clients) -> None:
    """Using only the data at this address."""
    shown = get(client_of(""), filled, "/rounds/2").json()
    request, paired = msgspec.convert(shown["request"], Request), msgspec.convert(shown["paired"], Paired)
    assert check(request, paired) == ()


def test_a_bye_is_shown(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    making.register(event, people.p1, people.p2, "Ann")
    making.pair_round(event)
    shown = get(client_of(""), event, "/rounds/1").json()
    assert shown["bye"] == {"entrant": 3, "board": 0, "name": "Ann"}


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_round_that_is_not_paired(number: int, filled: Tournament, client_of: Clients) -> None:
    for path in (f"/rounds/{number}", f"/rounds/{number}/recompute"):
        assert get(client_of(""), filled, path).status_code == 404


def test_a_pairing_is_recomputed(filled: Tournament, client_of: Clients) -> None:
    for number in (1, 2):
        answer = get(client_of(""), filled, f"/rounds/{number}/recompute").json()
        shown = get(client_of(""), filled, f"/rounds/{number}").json()
        assert (answer["same"], answer["differences"]) == (True, [])
        assert (answer["request"], answer["paired"]) == (shown["request"], shown["paired"])


def test_a_re_pairing_is_recomputed_also_when_a_table_moved(filled: Tournament, client_of: Clients) -> None:
    making.pair_round(filled)
    a, *others = [each.a for each in making.state_of(filled).rounds[2].paired.pairs]
    again = RePair(round=3, reason="a wrong list", by_hand=((a, others[0]),), lifted=("rematch",))
    making.act(filled, filled.owner, again)
    making.act(filled, filled.owner, MoveTable(round=3, table=first(filled)[0], to=99, reason="a broken lamp"))
    answer = get(client_of(""), filled, "/rounds/3/recompute").json()
    assert answer["same"] is True, answer
    assert {a, others[0]} in [{each["a"], each["b"]} for each in answer["paired"]["pairs"]]


def test_a_pairing_that_was_tampered_with_is_found(filled: Tournament, client_of: Clients) -> None:
    found = get(client_of(""), forged(filled), "/rounds/1/recompute").json()
    assert found["same"] is False
    assert found["differences"][0].startswith("Table 1 is ")


def forged(event: Tournament) -> Tournament:
    """A copy of an event, put into the database by hand, with two opponents exchanged."""
    copy = Tournament.objects.create(
        owner=event.owner, slug="forged", title="Forged", phase="running", number=event.number, head=event.head
    )
    at = making.state_of(event).rounds[0].act
    Act.objects.bulk_create(
        Act(tournament=copy, number=row.number, body=_exchanged(row.body) if row.number == at else row.body)
        for row in event.acts.order_by("number")
    )
    return copy


def _exchanged(body: str) -> str:
    stored = read_entry(body)
    assert stored.pairing
    first, second, *others = stored.pairing.paired.pairs
    pairs = (msgspec.structs.replace(first, b=second.b), msgspec.structs.replace(second, b=first.b), *others)
    paired = msgspec.structs.replace(stored.pairing.paired, pairs=pairs)
    effects = tuple(
        msgspec.structs.replace(each, paired=paired) if isinstance(each, RoundPaired) else each
        for each in stored.effects
    )
    return msgspec.structs.replace(stored, effects=effects).bytes().decode()


# --- the next round, tried


def test_the_next_pairing_is_tried(filled: Tournament, client_of: Clients) -> None:
    before = filled.number
    tried = post(client_of("scorekeeper"), filled, NEXT)
    assert tried.status_code == 200, tried.content
    assert tried.json()["round"] == 3
    assert making.state_of(filled).number == before
    making.pair_round(filled)
    assert get(client_of(""), filled, "/rounds/3").json()["paired"] == tried.json()["paired"]


def test_missing_results_are_named(filled: Tournament, client_of: Clients) -> None:
    making.act(filled, filled.owner, Clear(round=2, table=3, reason="the wrong table"))
    refused = post(client_of("organiser"), filled, NEXT)
    assert (refused.status_code, refused.json()["code"]) == (422, "missing-results")
    assert refused.json()["facts"] == {"missing": ["3"]}
    assert post(client_of("organiser"), filled, NEXT, {"reason": "they went home"}).status_code == 200


def test_where_no_pairing_exists_it_says_what_to_lift(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    making.register(event, people.p1, people.p2)
    making.play_round(event)
    refused = post(client_of("judge"), event, NEXT)
    assert refused.status_code == 403, "a judge of another event"
    refused = post(client_of("organiser"), event, NEXT)
    assert (refused.status_code, refused.json()["code"]) == (422, "no-pairing")
    assert refused.json()["facts"]["lifts"][0] == {"constraint": "rematch", "cost": 1}
    lifted = post(client_of("organiser"), event, NEXT, {"lifted": ["rematch"]})
    assert lifted.json()["paired"]["notes"][0] == "rematch:1-2"


@pytest.mark.parametrize(
    ("sent", "path"), [({"lifted": ["gravity"]}, "$.lifted[0]"), ({"force": True}, "$"), ({"reason": 1}, "$.reason")]
)
def test_a_malformed_try_says_where(sent: Any, path: str, filled: Tournament, client_of: Clients) -> None:
    refused = post(client_of("organiser"), filled, NEXT, sent)
    assert (refused.status_code, refused.json()["path"]) == (400, path)


@pytest.mark.parametrize("name", ["", "outsider", "p1"])
def test_only_the_desk_tries(name: str, filled: Tournament, client_of: Clients) -> None:
    assert post(client_of(name), filled, NEXT).status_code == (403 if name else 401)


# --- tables


def first(event: Tournament) -> tuple[int, int, int]:
    """The first table of the last round, and who plays there."""
    pair = making.state_of(event).rounds[-1].paired.pairs[0]
    return pair.table, pair.a, pair.b


def test_a_player_opens_the_table_s_game(filled: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    _, a, b = first(filled)
    opened = post(client_of(f"p{a}"), filled, "/tables/2/1")
    assert opened.status_code == 200, opened.content
    game = TableGame.objects.get(tournament=filled, round=2, table=1).game
    assert opened.json()["game"] == {"id": str(game.pk), "swapped": False}
    assert dict(game.seats.values_list("side", "user__username")) == {"a": f"p{a}", "b": f"p{b}"}
    again = post(client_of(f"p{b}"), filled, "/tables/2/1")
    assert again.json() == opened.json() == get(client_of(""), filled, "/tables/2/1").json()
    assert get(client_of(""), filled, "/rounds/2").json()["seats"][0]["game"]["id"] == str(game.pk)


@pytest.mark.parametrize("name", ["", "outsider", "another"])
def test_nobody_else_opens_it(name: str, filled: Tournament, client_of: Clients) -> None:
    another = next(number for number in range(1, 9) if number not in first(filled)[1:])
    client = client_of(f"p{another}" if name == "another" else name)
    assert post(client, filled, "/tables/2/1").status_code == (403 if name else 401)
    assert not TableGame.objects.exists()


@pytest.mark.parametrize("path", ["/tables/9/1", "/tables/2/99", "/tables/2/1/1", "/tables/0/1"])
def test_a_table_where_nobody_plays(path: str, filled: Tournament, client_of: Clients) -> None:
    assert get(client_of(""), filled, path).status_code == 404
    refused = post(client_of("organiser"), filled, path)
    assert refused.status_code == 422
    assert refused.json()["code"] in ("no-round", "no-table", "no-board")


def test_a_finished_game_is_tied_and_its_result_read(
    filled: Tournament, people: SimpleNamespace, client_of: Clients, battle: rules.GameFile,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    making.pair_round(filled)
    table, a, b = first(filled)
    with django_capture_on_commit_callbacks(execute=True):
        game = played(people, battle, a, b)
        tied = post(client_of(f"p{a}"), filled, f"/tables/3/{table}", {"game": str(game.pk)})
    assert tied.status_code == 200, tied.content
    result = get(client_of(""), filled, f"/tables/3/{table}").json()["result"]
    assert (result["standing"], result["game"]) == ("verified", str(game.pk))


def played(people: SimpleNamespace, battle: rules.GameFile, a: int, b: int) -> Any:
    game = games.game_import(data=battle.dump(), owner=people.organiser).game
    for side, number in (("a", a), ("b", b)):
        game.seats.update_or_create(side=side, defaults={"user": getattr(people, f"p{number}")})
    return game


def test_an_empty_seat_is_nobodys(people: SimpleNamespace, client_of: Clients) -> None:
    made = making.announce(people.organiser, rounds=1, late_entry=0)
    making.register(made, people.p1, "Zoe")
    making.pair_round(made)
    pair = making.state_of(made).rounds[0].paired.pairs[0]
    alone = games.game_create(owner=people.p1, ruleset="kt", seats={"a" if pair.a == 1 else "b": people.p1})
    refused = post(client_of("p1"), made, f"/tables/1/{pair.table}", {"game": str(alone.pk)})
    assert refused.json()["code"] == "not-its-game", "who has no account sits in no seat"


def test_the_game_of_others_is_not_mine(
    filled: Tournament, people: SimpleNamespace, client_of: Clients, battle: rules.GameFile
) -> None:
    making.pair_round(filled)
    table, a, b = first(filled)
    # the same players on the other sides: the act has to say that they are swapped
    game = played(people, battle, b, a)
    path, sent = f"/tables/3/{table}", {"game": str(game.pk)}
    refused = post(client_of(f"p{a}"), filled, path, sent)
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "not-its-game", "$.game")
    other = games.game_create(owner=people.organiser, ruleset="kt", seats={"a": people.p15, "b": people.p16})
    assert post(client_of(f"p{a}"), filled, path, {"game": str(other.pk)}).json()["code"] == "not-its-game"
    assert post(client_of(f"p{a}"), filled, path, {"game": str(uuid4())}).json()["code"] == "no-game"
    strange = games.game_create(owner=people.organiser, ruleset="wh40k")
    assert post(client_of("organiser"), filled, path, {"game": str(strange.pk)}).json()["code"] == "other-ruleset"
    private = games.game_create(owner=people.outsider, ruleset="kt", public=False)
    assert post(client_of("organiser"), filled, path, {"game": str(private.pk)}).json()["code"] == "no-game"
    assert not TableGame.objects.exists()
    swapped = post(client_of(f"p{a}"), filled, path, sent | {"swapped": True})
    assert swapped.json()["game"] == {"id": str(game.pk), "swapped": True}
    # the desk may tie a game without players in its seats
    second, third = (pair.table for pair in making.state_of(filled).rounds[2].paired.pairs[1:3])
    assert post(client_of("scorekeeper"), filled, f"/tables/3/{second}", {"game": str(other.pk)}).status_code == 200
    taken = post(client_of("organiser"), filled, f"/tables/3/{third}", {"game": str(other.pk)})
    assert (taken.status_code, taken.json()["code"]) == (422, "already")


def test_an_act_ties_no_game_of_others_either(filled: Tournament, people: SimpleNamespace) -> None:
    making.pair_round(filled)
    table, a, _ = first(filled)
    other = games.game_create(owner=people.organiser, ruleset="kt", seats={"a": people.p15, "b": people.p16})
    for game in (str(other.pk), str(uuid4()), "no game at all"):
        with pytest.raises(Refused):
            making.act(filled, getattr(people, f"p{a}"), OpenTable(round=3, table=table, game=game))
    assert not TableGame.objects.exists()


@pytest.mark.parametrize("sent", [{"game": "x"}, {"game": 7}, {"swapped": "yes"}, {"table": 1}])
def test_a_malformed_opening_says_where(sent: Any, filled: Tournament, client_of: Clients) -> None:
    refused = post(client_of("organiser"), filled, "/tables/2/1", sent)
    assert refused.status_code == 400
    assert refused.json()["path"] in ("$.game", "$.swapped", "$")


def test_boards_of_a_match(teams: Tournament, client_of: Clients) -> None:
    before = get(client_of(""), teams, "/tables/1/1/2").json()
    assert before["a"]["board"] == 0, "nobody knows yet who plays there"
    assert before["a"]["name"] in ("Aquila", "Basilisk", "Cerberus", "Draco")
    making.choose_all(teams, 1, 1)
    after = get(client_of(""), teams, "/tables/1/1/2").json()
    pair = making.state_of(teams).rounds[0].pair_at(1)
    assert pair
    chosen = making.state_of(teams).rounds[0].captains["1"].games[1]
    assert after["a"] == {"entrant": pair.a, "board": chosen.a, "name": f"p{3 * (pair.a - 1) + chosen.a}"}
    assert post(client_of("organiser"), teams, "/tables/1/1/2").json()["game"]
    assert len(get(client_of(""), teams, "/rounds/1").json()["seats"]) == 6
