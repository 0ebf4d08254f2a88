"""A player at the table, who sees and does what the recorder's page sees and does: over HTTP, with its addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.test import Client

from gamelog.games.models import Game
from rules.kernel.dice import Seeded

Json = dict[str, Any]


class Phone:
    """The recorder in one browser. What it may choose between, it chooses by its own dice."""

    def __init__(self, client: Client, game: Game, seed: int = 1) -> None:
        self.client, self.game = client, game
        self.dice = Seeded(bytes([seed % 256, seed // 256]), "phone")
        self.refused: list[Json] = []
        self.then: list[Json] | None = None
        """What was offered beside what has been accepted; None as long as nobody asks for it."""

    def now(self) -> Json:
        """Where the battle stands."""
        return self._get("now/")

    def ways(self, now: Json, *acts: int) -> list[Json]:
        """The whole declarations for some acts."""
        answer = self._post("ways/", {"number": now["number"], "acts": list(acts)})
        return answer["ways"]  # type: ignore[no-any-return]

    def consider(self, now: Json, declaration: Json, **more: Any) -> Json:
        """What a declaration comes to."""
        return self._post("consider/", {"number": now["number"], "declaration": declaration, **more})

    def roll(self, now: Json, declaration: Json) -> tuple[Json, Json]:
        """The declaration with the dice it wants, one roll after the other, and what it comes to."""
        declaration = dict(declaration)
        while (found := self.consider(now, declaration))["verdict"] == "dice" and now["dice"] == "table":
            wanted = found["wanted"]
            faces = [self.dice.die(wanted["sides"]) for _ in range(wanted["count"])]
            declaration["dice"] = [*declaration.get("dice", []), *faces]
        return declaration, found

    def declare(self, now: Json, declaration: Json) -> int:
        """Send a declaration as the page does; the status of the answer."""
        body = {**declaration, "expected": now["number"]}
        answer = self.client.post(f"/api/games/{self.game.pk}/events", body, content_type="application/json")
        assert answer.status_code in (200, 201, 409, 422), answer.content.decode()
        return answer.status_code

    def play(self, steps: int) -> Iterator[Json]:
        """Declare so many steps, whatever is open; yields where the battle stood before each."""
        for _ in range(steps):
            now = self.now()
            if now["over"]:
                return
            yield now
            self._one(now)

    def _one(self, now: Json) -> None:
        acts = [act for act in now["acts"] if not act["aside"]] or now["acts"]
        while acts:
            act = acts.pop(self.dice.below(len(acts)))
            ways = self.ways(now, act["k"])
            if not ways:
                self.refused.append(act)
                continue
            way = ways[self.dice.below(len(ways))]
            declaration, found = self.roll(now, way["declaration"])
            if found["verdict"] == "no" and way["sketch"]:
                continue
            if found["verdict"] == "no":
                self.refused.append({**act, "text": found["text"], "declaration": declaration})
                continue
            if self.then is not None:
                self.then = self.consider(now, declaration, then=True)["then"]
            assert self.declare(now, declaration) == 201
            return
        raise AssertionError(f"nothing can be declared: {now['ask']}")

    def _get(self, path: str) -> Json:
        answer = self.client.get(f"/games/{self.game.pk}/record/{path}")
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()  # type: ignore[no-any-return]

    def _post(self, path: str, body: Json) -> Json:
        answer = self.client.post(f"/games/{self.game.pk}/record/{path}", body, content_type="application/json")
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()  # type: ignore[no-any-return]
