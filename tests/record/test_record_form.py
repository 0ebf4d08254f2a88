"""Whatever is chosen in the form of a ruleset, the game begins and both sides muster, or a question is marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from frontend.record import forces, setting_fields, table_choices
from gamelog.games import selectors
from gamelog.games.models import Event, Game, Roster
from tests.record.conftest import FILES

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_the_form_as_it_is_offered_begins_the_game_with_both_forces(
    ruleset: str, ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, ruleset, against="here", roster_over="pick", rival_over="pick")
    answer = ada_client.post("/record/", said)
    assert answer.status_code == 302, answer.context["form"].errors
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.pk}/table/"
    assert list(game.events.values_list("type", "by")) == [("begin", "table"), ("muster", "a"), ("muster", "b")]
    assert set(selectors.position_at(game, game.number).sides) == {"a", "b"}
    assert {seat.side: seat.user for seat in game.seats.all()} == {"a": ada, "b": None}


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_whoever_has_no_roster_begins_with_ready_ones(ruleset: str, ada: User, ada_client: Client) -> None:
    form = ada_client.get("/record/", {"ruleset": ruleset}).context["form"]
    said = {name: form[name].value() for name in form.fields if not name.endswith("_file")}
    said = {name: "" if value in (None, False) else "on" if value is True else str(value)
            for name, value in said.items()}  # fmt: skip
    mine, theirs = [*forces.ready(ruleset)][:2]
    assert (said["roster"], said["rival"]) == (mine, "")
    said = {**said, "rival": theirs, "against": "here", "roster_over": "pick", "rival_over": "pick"}
    answer = ada_client.post("/record/", {**said, "ruleset": ruleset, "do": "open", "key": "k"})
    assert answer.status_code == 302, answer.context["form"].errors
    names = [forces.ready(ruleset)[each][0] for each in (mine, theirs)]
    assert [seat.name for seat in Game.objects.get().seats.order_by("side")] == names
    # They are one's own from then on, and come first.
    assert {each.name for each in Roster.objects.filter(owner=ada)} == set(names)
    again = ada_client.get("/record/", {"ruleset": ruleset}).context["form"]
    assert again["roster"].value() in {str(each.pk) for each in Roster.objects.filter(owner=ada)}


def test_a_ready_roster_that_is_none_is_refused(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", against="here")
    for name in ("ready:../../settings.py", "ready:reed-banner.txt"):
        answer = ada_client.post("/record/", {**said, "roster": name})
        assert answer.status_code == 400 and "roster" in answer.context["form"].errors
    assert not Game.objects.exists()


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_table_that_is_offered_can_be_begun_with(
    ruleset: str, ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    form = ada_client.get("/record/", {"ruleset": ruleset}).context["form"]
    tables = [value for value, _name in form.fields["table"].choices]
    assert len(tables) > 1
    for at, table in enumerate(tables):
        said = answers(ada_client, ada, ruleset, table=table, key=f"k{at}", roster_over="pick")
        assert ada_client.post("/record/", said).status_code == 302
        begun = selectors.position_at(Game.objects.order_by("-created")[0], 1).table
        assert begun.mapped == (table not in (table_choices.NO_MAP, table_choices.SKETCH))
        assert begun.sketch == (table == table_choices.SKETCH)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_chosen_the_game_begins_or_a_question_is_marked(
    ruleset: str, data: st.DataObject, ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, ruleset, against="here", roster_over="pick", rival_over="pick")
    form = ada_client.get("/record/", {"ruleset": ruleset}).context["form"]
    for key in data.draw(st.sets(st.sampled_from(sorted({*form.settings, "table", "dice", "policy", "points"})))):
        said[key] = data.draw(_any(form.fields[key]), label=key)
    said["key"] = data.draw(st.uuids().map(str), label="sent once")
    games, events = Game.objects.count(), Event.objects.count()
    answer = ada_client.post("/record/", said)
    if answer.status_code == 302:
        game = Game.objects.order_by("-created")[0]
        # Where the site rolls, its commitment comes first.
        assert [kind for kind in game.events.values_list("type", flat=True) if kind != "commit"] == [
            "begin", "muster", "muster",
        ]  # fmt: skip
    else:
        errors = answer.context["form"].errors
        assert answer.status_code == 400
        assert errors and set(errors) <= set(form.fields)
        assert (Game.objects.count(), Event.objects.count()) == (games, events)


def _any(field: object) -> st.SearchStrategy[str]:
    """Something that a browser could send for a field."""
    choices = [str(value) for value, _name in getattr(field, "choices", ())]
    if choices:
        return st.sampled_from(choices)
    least, most = getattr(field, "min_value", None), getattr(field, "max_value", None)
    if least is not None and most is not None:
        return st.integers(least, most).map(str)
    return st.sampled_from(["", "nonsense", "HQ 1-2, Troops 2-6"])


def test_a_form_without_a_roster_marks_the_roster(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "kt", roster="", rival="", against="here")
    answer = ada_client.post("/record/", said)
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"roster", "rival"}
    assert not Game.objects.exists()


def test_a_force_that_is_too_large_marks_its_own_roster_and_leaves_nothing(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    answer = ada_client.post("/record/", answers(ada_client, ada, "wh40k", points="10"))
    assert set(answer.context["form"].errors) == {"roster"}
    # The event of the table had been stored by then: it went with the rest.
    assert not Game.objects.exists()
    assert not Event.objects.exists()


def test_a_second_tap_leads_to_the_game_of_the_first(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "wh40k")
    assert ada_client.post("/record/", said)["Location"] == ada_client.post("/record/", said)["Location"]
    assert Game.objects.count() == 1


def test_a_typed_list_is_read_and_shown_before_anything_begins(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    text = FILES["wh40k"][0].read_text()
    said = answers(ada_client, ada, "wh40k", roster="", roster_text=text, do="read", points="400")
    answer = ada_client.post("/record/", said)
    assert answer.status_code == 200
    read = answer.context["sides"]["roster"]["read"]
    assert (read.roster.name, read.roster.owner) == ("Ferry Guard", ada)
    assert answer.context["form"]["points"].value() == "400"
    assert "Ferry Guard" in answer.content.decode()
    assert not Game.objects.exists()


def test_a_list_that_cannot_be_read_says_why_beside_its_question(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    answer = ada_client.post("/record/", answers(ada_client, ada, "kt", roster="", roster_text="three men in a boat"))
    assert answer.status_code == 400
    assert "The file cannot be read" in answer.content.decode()
    assert not Game.objects.exists()


def test_dice_of_the_site_are_committed_to_before_the_table_stands(opened: Callable[..., Game]) -> None:
    game = opened(dice="server")
    assert list(game.events.values_list("type", flat=True)) == ["commit", "begin", "muster"]
    assert game.provenance == "server"


def test_an_option_is_in_the_record_only_if_it_differs_from_the_default(opened: Callable[..., Game]) -> None:
    game = opened(**{"kt.game.round-count": "6"})
    assert selectors.position_at(game, 1).options == {"kt.game.round-count": 6}
    assert game.policy == "declared"


def test_who_begins_a_game_says_how_late_spectators_see_it_and_changes_it_later(
    opened: Callable[..., Game], ada_client: Client, boris: User
) -> None:
    form = ada_client.get("/record/", {"ruleset": "kt"}).context["form"]
    assert [each for each, _words in form.fields["delay"].choices] == [0, 2, 5, 10, 15]
    game = opened(delay="5")
    assert game.delay == 5
    table, stranger = f"/games/{game.pk}/table/", Client()
    assert '<option value="5" selected>5 minutes later</option>' in ada_client.get(table).content.decode()
    stranger.force_login(boris)
    assert 'value="delay"' not in stranger.get(table).content.decode()
    assert stranger.post(table, {"do": "delay", "delay": "0"}).status_code == 403
    assert ada_client.post(table, {"do": "delay", "delay": "3"}).status_code == 403
    assert Game.objects.get().delay == 5
    assert ada_client.post(table, {"do": "delay", "delay": "0"}).status_code == 302
    assert Game.objects.get().delay == 0


def test_a_delay_that_is_not_offered_is_marked(
    ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    answer = ada_client.post("/record/", answers(ada_client, ada, "kt", roster_over="pick", delay="240"))
    assert answer.status_code == 400 and "delay" in answer.context["form"].errors
    assert answer.context["form"].more_wrong(), "what is wrong is not folded away"
    assert not Game.objects.exists()


def test_nobody_begins_a_game_without_an_account(client: Client) -> None:
    assert client.get("/record/")["Location"] == "/accounts/login/?next=/record/"
    assert client.post("/record/", {"ruleset": "kt"}).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_option_is_asked_in_russian_too(ruleset: str) -> None:
    with translation.override("ru"):
        for setting in setting_fields.settings_of(rules.load(ruleset)):
            assert gettext(setting.text) != setting.text


@pytest.mark.parametrize("policy, begins", [("declared", True), ("enforced", False)])
def test_a_force_that_is_too_large_is_fielded_only_if_that_is_meant_and_recorded_as_declared(
    policy: str, begins: bool, ada: User, ada_client: Client, answers: Callable[..., dict[str, str]]
) -> None:
    said = answers(ada_client, ada, "wh40k", points="10", roster_over="anyway", rival="", policy=policy)
    answer = ada_client.post("/record/", said)
    assert (answer.status_code == 302) is begins
    assert Game.objects.exists() is begins
