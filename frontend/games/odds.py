"""How likely was that, in words: the distribution of one step's results in the reader's language.

Keys as the element `step-odds` reads them; the page without JavaScript shows the same:

    a in small numbers ("1 in 37"), p per cent, x the exact fraction, t the result, certain where there is no other,
    more [l label, a, p, x] of what is worth saying besides, rows the likeliest results (a, p, x, t, w width in
    thousandths, h it happened), rest (t, a, p, x) the others together, note what was left out
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.lengths import inches
from frontend.games import narration
from frontend.games.cast import Cast
from frontend.games.sentences import listed
from rules import Luck
from rules.likelihood import ASKED, Fact, Likelihood, Possible, likelihood

SHOWN = 6
"""How many results the short list holds besides the one that happened."""


def describe(cast: Cast, luck: Luck, shown: int = SHOWN) -> dict[str, Any]:
    """Everything shown about a step's odds. `cast` has met the position before the step."""
    listed = luck.possible[:shown]
    listed += tuple(each for each in luck.possible[shown:] if each.happened)
    others = [each for each in luck.possible if each not in listed]
    return {
        **_number(luck.likelihood), "t": result(cast, luck.facts), "certain": len(luck.possible) == 1,
        "more": [{"l": label, **_number(of)} for label, of in _besides(cast, luck)],
        "rows": [_row(cast, each) for each in listed],
        "rest": _rest(others), "note": _paid() if luck.paid else "",
    }  # fmt: skip


def _paid() -> str:
    return _("A re-roll was bought or declined. That is a choice, not chance: these are the odds without it.")


def _row(cast: Cast, each: Possible) -> dict[str, Any]:
    # The whole bar is certainty, so that 79 per cent looks like 79 per cent.
    width = max(1, int(1000 * _chance(each.likelihood)))
    return {**_number(each.likelihood), "t": result(cast, each.facts), "w": width, "h": each.happened}


def _rest(others: Sequence[Possible]) -> dict[str, str]:
    if not others:
        return {}
    text = ngettext("%(count)d other result", "%(count)d other results", len(others)) % {"count": len(others)}
    return {"t": text, **_number(likelihood(sum((_chance(each.likelihood) for each in others), Fraction(0))))}


def _chance(of: Likelihood) -> Fraction:
    return Fraction(of.exact)


def _number(of: Likelihood) -> dict[str, str]:
    return {"a": about(of), "p": percent(of), "x": of.exact}


def percent(of: Likelihood) -> str:
    """A percentage in the notation of the language."""
    return _("%(number)s%%") % {"number": of.percent.replace(".", get_format("DECIMAL_SEPARATOR"))}


def at_least(chance: Fraction, unknown: Fraction) -> str:
    """A percentage; where something `unknown` may add to it, as the least that it can be."""
    told = percent(likelihood(chance))
    return f"≥ {told}" if unknown else told


def about(of: Likelihood) -> str:
    """A probability in small numbers: 1 in 37."""
    count, out_of = of.about
    if out_of == 1:
        return _("certain") if count else _("impossible")
    return _("%(count)d in %(of)d") % {"count": count, "of": out_of}


def _besides(cast: Cast, luck: Luck) -> list[tuple[str, Likelihood]]:
    """The odds of a result at least as good (or bad), and of so many casualties; left out where they add nothing."""
    known, found = {luck.likelihood.exact, "1/1"}, []
    side = {"side": cast.side(luck.by)}
    lines = [(_("this or better for %(side)s") % side, luck.good), (_("this or worse for %(side)s") % side, luck.bad)]
    if luck.fallen:
        text = ngettext(
            "at least %(count)d enemy out of action", "at least %(count)d enemies out of action", luck.fallen
        )
        lines.append((text % {"count": luck.fallen}, luck.fallen_likelihood))
    for label, of in lines:
        if of is not None and of.exact not in known:
            known.add(of.exact)
            found.append((label, of))
    return found


# results in words


def result(cast: Cast, facts: Sequence[Fact]) -> str:
    """What distinguishes a result from the others."""
    # Some marks already say how many wounds are left, as a flesh wound does.
    told = {fact.of for fact in facts if fact.what == cast.telling.instead_of_wounds}
    left = [fact for fact in facts if fact.what != "wounds" or fact.of not in told]
    fallen = [fact.of for fact in left if fact.what == "out" and cast.unit_of.get(fact.of)]
    said = []
    if len(fallen) > 1:
        said.append(_("out of action: %(models)s") % {"models": listed(map(cast.model, fallen))})
        left = [fact for fact in left if fact.what != "out" or fact.of not in fallen]
    said += [_fact(cast, fact) for fact in left]
    return "; ".join(text for text in said if text) or _("no effect")


def _fact(cast: Cast, fact: Fact) -> str:
    of, what, value = fact.of, fact.what, fact.value
    if what == "out":
        return _("%(model)s is out of action") % {"model": cast.model(of)}
    if what == "wounds" and isinstance(value, int):
        left = ngettext("%(model)s has %(count)d wound left", "%(model)s has %(count)d wounds left", value)
        return left % {"model": cast.model(of), "count": value}
    if what == "order" and isinstance(value, tuple):
        return _("Order of play: %(sides)s") % {"sides": ", ".join(cast.side(key) for key in value)}
    if what == "winner":
        return _("%(name)s won") % {"name": cast.side(str(value))} if value else _("a draw")
    if what == "noted":
        return f"{cast.model(of)}: {narration.note(cast, str(value))}" if of else narration.note(cast, str(value))
    if what.startswith(ASKED):
        return _asked(cast, of, what, value)
    if what in cast.ruleset.clauses:
        if not value:
            return narration.unmark(cast, of, what)
        return narration.mark(cast, of, what, value) or f"{cast.holder(of)}: {cast.rule(what)}"
    return f"{cast.side(of)}: {value} {narration.counter(cast, what)}"


def _asked(cast: Cast, side: str, what: str, value: Any) -> str:
    clause = what.removeprefix(ASKED)
    if clause in cast.ruleset.reading.lengths:
        return _("%(rule)s: up to %(length)s") % {"rule": cast.rule(clause), "length": inches(value)}
    text = narration.question(cast, side, clause)
    return f"{text}: {value}" if value else text
