"""Effects on a whole unit, told as one: ten models that move are one line, not ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from frontend.base.lengths import inches
from frontend.games.cast import Cast
from frontend.games.sentences import Explanation, listed, tag

FEW = 2
"""Up to this many effects of a kind are told one by one."""
NAMED = 4
"""Up to this many holders of a mark are named; beyond that only their number is given."""


def runs(cast: Cast, effects: Iterable[Any]) -> Iterator[list[Any]]:
    """Consecutive effects that say the same of different models or units, grouped; any other effect forms a group of
    its own.
    """
    for key, members in groupby(effects, lambda effect: _kind(cast, effect)):
        same = list(members)
        if key is None or len(same) <= FEW:
            yield from ([each] for each in same)
        else:
            yield same


def _kind(cast: Cast, effect: Any) -> tuple[Any, ...] | None:
    kind, unit = tag(effect), cast.unit_of.get(getattr(effect, "model", ""), "")
    if kind in ("moved", "placed", "lifted") and unit:
        return kind, effect.rule, unit
    if kind == "marked" and effect.key not in cast.telling.marks and effect.key not in cast.telling.counted:
        return kind, effect.key
    if kind == "unmarked" and effect.key not in cast.telling.unmarks:
        return kind, effect.key
    if kind == "measured" and _of_units(cast, effect) and not effect.declared:
        by = tuple(dict.fromkeys(cast.thing(key) for key in effect.by))
        return kind, effect.fact, effect.rule, cast.unit_of.get(effect.target), effect.value, by
    return None


def _of_units(cast: Cast, effect: Any) -> bool:
    words = cast.telling.measured.get(effect.fact)
    return words is not None and words.of_unit is not None


def group_sentence(cast: Cast, run: Sequence[Any]) -> Explanation | None:
    """A run of several effects in one sentence; None for a run that is told one by one."""
    if len(run) < 2:
        return None
    first, kind = run[0], tag(run[0])
    if kind in ("marked", "unmarked"):
        return _marks(cast, run, kind == "marked")
    key = first.target if kind == "measured" else first.model
    about = {"unit": cast.holder(cast.unit_of.get(key, "")) if cast.unit_of.get(key) else cast.model(key)}
    models = dict.fromkeys(effect.target if kind == "measured" else effect.model for effect in run)
    about |= {"count": str(len(models))}
    if kind == "measured":
        what, words = listed(dict.fromkeys(cast.thing(piece) for piece in first.by)), cast.telling.measured[first.fact]
        said = (words.of_unit_by if what else words.of_unit) or words.plain
        return Explanation(cast.say(said, **about, value=first.value, what=what))
    if kind == "moved":
        ways = Counter[str]()
        for effect in run:
            ways[effect.model] += effect.length
        text = _("%(unit)s: up to %(length)s (models: %(count)s)")
        return Explanation(text % {**about, "length": inches(max(ways.values()))})
    if kind == "placed":
        x, y, _z = first.at
        text = _("%(unit)s: on the table at %(x)s × %(y)s (models: %(count)s)")
        return Explanation(text % {**about, "x": inches(x), "y": inches(y)})
    return Explanation(_("%(unit)s: off the table (models: %(count)s)") % about)


def _marks(cast: Cast, run: Sequence[Any], begins: bool) -> Explanation:
    names = list(dict.fromkeys(cast.holder(effect.on) for effect in run))
    who = listed(names) if len(names) <= NAMED else _("%(first)s and %(count)s more") % {
        "first": ", ".join(names[:NAMED]), "count": str(len(names) - NAMED),
    }  # fmt: skip
    about = {"holder": who, "rule": cast.rule(run[0].key)}
    text = "%(holder)s: %(rule)s" if begins else _("%(holder)s: no longer %(rule)s")
    return Explanation(text % about, quiet=True)
