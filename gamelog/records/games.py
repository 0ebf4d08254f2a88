"""Games against their events: the chain and what was signed of it, and every row that follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec

import rules
from gamelog.branches.models import Branch
from gamelog.evidence import selectors
from gamelog.evidence.models import Checkpoint, Origin, Takedown
from gamelog.games import battle_luck, steps, stored, verification
from gamelog.games import selectors as games
from gamelog.games.models import (
    BattleLuck,
    Chunk,
    Confirmation,
    Event,
    Game,
    JobState,
    Report,
    Seat,
    Secret,
    StepCall,
    TakeBack,
    TakeBackState,
    game_key,
)
from gamelog.records import moments
from gamelog.records.findings import Checked, Found, Subject, at_row, by_owner, differing, missing
from gamelog.reverify import selectors as reverify
from gamelog.reverify.models import Comparison
from gamelog.signing.selectors import keys_published
from gamelog.streams.models import column
from rules import compare, trailers
from rules.kernel.canonical import tag_of
from rules.kernel.rulings import TakeBack as TakenBack
from rules.kernel.secrets import Commit, Reveal, commitment

SIGNED = ("log.checkpoint", "log.signature")
"""What `findings_of_records` says about signed heads and the lines that came with a file. The chain is read here column
by column, and seals are checked by themselves (`site`)."""


@dataclass
class _Beside:
    """The rows beside the events of some games, each kind read once for all of them."""

    rows: dict[type[Any], dict[Any, list[Any]]] = field(default_factory=dict)

    @classmethod
    def of(cls, keys: Sequence[UUID]) -> _Beside:
        kinds: tuple[type[Any], ...] = (
            Seat, Report, BattleLuck, Secret, TakeBack, StepCall, Confirmation, Checkpoint, Origin, Branch, Comparison,
        )  # fmt: skip
        found = {
            each: by_owner(
                each._default_manager.filter(game__in=keys).order_by("pk").select_related(*_WITH.get(each, ())),
                "game_id",
            )
            for each in kinds
        }
        return cls(found)

    def get(self, model: type[Any], game: Game) -> list[Any]:
        return self.rows[model].get(game.pk, [])


_WITH: dict[type[Any], tuple[str, ...]] = {Comparison: ("run",)}


def check(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these games. With `deep` reports and luck are computed anew, which takes as long as the first
    time.
    """
    rows, beside = Game.every.in_bulk(keys), _Beside.of(keys)
    for key in keys:
        if key in rows:
            game = rows[key]
            kind = "what-if" if beside.get(Branch, game) else "game"
            subject = Subject(kind, str(key), game.title or str(key), bool(beside.get(Origin, game)))
            yield subject, list(_Check(game, beside, deep).run())


@dataclass
class _Check:
    """One game during the check."""

    game: Game
    beside: _Beside
    deep: bool
    hashes: dict[int, str] = field(default_factory=dict)
    events: dict[int, rules.Event[Any]] = field(default_factory=dict)
    whole: bool = True

    def run(self) -> Iterator[Found]:
        game = self.game
        self.hashes[0] = rules.digest(game.header.encode())
        try:
            header = rules.read_header(game.header)
            ruleset = rules.load(header.ruleset, header.version)
        except rules.Malformed as error:
            yield at_row(game, "broken", ["header"], f"it cannot be read: {error}")
            return
        yield from self._header(header)
        rows = [*Event.objects.filter(game=game).order_by("number").iterator(500)]
        shown = [stored.Row(row.number, row.by, row.type, row.hash, row.body) for row in rows]
        record = stored.Stored(
            game, [row for row in shown if row.number <= game.number], len(shown) and shown[-1].number
        )
        if not rows and Takedown.objects.filter(game=game, erased=True).exists():
            return
        yield from self._events(ruleset, rows)
        yield from moments.of_entries(rows, lambda row: self._said(row.number), self._came(), game.created)
        yield from self._end(rows)
        yield from self._signed(record, header)
        yield from self._beside_the_chain()
        if self.whole:
            yield from self._projected(header, ruleset, record)

    def _header(self, header: rules.Header) -> Iterator[Found]:
        derived = {"ruleset": header.ruleset, "version": header.version, "policy": header.policy}
        yield from differing(self.game, derived)
        # A copy of a game has a key of its own, and says which one its file names.
        name = "id" if self.game.copy_of is None else "copy_of"
        yield from differing(self.game, {name: game_key(header.game)}, "broken")
        yield from differing(self.game, {"taken_down": Takedown.objects.filter(game=self.game).exists()})
        if self.game.header_hash != self.hashes[0]:
            yield at_row(self.game, "broken", ["header", "header_hash"], "the header is not what was hashed")
        if header.branch is not None and not self.beside.get(Branch, self.game):
            yield missing(Branch, str(self.game.pk))
        if header.bytes() != self.game.header.encode():
            yield at_row(self.game, "broken", ["header"], "it is not written canonically")

    def _events(self, ruleset: rules.Ruleset, rows: Sequence[Event]) -> Iterator[Found]:
        previous, place = self.hashes[0], 0
        for row in rows:
            if row.number != place + 1:
                self.whole = False
                yield missing(Event, f"{self.game.pk} {place + 1} to {row.number - 1}", "broken")
            place = row.number
            body = row.body.encode()
            if rules.digest(body) != row.hash:
                yield at_row(row, "broken", ["body", "hash"], "its content is not what was hashed")
            try:
                event = rules.read_event(ruleset, row.body)
            except rules.Malformed as error:
                self.whole = False
                yield at_row(row, "broken", ["body"], f"it cannot be read: {error.path}: {error.reason}")
            else:
                self.events[place] = event
                said = {"number": event.number, "by": column(event.by, 20), "type": tag_of(event.action)}
                yield from differing(row, said, "broken")
                if event.previous != previous:
                    yield at_row(row, "broken", ["body", "game"], "it does not follow the entry before it")
            previous = self.hashes[place] = row.hash

    def _end(self, rows: Sequence[Event]) -> Iterator[Found]:
        game, count = self.game, len(rows)
        for row in rows:
            if row.number > game.number:
                self.whole = False
                text = f"it stands beyond the last event, which is number {game.number}"
                yield at_row(row, "broken", ["game", "number"], text)
        last = rows[-1].number if rows else 0
        if last != game.number:
            self.whole = False
            yield at_row(
                game,
                "broken",
                ["number"] if rows else ["id", "number"],
                f"{game.number} events by its row, {count} are stored",
            )
        if self.hashes.get(last) != game.head:
            yield at_row(game, "broken", ["head"], "the chain does not end in it")

    def _said(self, number: int) -> str:
        return self.events[number].at if number in self.events else ""

    def _came(self) -> int:
        """The number of the last event that came with a file; 0 for a game that was recorded here."""
        return max((each.number for each in self.beside.get(Origin, self.game)), default=0)

    # signatures

    def _signed(self, record: stored.Stored, header: rules.Header) -> Iterator[Found]:
        heads, origins = self.beside.get(Checkpoint, self.game), self.beside.get(Origin, self.game)
        for row in heads:
            with suppress(rules.Malformed):
                line: Any = trailers.read_trailer("checkpoint", row.line.encode())
                said = line.checkpoint
                derived = {"number": said.number, "head": said.head, "finished": said.finished, "at": said.at}
                yield from differing(row, {**derived, "game": game_key(said.game)}, "broken")
        for row in (*heads, *origins):
            if self.hashes.get(row.number) != row.head:
                yield at_row(row, "broken", ["game", "number", "head"], "this head is none of the stored chain")
        for each in selectors.findings_of_records([record])[self.game.pk]:
            if each.rule in SIGNED:
                yield from self._about_signed(each, heads, origins)
        known = {key.id for key in keys_published()}
        for row in origins:
            strange = sorted(_signers(row) - known)
            if strange:
                yield at_row(row, "remark", ["trailers"], f"vouched for by a key that is not this site's: {strange[0]}")

    def _about_signed(
        self, finding: rules.Finding, heads: Sequence[Checkpoint], origins: Sequence[Origin]
    ) -> Iterator[Found]:
        both: list[Any] = [*heads, *origins]
        rows = [row for row in both if row.number == finding.number] or both
        if not rows:
            yield Found("broken", Checkpoint._meta.db_table, f"of {self.game.pk}", (), finding.message)
        for row in rows:
            text = ["line"] if isinstance(row, Checkpoint) else ["trailers"]
            yield at_row(row, "broken", text, finding.message)

    # rows that name a place of the chain

    def _beside_the_chain(self) -> Iterator[Found]:
        get = self.beside.get
        placed: tuple[type[Any], ...] = (Report, BattleLuck, TakeBack, Confirmation, Comparison)
        for model in placed:
            for row in get(model, self.game):
                if self.hashes.get(row.number) != row.head:
                    yield at_row(row, "wrong", ["game", "number", "head"], "its head is not that of this event")
        for row in get(Branch, self.game):
            yield from self._branch(row)
        for row in get(Secret, self.game):
            yield from self._secret(row)
        for row in get(TakeBack, self.game):
            yield from self._take_back(row)
        for row in get(StepCall, self.game):
            yield from self._call(row)

    def _branch(self, row: Branch) -> Iterator[Found]:
        source = rules.read_header(self.game.header).branch
        if source is None:
            yield at_row(row, "wrong", ["game"], "the header of this game does not say that it is a what-if")
        else:
            yield from differing(row, {"after": source.after, "head": source.head})
            if Game.every.get(pk=row.of_id).key != game_key(source.game):
                yield at_row(row, "wrong", ["of"], "the header of this game names another")

    def _secret(self, row: Secret) -> Iterator[Found]:
        if commitment(row.side, row.subject, row.value, row.salt) != row.commitment:
            columns = ["side", "subject", "value", "salt", "commitment"]
            yield at_row(row, "broken", columns, "value and salt are not what was committed to")
        event = self.events.get(row.number)
        made = event.action if event else None
        if not event or not isinstance(made, Commit) or (event.by, made.subject, made.commitment) != (
            row.side, row.subject, row.commitment
        ):  # fmt: skip
            columns = ["game", "number", "side", "subject", "commitment"]
            yield at_row(row, "broken", columns, "the event that it names is no such commitment")
        shown = any(
            isinstance(each.action, Reveal) and (each.by, each.action.subject) == (row.side, row.subject)
            for each in self.events.values()
        )
        yield from differing(row, {"opened": shown})

    def _take_back(self, row: TakeBack) -> Iterator[Found]:
        if (row.state == TakeBackState.AGREED) != (row.event is not None):
            yield at_row(row, "wrong", ["state", "event"], "agreed to without an event, or an event without agreement")
        if row.event is None:
            return
        event = self.events.get(row.event)
        made = event.action if event else None
        if not event or not isinstance(made, TakenBack) or row.event != row.number + 1:
            yield at_row(row, "wrong", ["game", "event", "number"], "the event that it names takes nothing back")
            return
        derived = {"side": event.by, "since": made.since, "rule": made.rule, "reason": made.reason}
        yield from differing(row, derived)

    def _call(self, row: StepCall) -> Iterator[Found]:
        if row.step > self.game.number:
            yield at_row(row, "wrong", ["game", "step"], "the game has no such step")
        if row.ruling is None:
            return
        event = self.events.get(row.ruling)
        names = getattr(event.action, "names", None) if event else None
        if names is None or not names(row.step):
            yield at_row(
                row, "wrong", ["game", "ruling", "step"], "the event that it names decides nothing about the step"
            )

    # what follows from all events

    def _projected(self, header: rules.Header, ruleset: rules.Ruleset, record: stored.Stored) -> Iterator[Found]:
        try:
            state = rules.fold(ruleset, self.events.values())
        except rules.Malformed as error:
            yield at_row(self.game, "broken", ["head"], f"its events do not follow one another: {error}")
            return
        yield from self._shown(header, state)
        yield from self._seats(ruleset, state)
        for row in self.beside.get(Report, self.game):
            yield from self._report(row, record)
        for row in self.beside.get(BattleLuck, self.game):
            yield from self._luck(row)
        for row in self.beside.get(Comparison, self.game):
            yield from self._comparison(row)

    def _shown(self, header: rules.Header, state: rules.State) -> Iterator[Found]:
        derived = Game(ruleset=header.ruleset, version=header.version)
        if self.events:
            steps.show(derived, state, self.game.updated)
        names = ("phase", "round", "finished", "winner")
        yield from differing(self.game, {each: getattr(derived, each) for each in names})

    def _seats(self, ruleset: rules.Ruleset, state: rules.State) -> Iterator[Found]:
        rows = {row.side: row for row in self.beside.get(Seat, self.game)}
        mustered = {key: side for key, side in state.sides.items() if key == column(key, 20)}
        wanted = [*mustered] or [*ruleset.sides]
        for side, row in rows.items():
            if side not in (*wanted, *ruleset.sides):
                yield at_row(row, "wrong", ["game", "side"], "the game has no such side")
            now = mustered.get(side)
            names = (
                {"name": column(now.name, 200), "faction": column(now.faction, 200)}
                if now
                else {"name": "", "faction": ""}
            )
            yield from differing(row, names)
        for side in wanted:
            if side not in rows:
                yield missing(Seat, f"{self.game.pk} {side}")

    def _report(self, row: Report, record: stored.Stored) -> Iterator[Found]:
        remedy = f"manage.py verify_game {self.game.pk} --again"
        yield from differing(row, {"version": self.game.version}, remedy=remedy)
        done = row.state == JobState.DONE
        if done != bool(row.verdict) or done != (row.summary != "{}"):
            yield at_row(
                row, "wrong", ["state", "verdict", "summary"], "its state and its verdict contradict each other", remedy
            )
        chunks = [*row.chunks.order_by("first")]
        steps = sum(each.last - each.first + 1 for each in chunks if each.state == JobState.DONE)
        yield from differing(row, {"done": row.number if done else steps}, remedy=remedy)
        if done:
            yield from self._verdict(row, remedy)
        elif row.findings != "[]":
            yield at_row(row, "wrong", ["state", "findings"], "it is not done and has findings", remedy)
        yield from self._chunks(row, chunks, remedy)
        if self.deep and done:
            yield from self._verified_anew(row, record, chunks, remedy)

    def _verdict(self, row: Report, remedy: str) -> Iterator[Found]:
        try:
            findings, summary = games.findings_of(row), games.summary_of(row)
        except msgspec.MsgspecError as error:
            yield at_row(row, "wrong", ["findings", "summary"], f"it cannot be read: {error}", remedy)
            return
        assert summary
        verdict = "verified" if all(each.settled for each in findings) else "findings"
        yield from differing(row, {"verdict": verdict}, remedy=remedy)
        if (summary.verdict, summary.findings, summary.steps) != (verdict, findings, row.number):
            text = "findings and summary contradict each other"
            yield at_row(row, "wrong", ["findings", "summary", "number"], text, remedy)

    def _chunks(self, row: Report, chunks: Sequence[Chunk], remedy: str) -> Iterator[Found]:
        place = 1
        for each in chunks:
            last = min(place + verification.CHUNK - 1, row.number)
            yield from differing(each, {"first": place, "last": last}, remedy=remedy)
            place = max(each.last, place) + 1
        if chunks and place != row.number + 1:
            yield at_row(
                chunks[-1], "wrong", ["report", "last"], "the chunks of this report do not cover its game", remedy
            )

    def _verified_anew(
        self, row: Report, record: stored.Stored, chunks: Sequence[Chunk], remedy: str
    ) -> Iterator[Found]:  # fmt: skip
        row.game = self.game
        summary = verification.verified(row, record)
        derived = {
            "verdict": summary.verdict, "findings": games.findings_json(summary.findings),
            "summary": rules.canonical(summary).decode(),
        }  # fmt: skip
        yield from differing(row, derived, remedy=remedy)
        for chunk in chunks:
            chunk.report = row
            derived = {"findings": games.findings_json(verification.chunk_findings(chunk))}
            if chunk.state == JobState.DONE:
                yield from differing(chunk, derived, remedy=remedy)

    def _luck(self, row: BattleLuck) -> Iterator[Found]:
        remedy = f"manage.py rebuild_luck {self.game.pk}"
        if row.format != battle_luck.FORMAT:
            yield at_row(row, "remark", ["format"], "it is of another format, and is counted anew", remedy)
            return
        try:
            rolls = battle_luck.rolls_in(row)
        except msgspec.MsgspecError as error:
            yield at_row(row, "wrong", ["rolls"], f"it cannot be read: {error}", remedy)
            return
        cast = [number for number, each in self.events.items() if battle_luck.rolled(each) and number <= row.number]
        if [(each.number, each.by) for each in rolls] != [(number, self.events[number].by) for number in cast]:
            yield at_row(row, "wrong", ["rolls", "number"], "its rolls are not those of the game", remedy)
        elif self.deep:
            spent, text = battle_luck.derived(self.game, row.number)
            yield from differing(row, {"spent": spent, "rolls": text}, remedy=remedy)

    def _comparison(self, row: Comparison) -> Iterator[Found]:
        remedy = f"manage.py reverify {row.run.ruleset} --version {row.run.version}"
        yield from differing(row, {"older": self.game.version}, remedy=remedy)
        if row.run.ruleset != self.game.ruleset:
            yield at_row(row, "wrong", ["run", "game"], "its run is about another ruleset", remedy)
        done = row.state == JobState.DONE
        if done != bool(row.body):
            yield at_row(row, "wrong", ["state", "body"], "its state and its content contradict each other", remedy)
        if not row.body:
            return
        try:
            found = _COMPARED.decode(row.body)
        except msgspec.MsgspecError as error:
            yield at_row(row, "wrong", ["body"], f"it cannot be read: {error}", remedy)
            return
        derived = {
            "change": found.change, "result_changed": found.result_changed, "steps_changed": len(found.steps),
            "rules": reverify.rules_in(found),
        }  # fmt: skip
        yield from differing(row, derived, remedy=remedy)
        said = found.newer, found.older, found.events
        if said != (row.run.version, row.older, row.number):
            yield at_row(
                row, "wrong", ["run", "older", "number", "body"], "its content is about something else", remedy
            )
        if self.deep:
            yield from self._compared_anew(row, remedy)

    def _compared_anew(self, row: Comparison, remedy: str) -> Iterator[Found]:
        with suppress(rules.RulesError):
            older, newer = self.game.rules, rules.load(row.run.ruleset, row.run.version)
            events = [event for number, event in self.events.items() if number <= row.number]
            body = rules.canonical(compare.compare(older, newer, events)).decode()
            yield from differing(row, {"body": body}, remedy=remedy)


_COMPARED = msgspec.json.Decoder(compare.Comparison)


def _signers(origin: Origin) -> set[str]:
    """The keys that signed what came with a file."""
    with suppress(rules.Malformed):
        lines: list[Any] = selectors.read_lines(origin.trailers)
        return {signed.key for line in lines for signed in getattr(line, "signatures", ())}
    return set()
