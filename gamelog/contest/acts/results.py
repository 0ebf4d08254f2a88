"""Results: reported, confirmed, disputed, entered by staff, read from a verified game, ruled by a judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest import scoring
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.penalties import always
from gamelog.contest.acts.rounds import Board
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import the_table
from gamelog.contest.effects import Effect, NoShowsSet, ResultAgreed, ResultCleared, ResultDisputed, ResultSet
from gamelog.contest.outcomes import BattleOutcome, alike
from gamelog.contest.pairing.request import Pair
from gamelog.contest.places import Certainty
from gamelog.contest.preconditions import in_phase, place_of, reason_of, require, require_known_players
from gamelog.contest.roles import JUDGES, PLAYER, PLAYERS, SITE, STAFF, sits_at
from gamelog.contest.state import Result, Round, TournamentState, seat

Side: TypeAlias = Literal["a", "b"]
SETTLED: tuple[Certainty, ...] = ("verified", "confirmed", "ruled", "awarded")
"""Results that only a correction changes."""


def _place(state: TournamentState, act: Placed) -> tuple[Round, Pair, str]:
    in_phase(state, "running", "finished")
    return place_of(state, act.round, act.table, act.board)


def _said(state: TournamentState, report: BattleOutcome) -> None:
    """Refuse what people report if scoring cannot read it, or a tally has more than counts. Raises: Refused."""
    _scorable(state, report)
    scoring.require_plausible(state.terms.scoring, report)


def _scorable(state: TournamentState, report: BattleOutcome) -> None:
    """Refuse a report that the event's scoring cannot read, such as bonuses it does not have, and more games than a
    match can have. Raises: Refused.
    """
    scoring.score(state.terms.scoring, report)
    games, most = report.games, state.terms.best_of
    if games and most > 1:
        needed = most // 2 + 1
        over = max(games.a, games.b) > needed or min(games.a, games.b) == needed
        text = f"in a best of {most} a side wins at most {needed} games, and the match ends there"
        require(not over, "too-many-games", "$.games", text)


def _by_players(state: TournamentState, act: ByPlayer) -> tuple[Round, Pair, str]:
    """Refuse players' acts except while the event runs. Raises: Refused."""
    in_phase(state, "running")
    return _place(state, act)


def own_side(state: TournamentState, act: ByPlayer, person: str) -> bool:
    """Whether somebody plays on the side of the table that the act speaks for."""
    return bool(act.side) and sits_at(state, act.round, act.table, act.side, person)


class ReportResult(msgspec.Struct, frozen=True, omit_defaults=True, tag="report", forbid_unknown_fields=True):
    """A player reports a result. Equal reports from both sides confirm it, different ones dispute it."""

    round: Number
    table: Number
    side: Side
    report: BattleOutcome
    board: Board = 0


def check_report(state: TournamentState, act: ReportResult) -> None:
    """Raises: Refused `no-table`, `captains-choose`, `settled`, `disputed`, and what scoring refuses of the report."""
    found, _pair, key = _by_players(state, act)
    require_known_players(found, act.table, act.board)
    known = found.results.get(key)
    require(known is None or known.standing not in SETTLED, "settled", "$.table",
            f"table {key} has a result that stands; dispute it, or ask a judge")  # fmt: skip
    require(not act.report.forfeit, "not-yours", "$.report.forfeit", "staff says who did not play")
    alone = known is not None and known.standing == "disputed" and known.side in ("", act.side)
    again = known is not None and alike(known.report, act.report)
    require(not alone or (state.terms.confirm == "opponent" and not again), "disputed", "$.table",
            f"the result of table {key} is disputed: a judge decides")  # fmt: skip
    _said(state, act.report)


def effects_report(state: TournamentState, act: ReportResult, at: str) -> Iterator[Effect]:
    """The result: reported, confirmed by the same from the other side, or disputed."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    if known is None or known.side in ("", act.side):
        standing: Certainty = "confirmed" if state.terms.confirm == "none" else "reported"
        yield ResultSet(act.round, key, act.report, standing, side=act.side)
    elif alike(known.report, act.report):
        yield ResultAgreed(act.round, key, "confirmed" if state.terms.confirm != "staff" else "reported")
    else:
        yield ResultDisputed(act.round, key, f"side {act.side} reports something else", known.first_standing)


REPORT = ActKind(ReportResult, check_report, effects_report, who=PLAYER, concerns=the_table, own=own_side)


class Confirm(msgspec.Struct, frozen=True, omit_defaults=True, tag="confirm", forbid_unknown_fields=True):
    """The opponent agrees with the reported result; staff confirms without a `side`."""

    round: Number
    table: Number
    board: Board = 0
    side: Literal["", "a", "b"] = ""


def check_confirm(state: TournamentState, act: Confirm) -> None:
    """Raises: Refused `no-table`, `nothing-to-confirm`, `own-report`, `staff-confirms`."""
    found, _pair, key = _by_players(state, act)
    known = found.results.get(key)
    require(known and known.standing == "reported", "nothing-to-confirm", "$.table",
            f"table {key} has no reported result that waits for it")  # fmt: skip
    assert known
    require(act.side != known.side or not act.side, "own-report", "$.side", "the other side confirms")
    allowed = not act.side or state.terms.confirm != "staff"
    require(allowed, "staff-confirms", "$.side", "at this event staff confirms results")


def effects_confirm(state: TournamentState, act: Confirm, at: str) -> Iterator[Effect]:
    """How sure the result is."""
    yield ResultAgreed(act.round, seat(act.table, act.board))


CONFIRM = ActKind(Confirm, check_confirm, effects_confirm, who=PLAYERS, concerns=the_table, own=own_side)


class Dispute(msgspec.Struct, frozen=True, omit_defaults=True, tag="dispute", forbid_unknown_fields=True):
    """A player disputes the result of their table, until a judge has ruled."""

    round: Number
    table: Number
    side: Side
    reason: Reason
    board: Board = 0


def check_dispute(state: TournamentState, act: Dispute) -> None:
    """Raises: Refused `no-table`, `no-result`, `ruled`, `reason-wanted`."""
    found, _pair, key = _by_players(state, act)
    known = found.results.get(key)
    require(known, "no-result", "$.table", f"table {key} has no result")
    assert known
    require(known.standing not in ("ruled", "awarded"), "ruled", "$.table", "a judge has ruled on this result")
    reason_of(act.reason)


def effects_dispute(state: TournamentState, act: Dispute, at: str) -> Iterator[Effect]:
    """The mark, with the reason. A result that had been settled stays the one as played, however the dispute ends."""
    found, _pair, key = _place(state, act)
    known = found.results[key]
    before = known.first_standing or (known.standing if known.standing in SETTLED else "")
    yield ResultDisputed(act.round, key, act.reason, before)


DISPUTE = ActKind(Dispute, check_dispute, effects_dispute, who=PLAYER, concerns=the_table, own=own_side)


class Concede(msgspec.Struct, frozen=True, omit_defaults=True, tag="concede", forbid_unknown_fields=True):
    """A player concedes. Victory points are those scored so far, if given."""

    round: Number
    table: Number
    side: Side
    board: Board = 0
    report: BattleOutcome = BattleOutcome()


def check_concede(state: TournamentState, act: Concede) -> None:
    """Raises: Refused `no-table`, `captains-choose`, `settled`."""
    found, _pair, key = _by_players(state, act)
    require_known_players(found, act.table, act.board)
    known = found.results.get(key)
    require(known is None or known.standing not in SETTLED, "settled", "$.table", f"table {key} has a result")
    _said(state, _conceded(act))


def _conceded(act: Concede) -> BattleOutcome:
    """The outcome: the other side has won, whatever the report says about the winner or a forfeit."""
    return msgspec.structs.replace(act.report, winner="b" if act.side == "a" else "a", forfeit="")


def effects_concede(state: TournamentState, act: Concede, at: str) -> Iterator[Effect]:
    """The other side wins, and the conceding side has agreed to it."""
    yield ResultSet(act.round, seat(act.table, act.board), _conceded(act), "confirmed", side=act.side)


CONCEDE = ActKind(Concede, check_concede, effects_concede, who=PLAYER, concerns=the_table, own=own_side)


class Enter(msgspec.Struct, frozen=True, omit_defaults=True, tag="enter", forbid_unknown_fields=True):
    """Staff enters a result, from a score sheet. Over a settled one it is a correction, which needs a reason."""

    round: Number
    table: Number
    report: BattleOutcome
    board: Board = 0
    reason: Reason = ""


def check_enter(state: TournamentState, act: Enter) -> None:
    """Raises: Refused `no-table`, `reason-wanted`, and what scoring refuses of the report."""
    found, _pair, key = _place(state, act)
    _said(state, act.report)
    known = found.results.get(key)
    if known and known.standing in SETTLED:
        reason_of(act.reason)


def effects_enter(state: TournamentState, act: Enter, at: str) -> Iterator[Effect]:
    """The result; an earlier result stays the one that the table reported first."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    game, head = (known.game, known.head) if known else ("", "")
    corrected = known if known and (known.standing in SETTLED or known.first_standing) else None
    yield ResultSet(
        act.round, key, act.report, "awarded" if act.report.forfeit else "confirmed",
        first=_first(corrected, act.report), game=game, head=head,
        first_standing=corrected.sure("played") if corrected else "",
    )  # fmt: skip


def _first(known: Result | None, report: BattleOutcome) -> BattleOutcome | None:
    """The table's first report, if it differs from this one."""
    return known.first if known and known.first != report else None


def over_settled(state: TournamentState, act: Enter) -> bool:
    """Whether there is a result that only a correction can change."""
    known = state.rounds[act.round - 1].results.get(seat(act.table, act.board)) if _is_paired(state, act) else None
    return known is not None and known.standing in SETTLED


def _is_paired(state: TournamentState, act: Enter) -> bool:
    return 1 <= act.round <= len(state.rounds)


ENTER = ActKind(Enter, check_enter, effects_enter, who=STAFF, concerns=the_table, correction=over_settled)


class Clear(msgspec.Struct, frozen=True, omit_defaults=True, tag="clear", forbid_unknown_fields=True):
    """Staff removes a result that was entered by mistake: the table has none."""

    round: Number
    table: Number
    reason: Reason
    board: Board = 0


def check_clear(state: TournamentState, act: Clear) -> None:
    """Raises: Refused `no-table`, `no-result`, `round-over`, `reason-wanted`."""
    found, _pair, key = _place(state, act)
    require(key in found.results, "no-result", "$.table", f"table {key} has no result")
    reason_of(act.reason)


def effects_clear(state: TournamentState, act: Clear, at: str) -> Iterator[Effect]:
    """No result, and no no-shows."""
    found, pair, key = _place(state, act)
    yield ResultCleared(act.round, key)
    left = tuple(each for each in found.no_shows if each not in (pair.a, pair.b))
    if left != tuple(found.no_shows):
        yield NoShowsSet(act.round, left)


CLEAR = ActKind(Clear, check_clear, effects_clear, who=STAFF, concerns=the_table, correction=always)


class TakeGame(msgspec.Struct, frozen=True, omit_defaults=True, tag="take-game", forbid_unknown_fields=True):
    """The site reads a result from the record of a table, up to the event with the hash `head`.

    `standing` is `verified`, `disputed` if verification has findings, or `ruled` if a judge has just corrected the
    game. `played` is the result before corrections, if it differs. `struck`: a judge removed the game, `reopened`: by a
    judge's ruling it is not over; the report is what was read before, and disputed.
    """

    round: Number
    table: Number
    report: BattleOutcome
    game: Annotated[str, Meta(max_length=60)]
    head: Annotated[str, Meta(max_length=64)]
    version: Annotated[str, Meta(max_length=60)] = ""
    standing: Literal["verified", "disputed", "ruled"] = "verified"
    played: BattleOutcome | None = None
    board: Board = 0
    struck: bool = False
    reopened: bool = False


def check_take_game(state: TournamentState, act: TakeGame) -> None:
    """Raises: Refused `no-table`, `not-its-game`, `ruled`, `already`."""
    found, _pair, key = _place(state, act)
    game = found.games.get(key)
    require(game and game.game == act.game, "not-its-game", "$.game", f"table {key} has another record")
    known = found.results.get(key)
    if known is not None:
        # A judge of the event has the last word; the result of a ruling on the game itself may change again.
        by_judge = known.standing == "ruled" and not known.game
        require(not by_judge, "ruled", "$.table", "a judge has ruled on this result")
        same = (known.head, known.standing) == (act.head, act.standing)
        require(not same, "already", "$.head", "this record is read already")
    _scorable(state, act.report)
    _scorable(state, act.played or act.report)


def effects_take_game(state: TournamentState, act: TakeGame, at: str) -> Iterator[Effect]:
    """The result, as certain as the record; as played it is the record's result without corrections."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    yield ResultSet(
        act.round, key, act.report, act.standing, first=act.played if act.played != act.report else None,
        game=act.game, head=act.head, dispute=_why(act) if act.standing == "disputed" else "",
        first_standing=known.sure("played") if known and known.game == act.game and act.played else "",
    )  # fmt: skip


def _why(act: TakeGame) -> str:
    if act.struck:
        return "a judge removed the game"
    return "a judge reopened the game" if act.reopened else "verification found something"


TAKE_GAME = ActKind(TakeGame, check_take_game, effects_take_game, who=SITE, concerns=the_table)


class Rule(msgspec.Struct, frozen=True, omit_defaults=True, tag="rule", forbid_unknown_fields=True):
    """A judge decides the result. `rule` is the rule it is based on."""

    round: Number
    table: Number
    report: BattleOutcome
    reason: Reason
    rule: Annotated[str, Meta(max_length=200)] = ""
    board: Board = 0


def check_rule(state: TournamentState, act: Rule) -> None:
    """Raises: Refused `no-table`, `reason-wanted`, and what scoring refuses of the report."""
    _place(state, act)
    reason_of(act.reason)
    _said(state, act.report)


def effects_rule(state: TournamentState, act: Rule, at: str) -> Iterator[Effect]:
    """The result; an earlier result stays the one that the table reported first."""
    found, _pair, key = _place(state, act)
    known = found.results.get(key)
    yield ResultSet(
        act.round, key, act.report, "ruled", first=_first(known, act.report),
        first_standing=known.sure("played") if known else "",
    )  # fmt: skip


RULE = ActKind(Rule, check_rule, effects_rule, who=JUDGES, concerns=the_table, correction=always)


Placed: TypeAlias = ReportResult | Confirm | Dispute | Concede | Enter | Clear | TakeGame | Rule
ByPlayer: TypeAlias = ReportResult | Confirm | Dispute | Concede
