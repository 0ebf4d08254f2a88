"""Fixtures of the pages of events: those of `tests/tournaments`."""

from tests.tournaments.conftest import *  # noqa: F403
