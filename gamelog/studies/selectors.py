"""What is read of studies. Who may read one is in `access`; of one that may be read, this tells what is seen of it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet

from gamelog.clubs.markdown import html_of
from gamelog.games.access import Actor, is_staff
from gamelog.games.models import Game
from gamelog.people.selectors import display_name
from gamelog.studies import access, drawings
from gamelog.studies.models import Chapter, Note, Study, Visibility

A_GAME = 100
"""Studies of one battle that are listed, newest first."""


def studies_of_game(actor: Actor, game: Game) -> list[Study]:
    """The studies of a battle that `actor` may be told of."""
    return list(_counted(actor, access.studies_known(actor, game_id=game.pk))[:A_GAME])


def own_studies(user: User) -> QuerySet[Study]:
    """Somebody's own studies of battles that they may see."""
    return _counted(user, access.studies_known(user, owner=user))


def public_studies(actor: Actor, author: User) -> QuerySet[Study]:
    """The public studies of an author, as far as `actor` may see their battles."""
    known = access.studies_known(actor, owner=author, visibility=Visibility.PUBLIC, hidden="")
    return _counted(actor, known)


def notes_seen(actor: Actor, study: Study) -> list[Note]:
    """The notes that `actor` may read, as far as they see the battle; hidden ones only where they are for them."""
    rows = Note.objects.filter(access.told(actor, access.last_step(actor, study)), study=study).order_by("step")
    if not (access.owns(actor, study) or is_staff(actor)):
        rows = rows.filter(hidden="")
    return list(rows)


def chapters_seen(actor: Actor, study: Study) -> list[Chapter]:
    """The chapters that `actor` may read, as far as they see the battle."""
    told = access.told(actor, access.last_step(actor, study))
    return list(Chapter.objects.filter(told, study=study).order_by("step"))


def brief(actor: Actor, study: Study) -> dict[str, Any]:
    """A study as lists show it, as plain values. `hidden` is the reason, for those who may know that it is hidden."""
    participant = getattr(study.owner, "participant", None)
    return {
        "key": study.key, "game": str(study.game_id), "title": study.title, "visibility": study.visibility,
        "author": display_name(study.owner), "person": participant.pk if participant else "",
        "mine": access.owns(actor, study), "hidden": study.hidden, "created": study.created, "updated": study.updated,
    }  # fmt: skip


def whole(actor: Actor, study: Study) -> dict[str, Any]:
    """A study with its notes and chapters as `actor` may read them, as plain values."""
    return {
        **brief(actor, study), "version": study.number,
        "notes": [note_json(note) for note in notes_seen(actor, study)],
        "chapters": [{"step": each.step, "title": each.title} for each in chapters_seen(actor, study)],
    }  # fmt: skip


def note_json(note: Note) -> dict[str, Any]:
    """A note as plain values: `html` is safe on any page."""
    return {
        "step": note.step, "text": note.text, "html": html_of(note.text), "mark": note.mark,
        "drawings": msgspec.to_builtins(drawings.read(note.drawings)), "hidden": note.hidden,
    }  # fmt: skip


def export_of(user: User) -> list[dict[str, Any]]:
    """Everything that somebody keeps in studies, whatever became of the battles, for their own archive."""
    rows = Study.objects.filter(owner=user).prefetch_related("notes", "chapters").order_by("created", "pk")
    return [
        {
            "game": study.game_id, "title": study.title, "visibility": study.visibility, "key": study.key,
            "hidden": study.hidden, "made": study.created, "changed": study.updated,
            "notes": [
                {"step": note.step, "text": note.text, "mark": note.mark, "hidden": note.hidden,
                 "drawings": msgspec.Raw(note.drawings.encode())}
                for note in study.notes.all()
            ],
            "chapters": [{"step": each.step, "title": each.title} for each in study.chapters.all()],
        }
        for study in rows
    ]  # fmt: skip


def _counted(actor: Actor, rows: QuerySet[Study]) -> QuerySet[Study]:
    """With how many notes `actor` may read of each, those apart that staff hid."""
    late = access.shown_late(actor, rows)
    read = ~Q(game_id__in=list(late))
    for game, last in late.items():
        read |= Q(game_id=game) & access.told(actor, last, of="notes__", study="")
    return rows.annotate(noted=Count("notes", filter=Q(notes__hidden="") & read))
