"""Filters and tags for templates about games: verdicts, dice, results, and the names of sides and rules."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from frontend.base import clauses
from frontend.base.language import russian
from frontend.base.lengths import inches
from frontend.games import results, seats, sentences, table_drawing, weapons
from frontend.games.datasheets import characteristics
from frontend.games.game_history import page_of
from gamelog.games import access, calls, consent
from gamelog.games.models import Game, Seat
from gamelog.people.selectors import display_name

register = template.Library()

_SHAPES = {
    "verified": "M4 12.5l5.5 5.5L20 6.5",
    "findings": "M12 3l9.5 17h-19ZM12 10v4M12 17v.1",
    "waiting": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17ZM12 8v4.5l3 2",
}
PIPS = {
    1: ((12, 12),), 2: ((7, 7), (17, 17)), 3: ((7, 7), (12, 12), (17, 17)), 4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)), 6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}  # fmt: skip

register.filter("inches", inches)


@register.simple_tag
def verdict(of: str | None, size: str = "") -> SafeString:
    """A verdict as a word and a shape."""
    kind = of if of in _SHAPES else "waiting"
    words = {"verified": _("Verified"), "findings": _("Findings"), "waiting": _("Not verified yet")}
    return format_html(
        '<span class="verdict {} {}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>{}</span>',
        kind, size, _SHAPES[kind], words[kind],
    )  # fmt: skip


@register.simple_tag
def open_calls(user: Any) -> int:
    """How many calls wait for a judge; 0 for everybody who is none."""
    return calls.open_calls(user).count() if access.is_staff(user) else 0


@register.simple_tag
def seat_questions(user: Any) -> int:
    """How many battles in which somebody else seated the visitor wait for an answer."""
    return consent.waiting_for(user).count() if user.is_authenticated else 0


@register.simple_tag
def corrected_sign() -> SafeString:
    """The shape beside the word for a correction: a turning arrow."""
    return mark_safe('<svg class="corrected-sign" viewBox="0 0 24 24" aria-hidden="true">'
                     '<path d="M5 9h9a5 5 0 0 1 0 10H8M5 9l4-4M5 9l4 4"/></svg>')  # fmt: skip


@register.simple_tag
def result(game: Game, corrected: bool) -> results.ResultText:
    """The result of a game, in words."""
    return results.describe(game, corrected)


@register.simple_tag
def score_of(came: results.ResultText, side: str) -> str:
    """The score of a side as it stands; empty where the game has none."""
    return came.scores.get(side, "")


@register.simple_tag
def thumbnail(game: Game) -> SafeString:
    """A game's table after its last step."""
    return table_drawing.thumbnail(game)


@register.simple_tag
def sign(colour: str) -> SafeString:
    """The sign of a side: a disc for blue, a diamond for amber."""
    shape = '<path d="M8 1l7 7-7 7-7-7Z"/>' if colour == "amber" else '<circle cx="8" cy="8" r="6.5"/>'
    return format_html('<svg class="sign {}" viewBox="0 0 16 16" aria-hidden="true">{}</svg>', colour, mark_safe(shape))


@register.simple_tag
def dice(roll: Any) -> SafeString:
    """The dice of a roll as faces: successes filled, failures outlined, re-rolled ones struck through."""
    again = dict(roll.a)
    drawn = []
    for index, face in enumerate(roll.f):
        fate = ("success" if roll.p[index] else "failure") if roll.p else "plain"
        if index in again:
            drawn.append((_die(face, "struck"),))
        drawn.append((_die(again.get(index, face), fate),))
    return format_html('<span class="dice">{}</span>', format_html_join("", "{}", drawn))


def _die(face: int, fate: str) -> SafeString:
    pips = format_html_join("", '<circle cx="{}" cy="{}" r="2.1"/>', PIPS.get(face, ()))
    if face not in PIPS:
        pips = format_html('<text x="12" y="16.5" text-anchor="middle">{}</text>', face)
    strike = mark_safe('<path d="M3 21 21 3"/>') if fate == "struck" else ""
    words = {"success": _("success"), "failure": _("failure"), "struck": _("re-rolled")}
    label = f"{face}, {words[fate]}" if fate in words else str(face)
    return format_html(
        '<svg class="die {}" viewBox="0 0 24 24" role="img" aria-label="{}">'
        '<rect x="1.5" y="1.5" width="21" height="21" rx="5"/>{}{}</svg>', fate, label, pips, strike,
    )  # fmt: skip


@register.filter
def printed(profile: dict[str, Any], ruleset: str) -> list[tuple[str, str]]:
    """A profile's characteristics as name and value."""
    return list(characteristics(rules.load(ruleset).telling, profile).items())


@register.filter
def weapon_line(weapon: Any, ruleset: str) -> str:
    """A weapon's profile in one line."""
    return weapons.line(rules.load(ruleset).telling, weapon)


@register.filter
def keyword(word: str, ruleset: str) -> str:
    """A keyword or a category of a sheet in the reader's language; without words for it, as the list prints it."""
    known = rules.load(ruleset).telling.keywords
    phrase = next((phrase for name, phrase in known.items() if name.lower() == word.lower()), None)
    return word if phrase is None else phrase.ru if russian() else phrase.en


register.filter("steps_page", page_of)
register.filter("signed", sentences.signed)
register.filter("label", clauses.label)
register.filter("text", clauses.text)
register.filter("note", clauses.note)


@register.filter
def sides(game: Game) -> str:
    """The names of a game's sides: `Kroot – Astartes`."""
    names = [seats.name(seat) if seat.name else seat.faction or (seat.user and display_name(seat.user)) or
             seats.name(seat) for seat in game.seats.all()]  # fmt: skip
    told = " – ".join(names) or str(game)
    return _("What if: %(sides)s") % {"sides": told} if game.what_if else told


@register.filter
def side_name(seat: Seat) -> str:
    """The name of a seat's side."""
    return seats.name(seat)


@register.filter
def winner(game: Game) -> str:
    """The name of the winning side, or empty."""
    return next((seats.name(seat) for seat in game.seats.all() if seat.side == game.winner), "")


@register.filter
def player_name(seat: Seat) -> str:
    """The public name of the person who sits there; empty for an open seat."""
    return display_name(seat.user) if seat.user else ""


register.filter("public_name", display_name)
