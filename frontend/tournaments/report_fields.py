"""The fields of a table's result, which the players and the desk fill in alike."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from frontend.tournaments.form_fields import PointsField
from frontend.tournaments.vocabulary import label
from gamelog.contest import standings
from gamelog.contest.outcomes import BattleOutcome, Games, SideOutcome
from gamelog.contest.terms import Terms

MOST_GAMES = 99
PLACES = {"report": "a", "games": "games_a"}
"""Which field shows which part of a report."""
GAMES = ("games_a", "games_b", "games_drawn")


class ReportFields(forms.Form):
    """The result of a battle: the games of a match where the event counts them, the points and bonuses of both sides,
    and the winner where given explicitly.
    """

    a = PointsField(required=False)
    b = PointsField(required=False)
    winner = forms.ChoiceField(required=False)

    def sides(self, names: tuple[str, str], terms: Terms) -> None:
        """Name the sides, and ask for what the event counts."""
        first, second = names
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
        offered = [(each.id, label(each) or each.id) for each in terms.scoring.bonuses]
        for side, name in zip("ab", names, strict=True) if offered else ():
            self.fields[f"bonuses_{side}"] = forms.MultipleChoiceField(
                label=_("Bonuses of %(name)s") % {"name": name}, choices=offered, required=False,
                widget=forms.CheckboxSelectMultiple,
            )  # fmt: skip
        self.order_fields([*GAMES, "a", "b", "bonuses_a", "bonuses_b", "winner"])

    @property
    def game_fields(self) -> list[forms.BoundField]:
        """The fields for the games that each side won; empty where the event does not count games."""
        return [self[name] for name in GAMES[:2]] if self.counts_games else []

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """The fields for the points of each side."""
        return [self["a"], self["b"]]

    def report(self) -> BattleOutcome:
        """The result that was filled in."""
        said = self.cleaned_data
        a, b = (SideOutcome(victory=said[side], bonuses=tuple(said.get(f"bonuses_{side}", ()))) for side in "ab")
        games = Games(*(said.get(name) or 0 for name in GAMES)) if self._filled(*GAMES) else None
        return BattleOutcome(winner=said["winner"] or "by-points", a=a, b=b, games=games)

    def require_score(self) -> None:
        """Require the games or the points of both sides, unless the winner is said without them."""
        said = self.cleaned_data
        if self._filled(*GAMES) or (self.counts_games and not self._filled("a", "b")):
            wanted, question = GAMES[:2], _("How many games?")
        else:
            wanted, question = ("a", "b"), _("How many points?")
        by_score = said.get("winner") in ("", "by-points") or self._filled(*wanted)
        for name in wanted if by_score else ():
            if not self._filled(name) and name not in self.errors:
                self.add_error(name, question)

    def _filled(self, *names: str) -> bool:
        return any(name in self.fields and str(self.data.get(name, "")).strip() for name in names)


def _of_games() -> dict[str, str]:
    whole = _("This is not a number of games.")
    return dict.fromkeys(("invalid", "min_value", "max_value"), whole)


def fields_of(report: BattleOutcome) -> dict[str, Any]:
    """A result in the fields. Points that nobody gave beside the games stay empty."""
    games = report.games
    bare = games is not None and not (report.a.victory or report.b.victory)
    return {
        "a": "" if bare else report.a.victory, "b": "" if bare else report.b.victory, "winner": report.winner,
        "bonuses_a": list(report.a.bonuses), "bonuses_b": list(report.b.bonuses),
        **({"games_a": games.a, "games_b": games.b, "games_drawn": games.drawn or ""} if games else {}),
    }  # fmt: skip
