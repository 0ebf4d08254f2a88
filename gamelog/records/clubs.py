"""Clubs against the acts of their staff: the chain, who belongs to them, what they publish, their seasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import rules
from gamelog.clubs import acts as said
from gamelog.clubs import selectors, services
from gamelog.clubs.models import Club, ClubRole, Membership, News
from gamelog.clubs.streams import CLUBS
from gamelog.evidence.clubs import EVIDENCE, part_problems
from gamelog.people.models import Participant
from gamelog.records import acts
from gamelog.records.findings import Checked, Found, Subject, at_row, by_owner, differing, missing
from gamelog.seasons.models import Season, SeasonEvent


def check(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these clubs."""
    rows = Club.objects.in_bulk(keys)
    for key in keys:
        if key in rows:
            yield Subject("club", str(key), rows[key].slug), list(_checked(rows[key]))


def _checked(club: Club) -> Iterator[Found]:
    rows = [*CLUBS.rows_of(club).iterator(500)]
    chain = acts.Chain(CLUBS, club, rows, said.CLUB_ACT.decode, lambda _row, entry: {"number": entry.number})
    yield from chain.found()
    yield from acts.signed(EVIDENCE, club, None, chain.hashes)
    if not chain.whole:
        return
    problems = [(row, text) for row in rows for text in part_problems(row)]
    for row, text in problems:
        yield at_row(row, "broken", ["private", "by", "type"], text)
    if problems or not rows:
        return
    entries = [selectors.act_of(row) for row in rows]
    people = _accounts(entries)
    # Clubs are older than their acts: of one whose foundation is no act nobody knows who belonged to it before.
    if isinstance(entries[0].act, said.Found):
        yield from _members(club, entries, people)
    yield from _news(club, entries, people)
    yield from _seasons(club, entries)


def _accounts(entries: Iterable[said.ClubEntry]) -> dict[str, Participant]:
    named = {each.by for each in entries} | {getattr(each.act, "person", "") for each in entries}
    return Participant.objects.in_bulk(named - {""})


def _members(club: Club, entries: Sequence[said.ClubEntry], people: dict[str, Participant]) -> Iterator[Found]:
    owner, roles = "", dict[str, str]()
    for entry in entries:
        match entry.act:
            case said.Found():
                owner = entry.by
                roles[owner] = ClubRole.OWNER
            case said.Admit(person=person):
                roles[person] = ClubRole.MEMBER
            case said.Leave(person=person):
                roles.pop(person, None)
            case said.Appoint(person=person, role=role):
                roles[person] = role
            case said.HandOver(person=person) if person:
                if owner in roles:
                    roles[owner] = ClubRole.EDITOR
                owner = person
                roles[person] = ClubRole.OWNER
    if owner in people:
        yield from differing(club, {"owner": people[owner].user_id})
    wanted = {people[person].user_id: role for person, role in roles.items() if person in people}
    erased = {row.user_id for row in people.values() if row.erased}
    rows = {row.user_id: row for row in Membership.objects.filter(club=club)}
    for user, row in rows.items():
        if user in wanted:
            yield from differing(row, {"role": wanted[user]})
        else:
            yield at_row(row, "wrong", ["club", "user"], "no act admits this person to the club")
    for account in wanted.keys() - rows.keys() - erased - {None}:
        yield missing(Membership, f"{club.pk} account {account}")


def _news(club: Club, entries: Sequence[said.ClubEntry], people: dict[str, Participant]) -> Iterator[Found]:
    authors, digests = dict[str, str](), dict[str, str]()
    for entry in entries:
        match entry.act:
            case said.Publish(post=post, sha256=sha256):
                authors[post], digests[post] = entry.by, sha256
            case said.EditPost(post=post, sha256=sha256):
                digests[post] = sha256
            case said.WithdrawPost(post=post):
                authors.pop(post, None)
    rows = {str(row.pk): row for row in News.objects.filter(club=club)}
    for key, row in rows.items():
        if key not in authors:
            yield at_row(row, "wrong", ["id", "club"], "no act of the club publishes this post")
            continue
        if authors[key] in people:
            yield from differing(row, {"author": people[authors[key]].user_id})
        if digests[key] and services.post_digest(row) != digests[key]:
            text = "it is not what was published: somebody changed it, or a name was erased from it"
            yield at_row(row, "remark", ["title", "body"], text)
    for key in authors.keys() - rows.keys():
        yield missing(News, key)


def _seasons(club: Club, entries: Sequence[said.ClubEntry]) -> Iterator[Found]:
    wanted: dict[UUID, said.SetSeason] = {}
    for entry in entries:
        match entry.act:
            case said.SetSeason(season=season):
                wanted[UUID(season)] = entry.act
            case said.CloseSeason(season=season):
                wanted.pop(UUID(season), None)
    rows = Season.objects.filter(club=club).in_bulk()
    counted = by_owner(SeasonEvent.objects.filter(season__in=rows).order_by("pk"), "season_id")
    for key, row in rows.items():
        if key not in wanted:
            yield at_row(row, "wrong", ["id", "club"], "no act of the club makes this season")
            continue
        act = wanted[key]
        derived = {"rules": rules.canonical(act.rules).decode()}
        yield from differing(row, derived)
        for name in ("starts", "ends"):
            if getattr(row, name).isoformat() != getattr(act, name):
                yield at_row(row, "wrong", [name], f"{getattr(act, name)} follows from the record")
        yield from _season_events(row, act, counted.get(key, []))
    for key in wanted.keys() - rows.keys():
        yield missing(Season, str(key))


def _season_events(season: Season, act: said.SetSeason, rows: Sequence[SeasonEvent]) -> Iterator[Found]:
    weights = {UUID(event): weight for event, weight in act.events}
    for row in rows:
        if row.tournament_id in weights:
            yield from differing(row, {"weight": weights[row.tournament_id]})
        else:
            yield at_row(row, "wrong", ["season", "tournament"], "no act counts this event in the season")
    for event in weights.keys() - {row.tournament_id for row in rows}:
        yield missing(SeasonEvent, f"{season.pk} {event}")
