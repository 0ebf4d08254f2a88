"""A published pairing, recomputed and checked independently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.pair import FIXED, pair
from gamelog.contest.pairing.request import Candidate, Pair, Paired, Request, Unpairable


class Difference(NamedTuple):
    """What differs between a published pairing and the outcome of its inputs, in a sentence."""

    en: str
    ru: str


def check(request: Request, paired: Paired) -> tuple[str, ...]:
    """The differences between a published pairing and the outcome of its inputs, a sentence each."""
    try:
        again = pair(request)
    except (Unpairable, Refused) as error:
        return (f"These inputs give no pairing: {error}",)
    return tuple(each.en for each in differences(paired, again))


def differences(published: Paired, again: Paired) -> Iterator[Difference]:
    """What differs between a published pairing and the one made again."""
    if published.version != again.version:
        here, there = published.version, again.version
        yield Difference(f"The rule set is {there}, not {here}", f"Правила жеребьёвки: {there}, а не {here}")
    tables = {each.table: each for each in published.pairs}
    computed = {each.table: each for each in again.pairs}
    if len(tables) < len(published.pairs):
        yield Difference("A table is given to two pairs", "Один стол дан двум парам")
    for table in sorted(tables | computed):
        was, now = _seated(tables.get(table)), _seated(computed.get(table))
        if was != now:
            yield Difference(f"Table {table} is {now.en}, not {was.en}", f"Стол {table}: {now.ru}, а не {was.ru}")
    if published.bye != again.bye:
        yield Difference(
            f"The bye is {again.bye or 'nobody'}'s, not {published.bye or 'nobody'}'s",
            f"Бай: {again.bye or 'никому'}, а не {published.bye or 'никому'}",
        )
    for en, ru, before, after in (
        ("Byes are those of", "Баи у", published.byes, again.byes),
        ("Unopposed are", "Проходят без игры", published.unopposed, again.unopposed),
        ("Waiting are", "Ждут", published.waiting, again.waiting),
        ("The notes are", "Примечания", published.notes, again.notes),
    ):
        if before != after:
            yield Difference(f"{en} {list(after)}, not {list(before)}", f"{ru}: {list(after)}, а не {list(before)}")


def _seated(found: Pair | None) -> Difference:
    """Who sits at a table, as a part of a sentence."""
    if found is None:
        return Difference("free", "свободен")
    floated = Difference(", floated", ", с переходом") if found.floated else Difference("", "")
    return Difference(f"{found.a} against {found.b}{floated.en}", f"{found.a} – {found.b}{floated.ru}")


def violations(request: Request, paired: Paired) -> tuple[Difference, ...]:
    """What a pairing breaks, a sentence each: looked for in its pairs, not by making it again.

    Everybody has to be in it once, every pair at a table of its own, and a Swiss round keep what is not lifted. Kept
    pairs have to be there, at their tables; whom they bring together is the business of whoever kept them.
    """
    return (*_presence(request, paired), *_tables(request, paired), *_kept(request, paired), *_barred(request, paired))


def _presence(request: Request, paired: Paired) -> Iterator[Difference]:
    named = [entrant for each in paired.pairs for entrant in (each.a, each.b)]
    named += paired.resting
    times = Counter([*named, *paired.unopposed, *paired.waiting])
    here = {each.entrant for each in request.candidates}
    for entrant in sorted(here | set(times)):
        if entrant not in here:
            yield Difference(f"{entrant} is paired and is not among those to be paired",
                             f"{entrant} есть в жеребьёвке, но не среди тех, кого надо было распределить")  # fmt: skip
        elif times[entrant] != 1:
            yield Difference(f"{entrant} is in the pairing {times[entrant]} times",
                             f"{entrant} встречается в жеребьёвке раз: {times[entrant]}")  # fmt: skip


def _tables(request: Request, paired: Paired) -> Iterator[Difference]:
    for table, times in sorted(Counter(each.table for each in paired.pairs).items()):
        if times > 1:
            yield Difference(f"Table {table} is given out {times} times", f"Стол {table} отдан раз: {times}")
        if request.tables and table not in {*request.tables, *(kept for _a, _b, kept in request.kept)}:
            yield Difference(f"There is no table {table} in the hall", f"Стола {table} в зале нет")


def _kept(request: Request, paired: Paired) -> Iterator[Difference]:
    tables = {frozenset((each.a, each.b)): each.table for each in paired.pairs}
    for a, b, table in request.kept:
        if not b and a not in paired.resting:
            yield Difference(f"{a} was to keep the bye", f"Бай должен был остаться у {a}")
        elif b and frozenset((a, b)) not in tables:
            yield Difference(f"{a} and {b} were to stay together", f"{a} и {b} должны были остаться в паре")
        elif table and tables[frozenset((a, b))] != table:
            yield Difference(f"{a} and {b} were to stay at table {table}",
                             f"{a} и {b} должны были остаться за столом {table}")  # fmt: skip


def _barred(request: Request, paired: Paired) -> Iterator[Difference]:
    if request.format in FIXED:
        return
    candidates = {each.entrant: each for each in request.candidates}
    kept = [frozenset((a, b)) for a, b, _table in request.kept]
    forbidden = [frozenset(each) for each in request.forbidden]
    for number in paired.resting:
        bye = candidates.get(number)
        if bye and bye.byes and "second-bye" not in request.lifted and frozenset((number, 0)) not in kept:
            yield Difference(f"{number} has the bye and had one before", f"У {number} бай, и бай уже был")
    for each in paired.pairs:
        two = frozenset((each.a, each.b))
        if two in kept or not two <= set(candidates):
            continue
        if candidates[each.a].group != candidates[each.b].group:
            yield Difference(f"{each.a} and {each.b} are of two groups", f"{each.a} и {each.b} из разных групп")
        if "forbidden" not in request.lifted and two in forbidden:
            yield Difference(f"{each.a} and {each.b} must not meet",
                             f"{each.a} и {each.b} не должны встречаться")  # fmt: skip
        if "rematch" not in request.lifted and _met(candidates[each.a], candidates[each.b]):
            yield Difference(f"{each.a} and {each.b} have met before", f"{each.a} и {each.b} уже встречались")


def _met(a: Candidate, b: Candidate) -> bool:
    return b.entrant in a.met or a.entrant in b.met
