"""Every refusal of the sport that can reach a page reads in Russian there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from frontend.clubs import refusals as of_clubs
from frontend.tournaments import identity
from frontend.tournaments.refusals import SENTENCES, refusal_text
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Bonus, PairingTerms, Scoring, TeamTerms, Terms, TieBreak
from gamelog.contest.terms_free import FreeLeague
from gamelog.contest.validation import problems
from gamelog.contest.validation_tiebreaks import unsuitable

ROOT = Path(__file__).resolve().parents[2]
CYRILLIC = re.compile("[а-яё]{2}")
OF_CLUBS = {**SENTENCES, **of_clubs.SENTENCES, **identity.SENTENCES}
KNOWN = {"clubs": OF_CLUBS, "seasons": OF_CLUBS}


def raised(folder: Path) -> Iterator[tuple[str, str, bool]]:
    """Where a refusal is made in the source: file and line, its code, and whether it brings a Russian sentence."""
    for path in sorted(folder.rglob("*.py")):
        for call in (each for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Call)):
            at = {"require": 1, "Refused": 0}.get(getattr(call.func, "id", ""), -1)
            if not 0 <= at < len(call.args) or not isinstance(call.args[at], ast.Constant):
                continue
            own = len(call.args) > at + 3 or any(word.arg == "ru" for word in call.keywords)
            yield f"{path.relative_to(ROOT)}:{call.lineno}", str(call.args[at].value), own  # type: ignore[attr-defined]


@pytest.mark.parametrize("package", ["contest", "tournaments", "clubs", "seasons"])
def test_every_refusal_has_russian_words(package: str) -> None:
    found = list(raised(ROOT / "gamelog" / package))
    assert len(found) > {"contest": 150, "tournaments": 10, "clubs": 5, "seasons": 1}[package], (
        "the walk still finds them"
    )
    missing = [(where, code) for where, code, own in found if not own and code not in KNOWN.get(package, SENTENCES)]
    assert not missing


def test_every_sentence_is_translated() -> None:
    with override("ru"):
        every = OF_CLUBS
        assert not [code for code, sentence in every.items() if not CYRILLIC.search(str(sentence))]


WRONG = (
    Terms("kt", capacity=1, double=True, best_of=3, teams=TeamTerms(size=3), half_byes=9, rounds=3, late_entry=3),
    Terms("kt", starts="2026", ends="2026-01-01T10:00:00", cut=3, bronze=True, pairing=PairingTerms(version="9")),
    Terms("kt", format="swiss-cut", cut=1, scoring=Scoring(draw=400, loss=500, match_cap=100, battle_cap=-1)),
    Terms("kt", scoring=Scoring(bonuses=(Bonus("a", "a"), Bonus("a", "a")))),
    Terms("kt", free_league=FreeLeague(meetings=1), tiebreaks=(TieBreak("elo", "1"),)),
    Terms("kt", format="free-league", half_byes=1, late_entry=1, check_in=True, tiebreaks=(TieBreak("sos", "1"),)),
    Terms("kt", tiebreaks=(TieBreak("sos", "1"), TieBreak("sos", "1"))),
    Terms("kt", tiebreaks=(TieBreak("match-win", "2", {"floor": 3, "floor-of": 2}),)),
    Terms("kt", format="round-robin", tiebreaks=(TieBreak("buchholz", "2026"),)),
)


def test_refusals_of_terms_say_in_russian_what_they_say_in_english() -> None:
    found: list[Refused] = [each for terms in WRONG for each in (*problems(terms), *unsuitable(terms))]
    assert len(found) > 20
    for each in found:
        english, russian = refusal_text(each, "en"), refusal_text(each, "ru")
        assert CYRILLIC.search(russian) and not CYRILLIC.search(english)
        # Numbers of the one are those of the other: 300 is not told as "too many".
        numbers = re.findall(r"\d+(?:\.\d+)?", english)
        told = re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", russian))
        assert not each.ru or set(told) <= {*numbers, "0", "1", "2026"}, each
