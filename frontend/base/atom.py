"""Atom feeds (RFC 4287) of user-written text: XML has no way to write most control characters, so they are left out."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django.utils.feedgenerator import Atom1Feed

_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow (section 2.2)."""


def written(text: str) -> str:
    """The text without the characters that XML does not allow."""
    return _UNWRITABLE.sub("", text)


class Feed(Atom1Feed):
    """A feed whose titles and texts may have come from anywhere. A feed without entries is as new as `since`."""

    def __init__(self, title: str, link: str, description: str, *, since: datetime, **more: Any) -> None:
        super().__init__(written(title), link, written(description), **_clean(more))
        self.since = since

    def latest_post_date(self) -> datetime:
        """The date of the newest entry. Without one, Django would give the time of the request, different each time."""
        return super().latest_post_date() if self.items else self.since

    def add_item(self, title: str, link: str, description: str, *args: Any, **more: Any) -> None:
        super().add_item(written(title), link, written(description), *args, **_clean(more))


def _clean(more: dict[str, Any]) -> dict[str, Any]:
    return {name: written(value) if name == "author_name" else value for name, value in more.items()}
