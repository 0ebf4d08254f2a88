"""Results: reported, confirmed, disputed, entered by staff, read from a verified game, ruled by a judge."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest import scoring
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.rounds import Board
from gamelog.contest.acts.setting import Reason
from gamelog.contest.outcomes import Report
from gamelog.contest.pairing.request import Pair
from gamelog.contest.places import Standing
from gamelog.contest.preconditions import in_phase, place_of, reason_of, require, require_known_players
from gamelog.contest.state import Result, Round, State

Side: TypeAlias = Literal["a", "b"]
SETTLED: tuple[Standing, ...] = ("verified", "confirmed", "ruled", "awarded")
"""Results that only a correction changes."""


class ReportResult(msgspec.Struct, frozen=True, omit_defaults=True, tag="report", forbid_unknown_fields=True):
    """A player says what their battle came to. The same from both is confirmed, different ones are disputed."""

    round: Number
    table: Number
    side: Side
    report: Report
    board: Board = 0


class Confirm(msgspec.Struct, frozen=True, omit_defaults=True, tag="confirm", forbid_unknown_fields=True):
    """The opponent agrees with what was reported; staff does so without a `side`."""

    round: Number
    table: Number
    board: Board = 0
    side: Literal["", "a", "b"] = ""


class Dispute(msgspec.Struct, frozen=True, omit_defaults=True, tag="dispute", forbid_unknown_fields=True):
    """A player does not agree with the result of their table, until a judge has ruled."""

    round: Number
    table: Number
    side: Side
    reason: Reason
    board: Board = 0


class Concede(msgspec.Struct, frozen=True, omit_defaults=True, tag="concede", forbid_unknown_fields=True):
    """A player gives the game up. Victory points as far as it was played, if they are said."""

    round: Number
    table: Number
    side: Side
    board: Board = 0
    report: Report = Report()


class Enter(msgspec.Struct, frozen=True, omit_defaults=True, tag="enter", forbid_unknown_fields=True):
    """Staff enters a result, from a score sheet. Over a settled one it is a correction, and wants a reason."""

    round: Number
    table: Number
    report: Report
    board: Board = 0
    reason: Reason = ""


class Clear(msgspec.Struct, frozen=True, omit_defaults=True, tag="clear", forbid_unknown_fields=True):
    """Staff takes away a result that was entered by mistake: the table has none."""

    round: Number
    table: Number
    reason: Reason
    board: Board = 0


class TakeGame(msgspec.Struct, frozen=True, omit_defaults=True, tag="take-game", forbid_unknown_fields=True):
    """The site reads a result off the record of a table, up to the event with the hash `head`.

    `standing` is `verified`, `disputed` where verification found something, or `ruled` where a judge has just
    corrected the game. `played` is what it came to before corrections, where that is something else. `struck`: a judge
    removed the game, `reopened`: by a judge's ruling it is not over; the report is what was read before, and disputed.
    """

    round: Number
    table: Number
    report: Report
    game: Annotated[str, Meta(max_length=60)]
    head: Annotated[str, Meta(max_length=64)]
    version: Annotated[str, Meta(max_length=60)] = ""
    standing: Literal["verified", "disputed", "ruled"] = "verified"
    played: Report | None = None
    board: Board = 0
    struck: bool = False
    reopened: bool = False


class Rule(msgspec.Struct, frozen=True, omit_defaults=True, tag="rule", forbid_unknown_fields=True):
    """A judge decides what the result is. `rule` is what it rests on."""

    round: Number
    table: Number
    report: Report
    reason: Reason
    rule: Annotated[str, Meta(max_length=200)] = ""
    board: Board = 0


def _place(state: State, act: Placed) -> tuple[Round, Pair, str]:
    in_phase(state, "running", "finished")
    return place_of(state, act.round, act.table, act.board)


def _scorable(state: State, report: Report) -> None:
    """Refuse a report that the event's scoring cannot read: bonuses it does not have. Raises: Refused."""
    scoring.score(state.terms.scoring, report)


def _by_players(state: State, act: ByPlayer) -> tuple[Round, Pair, str]:
    """Where a player acts: only while the event runs. Raises: Refused."""
    in_phase(state, "running")
    return _place(state, act)


def check_report(state: State, act: ReportResult) -> None:
    """Raises: Refused `no-table`, `captains-choose`, `settled`, `disputed`, and what scoring refuses of the report."""
    found, _pair, key = _by_players(state, act)
    require_known_players(found, act.table, act.board)
    known = found.results.get(key)
    require(known is None or known.standing not in SETTLED, "settled", "$.table",
            f"table {key} has a result that stands; dispute it, or ask a judge")  # fmt: skip
    require(not act.report.forfeit, "not-yours", "$.report.forfeit", "staff says who did not play")
    alone = known is not None and known.standing == "disputed" and known.side in ("", act.side)
    again = known is not None and known.report == act.report
    require(not alone or (state.terms.confirm == "opponent" and not again), "disputed", "$.table",
            f"the result of table {key} is disputed: a judge decides")  # fmt: skip
    _scorable(state, act.report)


def apply_report(state: State, act: ReportResult, number: int, at: str) -> None:
    """The result: reported, confirmed by the same from the other side, or disputed."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    if known is None or known.side in ("", act.side):
        standing: Standing = "confirmed" if state.terms.confirm == "none" else "reported"
        found.results[key] = Result(act.report, standing, number, act.report, side=act.side)
    elif known.report == act.report:
        known.standing = "confirmed" if state.terms.confirm != "staff" else "reported"
        known.act, known.dispute = number, ""
    else:
        known.standing, known.dispute = "disputed", f"side {act.side} reports something else"


def check_confirm(state: State, act: Confirm) -> None:
    """Raises: Refused `no-table`, `nothing-to-confirm`, `own-report`, `staff-confirms`."""
    found, _pair, key = _by_players(state, act)
    known = found.results.get(key)
    require(known and known.standing == "reported", "nothing-to-confirm", "$.table",
            f"table {key} has no reported result that waits for it")  # fmt: skip
    assert known
    require(act.side != known.side or not act.side, "own-report", "$.side", "the other side confirms")
    allowed = not act.side or state.terms.confirm != "staff"
    require(allowed, "staff-confirms", "$.side", "at this event staff confirms results")


def apply_confirm(state: State, act: Confirm, number: int, at: str) -> None:
    """How sure the result is."""
    found, _pair, key = _place(state, act)
    found.results[key].standing, found.results[key].act = "confirmed", number


def check_dispute(state: State, act: Dispute) -> None:
    """Raises: Refused `no-table`, `no-result`, `ruled`, `reason-wanted`."""
    found, _pair, key = _by_players(state, act)
    known = found.results.get(key)
    require(known, "no-result", "$.table", f"table {key} has no result")
    assert known
    require(known.standing not in ("ruled", "awarded"), "ruled", "$.table", "a judge has ruled on this result")
    reason_of(act.reason)


def apply_dispute(state: State, act: Dispute, number: int, at: str) -> None:
    """The mark, with the reason. What had been settled stays what was played, however the dispute ends."""
    found, _pair, key = _place(state, act)
    known = found.results[key]
    if known.standing in SETTLED:
        known.first_standing = known.first_standing or known.standing
    known.standing, known.dispute = "disputed", act.reason


def check_concede(state: State, act: Concede) -> None:
    """Raises: Refused `no-table`, `captains-choose`, `settled`."""
    found, _pair, key = _by_players(state, act)
    require_known_players(found, act.table, act.board)
    known = found.results.get(key)
    require(known is None or known.standing not in SETTLED, "settled", "$.table", f"table {key} has a result")
    _scorable(state, _conceded(act))


def _conceded(act: Concede) -> Report:
    """What the table came to: the other side has won, whatever is said of the winner or of a forfeit."""
    return msgspec.structs.replace(act.report, winner="b" if act.side == "a" else "a", forfeit="")


def apply_concede(state: State, act: Concede, number: int, at: str) -> None:
    """The other side wins; who concedes has agreed to it."""
    found, _pair, key = _place(state, act)
    report = _conceded(act)
    found.results[key] = Result(report, "confirmed", number, report, side=act.side)


def check_enter(state: State, act: Enter) -> None:
    """Raises: Refused `no-table`, `reason-wanted`, and what scoring refuses of the report."""
    found, _pair, key = _place(state, act)
    _scorable(state, act.report)
    known = found.results.get(key)
    if known and known.standing in SETTLED:
        reason_of(act.reason)


def apply_enter(state: State, act: Enter, number: int, at: str) -> None:
    """The result; what stood before stays what the table reported first."""
    _correct(_place(state, act), act.report, "awarded" if act.report.forfeit else "confirmed", number)


def _correct(place: tuple[Round, Pair, str], report: Report, standing: Standing, number: int) -> None:
    found, _pair, key = place
    known = found.results.get(key)
    game, head = (known.game, known.head) if known else ("", "")
    first = report
    before: Standing | Literal[""] = ""
    if known and (known.standing in SETTLED or known.first_standing):
        first, before = known.first, known.sure("played")
    found.results[key] = Result(report, standing, number, first, game=game, head=head, first_standing=before)


def check_clear(state: State, act: Clear) -> None:
    """Raises: Refused `no-table`, `no-result`, `round-over`, `reason-wanted`."""
    found, _pair, key = _place(state, act)
    require(key in found.results, "no-result", "$.table", f"table {key} has no result")
    reason_of(act.reason)


def apply_clear(state: State, act: Clear, number: int, at: str) -> None:
    """No result."""
    found, pair, key = _place(state, act)
    del found.results[key]
    found.no_shows = [each for each in found.no_shows if each not in (pair.a, pair.b)]


def check_take_game(state: State, act: TakeGame) -> None:
    """Raises: Refused `no-table`, `not-its-game`, `ruled`, `already`."""
    found, _pair, key = _place(state, act)
    game = found.games.get(key)
    require(game and game.game == act.game, "not-its-game", "$.game", f"table {key} has another record")
    known = found.results.get(key)
    if known is not None:
        # A judge of the event has the last word; what a ruling on the game itself came to may change again.
        by_judge = known.standing == "ruled" and not known.game
        require(not by_judge, "ruled", "$.table", "a judge has ruled on this result")
        same = (known.head, known.standing) == (act.head, act.standing)
        require(not same, "already", "$.head", "this record is read already")
    _scorable(state, act.report)
    _scorable(state, act.played or act.report)


def apply_take_game(state: State, act: TakeGame, number: int, at: str) -> None:
    """The result, as sure as the record; as played it is what the record says without corrections."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    text = _why(act) if act.standing == "disputed" else ""
    before = known.sure("played") if known and known.game == act.game and act.played else ""
    found.results[key] = Result(
        act.report, act.standing, number, act.played or act.report, game=act.game, head=act.head, dispute=text,
        first_standing=before,
    )  # fmt: skip


def _why(act: TakeGame) -> str:
    if act.struck:
        return "a judge removed the game"
    return "a judge reopened the game" if act.reopened else "verification found something"


def check_rule(state: State, act: Rule) -> None:
    """Raises: Refused `no-table`, `reason-wanted`, and what scoring refuses of the report."""
    _place(state, act)
    reason_of(act.reason)
    _scorable(state, act.report)


def apply_rule(state: State, act: Rule, number: int, at: str) -> None:
    """The result; what stood before stays what the table reported first."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    found.results[key] = Result(
        act.report, "ruled", number, known.first if known else act.report,
        first_standing=known.sure("played") if known else "",
    )  # fmt: skip


Placed: TypeAlias = ReportResult | Confirm | Dispute | Concede | Enter | Clear | TakeGame | Rule
ByPlayer: TypeAlias = ReportResult | Confirm | Dispute | Concede

HANDLERS = {
    ReportResult: (check_report, apply_report),
    Confirm: (check_confirm, apply_confirm),
    Dispute: (check_dispute, apply_dispute),
    Concede: (check_concede, apply_concede),
    Enter: (check_enter, apply_enter),
    Clear: (check_clear, apply_clear),
    TakeGame: (check_take_game, apply_take_game),
    Rule: (check_rule, apply_rule),
}
