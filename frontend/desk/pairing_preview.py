"""A trial pairing that is not stored: its tables, what it gives up, and which constraints would have to be lifted for
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.numbers import whole_number
from frontend.base.points import said
from frontend.desk import seats
from frontend.desk.access import Desk
from frontend.tournaments import refusals, vocabulary
from gamelog.contest import draw
from gamelog.contest.acts.rounds import PairRound, RePair, pairing_for
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.remarks import remarks
from gamelog.contest.pairing.request import Candidate, Constraint, Pair
from gamelog.contest.state import seats_of

HANDS = 6
"""How many pairs can be made by hand at once."""
FIELDS = ("again", "reason", "lifted", "keep", *(f"{side}{hand}" for hand in range(1, HANDS + 1) for side in "ab"))
"""The fields of the pairing form."""


class PreviewPair(NamedTuple):
    """A proposed pair. `gives_up` lists the preferences it gave up; `stays`: the pair is already paired like this."""

    table: int
    terrain: str
    a: str
    b: str
    score_a: str
    score_b: str
    floated: bool
    gives_up: list[str]
    stays: bool


class Offer(NamedTuple):
    """A constraint that could be lifted (with others, if none alone is enough), and how often it would be broken at
    least.
    """

    names: tuple[Constraint, ...]
    text: str
    cost: int
    query: str


class Todo(NamedTuple):
    """What is missing for a pairing, and the page on which it is entered."""

    text: str
    address: str


class TriedPairing(NamedTuple):
    """The outcome of a trial pairing, or why none is possible. `missing` are the tables without a result, `before`
    what is better done first; each leads to where it is done.
    """

    seats: list[PreviewPair]
    bye: str
    unopposed: list[str]
    waiting: list[str]
    aside: list[tuple[str, str]]
    lifted: list[str]
    refused: str
    code: str
    missing: Sequence[Todo]
    offers: list[Offer]
    before: Sequence[Todo] = ()


def act_of(desk: Desk, asked: QueryDict) -> PairRound | RePair:
    """The act that the form's fields stand for."""
    number = len(desk.state.rounds)
    lifted = tuple(each for each in get_args(Constraint) if each in asked.getlist("lifted"))
    reason = asked.get("reason", "").strip()[:2000]
    if not asked.get("again"):
        return PairRound(round=number + 1, reason=reason, lifted=lifted)
    keep = tuple(sorted({whole_number(each) for each in asked.getlist("keep")} - {0}))
    hands = ((whole_number(asked.get(f"a{hand}")), whole_number(asked.get(f"b{hand}"))) for hand in range(1, HANDS + 1))
    by_hand = tuple(each for each in hands if any(each))
    return RePair(round=max(number, 1), reason=reason, lifted=lifted, keep=keep, by_hand=by_hand)


def tried(desk: Desk, act: PairRound | RePair, asked: QueryDict) -> TriedPairing:
    """The pairing that would be stored."""
    try:
        request, paired = pairing_for(desk.state, act)
    except Refused as error:
        missing = [_missing(desk, key) for key in error.facts.get("missing", ())]
        text = refusals.refusal_text(error)
        return TriedPairing([], "", [], [], [], [], text, error.code, missing, _offers(error, asked))
    candidates = {each.entrant: each for each in request.candidates}
    before = {(each.a, each.b, each.table) for each in desk.state.rounds[-1].paired.pairs} if _again(act) else set()
    said = remarks(request, paired)
    seats = [_seat(desk, each, candidates, said, before) for each in paired.pairs]
    return TriedPairing(
        seats, ", ".join(map(desk.name, paired.resting)), [desk.name(each) for each in paired.unopposed],
        [desk.name(each) for each in paired.waiting],
        _aside(desk, act.round, set(candidates)), [vocabulary.constraint(each) for each in act.lifted], "", "", (), [],
        () if _again(act) else _before(desk, act.round),
    )  # fmt: skip


def _missing(desk: Desk, key: str) -> Todo:
    """A table without a result, with its players; a dispute leads to the ruling, anything else to the result."""
    found = desk.state.round
    table, _dot, board = key.partition(".")
    pair = found.pair_at(int(table)) if found else None
    names = " – ".join(desk.name(each, int(board or 0)) for each in (pair.a, pair.b)) if pair else ""
    number = len(desk.state.rounds)
    place = _("Table %(table)s, board %(board)s") if board else _("Table %(table)s")
    text = f"{place % {'table': table, 'board': board}}: {names}"
    if found and key in found.results:
        return Todo(
            _("%(table)s, disputed") % {"table": text}, seats.table_page(desk, number, int(table), int(board or 0))
        )
    return Todo(text, _enter(desk, number, table, board))


def _enter(desk: Desk, number: int, table: str, board: str) -> str:
    query = {"round": number, "table": table, **({"board": board} if board else {})}
    back = reverse("event-desk-pairing", args=[desk.tournament.slug])
    return f"{reverse('event-desk-act', args=[desk.tournament.slug, 'enter'])}?{urlencode({**query, 'next': back})}"


def _before(desk: Desk, number: int) -> list[Todo]:
    """What is better done before a pairing, although none of it is needed."""
    state, slug = desk.state, desk.tournament.slug
    found = []
    absent = sum(not each.checked_in for each in state.playing()) if state.terms.check_in else 0
    if absent:
        text = ngettext("%(count)d is not checked in", "%(count)d are not checked in", absent) % {"count": absent}
        found.append(Todo(text, reverse("event-desk-check-in", args=[slug])))
    lacking = sum(not all(each.lists()) for each in state.playing()) if state.terms.rosters.required else 0
    if lacking:
        text = ngettext("%(count)d roster is missing.", "%(count)d rosters are missing.", lacking) % {"count": lacking}
        found.append(Todo(text, reverse("event-desk-entrants", args=[slug])))
    return found


def _again(act: PairRound | RePair) -> bool:
    return isinstance(act, RePair)


def _seat(
    desk: Desk, pair: Pair, candidates: dict[int, Candidate], notes: Sequence[str], before: set[tuple[int, int, int]]
) -> PreviewPair:  # fmt: skip
    terrain = {each.number: each.terrain for each in desk.state.terms.tables}
    two = {str(pair.a), str(pair.b)}
    own = [vocabulary.note(note, desk.names) for note in notes if set(note.partition(":")[2].split("-")) <= two]
    a, b = (said(candidates[each].score) if each in candidates else "" for each in (pair.a, pair.b))
    names = desk.name(pair.a), desk.name(pair.b)
    return PreviewPair(pair.table, terrain.get(pair.table, ""), *names, a, b, pair.floated, own,
                (pair.a, pair.b, pair.table) in before)  # fmt: skip


def _aside(desk: Desk, number: int, paired: set[int]) -> list[tuple[str, str]]:
    """Entrants that are not paired, with the reason."""
    found = []
    for each in desk.state.playing():
        if each.number not in paired:
            asked = each.byes.get(str(number))
            late = each.since > number
            why = vocabulary.bye_kind(asked) if asked else _("joins later") if late else _("not checked in")
            here = each in draw.present(desk.state, number)
            found.append((desk.name(each.number), _("out of the elimination") if here else why))
    return found


def _offers(error: Refused, asked: QueryDict) -> list[Offer]:
    """The constraints that could be lifted, each with the page that does it."""
    made = []
    for lift in error.facts.get("lifts", ()):
        names = (lift["constraint"], *lift.get("also", ()))
        query = QueryDict(mutable=True)
        for name in (each for each in FIELDS if each in asked):
            query.setlist(name, asked.getlist(name))
        query.setlist("lifted", sorted({*asked.getlist("lifted"), *names}))
        made.append(Offer(names, "; ".join(map(vocabulary.constraint, names)), lift["cost"], query.urlencode()))
    return made


class Keep(NamedTuple):
    """A table of the round that is paired again; `fixed` if its result keeps it anyway."""

    table: int
    a: str
    b: str
    fixed: bool
    chosen: bool


class Choices(NamedTuple):
    """What can be kept and paired by hand; `hands` are the pairs chosen so far."""

    keeps: list[Keep]
    free: list[tuple[int, str]]
    hands: list[tuple[int, int, int]]


def choices(desk: Desk, asked: QueryDict) -> Choices:
    """The choices in the form of a re-pairing."""
    found = desk.state.round
    if found is None:
        return Choices([], [], [])
    chosen = {whole_number(each) for each in asked.getlist("keep")}
    pairs = found.paired.pairs
    fixed = {each.table for each in pairs if any(key in found.results for key in seats_of(desk.state, each))}
    keeps = [Keep(each.table, desk.name(each.a), desk.name(each.b), each.table in fixed, each.table in chosen)
             for each in pairs]  # fmt: skip
    held = {entrant for each in pairs if each.table in fixed for entrant in (each.a, each.b)}
    free = [(each.number, desk.name(each.number)) for each in draw.present(desk.state, found.number)
            if each.number not in held]  # fmt: skip
    hands = [
        (hand, whole_number(asked.get(f"a{hand}")), whole_number(asked.get(f"b{hand}"))) for hand in range(1, HANDS + 1)
    ]
    return Choices(keeps, sorted(free, key=lambda each: each[1].casefold()), hands)
