"""The players' words with what they mean: {% load hints %}"""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def hint(word: str, means: str, key: str) -> SafeString:
    """A word that a newcomer may not know, as a button that opens what it means; `key` is its own on the page.

    A `title` would be out of reach of fingers and keys; a popover of the browser needs no script. Without a meaning it
    is the word alone.
    """
    if not means:
        return format_html("{}", word)
    return format_html(
        '<button type="button" class="hint" popovertarget="hint-{0}">{1}</button><span id="hint-{0}" class="hint-text" '
        "popover>{2}</span>",
        key, word, means,
    )  # fmt: skip
