"""The players' forms: an entry, a roster, a result, a captain's choice. Each form builds its act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.games.forms import GameFileForm
from frontend.tournaments import entrants, refusals, report_fields, tables
from frontend.tournaments.form_fields import players_widget, reason_field
from frontend.tournaments.report_fields import ReportFields
from frontend.tournaments.tables import SeatView
from frontend.tournaments.visit import Visit
from gamelog.clubs.selectors import clubs_of
from gamelog.contest.acts import entries, results, rosters, rounds
from gamelog.contest.errors import Refused
from gamelog.games.models import Game
from gamelog.tournaments.services import MOST_NAME, Named

MOST_REASON = 2000


class PlayerForm(forms.Form):
    """A player's form. `PLACES` tells which field holds which part of the act, where the names differ."""

    PLACES: dict[str, str] = {}

    def __init__(self, data: Any = None, files: Any = None, **options: Any) -> None:
        super().__init__(data, files, label_suffix="", **options)

    def place_of(self, path: str) -> str:
        """The field that an act's path is about, where its name does not follow from `PLACES`; else empty."""
        return ""

    def refused(self, error: Refused) -> None:
        """Show a refusal at the field it is about."""
        parts = [error.path, *error.path.removeprefix("$").strip(".").split(".")]
        named = [self.place_of(error.path), *(self.PLACES.get(part, part) for part in parts)]
        self.add_error(next((name for name in named if name in self.fields), None), refusals.refusal_text(error))


# entering


class RegisterForm(PlayerForm):
    """Registration with one's own account; a team with its players."""

    PLACES = {"names": "team", "members": "team"}

    faction = forms.CharField(label=gettext_lazy("Army"), max_length=200, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)

    def __init__(self, data: Any = None, *, visit: Visit, user: User) -> None:
        super().__init__(data)
        self.user = user
        teams = visit.state.terms.teams
        self.size = teams.size if teams else 0
        mine = [(str(each.club_id), each.club.name) for each in clubs_of(user)]
        self.fields["club"].choices = [("", _("none")), *mine]  # type: ignore[attr-defined]
        if not mine:
            del self.fields["club"]
        if self.size:
            self._team()

    def _team(self) -> None:
        del self.fields["faction"]
        self.fields["team"] = forms.CharField(label=_("Name of the team"), max_length=MOST_NAME)
        for board in range(1, self.size + 1):
            who = forms.CharField(label=_("Player %(board)d") % {"board": board}, max_length=MOST_NAME)
            if board == 1:
                who.initial = f"@{self.user.get_username()}"
                who.help_text = _("A name, or @username: that player then sees the event under My events.")
            self.fields[f"player_{board}"] = who
            army = forms.CharField(
                label=_("Army of player %(board)d") % {"board": board}, max_length=200, required=False
            )
            self.fields[f"faction_{board}"] = army
        first = ["team", *(f"{part}_{board}" for board in range(1, self.size + 1) for part in ("player", "faction"))]
        self.order_fields(first)

    def clean(self) -> dict[str, Any]:
        """Find the accounts of a team's players. The user who registers has to be one of them."""
        said = super().clean() or self.cleaned_data
        self.members = [self._member(f"player_{board}", said) for board in range(1, self.size + 1)]
        if self.size and not self.errors and self.user not in [each.user for each in self.members]:
            mine = f"@{self.user.get_username()}"
            self.add_error("player_1", _("You can only register a team you play in: enter %(mine)s in your own place.")
                           % {"mine": mine})  # fmt: skip
        return said

    def _member(self, name: str, said: dict[str, Any]) -> Named:
        text = str(said.get(name, "")).strip()
        if not text.startswith("@"):
            return Named(name=text)
        user = User.objects.filter(username=text[1:], is_active=True).first()
        if user is None:
            self.add_error(name, _("There is no account named “%(name)s”.") % {"name": text[1:61]})
        return Named(user=user)

    def act(self) -> entries.Register:
        """The registration; who it is goes beside it."""
        said = self.cleaned_data
        members = tuple(entries.NewMember(faction=said[f"faction_{board}"]) for board in range(1, self.size + 1))
        return entries.Register(club=said.get("club", ""), faction=said.get("faction", ""), members=members)

    def named(self) -> list[Named]:
        """The account, or the team's name and its players."""
        if not self.size:
            return [Named(user=self.user)]
        return [Named(name=self.cleaned_data["team"].strip()), *self.members]


class RosterForm(PlayerForm):
    PLACES = {"sha256": "roster", "entrant": "roster", "member": "roster"}

    roster = forms.ChoiceField(label=gettext_lazy("Roster"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, visit: Visit) -> None:
        super().__init__(data)
        self.visit = visit
        self.rows = entrants.own_rosters(visit)
        self.fields["roster"].choices = self.rows  # type: ignore[attr-defined]

    def act(self) -> rosters.SubmitRoster:
        """The roster, for the visitor's own entry."""
        assert self.visit.own
        return rosters.SubmitRoster(
            entrant=self.visit.own.number, member=self.visit.board, sha256=self.cleaned_data["roster"]
        )


class ByeForm(PlayerForm):
    """A round in which the visitor does not want to be paired."""

    PLACES = {"entrant": "round"}

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    kind = forms.ChoiceField(label=gettext_lazy("Reason"))

    def __init__(self, data: Any = None, *, visit: Visit) -> None:
        super().__init__(data)
        self.visit = visit
        own = visit.own
        last = visit.state.terms.rounds if visit.state.terms.free_rounds else 0
        free = [each for each in range(len(visit.state.rounds) + 1, last + 1) if own and str(each) not in own.byes]
        self.fields["round"].choices = [(each, str(each)) for each in free]  # type: ignore[attr-defined]
        kinds = [("zero-bye", _("no points"))]
        if visit.state.terms.half_byes:
            kinds.insert(0, ("half-bye", _("half-point bye")))
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]

    def act(self) -> entries.AskBye:
        """The request, for the visitor's own entry."""
        assert self.visit.own
        return entries.AskBye(entrant=self.visit.own.number, **self.cleaned_data)


# at the table


class ResultForm(ReportFields, PlayerForm):
    """The result of a battle, as one of its players reports it."""

    PLACES = {**report_fields.PLACES, "table": "a", "side": "a"}

    def __init__(self, data: Any = None, *, table: SeatView) -> None:
        terms, known = table.visit.state.terms, table.result.report if table.result else None
        super().__init__(data, initial=report_fields.fields_of(known, terms.tallies) if known else {})
        self.table = table
        for side, name in zip("ab", table.names, strict=True):
            self.fields[side].label = name
        self.sides(table.names, terms, known)

    def clean(self) -> dict[str, Any]:
        """Require a score of both sides."""
        said = super().clean() or self.cleaned_data
        self.require_score()
        return said

    def act(self) -> results.ReportResult:
        """The report of the visitor's side."""
        found = self.table
        assert found.side
        return results.ReportResult(
            round=found.round.number, table=found.pair.table, board=found.board, side=found.side, report=self.report()
        )

    def concession(self) -> results.Concede:
        """The visitor concedes, with the points scored so far."""
        found = self.table
        assert found.side
        return results.Concede(
            round=found.round.number, table=found.pair.table, board=found.board, side=found.side, report=self.report()
        )


class DisputeForm(PlayerForm):
    """Why a player disputes a result."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"), max_length=MOST_REASON, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read this, forever. Leave out names."),
    )  # fmt: skip


class ChoiceForm(PlayerForm):
    """A captain's choice: a number of players out of those who can be chosen."""

    players = forms.TypedMultipleChoiceField(coerce=int)

    def __init__(
        self, data: Any = None, *, table: SeatView, among: Sequence[tuple[int, str]], label: str, count: int
    ) -> None:  # fmt: skip
        super().__init__(data)
        self.table = table
        self.fields["players"].label, self.fields["players"].widget = label, players_widget(count)
        self.fields["players"].choices = [(number, f"{number}. {name}") for number, name in among]  # type: ignore[attr-defined]

    def act(self) -> rounds.ChooseCaptain:
        """The choice of the visitor's side."""
        found = self.table
        assert found.side
        return rounds.ChooseCaptain(
            round=found.round.number, table=found.pair.table, side=found.side,
            players=tuple(self.cleaned_data["players"]),
        )  # fmt: skip


class TableFileForm(GameFileForm):
    """A game file for a table; the staff, whose upload is tied to the table at once, also says which of its sides is
    the first of the pairing.
    """

    swapped = forms.TypedChoiceField(coerce=lambda text: text == "True", widget=forms.RadioSelect, initial="False")

    def __init__(self, data: Any = None, files: Any = None, *, table: SeatView) -> None:
        super().__init__(data, files, label_suffix="")
        del self.fields["title"]
        self.fields["swapped"].label = _("First side in this game")
        self.fields["swapped"].choices = [  # type: ignore[attr-defined]
            ("False", table.names[0]), ("True", table.names[1])
        ]  # fmt: skip
        if not table.visit.staff:
            del self.fields["swapped"]


class TableLinkForm(PlayerForm):
    """An existing game for a table; players are offered games that have both of them in their seats."""

    game = forms.ChoiceField(label=gettext_lazy("A game that is already recorded"))
    swapped = forms.TypedChoiceField(coerce=lambda text: text == "True", widget=forms.RadioSelect, initial="False")

    def __init__(self, data: Any = None, *, table: SeatView) -> None:
        super().__init__(data)
        self.found = {str(each.pk): each for each in tables.recorded(table)}
        self.fields["game"].choices = [(key, str(each)) for key, each in self.found.items()]  # type: ignore[attr-defined]
        self.fields["swapped"].label = _("First side in this game")
        self.fields["swapped"].choices = [("False", table.names[0]), ("True", table.names[1])]  # type: ignore[attr-defined]
        self.orders = {key: tables.swapped(table, each) for key, each in self.found.items()}
        if None not in self.orders.values():
            del self.fields["swapped"]
        if table.may_replace:
            self.fields["reason"] = reason_field()

    def chosen(self) -> tuple[Game, bool]:
        """The game, and whether its first side is the second of the pairing: by its seats, else as filled in."""
        key = self.cleaned_data["game"]
        known = self.orders[key]
        return self.found[key], self.cleaned_data.get("swapped", False) if known is None else known
