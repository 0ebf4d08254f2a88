"""Lots, drawn with the seed that the event published before anybody could know whom they would favour."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256

from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Group, Summand, TieBreakRule, Worked, added_up


def lot(seed: str, entrant: int) -> str:
    """The lot of an entrant: 64 hexadecimal digits. The smallest comes first."""
    return sha256(f"{seed}:lots:{entrant}".encode()).hexdigest()


def drawn(crosstable: Crosstable) -> dict[int, int]:
    """For every entrant, how many lots come after its own."""
    order = sorted(crosstable.cards, key=lambda entrant: lot(crosstable.seed, entrant), reverse=True)
    return {entrant: after for after, entrant in enumerate(order)}


def lots(crosstable: Crosstable, entrant: int, params: Mapping[str, int], _: Group) -> Worked:
    """How many lots come after the entrant's."""
    digest = lot(crosstable.seed, entrant)
    part = Summand(Fraction(crosstable.once(drawn)[entrant]), en=f"lots after {digest}", ru=f"жребиев после {digest}")
    return added_up((part,))


LOTS = TieBreakRule(
    "lots",
    "1",
    "Lots",
    "Жребий",
    "Every entrant's lot is the SHA-256 of the event's published seed, the word lots and the entrant's number, with "
    "colons between them. The smallest is first. The number says how many lots come after the entrant's.",
    "Жребий участника: SHA-256 от опубликованного числа события, слова lots и номера участника через двоеточие. "
    "Наименьший первый. Число показывает, сколько жребиев идёт после жребия участника.",
    "House rule of this platform; FIDE Handbook C.07, article 4.2, leaves the way of drawing lots open",
    "Правило этой платформы; в справочнике ФИДЕ, C.07, статья 4.2, способ бросать жребий не задан",
    lots,
)
