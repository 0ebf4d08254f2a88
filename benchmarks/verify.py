"""Verification: decisions per second and core, beside a chess library and two JavaScript game engines.

Kill Team     a game file is read, its hash chain is checked, and the rules decide every step again (`rules.read_game`,
              `rules.verify`). One decision is one event. `rules only` leaves the reading out.
python-chess  reads each move and makes it if it is legal (`Board.push_uci`), in seeded random games.
Showdown      Pokémon Showdown's simulator replays input logs of its own random players. One decision is one choice.
boardgame.io  its reducer makes the moves of a small made-up game, which checks no rules.

    python -m benchmarks.verify [--games 12] [--rounds 7] [--no-node]
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import rules
from benchmarks import games
from benchmarks.measure import WARM_UP, Rounds, installed, number, print_table, print_versions, seconds
from rules.gamefile import GameFile

HERE = Path(__file__).parent
DEMO, RULES_ONLY, REAL = "Kill Team, demo rosters", "Kill Team, demo rosters, rules only", "Kill Team, real rosters"
CHESS, BOARDGAME = "python-chess", "boardgame.io"

T = TypeVar("T")


@dataclass(frozen=True)
class Replay:
    """Recorded games: how many decisions they hold, and a function that replays all of them once."""

    decisions: int
    run: Callable[[], object]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=12, help="games of each kind")
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count")
    parser.add_argument("--no-node", action="store_true", help="leave the JavaScript engines out")
    parsed = parser.parse_args(arguments)
    chess = installed("chess")
    replays = {**_kill_team(parsed.games), **({CHESS: _chess(chess, parsed.games)} if chess else {})}
    rounds = Rounds()
    with _node(parsed.games, wanted=not parsed.no_node) as (versions, node_round):
        for index in range(-WARM_UP, parsed.rounds):
            kept = rounds if index >= 0 else Rounds()
            for name, replay in replays.items():
                kept.add(name, replay.decisions, seconds(replay.run))
            for each in node_round():
                kept.add(each["name"], each["decisions"], each["seconds"])
    print_versions(**({CHESS: chess.__version__} if chess else {}), **versions)
    _print(rounds)


# what is replayed


def _kill_team(count: int) -> dict[str, Replay]:
    demo = games.play(games.rosters(games.DEMO), count)
    found = {DEMO: _replay(demo, _verify_file), RULES_ONLY: _replay(demo, _verify_events)}
    teams = games.rosters(games.SHARED)
    if teams:
        found[REAL] = _replay(games.play(teams, max(count, len(teams))), _verify_file)
    return found


def _replay(played: list[GameFile], verify: Callable[[GameFile, bytes], None]) -> Replay:
    files = [game.dump() for game in played]
    pairs = list(zip(played, files, strict=True))
    return _over(pairs, lambda pair: verify(*pair), sum(len(game.records) for game in played))


def _over(recorded: Sequence[T], go_through: Callable[[T], None], decisions: int) -> Replay:
    def run() -> None:
        for each in recorded:
            go_through(each)

    return Replay(decisions, run)


def _verify_file(game: GameFile, file: bytes) -> None:
    read = rules.read_game(file)
    _clean([*read.findings, *rules.verify(rules.load(read.header.ruleset, read.header.version), read.events)])


def _verify_events(game: GameFile, file: bytes) -> None:
    _clean(list(rules.verify(rules.load(game.header.ruleset, game.header.version), game.events)))


def _clean(findings: list[rules.Finding]) -> None:
    if findings:
        raise RuntimeError(f"an autoplayed game does not verify: {findings[0]}")


def _chess(chess: Any, count: int) -> Replay:
    played = [_random_moves(chess, random.Random(seed)) for seed in range(count)]
    return _over(played, partial(_push, chess), sum(map(len, played)))


def _random_moves(chess: Any, dice: random.Random) -> list[str]:
    board = chess.Board()
    moves: list[str] = []
    while not board.is_game_over(claim_draw=False) and len(moves) < 300:
        moves.append(dice.choice(list(board.legal_moves)).uci())
        board.push_uci(moves[-1])
    return moves


def _push(chess: Any, moves: list[str]) -> None:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)


@contextmanager
def _node(count: int, wanted: bool) -> Iterator[tuple[dict[str, str], Callable[[], list[dict[str, Any]]]]]:
    """A running reference.mjs: the versions it names, and a function that has it measure one round."""
    node = _node_binary()
    if not (wanted and node and (HERE / "node_modules").is_dir()):
        yield {}, list
        return
    command = [node, str(HERE / "reference.mjs"), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield _line(process), partial(_line, process, ask=True)
        process.communicate()


def _node_binary() -> str | None:
    """Node.js from the package in this interpreter's own environment, else from the path."""
    beside = Path(sys.executable).with_name("node")
    return str(beside) if beside.exists() else shutil.which("node")


def _line(process: subprocess.Popen[str], ask: bool = False) -> Any:
    assert process.stdin and process.stdout
    if ask:
        process.stdin.write("\n")
        process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{' '.join(map(str, process.args))} ended early")  # type: ignore[arg-type]
    return json.loads(line)


# the table


def _print(rounds: Rounds) -> None:
    formats = [name for name in rounds.rates if name not in (DEMO, REAL, RULES_ONLY, CHESS, BOARDGAME)]
    ours = [name for name in (DEMO, REAL, RULES_ONLY) if name in rounds.rates]
    print_table(
        "verified decisions per second of one core",
        ("", "per second", "microseconds each"),
        [(name, number(rounds.rate(name)), number(1e6 / (rounds.rate(name) or 1), 1)) for name in rounds.rates],
    )
    fastest = max(formats, key=lambda name: rounds.rate(name) or 0, default="Showdown")
    goals = ((fastest, "3.00"), (BOARDGAME, "1.00"), (CHESS, "1.00, beyond"))
    print_table(
        "ours divided by theirs (median of the rounds)",
        ("", *ours, "goal"),
        [(name, *(number(rounds.ratio(each, name), 2) for each in ours), goal) for name, goal in goals],
    )


if __name__ == "__main__":
    main()
