"""The table of a season once more, by another way: every person's events in plain lists, places counted one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelog.clubs.models import PersonLink
from gamelog.contest.season import EventPlaces, FieldPoints, PlacePoints, SeasonRules


def followed(person: str) -> str:
    """For whom somebody counts: every link that holds, one after the other, until none leads on."""
    pairs = [(each.source_id, each.target_id) for each in PersonLink.objects.all() if each.state == "active"]
    for _ in pairs:
        person = next((target for source, target in pairs if source == person), person)
    return person


def worth_of_place(rules: SeasonRules, place: int, field: int, rounds: int) -> Fraction:
    """A place by stepping down from the first one."""
    points = rules.points
    if isinstance(points, PlacePoints):
        return Fraction([*points.points, *[points.after] * place][place - 1], 100)
    if isinstance(points, FieldPoints):
        first, steps = Fraction(points.top, 100), field - 1
    else:
        base = 0
        for each in sorted(points.bases, key=lambda each: each.rounds):
            base = each.points if rounds >= each.rounds else base
        players = field if points.most_players == 0 or field < points.most_players else points.most_players
        first, steps = Fraction(base + players * points.each, 100), field
    worth = first
    for _ in range(place - 1):
        worth -= first / steps
    return worth


def extra(rules: SeasonRules, card: Any) -> Fraction:
    """Everything beside the place, round by round."""
    total = Fraction(0)
    for each in rules.extras:
        earned, lost = (each.each if each.kind == "attendance" else 0), False
        for played in card.rounds:
            lost = lost or played.outcome == "loss"
            counts = {"win": played.outcome == "win", "draw": played.outcome == "draw", "before-first-loss": not lost}
            earned += each.each * counts.get(each.kind, False)
        total += Fraction(earned if not each.most or earned < each.most else each.most, 100)
    return total


def table(rules: SeasonRules, events: list[EventPlaces]) -> list[tuple[int, str, list[Fraction]]]:
    """Rows of place, person and values; equals by person."""
    played: dict[str, list[tuple[int, Fraction]]] = {}
    for event in events:
        best: dict[str, tuple[int, Fraction]] = {}
        for row in event.table.places:
            equals = sum(1 for each in event.table.places if each.place == row.place)
            filled = [row.place + more for more in range(equals if rules.shared == "average" else 1)]
            worths = [worth_of_place(rules, each, len(event.table.places), event.table.rounds) for each in filled]
            worth = (sum(worths, Fraction(0)) / len(worths) + extra(rules, row.card)) * Fraction(event.weight, 100)
            for person in event.people.get(row.entrant, ()):
                if person not in best or row.place < best[person][0]:
                    best[person] = row.place, worth
        for person, found in best.items():
            played.setdefault(person, []).append(found)
    rows = []
    for person, results in played.items():
        worths = sorted((worth for _place, worth in results), reverse=True)
        keep = rules.counted or len(worths)
        values = {
            "total": sum(worths[:keep], Fraction(0)),
            "event-wins": Fraction(len([1 for place, _ in results if place == 1])),
            "best-place": Fraction(min(place for place, _ in results)), "best-result": worths[0],
            "events": Fraction(len(results)), "left-out": sum(worths[keep:], Fraction(0)),
        }  # fmt: skip
        shown = [values[key] for key in ("total", *rules.tiebreaks)]
        height = [-value if key == "best-place" else value for key, value in
                  zip(("total", *rules.tiebreaks), shown, strict=True)]  # fmt: skip
        rows.append((len(results) >= rules.least, height, person, shown))
    made = []
    for ranked, height, person, shown in rows:
        better = sum(1 for other in rows if (other[0], other[1]) > (ranked, height))
        made.append((better + 1 if ranked else 0, person, shown))
    return sorted(
        made, key=lambda row: (row[0] == 0, row[0], [-each for each in row[2]] if row[0] == 0 else [], row[1])
    )
