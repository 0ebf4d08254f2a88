"""Events for tests: announced, filled and played through the services, as the site itself does it.

`terms(**changes)`                      terms of a small Kill Team event of 3 rounds
`announce(owner, **changes)`            an event with registration open
`act(tournament, actor, act)`           appends after whatever is there; corrections are looked at first
`register(tournament, *users)`          who plays, by account or by name
`play_round(tournament, results=None)`  pairs the next round and enters every result
`filled(people)`, `teams(people)`       whole events: 8 players with two rounds played, 4 teams of 3 with one paired
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, TypeAlias

from django.contrib.auth.models import User

from gamelog.contest import captains, stream
from gamelog.contest.acts.entries import NewMember, Register
from gamelog.contest.acts.people import Appoint
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.rounds import ChooseCaptain, PairRound
from gamelog.contest.acts.setting import OpenRegistration
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.points import POINT
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import TableTerms, TeamTerms, Terms, TieBreak
from gamelog.people.services import participant_of
from gamelog.tournaments import selectors, services
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Appended, Named

PASSWORD = "a long secret"
STARTS = datetime(2026, 12, 5, 9, tzinfo=UTC)
NAMES = {
    "staff": "marshal",
    "organiser": "olga",
    "judge": "julia",
    "scorekeeper": "stepan",
    "editor": "clara",
    "outsider": "otto",
}
"""User names: none of them is a word that a reason or a title would have."""
TIEBREAKS = tuple(TieBreak(id=id, version="1") for id in ("opponents-match-win", "sos", "victory-difference"))

Scores: TypeAlias = Mapping[int, tuple[int, int]]
"Victory points sides in whole points, by table."


def crowd(players: int = 16) -> SimpleNamespace:
    """Accounts: `organiser`, `judge`, `scorekeeper`, `editor` (of a club), `outsider`, `staff`, and `p1`, `p2`..."""
    named = NAMES | {f"p{number}": f"p{number}" for number in range(1, players + 1)}
    return SimpleNamespace(**{
        role: User.objects.create_user(name, password=PASSWORD, is_staff=role == "staff")
        for role, name in named.items()
    })  # fmt: skip


def terms(**changes: Any) -> Terms:
    """Three Swiss rounds of Kill Team on eight tables, with three tie-breaks."""
    given: dict[str, Any] = {
        "ruleset": "kt", "rules_version": "2018.1", "rounds": 3, "tiebreaks": TIEBREAKS, "place": "The old town hall",
        "starts": STARTS.isoformat(), "half_byes": 1, "late_entry": 2,
        "tables": tuple(TableTerms(number=number, terrain=f"Ruins {number}") for number in range(1, 9)),
    }  # fmt: skip
    return Terms(**(given | changes))


def announce(
    owner: User, *, title: str = "Winter muster", register: bool = True, terms_of: Terms | None = None,
    public: bool = True, club: Any = None, slug: str = "", **changes: Any,
) -> Tournament:  # fmt: skip
    """An event of `owner`, with registration open unless told otherwise; other keywords change its terms."""
    made = services.tournament_announce(
        owner=owner, title=title, terms=terms_of or terms(**changes), club=club, slug=slug, public=public,
        seed=f"seed of {title}",
    )  # fmt: skip
    if register:
        act(made, owner, OpenRegistration())
    return made


def act(tournament: Tournament, actor: User, act: Any, **more: Any) -> Appended:
    """Append an act after the last one. A correction is previewed and then confirmed as shown."""
    tournament.refresh_from_db()
    if stream.is_correction(selectors.state_of(tournament), act) and "effect" not in more:
        more["effect"] = services.effect_preview(tournament=tournament, act=act, actor=actor).digest
    return services.act_append(tournament=tournament, expected=tournament.number, act=act, actor=actor, **more)


def register(tournament: Tournament, *players: User | str, **more: Any) -> None:
    """Have the organiser enter players, by account or by name, as the next numbers."""
    for each in players:
        named = Named(name=each) if isinstance(each, str) else Named(user=each)
        act(tournament, tournament.owner, Register(**more), named=[named])


def register_team(tournament: Tournament, name: str, *members: User | str) -> None:
    """Have the organiser enter a team with its members, in the order of their boards."""
    named = [Named(name=each) if isinstance(each, str) else Named(user=each) for each in members]
    new = Register(members=tuple(NewMember(faction=f"Faction {board}") for board in range(1, len(members) + 1)))
    act(tournament, tournament.owner, new, named=[Named(name=name), *named])


def appoint(tournament: Tournament, user: User, role: Any) -> None:
    """Give somebody an office."""
    act(tournament, tournament.owner, Appoint(person=participant_of(user), role=role))


def officers(tournament: Tournament, people: SimpleNamespace) -> None:
    """The judge and the scorekeeper get their offices."""
    appoint(tournament, people.judge, "judge")
    appoint(tournament, people.scorekeeper, "scorekeeper")


def state_of(tournament: Tournament) -> TournamentState:
    """The state of the event after its acts."""
    tournament.refresh_from_db()
    return selectors.state_of(tournament)


def reported(a: int, b: int) -> BattleOutcome:
    """A result in whole victory points."""
    return BattleOutcome(a=SideOutcome(victory=a * POINT), b=SideOutcome(victory=b * POINT))


def expected_score(a: int, b: int) -> tuple[int, int]:
    """The score of a battle if a test gives none: the lower number wins, by more the lower it is."""
    low, high = min(a, b), max(a, b)
    won, lost = 90 - 3 * low, 20 + high
    return (won, lost) if a == low else (lost, won)


def pair_round(tournament: Tournament, **more: Any) -> int:
    """Have the organiser pair the next round; returns its number."""
    number = len(state_of(tournament).rounds) + 1
    act(tournament, tournament.owner, PairRound(round=number, **more))
    return number


def enter_results(tournament: Tournament, number: int, results: Scores | None = None) -> None:
    """Have the organiser enter a result at every board of a round: the given ones by table, else the expected ones."""
    state = state_of(tournament)
    size = state.terms.teams.size if state.terms.teams else 0
    for pair in state.rounds[number - 1].paired.pairs:
        for board in range(1, size + 1) if size else (0,):
            score = (results or {}).get(pair.table) or expected_score(pair.a, pair.b)
            report = reported(*score)
            act(tournament, tournament.owner, Enter(round=number, table=pair.table, board=board, report=report))


def play_round(tournament: Tournament, results: Scores | None = None) -> int:
    """Pair the next round and enter every result. `results` are victory points by table."""
    number = pair_round(tournament)
    enter_results(tournament, number, results)
    return number


def choose_all(tournament: Tournament, number: int, table: int) -> None:
    """Have the organiser choose for both captains, the first they could choose, until every game is known."""
    while asked := _asked(state_of(tournament).rounds[number - 1].captains[str(table)]):
        side, want = asked[0]
        chosen = ChooseCaptain(round=number, table=table, side=side, players=want.among[: want.count])
        act(tournament, tournament.owner, chosen)


def _asked(now: captains.Captains) -> list[tuple[captains.Side, captains.Want]]:
    both: tuple[captains.Side, ...] = ("a", "b")
    return [(side, want) for side in both if (want := captains.wants(now, side))]


def filled(people: SimpleNamespace, rounds: int = 2, **changes: Any) -> Tournament:
    """Eight players with accounts, judge and scorekeeper in office, two of three rounds played."""
    made = announce(people.organiser, **changes)
    officers(made, people)
    register(made, *(getattr(people, f"p{number}") for number in range(1, 9)))
    for _ in range(rounds):
        play_round(made)
    return made


def teams(people: SimpleNamespace, **changes: Any) -> Tournament:
    """Four teams of three with captains, the first round paired: member 1 is p1, p4, p7, p10."""
    of_teams: dict[str, Any] = {"rounds": 2, "late_entry": 0, "teams": TeamTerms(size=3)}
    made = announce(people.organiser, title="Cup of teams", terms_of=terms(**(of_teams | changes)))
    officers(made, people)
    for number, name in enumerate(("Aquila", "Basilisk", "Cerberus", "Draco")):
        register_team(made, name, *(getattr(people, f"p{3 * number + board}") for board in (1, 2, 3)))
    pair_round(made)
    return made
