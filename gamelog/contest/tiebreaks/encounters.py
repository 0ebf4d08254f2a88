"""Who beat whom: head-to-head for two, and FIDE's direct encounter for a whole group (C.07, article 6).

Article 6 as it is built here. The results between those who are level make a table of their own; who met twice counts
with the mean (6.1.2), forfeits count only in a round robin (6.1.1, 15.2). If all of them met, that table ranks them,
and those who are still level are taken by themselves again (6.2). If not all met, somebody is first only if they would
be alone at the top of the table whatever the missing results; then the same is asked for the second place, and so on;
and the rest are taken by themselves again (6.3). The article did not change from 2023 to 2026. A pair whose only
meeting was a forfeit has not met; Otto Milvang's TieBreakServer counts it so too.

An encounter is worth the points of a win, a draw or a loss. Bonuses do not say who beat whom and do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

import msgspec

from gamelog.contest.points import shown
from gamelog.contest.tiebreaks.crosstable import Crosstable, result_of
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up, in_points


class GroupStanding(msgspec.Struct, frozen=True):
    """An entrant in the table of a group: its points, and the least and the most they could be with what is missing."""

    points: Fraction
    least: Fraction
    most: Fraction


def worth(crosstable: Crosstable) -> dict[str, Fraction]:
    """The points of each outcome."""
    scoring = crosstable.scoring
    return {"win": in_points(scoring.win), "draw": in_points(scoring.draw), "loss": in_points(scoring.loss)}


def against(crosstable: Crosstable, entrant: int) -> dict[int, Fraction]:
    """An entrant's points against each opponent met; the mean of several meetings."""
    gained: dict[int, list[Fraction]] = {}
    for each in crosstable.encounters(entrant):
        result = result_of(each)
        if result:
            gained.setdefault(each.opponent, []).append(crosstable.once(worth)[result])
    return {opponent: sum(points, Fraction(0)) / len(points) for opponent, points in gained.items()}


def table_of(crosstable: Crosstable, group: Group) -> dict[int, GroupStanding]:
    """The table of the results between the entrants of a group."""
    values = crosstable.once(worth).values()
    least, most = min(values), max(values)
    members, table = frozenset(group), {}
    for entrant in group:
        made = [points for other, points in crosstable.once(against, entrant).items() if other in members]
        missing = len(group) - 1 - len(made)
        points = sum(made, Fraction(0))
        table[entrant] = GroupStanding(points, points + missing * least, points + missing * most)
    return table


def certain_firsts(table: Mapping[int, GroupStanding]) -> list[Group]:
    """Those who are first, second and so on whatever the missing results, each alone; then all others together."""
    left, tiers = sorted(table), []
    while len(left) > 1:
        top = max(left, key=lambda entrant: table[entrant].least)
        if table[top].least <= max(table[other].most for other in left if other != top):
            break
        tiers.append((top,))
        left.remove(top)
    return [*tiers, tuple(left)]


def ranked(crosstable: Crosstable, group: Group) -> tuple[Group, ...]:
    """A group in the order of its direct encounters, best first; those that cannot be separated stay together."""
    table = table_of(crosstable, group)
    if all(standing.least == standing.most for standing in table.values()):
        order = sorted(group, key=lambda entrant: (-table[entrant].points, entrant))
        tiers = [tuple(tier) for _, tier in groupby(order, key=lambda entrant: table[entrant].points)]
    else:
        tiers = certain_firsts(table)
    if len(tiers) == 1:
        return (group,)
    return tuple(part for tier in tiers for part in ranked(crosstable, tier))


def below(crosstable: Crosstable, group: Group) -> dict[int, frozenset[int]]:
    """For every entrant of a group, the others ranked below."""
    tiers = crosstable.once(ranked, group)
    return {
        entrant: frozenset(other for tier in tiers[index + 1 :] for other in tier)
        for index, tier in enumerate(tiers)
        for entrant in tier
    }


def direct_encounter(crosstable: Crosstable, entrant: int, params: Mapping[str, int], group: Group) -> Worked:
    """How many of the others the entrant is ranked above. Terms are the others that were met or are below."""
    beaten, met = crosstable.once(below, group)[entrant], crosstable.once(against, entrant)
    last = {each.opponent: each.round for each in crosstable.encounters(entrant)}
    others = [other for other in group if other != entrant and (other in beaten or other in met)]
    return added_up(
        tuple(
            Summand(Fraction(other in beaten), last.get(other, 0), other, *_compared(met.get(other), other in beaten))
            for other in others
        )
    )


def _compared(made: Fraction | None, above: bool) -> tuple[str, str]:
    en, ru = ("not met", "не встречались") if made is None else (f"made {shown(made)}", f"набрано {shown(made)}")
    return (f"{en}; ranked above", f"{ru}; выше") if above else (en, ru)


def head_to_head(crosstable: Crosstable, entrant: int, params: Mapping[str, int], group: Group) -> Worked:
    """The entrant's points against the one other."""
    other = next((number for number in group if number != entrant), 0)
    met = crosstable.once(against, entrant)
    if len(group) != 2 or other not in met:
        en = "It is for two who met: here they are more, or did not meet."
        return Worked(None, (), en, "Только для двоих, игравших между собой: здесь их больше, или они не встречались.")
    worths = crosstable.once(worth)
    rounds = [each for each in crosstable.encounters(entrant) if each.opponent == other and result_of(each)]
    parts = tuple(Summand(worths[result_of(each)], each.round, other) for each in rounds)
    if len(parts) == 1:
        return added_up(parts)
    text = f"{shown(met[other] * len(parts))} / {len(parts)} = {shown(met[other])}"
    return Worked(met[other], parts, f"The mean: {text}", f"Среднее: {text}")


HEAD_TO_HEAD = TieBreakRule(
    "head-to-head",
    "1",
    "Head-to-head",
    "Личная встреча",
    "Of exactly two who are level and met, the one who made more of their encounter is ahead. It counts as a win, a "
    "draw or a loss; of several encounters the mean. Byes are no encounters, nor are forfeits outside of round "
    "robins.",
    "Из ровно двоих с равными показателями, игравших между собой, выше тот, кто набрал больше в их встрече. Встреча "
    "считается победой, ничьей или поражением; из нескольких берётся среднее. Баи не встречи, неявки вне круговых "
    "турниров тоже.",
    "House rule of this platform; common in wargaming events",
    head_to_head,
    needs_group=True,
)
DIRECT_ENCOUNTER = TieBreakRule(
    "direct-encounter",
    "1",
    "Direct encounter",
    "Личные встречи",
    "Those who are level are ranked by the results between them alone, and whoever is still level again by the "
    "results between these. If not all of them met, only who would be alone in front whatever the missing results is "
    "put first, then second and so on. Forfeits count only in round robins. The number says how many of the level "
    "ones the entrant is ranked above.",
    "Участники с равными показателями сравниваются только по встречам между собой, оставшиеся равными снова по "
    "встречам между ними. Если играли не все со всеми, первым, затем вторым и так далее ставится лишь тот, кто был бы "
    "единственным лидером при любых недостающих результатах. Неявки учитываются только в круговых турнирах. Число "
    "показывает, скольких из равных участник обошёл.",
    "FIDE Handbook C.07, articles 6 and 15.2, unchanged from 2023 to 2026",
    direct_encounter,
    needs_group=True,
)
