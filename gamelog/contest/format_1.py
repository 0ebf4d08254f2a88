"""The law of format 1, under which acts were stored without their effects.

What such an act did follows from the acts before it, by the rules of its time, and may never come to anything else. An
act does the same as one of today, unless it stands in `LAW`. Whoever changes the effects of a kind of act puts the
former function there; `tests/contest/test_formats.py` fails where it was forgotten. `TERMS` is the law of all formats
before 4: acts took terms as they were declared, and left it open what teams are ranked by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from gamelog.contest import draw
from gamelog.contest.acts import kind_of, rounds
from gamelog.contest.acts.rounds import Pairing, PairRound, RePair
from gamelog.contest.acts.setting import Announce, Finish, SetTerms
from gamelog.contest.effects import Announced, Effect, PhaseChanged, TermsSet
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.check import violations
from gamelog.contest.pairing.request import Request
from gamelog.contest.preconditions import require
from gamelog.contest.state import TournamentState
from gamelog.contest.waiting_list import moved_up


def pairing_in(act: Any) -> Pairing | None:
    """The pairing that stands in an act; None where the act is none, or its pairing is missing."""
    if not isinstance(act, PairRound | RePair) or act.request is None or act.paired is None:
        return None
    return Pairing(act.request, act.paired)


def _stored_pairing(act: Any) -> Pairing:
    found = pairing_in(act)
    assert found, "there is no pairing in it"
    return found


def _paired(state: TournamentState, act: PairRound, at: str) -> Iterable[Effect]:
    return rounds.round_paired(state, act, _stored_pairing(act))


def _paired_again(state: TournamentState, act: RePair, at: str) -> Iterable[Effect]:
    return rounds.round_paired_again(state, act, _stored_pairing(act))


def _finished(state: TournamentState, act: Finish, at: str) -> Iterable[Effect]:
    """The phase alone: the places were worked out whenever they were shown."""
    yield PhaseChanged("finished")


def _announced(state: TournamentState, act: Announce, at: str) -> Iterable[Effect]:
    yield Announced(act.title, act.terms, act.seed)


def _terms_set(state: TournamentState, act: SetTerms, at: str) -> Iterable[Effect]:
    yield TermsSet(act.terms)
    yield from moved_up(state, act.terms.capacity)


Law: TypeAlias = Mapping[type, Callable[[TournamentState, Any, str], Iterable[Effect]]]

TERMS: Law = {Announce: _announced, SetTerms: _terms_set}
"""What acts about the terms did until format 3."""
LAW: Law = {
    **TERMS,
    PairRound: _paired,
    RePair: _paired_again,
    Finish: _finished,
}
"""What acts did under format 1, where that is not what they do today."""


def effects(state: TournamentState, act: Any, at: str) -> tuple[Effect, ...]:
    """What a stored act did. Nothing is checked."""
    law = LAW.get(type(act)) or kind_of(act).effects
    return tuple(law(state, act, at))


def check(state: TournamentState, act: Any) -> None:
    """Refuse an act that could not be declared as it is stored; pairings are made again. Raises: Refused."""
    kind_of(act).check(state, act)
    if isinstance(act, PairRound | RePair):
        _check_as_made(state, act)


def _check_as_made(state: TournamentState, act: PairRound | RePair) -> None:
    found = pairing_in(act)
    require(act.request in requests(state, act), "not-as-made", "$.request",
            "the pairing was made from another state of the event")  # fmt: skip
    require(found, "not-as-made", "$.paired", "there is no pairing in it")
    assert found
    wrong = violations(*found)
    if wrong:
        raise Refused("not-as-made", "$.paired", "; ".join(each.en for each in wrong),
                      "; ".join(each.ru for each in wrong))  # fmt: skip
    require(rounds.made(found.request) == found, "not-as-made", "$.paired",
            "made again from the acts before it, the pairing is another")  # fmt: skip


def requests(state: TournamentState, act: PairRound | RePair) -> tuple[Request, Request]:
    """What a round may have been paired from.

    Round robins and eliminations once forgot after their first round who had played at which table: the second is as it
    was made then.
    """
    if isinstance(act, RePair):
        kept = rounds.kept_pairs(state, act)
        now, before = (
            draw.request_for(state, again=True, lifted=act.lifted, kept=kept, tables=each) for each in (True, False)
        )
    else:
        now, before = (draw.request_for(state, lifted=act.lifted, tables=each) for each in (True, False))
    return now, before


def made_again(state: TournamentState, act: PairRound | RePair) -> Pairing:
    """The pairing of a stored act, made again from the acts before it. Raises: Refused, as for one declared now."""
    kind_of(act).check(state, act)
    now, before = requests(state, act)
    return rounds.made(before if act.request == before else now)
