"""Names of people do not enter the record: what is refused, where, and in which words; and what is not a name."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

import rules
from gamelog.games import demo, services
from gamelog.games.models import Event, Game
from gamelog.games.names import refuse_names
from gamelog.people import names
from rules.kernel.sheet import Roster
from rules.kt import roster as kt_roster
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.django_db
KT = rules.load("kt")
MUSTER = 1
"""The second event of the battle: the first side musters."""


def mustered(battle: rules.GameFile, **changes: Any) -> rules.Declaration[Any]:
    """The muster of the battle with other members of its roster."""
    plain = msgspec.to_builtins(battle.events[MUSTER].declaration())
    for path, value in changes.items():
        at = plain["action"]["roster"]
        *way, last = path.split("__")
        for step in way:
            at = at[int(step)] if step.isdecimal() else at[step]
        at[last] = value
    return rules.read_declaration(KT, json.dumps(plain))


@pytest.fixture
def begun(table: Game, append: Any, battle: rules.GameFile) -> Game:
    append(table, battle.events[0].declaration())
    return table


@pytest.mark.storage
@pytest.mark.parametrize(
    "changes, path",
    [
        ({"name": "Adalovel's host"}, "$.action.roster.name"),
        ({"name": "The host of ADALOVEL"}, "$.action.roster.name"),
        ({"models__0__name": "Augusta"}, "$.action.roster.models[0].name"),
        ({"models__2__name": "Sir lovelace-king"}, "$.action.roster.models[2].name"),
        ({"models__2__name": "King Augusta  Lovelace-King"}, "$.action.roster.models[2].name"),
        ({"notes": ["painted by Boris"]}, "$.action.roster.notes[0]"),
        ({"extra": {"list": ["x", {"who": "marshal"}]}}, "$.action.roster.extra.list[1].who"),
        ({"extra": {"adalovel": 1}}, "$.action.roster.extra.adalovel"),
        ({"models__0__id": "adalovel"}, "$.action.roster.models[0].id"),
    ],
)
def test_a_name_is_refused_with_its_path(
    begun: Game, append: Any, battle: rules.GameFile, changes: dict[str, Any], path: str
) -> None:
    with pytest.raises(rules.Malformed) as refused:
        append(begun, mustered(battle, **changes))
    assert refused.value.path == path
    assert "a record is for ever" in refused.value.reason
    assert "give it another name" in refused.value.reason
    assert Event.objects.filter(game=begun).count() == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Adalovelian guard"},
        {"name": "Carol's host"},  # people outside this game
        {"models__0__abilities": [{"name": "Augusta", "text": "As Boris the marshal said, adalovel hits on 2+."}]},
        {"faction": "Marshal"},
        {"models__0__type": "Marshal", "models__0__name": "Marshal Kane"},
        {"models__1__keywords": ["BORIS"], "name": "Boris Warband"},
    ],
)
def test_what_the_game_prints_is_no_name(
    begun: Game, append: Any, battle: rules.GameFile, changes: dict[str, Any]
) -> None:
    append(begun, mustered(battle, **changes))
    assert Event.objects.filter(game=begun).count() == 2


def test_names_of_two_letters_are_left_out(people: SimpleNamespace, battle: rules.GameFile, append: Any) -> None:
    people.boris.first_name = "Bo"
    people.boris.save()
    game = services.game_create(owner=people.marshal, ruleset="kt", seats={"a": people.boris})
    append(game, battle.events[0].declaration())
    append(game, mustered(battle, name="Bo Warband"))


def test_words_that_a_model_in_play_prints_are_no_names(
    recorded: Game, people: SimpleNamespace, append: Any, battle: rules.GameFile
) -> None:
    """A player whose name is a type of model may write notes about such models."""
    state = rules.fold(KT, battle.events[:20])
    note = rules.read_declaration(
        KT, b'{"by":"a","action":{"type":"fact","model":"a:1","ability":"x","changes":[],"note":"the Votary fell"}}'
    )
    User.objects.filter(pk=people.boris.pk).update(username="votary")
    refuse_names(note, recorded, people.marshal, state)
    with pytest.raises(rules.Malformed, match="'Votary' is the name"):
        refuse_names(note, recorded, people.marshal, rules.empty(KT))


def test_a_side_is_not_called_by_a_name(people: SimpleNamespace, battle: rules.GameFile, table: Game) -> None:
    begin = battle.events[0].declaration()
    for by, refused in (("Augusta", True), ("adalovel", True), ("a", False)):
        named = msgspec.structs.replace(begin, by=by)
        if refused:
            with pytest.raises(rules.Malformed) as error:
                refuse_names(named, table, people.marshal, rules.empty(KT))
            assert error.value.path == "$.by"
        else:
            refuse_names(named, table, people.marshal, rules.empty(KT))


@pytest.mark.parametrize("name", ["table", "server", "west", "wall", "muster", "begin"])
def test_words_of_the_record_itself_are_no_names(
    people: SimpleNamespace, battle: rules.GameFile, append: Any, name: str
) -> None:
    """A player called West can still play on a table with a west edge."""
    player = User.objects.create_user(name, last_name=name.title())
    game = services.game_create(owner=people.marshal, ruleset="kt", seats={"a": player})
    for event in battle.events[:3]:
        append(game, event.declaration())


@pytest.mark.parametrize("of", ["owner", "seat", "actor"])
def test_owner_seats_and_who_declares_are_the_people_of_a_game(people: SimpleNamespace, battle: Any, of: str) -> None:
    other = User.objects.create_user("wilhelmina", is_staff=True)
    owner = other if of == "owner" else people.marshal
    game = services.game_create(owner=owner, ruleset="kt", seats={"b": other if of == "seat" else None})
    actor = other if of == "actor" else people.marshal
    state = rules.empty(KT)
    with pytest.raises(rules.Malformed):
        refuse_names(mustered(battle, name="For Wilhelmina!"), game, actor, state)


def test_every_place_is_said_at_once(begun: Game, append: Any, battle: rules.GameFile) -> None:
    with pytest.raises(rules.Malformed) as refused:
        append(begun, mustered(battle, name="adalovel", models__1__name="Boris", notes=["write to a.b@example.org"]))
    reason = refused.value.reason
    for place in ("$.action.roster.name", "$.action.roster.models[1].name", "$.action.roster.notes[0]"):
        assert place in reason + refused.value.path


def test_the_api_says_the_same(begun: Game, people: SimpleNamespace, battle: rules.GameFile, append: Any) -> None:
    declaration = mustered(battle, models__0__name="Augusta")
    with pytest.raises(rules.Malformed) as refused:
        append(begun, declaration)
    client = CheckedClient()
    client.force_authenticate(people.ada)
    body = {**msgspec.to_builtins(declaration), "expected": 1}
    answer = client.post(f"/api/games/{begun.pk}/events", json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    said = answer.json()
    assert (said["path"], said["detail"]) == (refused.value.path, refused.value.reason)
    body["action"]["roster"]["models"][0]["name"] = "Precentor Vael"
    assert (
        client.post(f"/api/games/{begun.pk}/events", json.dumps(body), content_type="application/json").status_code
        == 201
    )


@pytest.mark.parametrize(
    "text",
    [
        "mail me: ada.lovelace+games@mail.example.co.uk!", "<bob@example.org>", "ada@пример.рф",
        "+44 20 7946 0958", "call +7 (912) 345-67-89", "8 (912) 345-67-89", "89123456789", "8 912 345 67 89",
        "0171 1234567", "(0171) 123 45 67", "01 23 45 67 89", "555-123-4567", "tel.+1-555-123-4567",
    ],
)  # fmt: skip
def test_contact_data_is_seen(text: str) -> None:
    assert list(names.contact(text))


@pytest.mark.parametrize(
    "text",
    [
        "2D6", "12\" move, 4+ save", "roll 3 4 5 6 1 2 3 4 5 6", "10 20 30 40 50", "125 250 500 1000 points",
        "2026-11-21 10:00:00", "21.11.2026 10:30", "2026-11-21T10:00:00Z", "+1 to hit, +2 to wound, -1 AP",
        "7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11", "00000000-0000-0000-0000-000000000001",
        "e3b0c44298fc1c149afbf4c8996fb924",
        "version 1.2.3.4", "@ the table", "a @ b", "5 x 10 = 50", "(2) (3) (4)", "D3+3", "0.5", "1/2/3/4/5/6/7/8/9/10",
        "M 6 WS 3+ BS 3+ S 4 T 4 W 1 A 1 Ld 7 Sv 3+",
    ],
)  # fmt: skip
def test_what_games_print_is_no_contact_data(text: str) -> None:
    assert not list(names.contact(text))


def test_contact_data_is_refused_also_in_printed_texts(begun: Game, append: Any, battle: rules.GameFile) -> None:
    texts = [{"name": "Bolter", "text": "ask bob@example.org"}]
    with pytest.raises(
        rules.Malformed, match=r"models\[0\].abilities\[0\].text: 'bob@example.org' looks like an e-mail"
    ):
        append(begun, mustered(battle, models__0__abilities=texts))


def test_checking_a_long_text_is_linear() -> None:
    for text in ("a" * 400_000 + "@", "a@" * 200_000, "1" * 400_000, "0 11 " * 80_000, "+1 (" * 100_000):
        list(names.contact(text))


def test_deep_json_is_walked() -> None:
    deep: Any = "adalovel"
    for _ in range(5000):
        deep = [deep]
    (found,) = names.texts({"extra": deep})[1:]
    assert found.text == "adalovel"


def test_acts_of_the_battle_ask_the_database_nothing(
    recorded: Game, people: SimpleNamespace, battle: rules.GameFile, django_assert_num_queries: Any
) -> None:
    """Hundreds of events per game hold no free text; only those that do cost a query."""
    state = rules.empty(KT)
    with django_assert_num_queries(0):
        for event in battle.events:
            if event.action.__struct_config__.tag not in ("muster", "begin"):
                refuse_names(event.declaration(), recorded, people.marshal, state)


@pytest.mark.parametrize("account", [account[0] for account in demo.ACCOUNTS])
def test_the_demo_rosters_name_no_demo_account(account: str, demo_files: list[Path]) -> None:
    for path in demo_files:
        known = names.pattern([account])
        assert known
        plain = msgspec.to_builtins(kt_roster.load(path))
        assert not [each for each in names.texts(plain) if known.search(each.text)]


def test_real_rosters_hold_nothing_that_looks_like_contact_data(shared: Path) -> None:
    found = {}
    for path in sorted((shared / "data" / "rosters" / "kill-team").iterdir()):
        if path.suffix in (".ros", ".rosz"):
            roster: Roster = kt_roster.load(path)
            found[path.name] = [
                hit for each in names.texts(msgspec.to_builtins(roster)) for hit in names.contact(each.text)
            ]
    assert len(found) >= 10
    assert not [hits for hits in found.values() if hits]
