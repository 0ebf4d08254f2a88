"""Seasons of clubs: writing them, and their standings as a projection of the events' own standings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from re import Pattern
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils.text import slugify

from gamelog.clubs import access, acts, links
from gamelog.clubs.errors import require_fresh
from gamelog.clubs.models import Club
from gamelog.clubs.services import act_store, locked, name_clear, text_of
from gamelog.contest import season as contest
from gamelog.contest.errors import Refused
from gamelog.contest.season import EventPlaces, SeasonRules, SeasonTable
from gamelog.contest.state import Entrant
from gamelog.games.access import Actor
from gamelog.people.services import participant_of
from gamelog.seasons.models import RegularEntry, Season, SeasonEvent
from gamelog.tournaments import selectors as tournaments
from gamelog.tournaments.models import Tournament
from rules import canonical, digest

KEPT = 24 * 3600
FORMAT = 3
"""Version of the cached places of an event."""
MOST_EVENTS = 200
HEAVIEST = 1000
"""The largest weight of an event, in hundredths: it counts tenfold."""
RESERVED = ("open",)
"""Addresses below a club's seasons that are not seasons."""

_RULES = msgspec.json.Decoder(SeasonRules)
_PLACES = msgspec.json.Decoder(EventPlaces)


class Weighed(NamedTuple):
    """An event and its weight in a season, in hundredths."""

    tournament: Tournament
    weight: int = 100


class SeasonTerms(NamedTuple):
    """What a club says of a season: its title, its first and last day, how it is counted, and the events in it."""

    title: str
    starts: date
    ends: date
    rules: SeasonRules
    events: Sequence[Weighed] = ()

    def columns(self) -> dict[str, Any]:
        """The columns of the season's row that these terms set."""
        return {
            "title": self.title, "starts": self.starts, "ends": self.ends, "rules": canonical(self.rules).decode()
        }  # fmt: skip


# writing


def season_set(*, club: Club, actor: Actor, terms: SeasonTerms, season: Season | None = None, seen: str = "") -> Season:
    """Create a season, or give `season` new terms. Unchanged terms make no act, and create no second season.

    `seen` is the digest (`digest_of`) of the version that was edited; empty: any.

    Raises:
        PermissionDenied: the actor is not an editor of the club.
        Refused: `bad-season`, with the field that is wrong; `no-season`.
        StaleText: the season has changed since `seen`.
    """
    terms = _checked(terms)
    with locked(club) as row:
        editor = access.require_editor(actor, row)
        found = _again(season) if season else Season(club=row, slug=_slug(row, terms.title))
        _check_events(row, terms.events, found)
        before = act_of(found) if season else None
        twice = None if season else _same(row, terms)
        if twice:
            return twice
        renamed, was = found.title != terms.title, digest_of(found) if season else ""
        for name, value in terms.columns().items():
            setattr(found, name, value)
        weights = [(str(each.tournament.pk), each.weight) for each in terms.events]
        if season and _digest(found, weights) != was:
            require_fresh(seen, was)
        found.save()
        if before is None or weights != list(before.events):
            _events_set(found, terms.events)
        if act_of(found) != before or renamed:
            act_store(row, act_of(found), participant_of(editor))
    return found


def _checked(terms: SeasonTerms) -> SeasonTerms:
    title = text_of(Season, "title", terms.title, "bad-season")
    _require(bool(title), "$.title", "a season has a title")
    _require(terms.starts <= terms.ends, "$.ends", "the season ends before it begins")
    for problem in contest.problems(terms.rules):
        raise problem
    return terms._replace(title=title)


def _same(club: Club, terms: SeasonTerms) -> Season | None:
    """A season of the club with just these terms: its form was sent twice."""
    wanted = [(each.tournament.pk, each.weight) for each in terms.events]
    for found in Season.objects.filter(club=club, **terms.columns()):
        if list(found.season_events.order_by("pk").values_list("tournament_id", "weight")) == wanted:
            return found
    return None


def _again(season: Season) -> Season:
    """The present season. Raises: Refused `no-season` if somebody deleted it."""
    found = Season.objects.filter(pk=season.pk).first()
    if found is None:
        raise Refused("no-season", "$", "the season was taken away")
    return found


def season_close(*, season: Season, actor: Actor) -> None:
    """Delete a season; its events stay as they are. Raises: PermissionDenied: the actor is not an editor of the
    club.
    """
    with locked(season.club) as row:
        editor = access.require_editor(actor, row)
        if Season.objects.filter(pk=season.pk).exists():
            act_store(row, acts.CloseSeason(str(season.pk)), participant_of(editor))
            season.delete()


def act_of(season: Season) -> acts.SetSeason:
    """The act that states everything about a stored season."""
    events = SeasonEvent.objects.filter(season=season).order_by("pk").values_list("tournament_id", "weight")
    return acts.SetSeason(
        season=str(season.pk), starts=season.starts.isoformat(), ends=season.ends.isoformat(), rules=rules_of(season),
        events=tuple((str(key), weight) for key, weight in events),
    )  # fmt: skip


def digest_of(season: Season) -> str:
    """The digest of everything about a stored season, whatever the order of its events."""
    return _digest(season, act_of(season).events)


def _digest(season: Season, events: Sequence[tuple[str, int]]) -> str:
    days = [season.starts.isoformat(), season.ends.isoformat()]
    return digest(canonical([season.title, days, rules_of(season), sorted(events)]))


def _events_set(season: Season, events: Sequence[Weighed]) -> None:
    SeasonEvent.objects.filter(season=season).delete()
    SeasonEvent.objects.bulk_create(
        SeasonEvent(season=season, tournament=each.tournament, weight=each.weight) for each in events
    )


def _check_events(club: Club, events: Sequence[Weighed], season: Season) -> None:
    """Refuse events that cannot count; those already in the season may stay, even if they have become private."""
    _require(len(events) <= MOST_EVENTS, "$.events", f"a season has at most {MOST_EVENTS} events")
    offered = set(events_offered(club).values_list("pk", flat=True))
    offered |= set(SeasonEvent.objects.filter(season=season.pk).values_list("tournament_id", flat=True))
    for at, each in enumerate(events):
        _require(each.tournament.pk in offered, f"$.events[{at}]", "there is no such public event")
        earlier = [other.tournament.pk for other in events[:at]]
        _require(each.tournament.pk not in earlier, f"$.events[{at}]", "the event stands there twice")
        _require(1 <= each.weight <= HEAVIEST, f"$.events[{at}].weight", f"a weight is 1 to {HEAVIEST} hundredths")


def seasons_of(club: Club) -> list[Season]:
    """The seasons of a club, newest first, each with how many `events_count` it has."""
    rows = Season.objects.filter(club=club).annotate(events_count=Count("season_events"))
    return list(rows.order_by("-starts", "-ends", "id"))


def events_offered(club: Club) -> QuerySet[Tournament]:
    """The events that a club's season may count, newest first: public ones, and the club's own drafts."""
    announced = ~Q(phase="draft") | Q(club=club)
    return Tournament.objects.filter(announced, public=True).order_by("-starts", "-created", "id")


def _slug(club: Club, title: str) -> str:
    base = slugify(title)[:50] or "season"
    slug, count = base, 1
    while slug in RESERVED or Season.objects.filter(club=club, slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


def _require(ok: bool, path: str, text: str) -> None:
    if not ok:
        raise Refused("bad-season", path, text)


# reading


def rules_of(season: Season) -> SeasonRules:
    """The scoring rules of a season."""
    return _RULES.decode(season.rules)


def events_of(season: Season) -> list[SeasonEvent]:
    """The events of a season by date, those without one last. Events that are not (or no longer) public are left
    out.
    """
    rows = SeasonEvent.objects.filter(season=season, tournament__public=True).select_related("tournament")
    return sorted(rows, key=lambda each: (each.tournament.starts is None, each.tournament.starts, each.pk))


def table_of(season: Season, change: links.Change = links.NO_CHANGE) -> SeasonTable:
    """The standings of a season: a projection of the standings of its finished events, as corrected now, and of
    the people behind names; with a `change` as they would be if persons were linked otherwise.
    """
    over = [each for each in events_of(season) if each.tournament.phase == "finished"]
    found = [(places_of(each.tournament), each.weight) for each in over]
    regulars = _regulars([each.tournament for each in over], change)
    places = [
        msgspec.structs.replace(
            each, weight=weight, people={
                number: tuple(filter(None, (regulars.get((each.event, person), person.partition("#")[0])
                                            for person in people)))
                for number, people in each.people.items()
            },
        )
        for each, weight in found
    ]  # fmt: skip
    return contest.standings(rules_of(season), places)


def _regulars(events: Sequence[Tournament], change: links.Change) -> dict[tuple[str, str], str]:
    """For whom names at these events count, by event and place there (`_spot`)."""
    rows = RegularEntry.objects.filter(tournament__in=events, ended=None)
    found = list(rows.values_list("tournament", "number", "board", "regular__person", "regular__club"))
    now = links.links_of([person for *_, person, _club in found], change)
    # Somebody whom no club knows is in no season, unless an account is theirs.
    return {
        (str(event), _spot(number, board)): links.end_of(now, person)
        for event, number, board, person, club in found if club or person in now
    }  # fmt: skip


def _spot(number: int, board: int) -> str:
    """The place of a name without an account, among opaque ids: none of them has this sign."""
    return f"#{number}.{board}"


def places_of(event: Tournament) -> EventPlaces:
    """The places of an event and who has them, from the cache if possible: its key names the acts behind them.

    Among the people, somebody without an account is the place of their name: who that is may change without an act.
    """
    key = f"season-event:{FORMAT}:{event.pk}:{event.number}:{event.head[:24]}"
    kept = cache.get(key)
    if kept is not None:
        return _PLACES.decode(kept)
    state = tournaments.state_of(event)
    people = {number: _people(entrant) for number, entrant in state.entrants.items()}
    unsure = tuple(tournaments.provisional_after(event, state))
    made = EventPlaces(str(event.pk), tournaments.standings_after(event, state), people, provisional=unsure)
    cache.set(key, msgspec.json.encode(made), KEPT)
    return made


def _people(entrant: Entrant) -> tuple[str, ...]:
    """The people behind an entrant: everybody in a team, else the one person; an opaque id for each account, the place
    of the name for others.
    """
    if entrant.members:
        return tuple(each.person or _spot(entrant.number, board) for board, each in enumerate(entrant.members, 1))
    return (entrant.person or _spot(entrant.number, 0),)


def person_forget(known: Pattern[str] | None, clubs: Collection[Any]) -> None:
    """Replace an erased name by a neutral word in the titles of these clubs' seasons."""
    for season in Season.objects.filter(club__in=clubs):
        if known and name_clear(season, "title", known):
            season.save(update_fields=["title"])
