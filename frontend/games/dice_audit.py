"""The dice audit in words and pictures: on the evidence tab of a game, and over many games at an address of its own.

What is shown of an audit:

    headline (kind, word), note, groups (name, colour, dice, total, lines, few)

A line: label, rule, dice, each, picture, mean, fair, needed, passed, expected, and what its comparisons say: faces,
passes, and verdicts, which says once what both say. Each: about, kind, word, reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from frontend.games.cast import Cast
from frontend.games.odds import percent
from frontend.games.replay import COLOURS
from frontend.games.seats import name as seat_name
from gamelog.games.audit import audit_of_game
from gamelog.games.models import Game
from rules.audit import Audit, DiceComparison, Row, once_in

RARE = 1_000_000
"""Events rarer than once in so many records are said to be rarer than that."""
WIDE, HIGH, BASE = 40, 60, 84
"""The width of a bar's slot, the highest bar and the baseline, in units of the drawing."""


def of_game(game: Game) -> dict[str, Any]:
    """The audit of a game's dice, for its evidence tab."""
    seats = list(game.seats.select_related("user"))
    sides = sorted({*game.rules.sides, *(seat.side for seat in seats)})
    names = {side: (side, COLOURS[index % 2]) for index, side in enumerate(sides)}
    names |= {seat.side: (seat_name(seat), names[seat.side][1]) for seat in seats}
    players = sorted({seat.user.username for seat in seats if seat.agreed and seat.user and seat.user.is_active})
    return {"audit": shown(audit_of_game(game), names, Cast(game.rules).rule), "players": players}


def label(rule: str) -> str:
    """The label of a clause of any ruleset."""
    for name in rules.RULESETS:
        if rule in rules.load(name).clauses:
            return Cast(rules.load(name)).rule(rule)
    return rule


# an audit in words


def shown(found: Audit, names: Mapping[str, tuple[str, str]], label_of: Callable[[str], str]) -> dict[str, Any]:
    """The audit as templates need it. `names` gives the name and colour of each player."""
    kind, word = headline(found)
    return {
        "dice": found.dice, "kind": kind, "word": word, "note": _note(found),
        "groups": [_group(by, [row for row in found.rows if row.by == by], names, found, label_of)
                   for by in dict.fromkeys(row.by for row in found.rows)],
    }  # fmt: skip


def headline(found: Audit) -> tuple[str, str]:
    """The overall verdict: its kind and its words."""
    if not found.compared:
        return "few", _("Too few rolls to say anything")
    if not found.unusual:
        return "fair", _("As expected of fair dice")
    said = ngettext(
        "%(unusual)d of %(count)d comparison is unusual",
        "%(unusual)d of %(count)d comparisons are unusual",
        found.compared,
    )
    return "unusual", said % {"unusual": found.unusual, "count": found.compared}


def _note(found: Audit) -> str:
    if not found.compared:
        return ""
    said = ngettext(
        "%(count)d comparison with fair dice had enough rolls.",
        "%(count)d comparisons with fair dice had enough rolls.",
        found.compared,
    )
    bound = _("However many comparisons are made, at most %(share)s of those called unusual are expected to be chance.")
    return f"{said % {'count': found.compared}} {bound % {'share': percent(found.bound)}}"


def _group(
    by: str, rows: list[Row], names: Mapping[str, tuple[str, str]], found: Audit, label_of: Callable[[str], str]
) -> dict[str, Any]:
    name, colour = names.get(by, (by, ""))
    lines = [_line(row, found, label_of) for row in rows]
    totals, parts = [line for line in lines if not line["rule"]], [line for line in lines if line["rule"]]
    return {
        "name": name, "colour": colour, "dice": sum(row.dice for row in rows if not row.rule), "totals": totals,
        "lines": [line for line in parts if line["verdicts"]], "few": [line for line in parts if not line["verdicts"]],
    }  # fmt: skip


def _line(row: Row, found: Audit, label_of: Callable[[str], str]) -> dict[str, Any]:
    faces = _comparison(row.by_faces, found)
    passes = _comparison(row.by_passes, found) if row.by_passes else None
    return {
        "label": label_of(row.rule) if row.rule else _("All rolls"), "rule": row.rule, "dice": row.dice,
        "each": figure(row.each.rounded), "picture": _picture(row), "mean": figure(row.mean.rounded),
        "fair": figure(row.fair_mean.rounded), "needed": row.needed, "passed": row.passed,
        "expected": figure(row.expected.rounded), "faces": faces, "passes": passes,
        "verdicts": _verdicts(faces, passes),
    }  # fmt: skip


def _comparison(of: DiceComparison, found: Audit) -> dict[str, Any]:
    return {"kind": of.verdict, "word": word(of), "reasons": [reason(of, found)]}


def _verdicts(faces: dict[str, Any], passes: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The verdicts on one purpose: none with too few rolls for either comparison, a single one if both agree."""
    told = [{**faces, "about": _("Faces")}, *([{**passes, "about": _("Successes")}] if passes else [])]
    kinds = {each["kind"] for each in told}
    if kinds == {"few"}:
        return []
    if kinds == {"fair"}:
        reasons = [f"{each['about']}: {why}" for each in told for why in each["reasons"]]
        return [{**faces, "reasons": reasons}]
    return told


def word(of: DiceComparison) -> str:
    """The verdict of a comparison."""
    if of.likelihood is None:
        return _("too few rolls to say anything (%(dice)d of at least %(fewest)d)") % {
            "dice": of.dice, "fewest": of.fewest,
        }  # fmt: skip
    if of.verdict == "fair":
        return _("as expected of fair dice")
    times = once_in(of.likelihood)
    if times > RARE:
        text = _("unusual: fair dice do this less than once in %(count)s such records")
        return text % {"count": grouped(RARE)}
    return _("unusual: fair dice do this about once in %(count)s such records") % {"count": grouped(times)}


def reason(of: DiceComparison, found: Audit) -> str:
    """The reason for the verdict of a comparison."""
    if of.likelihood is None:
        return _(
            "With %(fewest)d rolls, a die that shows one face twice as often as it should is noticed seven times in "
            "ten; with half as many it goes unnoticed more often than not."
        ) % {"fewest": of.fewest}
    told = _("Among records with this many fair dice, %(share)s are at least this far from what is expected.")
    said = [told % {"share": percent(of.likelihood)}, _counted(of.method)]
    if of.verdict == "unusual":
        said.append(_("Chance can do this too: it is a reason to look at more games, not a judgement."))
    elif Fraction(of.likelihood.exact) < Fraction(1, 20):
        text = ngettext("Among %(count)d comparison that is nothing out of the ordinary.",
                        "Among %(count)d comparisons that is nothing out of the ordinary.", found.compared)  # fmt: skip
        said.append(text % {"count": found.compared})
    return " ".join(said)


def _counted(method: str) -> str:
    if method == "exact":
        return _("Counted exactly, over every way these dice can fall.")
    return _("Computed with the chi-square distribution, because there are many dice.")


def figure(number: str) -> str:
    """A decimal number in the notation of the language."""
    return number.replace(".", get_format("DECIMAL_SEPARATOR"))


def grouped(number: int) -> str:
    """A whole number with thousands separated."""
    return number_format(number, use_l10n=True, force_grouping=True)


# faces as bars


def _picture(row: Row) -> dict[str, Any]:
    """Bars of the faces beside those of fair dice, in whole units of a drawing."""
    fair = Fraction(row.dice, row.sides)
    peak = max(fair, Fraction(max(row.faces)))
    heights = [_height(count, peak) for count in row.faces]
    bars = [
        {"face": face, "count": count, "x": WIDE * (face - 1) + 7, "middle": WIDE * (face - 1) + WIDE // 2,
         "y": BASE - height, "h": height}
        for face, (count, height) in enumerate(zip(row.faces, heights, strict=True), 1)
    ]  # fmt: skip
    counts = ", ".join(f"{bar['face']}: {bar['count']}" for bar in bars)
    return {
        "bars": bars, "wide": WIDE * row.sides, "line": BASE - _height(fair, peak), "base": BASE,
        "text": _("Faces: %(counts)s; of fair dice %(each)s each") % {
            "counts": counts, "each": figure(row.each.rounded),
        },
    }  # fmt: skip


def _height(count: Fraction | int, peak: Fraction) -> int:
    return round(Fraction(HIGH * count) / peak) if peak else 0
