"""Buchholz of 2026 where everybody meets everybody: refused when it is chosen, and kept where an event has it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from gamelog.contest import stream
from gamelog.contest.acts.setting import Announce, SetTerms
from gamelog.contest.errors import Refused
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms, TieBreak
from gamelog.contest.tiebreaks import load
from gamelog.contest.validation_tiebreaks import NEED_A_SWISS, unsuitable
from gamelog.contest.verification import verify
from tests.tournaments import making

AT = "2026-05-01T10:00:00Z"
BUCHHOLZ = TieBreak("buchholz", "2026")


@pytest.mark.parametrize("format", ["round-robin", "league"])
@pytest.mark.parametrize("id", NEED_A_SWISS)
def test_only_fides_text_of_2026_forbids_it(format: Any, id: str) -> None:
    """C.07-2026, note to article 8. The text of 2023 has no such note, nor is there one about our own sums."""
    order = (TieBreak("sos", "1"), TieBreak(id, "2026"), TieBreak(id, "2023"))
    (refused,) = unsuitable(Terms("kt", format=format, tiebreaks=order))
    assert (refused.code, refused.path) == ("needs-a-swiss", "$.tiebreaks[1].id")
    rule = load(id, "2026")
    assert rule.en in refused.text and "Sonneborn-Berger" in refused.text and f"«{rule.ru}»" in refused.ru
    assert not list(unsuitable(Terms("kt", tiebreaks=order)))


@pytest.mark.django_db
def test_it_is_refused_at_the_doors_and_kept_where_it_stands(people: SimpleNamespace) -> None:
    robin: dict[str, Any] = {"late_entry": 0, "format": "round-robin"}
    with pytest.raises(Refused) as refused:
        making.announce(people.organiser, tiebreaks=(BUCHHOLZ,), **robin)
    assert (refused.value.code, refused.value.path) == ("needs-a-swiss", "$.terms.tiebreaks[0].id")
    made = making.announce(people.organiser, tiebreaks=(BUCHHOLZ,), late_entry=0)
    with pytest.raises(Refused) as refused:
        making.act(made, people.organiser, SetTerms(terms=replace(making.state_of(made).terms, format="round-robin")))
    assert refused.value.code == "needs-a-swiss"
    # An event that was announced with it before the rule was known here keeps it, whatever else is changed.
    before = Terms("kt", format="round-robin", tiebreaks=(BUCHHOLZ,))
    assert not list(unsuitable(replace(before, place="Hall 2"), before))
    decided = stream.decide(TournamentState(), Announce(title="Old", terms=before), AT)
    entry = decided.entry(TournamentState(), role="organiser", previous="")
    assert not list(verify([stream.read_entry(entry.bytes())]))
