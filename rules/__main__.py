"""The command line of the rules engine: no database, no network, no settings.

    python -m rules play kt --roster A.ros --roster B.ros --seed 7 --out game.jsonl
    python -m rules verify game.jsonl [more.jsonl …] [--keys keys.json] [--seal seal.json] [--steps | --json]
    python -m rules odds game.jsonl --at 120 [--json]
    python -m rules audit game.jsonl [more.jsonl …] [--json]
    python -m rules compare game.jsonl --version 2018.1 [--json]
    python -m rules state game.jsonl --at 120 [--line played|corrected] [--as-of 130]
    python -m rules result game.jsonl [--line played|corrected] [--as-of 130] [--json]
    python -m rules correct game.jsonl --declaration d.json [--json]
    python -m rules decide kt --position p.json --declaration d.json --dice 3,5,6
    python -m rules options kt --position p.json
    python -m rules ask kt [distance of=a1 to=b1 --position p.json]
    python -m rules commit cod --by a --subject cod.stratagem.demolition --value r3:2
    python -m rules roster kt A.ros [--points 125]
    python -m rules catalogue kt [--json]
    python -m rules schema kt
    python -m rules log proof game.tlog-proof --key KEY [--file game.jsonl]
    python -m rules log check entries.jsonl checkpoint [older …] --key KEY

Exit codes: 0 done (verify: verified), 1 findings or a refusal, 2 input that cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

import rules
from rules import provenance, trace, trailers, verdict
from rules.kernel.actions import Muster
from rules.kernel.book import BadBook

if TYPE_CHECKING:
    from rules.likelihood import Likelihood

VERIFIED, FINDINGS, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    parsed = _parser(words).parse_args(words)
    command: Callable[[argparse.Namespace], int] = parsed.run
    try:
        code = command(parsed)
        sys.stdout.flush()
        return code
    except rules.Malformed as error:
        print(f"cannot be read: {rules.problem(error).line()}", file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        # The reader has closed the pipe; flushing the rest must not fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return VERIFIED
    except OSError as error:
        print(f"cannot be read: {error.filename}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except rules.RulesError as refused:
        print(f"refused: {rules.problem(refused).line()}", file=sys.stderr)
        return FINDINGS
    except BadBook as faults:
        print(f"the catalogue cannot be read:\n{faults}", file=sys.stderr)
        return UNREADABLE


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _known() -> str:
    return f"one of {', '.join(rules.RULESETS)}"


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of every command; of `verify` alone if that is wanted, because scripts call it once a file, and its
    parser needs neither the others nor the list of all rulesets that are installed.
    """
    parser = argparse.ArgumentParser(prog="python -m rules", description="Play, verify and inspect recorded games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    every = (_add_play, _add_verify, _add_looking, _add_correcting, _add_deciding, _add_asking, _add_describing,
             _add_log)  # fmt: skip
    for add in (_add_verify,) if words[:1] == ["verify"] else every:
        add(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = commands.add_parser("play", help="autoplay a legal game between two rosters and write its game file")
    play.add_argument("ruleset", help=_known())
    play.add_argument(
        "--roster",
        action="append",
        default=[],
        type=Path,
        help="a .ros, .rosz, .txt, .json or .jsonl file; once per side, for games with rosters",
    )
    play.add_argument("--seed", type=int, default=1, help="same seed, same game")
    play.add_argument(
        "--dice", choices=("table", "server", "shared"), default="table", help="where the dice come from (docs/dice.md)"
    )
    play.add_argument("--points", type=int, help="the points limit of the format")
    play.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="what the players agree on")
    play.add_argument("--out", type=Path, help="the game file (default: standard output)")
    play.set_defaults(run=_play)


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="check hash chain, signatures, seals and every step of a game; 0 verified, 1 findings, 2 unreadable",
    )
    verify.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="with several files, the worst exit code counts"
    )
    verify.add_argument("--keys", type=Path, help="public keys to trust, as published by their site")
    verify.add_argument(
        "--seal", type=Path, help="a seal as published by its site; the file has to be the one it covers"
    )
    shown = verify.add_mutually_exclusive_group()
    shown.add_argument(
        "--steps", action="store_true", help="print every step: rolls, what they needed and why, and the results"
    )
    shown.add_argument(
        "--json",
        action="store_true",
        help="print the whole report as JSON, with every step; one line per file if there are several",
    )
    verify.set_defaults(run=_verify)


def _add_looking(commands: Commands) -> None:
    odds = commands.add_parser("odds", help="how likely the result of a step was, and every other possible result")
    odds.add_argument("file", type=Path)
    odds.add_argument("--at", type=int, required=True, help="the number of the step")
    odds.add_argument("--json", action="store_true")
    odds.set_defaults(run=_odds)

    dice = commands.add_parser("audit", help="compare the dice of games with fair dice, by side and purpose")
    dice.add_argument("files", nargs="+", type=Path, metavar="FILE", help="game files; dice are added up by side")
    dice.add_argument("--json", action="store_true")
    dice.set_defaults(run=_audit)

    state = commands.add_parser("state", help="the position after a step, as JSON")
    state.add_argument("file", type=Path)
    state.add_argument("--at", type=int, help="the number of the step (default: the last)")
    _add_line(state, "each correction takes effect where it was made")
    state.set_defaults(run=_state)

    result = commands.add_parser("result", help="winner and score, as the game was played or corrected")
    result.add_argument("file", type=Path)
    _add_line(result, "as corrected")
    result.add_argument("--json", action="store_true")
    result.set_defaults(run=_result)


def _add_correcting(commands: Commands) -> None:
    correct = commands.add_parser(
        "correct", help="show the consequences of a ruling: steps, score, result; writes nothing"
    )
    correct.add_argument("file", type=Path)
    correct.add_argument("--declaration", required=True, type=Path)
    correct.add_argument("--json", action="store_true")
    correct.set_defaults(run=_correct)

    comparison = commands.add_parser(
        "compare", help="decide a game again by another version of its rules; 0 no change, 1 changes"
    )
    comparison.add_argument("file", type=Path)
    comparison.add_argument("--version", required=True, help="the version to decide by")
    comparison.add_argument("--json", action="store_true")
    comparison.set_defaults(run=_compare)


def _add_deciding(commands: Commands) -> None:
    decide = commands.add_parser("decide", help="decide one declaration from a position")
    decide.add_argument("ruleset", help=_known())
    decide.add_argument("--position", required=True, type=Path)
    decide.add_argument("--declaration", required=True, type=Path)
    decide.add_argument("--dice", default="", help="faces in the order in which they are read, e.g. 3,5,6")
    decide.set_defaults(run=_decide)

    options = commands.add_parser("options", help="what each side may declare from a position, as JSON")
    options.add_argument("ruleset", help=_known())
    options.add_argument("--position", required=True, type=Path)
    options.set_defaults(run=_options)


def _add_asking(commands: Commands) -> None:
    ask = commands.add_parser(
        "ask", help="ask how far, what is seen, who holds what, the score; without a position: list what can be asked"
    )
    ask.add_argument("ruleset", help=_known())
    ask.add_argument("query", nargs="*", help="its name and what it takes, such as distance of=a1 to=b1")
    ask.add_argument("--position", type=Path)
    ask.set_defaults(run=_ask)

    commit = commands.add_parser("commit", help="write something down in secret: commitment, declaration, opening")
    commit.add_argument("ruleset", help=_known())
    commit.add_argument("--by", required=True, help="the side that writes it down")
    commit.add_argument("--subject", required=True, help="what it is about; those the rules know are in the schema")
    commit.add_argument("--value", required=True, help="what is written down")
    commit.add_argument("--salt", default="", help="32 to 128 hexadecimal digits (default: 32 drawn at random)")
    commit.set_defaults(run=_commit)


def _add_describing(commands: Commands) -> None:
    roster = commands.add_parser("roster", help="read a roster file and print it as JSON, with its problems")
    roster.add_argument("ruleset", help=_known())
    roster.add_argument("file", type=Path)
    roster.add_argument("--points", type=int, help="the points limit of the format (default: the most common one)")
    roster.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the format")
    roster.set_defaults(run=_roster)

    catalogue = commands.add_parser("catalogue", help="every rule: id, status, labels, source")
    catalogue.add_argument("ruleset", help=_known())
    catalogue.add_argument("--json", action="store_true")
    catalogue.set_defaults(run=_catalogue)

    shape = commands.add_parser("schema", help="JSON Schema of declarations, events, positions and game files")
    shape.add_argument("ruleset", help=_known())
    shape.set_defaults(run=_schema)


def _add_log(commands: Commands) -> None:
    from rules import log_commands

    log_commands.add(commands)


def _play(parsed: argparse.Namespace) -> int:
    from rules import autoplay

    ruleset = rules.load(parsed.ruleset)
    wanted = len(ruleset.sides) if Muster in ruleset.handlers else 0
    if len(parsed.roster) != wanted:
        raise rules.Malformed("--roster", f"a game of {ruleset.name} needs {wanted} rosters, not {len(parsed.roster)}")
    rosters = [ruleset.rosters.load(path.read_bytes(), path.name) for path in parsed.roster]
    agreed: dict[str, int | str | bool] = dict(map(_agreed, parsed.option))
    if parsed.points:
        agreed[ruleset.rosters.limit] = parsed.points
    game = autoplay.play(ruleset, rosters, parsed.seed, options=agreed, dice=parsed.dice)
    if parsed.out:
        parsed.out.write_bytes(game.dump())
        final = rules.fold(ruleset, game.events)
        winner = final.over.winner if final.over else ""
        print(f"{parsed.out}: {len(game.records)} steps, {final.round} rounds, winner {winner or 'nobody (a draw)'}")
    else:
        sys.stdout.buffer.write(game.dump())
    return VERIFIED


def _agreed(text: str) -> tuple[str, int | str]:
    """An option of a game as written on the command line: `cod.level=gamma`."""
    key, value = _parted(text, "--option")
    return key, int(value) if value.isdecimal() else value


def _parted(text: str, path: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise rules.Malformed(path, f"{text!r} is not KEY=VALUE")
    return key, value


def _verify(parsed: argparse.Namespace) -> int:
    keys = trailers.read_keys(parsed.keys.read_bytes()) if parsed.keys else ()
    published = trailers.read_seal(parsed.seal.read_bytes()) if parsed.seal else None
    judge = partial(verdict.verdict, trusted=keys, published=published)
    if len(parsed.files) == 1:
        return _verify_one(judge(parsed.files[0].read_bytes()), parsed)
    return max(_verify_next(path, judge, parsed) for path in parsed.files)


def _verify_next(path: Path, judge: Callable[[bytes], verdict.Verdict], parsed: argparse.Namespace) -> int:
    """One of several files; an unreadable one does not stop the others."""
    try:
        found = judge(path.read_bytes())
    except (rules.Malformed, OSError) as error:
        text = rules.problem(error).line() if isinstance(error, rules.Malformed) else str(error.strerror)
        print(_line({"file": str(path), "unreadable": text}) if parsed.json else f"{path}: cannot be read: {text}")
        return UNREADABLE
    if parsed.json:
        print(_line({"file": str(path), **msgspec.to_builtins(found.report), "evidence": found.evidence}))
        return FINDINGS if found.report.verdict == "findings" else VERIFIED
    print(f"{path}:")
    return _verify_one(found, parsed)


def _line(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _verify_one(found: verdict.Verdict, parsed: argparse.Namespace) -> int:
    game, ruleset, report = found.file, found.ruleset, found.report
    steps = rules.steps(ruleset, game.events, report.findings)
    if parsed.json:
        fallen = rules.casualties(ruleset, game.events, _final(ruleset, game))
        more = {"number": report.steps, "casualties": fallen, "steps": list(steps), "evidence": found.evidence}
        _print(msgspec.to_builtins(report) | more)
        return FINDINGS if report.verdict == "findings" else VERIFIED
    print(f"{report.verdict}: {report.steps} steps under {ruleset.name} {ruleset.version}")
    print(_outcome(report))
    print("\n".join(verdict.words(found.evidence)))
    print(provenance.words(game.header, report.dice))
    known, sides = _names(_final(ruleset, game))
    if parsed.steps:
        for step in steps:
            print("\n".join(trace.lines(step, known, sides)))
        return FINDINGS if report.verdict == "findings" else VERIFIED
    if report.on_word:
        print(f"{len(report.on_word)} rest on the players' word:")
    for told in report.on_word:
        print(f"  step {told.number}: {told.message} [{told.effect.rule}]")
    if not report.mapped:
        print("the table has no terrain map: what is seen rests on the players' word")
    standing = [finding for finding in report.findings if not finding.settled]
    if standing:
        print(f"first bad step: {standing[0].number}")
    for finding in report.findings:
        settled = f" (settled by step {finding.settled})" if finding.settled else ""
        print(f"  step {finding.number}: {finding.severity}: {finding.message} [{finding.rule}]{settled}")
        if finding.declared or finding.computed:
            print(f"    recorded: {finding.declared}\n    the rules give: {finding.computed}")
    final = _final(ruleset, game)
    for lost, *others in rules.casualty_groups(rules.casualties(ruleset, game.events, final), final):
        who = f"{known[final.models[lost.model].unit]}, {len(others) + 1} models" if others else lost.name
        print(f"  out of action: {who} ({sides[lost.side]}) at step {lost.number} [{lost.rule}]")
    return FINDINGS if report.verdict == "findings" else VERIFIED


def _final(ruleset: rules.Ruleset, game: rules.GameFile) -> rules.State:
    """The last position, or the first if the game cannot be folded, as in the report."""
    try:
        return rules.fold(ruleset, game.events)
    except rules.Malformed:
        return rules.empty(ruleset)


def _names(state: rules.State) -> tuple[dict[str, str], dict[str, str]]:
    """Models and sides by id."""
    return rules.names(state), {key: side.name or key for key, side in state.sides.items()}


def _outcome(report: rules.Report) -> str:
    if not report.finished:
        return f"not finished: round {report.rounds}"
    lost = ", ".join(f"{side.name or side.side} lost {side.casualties} of {side.models}" for side in report.sides)
    score = "".join(f", {key} {rules.points(value, report.per_point)}" for key, value in report.score.items())
    return f"winner: {report.winner or 'nobody (a draw)'} after {report.rounds} rounds{score} ({report.reason}); {lost}"


def _state(parsed: argparse.Namespace) -> int:
    game = rules.read_game(parsed.file.read_bytes())
    events = _seen(game, parsed)
    last = len(game.records) if parsed.as_of is None else parsed.as_of
    at = last if parsed.at is None else parsed.at
    if not 0 <= at <= last:
        raise rules.Malformed("--at", f"the game has steps 0 to {last}, not {at}")
    ruleset = rules.load(game.header.ruleset, game.header.version)
    print(rules.to_json(rules.fold(ruleset, [event for event in events if event.number <= at])).decode())
    return VERIFIED


def _add_line(parser: argparse.ArgumentParser, without: str) -> None:
    parser.add_argument("--line", choices=("played", "corrected"), help=f"which line of the game (default: {without})")
    parser.add_argument("--as-of", type=int, help="the game as of this event (default: the last)")


def _seen(game: rules.GameFile, parsed: argparse.Namespace) -> list[rules.Event]:  # type: ignore[type-arg]
    """The events of the requested line, as of the requested event."""
    from rules.kernel import line

    last = len(game.records) if parsed.as_of is None else parsed.as_of
    if not 0 <= last <= len(game.records):
        raise rules.Malformed("--as-of", f"the game has events 0 to {len(game.records)}, not {last}")
    events = game.events[:last]
    if parsed.line is None:
        return events
    return line.played(events) if parsed.line == "played" else line.corrected(events)


def _result(parsed: argparse.Namespace) -> int:
    from rules import consequences

    game = rules.read_game(parsed.file.read_bytes())
    ruleset = rules.load(game.header.ruleset, game.header.version)
    final = rules.fold(ruleset, _seen(game, parsed))
    found = rules.result(ruleset, final, adjusted=parsed.line != "played")
    if parsed.json:
        _print({name: getattr(found, name) for name in found.__struct_fields__})
    else:
        print(consequences.came_out(found, _names(final)[1]))
    return VERIFIED


def _correct(parsed: argparse.Namespace) -> int:
    from rules import consequences

    game = rules.read_game(parsed.file.read_bytes())
    ruleset = rules.load(game.header.ruleset, game.header.version)
    declaration = rules.read_declaration(ruleset, parsed.declaration.read_bytes())
    found = consequences.consequences(ruleset, game.events, declaration)
    if parsed.json:
        _print(found)
    else:
        print("\n".join(consequences.lines(found, _names(_final(ruleset, game))[1])))
    return VERIFIED


def _odds(parsed: argparse.Namespace) -> int:
    from rules import likelihood

    game = rules.read_game(parsed.file.read_bytes())
    if not 1 <= parsed.at <= len(game.records):
        raise rules.Malformed("--at", f"the game has steps 1 to {len(game.records)}, not {parsed.at}")
    ruleset = rules.load(game.header.ruleset, game.header.version)
    before, event = rules.fold(ruleset, game.events[: parsed.at - 1]), game.events[parsed.at - 1]
    found = rules.luck(ruleset, before, event, lenient=game.header.policy == "declared")
    if parsed.json:
        _print(found)
        return VERIFIED
    known, sides = _names(before)
    words = partial(likelihood.told, ruleset=ruleset, known={**known, **sides})
    print(f"step {found.number}, {sides.get(found.by, found.by)}: {words(found.facts)}")
    print(f"  this result: {_chance(found.likelihood)}")
    for words_for, chance in (("better", found.good), ("worse", found.bad)):
        if chance and chance not in (found.likelihood, likelihood.CERTAIN):
            print(f"  this or {words_for} for them: {_chance(chance)}")
    if found.fallen_likelihood and found.fallen:
        print(f"  at least {found.fallen} of the other side out of action: {_chance(found.fallen_likelihood)}")
    if found.paid:
        print("  a re-roll was paid for, which is a choice: these are the odds without it")
    for each in found.possible:
        print(f"  {'>' if each.happened else ' '} {each.likelihood.percent:>7} %  {words(each.facts)}")
    return VERIFIED


def _audit(parsed: argparse.Namespace) -> int:
    from rules import audit
    from rules.kernel import hold

    games = [rules.read_game(path.read_bytes()) for path in parsed.files]
    rolls = (hold.rolls(game.events) for game in games)
    found = audit.audit(audit.joined(map(audit.tally, rolls)))
    if parsed.json:
        _print(found)
        return VERIFIED
    print(f"{found.games} game{'s' * (found.games != 1)}, {found.dice} dice, against fair ones")
    for row in found.rows:
        print("\n".join(audit.lines(row)))
    print(audit.summary(found))
    return VERIFIED


def _chance(of: Likelihood) -> str:
    if of.about[1] == 1:
        return "certain" if of.about[0] else "impossible under the rules"
    return f"{of.about[0]} in {of.about[1]} ({of.percent} %, exactly {of.exact})"


def _decide(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    position = _position(ruleset, parsed.position)
    declaration = rules.read_declaration(ruleset, parsed.declaration.read_bytes())
    if parsed.dice:
        declaration = msgspec.structs.replace(declaration, dice=_faces(parsed.dice))
    try:
        decided = rules.decide(ruleset, position, declaration)
    except rules.IllegalAction as refused:
        _print({"refused": refused.clause, "message": rules.problem(refused).text, "facts": refused.facts})
        return FINDINGS
    except rules.DiceWanted as wanted:
        asked = {"dice_wanted": wanted.count, "sides": wanted.sides, "clause": wanted.clause, "roller": wanted.roller}
        _print({**asked, "message": rules.problem(wanted).text})
        return VERIFIED
    event = {"by": declaration.by, "action": declaration.action, "dice": declaration.dice, "effects": decided.effects}
    if declaration.rerolls:
        event["rerolls"] = declaration.rerolls
    _print({"event": event, "position": decided.state})
    return VERIFIED


def _faces(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(face) for face in text.split(","))
    except ValueError:
        raise rules.Malformed("--dice", f"{text!r} is no list of faces such as 3,5,6") from None


def _position(ruleset: rules.Ruleset, path: Path) -> rules.State:
    return rules.read_position(ruleset, path.read_bytes())


def _options(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    _print(rules.options(ruleset, _position(ruleset, parsed.position)))
    return VERIFIED


def _ask(parsed: argparse.Namespace) -> int:
    from rules import asking

    ruleset = rules.load(parsed.ruleset)
    if parsed.position is None and not parsed.query:
        _print(asking.queries(ruleset))
        return VERIFIED
    if parsed.position is None or not parsed.query:
        raise rules.Malformed("--position", f"ask for one of {', '.join(ruleset.queries)}, from a position")
    name, *about = parsed.query
    query = asking.worded(ruleset, name, dict(_parted(text, "$") for text in about))
    _print(asking.as_json(query, asking.ask(ruleset, _position(ruleset, parsed.position), query)))
    return VERIFIED


def _commit(parsed: argparse.Namespace) -> int:
    import secrets

    from rules import sealing

    salt = parsed.salt or secrets.token_hex(16)
    _print(sealing.seal(rules.load(parsed.ruleset), parsed.by, parsed.subject, parsed.value, salt))
    return VERIFIED


def _roster(parsed: argparse.Namespace) -> int:
    ruleset = rules.load(parsed.ruleset)
    roster = ruleset.rosters.load(parsed.file.read_bytes(), parsed.file.name)
    roster = ruleset.rosters.agreed(roster, dict(map(_agreed, parsed.option)))
    problems = ruleset.rosters.problems(roster, parsed.points or ruleset.rosters.limits[0])
    _print({"roster": roster, "problems": problems})
    return FINDINGS if problems else VERIFIED


def _compare(parsed: argparse.Namespace) -> int:
    from rules import compare

    game = rules.read_game(parsed.file.read_bytes())
    older = rules.load(game.header.ruleset, game.header.version)
    found = compare.compare(older, rules.load(older.id, parsed.version), game.events)
    if parsed.json:
        _print(found)
    else:
        print("\n".join(compare.lines(found)))
    return VERIFIED if found.same else FINDINGS


def _catalogue(parsed: argparse.Namespace) -> int:
    import json

    ruleset = rules.load(parsed.ruleset)
    rows = [
        {"id": key, "status": c.status, "en": c.en, "ru": c.ru, "text": c.text, "text_ru": c.text_ru}
        | {"lines": c.lines, "note": c.note, "note_ru": c.note_ru}
        for key, (_, c) in ruleset.clauses.items()
    ]
    if parsed.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            print(f"{row['id']:<44} {row['status']:<9} {row['en']} / {row['ru']}")
    return VERIFIED


def _schema(parsed: argparse.Namespace) -> int:
    import json

    from rules.schema import schema

    print(json.dumps(schema(rules.load(parsed.ruleset)), ensure_ascii=False, indent=1))
    return VERIFIED


def _print(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1).decode())


if __name__ == "__main__":
    sys.exit(main())
