"""The exact odds of every roll of the golden games, fresh and kept, milliseconds of processor time.

`fresh` walks every way the dice of a step can fall, as far as a page of the site follows them (`luck.runs`), and
`no milestones` the same without following equal sub-courses as one; a roll that falls in too many ways counts with the
time until that is known. `kept` reads what was found from the site's cache form.

    python -m benchmarks.odds [--games 99] [--ways 5000] [--systems kt wh40k ...] [--plain]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

import msgspec

import rules
from benchmarks.measure import number, print_table, print_versions
from rules.kernel.context import Context

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"
SKIRMISH = 25
FRESH, PLAIN, KEPT = "fresh", "no milestones", "kept"

_LUCK = msgspec.json.Decoder(rules.Luck)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=99, help="golden games of each system")
    parser.add_argument("--ways", type=int, default=5000, help="ways of the dice in a skirmish; fewer in large battles")
    parser.add_argument("--systems", nargs="*", default=rules.RULESETS, help="game systems")
    parser.add_argument("--plain", action="store_true", help="measure it without milestones too")
    parsed = parser.parse_args(arguments)
    print_versions()
    for system in parsed.systems:
        spent: dict[str, list[float]] = {FRESH: [], KEPT: [], **({PLAIN: []} if parsed.plain else {})}
        many = dict.fromkeys(spent, 0)
        for ruleset, before, event, lenient in _rolls(system, parsed.games):
            most = parsed.ways * SKIRMISH**2 // max(SKIRMISH, len(before.models)) ** 2
            found = _measured(spent[FRESH], ruleset, before, event, most, lenient)
            many[FRESH] += found is None
            if parsed.plain:
                with patch.object(Context, "milestone", lambda ctx, *rest: None):
                    many[PLAIN] += _measured(spent[PLAIN], ruleset, before, event, most, lenient) is None
            if found is not None:
                kept, began = msgspec.json.encode(found), time.process_time()
                _LUCK.decode(kept)
                spent[KEPT].append((time.process_time() - began) * 1000)
        heads = ("milliseconds", "p50", "p99", "most", "all, s", "too many")
        rows = [(what, *_summary(each), str(many[what])) for what, each in spent.items() if each]
        print_table(f"{rules.load(system).name}: {len(spent[FRESH])} rolls", heads, rows)


def _rolls(system: str, games: int) -> Iterator[tuple[rules.Ruleset, rules.State, rules.Event[Any], bool]]:
    """Every step with dice, with the position before it."""
    for path in sorted(GOLDEN.glob(f"{system}@*/*.jsonl"))[:games]:
        game = rules.read_game(path.read_bytes())
        ruleset = rules.load(game.header.ruleset, game.header.version)
        state = rules.empty(ruleset)
        for event in game.events:
            if event.dice:
                yield ruleset, state, event, game.header.policy == "declared"
            rules.evolve(state, event)


def _measured(
    spent: list[float], ruleset: rules.Ruleset, before: rules.State, event: rules.Event[Any], most: int, lenient: bool
) -> rules.Luck | None:
    # As read from JSON, so that nothing that was measured before helps.
    fresh = rules.from_json(rules.to_json(before))
    began = time.process_time()
    try:
        return rules.luck(ruleset, fresh, event, most=most, lenient=lenient)
    except rules.TooMany:
        return None
    finally:
        spent.append((time.process_time() - began) * 1000)


def _summary(spent: list[float]) -> tuple[str, ...]:
    cuts = quantiles(spent, n=100, method="inclusive") if len(spent) > 1 else spent * 99
    return *(number(value, 2) for value in (median(spent), cuts[98], max(spent))), number(sum(spent) / 1000, 1)


if __name__ == "__main__":
    main()
