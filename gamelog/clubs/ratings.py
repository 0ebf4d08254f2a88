"""Ratings: a projection of verified games, in the order in which they were finished, for each ruleset.

A game counts while its newest report is of its present head and says that every step follows from the rules; while it
is finished, public, not struck, and has a player on each of two sides who agrees that it counts and took part in it or
confirmed its result (`gamelog.games.consent`). A `RatedGame` holds its data; its points are its
effect. Games with points are always the first ones in order: if a game is inserted, corrected or removed, everything
from there on is undone and recomputed. So updating game by game gives the same as rebuilding from zero.

Every function may run twice and may be interrupted anywhere. The work to do follows from rows; messages only announce
it, and the sweeper finds it without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Cast, Coalesce, RowNumber
from django.utils import timezone

import rules
from gamelog import messages
from gamelog.clubs.links import Change, end_of, links_of
from gamelog.clubs.models import Club, RatedGame, Rating, RatingPoint, RatingRun, SeatPerson
from gamelog.clubs.weng_lin import BEGINNER, VERSION, Skill, after_game
from gamelog.games import selectors as games
from gamelog.games.consent import AFTER_THE_BATTLE, SEATED, vouched
from gamelog.games.models import Event, Game, JobState, Report, Seat
from gamelog.people.models import Participant
from gamelog.people.selectors import GUEST, is_guest
from gamelog.streams.store import writing

A_TASK = 200
"""Games that one task reads or rates: some 0.5 s of work, in which nobody else writes on SQLite."""


class Standing(NamedTuple):
    """A rating that is computed and not stored, and how many games it rests on."""

    skill: Skill
    games: int


RATE = messages.Task("gamelog.clubs.tasks.rate")


# reading

BEST_FIRST = ("uncertain", "-mu")
"""The order of lists: by rating, but whoever is very uncertain stands below all others."""


def ratings_of(ruleset: str) -> QuerySet[Rating]:
    """Everybody's rating under a ruleset, best first."""
    rows = Rating.objects.filter(ruleset=ruleset).select_related("person__user")
    return rows.order_by(*BEST_FIRST, "-games", "person_id")


def best_of(club: Club, most: int) -> list[Rating]:
    """The best ratings of the members whom the page of a club names, and of its regulars: at most so many of each
    ruleset.
    """
    shown = Q(person__user__in=club.memberships.filter(shown=True).values("user"))
    known = Q(person__regular__club=club) & ~Q(person__regular__key="")
    rows = Rating.objects.filter(shown | known).select_related("person__user__participant")
    order = Window(RowNumber(), partition_by="ruleset", order_by=[F("uncertain"), F("mu").desc(), "person"])
    return list(rows.annotate(among=order).filter(among__lte=most).order_by("ruleset", "among"))


def ratings_of_person(person: str) -> list[Rating]:
    """A player's ratings, by ruleset."""
    return list(Rating.objects.filter(person=person).order_by("ruleset"))


def history_of(person: str, ruleset: str) -> list[RatingPoint]:
    """The effect of each game on a player's rating, in order."""
    rows = RatingPoint.objects.filter(person=person, ruleset=ruleset).select_related("rated")
    return list(rows.order_by("at", "rated"))


def place_of(rating: Rating) -> int:
    """The place in the list of the ruleset; ties share it."""
    better = Q(uncertain=rating.uncertain, mu__gt=rating.mu)
    if rating.uncertain:
        better |= Q(uncertain=False)
    return Rating.objects.filter(better, ruleset=rating.ruleset).count() + 1


def placed(rows: Sequence[Rating], start: int) -> list[tuple[int, Rating]]:
    """Rows that follow one another in `ratings_of`, from number `start` on, each with its place."""
    found: list[tuple[int, Rating]] = []
    for number, row in enumerate(rows, start):
        place = number if found else place_of(row)
        if found and _level(found[-1][1]) == _level(row):
            place = found[-1][0]
        found.append((place, row))
    return found


def _level(row: Rating) -> tuple[bool, int]:
    """Equal for those who share a place."""
    return row.uncertain, row.mu


# what counts


def counting(ruleset: str) -> QuerySet[Game]:
    """The games of a ruleset that count."""
    report = Report.objects.filter(
        game=OuterRef("pk"), head=OuterRef("head"), version=OuterRef("version"), state=JobState.DONE, verdict="verified"
    )  # fmt: skip
    # In canonical JSON a text cannot contain this without a backslash in between.
    stands = Exists(report.exclude(summary__contains='"struck":true'))
    rows = Game.objects.filter(stands, vouched(), ruleset=ruleset, finished=True, public=True)
    # Counted for each game separately: grouping all of them would sort their headers.
    return rows.alias(sides=_seats(F("pk")), players=_seats(PLAYER)).filter(sides=2, players=2)


ACCOUNT = SEATED & ~Q(user__username__startswith=GUEST)
"""Of a seat: somebody with an account sits there and agrees to it. A guest is no player until the seat is claimed."""
ACCOUNT_SEAT = Q(seat__user__isnull=False, seat__agreed=True) & ~Q(seat__user__username__startswith=GUEST)
KNOWN_SEAT = Q(seat__game__table__tournament__public=True)
KNOWN = Q(known__isnull=False, agreed=True, game__table__tournament__public=True)
"""Of a seat: a regular was entered there, at an event that is not hidden."""
PLAYER = Case(
    When(ACCOUNT, then=Coalesce(F("user__participant"), Cast("user", CharField()))), When(KNOWN, F("known__person"))
)
"""Of a seat: the person for whom its game counts; nobody if neither an account nor a regular sits there."""


def _seats(what: Any) -> Subquery:
    """How many different values something has in the seats of a game."""
    seats = Seat.objects.filter(game=OuterRef("pk")).order_by().values("game")
    return Subquery(seats.annotate(count=Count(what, distinct=True)).values("count"))


def _new(ruleset: str) -> QuerySet[Game]:
    return counting(ruleset).filter(rated=None)


def _gone(ruleset: str) -> QuerySet[RatedGame]:
    """Games whose data was read and that no longer count, or have changed since."""
    counts = Exists(counting(ruleset).filter(pk=OuterRef("game"), head=OuterRef("head")))
    rows = RatedGame.objects.filter(ruleset=ruleset).alias(now_first=_player("side"), now_second=_player("-side"))
    return rows.exclude(counts & Q(first=F("now_first"), second=F("now_second")))


def _player(order: str) -> Coalesce:
    """The player of the first (`side`) or last (`-side`) seat of a game, by id; empty for nobody."""
    # By way of the game: otherwise the database would walk through everything that the player ever played.
    seats = Seat.objects.filter(game=OuterRef("game")).order_by(order)
    return Coalesce(Subquery(seats.values_list(PLAYER)[:1]), Value(""))


def as_if(ruleset: str, change: Change) -> dict[str, Standing]:
    """Everybody's rating under a ruleset as it would be if persons were linked otherwise; nothing is stored.

    No link makes one person of two who played each other, so the same games count.
    """
    seats = SeatPerson.objects.filter(KNOWN_SEAT, ~ACCOUNT_SEAT, seat__game__rated__ruleset=ruleset)
    entered = {(game, side): regular for game, side, regular in
               seats.values_list("seat__game", "seat__side", "regular")}  # fmt: skip
    sides: dict[UUID, list[str]] = {}
    rows = Seat.objects.filter(game__in=[game for game, _side in entered]).order_by("game", "side")
    for game, side in rows.values_list("game", "side"):
        sides.setdefault(game, []).append(side)
    links = links_of(entered.values(), change)
    found: dict[str, Standing] = {}
    games = RatedGame.objects.filter(ruleset=ruleset).order_by("finished", "game")
    for game, first, second, winner in games.values_list("game", "first", "second", "winner").iterator(2000):
        regulars = [entered.get((game, side), "") for side in sides.get(game, ())] or ["", ""]
        people = [end_of(links, regular) if regular else person
                  for regular, person in zip(regulars, (first, second), strict=True)]  # fmt: skip
        before = [found.get(person, Standing(BEGINNER, 0)) for person in people]
        won = (first, second).index(winner) + 1 if winner else 0
        after = after_game(before[0].skill, before[1].skill, won)
        found |= {
            person: Standing(now, was.games + 1) for person, was, now in zip(people, before, after, strict=True)
        }  # fmt: skip
    return found


def has_work(ruleset: str) -> bool:
    """Whether the ratings of a ruleset lag behind its games."""
    rated = RatedGame.objects.filter(ruleset=ruleset)
    run = RatingRun.objects.filter(pk=ruleset).first()
    if run and run.version != VERSION and rated.exists():
        return True
    return rated.filter(rated=False).exists() or _gone(ruleset).exists() or _new(ruleset).exists()


# working


def work(ruleset: str) -> bool:
    """Do a piece of the outstanding work. Returns whether there is more."""
    with writing():
        run = _held(ruleset)
        more = _read_some(ruleset) or _rate_some(ruleset)
        run.updated = timezone.now()
        run.save(update_fields=["updated"])
    return more


def work_all(ruleset: str) -> int:
    """Do all outstanding work in this process. Returns how many games are rated."""
    while work(ruleset):
        pass
    return RatedGame.objects.filter(ruleset=ruleset, rated=True).count()


def rebuild(ruleset: str) -> int:
    """Recompute all ratings of a ruleset; everybody sees the old ones until that is done. Returns how many games."""
    with writing():
        _held(ruleset)
        _clear(ruleset)
        return work_all(ruleset)


def run_some(ruleset: str) -> None:
    """A worker's reaction to a message: a piece of work, and a message for the rest."""
    if work(ruleset):
        messages.deliver(RATE, ruleset)


def sweep() -> int:
    """Notify the workers of every ruleset with outstanding work. Returns how many."""
    waiting = [ruleset for ruleset in rules.RULESETS if has_work(ruleset)]
    for ruleset in waiting:
        messages.deliver(RATE, ruleset)
    return len(waiting)


def _held(ruleset: str) -> RatingRun:
    """The row of a ruleset's ratings, locked; ratings of another version of the model are deleted."""
    run, _ = RatingRun.objects.select_for_update().get_or_create(pk=ruleset)
    if run.version != VERSION:
        _clear(ruleset)
        run.version = VERSION
        run.save(update_fields=["version"])
    return run


def _clear(ruleset: str) -> None:
    for rows in (Rating.objects, RatingPoint.objects, RatedGame.objects):
        rows.filter(ruleset=ruleset).delete()


def _read_some(ruleset: str) -> bool:
    """Read new or changed games. Returns whether there are more of them."""
    gone = list(_gone(ruleset)[: A_TASK + 1])
    new = list(_new(ruleset).order_by("created", "pk")[: A_TASK + 1])
    made = [_read(game) for game in new[:A_TASK]]
    changed = [*gone[:A_TASK], *made]
    if changed:
        first = min(changed, key=lambda row: (row.finished, row.pk))
        _take_back(ruleset, first.finished, first.pk)
        RatedGame.objects.filter(pk__in=[row.pk for row in gone[:A_TASK]]).delete()
        RatedGame.objects.bulk_create(made)
    # A game that is read again is among the new ones only once its old data is gone.
    return len(gone) > A_TASK or len(new) > A_TASK or (bool(gone) and _new(ruleset).exists())


def _read(game: Game) -> RatedGame:
    """The data of a counted game that ratings need."""
    report = game.reports.get(head=game.head, version=game.version)
    summary = games.summary_of(report)
    assert summary
    seats = game.seats.select_related("user", "known__person").order_by("side")
    players = {seat.side: _participant(seat) for seat in seats}
    first, second = players.values()
    return RatedGame(
        game=game, ruleset=game.ruleset, head=game.head, first=first, second=second, finished=finished_at(game),
        winner=players.get(summary.winner),
    )  # fmt: skip


def _participant(seat: Seat) -> Participant:
    if seat.user is None or is_guest(seat.user):
        return seat.known.person
    # Not `participant_of`: an erased player keeps the id and the games.
    return Participant.objects.get_or_create(user=seat.user)[0]


class _At(msgspec.Struct):
    at: str = ""


_AT = msgspec.json.Decoder(_At)


def finished_at(game: Game) -> datetime:
    """When the last step of the battle was declared: from the step itself, else from when it was stored here."""
    rows = Event.objects.filter(game=game, number__lte=game.number).exclude(type__in=AFTER_THE_BATTLE)
    last = rows.order_by("-number").first()
    if last is None:
        return game.created
    try:
        said = datetime.fromisoformat(_AT.decode(last.body).at)
        return (said if said.tzinfo else said.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, msgspec.MsgspecError):
        return last.recorded_at


def _take_back(ruleset: str, finished: datetime, game: UUID) -> None:
    """Undo the points of every game from this place in the order on."""
    later = Q(finished__gt=finished) | Q(finished=finished, game__gte=game)
    rows = RatedGame.objects.filter(later, ruleset=ruleset, rated=True)
    points = RatingPoint.objects.filter(rated__in=rows)
    people = set(points.values_list("person", flat=True))
    points.delete()
    rows.update(rated=False)
    _stand(ruleset, people)


def _rate_some(ruleset: str) -> bool:
    """Rate the next games in order. Returns whether there are more of them."""
    waiting = RatedGame.objects.filter(ruleset=ruleset, rated=False).order_by("finished", "game")
    some = list(waiting[: A_TASK + 1])
    batch = some[:A_TASK]
    people = {person for each in batch for person in (each.first_id, each.second_id)}
    known = Rating.objects.filter(ruleset=ruleset, person__in=people)
    skills = {row.person_id: Skill(row.mu, row.sigma) for row in known}
    RatingPoint.objects.bulk_create(point for row in batch for point in _points(row, skills))
    RatedGame.objects.filter(pk__in=[row.pk for row in batch]).update(rated=True)
    _stand(ruleset, people)
    return len(some) > A_TASK


def _points(row: RatedGame, skills: dict[str, Skill]) -> Iterable[RatingPoint]:
    """Both players' points of a game; `skills` is updated with them."""
    people = (row.first_id, row.second_id)
    before = [skills.get(person, BEGINNER) for person in people]
    winner = people.index(row.winner_id) + 1 if row.winner_id else 0
    for person, was, now in zip(people, before, after_game(before[0], before[1], winner), strict=True):
        skills[person] = now
        yield RatingPoint(
            rated=row, person_id=person, ruleset=row.ruleset, mu_before=was.mu, sigma_before=was.sigma, mu=now.mu,
            sigma=now.sigma, ordinal=now.ordinal, at=row.finished,
        )  # fmt: skip


def _stand(ruleset: str, people: Iterable[str]) -> None:
    """Update people's ratings to the last of their points; without points there is no rating."""
    for person in sorted(people):
        points = RatingPoint.objects.filter(ruleset=ruleset, person=person)
        last = points.order_by("-at", "-rated").first()
        if last is None:
            Rating.objects.filter(ruleset=ruleset, person=person).delete()
            continue
        values: dict[str, Any] = {name: getattr(last, name) for name in ("mu", "sigma", "ordinal", "at")}
        values["games"] = points.count()
        Rating.objects.update_or_create(ruleset=ruleset, person_id=person, defaults=values)
