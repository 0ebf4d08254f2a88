"""Pages of studies without JavaScript, what chats show of a link, where public studies are listed, and moderation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.branches import services as branches
from gamelog.games.models import Game
from gamelog.people.selectors import participant_id
from gamelog.studies import services
from gamelog.studies.drawings import Arrow, Ring, Spot
from gamelog.studies.models import Mark, Note, Study, Visibility
from tests.studies.test_services import Write

pytestmark = pytest.mark.django_db

RUDE = "Some **bold** words <script>alert(1)</script>"


@pytest.fixture
def read(people: SimpleNamespace) -> Any:
    """`read(name, path, data)`: the answer to somebody, posted where there is data."""

    def asked(name: str, path: str, data: dict[str, Any] | None = None, language: str = "en") -> Any:
        client = Client(headers={"accept-language": language})
        if name != "nobody":
            client.force_login(getattr(people, name))
        return client.get(path) if data is None else client.post(path, data)

    return asked


@pytest.fixture
def full(study: Study, write: Write, people: SimpleNamespace, model_of: Any) -> Study:
    """A study for whoever has the link: two notes, a chapter, an arrow and a ring."""
    write(study, 5, RUDE, mark="doubtful")
    services.chapter_begin(study=study, actor=people.carol, expected=1, step=30, title="The counter-attack")
    model = model_of(40)
    write(
        study,
        40,
        "",
        mark="turning-point",
        drawn=[Arrow("violet", Spot(1, 1, model), Spot(900, 900)), Ring("ink", Spot(5, 5))],
    )
    return services.study_edit(study=study, actor=people.carol, expected=3, visibility="link")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_study_is_read_without_javascript(full: Study, read: Any, language: str) -> None:
    page = read("nobody", f"/studies/{full.key}/", language=language).content.decode()
    assert "Some <strong>bold</strong> words &lt;script&gt;" in page
    assert page.index("What went wrong") < page.index('id="step-5"') < page.index("The counter-attack")
    assert page.index("The counter-attack") < page.index('id="step-40"')
    assert f"/games/{full.game_id}/?study={full.key}#40" in page
    for words in {
        "en": ("Doubtful", "Turning point", "An arrow from ", " to a place on the table", "A ring around a place"),
        "ru": ("Сомнительно", "Перелом", "Стрелка: ", "место на столе", "Кольцо: место на столе"),
    }[language]:
        assert words in page, words
    assert "noindex" in page and "study-edit" not in page and "Delete" not in page


def test_what_a_chat_shows(full: Study, read: Any, battle: Game) -> None:
    for address in (f"/studies/{full.key}/", f"/games/{battle.pk}/?study={full.key}"):
        page = read("nobody", address).content.decode()
        assert '<meta property="og:title" content="What went wrong · ' in page
        assert (
            '<meta property="og:description" content="Some bold words &lt;script&gt;alert(1)&lt;/script&gt;">' in page
        )
        assert f"/games/{battle.pk}/steps/5.png" in page
    Study.objects.update(visibility=Visibility.PRIVATE)
    assert "What went wrong" not in read("nobody", f"/games/{battle.pk}/?study={full.key}").content.decode()
    assert "What went wrong" not in read("nobody", f"/games/{battle.pk}/?study=%00x").content.decode()


@pytest.mark.parametrize("visibility, listed", [("private", False), ("link", False), ("public", True)])
def test_public_studies_are_listed(
    full: Study, read: Any, people: SimpleNamespace, battle: Game, visibility: str, listed: bool
) -> None:
    Study.objects.update(visibility=visibility)
    pages = (f"/games/{battle.pk}/", f"/players/{participant_id(people.carol)}/")
    assert [f"/studies/{full.key}/" in read("ada", page).content.decode() for page in pages] == [listed, listed]
    opening = read("ada", f"/games/{battle.pk}/studies.json").json()
    assert [each["key"] for each in opening["studies"]] == ([full.key] if listed else [])
    Study.objects.update(hidden="Rude")
    assert all(full.key not in read("ada", page).content.decode() for page in pages)


def test_ones_own_studies(full: Study, read: Any) -> None:
    assert "/accounts/login/" in read("nobody", "/studies/")["Location"]
    assert full.title in read("carol", "/studies/").content.decode()
    assert full.title not in read("ada", "/studies/").content.decode()
    Study.objects.update(hidden="Rude")
    assert "hidden by staff" in read("carol", "/studies/").content.decode()


def test_the_owner_changes_and_deletes_it_on_its_page(full: Study, read: Any) -> None:
    page = f"/studies/{full.key}/"
    stale = read("carol", f"{page}edit/", {"expected": "1", "title": "Other", "visibility": "public"})
    assert stale.status_code == 409 and "changed in the meantime" in stale.content.decode()
    wrong = read("carol", f"{page}edit/", {"expected": "4", "title": " ", "visibility": "public"})
    assert wrong.status_code == 422 and "1 to 120 characters" in wrong.content.decode()
    fine = read("carol", f"{page}edit/", {"expected": "4", "title": "Other", "visibility": "private"})
    row = Study.objects.get()
    assert (row.title, row.visibility, fine["Location"]) == ("Other", "private", f"/studies/{row.key}/")
    assert read("carol", page).status_code == 404
    assert read("carol", f"/studies/{row.key}/delete/", {}).status_code == 302
    assert not Study.objects.exists()


@pytest.mark.parametrize("name, status", [("nobody", 302), ("ada", 403), ("staff", 403)])
def test_others_change_nothing_on_its_page(full: Study, read: Any, name: str, status: int) -> None:
    for door, data in (("edit", {"expected": "4", "title": "Mine", "visibility": "public"}), ("delete", {})):
        assert read(name, f"/studies/{full.key}/{door}/", data).status_code == status
    assert Study.objects.get().title == "What went wrong"


def test_staff_hides_on_its_page_and_the_owner_reads_why(full: Study, read: Any) -> None:
    page = f"/studies/{full.key}/"
    for name, status in (("nobody", 302), ("ada", 403), ("carol", 403), ("staff", 302)):
        assert read(name, f"{page}hide/5/", {"reason": "Rude words"}).status_code == status
    assert 'id="step-5"' not in read("ada", page).content.decode()
    for name in ("carol", "staff"):
        assert "Rude words" in read(name, page).content.decode()
    assert read("staff", f"{page}hide/", {"reason": "All of it"}).status_code == 302
    assert read("ada", page).status_code == 404
    assert "All of it" in read("carol", page).content.decode()
    assert read("staff", f"{page}hide/", {"reason": ""}).status_code == 302
    assert read("ada", page).status_code == 200
    assert read("staff", f"{page}hide/77/", {"reason": "x"}).status_code == 404
    assert Note.objects.get(step=5).mark == Mark.DOUBTFUL


def test_what_the_panel_begins_with(full: Study, read: Any, battle: Game, people: SimpleNamespace) -> None:
    for name, writes in (("nobody", False), ("carol", True)):
        opening = read(name, f"/games/{battle.pk}/studies.json").json()
        assert opening["writes"] is writes
        assert [key for key, _sign, _word in opening["marks"]] == [
            "brilliant", "good", "doubtful", "mistake", "turning-point",
        ]  # fmt: skip
    Game.objects.update(public=False)
    assert read("nobody", f"/games/{battle.pk}/studies.json").status_code == 404
    assert read("nobody", f"/studies/{full.key}/").status_code == 404


def test_no_door_tells_of_steps_that_a_reader_does_not_see_yet(
    halfway: SimpleNamespace, people: SimpleNamespace, read: Any
) -> None:
    """Pages, what chats show, the panel, the API and counts: everything but the archive of her own account."""
    key, game = halfway.study.key, halfway.game.pk
    author = participant_id(people.ada)
    doors = [
        f"/studies/{key}/", f"/games/{game}/?study={key}", f"/games/{game}/studies.json", f"/players/{author}/",
        f"/api/studies/{key}", f"/api/games/{game}/studies", f"/games/{game}/", "/players/?q=ada",
    ]  # fmt: skip
    ahead = ("This decides it", "Here too", "The plan", "3 notes", "A ring around a place", '"ring"')

    def said(name: str) -> set[str]:
        answers = [read(name, door) for door in doors]
        assert {answer.status_code for answer in answers} == {200}
        told = "".join(answer.content.decode() for answer in answers)
        assert "Here we go" in told and ("1 note<" in told) == ("3 notes" not in told)
        return {words for words in ahead if words in told}

    for name in ("boris", "carol", "nobody"):
        assert said(name) == set(), name
    assert said("ada") == said("staff") == set(ahead)
    halfway.later()
    assert said("nobody") == set(ahead)


def test_the_page_of_a_what_if_offers_no_study(battle: Game, people: SimpleNamespace, read: Any) -> None:
    branch = branches.branch_create(of=battle, place=branches.Place(60, 60, battle.number), maker=people.carol)
    assert "study-url" in read("carol", f"/games/{battle.pk}/").content.decode()
    assert "study-url" not in read("carol", f"/games/{branch.pk}/").content.decode()
    assert read("carol", f"/games/{branch.pk}/studies.json").status_code == 404
