"""The outcome of a step in a few words: who fell, who was hurt, and failing that, what the dice came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.games.cast import Cast
from frontend.games.sentences import signed, tag

_TESTED = ("passed", "failed")
_LEAST_LENGTH = 100
"""Whatever is counted in hundredths of an inch is no less than an inch where dice decide how far somebody goes."""


def came_to(cast: Cast, of: Iterable[Any]) -> str:
    """The outcome of effects in a few words: casualties, whatever else matters most, losses, and what the dice decided.

    How many hits and wounds there were is told where nobody was hurt by them.
    """
    said: dict[str, None] = {}
    effects = list(of)
    fallen = [effect.model for effect in effects if tag(effect) == "removed" and not effect.back]
    lost = Counter(cast.unit_of.get(model, "") for model in fallen)
    for effect in effects:
        kind = tag(effect)
        if kind == "removed" and not effect.back:
            said[_fallen(cast, effect.model, lost)] = None
        elif kind == "marked" and effect.key in cast.telling.came_to and _lasts(cast, effect):
            said[_marked(cast, effect)] = None
        elif kind == "unmarked" and effect.key in cast.telling.came_to and effect.until == "game":
            said[_over(cast, effect)] = None
    said |= dict.fromkeys(_hurt(cast, effects, set(fallen)))
    attack = [] if said else [_attack(cast, effects)]
    return "; ".join(filter(None, dict.fromkeys([*_decided(cast, effects), *said, *attack])))


def _marked(cast: Cast, effect: Any) -> str:
    words = cast.telling.came_to[effect.key]
    return cast.say(words, model=cast.holder(effect.on), several=cast.several(effect.on))


def _over(cast: Cast, effect: Any) -> str:
    """The end of whatever was named when it began."""
    text = cast.telling.unmarks.get(effect.key)
    if not text or effect.on not in cast.of:
        return ""
    return cast.say(text, holder=cast.holder(effect.on), several=cast.several(effect.on))


def _lasts(cast: Cast, effect: Any) -> bool:
    """A side that was only tested keeps that in mind until the phase ends; it is no outcome."""
    return effect.on not in cast.sides or effect.until != "phase"


def _hurt(cast: Cast, effects: Iterable[Any], fallen: set[str]) -> Iterator[str]:
    """Who was hurt and still stands: of a unit its models together."""
    lost: Counter[str] = Counter()
    one_of: dict[str, str] = {}
    for effect in effects:
        if tag(effect) == "wounds-set" and effect.model not in fallen:
            who = cast.unit_of.get(effect.model, "") or effect.model
            lost[who] += effect.was - effect.to
            one_of[who] = effect.model
    for who, count in lost.items():
        if count > 0:
            about = {"model": cast.holder(who), "lost": cast.lost(one_of[who], count)}
            yield (_("%(model)s lose %(lost)s") if cast.several(who) else _("%(model)s loses %(lost)s")) % about


def _fallen(cast: Cast, model: str, lost: Counter[str]) -> str:
    unit = cast.unit_of.get(model, "")
    if not unit or lost[unit] < 2:
        words = cast.telling.falls.get(cast.health(model))
        name = cast.model(model)
        return cast.say(words, model=name) if words else _("%(model)s is out of action") % {"model": name}
    count = lost[unit]
    text = ngettext("%(unit)s lose %(count)d model", "%(unit)s lose %(count)d models", count)
    return text % {"unit": cast.holder(unit), "count": count}


# dice


def _stage(cast: Cast, rule: str) -> str:
    """What dice of an attack decide; empty for all others."""
    stages = cast.telling.stages
    return stages.get(rule) or stages.get(rule.partition(".table.")[0]) or ""


def _attack(cast: Cast, effects: Iterable[Any]) -> str:
    """How many shots or blows hit, wounded and were saved; of what never came to a roll nothing is said."""
    thrown: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for effect in effects:
        stage = _stage(cast, effect.rule) if tag(effect) == "rolled" else ""
        if stage:
            thrown[stage] += len(effect.faces)
            good[stage] += sum(effect.passed)
    said = []
    if thrown["hits"]:
        number = {"count": good["hits"], "all": thrown["hits"]}
        hits = ngettext("%(count)d hit of %(all)d", "%(count)d hits of %(all)d", number["count"]) % number
        said.append(hits if good["hits"] else _("no hit"))
    if thrown["wounds"]:
        wounds = ngettext("%(count)d wound", "%(count)d wounds", good["wounds"]) % {"count": good["wounds"]}
        said.append(wounds if good["wounds"] else _("no wound"))
    if thrown["pierces"] and not good["pierces"]:
        said.append(_("the armour holds"))
    if thrown["saves"] and good["saves"]:
        every = good["saves"] >= good["wounds"] > 0
        said.append(_("all saved") if every else _("%(count)d saved") % {"count": good["saves"]})
    return ", ".join(said)


def _decided(cast: Cast, effects: Sequence[Any]) -> Iterator[str]:
    """What every roll came to that is not part of an attack: who rolled higher, tests, and failing that, distances."""
    found = list(_rolls(cast, effects))
    goes = [text for is_far, text in found if is_far]
    others = [text for is_far, text in found if not is_far]
    yield from others or goes[-1:]


def _rolls(cast: Cast, effects: Sequence[Any]) -> Iterator[tuple[bool, str]]:
    """What every roll came to, and whether that is how far somebody goes."""
    at = [index for index, effect in enumerate(effects) if tag(effect) == "rolled"]
    sides = {effects[index].by for index in at}
    both: dict[str, str] = {}
    dice: dict[str, list[Any]] = {}
    for index, end in pairwise([*at, len(effects)]):
        roll, after = effects[index], effects[index + 1 : end]
        if _stage(cast, roll.rule):
            continue
        if roll.rule in cast.telling.distances:
            yield True, cast.length(_far(roll, after))
        elif verdict := cast.telling.verdicts.get(roll.rule):
            passed = verdict(roll, effects[index + 1 :])
            yield False, _shows([roll]) if passed is None else _result(passed, _thrown(roll))
        elif len(sides) > 1 and (compared := _compared(cast, roll, after)):
            both[compared[0]] = compared[1]
        elif tested := next(filter(None, (_tested(each) for each in after if tag(each) == "noted")), None):
            word, limit = tested
            numbers = _against(str(roll.total) if cast.telling.limits_modified else _thrown(roll), limit)
            yield False, _result(word == "passed", numbers) if word else numbers
        else:
            dice.setdefault(roll.rule, []).append(roll)
    if len(both) > 1:
        yield False, ", ".join(f"{who} {total}" for who, total in both.items())
    for rolls in dice.values():
        yield False, _needed(rolls)


def _far(roll: Any, after: Iterable[Any]) -> int:
    """How far somebody goes, in hundredths of an inch: what the rules made of the roll, else its total."""
    for effect in after:
        kind = tag(effect)
        if kind == "asked" and effect.decision.value:
            return int(effect.decision.value)
        value = getattr(effect, "value", 0)
        known = kind == "noted" or (kind == "marked" and effect.key == roll.rule)
        if known and isinstance(value, int) and value >= _LEAST_LENGTH:
            return value
    return int(roll.total) * 100


def _compared(cast: Cast, roll: Any, after: Iterable[Any]) -> tuple[str, str] | None:
    """Whose roll is compared with the other side's, and what it comes to."""
    if not roll.model and not roll.passed:
        return cast.side(roll.by), str(roll.total)
    total = next((each for each in after if tag(each) == "noted" and each.text == "total"), None)
    return (cast.holder(roll.model), str(total.value)) if total else None


def _tested(note: Any) -> tuple[str, int] | None:
    """How a test ended that the engine noted, and the value it was compared with, 0 for none."""
    word = next((word for word in _TESTED if note.text == word or note.text.endswith(f": {word}")), "")
    what, _space, number = note.text.partition(" ")
    if what == "against" and number.isdecimal():
        return "", int(number)
    return (word, note.value) if word else None


def _thrown(roll: Any) -> str:
    """What one roll shows, with what was added to it."""
    more = sum(amount for _clause, amount in roll.modifiers)
    return f"{sum(roll.final())}{signed(more) if more else ''}"


def _against(thrown: str, limit: int) -> str:
    return _("%(rolled)s against %(value)d") % {"rolled": thrown, "value": limit} if limit else thrown


def _result(passed: bool, numbers: str) -> str:
    return (_("success, %(numbers)s") if passed else _("failure, %(numbers)s")) % {"numbers": numbers}


def _needed(rolls: Sequence[Any]) -> str:
    """Dice that have to reach a value, together; other dice by what they show."""
    thrown = sum(len(roll.passed) for roll in rolls)
    good = sum(sum(roll.passed) for roll in rolls)
    if thrown > 1:
        return _("%(good)d of %(all)d dice succeed") % {"good": good, "all": thrown}
    roll = rolls[-1]
    if roll.needed and roll.passed:
        about = {"value": roll.needed, "rolled": _thrown(roll)}
        return _result(bool(good), _("%(rolled)s where %(value)d+ is needed") % about)
    return _shows(rolls)


def _shows(rolls: Sequence[Any]) -> str:
    return _("rolled %(rolled)s") % {"rolled": ", ".join(_thrown(each) for each in rolls)}
