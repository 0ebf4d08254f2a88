"""Tags for the pages of the desk."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from frontend.desk import hall_live
from frontend.desk.access import Desk
from frontend.tournaments import vocabulary

register = template.Library()

register.filter("phase_word", vocabulary.phase)
register.simple_tag(hall_live.scores, name="hall_scores")


@register.filter
def may(desk: Desk, act_type: str) -> bool:
    """Whether the staff member at the desk may declare an act of this type."""
    return desk.may(act_type)


@register.simple_tag(takes_context=True)
def tap(context: Any, act_type: str, text: str, look: str = "", about: str = "", **fields: Any) -> SafeString:
    """A button that declares an act at once, with its fields.

    `about` tells screen readers whom it is about. Empty if this user may not declare the act.
    """
    desk: Desk = context["desk"]
    if not desk.may(act_type):
        return SafeString("")
    sent = {
        "csrfmiddlewaretoken": context.get("csrf_token", ""), "expected": context["expected"], "key": context["key"],
        "next": context.get("here", ""), **fields,
    }  # fmt: skip
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', sent.items())
    said = format_html('<span class="visually-hidden"> {}</span>', about) if about else ""
    address = reverse("event-desk-act", args=[desk.tournament.slug, act_type])
    return format_html(
        '<form class="tap" method="post" action="{}">{}<button class="{}">{}{}</button></form>',
        address, hidden, look, text, said,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def act_link(
    context: Any, act_type: str, text: str, query: str = "", look: str = "", about: str = ""
) -> SafeString:  # fmt: skip
    """A link to the form of an act, prefilled from `query`; empty if this user may not declare the act."""
    desk: Desk = context["desk"]
    if not desk.may(act_type):
        return SafeString("")
    said = format_html('<span class="visually-hidden"> {}</span>', about) if about else ""
    address = reverse("event-desk-act", args=[desk.tournament.slug, act_type])
    back = urlencode({"next": context.get("here", "")})
    return format_html(
        '<a class="button {}" href="{}?{}">{}{}</a>', look, address, "&".join(filter(None, (query, back))), text, said
    )  # fmt: skip
