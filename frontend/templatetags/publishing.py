"""Tags for templates of published parts."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from frontend.tournaments import vocabulary

register = template.Library()

SHAPES = {
    "verified": "M4 12.5l5.5 5.5L20 6.5",
    "confirmed": "M6 12h12",
    "ruled": "M12 3v18M5 21h14M5 7h14",
    "disputed": "M12 4v10M12 19v.1",
    "reported": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17Z",
    "awarded": "M5 12h14M12 5v14",
}
"""A shape for each certainty of a result, so that colour is never the only sign. The embedded script draws the same."""


@register.simple_tag
def sureness(standing: str) -> SafeString | str:
    """How sure a result is, as a word and a shape; empty if there is no result."""
    if standing not in SHAPES:
        return ""
    return format_html(
        '<span class="standing {}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg> {}</span>',
        standing, SHAPES[standing], vocabulary.standing(standing),
    )  # fmt: skip
