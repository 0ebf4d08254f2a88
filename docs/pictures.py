"""The pictures of replay and recorder in these documents, taken from the demo of a running platform.

python3 manage.py up                        # in one terminal
.venv/bin/python -m docs.pictures           # in another; --address for another port
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from gamelog.setup import browser

HERE = Path(__file__).parent
DESK, PHONE = (1440, 900), (390, 844)
GAP = 20
"""Pixels between the screens of phones in one picture."""
RECORDER = ".recorder"
Look = Callable[[Any], object]


def main() -> None:
    """Take all of them. Raises: AssertionError, if the demo's battles are not there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the platform is")
    address = parser.parse_args().address
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**browser.find().launch_arguments())

        def screen(
            size: tuple[int, int], path: str, look: Look = lambda page: None, shown: str = ".replay"
        ) -> Image.Image:
            phone = size == PHONE
            context = chromium.new_context(
                base_url=address, viewport={"width": size[0], "height": size[1]}, locale="en", is_mobile=phone,
                has_touch=phone, color_scheme="light",
            )  # fmt: skip
            page = context.new_page()
            if shown == RECORDER:
                page.goto("/accounts/login/")
                page.fill("[name=login]", "ada")
                page.fill("[name=password]", "demo-ada")
                page.press("[name=password]", "Enter")
                page.wait_for_url(lambda url: "login" not in url)
            page.goto(path, wait_until="networkidle" if shown != RECORDER else "load")
            if shown == RECORDER:
                page.get_by_role("button", name="Instead of").click()
            page.locator(shown).wait_for()
            look(page)
            if shown != RECORDER:
                page.wait_for_load_state("networkidle")
            page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
            taken = Image.open(BytesIO(page.screenshot()))
            context.close()
            return taken

        skirmish, city = (_battle(chromium, address, ruleset) for ruleset in ("kt", "cod"))
        shot, fall = (_act(chromium, address, game, kind) for game, kind in ((skirmish, "shoot"), (city, "shoot")))
        _write("replay.png", [screen(DESK, f"{skirmish}?step={shot}")])
        _write("city.png", [screen(DESK, f"{city}?step={fall}")])
        _write(
            "replay-phone.png",
            [
                screen(PHONE, f"{skirmish}?step={shot}"),
                screen(PHONE, f"{skirmish}?step={shot}", lambda page: page.click(".story-handle")),
                screen(PHONE, skirmish, lambda page: page.keyboard.press("End")),
            ],
        )
        going = _act(chromium, address, skirmish, "move")
        _write(
            "recorder.png",
            [
                screen(PHONE, f"{skirmish}what-if/?step={shot}", _shooter, RECORDER),
                screen(PHONE, f"{skirmish}what-if/?step={shot}", _dice, RECORDER),
                screen(PHONE, f"{skirmish}what-if/?step={going}", _move, RECORDER),
            ],
        )
        chromium.close()


def _settled(page: Any) -> str:
    page.wait_for_function("() => document.querySelector('.recorder')?.getAttribute('aria-busy') === 'false'")
    stage: str = page.locator(RECORDER).get_attribute("data-stage")
    return stage


def _shooter(page: Any) -> None:
    if _settled(page) == "who":
        page.locator(".record-list [data-who]").first.click()
    _settled(page)


def _dice(page: Any) -> None:
    _shooter(page)
    if _settled(page) == "ways":
        page.locator(".record-list [data-target]:not([data-target=''])").first.click()
    _settled(page)


def _move(page: Any) -> None:
    _shooter(page)
    if _settled(page) == "ways":
        page.locator(".record-list [data-tag=move]").first.click()
    _settled(page)
    ring = page.locator(".record-over .reach").first.bounding_box()
    page.mouse.click(ring["x"] + ring["width"] * 0.62, ring["y"] + ring["height"] * 0.85)
    _settled(page)


def _battle(chromium: Any, address: str, ruleset: str) -> str:
    """The page of the demo's battle of this system that is verified without a mark."""
    page = chromium.new_page()
    found = page.request.get(f"{address}/api/games?ruleset={ruleset}").json()["results"]
    page.close()
    kept = [each for each in found if each["ruleset"] == ruleset and each["policy"] == "enforced" and each["finished"]]
    assert kept, f"the demo has no finished battle of {ruleset}"
    return f"/games/{kept[0]['id']}/"


def _act(chromium: Any, address: str, game: str, kind: str) -> int:
    """Of the acts of this kind the one with the most rolls: it shows most of what a step tells."""
    page = chromium.new_page()
    steps = page.request.get(f"{address}{game}replay.json").json()["steps"]
    page.close()
    rolls = {each["n"]: sum("k" in line for line in each.get("l", ())) for each in steps if each["a"] == kind}
    return max(rolls, key=lambda number: (rolls[number], -number))


def _write(name: str, screens: list[Image.Image]) -> None:
    width = sum(each.width for each in screens) + GAP * (len(screens) - 1)
    whole = Image.new("RGB", (width, screens[0].height), "white")
    for index, each in enumerate(screens):
        whole.paste(each, (sum(other.width + GAP for other in screens[:index]), 0))
    whole.save(HERE / name, optimize=True)
    print(f"{name}: {(HERE / name).stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
