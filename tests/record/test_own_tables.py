"""Tables of one's own over HTTP: a battle begins on one, one is kept, and what is wrong is said in words."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from gamelog.games import own_tables, selectors, services
from gamelog.games.models import Event, Game, OwnTable
from rules import drawn
from rules.drawn import Piece, Plan
from tests.record.at_the_table import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
STEPS = 40 if os.environ.get("GAMELOG_LONG") else 16
WALL = Piece("t1", "wall", 1000, 1000, 500, 50, 500)
YARD = Plan(3000, 2200, "short-edges", (WALL, Piece("t2", "container", 2000, 1200, 500, 250, 250, 45)))


def sent(plan: Plan) -> str:
    return msgspec.json.encode(plan).decode()


def everything(system: str, deployment: str) -> Plan:
    """A table of the usual size with one of each piece between the zones, every other one turned."""
    palette = rules.load(system).palette
    usual = drawn.usual(palette)
    middle = usual.depth // 2
    pieces: list[Piece] = []
    for at, kind in enumerate(palette.pieces):
        long = min(kind.width, 400) if kind.storey == 0 else kind.width
        x = 500 + (usual.width - 1000) * at // max(1, len(palette.pieces) - 1)
        letter = {"r": "r1", "t": f"t{at + 1}"}[kind.letter]
        made = Piece(letter, kind.key, x, middle + (150 if at % 2 else -150), long, min(kind.depth, 400), kind.height,
                     45 if at % 2 else 0, kind.floor)  # fmt: skip
        owner = next((each.id for each in pieces if each.kind == "door"), "") if kind.of else ""
        pieces.append(msgspec.structs.replace(made, of=owner))
    if system == "cod":
        places = (("r2", 1200, 1200), ("r3", 3600, 3600))
        pieces += [Piece(key, "ruin", x, y, 800, 700, 300, 45) for key, x, y in places]
    plan = msgspec.structs.replace(usual, deployment=deployment, pieces=tuple(pieces))
    assert list(drawn.faults(palette, plan)) == []
    return plan


@pytest.fixture
def begin(ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]) -> Callable[..., Any]:
    """Sends the form with a table of one's own; both sides are on this phone."""

    def call(system: str, plan: Plan | str, **changed: str) -> Any:
        text = plan if isinstance(plan, str) else sent(plan)
        said = answers(ada_client, ada, system, roster_over="pick", rival_over="pick", against="here", table="own",
                       plan=text, **changed)  # fmt: skip
        return ada_client.post("/record/", said)

    return call


@pytest.mark.parametrize("system, deployment", [
    (system, each.key) for system in rules.RULESETS for each in rules.load(system).palette.deployments
] + [("cod", ""), ("kt", ""), ("necro", "")])  # fmt: skip
def test_a_battle_begins_on_a_table_of_ones_own_and_goes_on(
    system: str, deployment: str, begin: Callable[..., Any], ada_client: Client
) -> None:
    plan = everything(system, deployment)
    answer = begin(system, plan)
    assert answer.status_code == 302, answer.context["form"].errors
    game = Game.objects.get()
    table = selectors.position_at(game, 1).table
    assert table == drawn.table_of(rules.load(system), plan)
    phone = Phone(ada_client, game)
    seen = list(phone.play(STEPS))
    assert phone.refused == []
    assert len(seen) == STEPS
    game.refresh_from_db()
    found = rules.verify(game.rules, selectors.events_of(game))
    assert [each for each in found if each.severity != "advice"] == []


@pytest.mark.parametrize("ruins", [0, 1])
def test_a_city_with_few_ruins_goes_on_too(ruins: int, begin: Callable[..., Any], ada_client: Client) -> None:
    city = Plan(4800, 4800, "", tuple([Piece("r1", "ruin", 2400, 2400, 800, 700, 600)][:ruins]))
    assert begin("cod", city).status_code == 302
    phone = Phone(ada_client, Game.objects.get())
    seen = list(phone.play(STEPS // 2))
    assert (len(seen), phone.refused) == (STEPS // 2, [])


def test_the_stream_is_what_any_program_would_have_sent(begin: Callable[..., Any], ada: User) -> None:
    assert begin("kt", YARD).status_code == 302
    drawn_here = Game.objects.get()
    table = drawn.table_of(rules.load("kt"), YARD)
    other = services.game_create(owner=ada, ruleset="kt")
    body = rules.canonical({"by": "table", "action": {"type": "begin", "table": msgspec.to_builtins(table)}})
    declaration = rules.read_declaration(rules.load("kt"), body)
    services.event_append(game_id=other.pk, expected=0, declaration=declaration, actor=ada)
    first, second = (json.loads(game.events.get(number=1).body) for game in (drawn_here, other))
    assert (first["action"], first["effects"]) == (second["action"], second["effects"])


@pytest.mark.parametrize("piece, said", [
    ({"x": 100}, "Ruin wall 1 would hang over the edge of the table"),
    ({"width": 5}, "Ruin wall 1: width has to be from 0.1″ to 30″."),
    ({"height": 9900}, "Ruin wall 1: height has to be from 0.01″ to 24″."),
    ({"turn": 20}, "Ruin wall 1 can be turned by 45° at a time."),
    ({"kind": "castle"}, "castle 1: choose one of the offered values for kind."),
    ({"name": "Augusta"}, "Augusta: choose one of the offered values for name."),
    ({"id": "t2"}, "another piece has the same number"),
    ({"id": "one"}, "Ruin wall 1 has no usable number"),
    ({"of": "t2"}, "Ruin wall 1: choose the door that it belongs to."),
])  # fmt: skip
def test_what_is_wrong_is_said_of_the_piece_and_nothing_is_stored(
    piece: dict[str, Any], said: str, begin: Callable[..., Any]
) -> None:
    wrong = msgspec.structs.replace(YARD, pieces=(msgspec.structs.replace(WALL, **piece), *YARD.pieces[1:]))
    answer = begin("kt", wrong, keep_name="Yard")
    assert answer.status_code == 400
    assert said in " ".join(answer.context["form"].errors["table"])
    assert not Game.objects.exists() and not Event.objects.exists() and not OwnTable.objects.exists()
    # What was drawn is there again.
    assert json.loads(answer.context["form"]["plan"].value()) == json.loads(sent(wrong))


@pytest.mark.parametrize("plan, said", [
    ("nonsense", "could not be read"),
    ('{"width": 3000}', "could not be read"),
    ('{"width": 3000, "depth": 2200, "colour": "red"}', "could not be read"),
    ('{"width": 100, "depth": 2200}', "The table: width has to be from 20″ to 60″."),
    ('{"width": 3000, "depth": 2200, "deployment": "diagonal"}',
     "The table: choose one of the offered values for deployment."),
])  # fmt: skip
def test_what_is_wrong_with_the_table_itself_is_said(plan: str, said: str, begin: Callable[..., Any]) -> None:
    answer = begin("kt", plan)
    assert answer.status_code == 400
    assert said in " ".join(answer.context["form"].errors["table"])
    assert not Game.objects.exists()


def test_what_a_scenario_needs_is_said_beside_the_table_or_the_option(begin: Callable[..., Any]) -> None:
    bare = drawn.usual(rules.load("necro").palette)
    answer = begin("necro", bare, **{"necro.core.result": "1"})
    assert answer.status_code == 400
    assert "generator" in " ".join(answer.context["form"].errors["necro.core.result"])
    assert not Game.objects.exists()


def test_pieces_are_called_in_the_language_of_whoever_draws(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", roster_over="pick", rival="", table="own", plan=sent(YARD))
    assert ada_client.post("/record/", said, headers={"accept-language": "ru"}).status_code == 302
    table = selectors.position_at(Game.objects.get(), 1).table
    assert [piece.name for piece in table.terrain] == ["Стена руин 1", "Контейнер 1"]


# keeping


def test_a_table_is_kept_as_the_battle_begins_and_chosen_at_the_next(
    begin: Callable[..., Any], ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    assert begin("kt", YARD, keep_name="  The  yard ").status_code == 302
    kept = OwnTable.objects.get()
    assert (kept.owner, kept.ruleset, kept.name) == (ada, "kt", "The yard")
    page = ada_client.get("/record/", {"ruleset": "kt", "table": str(kept.pk)})
    assert page.context["form"]["table"].value() == str(kept.pk)
    assert "The yard" in page.content.decode()
    assert page.context["form"].editor()["plans"][str(kept.pk)]["pieces"][1]["turn"] == 45
    said = answers(ada_client, ada, "kt", roster_over="pick", rival="", table=str(kept.pk), key="again")
    assert ada_client.post("/record/", said).status_code == 302
    first, second = (selectors.position_at(game, 1).table for game in Game.objects.order_by("created"))
    assert first == second


def test_a_table_is_kept_before_anything_begins(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", table="own", plan=sent(YARD), keep_name="Yard", do="keep", points="100")
    answer = ada_client.post("/record/", said)
    assert answer.status_code == 200
    assert not Game.objects.exists()
    form = answer.context["form"]
    assert form["table"].value() == str(OwnTable.objects.get().pk)
    assert form["points"].value() == "100"
    assert "Saved as “Yard”." in answer.content.decode()
    # The same name again is the same table, drawn anew.
    bare = msgspec.structs.replace(YARD, pieces=())
    ada_client.post("/record/", {**said, "plan": sent(bare)})
    assert own_tables.plan_read(OwnTable.objects.get().plan) == bare


@pytest.mark.parametrize("changed, why", [
    ({"keep_name": "   "}, "Give the table a name of up to 60 characters."),
    ({"keep_name": "x" * 61}, "Give the table a name of up to 60 characters."),
    ({"keep_name": "Yard", "plan": "{}"}, "could not be read"),
    ({"keep_name": "Yard", "plan": '{"width":3000,"depth":99}'}, "The table: depth has to be"),
])  # fmt: skip
def test_why_a_table_is_not_kept(
    changed: dict[str, str], why: str, ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", **{"table": "own", "plan": sent(YARD), "do": "keep", **changed})
    answer = ada_client.post("/record/", said)
    assert answer.status_code == 400
    assert why in " ".join(answer.context["unkept"])
    assert not OwnTable.objects.exists()


def test_somebody_who_keeps_as_many_as_there_may_be_deletes_one_first(
    begin: Callable[..., Any], ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_tables, "MOST_TABLES", 1)
    own_tables.table_keep(owner=ada, ruleset="kt", name="First", plan=YARD)
    answer = begin("kt", YARD, keep_name="Second")
    assert answer.status_code == 400
    assert "delete one first" in " ".join(answer.context["form"].errors["keep_name"])
    # The table had been stored with the game by then: it went with the rest.
    assert not Game.objects.exists() and OwnTable.objects.count() == 1
    assert begin("kt", YARD, keep_name="First", key="other").status_code == 302


def test_only_its_owner_sees_renames_and_deletes_a_table(ada: User, ada_client: Client, boris: User) -> None:
    kept, new = own_tables.table_keep(owner=ada, ruleset="kt", name="Yard", plan=YARD)
    other, _ = own_tables.table_keep(owner=ada, ruleset="kt", name="Dock", plan=YARD)
    assert new
    page, stranger = "/record/tables/", Client()
    assert stranger.get(page).status_code == 302
    staff = User.objects.create_superuser("marshal")
    for user in (boris, staff):
        stranger.force_login(user)
        assert "Yard" not in stranger.get(page).content.decode()
        assert "Yard" not in stranger.get("/record/", {"ruleset": "kt", "table": str(kept.pk)}).content.decode()
        for do in ("rename", "delete"):
            assert stranger.post(page, {"table": str(kept.pk), "do": do, "name": "Mine"}).status_code == 404
    assert "Yard" in ada_client.get(page).content.decode()
    taken = ada_client.post(page, {"table": str(kept.pk), "do": "rename", "name": "Dock"})
    assert taken.status_code == 400
    assert "Another table of yours has this name." in taken.content.decode()
    assert ada_client.post(page, {"table": str(kept.pk), "do": "rename", "name": "Old yard"}).status_code == 302
    assert set(OwnTable.objects.values_list("name", flat=True)) == {"Old yard", "Dock"}
    assert ada_client.post(page, {"table": str(other.pk), "do": "delete"}).status_code == 302
    assert OwnTable.objects.get().name == "Old yard"
    assert ada_client.post(page, {"table": str(kept.pk), "do": "burn"}).status_code == 404
    assert ada_client.post(page, {"table": "nonsense", "do": "delete"}).status_code == 404


def test_a_kept_table_that_the_rules_no_longer_know_is_not_offered(ada: User, ada_client: Client) -> None:
    kept, _ = own_tables.table_keep(owner=ada, ruleset="kt", name="Yard", plan=YARD)
    OwnTable.objects.update(plan=sent(YARD).replace("container", "castle"))
    form = ada_client.get("/record/", {"ruleset": "kt"}).context["form"]
    assert str(kept.pk) not in dict(form.fields["table"].choices)


def test_what_comes_of_a_table_is_looked_at_while_it_is_drawn(ada_client: Client, client: Client) -> None:
    address = "/record/tables/look/"
    found = ada_client.post(address, {"ruleset": "kt", "plan": sent(YARD)}).json()
    assert [zone["id"] for zone in found["zones"]] == ["west", "east"]
    assert found["wrong"] == []
    off = msgspec.structs.replace(YARD, pieces=(msgspec.structs.replace(WALL, y=0),))
    (wrong,) = ada_client.post(address, {"ruleset": "kt", "plan": sent(off)}).json()["wrong"]
    assert (wrong["at"], wrong["field"]) == (0, "y")
    assert ada_client.post(address, {"ruleset": "kt", "plan": "x"}).json()["wrong"][0]["said"]
    assert ada_client.post(address, {"ruleset": "chess", "plan": "{}"}).status_code == 404
    assert client.post(address, {"ruleset": "kt", "plan": "{}"}).status_code == 302
    assert not OwnTable.objects.exists()


@pytest.mark.parametrize("system", rules.RULESETS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_ready_table_has_a_name_and_a_picture_with_its_size(
    system: str, language: str, ada_client: Client
) -> None:
    page = ada_client.get("/record/", {"ruleset": system}, headers={"accept-language": language})
    ready = rules.load(system).palette.ready
    tables = page.context["form"].tables()
    assert [each["choice"].name for each in tables] == [each.name.fill(language, {}) for each in ready]  # type: ignore[arg-type]
    for each, one in zip(tables, ready, strict=True):
        about = one.about.fill(language, {})  # type: ignore[arg-type]
        assert f'aria-label="{each["choice"].size}: {about}"' in page.content.decode()
