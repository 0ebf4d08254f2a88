"""Why there is no what-if, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from gamelog.branches.errors import Why
from gamelog.branches.services import MOST_A_DAY, MOST_OPEN


def why_not(why: Why) -> str:
    """The reason, and what to do."""
    return {
        "open": _("You have %(count)d what-ifs already, the most that one person may keep. Put some away first.")
        % {"count": MOST_OPEN},
        "today": _("You have made %(count)d what-ifs today, the most within a day. Go on with one of them.")
        % {"count": MOST_A_DAY},
        "early": _("Both forces are not there yet at this step. A what-if begins once they have mustered."),
        "over": _("The battle is over there. Go back some steps."),
        "running": _("The engine is playing on already. Wait until it has finished."),
        "long": _("This what-if is as long as one may be."),
    }[why]


STATUS = {"open": 409, "today": 429, "early": 409, "over": 409, "running": 409, "long": 409}
"""The HTTP status of each reason."""
