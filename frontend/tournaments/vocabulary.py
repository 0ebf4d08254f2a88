"""The fixed words of tournaments in the reader's language: phases, formats, certainty of results, constraints given
up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.language import russian
from frontend.base.points import figure, said
from gamelog.contest import standings, tiebreaks
from gamelog.contest.cards import Card
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing import remarks
from gamelog.contest.places import Column
from gamelog.contest.standings import Criterion
from gamelog.contest.terms import Terms
from gamelog.contest.terms_tallies import Tally, parts_of


def label(of: Any) -> str:
    """The label of anything that has one in both languages (`en`, `ru`)."""
    return str((of.ru if russian() else of.en) or of.en)


def phase(key: str) -> str:
    """The phase of a tournament."""
    return {
        "draft": _("draft"), "registration": _("registration is open"), "ready": _("registration is closed"),
        "running": _("being played"), "finished": _("finished"), "cancelled": _("cancelled"),
    }.get(key, key)  # fmt: skip


def format_of(key: str) -> str:
    """The format of a tournament."""
    return {
        "swiss": _("Swiss"), "round-robin": _("round robin"), "single-elimination": _("single elimination"),
        "swiss-cut": _("Swiss with a top cut"), "league": _("league"),
        "double-elimination": _("double elimination"), "free-league": _("free league, by challenges"),
        "groups": _("groups or flights"), "pods": _("Swiss, then pods"),
    }.get(key, key)  # fmt: skip


def format_means(key: str) -> str:
    """What a format is, for somebody who has not played it."""
    return {
        "swiss": _("Nobody is out: in each round you meet somebody with about as many points as you."),
        "swiss-cut": _("First nobody is out and everybody meets equals; then the best play on until one is left."),
        "round-robin": _("Everybody meets everybody once."),
        "league": _("Everybody meets everybody, over weeks; you agree on a day with your opponent."),
        "single-elimination": _("Whoever loses is out; the last one left has won."),
        "double-elimination": _("Whoever loses twice is out."),
        "free-league": _("You challenge whom you like, for as long as the league lasts; nobody is paired."),
        "groups": _("First you play within your group; then the best of each group may qualify for more."),
        "pods": _("After the Swiss you play your neighbours in the standings for your place."),
    }.get(key, "")  # fmt: skip


def drawn(key: str) -> str:
    """How entrants are put into groups."""
    return {
        "snake": _("seeded by ranking: 1 2 3, 3 2 1"), "lot": _("by lot, from the published seed"),
        "assigned": _("assigned by the staff"),
    }.get(key, key)  # fmt: skip


def then(key: str) -> str:
    """What follows after the groups."""
    return {
        "single-elimination": _("single elimination"),
        "double-elimination": _("double elimination"),
        "merged": _("rounds of all flights together"), "": _("nothing: each group has its own winner"),
    }.get(key, key)  # fmt: skip


def pod_play(key: str) -> str:
    """What is played within a pod."""
    return {
        "elimination": _("elimination, where losers play on"), "round-robin": _("round robin"),
    }.get(key, key)  # fmt: skip


def group(name: str) -> str:
    """A group by its letter, or a pod by its places such as 5–8; empty for none."""
    if not name:
        return ""
    return (_("Places %(places)s") % {"places": name}) if name[0].isdigit() else _("Group %(name)s") % {"name": name}


def role(key: str) -> str:
    """The role in which somebody acted."""
    return {
        "organiser": _("organiser"), "judge": _("judge"), "scorekeeper": _("scorekeeper"), "player": _("player"),
        "club-editor": _("club editor"), "spectator": _("at registration"), "site": _("this site"),
    }.get(key, key)  # fmt: skip


def standing(key: str) -> str:
    """How sure a result is, as a word."""
    return {
        "verified": _("verified"), "confirmed": _("confirmed"), "ruled": _("ruled"), "disputed": _("disputed"),
        "reported": _("reported"), "awarded": _("awarded"),
    }.get(key, key)  # fmt: skip


def standing_means(key: str) -> str:
    """How sure a result is, as a sentence of the legend."""
    return {
        "verified": _("taken from a recorded game, every step of which follows from the rules"),
        "confirmed": _("confirmed by both players or the staff; there is no verified record"),
        "ruled": _("decided by a judge"),
        "disputed": _("the players disagree, or verification has findings: a judge decides"),
        "reported": _("reported by one player; nobody has confirmed it yet"),
        "awarded": _("no game: a bye or a forfeit"),
    }[key]


def bye_kind(key: str) -> str:
    """The kind of a round that was not played."""
    return {
        "bye": _("bye"), "half-bye": _("half-point bye"), "zero-bye": _("zero-point bye"),
        "forfeit-win": _("the opponent did not play"), "forfeit-loss": _("did not play"), "absent": _("absent"),
        "played": _("played"), "waiting": _("waits for the lower bracket"),
    }[key]  # fmt: skip


def bye_means(key: str) -> str:
    """What such a round is, for somebody who does not know the word."""
    return {
        "bye": _("A round without an opponent, because the number of players is odd; it usually counts as a win."),
        "half-bye": _("A round that the player asked not to play; it brings half the points of a win."),
        "zero-bye": _("A round that the player asked not to play; it brings nothing."),
    }.get(key, "")


def column_means(column: Column) -> str:
    """How a column of the standings comes about."""
    rule = tiebreaks.load(column.id, column.version) if column.id != "score" else standings.score_rule("", "")
    return rule.text_ru if russian() else rule.text_en


def listed_tallies(card: Card, terms: Terms) -> tuple[str, ...]:
    """The tallies that the standings list beside their values, for and against."""
    sides = (standings.both_sides(card, each) for each in standings.listed(terms))
    return tuple(f"{figure(own)} : {figure(against)}" for own, against in sides)


def outcome(key: str) -> str:
    """The outcome of a battle, for one side."""
    return {"win": _("win"), "draw": _("draw"), "loss": _("loss"), "": ""}[key]


def kind(key: str, tallies: Sequence[Tally] = ()) -> str:
    """A kind of points; `tallies` are those of the event."""
    name, side = parts_of(key)
    told = {"match": _("match points"), "battle": _("battle points"), "victory": _("victory points")}
    points = told.get(name) or next((label(each) for each in tallies if each.id == name), name)
    if not side:
        return points
    return {"against": _("%(points)s against"), "difference": _("%(points)s difference")}[side] % {"points": points}


def ranks(terms: Terms) -> str:
    """What an event ranks by first."""
    points = kind(terms.ranks, terms.tallies)
    return (
        _("%(points)s per game") % {"points": points} if terms.by_challenge and terms.free_league.per_game else points
    )


def settings(criterion: Criterion, tallies: Sequence[Tally] = ()) -> list[tuple[str, int | str]]:
    """What can be set about a tie-break, and what the event has set: numbers, and kinds of points."""
    rule, used = criterion.rule, criterion.setting
    kinds = [(label(each), kind(getattr(used, each.id), tallies)) for each in rule.kinds]
    return [*kinds, *((label(each), used[each.id]) for each in rule.params)]


def knocked_out(key: str) -> str:
    """The places of those who lose in the same round of an elimination."""
    return {"shared": _("share a place"), "standings": _("ranked by the standings before it")}[key]


def schedule(key: str) -> str:
    """Who meets whom in which round of a round robin."""
    return {"circle": _("the circle method"), "berger": _("FIDE's Berger tables")}[key]


def constraint(key: str) -> str:
    """A constraint that a pairing keeps unless it is lifted."""
    return {
        "rematch": _("nobody meets the same opponent twice"), "second-bye": _("nobody gets a second bye"),
        "forbidden": _("players marked “never pair” do not meet"),
    }[key]  # fmt: skip


def seat(round_number: int, table: int, board: int = 0) -> str:
    """The place of a game: round, table, board."""
    shown = {"round": round_number, "table": table, "board": board}
    if board:
        return _("round %(round)s, table %(table)s, board %(board)s") % shown
    return _("round %(round)s, table %(table)s") % shown


def result(report: BattleOutcome, a: str, b: str, tallies: Sequence[Tally] = ()) -> str:
    """A result with the names of both sides: `Ada 12 : 7 Boris`, and anything beyond the score."""
    if report.forfeit == "both":
        return _("%(a)s and %(b)s did not play") % {"a": a, "b": b}
    if report.forfeit:
        return _("%(who)s did not play") % {"who": a if report.forfeit == "a" else b}
    one, other = report.score
    text = ", ".join(filter(None, (f"{a} {one} : {other} {b}", *beside_score(report, tallies))))
    winner = {"a": a, "b": b}.get(report.winner)
    if winner:
        return _("%(points)s, won by %(winner)s") % {"points": text, "winner": winner}
    more = {"draw": _("a draw"), "neither": _("a loss for both")}.get(report.winner)
    return f"{text}, {more}" if more else text


def beside_score(report: BattleOutcome, tallies: Sequence[Tally] = ()) -> tuple[str, ...]:
    """What the score leaves out: drawn games and victory points beside the games that each side won, and tallies."""
    if report.forfeit:
        return ()
    return (*_beside_games(report), *_tallied(report, tallies))


def _tallied(report: BattleOutcome, tallies: Sequence[Tally]) -> Iterator[str]:
    names = {each.id: label(each) for each in tallies}
    for key in dict.fromkeys((*names, *report.a.tallies, *report.b.tallies)):
        if key in report.a.tallies or key in report.b.tallies:
            one, other = (said(side.tallies.get(key, 0)) for side in (report.a, report.b))
            yield f"{names.get(key, key)} {one} : {other}"


def _beside_games(report: BattleOutcome) -> tuple[str, ...]:
    if report.games is None:
        return ()
    found = []
    if drawn := report.games.drawn:
        found.append(ngettext("%(count)s game drawn", "%(count)s games drawn", drawn) % {"count": drawn})
    if report.a.victory or report.b.victory:
        given = {"a": said(report.a.victory), "b": said(report.b.victory)}
        found.append(_("victory points %(a)s : %(b)s") % given)
    return tuple(found)


def note(text: str, names: Mapping[tuple[int, int], str]) -> str:
    """A preference that a pairing gave up rather than break a constraint, in words; notes are `club:3-8`, `float:5` and
    so on.
    """
    shown = {"who": who(text, names)}
    return {
        "club": _("of one club: %(who)s"), "float": _("paired outside their score group again: %(who)s"),
        "by-hand": _("paired by hand: %(who)s"),
        "table": _("back at a table they have played on: %(who)s"),
        "terrain": _("again on a kind of terrain where they played: %(who)s"),
        "rematch": _("meet again: %(who)s"),
        "forbidden": _("marked “never pair”, but they meet: %(who)s"), "second-bye": _("a second bye: %(who)s"),
    }.get(remarks.kind(text), text) % shown  # fmt: skip


def who(text: str, names: Mapping[tuple[int, int], str]) -> str:
    """The entrants whom a note is about."""
    return " – ".join(names.get((int(each), 0), f"#{each}") for each in text.partition(":")[2].split("-"))


def remark(text: str) -> str:
    """What is said at a table of the two who meet there."""
    return {
        "by-hand": _("paired by hand"), "rematch": _("they meet again"),
        "forbidden": _("marked “never pair”, but they meet"),
    }[remarks.kind(text)]  # fmt: skip


class Moment(msgspec.Struct, frozen=True):
    """A moment as shown, in its own time zone, and for machines (`iso`)."""

    text: str
    iso: str


def moment(text: str, time: bool = True) -> Moment | None:
    """A moment of a tournament's terms or acts (ISO 8601); None where there is none."""
    if not text:
        return None
    at = datetime.fromisoformat(text)
    zone = at.strftime("%z")
    offset = f"UTC{zone[:3].replace('-', '−')}:{zone[3:5]}" if at.utcoffset() else "UTC"
    day = formats.date_format(at, "j E Y")
    return Moment(f"{day}, {at:%H:%M} {offset}" if time else day, text)


def days(first: date, last: date) -> str:
    """The days from the first to the last one: `9 January – 15 January 2027`."""
    end = formats.date_format(last, "j E Y")
    return end if first == last else f"{formats.date_format(first, 'j E')} – {end}"


def mission(terms: Terms, number: int) -> str:
    """The name of the mission of a round; empty if it has none of its own."""
    found = terms.mission(number)
    return label(found) if found else ""
