"""Pages of rosters with odd lines: what was taken otherwise than printed, what was left out, and another edition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frontend.games import remarks
from gamelog.games import demo, selectors, services
from gamelog.games.models import Roster
from rules.kernel.remarks import Remark
from rules.kt import datasheet as kt
from rules.necro.army import printed as necro
from rules.necro.army import yaktribe
from rules.t9a.army import datasheet as t9a
from rules.t9a.army import entries as t9a_entries
from rules.t9a.army import files as t9a_files
from rules.t9a.army import terms as t9a_terms
from rules.wh40k.army import datasheet as wh40k

pytestmark = pytest.mark.django_db
LINE = {"M": '6"', "WS": "3", "BS": "4+", "S": "3", "T": "3", "W": "1", "A": "1", "Ld": "7", "Sv": "5+"}
GUN = {"Range": '24"', "Type": "Pistol", "S": "4", "AP": "0", "D": "1"}
TROOPER = {"Unit Type": "Infanty (Character)", "WS": "3", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1",
           "LD": "7", "Save": "5"}  # fmt: skip
SIREN = {"Range": "24", "Strength": "X", "AP": "-", "Type": "Heavy 1"}


def profile(kind: str, name: str, columns: dict[str, str]) -> str:
    inner = "".join(f"<characteristic name='{key}'>{value}</characteristic>" for key, value in columns.items())
    return f"<profile name='{name}' typeName='{kind}'><characteristics>{inner}</characteristics></profile>"


def roster(system: str, profiles: str, points: int = 30) -> bytes:
    """A file of three models and 24 points, which says it has `points`."""
    return (
        f"<roster name='Quay' gameSystemName='{system}' battleScribeVersion='2.03'>"
        f"<costs><cost name='pts' value='{points}'/></costs>"
        "<forces><force name='List' catalogueName='Dockers'><selections><selection name='Docker' type='model' "
        f"number='3'><costs><cost name='pts' value='24'/></costs><profiles>{profiles}</profiles></selection>"
        f"<selection name='Ghost' type='model'/></selections></force></forces></roster>"
    ).encode()


TEAM = roster("Kill Team (2018)", profile("Model", "Docker", LINE) + profile("Weapon", "Hook gun", GUN))
ARMY = roster("Warhammer 40,000 7th Edition", profile("Unit", "Docker", TROOPER) + profile("Weapon", "Siren", SIREN))


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada")


def shown(client: Client, user: User, data: bytes, language: str = "en") -> str:
    client.force_login(user)
    answer = client.post("/rosters/", {"file": SimpleUploadedFile("quay.ros", data)})
    assert answer.status_code == 302
    page = client.get(answer["Location"], headers={"Accept-Language": language}).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_page_says_what_was_read_and_what_was_left_out(client: Client, ada: User) -> None:
    page = shown(client, ada, TEAM)
    assert "Docker, Hook gun, Type: “Pistol” is read as Pistol 1 (3 times)" in page
    assert "Docker, WS: “3” is read as 3+ (3 times)" in page
    assert "Ghost, Model: this is missing" in page
    assert "The file says 30 points; those that were read add up to 24." in page
    assert "By its own types the file has 4 models; 3 stand on the table." in page
    assert "another edition" not in page


def test_a_page_says_that_a_roster_is_for_another_edition(client: Client, ada: User) -> None:
    page = shown(client, ada, ARMY)
    assert (
        "This roster is for another edition: Warhammer 40,000 7th Edition. "
        "It will be played under Warhammer 40,000 6th Edition." in page
    )
    assert "Docker, Siren, Strength: “X” is not a number from 1 to 10, User, +1 or x2 (3 times)" in page
    assert "Docker, Unit Type: “Infanty (Character)” is read as Infantry, Character (3 times)" in page
    assert "Docker, Sv: “5” is read as 5+ (3 times)" in page


def test_the_same_in_russian(client: Client, ada: User) -> None:
    page = shown(client, ada, ARMY, "ru")
    assert "Ростер собран для другой редакции: Warhammer 40,000 7th Edition." in page
    assert "Docker, Siren, Strength: стоит «X», а нужно: число от 1 до 10, User, +1 или x2 (3 раза)" in page
    assert "Очков в файле: 30; у прочитанного в сумме: 24." in page


def test_a_roster_read_as_printed_has_no_remarks(client: Client, ada: User) -> None:
    page = shown(client, ada, demo.files()[0].read_bytes())
    for words in ("Left out", "Read differently", "another edition", "The file says"):
        assert words not in page


def test_a_roster_of_an_unknown_game_is_refused_with_the_games_that_are_known(client: Client, ada: User) -> None:
    client.force_login(ada)
    data = roster("Grim and Dark Future", profile("Unit", "Docker", TROOPER))
    answer = client.post("/rosters/", {"file": SimpleUploadedFile("quay.ros", data)})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "this roster is for Grim and Dark Future; one for Kill Team (2018) or Necromunda" in page
    assert "or Warhammer 40,000 6th Edition is wanted" in page


def test_many_remarks_end_with_their_number() -> None:
    told = remarks.told([Remark("more", count=3)])
    assert (told.more, told.read_as, told.left_out) == (3, (), ())


def forms() -> Iterator[str]:
    """Every form of a value that a reader can ask for, in words."""
    groups: tuple[Any, ...] = (
        kt.MODEL, kt.WEAPON, kt.RANGED, wh40k.MODEL, wh40k.VEHICLE, wh40k.WALKER, necro.MODEL, necro.POWER,
    )  # fmt: skip
    for group in groups:
        yield from (form.words for form in group.values())
    yield from (kt.MANY.words, kt.NO_PROFILE.wanted, wh40k.SAVED, "an amount")
    yield from (form.words for form in t9a.FORMS.values())
    yield from (words for _, words in t9a_terms.FORMS.values())
    yield from (t9a_entries.OWN_LINE, t9a_entries.NO_ROOM, t9a_entries.TOO_MANY, t9a_files.READABLE)
    yield from (necro.RANGE, yaktribe.ALIVE, *yaktribe.UNKNOWN.values(), "a fighter", "a list", "a name")
    line = wh40k.PrintedWeapon("Gun", '24"', "4", "5", "Heavy 1")
    odd: tuple[dict[str, Any], ...]
    odd = ({"reach": "x"}, {"strength": "x"}, {"piercing": "x"}, {"reach": "-"}, {"kind": "Melee"}, {"kind": "x"})
    yield from (fault.wanted for columns in odd for fault in wh40k.weapon(line._replace(**columns))[1])


def test_every_form_is_said_in_russian() -> None:
    with translation.override("ru"):
        for words in forms():
            (said,) = remarks.told([Remark("left-out", "Docker", "M", said="?", wanted=words)]).left_out
            assert words in remarks.FORMS and words not in said, words


GANG = b"""{"gang": {"gang_name": "Rats &amp; Sons", "gang_type": "Rats", "gangers": [
  {"name": "Lug", "type": "Pit Mother", "t": 3, "w": "2", "ws": "x", "cost": "55", "status": "Alive",
   "equipment": [{"name": "Hook", "qty": "2"}], "skills": ["Hard Stare"], "injuries": ["One Eye"]},
  {"name": "Nut", "type": "Juve", "t": 3, "w": 1, "cost": 20, "status": "Dead"}]}}"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Nut, status: “Dead” is not Alive", "Hook, profile: this is missing (2 times)",
                "Pit Mother, rank: not given, read as Ganger",
                "Hard Stare: “Hard Stare” is not a skill that the rules know")),
        ("ru", ("Nut, состояние: стоит «Dead», а нужно: жив", "Hook, профиль: этого в файле нет (2 раза)",
                "One Eye: стоит «One Eye», а нужно: травма, которую знают правила")),
    ],
)  # fmt: skip
def test_a_gang_has_a_page_with_what_was_not_understood(
    client: Client, ada: User, language: str, said: tuple[str, ...]
) -> None:
    page = shown(client, ada, GANG, language)
    for sentence in ("Rats & Sons", *said):
        assert sentence in page
    row = Roster.objects.get(owner=ada)
    assert (row.ruleset, row.name, row.models_count, row.points) == ("necro", "Rats & Sons", 1, 55)


# --- allowed specialities ------------------------------------------------------------------------------------------


def test_a_visitor_says_which_specialities_a_datasheet_allows(client: Client, ada: User) -> None:
    client.force_login(ada)
    path = next(each for each in demo.files() if each.name == "harbour-watch.ros")
    row, _ = services.roster_import(owner=ada, data=path.read_bytes(), name=path.name)
    address = f"/rosters/{row.pk}/"
    assert "The whole roster is legal" in client.get(address).content.decode()
    page = client.get(address, {"allowed": "Watch Captain: comms"}).content.decode()
    assert "kt.roster.specialisation-allowed" in page and "its datasheet allows: comms" in page
    assert "The whole roster is legal" in client.get(address, {"allowed": "Watch Captain: leader"}).content.decode()
    wrong = client.get(address, {"allowed": "Watch Captain: ledaer"})
    assert wrong.status_code == 200 and "leader may be meant" in wrong.content.decode()


def test_an_army_has_no_such_list(client: Client, ada: User) -> None:
    client.force_login(ada)
    row, _ = services.roster_import(owner=ada, data=ARMY, name="quay.ros")
    page = client.get(f"/rosters/{row.pk}/", {"allowed": "nonsense"})
    assert page.status_code == 200 and 'name="allowed"' not in page.content.decode()


# --- whatever is uploaded ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Necron 1845.rosz", "Tau 428 (Test_Roster).ros", "Blood Angels.rosz"])
def test_files_of_players_have_pages(client: Client, ada: User, shared: Any, name: str) -> None:
    data = (shared / "data" / "rosters" / "warhammer-40k" / name).read_bytes()
    page = shown(client, ada, data)
    assert "This roster is for another edition" in page and "stand on the table" in page


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(st.sampled_from((TEAM, ARMY)), st.data())
def test_an_upload_never_ends_in_a_bare_error(client: Client, ada: User, seed: bytes, data: st.DataObject) -> None:
    """A page of the roster, or the form with a sentence."""
    changed = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(seed) - 1))
        changed[start : start + data.draw(st.integers(0, 4))] = data.draw(
            st.sampled_from((b"", b"-", b"?", b"9", b"'"))
        )
    client.force_login(ada)
    answer = client.post("/rosters/", {"file": SimpleUploadedFile("quay.ros", bytes(changed))}, follow=True)
    assert answer.status_code in (200, 400)
    assert answer.status_code == 200 or 'role="alert"' in answer.content.decode()
    Roster.objects.all().delete()


LIST = b"""Reed Banner
260 - Margravine Ottla, General, Ford sabre
260
"""
OTTLA = (
    "model: Margravine Ottla: Adv4 Mar8 Dis9 HP3 Def6 Res4 Arm4 Att3 Off6 Str4 AP1 Agi5 | Standard, Infantry | - "
    "| base 20x20"
)


def completed(client: Client, user: User, data: bytes, name: str, lines: str) -> tuple[int, Roster]:
    """The status of the answer to lines below a list, and the newest roster after them."""
    client.force_login(user)
    answer = client.post("/rosters/", {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 302
    status = client.post(answer["Location"], {"lines": lines}).status_code
    return status, Roster.objects.latest("created")


def test_lines_complete_an_army_that_a_program_wrote(client: Client, ada: User) -> None:
    status, stored = completed(client, ada, LIST, "reed.txt", OTTLA)
    (sheet,) = selectors.sheets_of(stored).models
    assert (status, Roster.objects.count(), stored.file_name) == (302, 2, "reed.txt")
    assert (sheet.name, sheet.profile["Off"], sheet.profile["Adv"]) == ("Margravine Ottla", 6, 400)


def test_lines_complete_a_gang_that_was_exported(client: Client, ada: User) -> None:
    lines = "weapon: Hook | E | - | S+1 | - | 1\nrank: Pit Mother | Leader"
    status, stored = completed(client, ada, GANG, "rats.json", lines)
    (sheet,) = selectors.sheets_of(stored).models
    assert (status, Roster.objects.count()) == (302, 2)
    assert ([each.name for each in sheet.weapons], "Leader" in sheet.keywords) == (["Hook", "Hook 2"], True)


@pytest.mark.parametrize(
    ("data", "name", "lines", "said"),
    [
        (LIST, "reed.txt", f"{OTTLA}\nweapon: Ford sabre | Sideways | Str+1", "Line 2"),
        (GANG, "rats.json", "# agreed\n\nrank: Pit Mother | Duchess", "Line 3"),
        (LIST, "reed.txt", "  ", "at least one line"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_stored(
    client: Client, ada: User, data: bytes, name: str, lines: str, said: str
) -> None:
    client.force_login(ada)
    answer = client.post("/rosters/", {"file": SimpleUploadedFile(name, data)})
    page = client.post(answer["Location"], {"lines": lines})
    assert (page.status_code, Roster.objects.count()) == (400, 1)
    text = unescape(page.content.decode())
    assert said in text[text.index('role="alert"') :]
    assert lines.strip() in text


def test_nobody_completes_a_file_of_a_program_or_of_somebody_else(client: Client, ada: User) -> None:
    client.force_login(ada)
    file = client.post("/rosters/", {"file": SimpleUploadedFile("quay.ros", TEAM)})["Location"]
    assert 'id="below"' not in client.get(file).content.decode()
    assert client.post(file, {"lines": OTTLA}).status_code == 404
    hers = client.post("/rosters/", {"file": SimpleUploadedFile("reed.txt", LIST)})["Location"]
    client.force_login(User.objects.create_user("boris"))
    assert client.post(hers, {"lines": OTTLA}).status_code in (403, 404)
