"""Atom feeds (RFC 4287) of what people wrote: XML has no sign at all for most control characters, so they stay out."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django.utils.feedgenerator import Atom1Feed

_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold (section 2.2)."""


def written(text: str) -> str:
    """A text as XML can hold it."""
    return _UNWRITABLE.sub("", text)


class Feed(Atom1Feed):
    """A feed whose titles and texts may have come from anywhere. Without an entry it is as new as `since`."""

    def __init__(self, title: str, link: str, description: str, *, since: datetime, **more: Any) -> None:
        super().__init__(written(title), link, written(description), **_clean(more))
        self.since = since

    def latest_post_date(self) -> datetime:
        """The moment of the newest entry: without one Django says that of reading, another at each."""
        return super().latest_post_date() if self.items else self.since

    def add_item(self, title: str, link: str, description: str, *args: Any, **more: Any) -> None:
        """Add an entry."""
        super().add_item(written(title), link, written(description), *args, **_clean(more))


def _clean(more: dict[str, Any]) -> dict[str, Any]:
    return {name: written(value) if name == "author_name" else value for name, value in more.items()}
