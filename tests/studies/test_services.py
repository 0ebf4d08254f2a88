"""What is written of studies: limits, versions, who reads and writes, moderation, erasing, export."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

from gamelog.accounts import export
from gamelog.accounts.services import person_erase
from gamelog.branches import services as branches
from gamelog.contest.errors import Refused
from gamelog.games.models import Game
from gamelog.studies import access, selectors, services
from gamelog.studies.drawings import MOST_DRAWINGS, Arrow, Ring, Spot
from gamelog.studies.errors import StaleStudy
from gamelog.studies.models import Chapter, Mark, Note, Study, Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
Write = Callable[..., Study]
READERS = ("ada", "boris", "carol", "staff", "nobody")


def told(study: Study, actor: Any) -> dict[str, Any]:
    return selectors.whole(actor, Study.objects.get(pk=study.pk))


def noted(studies: Any) -> list[int]:
    """How many notes each of some studies is said to have."""
    return [each.noted for each in studies]


# writing


def test_a_study_holds_what_was_written(study: Study, write: Write, people: SimpleNamespace, model_of: Any) -> None:
    model = model_of(40)
    arrow = Arrow("violet", Spot(300, 400, model), Spot(900, 1100))
    write(study, 40, "He should have **waited**.", mark="mistake", drawn=[arrow, Ring("teal", Spot(500, 500))])
    found = told(study, people.carol)
    assert found["version"] == 1
    (note,) = found["notes"]
    assert (note["step"], note["mark"], note["html"]) == (
        40,
        "mistake",
        "<p>He should have <strong>waited</strong>.</p>\n",
    )
    assert note["drawings"] == [
        {"type": "arrow", "colour": "violet", "start": {"x": 300, "y": 400, "model": model},
         "end": {"x": 900, "y": 1100}},
        {"type": "ring", "colour": "teal", "at": {"x": 500, "y": 500}},
    ]  # fmt: skip


def test_a_note_without_anything_is_removed(study: Study, write: Write, people: SimpleNamespace) -> None:
    write(study, 7, "Once")
    write(study, 7, " \n ")
    assert told(study, people.carol)["notes"] == [] and not Note.objects.exists()


def test_chapters_begin_at_steps(study: Study, people: SimpleNamespace) -> None:
    def begin(step: int, title: str) -> None:
        version = Study.objects.get(pk=study.pk).number
        services.chapter_begin(study=study, actor=people.carol, expected=version, step=step, title=title)

    begin(60, "The  counter-attack")
    begin(1, "Set-up")
    begin(60, "The answer")
    assert told(study, people.carol)["chapters"] == [
        {"step": 1, "title": "Set-up"},
        {"step": 60, "title": "The answer"},
    ]
    services.chapter_remove(study=study, actor=people.carol, expected=3, step=60)
    assert [each["step"] for each in told(study, people.carol)["chapters"]] == [1]


def test_the_same_form_twice_begins_one_study(study: Study, battle: Game, people: SimpleNamespace) -> None:
    again = services.study_begin(game_id=battle.pk, actor=people.carol, title="What went wrong")
    assert again.pk == study.pk
    other = services.study_begin(game_id=battle.pk, actor=people.carol, title="Another")
    assert other.pk != study.pk and other.key != study.key and len(other.key) >= 22


# limits, each with the field it is about


@pytest.mark.parametrize(
    "said, code, path",
    [
        ({"text": "x" * 5001}, "bad-note", "$.text"),
        ({"text": "a", "mark": "superb"}, "bad-note", "$.mark"),
        ({"text": "a", "step": 0}, "no-step", "$.step"),
        ({"text": "a", "step": 100_000}, "no-step", "$.step"),
        ({"drawn": [Ring("ink", Spot(-601, 0))]}, "bad-drawing", "$.drawings[0].at"),
        ({"drawn": [Ring("ink", Spot(0, 0)), Ring("ink", Spot(0, 7801))]}, "bad-drawing", "$.drawings[1].at"),
        ({"drawn": [Ring("ink", Spot(0, 0, "a99"))]}, "bad-drawing", "$.drawings[0].at.model"),
        ({"drawn": [Arrow("ink", Spot(5, 5), Spot(9, 9, "x"))]}, "bad-drawing", "$.drawings[0].end.model"),
        ({"drawn": [Arrow("ink", Spot(5, 5), Spot(5, 5))]}, "bad-drawing", "$.drawings[0]"),
        ({"drawn": [Ring("ink", Spot(9, 9))] * (MOST_DRAWINGS + 1)}, "bad-drawing", "$.drawings"),
    ],
)  # fmt: skip
def test_what_a_note_cannot_be(
    study: Study, people: SimpleNamespace, said: dict[str, Any], code: str, path: str
) -> None:
    with pytest.raises(Refused) as refused:
        services.note_write(**{"study": study, "actor": people.carol, "expected": 0, "step": 40, **said})
    assert (refused.value.code, refused.value.path) == (code, path)
    study.refresh_from_db()
    assert study.number == 0 and not Note.objects.exists()


@pytest.mark.parametrize("title", ["", "  \n", "x" * 121])
def test_titles_have_limits(study: Study, battle: Game, people: SimpleNamespace, title: str) -> None:
    doors: list[Callable[[], Any]] = [
        lambda: services.study_begin(game_id=battle.pk, actor=people.carol, title=title),
        lambda: services.study_edit(study=study, actor=people.carol, expected=0, title=title),
        lambda: services.chapter_begin(study=study, actor=people.carol, expected=0, step=1, title=title),
    ]
    for door in doors:
        with pytest.raises(Refused) as refused:
            door()
        assert refused.value.path == "$.title"


def test_how_many_there_can_be(
    study: Study, battle: Game, people: SimpleNamespace, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MOST_STUDIES", "MOST_NOTES", "MOST_CHAPTERS"):
        monkeypatch.setattr(services, name, 1)
    write(study, 3, "One")
    write(study, 3, "The same one, changed")
    services.chapter_begin(study=study, actor=people.carol, expected=2, step=3, title="One")
    doors: list[Callable[[], Any]] = [
        lambda: write(study, 4, "Two"),
        lambda: services.chapter_begin(study=study, actor=people.carol, expected=3, step=4, title="Two"),
        lambda: services.study_begin(game_id=battle.pk, actor=people.carol, title="Two"),
    ]
    for door in doors:
        with pytest.raises(Refused, match="1 ") as refused:
            door()
        assert refused.value.code == "too-many"


# versions


def test_nothing_that_was_written_meanwhile_is_lost(study: Study, people: SimpleNamespace) -> None:
    services.note_write(study=study, actor=people.carol, expected=0, step=5, text="On the phone")
    with pytest.raises(StaleStudy) as stale:
        services.note_write(study=study, actor=people.carol, expected=0, step=5, text="At the desk")
    assert (stale.value.expected, stale.value.actual) == (0, 1)
    assert Note.objects.get().text == "On the phone"
    changes: list[Callable[[], Any]] = [
        lambda: services.study_edit(study=study, actor=people.carol, expected=0, title="Mine"),
        lambda: services.chapter_begin(study=study, actor=people.carol, expected=0, step=1, title="Mine"),
        lambda: services.chapter_remove(study=study, actor=people.carol, expected=2, step=1),
    ]
    for change in changes:
        with pytest.raises(StaleStudy):
            change()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_write_at_once_one_is_told(study: Study, people: SimpleNamespace) -> None:
    def say(text: str) -> str:
        try:
            services.note_write(study=study, actor=people.carol, expected=0, step=5, text=text)
        except StaleStudy:
            return "stale"
        finally:
            connection.close()
        return text

    with ThreadPoolExecutor(2) as both:
        said = sorted(both.map(say, ["one", "two"]))
    assert "stale" in said and said != ["stale", "stale"]
    assert Note.objects.get().text in said


# who reads, who writes


@pytest.mark.parametrize(
    "visibility, hidden, told_of, opened",
    [
        ("private", "", {"carol"}, {"carol"}),
        ("link", "", {"carol"}, set(READERS)),
        ("public", "", set(READERS), set(READERS)),
        ("link", "rude", {"carol"}, {"carol", "staff"}),
        ("public", "rude", {"carol", "staff"}, {"carol", "staff"}),
    ],
)
def test_who_reads(
    study: Study, people: SimpleNamespace, visibility: str, hidden: str, told_of: set[str], opened: set[str]
) -> None:
    Study.objects.filter(pk=study.pk).update(visibility=visibility, hidden=hidden)
    for name in READERS:
        actor = getattr(people, name)
        assert (study in selectors.studies_of_game(actor, study.game)) == (name in told_of), name
        if name in opened:
            assert access.access_study(actor, study.key).pk == study.pk
        else:
            with pytest.raises(Http404):
                access.access_study(actor, study.key)


def test_nobody_else_changes_it(study: Study, people: SimpleNamespace, show: Any) -> None:
    row = show(study, "public")
    doors: list[Callable[[Any], Any]] = [
        lambda actor: services.note_write(study=row, actor=actor, expected=1, step=5, text="Mine"),
        lambda actor: services.chapter_begin(study=row, actor=actor, expected=1, step=5, title="Mine"),
        lambda actor: services.chapter_remove(study=row, actor=actor, expected=1, step=5),
        lambda actor: services.study_edit(study=row, actor=actor, expected=1, title="Mine"),
        lambda actor: services.study_delete(study=row, actor=actor),
    ]
    for name in ("ada", "boris", "staff", "nobody"):
        for door in doors:
            with pytest.raises(PermissionDenied):
                door(getattr(people, name))
    assert told(study, people.carol)["version"] == 1


def test_a_study_of_a_battle_that_is_closed_is_invisible(
    study: Study, battle: Game, people: SimpleNamespace, show: Any
) -> None:
    row = show(study, "public")
    Game.objects.filter(pk=battle.pk).update(public=False)
    for name, sees in (("ada", True), ("staff", True), ("boris", False), ("carol", False), ("nobody", False)):
        actor = getattr(people, name)
        assert bool(selectors.studies_of_game(actor, battle)) == sees, name
        if not sees:
            with pytest.raises(Http404):
                access.access_study(actor, row.key)
    with pytest.raises(Http404):
        services.note_write(study=row, actor=people.carol, expected=1, step=5, text="Still here")
    with pytest.raises(Http404):
        services.study_begin(game_id=battle.pk, actor=people.boris, title="Mine")


def test_a_note_is_read_once_its_step_is(delayed: Game, people: SimpleNamespace) -> None:
    study = services.study_begin(game_id=delayed.pk, actor=people.ada, title="Live", visibility="public")
    services.note_write(study=study, actor=people.ada, expected=0, step=9, text="I have a plan")
    services.chapter_begin(study=study, actor=people.ada, expected=1, step=9, title="The plan")
    assert len(told(study, people.ada)["notes"]) == 1
    assert (told(study, people.boris)["notes"], told(study, people.boris)["chapters"]) == ([], [])
    late = services.study_begin(game_id=delayed.pk, actor=people.boris, title="From the stands")
    with pytest.raises(Refused) as refused:
        services.note_write(study=late, actor=people.boris, expected=0, step=9, text="What I cannot see")
    assert refused.value.code == "no-step"
    Game.objects.filter(pk=delayed.pk).update(finished=True)
    assert len(told(study, people.boris)["notes"]) == 1


def test_what_a_player_writes_is_read_once_everybody_sees_as_much(
    halfway: SimpleNamespace, people: SimpleNamespace
) -> None:
    """Also what is about a step that everybody sees: it may tell what comes after it."""
    ada = halfway.study
    doors: dict[str, Callable[[Any], list[Any]]] = {
        "notes": lambda actor: [note["step"] for note in told(ada, actor)["notes"]],
        "chapters": lambda actor: [each["title"] for each in told(ada, actor)["chapters"]],
        "of the game": lambda actor: noted(selectors.studies_of_game(actor, halfway.game)),
        "of the author": lambda actor: noted(selectors.public_studies(actor, people.ada)),
    }
    all_of_it = {"notes": [2, 4, 9], "chapters": ["The plan"], "of the game": [3], "of the author": [3]}
    part = {"notes": [2], "chapters": [], "of the game": [1], "of the author": [1]}
    for name, sees in (("ada", all_of_it), ("staff", all_of_it), ("boris", part), ("carol", part), ("nobody", part)):
        assert {door: read(getattr(people, name)) for door, read in doors.items()} == sees, name
    halfway.later()
    for name in ("boris", "nobody"):
        assert {door: read(getattr(people, name)) for door, read in doors.items()} == all_of_it, name


def test_a_title_that_a_player_gives_is_read_once_everybody_sees_as_much(
    halfway: SimpleNamespace, people: SimpleNamespace
) -> None:
    version = Study.objects.get(pk=halfway.study.pk).number
    row = services.study_edit(study=halfway.study, actor=people.ada, expected=version, visibility="link")
    assert access.access_study(people.boris, row.key), "who reads it is no news of the battle"
    row = services.study_edit(study=row, actor=people.ada, expected=version + 1, title="How I win", visibility="public")
    for name in ("ada", "staff"):
        assert access.access_study(getattr(people, name), row.key).title == "How I win"
    for name in ("boris", "carol", "nobody"):
        actor = getattr(people, name)
        assert selectors.studies_of_game(actor, halfway.game) == [], name
        with pytest.raises(Http404):
            access.access_study(actor, row.key)
    halfway.later()
    assert access.access_study(people.nobody, row.key).title == "How I win"


def test_what_is_written_from_the_stands_is_read_at_once(halfway: SimpleNamespace, people: SimpleNamespace) -> None:
    row = services.study_begin(game_id=halfway.game.pk, actor=people.boris, title="From the stands", visibility="link")
    services.note_write(study=row, actor=people.boris, expected=0, step=4, text="Well done")
    services.chapter_begin(study=row, actor=people.boris, expected=1, step=4, title="So far")
    for name in ("nobody", "carol", "ada"):
        seen = told(access.access_study(getattr(people, name), row.key), getattr(people, name))
        assert (len(seen["notes"]), len(seen["chapters"])) == (1, 1), name
    # Who runs the game has it shown later still: its author reads their own words, up to the step that they see.
    Game.objects.filter(pk=halfway.game.pk).update(delay=200)
    assert told(row, people.nobody)["notes"] == [] == told(row, people.boris)["notes"]
    assert noted(selectors.own_studies(people.boris)) == [0] and told(row, people.boris)["title"]


def test_a_what_if_has_no_studies(battle: Game, people: SimpleNamespace) -> None:
    branch = branches.branch_create(of=battle, place=branches.Place(60, 60, battle.number), maker=people.carol)
    with pytest.raises(Http404):
        services.study_begin(game_id=branch.pk, actor=people.carol, title="Of what never was")


def test_a_study_that_was_private_has_another_address(study: Study, show: Any) -> None:
    first = show(study, Visibility.LINK).key
    assert show(study, Visibility.PUBLIC).key == first
    again = show(show(study, Visibility.PRIVATE), Visibility.LINK).key
    assert again != first
    with pytest.raises(Http404):
        access.access_study(SimpleNamespace(is_authenticated=False), first)  # type: ignore[arg-type]


# moderation


def test_staff_hides_a_note_and_its_owner_sees_why(
    study: Study, write: Write, people: SimpleNamespace, show: Any
) -> None:
    show(study, "public")
    write(study, 5, "Something rude", mark=Mark.MISTAKE)
    with pytest.raises(PermissionDenied):
        services.note_hide(study=study, actor=people.ada, step=5, reason="I do not like it")
    services.note_hide(study=study, actor=people.staff, step=5, reason="Rude")
    assert told(study, people.boris)["notes"] == []
    assert [each["hidden"] for each in told(study, people.carol)["notes"]] == ["Rude"]
    assert [each["hidden"] for each in told(study, people.staff)["notes"]] == ["Rude"]
    # Neither writing it anew nor emptying it first brings it back.
    write(study, 5, "")
    write(study, 5, "Something rude again")
    assert told(study, people.boris)["notes"] == []
    services.note_hide(study=study, actor=people.staff, step=5, reason="")
    assert [each["text"] for each in told(study, people.boris)["notes"]] == ["Something rude again"]


def test_staff_hides_a_study(study: Study, people: SimpleNamespace, show: Any) -> None:
    row = show(study, "public")
    for name in ("ada", "carol", "nobody"):
        with pytest.raises(PermissionDenied):
            services.study_hide(study=row, actor=getattr(people, name), reason="No")
    services.study_hide(study=row, actor=people.staff, reason="Advertising")
    assert told(study, people.carol)["hidden"] == "Advertising"
    assert selectors.public_studies(people.boris, people.carol).count() == 0
    with pytest.raises(Refused) as refused:
        services.study_hide(study=row, actor=people.staff, reason="x" * 501)
    assert refused.value.path == "$.hidden"
    services.study_hide(study=row, actor=people.staff, reason="")
    assert selectors.public_studies(people.boris, people.carol).count() == 1


# erasing and export


def test_erasing_takes_studies_away_and_names_out_of_others(
    study: Study, battle: Game, write: Write, people: SimpleNamespace
) -> None:
    own = services.study_begin(game_id=battle.pk, actor=people.ada, title="Mine")
    services.note_write(study=own, actor=people.ada, expected=0, step=3, text="I was here")
    services.chapter_begin(study=study, actor=people.carol, expected=0, step=3, title="Ada strikes")
    write(study, 3, "Here Ada errs; adamant. Ошибка: Ada")
    person_erase(user=people.ada, by=people.ada)
    assert list(Study.objects.values_list("pk", flat=True)) == [study.pk]
    assert Note.objects.get().text == "Here игрок errs; adamant. Ошибка: игрок"
    assert Chapter.objects.get().title == "a player strikes"
    with pytest.raises(StaleStudy):
        services.note_write(study=study, actor=people.carol, expected=2, step=3, text="Here Ada errs")
    person_erase(user=people.carol, by=people.carol)
    assert not Study.objects.exists() and not Note.objects.exists() and not Chapter.objects.exists()


def test_the_archive_has_all_of_it(study: Study, write: Write, people: SimpleNamespace, battle: Game) -> None:
    write(study, 5, "A thought", drawn=[Ring("rose", Spot(100, 200))])
    Study.objects.update(hidden="Rude")
    Game.objects.filter(pk=battle.pk).update(public=False)
    account = msgspec.json.decode(msgspec.json.encode(export.account(people.carol)))
    (kept,) = account["studies"]
    assert (kept["title"], kept["hidden"], kept["game"]) == (study.title, "Rude", str(battle.pk))
    assert kept["notes"] == [
        {"step": 5, "text": "A thought", "mark": "", "hidden": "",
         "drawings": [{"type": "ring", "colour": "rose", "at": {"x": 100, "y": 200}}]}
    ]  # fmt: skip


# what is written is text


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "![p](https://e.org/p)",
        "<svg/onload=alert(1)>", "<a href='data:text/html,x'>x</a>", "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "`</textarea><script>`", "<style>*{display:none}</style>", "<iframe src=//e.org>",
    ],
)  # fmt: skip
def test_no_text_runs_anything(study: Study, write: Write, people: SimpleNamespace, text: str) -> None:
    write(study, 5, text)
    html = told(study, people.carol)["notes"][0]["html"]
    for forbidden in ("<script", "<img", "<svg", "<iframe", "<style", 'href="javascript', 'href="data', "<textarea"):
        assert forbidden not in html.lower()
