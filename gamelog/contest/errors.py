"""The refusals of the sport."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """An act or a setting that cannot stand.

    `code` is a word of the closed list that the documentation of the API gives, `path` names the field (`$` the whole),
    `text` is a sentence for the person who asked, `facts` are the numbers behind it.
    """

    def __init__(self, code: str, path: str, text: str, **facts: Any) -> None:
        super().__init__(f"{path}: {text}")
        self.code = code
        self.path = path
        self.text = text
        self.facts = facts


def bad_terms(path: str, text: str, **facts: int | str) -> Refused:
    """The refusal of terms that contradict themselves or each other."""
    return Refused("bad-terms", path, text, **facts)
