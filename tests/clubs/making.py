"""Clubs, seasons and rated games for tests, made through the services like those of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import User

import rules
from gamelog.clubs import services
from gamelog.clubs.models import Club
from gamelog.contest.acts.setting import Finish
from gamelog.contest.season import PlacePoints, SeasonRules
from gamelog.games import confirmations, verification
from gamelog.games import services as log
from gamelog.games.models import Game
from gamelog.people.services import participant_of
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.seasons.services import Weighed
from gamelog.tournaments.models import Tournament
from tests.tournaments.making import act, announce, enter_results, pair_round, register

ABOUT = "We meet on **Thursdays** at the town hall.\n\n<script>alert(1)</script>"
FIRST_DAY = datetime(2026, 3, 7, 9, tzinfo=UTC)
RULES = SeasonRules(points=PlacePoints((2500, 1800, 1500, 1200)), counted=1, tiebreaks=("event-wins", "best-place"))
"""25, 18, 15, 12 by place; the best event counts."""


def iron_hounds(people: SimpleNamespace) -> Club:
    """A club with an owner, an editor, two members and a request to join."""
    club = services.club_found(
        owner=people.editor, name="The Iron Hounds", slug="iron-hounds", about=ABOUT, city="Tallinn",
        country="Estonia", website="https://hounds.example",
    )  # fmt: skip
    for user in (people.p1, people.p2, people.p3, people.p4):
        services.join_ask(club=club, actor=user, shown=user != people.p3)
    for user in (people.p1, people.p2, people.p3):
        services.join_answer(club=club, actor=people.editor, person=participant_of(user), accept=True)
    services.member_appoint(club=club, actor=people.editor, person=participant_of(people.p1), role="editor")
    club.refresh_from_db()
    return club


def event_over(club: Club, owner: User, players: Sequence[User | str], title: str, days: int = 0) -> Tournament:
    """A finished knock-out of two or four players: the lower number beats the higher one, and wins its rounds."""
    rounds = 1 if len(players) == 2 else 2
    made = announce(
        owner, title=title, club=club, format="single-elimination", rounds=rounds, bronze=len(players) > 2,
        late_entry=0, half_byes=0, tiebreaks=(), starts=(FIRST_DAY + timedelta(days=days)).isoformat(),
    )  # fmt: skip
    register(made, *players)
    for _ in range(rounds):
        enter_results(made, pair_round(made))
    act(made, owner, Finish())
    made.refresh_from_db()
    return made


def season_of_two(club: Club, people: SimpleNamespace) -> Season:
    """Two knock-outs of four and one that is to come. p5 wins the first; the second, weight 1.5, goes to p6."""
    services.join_ask(club=club, actor=people.organiser)
    services.join_answer(club=club, actor=people.editor, person=participant_of(people.organiser), accept=True)
    services.member_appoint(club=club, actor=people.editor, person=participant_of(people.organiser), role="editor")
    first = event_over(club, people.organiser, [people.p5, people.p6, people.p7, "Walter Walk-In"], "Spring cup")
    second = event_over(club, people.organiser, [people.p6, people.p5, people.p8, people.p7], "Summer cup", 90)
    coming = announce(people.organiser, title="Winter cup", club=club)
    return seasons.season_set(
        club=club,
        actor=people.p1,
        terms=season_terms(events=[Weighed(first), Weighed(second, 150), Weighed(coming)]),
    )


def season_terms(**changes: Any) -> seasons.SeasonTerms:
    """A season of the year 2026 by `RULES`, without events."""
    return seasons.SeasonTerms("Season 2026", date(2026, 1, 1), date(2026, 12, 31), RULES)._replace(**changes)


def played(files: Sequence[rules.GameFile], pairs: Sequence[tuple[User, User]], owner: User) -> list[Game]:
    """Whole games, each stored with its players in its seats and verified."""
    return [stored(file, owner, dict(zip("ab", pair, strict=True))) for file, pair in zip(files, pairs, strict=False)]


def stored(file: rules.GameFile, owner: User, seats: Mapping[str, User], **more: Any) -> Game:
    """A game with players in its seats, who confirmed its result, verified."""
    game = log.game_import(data=file.dump(), owner=owner, **more).game
    for side, user in seats.items():
        game.seats.filter(side=side).update(user=user)
        confirmations.result_confirm(game_id=game.pk, side=side, number=game.number, actor=user)
    verified(game)
    return game


def verified(game: Game) -> None:
    """Have a game verified as it is now."""
    game.refresh_from_db()
    verification.run(log.verification_request(game=game))
