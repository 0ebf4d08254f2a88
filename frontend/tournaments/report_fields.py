"""The fields of a table's result, which the players and the desk fill in alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from frontend.base.points import said
from frontend.tournaments.form_fields import PointsField, TallyField
from frontend.tournaments.vocabulary import label
from gamelog.contest import standings
from gamelog.contest.outcomes import BattleOutcome, Games, SideOutcome
from gamelog.contest.points import POINT
from gamelog.contest.terms import Terms
from gamelog.contest.terms_tallies import Tally

MOST_GAMES = 99
PLACES = {"report": "a", "games": "games_a"}
"""Which field shows which part of a report."""
GAMES = ("games_a", "games_b", "games_drawn")
_TALLY = re.compile(r"([ab])\.tallies\.([a-z0-9_-]+)$")


class TallyRow(NamedTuple):
    """The fields for a tally of both sides."""

    name: str
    fields: list[forms.BoundField]


class ReportFields(forms.Form):
    """The result of a battle: the games of a match where the event counts them, the points, tallies and bonuses of both
    sides, and the winner where given explicitly.

    Where victory points have parts, these are asked for, and the points are their sum. Points beside the parts are
    shown only where a result has some, such as one from a record that knows no parts.
    """

    a = PointsField(required=False)
    b = PointsField(required=False)
    winner = forms.ChoiceField(required=False)

    def sides(self, names: tuple[str, str], terms: Terms, known: BattleOutcome | None = None) -> None:
        """Name the sides, and ask for what the event counts. `known` is the result so far."""
        first, second = names
        self.scoring, self.tallies = terms.scoring, terms.tallies
        self.parts = [each.id for each in self.tallies if each.into == "victory"]
        self.counts_games = standings.counts_games(terms)
        more = _("the side that won more games") if self.counts_games else _("the side with more points")
        words = (more, first, second, _("a draw"), _("neither: a loss for both"))
        self.fields["winner"].label = _("Who won")
        self.fields["winner"].choices = list(  # type: ignore[attr-defined]
            zip(("by-points", "a", "b", "draw", "neither"), words, strict=True)
        )
        if self.counts_games:
            asked = (_("Games won by %(name)s") % {"name": first}, _("Games won by %(name)s") % {"name": second})
            for name, text in zip(GAMES, (*asked, _("Games drawn")), strict=True):
                self.fields[name] = forms.IntegerField(
                    label=text, min_value=0, max_value=MOST_GAMES, required=False, error_messages=_of_games(),
                    widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3}),
                )  # fmt: skip
        if self.parts and (known is None or rest_of(known, self.tallies) == (0, 0)):
            del self.fields["a"], self.fields["b"]
        for each in self.tallies:
            for side, name in zip("ab", names, strict=True):
                self.fields[f"{side}_{each.id}"] = TallyField(
                    most=each.cap, label=_("%(tally)s: %(name)s") % {"tally": tally_name(each), "name": name}
                )
        offered = [(each.id, label(each) or each.id) for each in terms.scoring.bonuses]
        for side, name in zip("ab", names, strict=True) if offered else ():
            self.fields[f"bonuses_{side}"] = forms.MultipleChoiceField(
                label=_("Bonuses of %(name)s") % {"name": name}, choices=offered, required=False,
                widget=forms.CheckboxSelectMultiple,
            )  # fmt: skip
        asked_for = [f"{side}_{each.id}" for each in self.tallies for side in "ab"]
        self.order_fields([*GAMES, *asked_for, "a", "b", "bonuses_a", "bonuses_b", "winner"])

    @property
    def game_fields(self) -> list[forms.BoundField]:
        """The fields for the games that each side won; empty where the event does not count games."""
        return [self[name] for name in GAMES[:2]] if self.counts_games else []

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """The fields for the points of each side; none where they are the sum of their parts."""
        return [self[side] for side in "ab" if side in self.fields]

    @property
    def tally_rows(self) -> list[TallyRow]:
        """The fields of each tally."""
        return [TallyRow(tally_name(each), [self[f"{side}_{each.id}"] for side in "ab"]) for each in self.tallies]

    @property
    def sum_of_points(self) -> dict[str, Any] | None:
        """What the page adds up while somebody types, as the scoring does: the fields of each side, the points of its
        bonuses, and the most that counts; None where points have no parts.
        """
        if not self.parts:
            return None
        bonuses = {each.id: each.victory / POINT for each in self.scoring.bonuses if each.victory}
        cap = self.scoring.victory_cap
        return {
            "fields": [[*(f"{side}_{each}" for each in self.parts), *([side] if side in self.fields else [])]
                       for side in "ab"],
            "bonuses": bonuses, "most": None if cap is None else cap / POINT,
        }  # fmt: skip

    def place_of(self, path: str) -> str:
        """The field that an act's path is about, where the path says it; else empty."""
        found = _TALLY.search(path)
        return f"{found[1]}_{found[2]}" if found else ""

    def report(self) -> BattleOutcome:
        """The result that was filled in."""
        said = self.cleaned_data
        a, b = (self._side(side) for side in "ab")
        games = Games(*(said.get(name) or 0 for name in GAMES)) if self._filled(*GAMES) else None
        return BattleOutcome(winner=said["winner"] or "by-points", a=a, b=b, games=games)

    def _side(self, side: str) -> SideOutcome:
        given = self.cleaned_data
        tallies = {each.id: given[f"{side}_{each.id}"] for each in self.tallies if self._filled(f"{side}_{each.id}")}
        victory = (given.get(side) or 0) + sum(tallies.get(each, 0) for each in self.parts)
        return SideOutcome(victory, tuple(given.get(f"bonuses_{side}", ())), tallies)

    def require_score(self) -> None:
        """Require the games, or the points and tallies of both sides, unless the winner is said without them."""
        given = self.cleaned_data
        numbers: tuple[str, ...] = tuple(f"{side}_{each.id}" for each in self.tallies for side in "ab")
        if not self.parts:
            numbers = ("a", "b", *numbers)
        by_games = self._filled(*GAMES) or (self.counts_games and not self._filled(*numbers))
        wanted = (*GAMES[:2], *(numbers if self._filled(*numbers) and self.tallies else ())) if by_games else numbers
        by_score = given.get("winner") in ("", "by-points") or self._filled(*wanted)
        for name in wanted if by_score else ():
            if name in self.fields and not self._filled(name) and name not in self.errors:
                self.add_error(name, _("How many games?") if name in GAMES else _("How many points?"))

    def _filled(self, *names: str) -> bool:
        return any(name in self.fields and str(self.data.get(name, "")).strip() for name in names)


def _of_games() -> dict[str, str]:
    whole = _("This is not a number of games.")
    return dict.fromkeys(("invalid", "min_value", "max_value"), whole)


def tally_name(tally: Tally) -> str:
    """What a tally is called, with the most that counts."""
    if tally.cap is None:
        return label(tally) or tally.id
    return _("%(tally)s, at most %(points)s") % {"tally": label(tally) or tally.id, "points": said(tally.cap)}


def rest_of(report: BattleOutcome, tallies: Sequence[Tally]) -> tuple[int, int]:
    """The victory points of both sides that no tally is a part of."""
    parts = [each.id for each in tallies if each.into == "victory"]
    a, b = (side.victory - sum(side.tallies.get(each, 0) for each in parts) for side in (report.a, report.b))
    return a, b


def fields_of(report: BattleOutcome, tallies: Sequence[Tally] = ()) -> dict[str, Any]:
    """A result in the fields. Points that nobody gave beside the games stay empty."""
    games = report.games
    bare = games is not None and not (report.a.victory or report.b.victory)
    rest = rest_of(report, tallies)
    given = {
        f"{key}_{each.id}": side.tallies[each.id]
        for key, side in (("a", report.a), ("b", report.b))
        for each in tallies
        if each.id in side.tallies
    }
    return {
        "a": "" if bare else rest[0], "b": "" if bare else rest[1], "winner": report.winner, **given,
        "bonuses_a": list(report.a.bonuses), "bonuses_b": list(report.b.bonuses),
        **({"games_a": games.a, "games_b": games.b, "games_drawn": games.drawn or ""} if games else {}),
    }  # fmt: skip
