"""Pages as people use them: their forms found in the HTML, filled in, and sent with all hidden fields.

`Hand(client).open(address)`         a page, with its forms
`page.form("drop", entrant=3)`       the form that declares an act, with these hidden fields
`hand.send(form, reason="ill")`      fills it in and sends it; follows where it leads
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client

Attributes = list[tuple[str, str | None]]


class Form(NamedTuple):
    """A form: its address, method, field values, and named buttons."""

    action: str
    method: str
    fields: list[tuple[str, str]]
    buttons: list[tuple[str, str, str]]
    """Name, value and text."""

    def value(self, name: str) -> str | None:
        """The value of a field."""
        return next((value for key, value in self.fields if key == name), None)


class Page(NamedTuple):
    """An answered page: its status, text and forms."""

    status: int
    text: str
    forms: list[Form]
    address: str

    def form(self, part: str, method: str = "post", **held: Any) -> Form:
        """The form with this method whose address contains this part, and whose fields have these values."""
        found = self.all_forms(part, method, **held)
        assert found, f"no form of {part} with {held} in {self.address}: {[each.action for each in self.forms]}"
        return found[0]

    def all_forms(self, part: str, method: str = "post", **held: Any) -> list[Form]:
        """All such forms."""
        return [
            each
            for each in self.forms
            if part in each.action
            and each.method == method
            and all(each.value(name) == str(value) for name, value in held.items())
        ]


class Hand:
    """A user of an event's pages."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self.client = client
        self.headers = {"Accept-Language": language}

    def open(self, address: str) -> Page:
        """Open a page, following redirects."""
        return self._page(self.client.get(address, headers=self.headers, follow=True), address)

    def send(self, form: Form, button: str = "", **given: Any) -> Page:
        """Fill in a form and send it, with the button of this value if one is given. A list fills several fields."""
        fields = [(name, value) for name, value in form.fields if name not in given]
        for name, value in given.items():
            fields += [(name, str(each)) for each in (value if isinstance(value, list) else [value])]
        fields += [(name, value) for name, value, _text in form.buttons if button and value == button]
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        call = self.client.post if form.method == "post" else self.client.get
        return self._page(call(form.action, data, headers=self.headers, follow=True), form.action)

    def _page(self, answer: Any, address: str) -> Page:
        reader = _Reader(answer.redirect_chain[-1][0] if answer.redirect_chain else address)
        text = answer.content.decode()
        reader.feed(text)
        return Page(answer.status_code, text, reader.forms, reader.address)


class _Reader(HTMLParser):
    """Reads the forms of a page as a browser does: checked and selected values are sent, disabled fields are not."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self._select = ""
        self._text: list[str] | None = None
        self._named = ("", "")

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Take in forms and their fields."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            # A form without an address is sent to its page, whose query a GET form replaces.
            action = given.get("action") or self.address
            method = given.get("method", "get").lower()
            self.forms.append(Form(action if method == "post" else action.partition("?")[0], method, [], []))
        elif self.forms and "disabled" not in given:
            self._field(tag, given)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        fields, name = self.forms[-1].fields, given.get("name", "")
        if tag == "input" and name:
            unchecked = given.get("type") in ("checkbox", "radio") and "checked" not in given
            if not unchecked:
                fields.append((name, given.get("value", "")))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            known = self.forms[-1].value(self._select)
            if "selected" in given and known is not None:
                fields.remove((self._select, known))
            if known is None or "selected" in given:
                fields.append((self._select, given.get("value", "")))
        elif tag in ("textarea", "button"):
            self._named, self._text = (name, given.get("value", "")), []

    def handle_data(self, data: str) -> None:
        """Take in the content of a text field or a button."""
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Close what was open."""
        if tag == "select":
            self._select = ""
        elif tag in ("textarea", "button") and self._text is not None:
            text = "".join(self._text).removeprefix("\n")
            name, value = self._named
            if tag == "textarea":
                self.forms[-1].fields.append((name, text))
            elif name:
                self.forms[-1].buttons.append((name, value, text))
            self._text = None
