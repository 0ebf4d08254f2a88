"""The luck of a battle in the reader's language, for the row below the graph, the steps and the end card.

Keys as `frontend/src/course/luck.ts` reads them; points are hundredths where they are drawn, words where they are read:

    state   "counted" as far as the battle is shown; "counting"; "failed"; "open": it can be asked for
    text    the state in words, empty once everything is counted; number the last step that is counted
    curve   after which step (n) how much luckier the side `first` was than the other so far [n, hundredths]
    rolls   by step: s side, k "lucky", "unlucky" or "", w "Lucky: 1 in 14", t what was taken and the average
    pins    the luckiest and unluckiest roll of each side: n step, s side, k kind, t in words
    totals  of each side: s id, taken and mean in hundredths, t in words, w the luck in words
    counted how many rolls are counted, in words; left steps that are not, [n, why]; why: each reason in words
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.games import odds
from frontend.games.dice_audit import figure
from gamelog.games.battle_luck import Counted, Roll, Total, state_of
from gamelog.games.models import Game
from rules.likelihood import likelihood

RARE = Fraction(1, 4)
"""A result is called lucky if one as good is no likelier than this, and unlucky if one as bad is not."""


def described(game: Game, found: Counted | None, last: int, names: Mapping[str, str]) -> dict[str, Any]:
    """Everything that the replay shows of the luck of a battle up to step `last`. `names` are those of the sides."""
    state, number = state_of(game, found, last), min(found.number, last) if found else 0
    rolls = [roll for roll in (found.rolls if found else ()) if roll.number <= last]
    known, totals = [roll for roll in rolls if roll.swing], found.totals if found else {}
    return {
        "state": state, "text": _status(state, number, last), "number": number,
        "first": next(iter(names), ""), "curve": list(curve(known, tuple(names))),
        "rolls": {roll.number: _roll(roll) for roll in known},
        "pins": [_pin(roll, names) for roll in extremes(known)],
        "totals": [_total(side, totals[side]) for side in names if side in totals],
        "counted": _("%(counted)d of %(all)d rolls counted") % {"counted": len(known), "all": len(rolls)},
        "left": [[roll.number, roll.why] for roll in rolls if not roll.swing], "why": _reasons(rolls),
    }  # fmt: skip


def _status(state: str, number: int, last: int) -> str:
    if state == "counting":
        return _("Luck is being counted: %(number)d of %(last)d steps") % {"number": number, "last": last}
    return _("The luck of this battle could not be counted.") if state == "failed" else ""


def curve(rolls: Sequence[Roll], sides: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The running sum of the first side's luck less the second's, in hundredths of a point, where it changes."""
    total = Fraction(0)
    for roll in rolls:
        shares = roll.swing.shares if roll.swing else {}
        lucks = [each.taken - Fraction(each.mean) for side in sides[:2] if (each := shares.get(side))]
        change = lucks[0] - lucks[1] if len(lucks) == 2 else Fraction(0)
        if change:
            total += change
            yield roll.number, hundredths(total)


def extremes(rolls: Sequence[Roll]) -> list[Roll]:
    """The luckiest and the unluckiest roll of each side, by the points above and below the mean, in their order."""
    found: dict[int, Roll] = {}
    for side in dict.fromkeys(roll.by for roll in rolls):
        own = [roll for roll in rolls if roll.by == side]
        best, worst = max(own, key=_luck), min(own, key=_luck)
        found |= {roll.number: roll for roll in (best,) if _luck(roll) > 0}
        found |= {roll.number: roll for roll in (worst,) if _luck(roll) < 0}
    return [found[number] for number in sorted(found)]


def _luck(roll: Roll) -> Fraction:
    return roll.swing.luck if roll.swing else Fraction(0)


def kind(roll: Roll) -> str:
    """Whether a roll is called lucky or unlucky; empty if it is neither."""
    if roll.good and Fraction(roll.good) <= RARE:
        return "lucky"
    return "unlucky" if roll.bad and Fraction(roll.bad) <= RARE else ""


def called(roll: Roll) -> str:
    """A rare roll in small numbers: Lucky: 1 in 14."""
    what = kind(roll)
    if what == "lucky":
        return _("Lucky: %(chance)s") % {"chance": odds.about(likelihood(Fraction(roll.good)))}
    if what == "unlucky":
        return _("Unlucky: %(chance)s") % {"chance": odds.about(likelihood(Fraction(roll.bad)))}
    return ""


def _roll(roll: Roll) -> dict[str, Any]:
    assert roll.swing
    still = not any(each.taken or Fraction(each.mean) for each in roll.swing.shares.values())
    told = {"got": decimal(Fraction(roll.swing.actual)), "mean": decimal(Fraction(roll.swing.mean))}
    words = "" if still else _("Points taken minus points lost: %(got)s, on average %(mean)s") % told
    return {"s": roll.by, "k": kind(roll), "w": called(roll), "t": words}


def _pin(roll: Roll, names: Mapping[str, str]) -> dict[str, Any]:
    lucky = _luck(roll) > 0
    told = {"side": names.get(roll.by, roll.by), "points": decimal(abs(_luck(roll)))}
    text = (
        _("Luckiest roll of %(side)s: %(points)s above the average") if lucky
        else _("Unluckiest roll of %(side)s: %(points)s below the average")
    )  # fmt: skip
    # How rare it was is said only where it was rare: a great loss may also be a likely one.
    said = " · ".join(part for part in (text % told, called(roll) if (kind(roll) == "lucky") == lucky else "") if part)
    return {"n": roll.number, "s": roll.by, "k": "lucky" if lucky else "unlucky", "t": said}


def _total(side: str, total: Total) -> dict[str, Any]:
    told = {"taken": decimal(Fraction(total.taken)), "mean": decimal(Fraction(total.mean))}
    return {
        "s": side, "taken": 100 * total.taken, "mean": hundredths(Fraction(total.mean)),
        "t": _("%(taken)s, average %(mean)s") % told, "w": _in_words(total.luck),
    }  # fmt: skip


def _in_words(luck: Fraction) -> str:
    points = {"points": decimal(abs(luck))}
    if decimal(luck) == decimal(Fraction(0)):
        return _("exactly average")
    return _("lucky by %(points)s") % points if luck > 0 else _("unlucky by %(points)s") % points


def _reasons(rolls: Sequence[Roll]) -> dict[str, str]:
    """Why rolls are left out, in words, with how many."""
    many, unruled = (sum(roll.why == why for roll in rolls) for why in ("many", "rules"))
    found = {}
    if many:
        text = ngettext(
            "%(left)d of %(all)d rolls can fall in too many ways and is left out.",
            "%(left)d of %(all)d rolls can fall in too many ways and are left out.", many,
        )  # fmt: skip
        found["many"] = text % {"left": many, "all": len(rolls)}
    if unruled:
        text = ngettext(
            "%(left)d of %(all)d rolls does not follow from the rules and is left out.",
            "%(left)d of %(all)d rolls do not follow from the rules and are left out.", unruled,
        )  # fmt: skip
        found["rules"] = text % {"left": unruled, "all": len(rolls)}
    return found


def hundredths(value: Fraction) -> int:
    """A number in hundredths, rounded half up."""
    return (200 * value.numerator + value.denominator) // (2 * value.denominator)


def decimal(value: Fraction) -> str:
    """A number of points with at most one decimal, rounded half away from zero, in the notation of the language."""
    size = abs(value)
    tenths = (20 * size.numerator + size.denominator) // (2 * size.denominator)
    whole, part = divmod(tenths, 10)
    return ("−" if value < 0 and tenths else "") + figure(f"{whole}.{part}" if part else str(whole))
