"""The command line of the rules engine: no database, no network, no settings.

    python -m rules play kt --roster A.ros --roster B.ros --seed 7 --out game.jsonl
    python -m rules verify game.jsonl [--json]
    python -m rules state game.jsonl --at 120
    python -m rules decide kt --position p.json --declaration d.json --dice 3,5,6
    python -m rules options kt --position p.json
    python -m rules roster kt A.ros [--points 125]
    python -m rules catalogue kt [--json]
    python -m rules schema kt

Exit codes: 0 done (verify: verified), 1 findings or a refusal, 2 input that cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules import autoplay
from rules.schema import schema

VERIFIED, FINDINGS, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.run
    try:
        return command(parsed)
    except rules.Malformed as error:
        print(f"cannot be read: {error.path}: {error.reason}", file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        sys.stderr.close()
        return VERIFIED
    except OSError as error:
        print(f"cannot be read: {error.filename}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except rules.IllegalAction as refused:
        print(f"refused: {refused.message} [{refused.clause}]", file=sys.stderr)
        return FINDINGS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Play, verify and look into recorded games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    known = ", ".join(rules.RULESETS)

    play = commands.add_parser("play", help="autoplay a legal game between two rosters into a game file")
    play.add_argument("ruleset", help=f"one of {known}")
    play.add_argument("--roster", action="append", required=True, type=Path, help="a .ros or .rosz file; give it twice")
    play.add_argument("--seed", type=int, default=1, help="same seed, same game")
    play.add_argument("--points", type=int, help="the format's limit of points")
    play.add_argument("--out", type=Path, help="the game file; standard output without it")
    play.set_defaults(run=_play)

    verify = commands.add_parser(
        "verify", help="decide every step of a game again; 0 verified, 1 findings, 2 unreadable"
    )
    verify.add_argument("file", type=Path)
    verify.add_argument("--json", action="store_true", help="the whole report as JSON")
    verify.set_defaults(run=_verify)

    state = commands.add_parser("state", help="the position after a step, as JSON")
    state.add_argument("file", type=Path)
    state.add_argument("--at", type=int, help="the number of the step; the last without it")
    state.set_defaults(run=_state)

    decide = commands.add_parser("decide", help="what the rules make of one declaration from one position")
    decide.add_argument("ruleset", help=f"one of {known}")
    decide.add_argument("--position", required=True, type=Path)
    decide.add_argument("--declaration", required=True, type=Path)
    decide.add_argument("--dice", default="", help="faces in the order they are read: 3,5,6")
    decide.set_defaults(run=_decide)

    options = commands.add_parser("options", help="what each side may declare from a position, as JSON")
    options.add_argument("ruleset", help=f"one of {known}")
    options.add_argument("--position", required=True, type=Path)
    options.set_defaults(run=_options)

    roster = commands.add_parser("roster", help="read a roster file and print it as JSON, with what is wrong with it")
    roster.add_argument("ruleset", help=f"one of {known}")
    roster.add_argument("file", type=Path)
    roster.add_argument("--points", type=int, default=125, help="the format's limit of points")
    roster.set_defaults(run=_roster)

    catalogue = commands.add_parser("catalogue", help="every rule: id, status, labels, source")
    catalogue.add_argument("ruleset", help=f"one of {known}")
    catalogue.add_argument("--json", action="store_true")
    catalogue.set_defaults(run=_catalogue)

    shape = commands.add_parser("schema", help="JSON Schema of declarations, events, positions and game files")
    shape.add_argument("ruleset", help=f"one of {known}")
    shape.set_defaults(run=_schema)
    return parser


def _play(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    if len(parsed.roster) != 2:
        raise rules.Malformed("--roster", f"a game needs two rosters, not {len(parsed.roster)}")
    rosters = [ruleset.rosters.load(path.read_bytes(), path.name) for path in parsed.roster]
    agreed: dict[str, int | str | bool] = {"kt.roster.format-agreed": parsed.points} if parsed.points else {}
    game = autoplay.play(ruleset, rosters, parsed.seed, options=agreed)
    if parsed.out:
        parsed.out.write_bytes(game.dump())
        final = rules.fold(ruleset, game.events)
        winner = final.over.winner if final.over else ""
        print(f"{parsed.out}: {len(game.records)} steps, {final.round} rounds, winner {winner or 'nobody (a draw)'}")
    else:
        sys.stdout.buffer.write(game.dump())
    return VERIFIED


def _verify(parsed: argparse.Namespace) -> int:
    game = rules.read_game(parsed.file.read_bytes())
    ruleset = rules.load(game.header.ruleset, game.header.version)
    report = rules.report(ruleset, game.events, game.findings)
    if parsed.json:
        _print(report)
    else:
        print(f"{report.verdict}: {report.steps} steps under {ruleset.name} {ruleset.version}")
        print(_outcome(report))
        for finding in report.findings:
            print(f"  step {finding.number}: {finding.severity}: {finding.message} [{finding.rule}]")
            if finding.declared or finding.computed:
                print(f"    recorded: {finding.declared}\n    the rules give: {finding.computed}")
    return FINDINGS if report.findings else VERIFIED


def _outcome(report: rules.Report) -> str:
    if not report.finished:
        return f"not finished: round {report.rounds}"
    lost = ", ".join(f"{side.name or side.side} lost {side.casualties} of {side.models}" for side in report.sides)
    return f"winner: {report.winner or 'nobody (a draw)'} after {report.rounds} rounds; {lost}"


def _state(parsed: argparse.Namespace) -> int:
    game = rules.read_game(parsed.file.read_bytes())
    at = len(game.records) if parsed.at is None else parsed.at
    if not 0 <= at <= len(game.records):
        raise rules.Malformed("--at", f"the game has the steps 0 to {len(game.records)}, not {at}")
    ruleset = rules.load(game.header.ruleset, game.header.version)
    print(rules.to_json(rules.fold(ruleset, game.events[:at])).decode())
    return VERIFIED


def _decide(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    position = _position(ruleset, parsed.position)
    declaration = rules.read_declaration(ruleset, parsed.declaration.read_bytes())
    if parsed.dice:
        declaration = msgspec.structs.replace(declaration, dice=_faces(parsed.dice))
    try:
        decided = rules.decide(ruleset, position, declaration)
    except rules.IllegalAction as refused:
        _print({"refused": refused.clause, "message": refused.message, "facts": refused.facts})
        return FINDINGS
    except rules.DiceWanted as wanted:
        _print({"dice_wanted": wanted.count, "sides": wanted.sides, "clause": wanted.clause, "roller": wanted.roller})
        return VERIFIED
    event = {"by": declaration.by, "action": declaration.action, "dice": declaration.dice, "effects": decided.effects}
    _print({"event": event, "position": decided.state})
    return VERIFIED


def _faces(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(face) for face in text.split(","))
    except ValueError:
        raise rules.Malformed("--dice", f"{text!r} is no list of faces such as 3,5,6") from None


def _position(ruleset: rules.Ruleset, path: Path) -> rules.State:
    position = rules.from_json(path.read_bytes())
    if position.ruleset != ruleset.id:
        raise rules.Malformed("$.ruleset", f"the position is of {position.ruleset!r}, not {ruleset.id!r}")
    return position


def _options(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    _print(rules.options(ruleset, _position(ruleset, parsed.position)))
    return VERIFIED


def _roster(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    roster = ruleset.rosters.load(parsed.file.read_bytes(), parsed.file.name)
    problems = ruleset.rosters.problems(roster, parsed.points)
    _print({"roster": roster, "problems": problems})
    return FINDINGS if problems else VERIFIED


def _catalogue(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    rows = [
        {"id": key, "status": c.status, "en": c.en, "ru": c.ru, "text": c.text, "lines": c.lines, "note": c.note}
        for key, (_, c) in ruleset.clauses.items()
    ]
    if parsed.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            print(f"{row['id']:<44} {row['status']:<9} {row['en']} / {row['ru']}")
    return VERIFIED


def _schema(parsed: argparse.Namespace) -> int:
    print(json.dumps(schema(rules.load(parsed.ruleset)), ensure_ascii=False, indent=1))
    return VERIFIED


def _print(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1).decode())


if __name__ == "__main__":
    sys.exit(main())
