"""Tie-breaks that FIDE does not allow where everybody meets everybody.

The text in force from 1 March 2026 says of Buchholz and what is made from it that these "must not be used in
round-robins" (C.07, note to article 8): at the end everybody has met the same opponents, so that the sum says no more
than the entrant's own points do, turned round. The texts before did not say so. Whoever announces an event and chooses
FIDE's version of 2026 is therefore refused; the version of 2023 stays open to house rules, as do the sums of this
platform, of which no text says anything.

This is asked when terms are announced or changed, not by the law of stored acts: events that were announced before stay
as readable and verifiable as they were, and may keep what they have.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Terms, TieBreak

ROUND_ROBINS = ("round-robin", "league")
"""Formats in which everybody meets everybody."""
NEED_A_SWISS = ("average-buchholz", "buchholz", "fore-buchholz", "median-buchholz")
"""The tie-breaks of article 8."""
SINCE = "2026"


def unsuitable(terms: Terms, before: Terms | None = None) -> Iterator[Refused]:
    """The tie-breaks that cannot be chosen in this format. Those that stand in the terms `before` of the same format
    may stay.
    """
    if terms.format not in ROUND_ROBINS:
        return
    kept = before.tiebreaks if before and before.format in ROUND_ROBINS else ()
    for at, each in enumerate(terms.tiebreaks):
        if each.id in NEED_A_SWISS and each.version == SINCE and each not in kept:
            yield _refused(at, each)


def _refused(at: int, tiebreak: TieBreak) -> Refused:
    rule = tiebreaks.load(tiebreak.id, tiebreak.version)
    return Refused(
        "needs-a-swiss",
        f"$.tiebreaks[{at}].id",
        f"FIDE's rules of 2026 do not allow {rule.en} where everybody meets everybody (C.07, article 8): take "
        "Sonneborn-Berger, Koya or the direct encounter, or the version of 2023 as a rule of the house",
        f"правила ФИДЕ 2026 года не разрешают показатель «{rule.ru}», когда все играют со всеми (C.07, статья 8): "
        "возьмите «Зонненборн-Бергер», «Система Койя» или «Личные встречи» либо версию 2023 года как правило турнира",
        tiebreak=tiebreak.id,
    )
