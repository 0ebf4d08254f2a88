"""What the templates of events need: how sure a result is, as a word and a shape, and a round's clock."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from frontend.events import words

register = template.Library()

_SHAPES = {
    "verified": "M4 12.5l5.5 5.5L20 6.5",
    "confirmed": "M3 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M10 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
    "ruled": "M4 20.5h9M9 7.5l5-5 6 6-5 5ZM11.5 10.5l-7 7",
    "disputed": "M12 3l9.5 17h-19ZM12 10v4M12 17v.1",
    "reported": "M4 5h16v11h-8.5l-4.5 4v-4H4Z",
    "awarded": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M8 12h8",
}


@register.simple_tag
def sure(standing: str) -> SafeString:
    """How sure a result is, as a word and a shape; empty where there is no result."""
    if standing not in _SHAPES:
        return SafeString("")
    return format_html('<span class="sure {}">{}{}</span>', standing, _shape(standing), words.standing(standing))


@register.simple_tag
def sure_shape(standing: str) -> SafeString:
    """The shape alone, for narrow columns: the word is there for who hears the page, and the legend says it."""
    if standing not in _SHAPES:
        return SafeString("")
    return format_html(
        '<span class="sure {}">{}<span class="visually-hidden">, {}</span></span>',
        standing, _shape(standing), words.standing(standing),
    )  # fmt: skip


def _shape(standing: str) -> SafeString:
    return format_html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', _SHAPES[standing])


@register.filter
def in_words(phase: str) -> str:
    """Where an event is."""
    return words.phase(phase)


@register.filter
def format_words(key: str) -> str:
    """What kind of event it is."""
    return words.format_of(key)


@register.filter
def role_words(key: str) -> str:
    """An office in an event."""
    return words.role(key)


@register.simple_tag
def round_clock(clock: Any) -> SafeString:
    """A round's clock, which goes on in the browser; empty where there is none."""
    if clock is None:
        return SafeString("")
    return format_html(
        '<round-clock class="clock{}" left="{}" since="{}" now="{}" role="timer">{}</round-clock>',
        "" if clock.runs else " stands", clock.left, clock.since, clock.now, clock.text,
    )  # fmt: skip


@register.filter
def label_of(preset: Any) -> str:
    """The name of a preset."""
    return words.label(preset)


@register.filter
def source_of(preset: Any) -> str:
    """Where a preset is from."""
    return str(preset.source_ru if words.russian() else preset.source_en)


@register.filter
def size_of(preset: Any) -> str:
    """What the number is that a preset takes."""
    return str(preset.size_ru if words.russian() else preset.size_en)
