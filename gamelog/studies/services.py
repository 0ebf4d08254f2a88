"""What is written of studies. Every function is one transaction that holds the study's row.

Whoever changes a study says which version they saw, so that nothing that was written meanwhile is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from gamelog.clubs.services import TAPPED_TWICE, name_clear, text_of
from gamelog.contest.errors import Refused
from gamelog.games import access as games
from gamelog.games.access import Actor
from gamelog.games.models import Game
from gamelog.games.selectors import position_at
from gamelog.people.selectors import participant_id
from gamelog.people.services import participant_of
from gamelog.streams.store import writing
from gamelog.studies import access, drawings
from gamelog.studies.drawings import Drawing
from gamelog.studies.errors import StaleStudy
from gamelog.studies.models import Chapter, Mark, Note, Study, Visibility, new_key

log = structlog.get_logger(__name__)

MOST_STUDIES = 200
MOST_NOTES = 500
MOST_CHAPTERS = 100


# the study


def study_begin(*, game_id: UUID | str, actor: Actor, title: str, visibility: str = Visibility.PRIVATE) -> Study:
    """Begin a study of a battle. The same form sent twice begins one.

    Raises:
        Http404: the actor sees no such battle that was played.
        PermissionDenied: nobody is logged in, or a guest.
        Refused: `bad-study`, with the field that is wrong; `too-many`.
    """
    owner = access.require_account(actor)
    # The page of an author is under their opaque id.
    participant_of(owner)
    game = games.access_played(actor, game_id)
    said = {"title": _titled(Study, title, "bad-study"), "visibility": _visibility(visibility)}
    with writing():
        # Nobody is erased meanwhile, and of two forms sent at once the second sees the first.
        if not User.objects.select_for_update().get(pk=owner.pk).is_active:
            raise PermissionDenied("this account is erased")
        own = Study.objects.filter(owner=owner)
        twice = own.filter(game_id=game.pk, number=0, created__gte=timezone.now() - TAPPED_TWICE, **said).first()
        if twice:
            return twice
        if own.count() >= MOST_STUDIES:
            raise Refused("too-many", "$", f"you have {MOST_STUDIES} studies already: delete one first")
        return Study.objects.create(game_id=game.pk, owner=owner, seen=game.number, **said)


def study_edit(
    *, study: Study, actor: Actor, expected: int, title: str | None = None, visibility: str | None = None
) -> Study:
    """Change the title of a study, or who reads it. Once it was private, it has another address.

    Raises: Http404, PermissionDenied, StaleStudy as `changing`; Refused `bad-study`.
    """
    said = {} if title is None else {"title": _titled(Study, title, "bad-study")}
    said |= {} if visibility is None else {"visibility": _visibility(visibility)}
    with changing(study, actor, expected) as row:
        if said.get("visibility") == Visibility.PRIVATE and row.visibility != Visibility.PRIVATE:
            row.key = new_key()
        if said.get("title", row.title) != row.title:
            row.seen = games.access_game(actor, row.game_id).number
        for field, value in said.items():
            setattr(row, field, value)
    return row


def study_delete(*, study: Study, actor: Actor) -> None:
    """Delete a study with everything in it; twice counts once. Raises: PermissionDenied."""
    access.require_owner(actor, study)
    with writing():
        Study.objects.filter(pk=study.pk).delete()


@contextmanager
def changing(study: Study, actor: Actor, expected: int) -> Iterator[Study]:
    """A transaction in which the owner changes a study of version `expected`; it then has the next one.

    Raises:
        Http404: it was deleted, or the battle can no longer be seen.
        PermissionDenied: it is somebody else's.
        StaleStudy: it has another version by now.
    """
    with writing():
        row = Study.objects.select_for_update().filter(pk=study.pk).first()
        if row is None:
            raise Http404("the study was deleted")
        access.require_owner(actor, row)
        games.access_game(actor, row.game_id)
        if row.number != expected:
            raise StaleStudy(expected, row.number)
        yield row
        row.number, row.updated = row.number + 1, timezone.now()
        row.save(update_fields=["title", "seen", "visibility", "key", "number", "updated"])


# notes and chapters


def note_write(
    *, study: Study, actor: Actor, expected: int, step: int, text: str = "", mark: str = "",
    drawn: Sequence[Drawing] = (),
) -> Study:  # fmt: skip
    """Say something of a step, in the place of what was said of it. A note without anything is removed.

    Raises: Http404, PermissionDenied, StaleStudy as `changing`; Refused: `bad-note` and `bad-drawing`, with the field;
        `too-many`.
    """
    said: dict[str, Any] = {
        "text": text_of(Note, "text", text, "bad-note"), "mark": mark, "drawings": drawings.written(drawn),
    }  # fmt: skip
    if mark and mark not in Mark.values:
        raise Refused("bad-note", "$.mark", f"none of {', '.join(Mark.values)}")
    with changing(study, actor, expected) as row:
        game = _with_step(row, actor, step)
        said["seen"] = game.number
        if drawn:
            drawings.require_fit(drawn, position_at(game, step))
        known = Note.objects.filter(study=row, step=step).first()
        if said["text"] or mark or drawn:
            _require_room(known, Note.objects.filter(study=row).count(), MOST_NOTES, "notes")
            Note.objects.update_or_create(study=row, step=step, defaults=said)
        elif known and known.hidden:
            # It stays as it is for everybody else, so that nobody says again what was hidden.
            Note.objects.filter(pk=known.pk).update(**said)
        elif known:
            known.delete()
    return row


def chapter_begin(*, study: Study, actor: Actor, expected: int, step: int, title: str) -> Study:
    """Begin a chapter at a step, or give the one that begins there another title.

    Raises: Http404, PermissionDenied, StaleStudy as `changing`; Refused: `bad-chapter`, with the field; `too-many`.
    """
    named = _titled(Chapter, title, "bad-chapter")
    with changing(study, actor, expected) as row:
        game = _with_step(row, actor, step)
        known = Chapter.objects.filter(study=row, step=step).first()
        _require_room(known, Chapter.objects.filter(study=row).count(), MOST_CHAPTERS, "chapters")
        Chapter.objects.update_or_create(study=row, step=step, defaults={"title": named, "seen": game.number})
    return row


def chapter_remove(*, study: Study, actor: Actor, expected: int, step: int) -> Study:
    """Let a chapter go on without a break at a step. Raises: Http404, PermissionDenied, StaleStudy as `changing`."""
    with changing(study, actor, expected) as row:
        Chapter.objects.filter(study=row, step=step).delete()
    return row


def _with_step(study: Study, actor: Actor, step: int) -> Game:
    """The battle, if it has this step as far as the actor sees it. Raises: Refused."""
    game = games.access_game(actor, study.game_id)
    if not 1 <= step <= game.number:
        raise Refused("no-step", "$.step", f"the battle has steps 1 to {game.number}")
    return game


def _require_room(known: Any, count: int, most: int, what: str) -> None:
    if known is None and count >= most:
        raise Refused("too-many", "$", f"a study has {most} {what} at most")


def _titled(model: Any, title: str, code: str) -> str:
    said = " ".join(text_of(model, "title", title, code).split())
    if not said:
        raise Refused(code, "$.title", "it has a title")
    return said


def _visibility(text: str) -> str:
    if text not in Visibility.values:
        raise Refused("bad-study", "$.visibility", f"none of {', '.join(Visibility.values)}")
    return text


# moderation


def study_hide(*, study: Study, actor: Actor, reason: str) -> Study:
    """Hide a study, as staff of the site; with an empty reason, show it again. Its version stays.

    Raises: PermissionDenied; Http404: it was deleted; Refused `bad-reason`.
    """
    staff, said = access.require_moderator(actor), text_of(Study, "hidden", reason, "bad-reason")
    row: Study = _hide(Study.objects.filter(pk=study.pk), staff, said)
    return row


def note_hide(*, study: Study, actor: Actor, step: int, reason: str) -> Note:
    """Hide what a study says of a step, as `study_hide`. Raises: Http404 besides: it says nothing of this step."""
    staff, said = access.require_moderator(actor), text_of(Note, "hidden", reason, "bad-reason")
    row: Note = _hide(Note.objects.filter(study_id=study.pk, step=step), staff, said)
    return row


def _hide(rows: Any, staff: User, reason: str) -> Any:
    with writing():
        row = rows.select_for_update().first()
        if row is None:
            raise Http404("there is nothing to hide")
        row.hidden, row.hidden_by = reason, staff if reason else None
        row.hidden_at = timezone.now() if reason else None
        row.save(update_fields=["hidden", "hidden_by", "hidden_at"])
    what = {"of": type(row).__name__.lower(), "row": str(row.pk), "by": participant_id(staff)}
    log.info("study_hidden" if reason else "study_shown", **what)
    return row


# forgetting


def person_forget(user: User, known: re.Pattern[str] | None, played: Iterable[Game]) -> None:
    """Delete somebody's studies, and put a neutral word in the place of their name in others' of the battles that they
    `played`. `known` finds the names.
    """
    with writing():
        Study.objects.filter(owner=user).delete()
        if known is None:
            return
        rows = Study.objects.select_for_update().filter(game__in=[game.pk for game in played])
        for study in rows.order_by("pk"):
            _names_clear(study, known)


def _names_clear(study: Study, known: re.Pattern[str]) -> None:
    parts: list[tuple[Any, tuple[str, ...]]] = [(study, ("title", "hidden"))]
    parts += [(note, ("text", "hidden")) for note in Note.objects.filter(study=study)]
    parts += [(chapter, ("title",)) for chapter in Chapter.objects.filter(study=study)]
    changed = False
    for row, fields in parts:
        cleared = [field for field in fields if name_clear(row, field, known)]
        if cleared:
            row.save(update_fields=cleared)
            changed = True
    if changed:
        # Whoever is writing meanwhile does not put the name back.
        study.number += 1
        study.save(update_fields=["number"])
