"""A site with at least one row of everything that `check_records` derives: battles of all systems, recorded here and
imported, with reports, luck, what-ifs, secrets, corrections; events, a club with a season and ratings, a sheet, seals.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.utils import timezone

import rules
from gamelog.branches import services as branches
from gamelog.clubs import ratings
from gamelog.clubs import services as clubs
from gamelog.contest.acts.rosters import SubmitRoster
from gamelog.contest.acts.rounds import PairRound
from gamelog.contest.acts.setting import CloseRegistration
from gamelog.evidence import clubs as club_evidence
from gamelog.evidence import events as event_evidence
from gamelog.evidence import services as evidence
from gamelog.games import battle_luck, calls, confirmations, demo, secrets, services, steps, verification
from gamelog.games.models import Game, Roster, Seat
from gamelog.games.streams import GAMES
from gamelog.people.services import participant_of
from gamelog.reverify import jobs
from gamelog.reverify import services as runs
from gamelog.sheets import services as sheets
from gamelog.sheets.wanted import SheetWanted
from gamelog.signing.services import key_current, key_rotate
from gamelog.streams import clock
from gamelog.streams.store import store_all
from gamelog.tournaments import files, game_results
from gamelog.tournaments import services as events
from gamelog.tournaments.models import Tournament
from rules import autoplay
from tests.branches.conftest import battle_file
from tests.clubs import making as club_making
from tests.evidence.signed import signed, whole
from tests.kernel.games import crew
from tests.sheets.conftest import PAPER
from tests.tournaments import making

STEPS = 12
"""So many steps of the battles of other systems."""


def build() -> SimpleNamespace:
    """The site."""
    people = making.crowd(8)
    made = SimpleNamespace(people=people)
    key_current()
    key_rotate()
    made.first = recorded(_short(1), people.staff, people.p1, people.p2)
    made.second = recorded(_short(2), people.staff, people.p2, people.p1)
    for game in (made.first, made.second):
        verification.run(services.verification_request(game=game))
    battle_luck.rebuild(made.first)
    made.others = [recorded(battle_file(each), people.staff, people.p1, people.p2, STEPS) for each in rules.RULESETS]
    made.imported = [services.game_import(data=signed(whole(each)).dump(), owner=people.p3).game for each in (3, 4)]
    evidence.seal_create(title="Two battles", games=[made.first, made.second])
    evidence.seal_create(title="One battle", games=[made.first])
    confirmations.result_confirm(game_id=made.first.pk, side="a", number=made.first.number, actor=people.p1)
    _corrected(made)
    _secret(made)
    for after in (3, 4):
        branches.branch_create(of=made.first, place=branches.Place(after, after, made.first.number), maker=people.p3)
    for _ in range(2):
        run = runs.run_create(ruleset="kt", version="2018.1", created_by=people.staff).run
        jobs.run_here(run)
    for path, owner in zip(demo.files(), (people.p1, people.p2), strict=True):
        services.roster_import(owner=owner, data=path.read_bytes(), name=path.name)
    _events(made)
    _club(made)
    with clock_set_back():
        for club in (made.club, made.other):
            clubs.news_publish(club=club, actor=club.owner, title="Late", body="We played.")
    _sheets(made)
    ratings.work_all("kt")
    return made


@contextmanager
def clock_set_back() -> Iterator[None]:
    """The clock is an hour early."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clock, "now", lambda: datetime.now(UTC) - timedelta(hours=1))
        yield


def _short(seed: int) -> rules.GameFile:
    """A short finished battle of two crews."""
    return autoplay.play(rules.load("kt"), (crew(3), crew(3)), seed, options={"kt.game.round-count": 1})


def recorded(file: rules.GameFile, owner: User, a: User, b: User, most: int | None = None) -> Game:
    """A battle that was recorded here, a step a second, with its players in their seats."""
    header = msgspec.structs.replace(file.header, game=str(uuid4()), issuer=key_current().pk)
    game = services._game_row(header, owner=owner, title="Test", public=True)
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, side=side, user=user, declared=True)
        for side, user in zip(game.rules.sides, (a, b), strict=False)
    )
    made, drafts, who = rules.GameFile(header), [], participant_of(a)
    began = timezone.now().replace(microsecond=0) - timedelta(hours=1)
    for number, event in enumerate(file.events[:most]):
        at = began + timedelta(seconds=number)
        said = {"previous": made.head, "at": at.strftime("%Y-%m-%dT%H:%M:%SZ"), "who": who}
        record = rules.seal(msgspec.structs.replace(event, **said))
        made.records.append(record)
        drafts.append(steps.draft_of(record)._replace(at=at))
    rows = store_all(GAMES, game, drafts)
    services._advance(game, rows[-1], rules.fold(game.rules, made.events))
    game.refresh_from_db()
    return game


def _corrected(made: SimpleNamespace) -> None:
    """A step that was called into question and then taken back by both."""
    game, people = made.others[rules.RULESETS.index("kt")], made.people
    calls.step_call(game_id=game.pk, step=game.number, side="a", kind="dispute", reason="too far", actor=people.staff)
    services.take_back_propose(
        game_id=game.pk, expected=game.number, side="a", since=game.number, reason="a slip", both=True,
        actor=people.staff,
    )  # fmt: skip
    game.refresh_from_db()


def _secret(made: SimpleNamespace) -> None:
    people = made.people
    seats = {"a": people.p1, "b": people.p2}
    made.secret = services.game_create(owner=people.staff, ruleset="kt", title="Secrets", seats=seats, dice="server")
    secrets.secret_deposit(game_id=made.secret.pk, subject="plan", value="left", side="a", actor=people.p1)
    made.secret.refresh_from_db()


def _events(made: SimpleNamespace) -> None:
    people = made.people
    made.club = club_making.iron_hounds(people)
    made.season = club_making.season_of_two(made.club, people)
    made.event = made.season.events.order_by("created").first()
    made.running = _running(made)
    for event in (made.event, made.season.events.order_by("created")[1]):
        event_evidence.EVIDENCE.checkpoint_of(event)
    evidence.seal_create(title="Two events", events=list(made.season.events.order_by("created")[:2]))
    evidence.seal_create(title="One event", events=[made.event])
    _imported_events(made)


def _running(made: SimpleNamespace) -> Tournament:
    """An event of the club with offices, a roster, and games at tables, at one of which sit people without account."""
    people = made.people
    event = making.announce(people.organiser, title="Table games", club=made.club, late_entry=0)
    making.officers(event, people)
    making.register(event, people.p1, people.p2, "Ines Calloway", "Piet Harrow")
    for user, entrant in ((people.p1, 1), (people.p2, 2)):
        row = Roster.objects.filter(owner=user)[0]
        making.act(event, user, SubmitRoster(entrant=entrant, sha256=row.sha256))
    making.act(event, people.organiser, CloseRegistration())
    making.act(event, people.organiser, PairRound(round=1))
    state = making.state_of(event)
    for pair, game in zip(state.rounds[0].paired.pairs, (made.first, None), strict=False):
        swapped = game is not None and pair.a != 1
        events.table_open(
            tournament=event, number=1, table=pair.table, actor=people.organiser, game=game, swapped=swapped
        )
    event.refresh_from_db()
    game_results.look_at(str(made.first.pk))
    return event


def _imported_events(made: SimpleNamespace) -> None:

    folder = Path(__file__).parents[1] / "contest" / "format_5"
    for name in ("later", "round-robin"):
        files.event_import(data=(folder / f"{name}.event.jsonl").read_bytes(), owner=made.people.staff, slug=name)


def _club(made: SimpleNamespace) -> None:
    people = made.people
    for title in ("Winter", "Spring"):
        clubs.news_publish(club=made.club, actor=people.editor, title=title, body="We play.")
    made.other = clubs.club_found(owner=people.organiser, name="Lamp Brothers", slug="lamp-brothers")
    for club in (made.club, made.other):
        club.refresh_from_db()
        club_evidence.EVIDENCE.checkpoint_of(club)
    evidence.seal_create(title="Two clubs", clubs=[made.club, made.other])
    evidence.seal_create(title="One club", clubs=[made.club])


def _sheets(made: SimpleNamespace) -> None:
    people = made.people
    for key, army in (("first", "Choir"), ("second", "Ferrymen")):
        paper: dict[str, Any] = {**PAPER, "a": {"player": "p1", "army": army}, "b": {"player": "p2"}}
        made.sheet = sheets.sheet_enter(actor=people.p1, wanted=msgspec.convert(paper, SheetWanted), key=key)[0]
    sheets.sheet_confirm(sheet=made.sheet, actor=people.p2, version=1)
