"""Consistency of the terms of tallies, and of the kinds of points that terms name: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.points import said
from gamelog.contest.scoring import OWN_MEMBERS
from gamelog.contest.terms import Award, Scoring, Terms
from gamelog.contest.terms_tallies import AGAINST, POINTS, Tally, names_of

AWARDS = ("bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss")
AWARDS_RU = {"bye": "бай", "half_bye": "бай на половину очка", "zero_bye": "бай без очков",
             "forfeit_win": "победа без игры", "forfeit_loss": "поражение без игры"}  # fmt: skip


def problems(terms: Terms) -> Iterator[Refused]:
    """Everything that is wrong with tallies, and with kinds of points that the event does not have."""
    for at, tally in enumerate(terms.tallies):
        yield from _tally(tally, terms.tallies[:at], f"$.scoring.tallies[{at}]")
    yield from _awards(terms, terms.scoring, "$.scoring")
    yield from _ranks(terms, terms.scoring, "$.scoring")
    if terms.teams:
        if terms.teams.scoring.tallies:
            text = "a match of teams adds up the tallies of its boards: put them into the scoring of a board"
            ru = "матч команд складывает другие очки своих столов: задайте их в начислении за стол"
            yield bad_terms("$.teams.scoring.tallies", text, ru)
        yield from _awards(terms, terms.teams.scoring, "$.teams.scoring")
        yield from _ranks(terms, terms.teams.scoring, "$.teams.scoring")
    for at, tiebreak in enumerate(terms.tiebreaks):
        for name in ("of", "by"):
            yield from _kind(terms, getattr(tiebreak, name), f"$.tiebreaks[{at}].{name}")
    if terms.overall:
        yield from _kind(terms, terms.overall.points, "$.overall.points")


def _tally(tally: Tally, before: tuple[Tally, ...], path: str) -> Iterator[Refused]:
    if tally.id in [each.id for each in before]:
        yield bad_terms(f"{path}.id", f"the tally {tally.id} stands there twice",
                        f"очки {tally.id} названы дважды", tally=tally.id)  # fmt: skip
    if tally.id in POINTS:
        text = f"{tally.id} is a kind of points that every event has: give the tally another id"
        ru = f"очки {tally.id} есть в любом турнире: дайте своим другое имя"
        yield bad_terms(f"{path}.id", text, ru, tally=tally.id)
    if tally.cap is not None and tally.cap <= 0:
        text = f"a cap of {said(tally.cap)} leaves no points at all: leave it away for no cap"
        ru = f"при максимуме {said(tally.cap)} очков не останется: если максимума нет, оставьте пустым"
        yield bad_terms(f"{path}.cap", text, ru, cap=tally.cap)


def _awards(terms: Terms, scoring: Scoring, path: str) -> Iterator[Refused]:
    known = {each.id: each for each in terms.tallies}
    members = (*OWN_MEMBERS, *known, *(name + AGAINST for name in known))
    for name in AWARDS:
        given: Award = getattr(scoring, name)
        for member in ("tallies", "tallies_against"):
            for word, points in getattr(given, member).items():
                where = f"{path}.{name}.{member}.{word}"
                if word not in known:
                    text = f"there is no tally {word} (there are: {', '.join(known) or 'none'})"
                    ru = f"очков {word} нет (есть: {', '.join(known) or 'никаких'})"
                    yield bad_terms(where, text, ru, tally=word)
                elif (cap := known[word].cap) is not None and points > cap > 0 and not terms.teams:
                    text = f"{name} is worth {said(points)}, more than the cap of {said(cap)}"
                    ru = f"{AWARDS_RU[name]}: {said(points)}, больше максимума {said(cap)}"
                    yield bad_terms(where, text, ru, points=points, cap=cap)
        for at, word in enumerate(given.own_mean):
            if word not in members:
                text = f"an award has no points {word}; it has: {', '.join(members)}"
                ru = f"{AWARDS_RU[name]}: очков {word} нет; есть: {', '.join(members)}"
                yield bad_terms(f"{path}.{name}.own_mean[{at}]", text, ru, member=word)


def _ranks(terms: Terms, scoring: Scoring, path: str) -> Iterator[Refused]:
    yield from _kind(terms, scoring.ranks, f"{path}.ranks")
    if scoring.ranks.endswith(AGAINST):
        text = f"nobody is ranked by what opponents made, and {scoring.ranks} is that: rank by the difference"
        ru = f"места не определяют по очкам соперников ({scoring.ranks}): возьмите разницу"
        yield bad_terms(f"{path}.ranks", text, ru, ranks=scoring.ranks)
    major = scoring.major
    if major is None:
        return
    if not major.times and major.over is None:
        yield bad_terms(f"{path}.major.times", "nothing says when a victory is a major one: a ratio or a difference",
                        "не сказано, когда победа крупная: во сколько раз или на сколько очков")  # fmt: skip
    if major.win < scoring.win:
        text = f"a major victory ({said(major.win)}) is worth less than another one ({said(scoring.win)})"
        ru = f"крупная победа ({said(major.win)}) стоит меньше обычной ({said(scoring.win)})"
        yield bad_terms(f"{path}.major.win", text, ru)
    if major.loss > scoring.loss:
        text = f"a major defeat ({said(major.loss)}) is worth more than another one ({said(scoring.loss)})"
        ru = f"крупное поражение ({said(major.loss)}) стоит больше обычного ({said(scoring.loss)})"
        yield bad_terms(f"{path}.major.loss", text, ru)


def _kind(terms: Terms, kind: str, path: str) -> Iterator[Refused]:
    known = names_of(terms.tallies)
    if kind and kind not in known:
        yield bad_terms(path, f"there is no kind of points {kind}; there are: {', '.join(known)}",
                        f"очков {kind} нет; есть: {', '.join(known)}", kind=kind)  # fmt: skip
