"""A side's force in a form: a roster of the library, a file, or a typed list; and what was read of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from frontend.games.file_words import file_words
from frontend.games.roster_problems import roster_problems
from gamelog.games import demo, selectors, services
from gamelog.games.models import Roster
from gamelog.games.opening import Force, limit_of
from rules.kernel.setting import Value

OFFERED = 50
MOST_TEXT = 200_000
READY = "ready:"
"""Begins the value of a roster that is not stored yet: one of our own, for whoever has none."""
ACCEPTED = ".ros,.rosz,.txt,.json,.jsonl,application/zip,text/xml,text/plain"


class Brought(NamedTuple):
    """What was read of a roster: its counts, and what the rules object to under the options of the game."""

    roster: Roster
    problems: list[dict[str, Any]]
    picks: bool
    """Whether a legal team of it can be picked."""


@cache
def ready(ruleset: str) -> Mapping[str, tuple[str, Path]]:
    """The rosters of our own for a ruleset, each with its name and its file, by what is sent when it is chosen."""
    found = {f"{READY}{path.name}": path for path in demo.ready(ruleset)}
    return {key: (rules.read_roster(path.read_bytes(), path.name)[1].name, path) for key, path in found.items()}


def offered(user: User, ruleset: rules.Ruleset, *first: Roster | None) -> list[Roster]:
    """The rosters to choose from: those that come first, then the user's own of this game system, newest first."""
    systems = {ruleset.id, rules.expands(ruleset.id)} - {""}
    own = Roster.objects.filter(owner=user, ruleset__in=systems).defer("file").order_by("-created", "id")[:OFFERED]
    return list({each.pk: each for each in (*first, *own) if each is not None}.values())


def add_fields(
    form: forms.Form, name: str, rosters: list[Roster], label: Any, required: bool, ruleset: str = ""
) -> None:
    """Add the fields of a force; its roster's own field has the name, the others begin with it.

    With a `ruleset` its ready rosters are offered too, and chosen already where somebody needs a roster and has none.
    """
    own: list[Any] = [(str(each.pk), each.name) for each in rosters]
    others = [(key, called) for key, (called, _path) in (ready(ruleset) if ruleset else {}).items()]
    choices: list[Any] = [("", _("none chosen")), *own, *([(_("Ready to play"), others)] if others else [])]
    first = next((key for key, _called in own + others), "")
    form.fields[name] = forms.ChoiceField(
        label=label, required=False, choices=choices, initial=first if required else ""
    )
    form.fields[f"{name}_file"] = forms.FileField(
        label=gettext_lazy("Or a file (.ros, .rosz, .txt, .json, .jsonl)"), required=False, max_length=255,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )  # fmt: skip
    form.fields[f"{name}_text"] = forms.CharField(
        label=gettext_lazy("Or a typed list"), required=False, max_length=MOST_TEXT, strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "code"}),
    )  # fmt: skip
    form.fields[f"{name}_over"] = forms.ChoiceField(
        label=gettext_lazy("If the whole roster is not legal"), required=False,
        choices=[("", gettext_lazy("tell me, and start nothing")),
                 ("pick", gettext_lazy("the site picks a legal team")),
                 ("anyway", gettext_lazy("field everything; the report will say so"))],
    )  # fmt: skip


def part(form: forms.Form, name: str, read: Brought | None = None, why: str = "") -> dict[str, Any]:
    """A force as its part of a page shows it: its fields, what was read, and why something was not."""
    fields = {each: form[f"{name}_{each}"] for each in ("file", "text", "over")}
    wrong = bool(why or fields["file"].errors or fields["text"].errors)
    return {"chosen": form[name], **fields, "read": read, "why": why, "opened": wrong}


def read(user: User, ruleset: rules.Ruleset, name: str, data: Any, files: Any) -> tuple[Roster | None, str]:
    """The roster from a file or a typed list, or a ready one, stored among the user's own; and why none was read.

    Nothing and no reason if none of them was sent.
    """
    file, text = files.get(f"{name}_file"), str(data.get(f"{name}_text") or "")
    if file is None and not text.strip():
        _called, path = ready(ruleset.id).get(str(data.get(name) or ""), ("", None))
        if path is None:
            return None, ""
        return services.roster_import(owner=user, data=path.read_bytes(), name=path.name)[0], ""
    if len(text) > MOST_TEXT or (file is not None and file.size > services.ROSTER_BYTES):
        return None, _("This list is too long. Nothing was saved.")
    sent, called = (file.read(), file.name) if file is not None else (text.encode(), "list.txt")
    try:
        stored, _created = services.roster_import(owner=user, data=sent, name=called)
    except rules.Malformed as error:
        why = file_words(error)
        return None, _("The file cannot be read, so nothing was saved. %(why)s") % {"why": why}
    if stored.ruleset not in (ruleset.id, rules.expands(ruleset.id)):
        system = rules.load(stored.ruleset).name
        return None, _("This is a roster for %(system)s; this battle is %(wanted)s.") % {
            "system": system, "wanted": ruleset.name,
        }  # fmt: skip
    return stored, ""


def brought(roster: Roster, ruleset: rules.Ruleset, options: Mapping[str, Value]) -> Brought:
    """What was read of a roster, judged by the options as far as they can be read."""
    sheets, limit = selectors.sheets_of(roster), limit_of(ruleset, options)
    lists = ruleset.rosters
    try:
        sheets = lists.agreed(sheets, options)
    except rules.Malformed:
        return Brought(roster, [], False)
    problems = roster_problems(ruleset, sheets, limit)
    return Brought(roster, problems, bool(problems) and not sheets.units and _pickable(ruleset, sheets, limit))


def _pickable(ruleset: rules.Ruleset, sheets: Any, limit: int) -> bool:
    try:
        return bool(ruleset.rosters.pick(sheets, limit))
    except rules.IllegalAction:
        return False


def force_of(rosters: list[Roster], said: Mapping[str, Any], name: str) -> Force | None:
    """The force that was chosen in the cleaned fields of this name, if one was."""
    found = next((each for each in rosters if str(each.pk) == said.get(name)), None)
    return Force(found, said.get(f"{name}_over") or "") if found else None
