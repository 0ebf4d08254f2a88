"""The refusals of the sport."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """An act or a setting that cannot stand.

    `code` is a word of the closed list that the documentation of the API gives, `path` names the field (`$` the whole),
    `text` is a sentence for the person who asked, `facts` are the numbers behind it. `ru` is the sentence in Russian,
    where the one that the pages have for the code does not say enough.
    """

    def __init__(self, code: str, path: str, text: str, ru: str = "", **facts: Any) -> None:
        super().__init__(f"{path}: {text}")
        self.code = code
        self.path = path
        self.text = text
        self.ru = ru
        self.facts = facts

    def at(self, path: str) -> Refused:
        """The same at another path: that of the whole which the refused part stands in."""
        return Refused(self.code, path, self.text, self.ru, **self.facts)


def bad_terms(path: str, text: str, ru: str, **facts: int | str) -> Refused:
    """The refusal of terms that contradict themselves or each other."""
    return Refused("bad-terms", path, text, ru, **facts)
