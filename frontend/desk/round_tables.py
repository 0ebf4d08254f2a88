"""The tables of a round as the desk sees them: players, result, progress of the record.

Tables that need the staff come first: disputes, tables without a result, reports awaiting confirmation, records not
read yet; then the settled ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from django.db.models import Count, F, OuterRef, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from frontend.desk.access import Desk
from frontend.tournaments.pairings import Battle, Match, matches
from gamelog.contest import captains
from gamelog.contest.state import Result, Round, open_seats, seat
from gamelog.games.models import Game, JobState, Report
from gamelog.games.selectors import decode_findings
from gamelog.tournaments.models import TableGame
from gamelog.tournaments.selectors import games_of

Group: TypeAlias = Literal["disputed", "missing", "reported", "queue", "settled"]
GROUPS: dict[Group, Promise] = {
    "disputed": _("Disputed"),
    "missing": _("No result yet"),
    "reported": _("Awaiting confirmation"),
    "queue": _("Being verified"),
    "settled": _("Settled"),
}
"""In the order in which the staff looks at them."""


class Record(NamedTuple):
    """The record of a table's game.

    `job` is the state of its verification: empty, `queued`, `running`, `failed`, `done`. `findings` counts those that
    no ruling has settled; `read`: the tournament has its result.
    """

    game: Game
    job: str
    done: int
    verdict: str
    findings: int
    read: bool
    swapped: bool = False
    """The table's second player has the game's first side."""

    @property
    def waits(self) -> bool:
        """Whether the game is over and the tournament has not read it yet."""
        return self.game.finished and not self.read


class TableRow(NamedTuple):
    """A table, or a board of a match between teams."""

    round: int
    match: Match
    battle: Battle
    result: Result | None
    record: Record | None
    replaceable: bool
    """Whether another record may replace the current one."""
    choose: str = ""
    """The query string of the choice that a captain of this match has to make next."""

    @property
    def key(self) -> str:
        """The number of the table as people say it: `12`, `12.3`."""
        return seat(self.match.table, self.battle.board)

    @property
    def group(self) -> Group:
        """The group of the list it belongs to."""
        known = self.result.standing if self.result else ""
        if known == "disputed":
            return "disputed"
        if self.record and self.record.waits and known in ("", "reported", "confirmed"):
            return "queue"
        return {"": "missing", "reported": "reported"}.get(known, "settled")  # type: ignore[return-value]

    @property
    def by(self) -> str:
        """The name of the player who reported the result; empty if staff or the site did."""
        side = self.result.side if self.result else ""
        return {"a": self.match.name_a, "b": self.match.name_b, "": ""}[side]

    @property
    def find(self) -> str:
        """The text that the search looks through: names, numbers, the table."""
        names = {self.match.name_a, self.match.name_b, self.battle.a, self.battle.b} - {""}
        return " ".join((self.key, f"#{self.match.a}", f"#{self.match.b}", *sorted(names))).casefold()

    @property
    def query(self) -> str:
        """The query string with which forms are opened for it."""
        board = f"&board={self.battle.board}" if self.battle.board else ""
        return f"round={self.round}&table={self.match.table}{board}"


def rows(desk: Desk, found: Round) -> list[TableRow]:
    """The tables of a round, by number."""
    records = records_of(desk, found.number)
    return [
        TableRow(
            found.number,
            match,
            battle,
            found.results.get(key),
            records.get(key),
            found.replaceable(key),
            next_choice(found, match.table) if battle.board else "",
        )
        for match in matches(desk, found)
        for battle in match.battles
        for key in (seat(match.table, battle.board),)
    ]


def next_choice(found: Round, table: int) -> str:
    """The query string of the choice that a captain has to make next at a table; empty where there is none."""
    now = found.captains.get(seat(table))
    sides: tuple[captains.Side, ...] = ("a", "b")
    side = next((each for each in sides if now and captains.wants(now, each)), "")
    return f"side={side}&round={found.number}&table={table}" if side else ""


def row_at(desk: Desk, found: Round, table: int, board: int) -> TableRow | None:
    """One table of a round, or None."""
    return next((each for each in rows(desk, found) if each.key == seat(table, board)), None)


def records_of(desk: Desk, number: int) -> dict[str, Record]:
    """The records of a round's tables by seat."""
    rows = {key: each for (at, key), each in games_of(desk.tournament).items() if at == number}
    reports = newest_reports(each.game_id for each in rows.values())
    return {key: _record(each, reports.get(str(each.game_id))) for key, each in rows.items()}


def newest_reports(games: Iterable[object]) -> Mapping[str, Report]:
    """The newest verification of each game, by its id."""
    newest = Report.objects.filter(game=OuterRef("game")).order_by("-number", "-created").values("pk")[:1]
    found = Report.objects.filter(game__in=list(games), pk=Subquery(newest))
    return {str(each.game_id): each for each in found}


def _record(row: TableGame, report: Report | None) -> Record:
    game = row.game
    if report is None or report.head != game.head:
        return Record(game, "", 0, "", 0, read=False, swapped=row.swapped)
    findings = sum(not each.settled for each in decode_findings(report.findings))
    verdict = report.verdict if report.state == JobState.DONE else ""
    read = game.finished and row.read == game.head
    return Record(game, report.state, report.done, verdict, findings, read, row.swapped)


def grouped(found: Iterable[TableRow]) -> list[tuple[Group, Promise, list[TableRow]]]:
    """Tables grouped by what the staff has to do; empty groups are left out."""
    listed = list(found)
    by = {name: [each for each in listed if each.group == name] for name in GROUPS}
    return [(name, title, by[name]) for name, title in GROUPS.items() if by[name]]


def earlier_open(desk: Desk) -> list[tuple[int, int]]:
    """Earlier rounds that still have results missing or disputed: (round, how many)."""
    counted = [(each.number, len(open_seats(desk.state, each.number))) for each in desk.state.rounds[:-1]]
    return [(number, count) for number, count in counted if count]


def waiting_elsewhere(desk: Desk, shown: int) -> list[tuple[int, int]]:
    """Records of other rounds that wait to be verified and read: (round, how many)."""
    rows = desk.tournament.games.filter(game__finished=True).exclude(read=F("game__head")).exclude(round=shown)
    counted = rows.order_by("round").values("round").annotate(count=Count("pk"))
    return [(each["round"], each["count"]) for each in counted]
