"""What was typed stays in the form after every error: each form of the pages is sent with one field wrong at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.test import Client

from gamelog.clubs.models import Club
from gamelog.seasons.models import Season
from tests.tournaments import making

TEXTS = {"text", "search", "email", "url", "textarea"}
WRONG = ("", "\U0001f9a9" * 6000)
"""Left out, and far longer than anything may be."""
MANY = 12
"""A form with more texts than that has each of them wrong in one of these ways, by turns."""
EXPECTED = {
    "/events/announce/", "/events/winter-muster/terms/", "/events/winter-muster/webhooks/", "/clubs/found/",
    "/clubs/iron-hounds/edit/", "/clubs/iron-hounds/news/write/", "/clubs/iron-hounds/seasons/open/",
}  # fmt: skip
"""Pages that refuse one of these, so that the test says when it looks at nothing."""


@dataclass
class Form:
    """A form as a page shows it: the address that it is sent to, its values by name, and which of them are typed."""

    action: str
    values: dict[str, list[str]] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)

    def with_texts(self) -> dict[str, list[str]]:
        """The values with something of its own in each text that was empty."""
        return self.values | {name: ["typed here"] for name in self.typed if not self.values[name][0]}


class Reader(HTMLParser):
    """Reads the forms that change something."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._area = self._select = ""
        self._chosen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, values = given.get("name", ""), self._form.values if self._form else {}
        if tag == "form" and given.get("method", "").lower() == "post":
            self._form = Form(given.get("action", ""))
            self.forms.append(self._form)
        elif self._form is None or "disabled" in given:
            return
        elif tag == "input" and name:
            kind = given.get("type", "text")
            if kind in TEXTS:
                self._form.typed.append(name)
            if kind not in ("checkbox", "radio", "file", "submit", "button") or "checked" in given:
                values.setdefault(name, []).append(given.get("value", ""))
        elif tag == "textarea" and name:
            self._form.typed.append(name)
            values[name], self._area = [""], name
        elif tag == "select" and name:
            self._select, self._chosen = name, False
        elif tag == "option" and self._select and ("selected" in given or self._select not in values):
            values[self._select] = [given.get("value", "")]
        elif tag == "button" and name and name not in values:
            values[name] = [given.get("value", "")]

    def handle_data(self, data: str) -> None:
        if self._form and self._area:
            self._form.values[self._area][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._form and self._area:
            # The first line break of a text area is not part of it.
            self._form.values[self._area][0] = self._form.values[self._area][0].removeprefix("\n")
            self._area = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._form = None


def forms_in(page: str) -> list[Form]:
    reader = Reader()
    reader.feed(page)
    return reader.forms


def _of_a_first_row(name: str) -> bool:
    """Whether a field is in no row, or in the first of several that are alike: `tables-0-note`, `cut_1`."""
    at = re.search(r"-(\d+)-|_(\d+)$", name)
    return at is None or at[1] == "0" or at[2] in ("0", "1")


def lost_by(client: Client, address: str) -> tuple[set[str], list[str]]:
    """The addresses that refused something, and what was lost of the rest: each text of each form is wrong once, of
    rows that are alike those of the first.
    """
    refused, lost = set(), []
    for form in forms_in(client.get(address).content.decode()):
        target = form.action or address
        first = [*filter(_of_a_first_row, form.typed)]
        for at, wrong in enumerate(first):
            for value in WRONG if len(first) <= MANY else (WRONG[at % 2],):
                sent = form.with_texts() | {wrong: [value]}
                with transaction.atomic():
                    answer = client.post(target, sent, follow=False)
                    transaction.set_rollback(True)
                if answer.status_code in (301, 302, 303):
                    continue
                assert answer.status_code in (200, 400, 409, 422), (address, wrong, answer.status_code)
                refused.add(target)
                shown = _same(forms_in(answer.content.decode()), form)
                lost += [
                    f"{target}: {name} when {wrong} was {value[:3]!r}"
                    for name in form.typed
                    if name != wrong and (shown is None or shown.values.get(name, [""])[0].strip() != sent[name][0])
                ]
    return refused, lost


def _same(forms: list[Form], sent: Form) -> Form | None:
    """The form of a page that asks for what another asked for."""
    return next((form for form in forms if set(sent.typed) <= set(form.typed)), None)


EVENT = "/events/winter-muster/"
PAGES = [
    ("organiser", "/events/announce/"), *(("organiser", EVENT + part) for part in (
        "terms/", "desk/pairing/", "desk/players/", "desk/penalties/", "desk/event/", "webhooks/", "desk/tables/",
    )),
    *(("organiser", address) for address in ("/rosters/", "/record/", "/record/paper/", "/clubs/found/", "/me/")),
    *(("editor", f"/clubs/iron-hounds/{part}") for part in (
        "edit/", "news/write/", "seasons/open/", "seasons/season-2026/edit/", "regulars/",
    )),
]  # fmt: skip


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize(("who", "address"), PAGES)
def test_what_was_typed_stays(
    client: Client, people: SimpleNamespace, club: Club, season: Season, who: str, address: str
) -> None:
    filled = making.filled(people)
    pair = making.state_of(filled).rounds[-1].paired.pairs[0]
    if address.endswith("/desk/tables/"):
        address += f"{len(making.state_of(filled).rounds)}/{pair.table}/"
    client.force_login(getattr(people, who))
    refused, lost = lost_by(client, address)
    assert not lost
    assert refused or address not in EXPECTED
