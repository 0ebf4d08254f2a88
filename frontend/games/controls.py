"""An act as controls of a page: the fields and handles of `act_form`, each with the text that stands in it.

A control is named after its place in the declaration (`/action/path/0`). What the controls say is written over a
declaration, so whatever has no control stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import fields

from frontend.games import act_form
from frontend.games.cast import Cast
from rules.kernel.events import Action

AXES = "xyz"
HUNDREDTHS = 100
MOST_ROWS = 60
Json = dict[str, Any]


class Control(NamedTuple):
    """A control: its kind, the texts in it (one for each input), and the choices as (text, name).

    A `place` has an input for each axis. `values` are what the texts of choices mean.
    """

    name: str
    label: str
    kind: str
    texts: tuple[str, ...]
    choices: tuple[tuple[str, str], ...] = ()
    values: tuple[Any, ...] = ()
    inch: bool = False
    low: int | None = None
    high: int | None = None
    blank: Any = None

    @property
    def text(self) -> str:
        """What stands in a control with one input."""
        return self.texts[0] if self.texts else ""

    @property
    def ident(self) -> str:
        """Its id in the page."""
        return "c" + re.sub(r"[^a-z0-9]+", "-", self.name.casefold())

    @property
    def depth(self) -> int:
        """How many lists it stands in, at most two."""
        return min(2, sum(part.isdecimal() for part in self.name.split("/")))

    def inputs(self) -> list[tuple[str, str, str]]:
        """Each input of a place: its axis, name and text."""
        return [(AXES[n], f"{self.name}/{n}", text) for n, text in enumerate(self.texts)]

    def ticks(self) -> list[tuple[str, str, bool]]:
        """Each choice: its text, its name, and whether it is chosen."""
        return [(text, name, text in self.texts) for text, name in self.choices]

    def said(self) -> str:
        """What it says, in words."""
        if self.kind == "switch":
            return _("yes") if self.texts else _("no")
        if self.choices:
            return ", ".join(dict(self.choices).get(text, text) for text in self.texts) or "–"
        if self.kind == "place":
            return " × ".join(f"{text}″" for text in self.texts) if any(self.texts) else "–"
        return f"{self.text}″" if self.inch and self.text else self.text or "–"


class Posted:
    """What a page has sent, by the names of controls."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def over(self, control: Control) -> Control:
        """The control with what was typed or chosen in it."""
        if control.kind == "place":
            typed = tuple(str(self._data.get(name, text)) for _axis, name, text in control.inputs())
        elif control.kind in ("switch", "many"):
            typed = tuple(self._data.getlist(control.name)) if f"has{control.name}" in self._data else control.texts
        else:
            typed = (str(self._data.get(control.name, control.text)),)
        return control._replace(texts=typed)


def over(control: Control, posted: Posted | None) -> Control:
    """The control with what was sent for it, if anything was."""
    return posted.over(control) if posted else control


# from an act


def of_action(known: act_form.Known, action: Action) -> Iterator[Control]:
    """The controls of an act."""
    for part in act_form.parts(known, action):
        value = _held(action, part["p"])
        if "model" in part:
            yield from _handle(known, part, value)
        elif part["kind"] == "many" and any(isinstance(each, tuple) for each in value or ()):
            yield from _points(f"/action{part['p']}", part["label"], value, value[-1])
        elif part["kind"] != "many" or part["choices"]:
            yield _field(part, value)


def _held(of: Any, pointer: str) -> Any:
    """The value at a place of an act, defaults too."""
    for part in pointer.split("/")[1:]:
        if part.isdecimal() and isinstance(of, tuple):
            of = of[int(part)]
        else:
            of = next(getattr(of, each.name) for each in fields(of) if each.encode_name == part)
    return of


def _handle(known: act_form.Known, part: Json, value: Any) -> Iterator[Control]:
    name = next(each for each in reversed(part["p"].split("/")) if not each.isdecimal())
    label, at = known.cast.member(known.option.action, name), f"/action{part['p']}"
    if part["kind"] == "path":
        yield from _points(at, label, value or (), value[-1] if value else part["from"] or (0, 0, 0))
    else:
        yield place(at, label, value, part["dims"])


def _points(at: str, label: str, value: Sequence[Any], blank: Sequence[int]) -> Iterator[Control]:
    """Points in their order; another one is where the last one is."""
    yield rows(at, label, len(value), list(blank))
    for number, point in enumerate(value):
        numbered = _("%(label)s, point %(number)d") % {"label": label, "number": number + 1}
        yield place(f"{at}/{number}", numbered, point, len(blank))


def place(name: str, label: str, value: Sequence[int] | None, dims: int) -> Control:
    """A place or a direction, in inches; empty where there is none."""
    texts = tuple(_inches(each) for each in value) if value else ("",) * dims
    return Control(name, label, "place", texts)


def rows(name: str, label: str, count: int, blank: Any) -> Control:
    """How many parts a list has; another one is `blank`, without which there is no adding."""
    return Control(name, label, "rows", (str(count),), blank=blank)


def _field(part: Json, value: Any) -> Control:
    name, label, kind = f"/action{part['p']}", part["label"], part["kind"]
    if kind == "switch":
        return switch(name, label, bool(value))
    if kind == "rows":
        return rows(name, label, part.get("rows", 0), part.get("blank"))
    if kind == "number":
        return number(name, label, value, part.get("min"), part.get("max"), inch=part.get("inch", False))
    if kind == "text":
        return Control(name, label, "text", (value or "",))
    found = {each["v"]: each["n"] for each in part["choices"] if each["v"] is not None}
    chosen = (value or ()) if kind == "many" else ("" if value is None else value,)
    return choice(name, label, chosen, found, kind)


def switch(name: str, label: str, on: bool) -> Control:
    """Yes or no."""
    return Control(name, label, "switch", ("1",) if on else ())


def number(
    name: str, label: str, value: int | None, low: int | None, high: int | None, *, inch: bool = False
) -> Control:
    """A whole number, or a length in inches."""
    text = "" if value is None else _inches(value) if inch else str(value)
    return Control(name, label, "number", (text,), inch=inch, low=low, high=high)


def choice(name: str, label: str, chosen: Iterable[Any], found: Mapping[Any, str], kind: str = "choice") -> Control:
    """One of several, or some of them; `found` has the names of what can be chosen."""
    choices = tuple((str(each), told) for each, told in found.items())
    return Control(name, label, kind, tuple(map(str, chosen)), choices, tuple(found))


def _inches(hundredths: int) -> str:
    sign, size = "-" if hundredths < 0 else "", abs(hundredths)
    return sign + f"{size // HUNDREDTHS}.{size % HUNDREDTHS:02d}".rstrip("0").rstrip(".")


# claims and re-rolls

ANYBODY = ("", "yes", "no")


def of_claims(cast: Cast, claims: Sequence[Json]) -> Iterator[Control]:
    """What the table said became of models."""
    first = next(iter(cast.models), "")
    yield rows("/claim", _("What happened to the models, according to the players"), len(claims), {"model": first})
    for index, claim in enumerate(claims):
        at = f"/claim/{index}"
        yield choice(
            f"{at}/model", _("Model"), (claim["model"],), {claim["model"]: cast.model(claim["model"]), **cast.models}
        )
        said = ANYBODY[0 if "out" not in claim else 1 if claim["out"] else 2]
        found = {"": _("not stated"), "yes": _("out of action"), "no": _("in action")}
        yield choice(f"{at}/out", _("Outcome"), (said,), found)
        yield number(f"{at}/wounds", _("Wounds left"), claim.get("wounds"), 0, None)
        yield place(f"{at}/at", _("Place"), claim.get("at"), 3)
        for mark, value in claim.get("marks", {}).items():
            yield number(f"{at}/marks/{mark}", cast.rule(mark), value, None, None)


def of_rerolls(cast: Cast, rerolls: Sequence[Json], names: Sequence[str]) -> Iterator[Control]:
    """The dice that were rolled again, for whom; `names` are those of the rolls of the step."""
    yield rows("/rerolls", _("Re-rolls"), len(rerolls), {"roll": 0})
    for index, each in enumerate(rerolls):
        at, roll, die = f"/rerolls/{index}", each.get("roll", 0), each.get("die", 0)
        count = max(len(names), roll + 1)
        told = {n: f"{n + 1}. {names[n] if n < len(names) else ''}".strip() for n in range(count)}
        yield choice(f"{at}/roll", _("Roll"), (roll,), told)
        yield choice(f"{at}/die", _("Die"), (die,), {n: str(n + 1) for n in range(max(12, die + 1))})
        sides = {"": _("the side that acts"), **cast.sides}
        yield choice(f"{at}/by", _("Decided by"), (each.get("by", ""),), sides)
        yield switch(f"{at}/stands", _("Keep the die as it is"), bool(each.get("stands")))


# back to a declaration


class Unclear(Exception):
    """What stands in a control cannot be meant."""


def written(control: Control, declared: Json) -> None:
    """Put what a control says into a declaration. Raises: Unclear."""
    value = _meant(control, value_at(declared, control.name))
    if control.kind != "rows":
        put(declared, control.name, value)


def _meant(control: Control, was: Any) -> Any:
    if control.kind == "switch":
        return bool(control.texts) or (None if was is None else False)
    if control.kind == "place":
        if not any(text.strip() for text in control.texts):
            return None
        return [_whole(text, HUNDREDTHS) for text in control.texts]
    if control.kind == "number":
        return _whole(control.text, HUNDREDTHS if control.inch else 1) if control.text.strip() else None
    if control.kind == "many":
        return _many(control, was)
    if control.kind == "choice":
        return _one(control, was)
    return control.text or (None if was is None else "")


def _one(control: Control, was: Any) -> Any:
    found = dict(zip((text for text, _name in control.choices), control.values, strict=True))
    if control.text not in found:
        raise Unclear(_("Choose one of these."))
    value = found[control.text]
    if control.name.endswith("/out") and control.name.startswith("/claim/"):
        return {"": None, "yes": True, "no": False}[value]
    return None if value == "" and was != "" else value


def _many(control: Control, was: Any) -> Any:
    """The chosen ones, in the order in which they were recorded, each as often; new ones after them."""
    found = dict(zip((text for text, _name in control.choices), control.values, strict=True))
    if not set(control.texts) <= set(found):
        raise Unclear(_("Choose one of these."))
    chosen = [found[text] for text in control.texts]
    kept = [each for each in was or () if each in chosen]
    every = kept + [each for each in chosen if each not in kept]
    return every or (None if was is None else [])


def _whole(text: str, scale: int) -> int:
    try:
        found = Decimal(text.strip().replace(",", ".").replace("−", "-")) * scale
    except InvalidOperation:
        raise Unclear(_("“%(text)s” is not a number.") % {"text": text[:20]}) from None
    if not found.is_finite() or found != int(found):
        exact = _("At most two decimals.") if scale > 1 else _("A whole number is needed.")
        raise Unclear(exact)
    return int(found)


def value_at(of: Any, pointer: str) -> Any:
    """The value at a place; None where there is none."""
    for part in pointer.split("/")[1:]:
        if isinstance(of, list):
            of = of[int(part)] if int(part) < len(of) else None
        else:
            of = of.get(part) if isinstance(of, dict) else None
    return of


def put(of: Any, pointer: str, value: Any) -> None:
    """Set a value at a place; None removes it. What is on the way is made."""
    *way, last = pointer.split("/")[1:]
    for part in way:
        of = of[int(part)] if isinstance(of, list) else of.setdefault(part, {})
    if isinstance(of, list):
        of[int(last)] = value
    elif value is None:
        of.pop(last, None)
    else:
        of[last] = value
