"""Ratings against games: what was read of each, its two points, and where everybody stands.

A point is checked against the one before it and a standing against the last point, so that each chunk of rows is
checked by itself; together that is the whole derivation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Q

from gamelog.clubs import ratings
from gamelog.clubs.models import RatedGame, Rating, RatingPoint, RatingRun
from gamelog.clubs.rating_scale import UNCERTAIN_ABOVE
from gamelog.clubs.weng_lin import BEGINNER, VERSION, Skill, after_game
from gamelog.games import selectors as games
from gamelog.games.models import Event, Game, Report, Seat
from gamelog.records.findings import Checked, Found, Subject, at_row, by_owner, differing, missing


def _remedy(ruleset: str) -> str:
    return f"manage.py rebuild_ratings {ruleset}"


# games that were read


def check_rated(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with what ratings read of these games, and with what they did to ratings."""
    rows = RatedGame.objects.select_related("game").in_bulk(keys)
    points = by_owner(RatingPoint.objects.filter(rated__in=keys).order_by("pk"), "rated_id")
    counting = {
        ruleset: {game.pk: game for game in ratings.counting(ruleset).filter(pk__in=keys)}
        for ruleset in {row.game.ruleset for row in rows.values()}
    }
    seats = Seat.objects.filter(game__in=keys).annotate(player=ratings.PLAYER).order_by("side")
    players = by_owner(seats, "game_id")
    for key in keys:
        if key in rows:
            row = rows[key]
            subject = Subject("rated game", str(key), row.game.title or str(key))
            found = [
                *_read(row, counting[row.game.ruleset].get(key), players.get(key, [])),
                *_points(row, points.get(key, [])),
            ]
            yield subject, found


def _read(row: RatedGame, game: Game | None, seats: Sequence[Any]) -> Iterator[Found]:
    remedy = _remedy(row.ruleset)
    if game is None:
        yield at_row(row, "remark", ["game"], "this game does not count, and the workers take it out", remedy)
        return
    if row.head != game.head and Event.objects.filter(game=game, hash=row.head).exists():
        yield at_row(row, "remark", ["head"], "the game has gone on since, and the workers rate it anew", remedy)
        return
    report = Report.objects.get(game=game, head=game.head, version=game.version)
    summary = games.summary_of(report)
    players = {seat.side: seat.player for seat in seats}
    derived = {
        "ruleset": game.ruleset, "head": game.head, "finished": ratings.finished_at(game),
        "winner": players.get(summary.winner) if summary else None,
    }  # fmt: skip
    derived |= dict(zip(("first", "second"), players.values(), strict=False))
    yield from differing(row, derived, remedy=remedy)


def _points(row: RatedGame, points: Sequence[RatingPoint]) -> Iterator[Found]:
    remedy = _remedy(row.ruleset)
    people = (row.first_id, row.second_id)
    if not row.rated:
        for point in points:
            yield at_row(point, "wrong", ["rated"], "its game is not rated yet", remedy)
        if points:
            yield at_row(row, "wrong", ["rated"], "it has points and is not marked as rated", remedy)
        return
    held = {point.person_id: point for point in points}
    for point in points:
        if point.person_id not in people:
            yield at_row(point, "wrong", ["rated", "person"], "this person did not play the game", remedy)
    if not points:
        yield at_row(row, "wrong", ["rated"], "it is marked as rated and has no points", remedy)
    before = [_before(row, person) for person in people]
    winner = people.index(row.winner_id) + 1 if row.winner_id in people else 0
    for person, was, now in zip(people, before, after_game(before[0], before[1], winner), strict=True):
        if person not in held:
            yield missing(RatingPoint, f"{row.pk} {person}", remedy=remedy)
            continue
        derived = {
            "ruleset": row.ruleset, "mu_before": was.mu, "sigma_before": was.sigma, "mu": now.mu, "sigma": now.sigma,
            "ordinal": now.ordinal, "at": row.finished,
        }  # fmt: skip
        yield from differing(held[person], derived, remedy=remedy)


def _before(row: RatedGame, person: str) -> Skill:
    """What somebody's rating was before a game."""
    earlier = Q(rated__finished__lt=row.finished) | Q(rated__finished=row.finished, rated__lt=row.pk)
    points = RatingPoint.objects.filter(earlier, person=person, rated__ruleset=row.ruleset)
    last = points.order_by("-rated__finished", "-rated").first()
    return Skill(last.mu, last.sigma) if last else BEGINNER


# where everybody stands


def check_standing(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these ratings."""
    rows = Rating.objects.in_bulk(keys)
    for key in keys:
        if key in rows:
            row = rows[key]
            yield Subject("rating", str(key), f"{row.ruleset} {row.person_id}"), list(_standing(row))


def _standing(row: Rating) -> Iterator[Found]:
    remedy = _remedy(row.ruleset)
    points = RatingPoint.objects.filter(ruleset=row.ruleset, person=row.person_id)
    last = points.order_by("-at", "-rated").first()
    if last is None:
        yield at_row(row, "wrong", ["person", "ruleset"], "this person has no points under this ruleset", remedy)
        return
    derived: dict[str, Any] = {each: getattr(last, each) for each in ("mu", "sigma", "ordinal", "at")}
    derived |= {"games": points.count(), "uncertain": last.sigma > UNCERTAIN_ABOVE}
    yield from differing(row, derived, remedy=remedy)


def check_runs(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """Whether the ratings of these rulesets are of the present model, and everybody with points has one."""
    for row in RatingRun.objects.filter(pk__in=keys).order_by("pk"):
        yield Subject("ruleset", row.pk, row.pk), list(_run(row))


def _run(row: RatingRun) -> Iterator[Found]:
    remedy = _remedy(row.pk)
    if row.version != VERSION:
        yield at_row(row, "remark", ["version"], f"made by {row.version!r}, and to be made anew by {VERSION}", remedy)
    if not Game.objects.filter(ruleset=row.pk).exists():
        yield at_row(row, "wrong", ["ruleset"], "there are no games of this ruleset", remedy)
    rated = RatingPoint.objects.filter(ruleset=row.pk).values_list("person", flat=True).distinct()
    for person in rated.exclude(person__in=Rating.objects.filter(ruleset=row.pk).values("person")):
        yield missing(Rating, f"{row.pk} {person}", remedy=remedy)
