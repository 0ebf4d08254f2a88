"""What the rules take for one question: `options` and `decide` in every position of the golden games, milliseconds.

Each position is read from JSON and asked once in a round, so nothing that was measured before helps; the least of the
rounds counts. `decide` decides what was recorded there, and every fall-back once more as `trapped`, for which the whole
search for a way is made. It is processor time; `recorder` measures the same as somebody waits for it over HTTP.

    python -m benchmarks.positions [--games 99] [--rounds 3] [--systems kt wh40k ...]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

import rules
from benchmarks.measure import number, print_table, print_versions
from rules.wh40k.morale.fall_back import FallBack

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"
OPTIONS, DECIDE = "options", "decide"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=99, help="golden games of each system")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the least counts")
    parser.add_argument("--systems", nargs="*", default=rules.RULESETS, help="game systems")
    parsed = parser.parse_args(arguments)
    print_versions()
    for system in parsed.systems:
        rounds = [_measured(system, parsed.games) for _ in range(parsed.rounds)]
        spent = {what: [min(each) for each in zip(*(one[what] for one in rounds), strict=True)] for what in rounds[0]}
        heads = ("milliseconds", "median", "p95", "p99", "most")
        rows = [(what, *_summary(each)) for what, each in spent.items()]
        print_table(f"{rules.load(system).name}: {len(spent[OPTIONS])} positions", heads, rows)


def _measured(system: str, games: int) -> dict[str, list[float]]:
    """The processor time of each question, in milliseconds."""
    spent: dict[str, list[float]] = {OPTIONS: [], DECIDE: []}
    gc.collect()
    for path in sorted(GOLDEN.glob(f"{system}@*/*.jsonl"))[:games]:
        game = rules.read_game(path.read_bytes())
        ruleset = rules.load(game.header.ruleset, game.header.version)
        state = rules.empty(ruleset)
        for place, event in enumerate(game.events):
            position = rules.to_json(state)
            spent[OPTIONS].append(_spent(partial(rules.options, ruleset, rules.from_json(position))))
            for declaration in _declarations(event):
                fresh, history = rules.from_json(position), game.events[:place]
                spent[DECIDE].append(_spent(partial(_decided, ruleset, fresh, declaration, history)))
            rules.evolve(state, event)
    return spent


def _declarations(event: rules.Event[Any]) -> Iterator[rules.Declaration[Any]]:
    recorded = rules.Declaration(
        by=event.by, action=event.action, dice=event.dice, claim=event.claim, rerolls=event.rerolls, hold=event.hold
    )
    yield recorded
    if isinstance(event.action, FallBack):
        yield msgspec.structs.replace(recorded, action=FallBack(unit=event.action.unit, trapped=True))


def _decided(
    ruleset: rules.Ruleset, state: rules.State, declaration: rules.Declaration[Any], history: Sequence[rules.Event[Any]]
) -> None:
    rules.decide(ruleset, state, declaration, lenient=True, history=history)


def _spent(ask: Callable[[], object]) -> float:
    began = time.process_time()
    ask()
    return (time.process_time() - began) * 1000


def _summary(spent: list[float]) -> tuple[str, ...]:
    cuts = quantiles(spent, n=100, method="inclusive") if len(spent) > 1 else spent * 99
    return tuple(number(value, 2) for value in (median(spent), cuts[94], cuts[98], max(spent)))


if __name__ == "__main__":
    main()
