"""Events of the demo: one that is finished, one in its second round, one with open registration; and the club that
holds them. All through the services.

The running one has the demo's battle at its first table, a dispute, a penalty and a result that the opponent has not
confirmed yet. Loading it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from gamelog.clubs import services as clubs
from gamelog.clubs.models import Club
from gamelog.contest import presets
from gamelog.contest.acts import entries, penalties, results, rounds, setting
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.points import POINT
from gamelog.contest.terms import PairingTerms, TableTerms, Terms, TieBreak
from gamelog.games import demo
from gamelog.games.models import Game
from gamelog.people.services import participant_of
from gamelog.tournaments import selectors, services
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Named

CLUB = "harbour-dice-club"
ABOUT = "We play on **Thursdays**, in the upper room of the Harbour Hall. Bring dice; there is terrain."
NEWS = "Eight players, three rounds, six tables. *Standings and pairings are on the event's page while we play.*"
PLAYED, RUNNING, COMING = "harbour-open", "winter-muster", "spring-league"
WALK_INS = ("Mara Quill", "Tobias Fenn", "Ines Calloway", "Piet Harrow", "Lena Voss", "Anton Reed")
"""Made-up people without accounts."""
FACTIONS = ("Ashen Choir", "Harbour Watch", "Salt Wardens", "Lamp Brothers", "Ferry Guard", "Marsh Runners",
            "Drowned Court", "Copper Lances")  # fmt: skip
TERRAIN = ("Docks", "Chapel ruins", "Foundry", "Market square", "Salt pans", "Lock gates")
TIEBREAKS = tuple(TieBreak(each, "1") for each in ("opponents-match-win", "sos", "victory-difference", "lots"))
PLAYED_SCORES = ((14, 9), (11, 11), (7, 16), (12, 10), (18, 4), (9, 13), (15, 12), (8, 8), (10, 17), (13, 6), (16, 2),
                 (5, 12))  # fmt: skip


def load() -> list[Tournament]:
    """Create whatever is missing of the demo's events. Call it after `games.demo.load`."""
    marshal, ada, boris = (User.objects.get(username=name) for name, *_ in demo.ACCOUNTS)
    club = _club(marshal, [ada, boris])
    people = [Named(user=ada), Named(user=boris), *(Named(name=name) for name in WALK_INS)]
    made = []
    for slug, play in ((PLAYED, _played), (RUNNING, _running), (COMING, _coming)):
        found = Tournament.objects.filter(slug=slug).first()
        if found is None:
            with transaction.atomic():
                found = play(marshal, club, people)
        made.append(found)
    return made


def _club(marshal: User, members: Sequence[User]) -> Club:
    """The club, with its members and a post."""
    known = Club.objects.filter(slug=CLUB).first()
    if known:
        return known
    with transaction.atomic():
        club = clubs.club_found(owner=marshal, name="Harbour Dice Club", slug=CLUB, city="Harbour", about=ABOUT)
        for user in members:
            clubs.join_ask(club=club, actor=user)
            clubs.join_answer(club=club, actor=marshal, person=participant_of(user), accept=True)
        clubs.news_publish(club=club, actor=marshal, title="Winter Muster is on", body=NEWS)
    return club


def _terms(starts: datetime, **more: Any) -> Terms:
    given: dict[str, Any] = {
        "ruleset": "kt", "rounds": 3, "starts": starts.isoformat(), "place": "Harbour Hall, upper floor", "capacity": 8,
        "tables": tuple(TableTerms(number, terrain) for number, terrain in enumerate(TERRAIN, 1)),
        "tiebreaks": TIEBREAKS, "half_byes": 1, "round_minutes": 120,
        "scoring": presets.scoring_of("win-draw-loss-3-1-0@1"),
    }  # fmt: skip
    return Terms(**(given | more))


def _day(days: int) -> datetime:
    """Nine o'clock, so many days from today."""
    today = timezone.now().astimezone(UTC) + timedelta(days=days)
    return today.replace(hour=9, minute=0, second=0, microsecond=0)


def _announced(
    marshal: User, club: Club, slug: str, title: str, terms: Terms, people: Sequence[Named]
) -> Tournament:  # fmt: skip
    made = services.tournament_announce(owner=marshal, club=club, title=title, terms=terms, slug=slug, seed=slug)
    _do(made, marshal, setting.OpenRegistration())
    for index, each in enumerate(people):
        act = entries.Register(faction=FACTIONS[index], rating=1900 - 50 * index)
        _do(made, marshal, act, named=[each])
    return made


def _do(tournament: Tournament, actor: User, act: Any, **more: Any) -> None:
    """Append after the last act; the effect of a correction is previewed first."""
    effect = ""
    if isinstance(act, penalties.Penalise):
        effect = services.effect_preview(tournament=tournament, act=act, actor=actor).digest
    services.act_append(tournament=tournament, expected=tournament.number, act=act, actor=actor, effect=effect, **more)


def _score(a: int, b: int) -> BattleOutcome:
    return BattleOutcome(a=SideOutcome(victory=a * POINT), b=SideOutcome(victory=b * POINT))


def _played(marshal: User, club: Club, people: Sequence[Named]) -> Tournament:
    """A finished event of three rounds."""
    made = _announced(marshal, club, PLAYED, "Harbour Open", _terms(_day(-40)), people)
    _do(made, marshal, setting.CloseRegistration())
    scores = iter(PLAYED_SCORES)
    for number in (1, 2, 3):
        _do(made, marshal, rounds.PairRound(round=number))
        for pair in selectors.state_of(made).rounds[-1].paired.pairs:
            _do(made, marshal, results.Enter(round=number, table=pair.table, report=_score(*next(scores))))
    _do(made, marshal, setting.Finish())
    return made


def _running(marshal: User, club: Club, people: Sequence[Named]) -> Tournament:
    """An event in its second round: the demo's battle at the first table of the first."""
    terms = _terms(_day(0), pairing=PairingTerms(order="adjacent"))
    made = _announced(marshal, club, RUNNING, "Winter Muster", terms, people)
    _do(made, marshal, setting.CloseRegistration())
    _do(made, marshal, rounds.PairRound(round=1))
    _do(made, marshal, rounds.StartClock(round=1))
    battle = Game.objects.filter(title=demo.BATTLE, owner=marshal, table=None).first()
    pairs = selectors.state_of(made).rounds[0].paired.pairs
    first = next(pair for pair in pairs if pair.a == 1 or pair.b == 1)
    if battle:
        swapped = first.a != 1
        services.table_open(tournament=made, number=1, table=first.table, actor=marshal, game=battle, swapped=swapped)
    for pair, score in zip(pairs, ((11, 6), (14, 9), (8, 12), (10, 10)), strict=True):
        if pair != first or not battle:
            _do(made, marshal, results.Enter(round=1, table=pair.table, report=_score(*score)))
    _do(made, marshal, penalties.Penalise(entrant=5, kind="warning", reason="late to the table by ten minutes"))
    _second_round(made, marshal, people)
    return made


def _second_round(made: Tournament, marshal: User, people: Sequence[Named]) -> None:
    _do(made, marshal, rounds.PairRound(round=2, reason="the first table's record is still being verified"))
    _do(made, marshal, rounds.StartClock(round=2))
    for pair in selectors.state_of(made).rounds[1].paired.pairs:
        for side, entrant in (("a", pair.a), ("b", pair.b)):
            user = people[entrant - 1].user
            if user is None:
                continue
            place: dict[str, Any] = {"round": 2, "table": pair.table, "side": side}
            if entrant == 1:
                # Entered by the desk, and not what her score sheet says.
                _do(made, marshal, results.Enter(round=2, table=pair.table, report=_score(13, 9)))
                _do(made, user, results.Dispute(**place, reason="the last objective was contested"))
            else:
                _do(made, user, results.ReportResult(**place, report=_score(13, 9)))


def _coming(marshal: User, club: Club, people: Sequence[Named]) -> Tournament:
    """An event with open registration."""
    terms = _terms(_day(60), capacity=4, rounds=3, format="round-robin", late_entry=0, half_byes=0)
    return _announced(marshal, club, COMING, "Spring League", terms, people[1:6])
