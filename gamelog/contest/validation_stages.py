"""Consistency of the terms of an event's stages: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.terms import Terms

KNOCKOUTS = ("swiss-cut", "single-elimination")
"""Formats with an elimination that one loss ends."""


def problems(terms: Terms) -> Iterator[Refused]:
    """Everything that is wrong with the stages."""
    yield from _cut(terms)
    yield from _losses(terms)
    yield from _knocked_out(terms)
    yield from _bronze(terms)
    yield from _missions(terms)


def _cut(terms: Terms) -> Iterator[Refused]:
    cut = terms.cut
    if terms.format != "swiss-cut":
        if cut:
            yield bad_terms("$.cut", f"a cut of {cut} belongs to the format swiss-cut, not to {terms.format}", cut=cut)
    elif terms.knockout.losses is not None:
        if cut:
            text = f"either the best {cut} play on, or everybody with few enough losses: leave one of the two open"
            yield bad_terms("$.cut", text, cut=cut)
    elif cut < 2:
        yield bad_terms("$.cut", f"an elimination needs 2 or more, not {cut}", cut=cut)
    elif 0 < terms.capacity < cut:
        yield bad_terms("$.cut", f"a cut of {cut} is more than the {terms.capacity} who may play", cut=cut)


def _losses(terms: Terms) -> Iterator[Refused]:
    losses = terms.knockout.losses
    if losses is None:
        return
    if terms.format != "swiss-cut":
        text = f"losses are counted in a Swiss before an elimination, and {terms.format} has none"
        yield bad_terms("$.knockout.losses", text, format=terms.format)
    elif losses >= terms.rounds:
        text = f"nobody loses more than {terms.rounds} rounds of {terms.rounds}: everybody would play on"
        yield bad_terms("$.knockout.losses", text, losses=losses, rounds=terms.rounds)


def _knocked_out(terms: Terms) -> Iterator[Refused]:
    if terms.knocked_out != "shared" and terms.format != "swiss-cut":
        text = f"places by the Swiss standings need a Swiss before the elimination, and {terms.format} has none"
        yield bad_terms("$.knocked_out", text, format=terms.format)
    if not terms.knockout.second_final and terms.format != "double-elimination":
        text = f"only a double elimination can have a second final, not {terms.format}"
        yield bad_terms("$.knockout.second_final", text, format=terms.format)
    if terms.knockout.reseed and terms.format not in KNOCKOUTS:
        text = f"only an elimination is seeded anew in each round, not {terms.format}"
        yield bad_terms("$.knockout.reseed", text, format=terms.format)


def _bronze(terms: Terms) -> Iterator[Refused]:
    if not terms.bronze:
        return
    if terms.format not in KNOCKOUTS:
        yield bad_terms("$.bronze", f"a match for the third place needs semi-finals, and {terms.format} has none")
    elif 0 < terms.cut < 4:
        text = f"a match for the third place needs semi-finals, and a cut of {terms.cut} has none"
        yield bad_terms("$.bronze", text, cut=terms.cut)


def terrain_problems(terms: Terms) -> Iterator[Refused]:
    """What keeps terrain from rotating."""
    if not terms.pairing.rotate_terrain:
        return
    if terms.pairing.version == "1":
        text = "terrain rotates under version 2 of the rules of pairing, not under 1"
        yield bad_terms("$.pairing.rotate_terrain", text)
    elif not terms.pairing.rotate_tables:
        yield bad_terms("$.pairing.rotate_terrain", "terrain rotates only where tables do")
    elif len({table.terrain for table in terms.tables if table.terrain}) < 2:
        text = "terrain rotates where the tables of the hall have two kinds of it or more: name it at each table"
        yield bad_terms("$.pairing.rotate_terrain", text)


def _missions(terms: Terms) -> Iterator[Refused]:
    rounds = [each.round for each in terms.missions]
    for at, number in enumerate(rounds):
        path = f"$.missions[{at}].round"
        if number in rounds[:at]:
            yield bad_terms(path, f"round {number} has two missions", round=number)
        elif terms.format == "swiss" and number > terms.rounds:
            text = f"a mission for round {number} of {terms.rounds}"
            yield bad_terms(path, text, round=number, rounds=terms.rounds)
