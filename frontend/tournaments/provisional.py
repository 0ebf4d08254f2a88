"""Why a place is provisional, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from gamelog.contest.provisional import UnsureResult

MOST = 3
"""So many results are named; the others are counted."""


def because(found: Sequence[UnsureResult]) -> str:
    """The results on which a place rests, as a sentence; empty if the place is sure."""
    said = [_one(each) for each in found[:MOST]]
    further = len(found) - MOST
    if further > 0:
        said.append(ngettext("%(count)s more result", "%(count)s more results", further) % {"count": further})
    return _("Provisional: %(reasons)s") % {"reasons": "; ".join(said)} if said else ""


def _one(each: UnsureResult) -> str:
    text = {
        "disputed": _("round %(round)s, table %(table)s is disputed"),
        "reported": _("round %(round)s, table %(table)s is not confirmed"),
        "unverified": _("the record of round %(round)s, table %(table)s is not verified"),
    }[each.why]
    return text % {"round": each.round, "table": each.table}
