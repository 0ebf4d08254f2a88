"""Fifty corrections, and the standings as of each of them: byte for byte as before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache

from gamelog.accounts.services import person_erase
from gamelog.contest.acts import penalties, results
from gamelog.tournaments import selectors, services
from gamelog.tournaments.models import Tournament
from tests.tournaments.making import act, reported, state_of

MANY = 50


def correction(tournament: Tournament, index: int) -> Any:
    """The next in a series of corrections of every kind."""
    state = state_of(tournament)
    number, table = 1 + index % 2, 1 + index % 4
    reason = f"correction {index}"
    match index % 5:
        case 0:
            return results.Rule(round=number, table=table, report=reported(index, 60 - index), reason=reason)
        case 1:
            return results.Enter(round=number, table=table, report=reported(80 - index, index), reason=reason)
        case 2:
            entrant = 1 + index % 8
            return penalties.Penalise(entrant=entrant, kind="points", match=-50, victory=index * 100, reason=reason)
        case 3:
            standing = [each.act for each in state.penalties if not each.lifted]
            return penalties.Lift(penalty=standing[0], reason=reason)
    return results.Enter(round=number, table=table, report=reported(40, 40), reason=reason)


@pytest.fixture
def corrected(filled: Tournament, people: SimpleNamespace) -> dict[int, bytes]:
    """The standings as shown before each correction was confirmed, by the number of its act."""
    shown = {filled.number: selectors.standings_json(filled)}
    for index in range(MANY):
        wanted = correction(filled, index)
        effect = services.effect_preview(tournament=filled, act=wanted, actor=people.organiser)
        act(filled, people.organiser, wanted, effect=effect.digest)
        assert selectors.table_of(filled) == effect.after
        shown[filled.number] = selectors.standings_json(filled)
    return shown


def test_standings_as_of_each_correction_come_out_byte_for_byte(
    filled: Tournament, corrected: dict[int, bytes]
) -> None:
    assert len(corrected) == MANY + 1 and len(set(corrected.values())) == MANY + 1
    cache.clear()
    assert {number: selectors.standings_json(filled, as_of=number) for number in corrected} == corrected


def test_as_played_no_correction_counts(filled: Tournament, corrected: dict[int, bytes]) -> None:
    first = min(corrected)
    assert selectors.table_of(filled, "played").places == selectors.table_of(filled, "played", as_of=first).places


def test_an_erased_player_leaves_every_standing_valid(
    filled: Tournament, corrected: dict[int, bytes], people: SimpleNamespace
) -> None:
    heads = list(filled.acts.values_list("hash", flat=True))
    tag = selectors.standings_tag(filled)
    person_erase(user=people.p1, by=people.p1)
    cache.clear()
    assert {number: selectors.standings_json(filled, as_of=number) for number in corrected} == corrected
    assert list(filled.acts.values_list("hash", flat=True)) == heads
    assert "p1" not in selectors.names_of(filled).values()
    # Pages that show names are rendered again.
    assert selectors.standings_tag(filled) != tag
