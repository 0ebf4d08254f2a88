"""Filters and tags for templates about tournaments: certainty of results, clocks, effects of rulings, addresses."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.base.language import russian
from frontend.games.ruling_preview import Preview
from frontend.tournaments import standings_changes, vocabulary
from gamelog.games.models import Game
from gamelog.tournaments import previews, selectors

register = template.Library()

_SHAPES = {
    "verified": "M4 12.5l5.5 5.5L20 6.5",
    "confirmed": "M3 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M10 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
    "ruled": "M4 20.5h9M9 7.5l5-5 6 6-5 5ZM11.5 10.5l-7 7",
    "disputed": "M12 3l9.5 17h-19ZM12 10v4M12 17v.1",
    "reported": "M4 5h16v11h-8.5l-4.5 4v-4H4Z",
    "provisional": "M7 3h10M7 21h10M8 3v4l8 10v4M16 3v4L8 17v4",
    "awarded": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M8 12h8",
}


@register.simple_tag
def sure(standing: str) -> SafeString:
    """How sure a result is, as a word and a shape; empty if there is no result."""
    if standing not in _SHAPES:
        return SafeString("")
    return format_html('<span class="sure {}">{}{}</span>', standing, _shape(standing), vocabulary.standing(standing))


@register.simple_tag
def provisional(why: str) -> SafeString:
    """The mark of a provisional place, with the reason as its tooltip; empty for one that is sure."""
    if not why:
        return SafeString("")
    return format_html(
        '<span class="sure provisional" title="{}">{}{}</span>', why, _shape("provisional"), _("provisional")
    )


@register.simple_tag
def sure_shape(standing: str) -> SafeString:
    """The shape alone, for narrow columns: screen readers get the word, and the legend explains it."""
    if standing not in _SHAPES:
        return SafeString("")
    return format_html(
        '<span class="sure {}">{}<span class="visually-hidden">, {}</span></span>',
        standing, _shape(standing), vocabulary.standing(standing),
    )  # fmt: skip


def _shape(standing: str) -> SafeString:
    return format_html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', _SHAPES[standing])


@register.filter
def in_words(phase: str) -> str:
    """The phase of an event, in words."""
    return vocabulary.phase(phase)


@register.filter
def format_words(key: str) -> str:
    """The format of an event, in words."""
    return vocabulary.format_of(key)


@register.filter
def role_words(key: str) -> str:
    """An office in an event, in words."""
    return vocabulary.role(key)


@register.simple_tag
def round_clock(clock: Any) -> SafeString:
    """A round's clock, which keeps running in the browser; empty if there is none."""
    if clock is None:
        return SafeString("")
    return format_html(
        '<round-clock class="clock{}" left="{}" since="{}" now="{}" role="timer">{}</round-clock>',
        "" if clock.runs else " stands", clock.left, clock.since, clock.now, clock.text,
    )  # fmt: skip


@register.filter
def label_of(preset: Any) -> str:
    """The name of a preset."""
    return vocabulary.label(preset)


@register.filter
def source_of(preset: Any) -> str:
    """The source of a preset."""
    return str(preset.source_ru if russian() else preset.source_en)


@register.filter
def size_of(preset: Any) -> str:
    """The meaning of the number that a preset takes."""
    return str(preset.size_ru if russian() else preset.size_en)


@register.inclusion_tag("frontend/tournaments/_ruling_effect.html")
def ruling_effect(game: Game, preview: Preview) -> dict[str, Any]:
    """The effect of a ruling in a game on the standings of the tournament whose table the game is, if it has one."""
    foreseen = previews.effect_of_ruling(game, preview.result)
    if foreseen is None:
        return {}
    tournament, effect = foreseen
    names = selectors.names_of(tournament)
    changes = standings_changes.changes_of(lambda entrant: names.get((entrant, 0), f"#{entrant}"), effect)
    return {"event": tournament, "told": changes}


@register.simple_tag
def table_url(slug: str, number: int, table: int, board: int = 0) -> str:
    """The address of a table, or of a board of it, in a round."""
    return _seat_url("event-board" if board else "event-table", slug, number, table, board)


@register.simple_tag
def desk_table_url(slug: str, number: int, table: int, board: int = 0) -> str:
    """The address of a table, or of a board of it, at the desk."""
    return _seat_url("event-desk-board" if board else "event-desk-table", slug, number, table, board)


@register.simple_tag
def table_part_url(slug: str, number: int, table: int, board: int = 0) -> str:
    """The address of the part of a table's page that keeps itself up to date."""
    return _seat_url("event-part-table", slug, number, table, board)


@register.simple_tag
def roster_url(slug: str, entrant: int, member: int = 0) -> str:
    """The address of the roster of an entrant, or of a member of a team."""
    return reverse("event-roster", args=[slug, entrant, *([member] if member else [])])


def _seat_url(name: str, slug: str, number: int, table: int, board: int) -> str:
    return reverse(name, args=[slug, number, table, *([board] if board else [])])
