"""The pages of battles from paper: the form without JavaScript, the sheet, corrections, and the lists they stand in."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.accounts.services import person_erase
from gamelog.games.models import Roster
from gamelog.people.services import guest_create
from gamelog.sheets import selectors, services
from gamelog.sheets.models import Sheet, SheetAct
from gamelog.sheets.wanted import SheetWanted, units_of

pytestmark = pytest.mark.django_db

Browsers = Callable[[str], Client]
FILLED = {
    "ruleset": "kt", "key": "k", "round_count": "4", "a_me": "on", "b_name": "Boris the Bold", "winner": "by-points",
    "played": "2026-05-31", "points": "125", "public": "on", "do": "save",
    "a_round_1": "1", "b_round_1": "0", "a_round_2": "2", "b_round_2": "5",
    "a_army": "Choir", "b_lost": "3/10 Archers\n2x Ogre\nCaptain",
}  # fmt: skip


def entered(client: Client, **changed: str) -> Any:
    said = {**FILLED, **changed}
    return client.post("/record/paper/", {name: value for name, value in said.items() if value})


def refused(client: Client, field: str, words: str, **changed: str) -> None:
    answer = entered(client, **changed)
    assert answer.status_code == 400 and not Sheet.objects.exists()
    assert words in " ".join(answer.context["form"].errors.get(field, [])), answer.context["form"].errors
    assert words in answer.content.decode()


def test_the_way_leads_from_recording_to_the_form(browser_of: Browsers) -> None:
    ada = browser_of("ada")
    assert 'href="/record/paper/"' in ada.get("/record/").content.decode()
    assert 'href="/record/paper/"' in ada.get("/me/").content.decode()
    systems = ada.get("/record/paper/").content.decode()
    assert "Which game did you play?" in systems and "?ruleset=necro" in systems
    assert browser_of("").get("/record/paper/").status_code == 302


def test_a_battle_is_entered_with_what_is_there_already(browser_of: Browsers, people: SimpleNamespace) -> None:
    answer = entered(browser_of("ada"))
    sheet = Sheet.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/sheets/{sheet.pk}/"
    now = selectors.view_of(sheet).now
    assert now.battle.rounds == ((1, 0), (2, 5)), "empty rounds at the end do not count"
    assert [(each.unit, each.lost, each.of) for each in now.words.b.lost] == [
        ("Archers", 3, 10), ("Ogre", 2, 0), ("Captain", 1, 0)
    ]  # fmt: skip
    assert (sheet.a, sheet.b, now.words.b.name) == (people.ada, None, "Boris the Bold")
    page = browser_of("").get(answer["Location"]).content.decode()
    assert "Entered afterwards from paper by ada" in page and "nothing was verified" in page
    assert "Boris the Bold won." in page and "3 of 10 lost" in page and "has no account here" in page
    assert "verified</" not in page.replace("nothing was verified.", "")


def test_the_form_begins_with_sensible_values(browser_of: Browsers) -> None:
    form = browser_of("ada").get("/record/paper/?ruleset=kt").context["form"]
    assert (form.rounds, form["points"].value(), form["a_me"].value(), form["public"].value()) == (4, 125, True, True)
    assert form["winner"].value() == "by-points" and form["played"].value()
    city = browser_of("ada").get("/record/paper/?ruleset=cod").content.decode()
    assert '<option value="Firesweep">' in city


def test_a_second_tap_enters_nothing_more(browser_of: Browsers) -> None:
    first, again = entered(browser_of("ada")), entered(browser_of("ada"))
    assert first["Location"] == again["Location"] and Sheet.objects.count() == 1
    assert "other answers" in entered(browser_of("ada"), points="1").content.decode()


@pytest.mark.parametrize(
    "field, words, changed",
    [
        (
            "a_round_1",
            "score of at least one round",
            {"a_round_1": "", "b_round_1": "", "a_round_2": "", "b_round_2": ""},
        ),
        ("a_round_2", "whole number", {"a_round_2": "many"}),
        ("a_name", "who played this side", {"a_me": ""}),
        ("b_name", "who played this side", {"b_name": ""}),
        ("b_name", "not both", {"b_player": "boris"}),
        ("b_player", "has this user name", {"b_name": "", "b_player": "nobody"}),
        ("b_player", "against yourself", {"b_name": "", "b_player": "ada"}),
        ("b_name", "e-mail", {"b_name": "b@example.org"}),
        ("b_lost", "more than", {"b_lost": "5/3 Archers"}),
        ("b_lost", "from 1 to 1000", {"b_lost": "0 Archers"}),
        ("b_lost", "No more than 100", {"b_lost": "Archers\n" * 101}),
        ("played", "today or earlier", {"played": "2999-01-01"}),
        ("played", "valid date", {"played": "soon"}),
        ("winner", "valid choice", {"winner": "c"}),
        ("note", "at most 2000", {"note": "x" * 2001}),
    ],
)
def test_bad_input_is_named_beside_its_field(
    browser_of: Browsers, field: str, words: str, changed: dict[str, str]
) -> None:
    words = {"more than": "lost than the unit had"}.get(words, words)
    refused(browser_of("ada"), field, words, **changed)


def test_rounds_are_added_and_taken_away_without_javascript(browser_of: Browsers) -> None:
    ada = browser_of("ada")
    more = entered(ada, do="more", b_name="")
    assert more.status_code == 200 and more.context["form"].rounds == 5 and not more.context["form"].errors
    assert more.context["form"]["b_round_2"].value() == "5"
    assert entered(ada, do="fewer", round_count="1").context["form"].rounds == 1
    assert entered(ada, do="more", round_count="30").context["form"].rounds == 30
    assert entered(ada, do="more", round_count="x" * 5000).context["form"].rounds == 5
    assert not entered(ada, do="units", a_me="").context["form"]["a_me"].value()
    assert not Sheet.objects.exists()


def test_units_of_a_roster_are_chosen(browser_of: Browsers, roster: Roster) -> None:
    ada, (unit, count) = browser_of("ada"), next(iter(units_of(roster).items()))
    shown = entered(ada, do="units", a_roster=str(roster.pk)).content.decode()
    assert f"{unit}, of {count}" in shown
    refused(ada, "a_unit_0", "less than or equal", a_roster=str(roster.pk), a_unit_0=str(count + 1))
    refused(ada, "a_lost", "no such unit", a_roster=str(roster.pk), a_lost="Nobody")
    entered(ada, a_roster=str(roster.pk), a_unit_0="1")
    side = selectors.view_of(Sheet.objects.get()).now.words.a
    assert (side.lost[0].unit, side.lost[0].lost, side.lost[0].of) == (unit, 1, count) and roster.name in side.army


def test_a_roster_of_somebody_else_cannot_be_chosen(browser_of: Browsers, roster: Roster) -> None:
    answer = entered(browser_of("boris"), a_roster=str(roster.pk))
    assert answer.status_code == 302 and roster.name not in selectors.view_of(Sheet.objects.get()).now.words.a.army


def test_the_other_side_finds_it_among_their_games_and_confirms(browser_of: Browsers) -> None:
    address = entered(browser_of("ada"), b_name="", b_player="boris")["Location"]
    boris = browser_of("boris")
    assert "needs your answer" in boris.get("/me/").content.decode()
    assert "needs your answer" not in browser_of("ada").get("/me/").content.decode()
    page = boris.get(address).content.decode()
    assert "Yes, that is how it was" in page and "Withdraw" not in page
    assert "Yes, that is how it was" not in browser_of("ada").get(address).content.decode()
    assert "Correct the sheet" not in browser_of("carol").get(address).content.decode()
    assert boris.post(address, {"do": "confirm", "version": "1"}).status_code == 302
    assert Sheet.objects.get().standing == "confirmed"
    me = boris.get("/me/").content.decode()
    assert "confirmed by both sides" in me and "needs your answer" not in me


def test_who_may_not_act_is_refused(browser_of: Browsers, sheet: Sheet) -> None:
    address = f"/sheets/{sheet.pk}/"
    for name in ("carol", ""):
        for do in ("confirm", "dispute", "withdraw", "nothing"):
            answer = browser_of(name).post(address, {"do": do, "version": "1", "reason": "No."})
            assert answer.status_code == 403
    assert browser_of("boris").post(address, {"do": "withdraw", "reason": "No."}).status_code == 403
    assert browser_of("carol").get(f"{address}correct/").status_code == 403
    assert SheetAct.objects.count() == 1


def test_guests_have_no_page_for_it(people: SimpleNamespace) -> None:
    guest = Client()
    guest.force_login(guest_create("Gus"))
    assert guest.get("/record/paper/?ruleset=kt").status_code == 403
    assert entered(guest).status_code == 403 and not Sheet.objects.exists()


def test_an_objection_needs_a_reason_and_is_shown(browser_of: Browsers, sheet: Sheet) -> None:
    boris, address = browser_of("boris"), f"/sheets/{sheet.pk}/"
    empty = boris.post(address, {"do": "dispute", "version": "1", "reason": " "})
    assert empty.status_code == 400 and "Give a short reason." in empty.content.decode()
    boris.post(address, {"do": "dispute", "version": "1", "reason": "I had <four>."})
    page = browser_of("").get(address).content.decode()
    assert "objects: I had &lt;four&gt;." in page and "disputed" in page


def test_a_correction_keeps_the_earlier_version(browser_of: Browsers, sheet: Sheet) -> None:
    boris, address = browser_of("boris"), f"/sheets/{sheet.pk}/"
    form = boris.get(f"{address}correct/").context["form"]
    said = {name: str(form[name].value() or "") for name in form.fields}
    assert "b_player" not in said and (said["a_lost"], said["mission"]) == ("2/5 Singer", "Sweep & Clear")
    said |= {"round_count": "3", "version": "1", "b_round_3": "4", "reason": "Four it was.", "do": "save"}
    wrong = boris.post(f"{address}correct/", {**said, "reason": ""})
    assert wrong.status_code == 400 and SheetAct.objects.count() == 1
    assert boris.post(f"{address}correct/", said).status_code == 302
    now, before = boris.get(address), boris.get(f"{address}?version=1")
    assert now.context["sides"][1].total == 6 and "Four it was." in now.content.decode()
    assert before.context["sides"][1].total == 5 and "earlier version" in before.content.decode()
    assert "31 May 2026" in before.content.decode()
    assert "Yes, that is how it was" not in before.content.decode()
    assert boris.get(f"{address}?version=2").status_code == 200
    assert boris.get(f"{address}?version=7").status_code == 404
    stale = browser_of("ada").post(address, {"do": "confirm", "version": "1"})
    assert stale.status_code == 409 and "corrected in the meantime" in stale.content.decode()
    again = boris.post(f"{address}correct/", {**said, "b_round_3": "9"})
    assert again.status_code == 400 and "corrected in the meantime" in again.content.decode()


def test_who_entered_it_corrects_who_played(browser_of: Browsers, sheet: Sheet, people: SimpleNamespace) -> None:
    ada, address = browser_of("ada"), f"/sheets/{sheet.pk}/correct/"
    form = ada.get(address).context["form"]
    said = {name: str(form[name].value() or "") for name in form.fields}
    assert (said["a_player"], said["b_player"]) == ("ada", "boris")
    said |= {"round_count": "3", "version": "1", "b_player": "carol", "reason": "It was Carol.", "do": "save"}
    assert ada.post(address, said).status_code == 302
    sheet.refresh_from_db()
    assert sheet.b == people.carol


def test_an_erased_player_is_named_nowhere_and_the_sheet_can_still_be_corrected(
    browser_of: Browsers, sheet: Sheet, people: SimpleNamespace
) -> None:
    person_erase(user=people.boris, by=None)
    ada, address = browser_of("ada"), f"/sheets/{sheet.pk}/"
    for path in (address, f"{address}correct/", "/me/"):
        page = ada.get(path).content.decode()
        assert "erased player" in page and "boris" not in page and "erased-" not in page, path
    form = ada.get(f"{address}correct/").context["form"]
    said = {name: str(form[name].value() or "") for name in form.fields}
    said |= {"round_count": "3", "version": "1", "points": "100", "reason": "Fewer.", "do": "save"}
    assert ada.post(f"{address}correct/", said).status_code == 302
    assert selectors.state_of(sheet).battle.points == 100


def test_a_withdrawn_sheet_says_so_to_those_it_is_about(browser_of: Browsers, sheet: Sheet) -> None:
    ada, address = browser_of("ada"), f"/sheets/{sheet.pk}/"
    ada.post(address, {"do": "withdraw", "reason": "Entered twice."})
    page = browser_of("boris").get(address).content.decode()
    assert "This sheet was withdrawn." in page and "Entered twice." in page and "Correct the sheet" not in page
    assert browser_of("").get(address).status_code == 404
    assert ada.get(f"{address}correct/").status_code == 302
    assert "Choir" not in ada.get("/me/").content.decode()
    late = browser_of("boris").post(address, {"do": "confirm", "version": "1"})
    assert late.status_code == 400 and "withdrawn in the meantime" in late.content.decode()


def test_a_private_sheet_is_for_its_players(
    browser_of: Browsers, people: SimpleNamespace, paper: Callable[..., SheetWanted]
) -> None:
    sheet = services.sheet_enter(actor=people.ada, wanted=paper(), public=False)[0]
    answers = {name: browser_of(name).get(f"/sheets/{sheet.pk}/").status_code for name in ("", "carol", "boris")}
    assert answers == {"": 404, "carol": 404, "boris": 200}
    assert browser_of("").get(f"/sheets/{sheet.pk}/file/").status_code == 404
    assert "staff can read it" in browser_of("ada").get(f"/sheets/{sheet.pk}/").content.decode()


def test_the_file_is_downloaded(browser_of: Browsers, sheet: Sheet) -> None:
    answer = browser_of("").get(f"/sheets/{sheet.pk}/file/")
    assert answer.json()["format"] == "gamelog-sheet@1" and "attachment" in answer["Content-Disposition"]


def test_a_mission_of_the_rules_is_told_in_the_readers_language(
    browser_of: Browsers, people: SimpleNamespace, paper: Callable[..., SheetWanted]
) -> None:
    sheet = services.sheet_enter(actor=people.ada, wanted=paper(ruleset="cod", mission="Firesweep"))[0]
    page = browser_of("").get(f"/sheets/{sheet.pk}/", headers={"accept-language": "ru"}).content.decode()
    assert "Зачистка" in page and "cod.scenario" not in page and "Firesweep" not in page


def test_pages_are_in_russian(browser_of: Browsers, sheet: Sheet) -> None:
    russian = {"accept-language": "ru"}
    form = browser_of("ada").get("/record/paper/?ruleset=kt", headers=russian).content.decode()
    assert "Внести битву с бумаги" in form and "Счёт по раундам" in form
    page = browser_of("boris").get(f"/sheets/{sheet.pk}/", headers=russian).content.decode()
    assert "Внесено с бумаги уже после битвы: ada" in page and "Да, так и было" in page
    for words in ("Entered", "Total", "Versions", "Correct", "agreed", "Withdraw"):
        assert words not in page, words
