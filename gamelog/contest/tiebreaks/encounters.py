"""Who beat whom: head-to-head for two, and FIDE's direct encounter for a whole group (C.07, article 6).

Article 6 as it is built here. The results between those who are level make a table of their own; who met twice counts
with the mean (6.1.2), forfeits count only in a round robin (6.1.1, 15.2). If all of them met, that table ranks them,
and those who are still level are taken by themselves again (6.2). If not all met, somebody is first only if they would
be alone at the top of the table whatever the missing results; then the same is asked for the second place, and so on;
and the rest are taken by themselves again (6.3). The article did not change from 2023 to 2026. A pair whose only
meeting was a forfeit has not met; Otto Milvang's TieBreakServer counts it so too.

An encounter is worth the points of a win, a draw or a loss. Bonuses do not say who beat whom and do not count. In
battle or victory points it is worth what was made in it. The extended direct encounter counts in one kind of points
and, where that separates nobody, in the other (13.3). By the rules of 2023, as the published exercise 45 has it, a
group that the second kind leaves stays with the second kind; since then each group that remains begins with the first
again (13.3.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

import msgspec

from gamelog.contest.cards import RoundScore
from gamelog.contest.points import said, shown
from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable, result_of
from gamelog.contest.tiebreaks.rule import Group, KindParam, Setting, Summand, TieBreakRule, Worked, added_up, in_points


class GroupStanding(msgspec.Struct, frozen=True):
    """An entrant in the table of a group: its points, and the least and the most they could be with what is missing;
    None: there is no limit.
    """

    points: Fraction
    least: Fraction | None
    most: Fraction | None


def worth(crosstable: Crosstable) -> dict[str, Fraction]:
    """The points of each outcome."""
    scoring = crosstable.scoring
    return {"win": in_points(scoring.win), "draw": in_points(scoring.draw), "loss": in_points(scoring.loss)}


def made_in(crosstable: Crosstable, each: RoundScore, kind: Ranks) -> Fraction:
    """What an encounter is worth."""
    return crosstable.once(worth)[result_of(each)] if kind == "match" else in_points(each.of(kind))


def against(crosstable: Crosstable, entrant: int, kind: Ranks = "match") -> dict[int, Fraction]:
    """An entrant's points against each opponent met; the mean of several meetings."""
    gained: dict[int, list[Fraction]] = {}
    for each in crosstable.encounters(entrant):
        if result_of(each):
            gained.setdefault(each.opponent, []).append(made_in(crosstable, each, kind))
    return {opponent: sum(points, Fraction(0)) / len(points) for opponent, points in gained.items()}


def table_of(crosstable: Crosstable, group: Group, kind: Ranks = "match") -> dict[int, GroupStanding]:
    """The table of the results between the entrants of a group."""
    bounds = crosstable.bounds(kind)
    members, table = frozenset(group), {}
    for entrant in group:
        made = [points for other, points in crosstable.once(against, entrant, kind).items() if other in members]
        missing = len(group) - 1 - len(made)
        points = sum(made, Fraction(0))
        least = most = None if missing else points
        if missing and bounds:
            least, most = points + missing * in_points(bounds.least), points + missing * in_points(bounds.most)
        table[entrant] = GroupStanding(points, least, most)
    return table


def certain_firsts(table: Mapping[int, GroupStanding]) -> list[Group]:
    """Those who are first, second and so on whatever the missing results, each alone; then all others together."""
    left, tiers = sorted(table), []
    while len(left) > 1:
        top = next((one for one in left if all(_ahead(table[one], table[other]) for other in left if other != one)), 0)
        if not top:
            break
        tiers.append((top,))
        left.remove(top)
    return [*tiers, tuple(left)]


def _ahead(one: GroupStanding, other: GroupStanding) -> bool:
    return one.least is not None and other.most is not None and one.least > other.most


def tiers_of(crosstable: Crosstable, group: Group, kind: Ranks) -> list[Group]:
    """A group as one table of its encounters separates it, best first."""
    table = table_of(crosstable, group, kind)
    if any(standing.least is None or standing.least != standing.most for standing in table.values()):
        return certain_firsts(table)
    order = sorted(group, key=lambda entrant: (-table[entrant].points, entrant))
    return [tuple(tier) for _, tier in groupby(order, key=lambda entrant: table[entrant].points)]


def ranked(crosstable: Crosstable, group: Group, kinds: tuple[Ranks, ...], anew: bool = False) -> tuple[Group, ...]:
    """A group in the order of its direct encounters, best first; those that cannot be separated stay together. The
    first of the `kinds` of points that separates anybody does so, and each part goes on with the same kind, or `anew`.
    """
    if len(group) < 2:
        return (group,)
    for at, kind in enumerate(kinds):
        tiers = tiers_of(crosstable, group, kind)
        if len(tiers) > 1:
            further = kinds if anew else kinds[at:]
            return tuple(part for tier in tiers for part in ranked(crosstable, tier, further, anew))
    return (group,)


def below(crosstable: Crosstable, group: Group, kinds: tuple[Ranks, ...], anew: bool) -> dict[int, frozenset[int]]:
    """For every entrant of a group, the others ranked below."""
    tiers = crosstable.once(ranked, group, kinds, anew)
    return {
        entrant: frozenset(other for tier in tiers[index + 1 :] for other in tier)
        for index, tier in enumerate(tiers)
        for entrant in tier
    }


def direct_encounter(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """How many of the others the entrant is ranked above in the encounters between them."""
    return _above(crosstable, entrant, (params.of,), group)


def extended_as_of_2023(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The same, and in the second kind of points from where the first separates nobody."""
    return _above(crosstable, entrant, (params.of, params.by), group)


def extended_as_of_2026(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The same, in the second kind of points where the first separates nobody, and then in the first again."""
    return _above(crosstable, entrant, (params.of, params.by), group, anew=True)


def _above(crosstable: Crosstable, entrant: int, kinds: tuple[Ranks, ...], group: Group, anew: bool = False) -> Worked:
    """How many of the others the entrant is ranked above. Terms are the others that were met or are below."""
    beaten, met = crosstable.once(below, group, kinds, anew)[entrant], crosstable.once(against, entrant, kinds[0])
    second = crosstable.once(against, entrant, kinds[-1]) if len(kinds) > 1 else {}
    last = {each.opponent: each.round for each in crosstable.encounters(entrant)}
    others = [other for other in group if other != entrant and (other in beaten or other in met)]
    return added_up(
        tuple(
            Summand(
                Fraction(other in beaten),
                last.get(other, 0),
                other,
                *_compared([one[other] for one in (met, second) if other in one], other in beaten),
            )
            for other in others
        )
    )


def _compared(made: list[Fraction], above: bool) -> tuple[str, str]:
    en, ru = "not met", "не встречались"
    if made:
        en, ru = f"made {' and '.join(map(shown, made))}", f"набрано {' и '.join(map(shown, made))}"
    return (f"{en}; ranked above", f"{ru}; выше") if above else (en, ru)


def head_to_head(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """The entrant's points against the one other."""
    other = next((number for number in group if number != entrant), 0)
    met = crosstable.once(against, entrant, params.of)
    if len(group) != 2 or other not in met:
        en = "It is for two who met: here they are more, or did not meet."
        return Worked(None, (), en, "Только для двоих, игравших между собой: здесь их больше, или они не встречались.")
    rounds = [each for each in crosstable.encounters(entrant) if each.opponent == other and result_of(each)]
    parts = tuple(Summand(made_in(crosstable, each, params.of), each.round, other) for each in rounds)
    if len(parts) == 1:
        return added_up(parts)
    text = f"{shown(met[other] * len(parts))} / {len(parts)} = {shown(met[other])}"
    return Worked(met[other], parts, f"The mean: {text}", f"Среднее: {text}")


def encounter_difference(crosstable: Crosstable, entrant: int, params: Setting, group: Group) -> Worked:
    """Victory points for minus those against, in the encounters between those who are level."""
    members = frozenset(group)
    met = [each for each in crosstable.encounters(entrant) if each.opponent in members]
    return added_up(
        tuple(
            Summand(
                in_points(each.victory - each.victory_against), each.round, each.opponent,
                *2 * (f"{said(each.victory)} − {said(each.victory_against)}",),
            )
            for each in met
        )
    )  # fmt: skip


IN = (KindParam("of", "points of the encounters", "очки встреч"),)
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
    "Правило этой платформы; принято на турнирах по варгеймам",
    head_to_head,
    needs_group=True,
    kinds=IN,
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
    "Справочник ФИДЕ, C.07, статьи 6 и 15.2, с 2023 по 2026 год без изменений",
    direct_encounter,
    needs_group=True,
    kinds=IN,
)
EXTENDED_EN = (
    "Those who are level are ranked by the results between them alone, as in the direct encounter, counted in one kind "
    "of points. If that separates nobody, the other kind is asked. "
)
EXTENDED_RU = (
    "Участники с равными показателями сравниваются только по встречам между собой, как в показателе «личные встречи», "
    "по очкам одного вида. Если это никого не разделило, берутся очки другого вида. "
)
NUMBER_EN = " The number says how many of the level ones the entrant is ranked above."
NUMBER_RU = " Число показывает, скольких из равных участник обошёл."
IN_TURN = (KindParam("of", "first", "сначала"), KindParam("by", "then", "затем", "battle"))
EXTENDED_2023 = TieBreakRule(
    "extended-direct-encounter", "2023", "Extended direct encounter", "Расширенные личные встречи",
    EXTENDED_EN + "Whoever the other kind leaves level is compared in the other kind again." + NUMBER_EN,
    EXTENDED_RU + "Оставшиеся равными после этого снова сравниваются по очкам другого вида." + NUMBER_RU,
    "FIDE Handbook C.07, article 13.3, as the Technical Commission's exercise 45 applies it (rules of 2023)",
    "Справочник ФИДЕ, C.07, статья 13.3, как она применена в упражнении 45 Технической комиссии (правила 2023 года)",
    extended_as_of_2023, needs_group=True, kinds=IN_TURN,
)  # fmt: skip
EXTENDED_2026 = TieBreakRule(
    "extended-direct-encounter", "2026", "Extended direct encounter", "Расширенные личные встречи",
    EXTENDED_EN + "Whoever is still level is compared again, beginning with the first kind." + NUMBER_EN,
    EXTENDED_RU + "Оставшиеся равными сравниваются снова, начиная с первого вида." + NUMBER_RU,
    "FIDE Handbook C.07, article 13.3, in force from 1 March 2026",
    "Справочник ФИДЕ, C.07, статья 13.3, действует с 1 марта 2026 года",
    extended_as_of_2026, needs_group=True, kinds=IN_TURN,
)  # fmt: skip
ENCOUNTER_DIFFERENCE = TieBreakRule(
    "encounter-difference", "1", "Difference of victory points in direct encounters",
    "Разница победных очков в личных встречах",
    "The victory points that the entrant scored minus those scored against it, in the encounters between those who are "
    "level alone. Made for round robins, where all of these have met and forfeits count with what they brought.",
    "Победные очки участника минус победные очки соперников, только во встречах между теми, у кого показатели равны. "
    "Создано для круговых турниров, где все они играли между собой; неявки входят с тем, что принесли.",
    "As in football's tables; a round robin of teams at Conquer Club: head-to-head kill difference",
    "Как в футбольных таблицах; круговой турнир команд на Conquer Club: разница в личных встречах",
    encounter_difference, needs_group=True,
)  # fmt: skip
