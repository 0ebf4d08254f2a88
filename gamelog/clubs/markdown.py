"""User-written texts for a club's pages: Markdown in, HTML out that is safe on any page."""

from __future__ import annotations

import nh3
from markdown_it import MarkdownIt

_READER = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table").disable("image")
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "hr", "li", "ol", "p", "pre", "strong", "table", "tbody",
    "td", "th", "thead", "tr", "ul",
}  # fmt: skip
"""What a text can have. No pictures: they would tell another site who reads this one."""
_HEADINGS = {"h1": "h3", "h2": "h4"}


def html_of(text: str) -> str:
    """The text as HTML. HTML in it is shown as it was written; links say that the site does not vouch for them.

    A page has its own headings above, so those of the text begin at the third level.
    """
    tokens = _READER.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = _HEADINGS.get(token.tag, "h5")
    made = _READER.renderer.render(tokens, _READER.options, {})
    return nh3.clean(
        made, tags=TAGS, attributes={"a": {"href", "title"}, "ol": {"start"}}, url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener ugc",
    )  # fmt: skip
