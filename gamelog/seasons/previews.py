"""What a link between persons would change, before it is made: season tables, ratings and records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from gamelog.clubs import ratings
from gamelog.clubs.links import Change, end_of, links_of, together
from gamelog.clubs.models import Rating, SeatPerson
from gamelog.clubs.weng_lin import Skill
from gamelog.contest.season import SeasonRow, SeasonTable
from gamelog.people.models import Participant
from gamelog.seasons import records, services
from gamelog.seasons.models import RegularEntry, Season
from gamelog.tournaments.models import Nameplate
from rules import canonical, digest


class SeasonChange(NamedTuple):
    """A season whose table changes: the rows of whoever stands otherwise after it, each before and after."""

    season: Season
    before: SeasonTable
    after: SeasonTable

    @property
    def rows(self) -> list[tuple[SeasonRow | None, SeasonRow | None]]:
        """Those who stand otherwise, in the order of the table as it will be; who goes comes last."""
        was, now = ({row.person: row for row in table.rows} for table in (self.before, self.after))
        everybody = [*now, *(person for person in was if person not in now)]
        return [(was.get(each), now.get(each)) for each in everybody if was.get(each) != now.get(each)]


class RatingChange(NamedTuple):
    """A rating that changes; None where there is or will be none."""

    ruleset: str
    person: str
    before: ratings.Standing | None
    after: ratings.Standing | None


class RecordChange(NamedTuple):
    """How many games somebody won, drew and lost."""

    person: str
    before: records.WinTally
    after: records.WinTally


class LinkPreview(NamedTuple):
    """What a link changes. `digest` names just this: whoever confirms it says what they were shown."""

    seasons: tuple[SeasonChange, ...]
    ratings: tuple[RatingChange, ...]
    records: tuple[RecordChange, ...]

    @property
    def digest(self) -> str:
        """The digest of the tables as they will be."""
        tables = [[str(each.season.pk), each.after] for each in self.seasons]
        return digest(
            canonical([tables, [tuple(each) for each in self.ratings], [tuple(each) for each in self.records]])
        )


def preview(change: Change) -> LinkPreview:
    """What a change of the links would change. Nothing is stored."""
    ends = {*change.added, *change.added.values(), *change.removed}
    people = set().union(*(together(each) | together(each, change) for each in ends))
    return LinkPreview(
        tuple(_seasons(people, change)), tuple(_ratings(people, change)), tuple(_records(people, change))
    )  # fmt: skip


def _seasons(people: set[str], change: Change) -> Iterable[SeasonChange]:
    typed = RegularEntry.objects.filter(regular__person__in=people, ended=None).values("tournament")
    accounts = Nameplate.objects.filter(user__participant__in=people).values("tournament")
    rows = Season.objects.filter(Q(events__in=typed) | Q(events__in=accounts)).select_related("club").distinct()
    for season in rows.order_by("-starts", "-ends", "id"):
        found = SeasonChange(season, services.table_of(season), services.table_of(season, change))
        if found.before != found.after:
            yield found


def _ratings(people: set[str], change: Change) -> Iterable[RatingChange]:
    seats = SeatPerson.objects.filter(regular__in=people, seat__game__rated__isnull=False)
    for ruleset in sorted(set(seats.values_list("seat__game__ruleset", flat=True))):
        rows = Rating.objects.filter(ruleset=ruleset)
        was = {row.person_id: ratings.Standing(Skill(row.mu, row.sigma), row.games) for row in rows}
        now = ratings.as_if(ruleset, change)
        for person in sorted({*was, *now}, key=lambda each: (each not in people, each)):
            if was.get(person) != now.get(person):
                yield RatingChange(ruleset, person, was.get(person), now.get(person))


def _records(people: set[str], change: Change) -> Iterable[RecordChange]:
    now, then = links_of(people), links_of(people, change)
    before, after = ({each: records.WinTally() for each in people} for _ in range(2))
    for person, tally in records.tallies_of(people).items():
        for found, links in ((before, now), (after, then)):
            end = end_of(links, person)
            found[end] = found.get(end, records.WinTally()).add(tally)
    for row in Participant.objects.filter(pk__in=people).order_by("pk"):
        if before[row.pk] != after[row.pk]:
            yield RecordChange(row.pk, before[row.pk], after[row.pk])


def of_merge(source: str, target: str) -> Change:
    """The change that a merge or a claim makes."""
    return Change(added={source: target})
