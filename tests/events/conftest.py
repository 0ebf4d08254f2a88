"""Fixtures of the pages of events: those of `tests/tournaments`."""

from tests.other_site import club_site  # noqa: F401
from tests.tournaments.conftest import *  # noqa: F403
