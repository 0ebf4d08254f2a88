"""Why there is no what-if, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.branches.errors import Why
from gamelog.branches.services import MOST_A_DAY, MOST_OPEN


def why_not(why: Why) -> str:
    """The reason, and what to do."""
    return {
        "open": _("You already have %(count)d what-ifs, the most one person can have. Delete some first.")
        % {"count": MOST_OPEN},
        "today": _("You have made %(count)d what-ifs today, the most in one day. Continue one of them.")
        % {"count": MOST_A_DAY},
        "early": _("The forces are not complete at this step. A what-if can start once both are on the table."),
        "over": _("The battle is already over at this step. Go back a few steps."),
        "running": _("The engine is playing on already. Wait until it has finished."),
        "long": _("This what-if has reached its maximum length."),
    }[why]


STATUS = {"open": 409, "today": 429, "early": 409, "over": 409, "running": 409, "long": 409}
"""The HTTP status of each reason."""
