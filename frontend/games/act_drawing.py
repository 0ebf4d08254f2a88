"""The act of a step over a drawn table: the ways gone, from whom to whom, templates, who fell in it.

Blue is drawn whole and amber with an outline of its own, so that they can be told apart without colours. Lengths are
hundredths of an inch; `pixel` is how many of them a pixel of the picture shows.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from frontend.games.cast import Cast
from frontend.games.replay import ReplayStep
from frontend.games.table_drawing import colours_of
from frontend.games.table_poses import Pose, Way
from rules import State
from rules.kernel.convex import Flat


class Act(NamedTuple):
    """A step as it is drawn: the state after it, where everybody stands, who fell in it, and the size of a pixel."""

    step: ReplayStep
    state: State
    pose: Pose
    fallen: frozenset[str]
    pixel: float
    cast: Cast


def ways(act: Act) -> SafeString:
    """The ways gone, under the models. Models of a unit that went together have one way."""
    colours = colours_of(act.state)
    drawn = (
        _way(way, colours[act.state.models[model].side], act, _radius(act, model))
        for model, way in _together(act) if model in act.state.models and len(way) > 1
    )  # fmt: skip
    return format_html_join("", "{}", ((each,) for each in drawn))


def over(act: Act) -> SafeString:
    """What lies over the models: templates, attacks, the names of those concerned, a cross on whoever fell."""
    return format_html(
        "{}{}{}{}",
        format_html_join("", "{}", ((_template(each),) for each in act.step.k)),
        format_html_join("", "{}", ((each,) for each in _attacks(act))),
        format_html_join("", "{}", ((_felled(act, key),) for key in sorted(act.fallen) if key in act.pose.places)),
        format_html_join("", "{}", ((each,) for each in _names(act))),
    )  # fmt: skip


def concerned(step: ReplayStep) -> frozenset[str]:
    """The models and units that act in a step or are acted on."""
    return frozenset((*(key for pair in step.w for key in pair), *(model for model, _way in step.m)))


def _together(act: Act) -> Iterator[tuple[str, Way]]:
    """The ways of a step, one a unit: of several models that of their middle, by its first and last place."""
    by_unit: dict[str, list[tuple[str, Way]]] = {}
    for model, way in act.step.m:
        known = act.state.models.get(model)
        by_unit.setdefault((known.unit if known else "") or model, []).append((model, way))
    for gone in by_unit.values():
        ends = ([each[0] for _, each in gone], [each[-1] for _, each in gone])
        yield gone[0] if len(gone) == 1 else (gone[0][0], [_mean(spots) for spots in ends])


def _mean(spots: list[tuple[int, ...]]) -> Flat:
    return round(sum(at[0] for at in spots) / len(spots)), round(sum(at[1] for at in spots) / len(spots))


def _way(way: Way, colour: str, act: Act, radius: int) -> SafeString:
    """A way with an arrow head, whose point touches the base that came along it."""
    spots = [(at[0], at[1]) for at in way]
    legs = [(one, other) for one, other in itertools.pairwise(spots) if math.dist(one, other) > 1]
    if not legs:
        return SafeString("")
    ((ax, ay), (bx, by)), size = legs[-1], 6 * act.pixel
    turn, whole = math.atan2(by - ay, bx - ax), math.dist(*legs[-1])
    far = min(radius, max(0, whole - 2 * size))
    points = " ".join(f"{x},{y}" for x, y in spots)
    return format_html(
        '<g class="way {0}"><polyline class="under" points="{1}"/><polyline class="gone" points="{1}"/>'
        '<path class="head" transform="translate({2} {3}) rotate({4})" d="M{5} {6}L0 0L{5} {7}Z"/></g>',
        colour, points, _n(bx - math.cos(turn) * far), _n(by - math.sin(turn) * far), _n(math.degrees(turn)),
        _n(-1.7 * size), _n(-size), _n(size),
    )  # fmt: skip


def _attacks(act: Act) -> Iterator[SafeString]:
    """A wedge that is wide at the muzzle, from each attacker to each target; that of a blow is slender."""
    colours, models, pixel = colours_of(act.state), act.state.models, act.pixel
    for start, end in act.step.w:
        a, b = _place(act, start), _place(act, end)
        if a is None or b is None or a == b:
            continue
        whole, side = math.dist(a, b), _side(act.state, start)
        first, trim = _radius(act, start) + 5 * pixel, _radius(act, end) + 6 * pixel
        begin, stop = (first, whole - trim) if whole > first + trim + 6 * pixel else (0, whole)
        half = (2.5 if act.step.e == "melee" else 4) * pixel
        points = "M{} {}L{} 0L{} {}Z".format(*map(_n, (begin, -half, stop, begin, half)))
        yield format_html(
            '<g class="attack {}" transform="translate({} {}) rotate({})"><path class="under" d="{}"/>'
            '<path class="beam" d="{}"/></g>',
            colours.get(side, "blue") if start not in models else colours[models[start].side], *a,
            _n(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))), points, points,
        )  # fmt: skip


def _side(state: State, key: str) -> str:
    unit = state.units.get(key)
    return unit.side if unit else ""


def _place(act: Act, key: str) -> Flat | None:
    """Where somebody is: a model its place, a unit its middle."""
    if key in act.pose.places:
        return act.pose.places[key]
    own = [act.pose.places[m.id] for m in act.state.models.values() if m.unit == key and m.id in act.pose.places]
    return _mean(list(own)) if own else None


def _radius(act: Act, key: str) -> int:
    model = act.state.models.get(key)
    return model.sheet.base if model else 60


def _template(laid: dict[str, object]) -> SafeString:
    """A blast marker or a template as it was laid."""
    if laid.get("o"):
        return format_html('<polygon class="laid" points="{}"/>', " ".join(f"{x},{y}" for x, y in laid["o"]))  # type: ignore[attr-defined]
    x, y, *_up = laid["a"]  # type: ignore[misc]
    return format_html('<circle class="laid" cx="{}" cy="{}" r="{}"/>', x, y, laid.get("r") or 60)  # type: ignore[has-type]


def _felled(act: Act, key: str) -> SafeString:
    (x, y), s = act.pose.places[key], max(_radius(act, key) * 7 // 10, round(7 * act.pixel))
    cross = f"M{x - s} {y - s}L{x + s} {y + s}M{x + s} {y - s}L{x - s} {y + s}"
    return format_html('<path class="felled under" d="{}"/><path class="felled" d="{}"/>', cross, cross)


def _names(act: Act) -> Iterator[SafeString]:
    """The names of the units concerned, of those that have several models; of single models if they are few."""
    state, seen = act.state, dict.fromkeys((*(key for pair in act.step.w for key in pair), *(m for m, _ in act.step.m)))
    units = dict.fromkeys(u for key in seen if (u := key if key in state.units else _unit_of(state, key)))
    for key in list(units)[:4] or [key for key in seen if key in state.models][:3]:
        at = _place(act, key)
        if at:
            name = act.cast.units.get(key) or act.cast.model(key)
            far = _reach(act, key) + 13 * act.pixel
            y = at[1] + far if at[1] + far < state.table.depth else at[1] - far + 12 * act.pixel
            half = len(name) * 3.3 * act.pixel
            x = min(max(at[0], half), state.table.width - half)
            yield format_html('<text class="called" x="{}" y="{}" text-anchor="middle">{}</text>', _n(x), _n(y), name)


def _unit_of(state: State, key: str) -> str:
    model = state.models.get(key)
    return model.unit if model else ""


def _reach(act: Act, key: str) -> float:
    """How far down from its middle somebody reaches."""
    if key not in act.state.units:
        return _radius(act, key)
    at, block = _place(act, key), act.pose.blocks.get(key)
    ys = [y for _x, y in block] if block else [
        act.pose.places[m.id][1] + m.sheet.base
        for m in act.state.models.values() if m.unit == key and m.id in act.pose.places
    ]  # fmt: skip
    return max(ys, default=0) - (at[1] if at else 0)


def _n(number: float) -> str:
    return f"{number:.1f}"
