"""Entering many at once: names pasted into one box, one a line; of teams, each with its players below it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from frontend.desk import known_names
from frontend.desk.access import Desk, desk_page, show
from frontend.desk.known_names import KnownName
from frontend.desk.submission import sent, store
from frontend.tournaments import identity, refusals
from gamelog.contest.acts import entries
from gamelog.contest.errors import Refused
from gamelog.streams.errors import KeyReused
from gamelog.streams.store import writing
from gamelog.tournaments.errors import StaleEvent
from gamelog.tournaments.services import MOST_NAME, Named

MOST = 600
"""How many can be entered at once."""


class Entry(NamedTuple):
    """Somebody to enter: the player, or the team with its players."""

    name: str
    members: tuple[str, ...] = ()


def players(entry: Entry) -> tuple[str, ...]:
    """Those who play: the members of a team, else the entry itself."""
    return entry.members or (entry.name,)


class PasteForm(forms.Form):
    """The box of names. `size` is the number of players of a team, 0 where everybody plays alone."""

    names = forms.CharField(
        label=gettext_lazy("Names"), max_length=60_000, widget=forms.Textarea(attrs={"rows": 14, "autofocus": True})
    )

    def __init__(self, data: Any = None, *, desk: Desk) -> None:
        super().__init__(data, label_suffix="")
        teams = desk.state.terms.teams
        self.desk, self.size = desk, teams.size if teams else 0
        self.users: dict[str, User | None] = {}
        self.asked: list[KnownName] = []
        order = _("One name per line.")
        if self.size:
            order = _(
                "First the name of a team, then its %(size)d players, one per line. Leave an empty line between teams."
            ) % {"size": self.size}
        accounts = _("@username stands for an account: its owner can then report results.")
        self.fields["names"].help_text = f"{order} {accounts}"

    def clean_names(self) -> list[Entry]:
        """The entries. Raises: ValidationError naming each line that cannot be one."""
        text = self.cleaned_data["names"]
        found = self._teams(text) if self.size else [Entry(name) for name in _lines(text)]
        errors = [
            _("“%(name)s” is longer than %(most)d characters.") % {"name": name[:40], "most": MOST_NAME}
            for each in found for name in (each.name, *each.members) if len(name) > MOST_NAME
        ]  # fmt: skip
        errors += self._twice(found)
        self.users = self._accounts(found)
        errors += [_("There is no account named “%(name)s”.") % {"name": name[1:61]} for name, user in
                   self.users.items() if user is None]  # fmt: skip
        if len(found) > MOST:
            errors.append(_("At most %(most)d can be entered at once.") % {"most": MOST})
        if errors:
            raise forms.ValidationError(errors)
        written = [name for each in found for name in players(each) if name not in self.users]
        self.asked = known_names.recognised(self.desk, written, self.data)
        return found

    def _teams(self, text: str) -> list[Entry]:
        blocks = [_lines(block) for block in "\n".join(line.strip() for line in text.splitlines()).split("\n\n")]
        found, errors = [], []
        for name, *members in filter(None, blocks):
            found.append(Entry(name, tuple(members)))
            if len(members) != self.size:
                shown = {"name": name[:60], "count": len(members), "size": self.size}
                errors.append(_("“%(name)s” has %(count)d players, not %(size)d.") % shown)
        if errors:
            raise forms.ValidationError(errors)
        return found

    def _accounts(self, found: list[Entry]) -> dict[str, User | None]:
        """The accounts that are named, by what was written; None for one that does not exist."""
        written = {name for each in found for name in players(each) if name.startswith("@")}
        known = User.objects.filter(username__in=[name[1:] for name in written], is_active=True)
        return dict.fromkeys(sorted(written)) | {f"@{each.username}": each for each in known}

    def who(self, name: str) -> Named:
        """Who a line stands for."""
        user = self.users.get(name)
        return Named(user=user) if user else Named(name=name)

    def _twice(self, found: list[Entry]) -> list[str]:
        """Names that are entered already, or stand here twice: usually a slip, and two of one name are added singly."""
        state = self.desk.state
        known = {self.desk.name(each.number).casefold() for each in state.playing()}
        errors = []
        for each in found:
            if each.name.casefold() in known:
                errors.append(_("“%(name)s” is already entered, or appears twice here.") % {"name": each.name[:60]})
            known.add(each.name.casefold())
        return errors


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def paste(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Enter everybody who is named in one box: all of them, or nobody. Raises: PermissionDenied."""
    if not desk.may("register"):
        raise PermissionDenied("registration is not for you")
    form = PasteForm(request.POST or None, desk=desk)
    if request.method == "POST" and form.is_valid():
        entered = form.cleaned_data["names"]
        if any(each.chosen is None for each in form.asked):
            return show(request, desk, "paste", {"form": form, "asked": form.asked})
        if _entered(request, desk, form, entered):
            text = ngettext("%(count)d is entered.", "%(count)d are entered.", len(entered)) % {"count": len(entered)}
            messages.success(request, text)
            return redirect(reverse("event-desk-entrants", args=[desk.tournament.slug]))
    return show(request, desk, "paste", {"form": form, "asked": form.asked}, 400 if form.errors else 200)


def _entered(request: HttpRequest, desk: Desk, form: PasteForm, entered: list[Entry]) -> bool:
    """Store an entry for each; False if the form shows why there is none."""
    given = sent(request)
    try:
        with writing():
            for number, each in enumerate(entered):
                act = entries.Register(members=tuple(entries.NewMember() for _name in each.members))
                team = [Named(name=each.name)] if each.members else []
                named = [*team, *(form.who(name) for name in players(each))]
                # Each name has its own key: entries without a faction are the same act, and would count as retries.
                key = f"{given.key}.{number}" if given.key else ""
                store(desk, act, given._replace(expected=desk.tournament.number, key=key), named)
                known_names.decide(desk, form.asked, players(each), team=bool(each.members))
    except Refused as error:
        of_names = error.code in ("same-event", "no-regular")
        form.add_error("names", (identity if of_names else refusals).refusal_text(error))
    except (StaleEvent, KeyReused):
        form.add_error("names", _("The event changed meanwhile, so nobody was entered. Try again."))
    return not form.errors
