"""Seasons: several events scored together, from their final places to one table with explained values.

For every event a person has points by the place there; the best of them are added up. Values are fractions and compared
exactly; ties share a place: 1, 1, 3. Points and weights are in hundredths where they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.errors import Refused
from gamelog.contest.places import Cell, Column, Place, StandingsTable
from gamelog.contest.points import POINT, exact, said, shown

Points: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
"""Hundredths of a point."""
Few: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
MOST_PLACES = 500
"""Of a list of points; who comes after them has the points of every further place."""
SeasonTieBreak: TypeAlias = Literal["event-wins", "best-place", "best-result", "events", "left-out"]


class PlacePoints(msgspec.Struct, frozen=True, omit_defaults=True, tag="places", forbid_unknown_fields=True):
    """Points by a list: the first for place 1, the second for place 2; `after` for every place beyond the list."""

    points: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=MOST_PLACES)]
    after: Points = 0


class FieldPoints(msgspec.Struct, frozen=True, omit_defaults=True, tag="field", forbid_unknown_fields=True):
    """Points by the part of the field that was left behind: `top` for the first place, nothing for the last.

    Place p of N is worth top × (N − p) / (N − 1); who is alone has the first place.
    """

    top: Annotated[int, Meta(ge=1, le=10_000_000)] = 100 * POINT


class BasePoints(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the first place of an event is worth whatever its size, from so many rounds on."""

    rounds: Few
    points: Points


class SizedPoints(msgspec.Struct, frozen=True, omit_defaults=True, tag="sized", forbid_unknown_fields=True):
    """Points by the size of the event: the first place is worth a base and something for every player, and every
    further place an equal step less, so that the last of N has one step.

    Place p of N is worth (base + each × the lesser of N and `most_players`) × (N + 1 − p) / N. The base is that of the
    most rounds that the event has reached; with fewer than any of them there is none. `most_players` 0 is no limit.
    """

    bases: Annotated[tuple[BasePoints, ...], Meta(max_length=20)] = ()
    each: Points = POINT
    most_players: Annotated[int, Meta(ge=0, le=100_000)] = 0

    def first(self, field: int, rounds: int) -> Fraction:
        """The worth of the first place, in points."""
        reached = [each for each in self.bases if each.rounds <= rounds]
        base = max(reached, key=lambda each: each.rounds).points if reached else 0
        return Fraction(base + self.each * min(field, self.most_players or field), POINT)


ExtraKind: TypeAlias = Literal["attendance", "win", "draw", "before-first-loss"]


class Extra(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Points beside the place: for taking part in an event, for each win or draw in a battle, or for each round of an
    event before the first loss. `most` is their limit in one event; 0 is none.
    """

    kind: ExtraKind
    each: Annotated[int, Meta(ge=1, le=10_000_000)]
    most: Points = 0


class SeasonRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How events come to a season: their points, how many of the best are `counted` (0: all), and what parts equals.

    Those who share a place all have the points of that `place`, or the `average` of the places that they fill. Whoever
    played fewer than `least` events is listed without a place. `extras` are added to the points of the place, before
    the weight.
    """

    points: PlacePoints | FieldPoints | SizedPoints = FieldPoints()
    shared: Literal["place", "average"] = "place"
    counted: Few = 0
    least: Few = 0
    tiebreaks: tuple[SeasonTieBreak, ...] = ("event-wins", "best-place")
    extras: Annotated[tuple[Extra, ...], Meta(max_length=8)] = ()


class EventPlaces(msgspec.Struct, frozen=True):
    """The final places of an event, and who stands behind its entrants: one person, the members of a team, or nobody.

    `people` are opaque ids. Entrants without one hold their places but are in no season. `weight` is in hundredths.
    `provisional` are the entrants whose places rest on unsure results.
    """

    event: str
    table: StandingsTable
    people: Mapping[int, tuple[str, ...]]
    weight: int = 100
    provisional: tuple[int, ...] = ()


class EventResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The worth of an event for somebody.

    `value` is `base` times the weight; `extras` are the parts of the base beside the points of the place, as the rules
    list them; `counted` is whether it is in the total. `sharing` is how many had this place,
    `field` how many were in the standings of the event. `provisional`: the place rests on an unsure result.
    """

    event: str
    place: int
    sharing: int
    field: int
    weight: int
    base: Cell
    value: Cell
    counted: bool
    provisional: bool = False
    extras: tuple[Cell, ...] = ()


class SeasonRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody's row: place (0: too few events), a cell for each column, and every event in the order of the season."""

    place: int
    person: str
    cells: tuple[Cell, ...]
    results: tuple[EventResult, ...]


class SeasonTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a season, best first; those with too few events come last."""

    columns: tuple[Column, ...]
    rows: tuple[SeasonRow, ...]


COLUMNS = {
    "total": ("Points", "Очки"),
    "event-wins": ("Events won", "Победы в турнирах"),
    "best-place": ("Best place", "Лучшее место"),
    "best-result": ("Best result", "Лучший результат"),
    "events": ("Events played", "Сыграно турниров"),
    "left-out": ("Points left out", "Отброшенные очки"),
}
"""The columns of a season in both languages: the points, and what parts equals."""
VERSION = "1"


@dataclass(frozen=True)
class Worth:
    """One person's event, during the computation."""

    order: int
    place: int
    sharing: int
    field: int
    weight: int
    base: Fraction
    value: Fraction
    provisional: bool
    extras: tuple[Fraction, ...]


def standings(rules: SeasonRules, events: Sequence[EventPlaces]) -> SeasonTable:
    """The table of a season; `events` in order, which decides between equal results of one person."""
    played: dict[str, list[Worth]] = {}
    for order, event in enumerate(events):
        for person, worth in _of_event(rules, event, order).items():
            played.setdefault(person, []).append(worth)
    keys = {person: _heights(rules, found) for person, found in played.items()}

    def standing(person: str) -> tuple[bool, tuple[Fraction, ...]]:
        return len(played[person]) >= rules.least, keys[person]

    ordered = sorted(sorted(played), key=standing, reverse=True)
    rows: list[SeasonRow] = []
    for (ranked, _), equals in groupby(ordered, key=standing):
        first = len(rows) + 1
        rows += [_row(rules, events, first if ranked else 0, person, played[person]) for person in equals]
    return SeasonTable(columns(rules), tuple(rows))


def columns(rules: SeasonRules) -> tuple[Column, ...]:
    """The columns of a season: the total, then the tie-breaks."""
    return tuple(Column(key, VERSION, *COLUMNS[key]) for key in ("total", *rules.tiebreaks))


def points_of(rules: SeasonRules, place: int, sharing: int, field: int, rounds: int = 0) -> Fraction:
    """The worth of a place, in points, before extras and the weight: `sharing` have it, in a `field` of so many, after
    `rounds`.
    """
    filled = range(place, place + sharing) if rules.shared == "average" else range(place, place + 1)
    return sum((_of_place(rules.points, each, field, rounds) for each in filled), Fraction(0)) / len(filled)


def _of_place(points: PlacePoints | FieldPoints | SizedPoints, place: int, field: int, rounds: int) -> Fraction:
    if isinstance(points, SizedPoints):
        return points.first(field, rounds) * Fraction(field + 1 - place, field)
    if isinstance(points, FieldPoints):
        return Fraction(points.top, POINT) * (Fraction(field - place, field - 1) if field > 1 else 1)
    return Fraction(points.points[place - 1] if place <= len(points.points) else points.after, POINT)


def extra_of(extra: Extra, row: Place) -> Fraction:
    """The points beside the place that a row of an event's standings earns."""
    outcomes = [each.outcome for each in row.card.rounds]
    times = {
        "attendance": 1,
        "win": row.wins,
        "draw": row.draws,
        "before-first-loss": outcomes.index("loss") if "loss" in outcomes else len(outcomes),
    }[extra.kind]
    return Fraction(min(extra.each * times, extra.most or extra.each * times), POINT)


def _of_event(rules: SeasonRules, event: EventPlaces, order: int) -> dict[str, Worth]:
    """The worth of an event for everybody with a place in it. A person behind two entrants has the better place."""
    rows = [each for each in event.table.places if each.place]
    field = len(rows)
    ordered = [each.place for each in rows]
    found: dict[str, Worth] = {}
    for row in rows:
        sharing = ordered.count(row.place)
        extras = tuple(extra_of(extra, row) for extra in rules.extras)
        base = points_of(rules, row.place, sharing, field, event.table.rounds) + sum(extras)
        worth = Worth(order, row.place, sharing, field, event.weight, base, base * event.weight / 100,
                      row.entrant in event.provisional, extras)  # fmt: skip
        for person in event.people.get(row.entrant, ()):
            if person not in found or worth.place < found[person].place:
                found[person] = worth
    return found


def _counted(rules: SeasonRules, played: Sequence[Worth]) -> list[Worth]:
    """The results in the total: the best ones, of equal ones the earlier."""
    best = sorted(played, key=lambda each: (-each.value, each.order))
    return best[: rules.counted or len(best)]


def _values(rules: SeasonRules, played: Sequence[Worth]) -> Iterator[Fraction]:
    """The total and the tie-breaks, as shown."""
    counted = _counted(rules, played)
    for key in ("total", *rules.tiebreaks):
        match key:
            case "total":
                yield sum((each.value for each in counted), Fraction(0))
            case "event-wins":
                yield Fraction(sum(each.place == 1 for each in played))
            case "best-place":
                yield Fraction(min(each.place for each in played))
            case "best-result":
                yield max(each.value for each in played)
            case "events":
                yield Fraction(len(played))
            case "left-out":
                yield sum((each.value for each in played if each not in counted), Fraction(0))


def _heights(rules: SeasonRules, played: Sequence[Worth]) -> tuple[Fraction, ...]:
    """The values as compared, more being better: places are negated."""
    keys = ("total", *rules.tiebreaks)
    found = zip(keys, _values(rules, played), strict=True)
    return tuple(-value if key == "best-place" else value for key, value in found)


def _row(
    rules: SeasonRules, events: Sequence[EventPlaces], place: int, person: str, played: Sequence[Worth]
) -> SeasonRow:
    counted = _counted(rules, played)
    results = tuple(
        EventResult(events[each.order].event, each.place, each.sharing, each.field, each.weight, _cell(each.base),
                    _cell(each.value), each in counted, each.provisional,
                    tuple(map(_cell, each.extras)))
        for each in played
    )  # fmt: skip
    return SeasonRow(place, person, tuple(_cell(value) for value in _values(rules, played)), results)


def _cell(value: Fraction) -> Cell:
    return Cell(exact(value), shown(value, 2))


def problems(rules: SeasonRules) -> list[Refused]:
    """Everything that is wrong with the rules of a season, each with its path and a sentence."""
    found = []
    if isinstance(rules.points, PlacePoints):
        listed = rules.points.points
        if len(listed) > MOST_PLACES:
            found.append(Refused("bad-season", "$.points.points", f"a list has at most {MOST_PLACES} places"))
        for place, (here, further) in enumerate(pairwise([*listed, rules.points.after]), 1):
            if further > here:
                path = f"$.points.points[{place}]" if place < len(listed) else "$.points.after"
                text = f"place {place + 1} is worth {said(further)}, more than place {place} with {said(here)}"
                found.append(Refused("bad-season", path, text, place=place + 1))
    if isinstance(rules.points, SizedPoints):
        if not rules.points.each and not any(each.points for each in rules.points.bases):
            text = "a first place is worth nothing: there is neither a base nor anything for each player"
            found.append(Refused("bad-season", "$.points.each", text))
        listed_rounds = [each.rounds for each in rules.points.bases]
        for at, rounds in enumerate(listed_rounds):
            if rounds in listed_rounds[:at]:
                text = f"the base from {rounds} rounds on stands there twice"
                found.append(Refused("bad-season", f"$.points.bases[{at}].rounds", text))
    for at, extra in enumerate(rules.extras):
        if extra.kind in [each.kind for each in rules.extras[:at]]:
            text = f"the points for {extra.kind} stand there twice"
            found.append(Refused("bad-season", f"$.extras[{at}].kind", text))
    for at, key in enumerate(rules.tiebreaks):
        if key in rules.tiebreaks[:at]:
            found.append(Refused("bad-season", f"$.tiebreaks[{at}]", f"the tie-break {key} stands there twice"))
    return found
