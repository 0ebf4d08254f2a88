"""`check_records`: events checked a second, beside plain folding of the same events, and its memory as a site grows.

Checked   games that were recorded here and signed, each verified: chain, signature, columns, seats, report
Folded    their events read from the database, decoded and folded (`selectors.events_of`, `rules.fold`), which is the
          least that can be done to derive anything
Memory    the most that Python holds during a check, beyond what it held before, of so many games and of ten times as
          many; what grows with them has no bound

    python -m benchmarks.records [--games 20] [--events 300] [--rounds 5]
"""

from __future__ import annotations

import argparse
import gc
import tracemalloc
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any
from uuid import uuid4

import msgspec

import rules
from benchmarks import database, games
from benchmarks.measure import WARM_UP, Rounds, number, print_table, print_versions, seconds
from rules.gamefile import GameFile

CHECKED, FOLDED = "checked", "folded"
GROWN = 10


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="games, and for the memory ten times as many")
    parser.add_argument("--events", type=int, default=300, help="the length of a game")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"))
    with database.platform():
        played = games.long_game(parsed.events)
        stored = [_stored(played) for _ in range(parsed.games)]
        rounds = _rates(stored, parsed.rounds)
        first = _most_held()
        for _ in range((GROWN - 1) * parsed.games):
            _stored(played)
        grown = _most_held()
    print_table(
        f"{parsed.games} games of {parsed.events} events on SQLite, events a second of one core",
        ("checked", "folded", "ratio"),
        [(number(rounds.rate(CHECKED)), number(rounds.rate(FOLDED)), number(rounds.ratio(CHECKED, FOLDED), 2))],
    )
    print_table(
        "the most that a check holds in memory, MiB",
        (f"{parsed.games} games", f"{GROWN * parsed.games} games", "ratio"),
        [(number(first / 2**20, 1), number(grown / 2**20, 1), number(grown / first, 2))],
    )


def _stored(file: GameFile) -> Any:
    """A game of these events that was recorded here, signed if it is over, and verified."""
    from django.contrib.auth.models import User

    from gamelog.evidence.services import sign_head
    from gamelog.games import services, steps, verification
    from gamelog.games.models import Seat
    from gamelog.games.streams import GAMES
    from gamelog.signing.services import key_current
    from gamelog.streams.store import store_all

    owner, _ = User.objects.get_or_create(username="bench")
    header = msgspec.structs.replace(file.header, game=str(uuid4()), issuer=key_current().pk)
    made = GameFile(header)
    for event in file.events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    game = services._game_row(header, owner=owner, title="Bench", public=True)
    game.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=game, side=side) for side in game.rules.sides)
    rows = store_all(GAMES, game, [steps.draft_of(record) for record in made.records])
    services._advance(game, rows[-1], rules.fold(game.rules, made.events))
    sign_head(game)
    verification.run(services.verification_request(game=game))
    return game


def _rates(stored: Sequence[Any], count: int) -> Rounds:
    rounds, events = Rounds(), sum(game.number for game in stored)
    for index in range(-WARM_UP, count):
        for name, run in ((CHECKED, _check), (FOLDED, lambda: _fold(stored))):
            spent = seconds(run)
            if index >= 0:
                rounds.add(name, events, spent)
    return rounds


def _check() -> None:
    from gamelog.records import run
    from gamelog.records.findings import ALARMING

    progress = run.begun()
    for _ in run.go_on(progress):
        pass
    assert not any(progress.counted(each) for each in ALARMING), progress


def _fold(stored: Sequence[Any]) -> None:
    from gamelog.games import selectors

    for game in stored:
        rules.fold(game.rules, selectors.events_of(game))


def _most_held() -> int:
    """The most bytes that a check holds beyond what there was before it."""
    _check()
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    _check()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most - before


if __name__ == "__main__":
    main()
