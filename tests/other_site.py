"""A page of another site that embeds ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page

HOSTILE = """
* { color: rgb(255, 0, 0) !important; font-family: monospace !important; text-transform: uppercase !important; }
body { font-size: 40px; letter-spacing: 5px; text-align: center; line-height: 4; }
table, tr, td, th, a, h2, div, p, gamelog-event { display: none !important; border: 9px solid lime !important; }
"""
"""A style sheet that would spoil everything it reaches."""


class OtherSite:
    """The site of a club: plain pages on an origin of its own, whole by their paths; `headers` go with each."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: dict[str, str] = {}
        self.headers: dict[str, str] = {}

    def page(self, body: str, style: str = "", lang: str = "en", path: str = "/") -> str:
        """Publish a page and return its address."""
        head = f"<title>Club</title><link rel=icon href='data:,'><style>{style}</style>"
        head += "<meta name=viewport content='width=device-width'>"
        self.pages[path] = f"<!doctype html><html lang={lang}><meta charset=utf-8>{head}<body>{body}</body></html>"
        return self.address + path


@pytest.fixture
def club_site() -> Iterator[OtherSite]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    made = OtherSite(f"http://127.0.0.1:{server.server_address[1]}")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = made.pages.get(self.path)
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write((found or "").encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server.RequestHandlerClass = Handler
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


def complaints_of(page: Page) -> list[str]:
    """The browser's complaints from now on."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
