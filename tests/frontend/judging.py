"""What a browser would send of the judge's form."""

from html.parser import HTMLParser
from typing import Any


def sent_by(body: str) -> dict[str, list[str]]:
    """The fields of the judge's form on a page, by name, as a browser without JavaScript sends them."""
    reader = _Reader()
    reader.feed(body)
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._inside = False
        self._select: str | None = None
        self._options: list[tuple[str | None, bool, str]] = []
        self._text: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about: dict[str, Any] = dict(attrs)
        if tag == "form":
            self._inside = "ruling-form" in (about.get("class") or "")
        elif not self._inside:
            return
        elif tag == "input" and (about.get("type") != "checkbox" or "checked" in about):
            self._add(about["name"], about.get("value") or "")
        elif tag == "select":
            self._select, self._options = about["name"], []
        elif tag == "option":
            self._options.append((about.get("value"), "selected" in about, ""))
        elif tag == "textarea":
            self._text = about["name"]
            self._add(self._text, "")

    def handle_data(self, data: str) -> None:
        if self._text:
            self.found[self._text][-1] += data.removeprefix("\n")
        elif self._select and self._options:
            value, chosen, text = self._options[-1]
            self._options[-1] = (value, chosen, text + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            chosen = next((each for each in self._options if each[1]), self._options[0])
            self._add(self._select, chosen[2].strip() if chosen[0] is None else chosen[0])
            self._select = None
        elif tag == "textarea":
            self._text = None
        elif tag == "form":
            self._inside = False

    def _add(self, name: str, value: str) -> None:
        self.found.setdefault(name, []).append(value)
