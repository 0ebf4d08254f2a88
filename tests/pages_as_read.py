"""Pages as a browser reads them: white space collapsed, none at the edges of blocks or inside tags.

The layout of a template is its formatter's business; tests look at the content of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_BLOCKS = (
    "article|aside|body|button|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figure|figcaption|footer|form|h[1-6]|head|"
    "header|html|label|legend|li|link|main|meta|nav|noscript|ol|optgroup|option|p|script|section|select|summary|svg|table|"
    "tbody|td|tfoot|th|thead|title|tr|ul"
)
_INSIDE = r"""(?:"[^"]*"|'[^']*'|[^<>"'])*"""
_AROUND = re.compile(rf"\s*(</?(?:{_BLOCKS})(?:\s{_INSIDE})?>)\s*")
_KEPT = re.compile(r"(<(pre|textarea)\b.*?</\2>)", re.S)
_TAG = re.compile(rf"(<{_INSIDE}>)")
_RUN = re.compile(r"[^\S ]\s*| \s+")
"""White space that is not a single blank already: of most pieces of a page there is nothing to replace."""
_END = re.compile(r"\s+(?=/?>$)")
_VALUE = re.compile(r"""("[^"]*"|'[^']*')""")


def as_read(page: str) -> str:
    """A page without the white space that no reader sees; preformatted text stays."""
    parts = _KEPT.split(page)
    # Three per piece: collapsed text, preserved text, and the tag that preserves it.
    return "".join(_collapsed(text) + kept for text, kept in zip(parts[::3], (*parts[1::3], ""), strict=True))


def _collapsed(part: str) -> str:
    pieces = _TAG.split(part)
    return _AROUND.sub(r"\1", "".join(_tag(piece) if odd % 2 else _spaced(piece) for odd, piece in enumerate(pieces)))


def _spaced(text: str) -> str:
    return _RUN.sub(" ", text)


def _tag(tag: str) -> str:
    """A tag with one blank between its attributes; their values stay as they are."""
    if not _RUN.search(tag):
        return _END.sub("", tag)
    values = "".join(value if odd % 2 else _spaced(value) for odd, value in enumerate(_VALUE.split(tag)))
    return _END.sub("", values)


def reading(request: Callable[..., Any]) -> Callable[..., Any]:
    """A test client's `request` that returns pages as they are read."""

    def read(client: Any, **more: Any) -> Any:
        response = request(client, **more)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            response.content = as_read(response.content.decode()).encode()
        return response

    return read
