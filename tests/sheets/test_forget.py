"""Erasing a person: no sheet names them any more, its acts stay byte for byte; the archive of their data has it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from types import SimpleNamespace

import msgspec
import pytest

from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.people.services import participant_of
from gamelog.sheets import files, selectors, services
from gamelog.sheets.models import Sheet, SheetAct, SheetWords
from gamelog.sheets.wanted import SheetWanted

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def test_the_name_goes_and_the_acts_stay(
    sheet: Sheet, people: SimpleNamespace, paper: Callable[..., SheetWanted]
) -> None:
    spoken = paper(note="BORIS lost a bet. Борису и Boris2 привет.", a={"player": "ada", "army": "Not Boris' choir"})
    services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=spoken, reason="boris asked for it")
    services.sheet_dispute(sheet=sheet, actor=people.boris, version=2, reason="I, Boris, object.")
    before, salts = list(SheetAct.objects.values()), dict(SheetWords.objects.values_list("number", "salt"))
    person = participant_of(people.boris)
    person_erase(user=people.boris, by=people.boris)
    assert list(SheetAct.objects.values()) == before
    now = selectors.view_of(sheet).now
    assert now.words.note == "игрок lost a bet. Борису и Boris2 привет." and now.words.reason == "a player asked for it"
    assert selectors.words_at(sheet, 3).reason == "I, a player, object."
    assert (now.battle.b, selectors.side_name(now.battle, now.words, "b")) == (person, "erased player")
    left = dict(SheetWords.objects.values_list("number", "salt"))
    assert left == {1: salts[1], 2: "", 3: ""}, "a digest without its salt tells nobody the name"
    assert not selectors.problems(sheet)
    sheet.refresh_from_db()
    read = msgspec.json.decode(files.file_of(sheet))
    assert [each.get("cleared", False) for each in read["acts"]] == [False, True, True]


def test_a_player_who_was_corrected_away_is_forgotten_too(
    sheet: Sheet, people: SimpleNamespace, paper: Callable[..., SheetWanted]
) -> None:
    other = paper(b={"name": "Cyrus"}, note="It was not Boris.")
    services.sheet_correct(sheet=sheet, actor=people.ada, version=1, wanted=other, reason="Mistaken.")
    person_erase(user=people.boris, by=None)
    assert selectors.view_of(sheet).now.words.note == "It was not a player."


def test_other_sheets_keep_what_they_say(people: SimpleNamespace, paper: Callable[..., SheetWanted]) -> None:
    other = services.sheet_enter(actor=people.ada, wanted=paper(b={"name": "Boris"}))[0]
    person_erase(user=people.boris, by=None)
    assert selectors.view_of(other).now.words.b.name == "Boris", "it may be somebody else of that name"


def test_the_archive_of_ones_data_has_the_sheets(sheet: Sheet, people: SimpleNamespace) -> None:
    for user, entered, plays in ((people.ada, True, ["a"]), (people.boris, False, ["b"])):
        file = io.BytesIO()
        export.write(user, file)
        with zipfile.ZipFile(file) as archive:
            (listed,) = json.loads(archive.read("account.json"))["sheets"]
            assert (listed["entered"], listed["plays"]) == (entered, plays)
            assert archive.read(listed["file"]) == files.file_of(sheet)
    assert export.account(people.carol)["sheets"] == []
