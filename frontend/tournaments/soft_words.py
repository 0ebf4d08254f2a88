"""The terms of soft scores in words, for the page of rules, the preview of an announcement, and changes of terms."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.points import said
from frontend.tournaments import vocabulary
from gamelog.contest.points import POINT
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import Overall, SoftCategory


def categories(terms: Terms) -> list[tuple[str, str]]:
    """Each category by its name, with who gives which marks."""
    return [(vocabulary.label(each), category(each, terms)) for each in terms.soft]


def category(found: SoftCategory, terms: Terms) -> str:
    """Who gives which marks of a category, and what they count."""
    return "; ".join(_parts(found, terms.overall is not None))


def _parts(category: SoftCategory, counts: bool) -> list[str]:
    least, most = said(category.least), said(category.most)
    marks = {"least": least.replace("-", "−"), "most": most.replace("-", "−")}
    told = {
        "staff-event": _("the staff gives %(least)s to %(most)s"),
        "staff-round": _("the staff gives %(least)s to %(most)s each round"),
        "opponent-round": _("the opponent gives %(least)s to %(most)s after each game"),
        "vote-event": _("each vote of a player is worth %(most)s"),
    }[f"{category.by}-{category.each}"]
    parts = [told % marks]
    if category.usual is not None:
        parts.append(_("%(usual)s if no mark is given") % {"usual": said(category.usual)})
    if category.top_marks:
        text = ngettext("the highest mark at most %(count)d time by a player",
                        "the highest mark at most %(count)d times by a player", category.top_marks)  # fmt: skip
        parts.append(text % {"count": category.top_marks})
    if category.cap is not None:
        parts.append(_("at most %(cap)s in all") % {"cap": said(category.cap)})
    if counts and (category.weight != POINT or category.of):
        parts.append(_weight(category))
    return parts


def _weight(of: SoftCategory | Overall) -> str:
    if of.of:
        shown = {"weight": said(of.weight), "of": said(of.of)}
        return _("%(weight)s in Best Overall for %(of)s, and in proportion") % shown
    return _("× %(weight)s in Best Overall") % {"weight": said(of.weight)}


def overall(terms: Terms) -> str:
    """How Best Overall is made, in sentences; empty if there is none."""
    own = terms.overall
    if own is None:
        return ""
    points = vocabulary.kind(own.points or terms.ranks, terms.tallies)
    first = _("Best Overall adds the soft scores to the %(points)s.") % {"points": points}
    if own.weight != POINT or own.of:
        first += " " + _("The %(points)s count %(weight)s.") % {"points": points, "weight": _weight(own)}
    ties = {"shared": _("Equals share a place."), "general": _("Equals stand in the order of the standings.")}
    return f"{first} {ties[own.ties]}"
