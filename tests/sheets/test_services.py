"""Score sheets from paper: what is stored, who may do what, and that nothing is changed afterwards."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.http import Http404

import rules
from gamelog.contest.errors import Refused
from gamelog.games.models import Roster
from gamelog.people.services import guest_create, participant_of
from gamelog.sheets import access, files, selectors, services
from gamelog.sheets.errors import StaleSheet
from gamelog.sheets.models import Sheet, SheetAct, SheetWords
from gamelog.sheets.wanted import SheetWanted, missions_of, units_of
from gamelog.streams.errors import KeyReused

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

Paper = Callable[..., SheetWanted]
WHY = "The third round was written down wrongly."


def standing(sheet: Sheet) -> str:
    sheet.refresh_from_db()
    assert sheet.standing == selectors.state_of(sheet).standing
    return sheet.standing


# entering


def test_a_sheet_says_what_was_entered(sheet: Sheet, people: SimpleNamespace) -> None:
    found = selectors.view_of(sheet).now
    assert found.battle.rounds == ((1, 0), (2, 2), (0, 3)) and found.battle.totals == (3, 5)
    assert (found.battle.won, found.battle.points, found.battle.played) == ("b", 125, "2026-05-31")
    assert (found.battle.a, found.battle.b) == (participant_of(people.ada), participant_of(people.boris))
    assert found.words.a.lost[0].unit == "Singer" and found.words.mission == "Sweep & Clear"
    assert (sheet.a, sheet.b, sheet.entered_by) == (people.ada, people.boris, people.ada)
    assert not selectors.problems(sheet)


def test_what_was_typed_is_in_no_act(sheet: Sheet) -> None:
    body = SheetAct.objects.get().body
    assert not [word for word in ("Rain", "Singer", "Choir", "Sweep", '"ada"', "boris") if word in body]


def test_who_enters_it_agrees_with_it(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    assert set(selectors.state_of(sheet).confirmed) == {"a"}
    by_carol = services.sheet_enter(actor=people.carol, wanted=paper())[0]
    assert selectors.state_of(by_carol).confirmed == {}


def test_the_winner_that_is_said_goes_before_the_points(people: SimpleNamespace, paper: Paper) -> None:
    said = {winner: services.sheet_enter(actor=people.ada, wanted=paper(winner=winner))[0] for winner in ("a", "draw")}
    assert {winner: selectors.state_of(each).battle.won for winner, each in said.items()} == {"a": "a", "draw": ""}


def test_a_mission_is_a_rule_if_the_ruleset_has_it(people: SimpleNamespace, paper: Paper) -> None:
    for words in ("Domination", "доминирование", "cod.scenario.domination"):
        sheet = services.sheet_enter(actor=people.ada, wanted=paper(ruleset="cod", mission=words))[0]
        found = selectors.view_of(sheet).now
        assert (found.battle.mission, found.words.mission) == ("cod.scenario.domination", "")
        assert selectors.mission_of(found.battle, found.words, russian=True) == "Доминирование"
    assert len(missions_of(rules.load("cod"))) == 11


def test_the_same_key_enters_one_sheet(people: SimpleNamespace, paper: Paper) -> None:
    first, new = services.sheet_enter(actor=people.ada, wanted=paper(), key="k")
    again, once_more = services.sheet_enter(actor=people.ada, wanted=paper(), key="k")
    assert (first.pk, new, once_more) == (again.pk, True, False)
    with pytest.raises(KeyReused):
        services.sheet_enter(actor=people.ada, wanted=paper(points=100), key="k")
    assert services.sheet_enter(actor=people.boris, wanted=paper(), key="k")[1]
    assert Sheet.objects.count() == 2


def test_units_lost_are_units_of_the_roster(people: SimpleNamespace, paper: Paper, roster: Roster) -> None:
    unit, count = next(iter(units_of(roster).items()))

    def entered(**lost: Any) -> SheetWanted:
        return paper(a={"player": "ada", "roster": str(roster.pk), "lost": [lost]})

    sheet = services.sheet_enter(actor=people.ada, wanted=entered(unit=unit, lost=1))[0]
    side = selectors.view_of(sheet).now.words.a
    assert roster.name in side.army and (side.lost[0].lost, side.lost[0].of) == (1, count)
    refused("not-in-roster", "$.a.lost[0].unit", people.ada, entered(unit="Nobody", lost=1))
    refused("too-many-lost", "$.a.lost[0].lost", people.ada, entered(unit=unit, lost=count + 1))


def refused(code: str, path: str, actor: Any, wanted: SheetWanted) -> None:
    before = Sheet.objects.count(), SheetAct.objects.count(), SheetWords.objects.count()
    with pytest.raises(Refused) as error:
        services.sheet_enter(actor=actor, wanted=wanted)
    assert (error.value.code, error.value.path) == (code, path)
    assert (Sheet.objects.count(), SheetAct.objects.count(), SheetWords.objects.count()) == before


@pytest.mark.parametrize(
    "code, path, changed",
    [
        ("unknown-ruleset", "$.ruleset", {"ruleset": "chess"}),
        ("no-side", "$.b.name", {"b": {"army": "Ferrymen"}}),
        ("no-side", "$.b.name", {"b": {"name": " \n"}}),
        ("two-names", "$.b.name", {"b": {"player": "boris", "name": "Boris"}}),
        ("unknown-player", "$.b.player", {"b": {"player": "nobody"}}),
        ("unknown-player", "$.b.player", {"b": {"player": "bor\0is"}}),
        ("same-player", "$.b.player", {"b": {"player": "ada"}}),
        ("bad-day", "$.played", {"played": "yesterday"}),
        ("bad-day", "$.played", {"played": "2999-01-01"}),
        ("bad-day", "$.played", {"played": "1066-10-14"}),
        ("no-roster", "$.a.roster", {"a": {"player": "ada", "roster": "00000000-0000-0000-0000-000000000001"}}),
        ("no-unit", "$.a.lost[0].unit", {"a": {"player": "ada", "lost": [{"unit": " "}]}}),
        ("too-many-lost", "$.a.lost[0].lost", {"a": {"player": "ada", "lost": [{"unit": "x", "lost": 3, "of": 2}]}}),
        ("contact", "$.note", {"note": "write to ada@example.org"}),
        ("contact", "$.b.name", {"b": {"name": "Boris +44 20 7946 0958"}}),
    ],
)
def test_bad_input_is_refused_by_its_field(
    people: SimpleNamespace, paper: Paper, code: str, path: str, changed: dict[str, Any]
) -> None:
    refused(code, path, people.ada, paper(**changed))


def test_characters_that_cannot_be_printed_are_left_out(people: SimpleNamespace, paper: Paper) -> None:
    said = {"name": " Boris\0 \t the  Bold\n", "lost": [{"unit": "Ar\x07chers"}]}
    sheet = services.sheet_enter(actor=people.ada, wanted=paper(b=said, note="one\r\ntwo\0", mission="A\0B"))[0]
    words = selectors.view_of(sheet).now.words
    assert (words.b.name, words.b.lost[0].unit, words.note) == ("Boris the Bold", "Ar chers", "one\ntwo")


def test_a_roster_of_somebody_else_or_of_another_game_is_refused(
    people: SimpleNamespace, paper: Paper, roster: Roster
) -> None:
    brought = {"name": "Ada", "roster": str(roster.pk)}
    refused("no-roster", "$.a.roster", people.carol, paper(a=brought))
    refused("other-system", "$.a.roster", people.ada, paper(a=brought, ruleset="t9a"))


def test_guests_and_strangers_enter_nothing(db: None, people: SimpleNamespace, paper: Paper) -> None:
    for actor in (guest_create("Gus"), AnonymousUser()):
        with pytest.raises(PermissionDenied):
            services.sheet_enter(actor=actor, wanted=paper())
    refused("unknown-player", "$.b.player", people.ada, paper(b={"player": guest_create("Gus").username}))


# what both sides say


def test_both_sides_confirm(sheet: Sheet, people: SimpleNamespace) -> None:
    assert standing(sheet) == "entered"
    for _twice in range(2):
        services.sheet_confirm(sheet=sheet, actor=people.boris, version=1)
    assert standing(sheet) == "confirmed" and SheetAct.objects.count() == 2
    for stranger in (people.carol, people.marshal):
        with pytest.raises(PermissionDenied):
            services.sheet_confirm(sheet=sheet, actor=stranger, version=1)


def test_a_dispute_lasts_until_the_side_confirms_or_the_sheet_is_corrected(
    sheet: Sheet, people: SimpleNamespace, paper: Paper
) -> None:
    services.sheet_dispute(sheet=sheet, actor=people.boris, version=1, reason="I had four.")
    services.sheet_dispute(sheet=sheet, actor=people.boris, version=1, reason="I had four.")
    assert standing(sheet) == "disputed" and SheetAct.objects.count() == 2
    services.sheet_confirm(sheet=sheet, actor=people.boris, version=1)
    assert standing(sheet) == "confirmed"
    services.sheet_dispute(sheet=sheet, actor=people.ada, version=1, reason="No.")
    assert standing(sheet) == "disputed" and set(selectors.state_of(sheet).confirmed) == {"b"}
    services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=paper(points=100), reason=WHY)
    assert standing(sheet) == "entered"


def test_a_correction_is_a_new_version_that_nobody_has_confirmed_yet(
    sheet: Sheet, people: SimpleNamespace, paper: Paper
) -> None:
    services.sheet_confirm(sheet=sheet, actor=people.boris, version=1)
    before = list(SheetAct.objects.values())
    changed = paper(rounds=[[1, 0], [2, 2], [0, 4]])
    services.sheet_correct(sheet=sheet, actor=people.boris, version=1, wanted=changed, reason=WHY)
    first, second = selectors.view_of(sheet).versions
    assert (first.battle.totals, second.battle.totals) == ((3, 5), (3, 6))
    assert (second.words.reason, second.entry.number) == (WHY, 3)
    assert list(SheetAct.objects.values())[:2] == before
    assert set(selectors.state_of(sheet).confirmed) == {"b"} and standing(sheet) == "entered"
    with pytest.raises(StaleSheet):
        services.sheet_confirm(sheet=sheet, actor=people.ada, version=1)
    with pytest.raises(StaleSheet):
        services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=paper(points=1), reason=WHY)
    services.sheet_confirm(sheet=sheet, actor=people.ada, version=3)
    assert standing(sheet) == "confirmed" and not selectors.problems(sheet)


def test_a_correction_that_says_the_same_is_none(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    services.sheet_correct(sheet=sheet, actor=people.boris, version=1, wanted=paper(), reason=WHY)
    assert SheetAct.objects.count() == 1


def test_only_who_entered_it_changes_who_played(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    alone = paper(b={"name": "Somebody"})
    with pytest.raises(Refused, match="only the person who entered the sheet"):
        services.sheet_correct(sheet=sheet, actor=people.boris, version=1, wanted=alone, reason=WHY)
    services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=alone, reason=WHY)
    sheet.refresh_from_db()
    assert sheet.b is None
    with pytest.raises(PermissionDenied):
        services.sheet_correct(sheet=sheet, actor=people.boris, version=2, wanted=paper(), reason=WHY)


def test_a_reason_is_wanted(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    for said in ("", " \n ", "x" * 2001, "call +44 20 7946 0958"):
        with pytest.raises(Refused) as error:
            services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=paper(points=1), reason=said)
        assert error.value.path == "$.reason"
    assert SheetAct.objects.count() == 1


def test_nothing_follows_a_withdrawal(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    for stranger in (people.boris, people.carol):
        with pytest.raises(PermissionDenied):
            services.sheet_withdraw(sheet=sheet, actor=stranger, reason="Not mine.")
    for _twice in range(2):
        services.sheet_withdraw(sheet=sheet, actor=people.ada, reason="Entered twice.")
    assert standing(sheet) == "withdrawn" and SheetAct.objects.count() == 2
    with pytest.raises(Refused, match="withdrawn"):
        services.sheet_confirm(sheet=sheet, actor=people.boris, version=1)
    with pytest.raises(Refused, match="withdrawn"):
        services.sheet_dispute(sheet=sheet, actor=people.boris, version=1, reason="No.")
    with pytest.raises(Refused, match="withdrawn"):
        services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=paper(points=1), reason=WHY)


# who reads


def test_who_reads_a_sheet(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    hidden = services.sheet_enter(actor=people.ada, wanted=paper(), public=False)[0]
    readers = {"ada": 2, "boris": 2, "carol": 1, "marshal": 2}
    assert {name: access.sheets_visible(getattr(people, name)).count() for name in readers} == readers
    assert access.access_sheet(AnonymousUser(), sheet.pk) == sheet
    for reader in (AnonymousUser(), people.carol):
        with pytest.raises(Http404):
            access.access_sheet(reader, hidden.pk)
    services.sheet_withdraw(sheet=sheet, actor=people.ada, reason="Entered twice.")
    with pytest.raises(Http404):
        access.access_sheet(people.carol, sheet.pk)
    assert access.access_sheet(people.boris, sheet.pk)


# for ever


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE sheets_sheetact SET body = '{}'",
        "UPDATE sheets_sheetact SET number = number + 10",
        "DELETE FROM sheets_sheetact",
        "DELETE FROM sheets_sheetact WHERE number = 1",
    ],
)
def test_the_database_refuses_to_change_acts(sheet: Sheet, statement: str) -> None:
    before = list(SheetAct.objects.values())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(SheetAct.objects.values()) == before


def test_no_act_replaces_another(sheet: Sheet) -> None:
    row = SheetAct.objects.get()
    row.pk = None
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save(force_insert=True)


def test_texts_that_were_changed_behind_its_back_are_found(sheet: Sheet) -> None:
    row = SheetWords.objects.get()
    SheetWords.objects.update(body=row.body.replace("Rain", "Snow"))
    assert selectors.problems(sheet) == ["act 1: its texts are not what was entered"]
    SheetWords.objects.all().delete()
    assert selectors.problems(sheet) == ["act 1: its texts are missing"]


def test_the_file_holds_every_act_with_its_hash(sheet: Sheet, people: SimpleNamespace, paper: Paper) -> None:
    services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=paper(note=""), reason=WHY)
    services.sheet_confirm(sheet=sheet, actor=people.boris, version=2)
    sheet.refresh_from_db()
    data = files.file_of(sheet)
    read = msgspec.json.decode(data)
    acts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])["acts"]
    bodies = [each["act"] for each in msgspec.json.decode(acts, type=list[dict[str, msgspec.Raw]])]
    assert [rules.digest(bytes(body)) for body in bodies] == [each["hash"] for each in read["acts"]]
    assert read["acts"][-1]["hash"] == read["head"] == sheet.head
    assert read["acts"][0]["words"]["note"] == "Rain on the terrace." and "salt" in read["acts"][0]
    assert "words" not in read["acts"][2]
