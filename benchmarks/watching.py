"""Watching a battle: what a browser has to load for the first view, when it can be used, and how even scrubbing is.

A web server as `up` starts it, with Valkey and SQLite, and Chromium on this machine.

First view   bytes over the network with nothing kept, and milliseconds from the request to a board that answers,
             on a phone: 390 by 844, a processor four times slower, 1.6 Mbit/s, 150 ms
Scrubbing    frames while the pointer is drawn over the whole course and back, on a desktop: how many took over 50 ms

    python -m benchmarks.watching [--events 300 5000] [--golden 1] [--times 3] [--stops 240]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import rules
from benchmarks import database, games
from benchmarks.live import door, serve
from benchmarks.measure import number, print_table, print_versions
from gamelog.setup import browser, processes

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
LONG = 50
"""Milliseconds after which a frame is late."""
WATCH = """() => {
  window.frames = []; let last = performance.now(); window.watching = true;
  const next = (now) => {
    window.frames.push(now - last); last = now;
    if (window.watching) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });
}"""
READY = """() => new Promise((done) => {
  const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  const look = () => document.querySelector(".replay") ? drawn() : setTimeout(look, 20);
  look();
})"""


class Seen(NamedTuple):
    """Of one game: kilobytes and milliseconds of first views, and the milliseconds of frames."""

    kilobytes: float
    ready: float
    frames: list[float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, nargs="*", default=[300, 5000], help="lengths of games of Kill Team")
    parser.add_argument("--golden", type=int, default=1, help="golden games of each other system")
    parser.add_argument("--times", type=int, default=3, help="first views of each, of which the median counts")
    parser.add_argument("--stops", type=int, default=240, help="places on the course to which the pointer is drawn")
    parsed = parser.parse_args(arguments)
    from playwright.sync_api import sync_playwright

    print_versions(Django=version("Django"), playwright=version("playwright"))
    with database.platform() as folder:
        from django.core.management import call_command

        call_command("collectstatic", "--no-input", verbosity=0)
        port = door()
        server = serve(folder, port)
        try:
            stored = [(name, database.store(file)) for name, file in _games(parsed.events, parsed.golden)]
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(**browser.find().launch_arguments())
                address = f"http://127.0.0.1:{port}/games"
                rows = [
                    _row(name, game.number, _seen(chromium, f"{address}/{game.pk}/", parsed.times, parsed.stops))
                    for name, game in stored
                ]
        finally:
            processes.stop(server)
    heads = ("", "events", "KB", "ms to use", "frames", f"over {LONG} ms", "longest")
    print_table("Watching", heads, rows)


def _row(name: str, events: int, seen: Seen) -> list[str]:
    late = sum(each > LONG for each in seen.frames)
    longest = max(seen.frames, default=0)
    numbers = (events, seen.kilobytes, seen.ready, len(seen.frames), late)
    return [name, *(number(each) for each in numbers), number(longest, 1)]


def _games(lengths: Sequence[int], golden: int) -> Iterator[tuple[str, Any]]:
    for length in lengths:
        yield f"kt, {length:,}", games.long_game(length)
    for system in rules.RULESETS:
        files = sorted(GOLDEN.glob(f"{system}@*/*.jsonl"), key=lambda path: -path.stat().st_size)
        for path in files[:golden] if system != "kt" else ():
            yield f"{system}, {path.stem}", rules.read_game(path.read_bytes())


def _seen(chromium: Any, address: str, times: int, stops: int) -> Seen:
    # The first request makes the data of the replay, which is kept: it is the server's time, and measured by `seek`.
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".replay", timeout=120_000)
    page.close()
    first = [_first(chromium, address) for _ in range(times)]
    frames = _frames(chromium, address, stops)
    return Seen(median(each[0] for each in first), median(each[1] for each in first), frames)


def _first(chromium: Any, address: str) -> tuple[float, float]:
    """Kilobytes, and milliseconds until the board is there and a frame has been drawn after it."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    link = context.new_cdp_session(page)
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", LINE)
    link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    loaded: list[float] = []
    link.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    ready = page.evaluate(READY)
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(loaded) / 1024, ready


def _frames(chromium: Any, address: str, stops: int) -> list[float]:
    """Milliseconds from frame to frame while the pointer is drawn over the whole course and back."""
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(address)
    page.wait_for_selector(".replay", timeout=120_000)
    place = page.locator(".course-drawn input").bounding_box()
    left, wide, middle = place["x"] + 2, place["width"] - 4, place["y"] + place["height"] / 2
    page.mouse.move(left, middle)
    page.mouse.down()
    page.evaluate(WATCH)
    for stop in [*range(stops), *reversed(range(stops))]:
        page.mouse.move(left + wide * stop / (stops - 1), middle)
    found: list[float] = page.evaluate("() => { window.watching = false; return window.frames; }")
    page.mouse.up()
    page.close()
    return found


if __name__ == "__main__":
    main()
