"""The words of studies: their readers, the marks of acts, and what is drawn, also in the replay's panel."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.games.cast import Cast
from gamelog.contest.errors import Refused
from gamelog.studies.drawings import Arrow, Drawing, Spot
from gamelog.studies.models import Mark, Visibility

SIGNS: dict[str, str] = {
    Mark.BRILLIANT: "!!", Mark.GOOD: "!", Mark.DOUBTFUL: "?!", Mark.MISTAKE: "?", Mark.TURNING_POINT: "⇄",
}  # fmt: skip
"""The sign of each mark, in the order in which they are offered."""


def mark_words() -> dict[str, str]:
    """The marks in words, in the reader's language."""
    return {
        Mark.BRILLIANT: _("Brilliant"), Mark.GOOD: _("Good"), Mark.DOUBTFUL: _("Doubtful"), Mark.MISTAKE: _("Mistake"),
        Mark.TURNING_POINT: _("Turning point"),
    }  # fmt: skip


def visibility_words() -> dict[str, str]:
    """Who reads a study, in the reader's language."""
    return {
        Visibility.PRIVATE: _("Only me"), Visibility.LINK: _("Anyone with the link"),
        Visibility.PUBLIC: _("Everybody"),
    }  # fmt: skip


def colour_words() -> dict[str, str]:
    """The colours of drawings with their lines, in the reader's language."""
    return {
        "teal": _("teal, whole line"), "violet": _("violet, dashes"), "rose": _("rose, dots"),
        "ink": _("ink, dashes and dots"),
    }  # fmt: skip


def drawing_sentence(cast: Cast, drawn: Drawing) -> str:
    """What is drawn, for whoever does not see it."""
    if isinstance(drawn, Arrow):
        said = {"start": _spot(cast, drawn.start), "end": _spot(cast, drawn.end)}
        return _("An arrow from %(start)s to %(end)s") % said
    return _("A ring around %(place)s") % {"place": _spot(cast, drawn.at)}


def _spot(cast: Cast, spot: Spot) -> str:
    return cast.model(spot.model) if spot.model else _("a place on the table")


def refusal_text(error: Refused) -> str:
    """Why something was refused, in the reader's language."""
    return panel_words().get(f"refused:{error.code}{error.path.removeprefix('$')}", "") or panel_words().get(
        f"refused:{error.code}", error.text
    )


def panel_words() -> dict[str, str]:
    """The words of the panel in the replay."""
    return {
        "study": _("Study"), "studies": _("Studies of this battle"), "none": _("Nobody has studied this battle yet."),
        "begin": _("Begin a study"), "begun": _("My study"), "title": _("Title of the study"), "create": _("Begin"),
        "logIn": _("Log in to write a study of your own."), "by": _("by %(name)s"), "close": _("Close the study"),
        "write": _("Write"), "chapters": _("Chapters"),
        "chapterHere": _("Begin a chapter here"), "chapterTitle": _("Title of the chapter"),
        "chapterRemove": _("Remove the chapter"), "previous": _("Previous note"), "next": _("Next note"),
        "noNote": _("No note on this step."), "noNotes": _("No notes yet."),
        "text": _("Your comment on this step"),
        "markdown": _("Markdown: **bold**, *italic*, lists, links."),
        "mark": _("Rating of the action"), "draw": _("Draw on the table"),
        "drawing": _("Drawing: drag for an arrow, tap for a ring"),
        "rightDrag": _("With a mouse, the right button draws at any time."), "colour": _("Colour"), "undo": _("Undo"),
        "byList": _("Draw by choosing from a list"), "from": _("From whom"), "to": _("To whom"),
        "onlyRing": _("nobody: a ring"), "add": _("Draw it"),
        "drawn": _("Drawn on the table"), "arrowOf": _("An arrow from %(start)s to %(end)s"),
        "ringOf": _("A ring around %(place)s"), "place": _("a place on the table"), "remove": _("Remove the drawing"),
        "saved": _("Saved"), "saving": _("Saving…"), "unsaved": _("Not saved yet"),
        "lost": _("No connection: what you wrote is kept here and sent again."),
        "conflict": _("This note was changed elsewhere:"), "emptyThere": _("it was removed"),
        "keepMine": _("Keep mine"), "takeTheirs": _("Use the other"),
        "conflictDrawn": _("with different drawings or a different rating"),
        "readers": _("Who can read it"), "settings": _("Settings"), "delete": _("Delete the study"),
        "deleteSure": _("Delete it with everything in it?"), "page": _("As a page"), "copy": _("Copy link"),
        "copied": _("Link copied"), "privateLink": _("Only you can open this link."),
        "hidden": _("Staff of the site hid this study: %(reason)s"),
        "hiddenNote": _("Staff of the site hid this note: %(reason)s"),
        "gone": _("This study cannot be opened: it is private, or it was deleted."),
        "stale": _("The study was changed in the meantime. Look at it again."),
        "failed": _("That did not work. Try again."), "notes": _("Notes"),
        "refused:bad-study.title": _("A study has a title of 1 to 120 characters."),
        "refused:bad-chapter.title": _("A chapter has a title of 1 to 120 characters."),
        "refused:bad-note.text": _("The text of a note has 5000 characters at most."),
        "refused:bad-drawing.drawings": _("A note has 40 drawings at most."),
        "refused:bad-drawing": _("Something is drawn too far from the table."),
        "refused:too-many": _("There are too many already: delete one first."),
        "refused:bad-note.mark": _("There is no such mark."),
        "refused:bad-study.visibility": _("Say who can read the study."),
        "refused:bad-reason": _("The reason has 500 characters at most."),
        "refused:no-step": _("The battle has no such step."),
    }  # fmt: skip
