"""What belongs to no single game: signing keys, seals, rosters, and runs that compare versions of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from django.db.models import Count, Q

import rules
from gamelog.evidence import clubs, events, selectors
from gamelog.evidence.models import Seal, SealedHead
from gamelog.games import selectors as games
from gamelog.games.models import JobState, Roster
from gamelog.records.findings import Checked, Found, Subject, at_row, differing
from gamelog.reverify import selectors as reverify
from gamelog.reverify.models import Change, Run
from gamelog.signing import keys as kept
from gamelog.signing.models import SigningKey
from gamelog.signing.selectors import key_of, keys_published
from gamelog.streams.models import column
from gamelog.transparency import checking
from gamelog.transparency.models import LogHead
from rules import evidence, trailers

# keys


def check_keys(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these signing keys."""
    rows = SigningKey.objects.in_bulk()
    here = {each.key.id: each.key for each in _kept()}
    for key in keys:
        if key in rows:
            yield Subject("key", key, key), list(_key(rows[key], rows, here))


def _kept() -> list[kept.Secret]:
    """The key pairs of this server; none if it has no such folder, or not all of it can be read."""
    with suppress(OSError, rules.Malformed):
        return kept.kept() if kept.public_ids() else []
    return []


def _key(row: SigningKey, rows: dict[str, SigningKey], here: dict[str, trailers.Key]) -> Iterator[Found]:
    key = key_of(row)
    if not trailers.is_named_right(key):
        yield at_row(row, "broken", ["id", "public"], "its id is not that of its public key")
    by = rows.get(row.endorsed_by)
    if by is None or not evidence.verifies(key_of(by), row.endorsement, key.endorsed_bytes(by.pk)):
        columns = ["id", "public", "since", "endorsed_by", "endorsement"]
        yield at_row(row, "broken", columns, "the key that is to vouch for it does not")
    followed = min((each.since for each in rows.values() if each.endorsed_by == row.pk != each.pk), default="")
    yield from differing(row, {"until": followed}, "broken")
    if here and row.pk not in here:
        yield at_row(row, "broken", ["id"], "it stands in the database and is not one of this server's")
    elif row.pk in here:
        mine = here[row.pk]
        assert mine.endorsed
        derived = {
            "public": mine.public, "since": mine.since, "endorsed_by": mine.endorsed.by,
            "endorsement": mine.endorsed.signature,
        }  # fmt: skip
        yield from differing(row, derived, "broken")


# seals


def check_log(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What the transparency log, whose newest head is among these, says otherwise than the database, as `check_log`."""
    for head in LogHead.objects.filter(pk__in=keys):
        found = [at_row(head, "broken", [], each.line()) for each in checking.findings()]
        yield Subject("log", str(head.pk), f"over {head.size} entries"), found


def check_seals(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these seals: their columns, signatures and trees, and the heads under them."""
    rows = Seal.objects.in_bulk(keys)
    for key in keys:
        if key in rows:
            yield Subject("seal", str(key), rows[key].title), list(_seal(rows[key]))


def _seal(row: Seal) -> Iterator[Found]:
    leaves = [*row.games.order_by("index"), *row.events.order_by("index"), *row.clubs.order_by("index")]
    mixed = len({type(leaf) for leaf in leaves}) > 1
    for place, leaf in enumerate(leaves):
        if mixed:
            yield at_row(leaf, "broken", ["seal"], "a seal is over games, over events or over clubs, not over several")
        elif leaf.index != place:
            yield at_row(leaf, "broken", ["seal", "index"], f"it stands at place {leaf.index}, and comes as {place}")
        elif place >= row.size:
            yield at_row(leaf, "broken", ["seal", "index"], f"the seal is over {row.size} only")
        yield from _leaf(leaf)
    try:
        found = _published(row)
    except rules.Malformed as error:
        yield at_row(row, "broken", ["body", "signatures"], f"it cannot be read: {error}")
        return
    said = found.seal
    derived = {"title": said.title, "root": said.root, "size": said.size, "at": said.at}
    yield from differing(row, derived, "broken")
    if said.id != str(row.pk):
        yield at_row(row, "broken", ["id"], "it is signed under another id")
    if (rules.canonical(said), rules.canonical(found.signatures)) != (row.body.encode(), row.signatures.encode()):
        yield at_row(row, "broken", ["body", "signatures"], "it is not written canonically")
    for text in evidence.seal_problems(found, keys_published()):
        yield at_row(row, "broken", ["body", "signatures"], text)


def _published(row: Seal) -> rules.PublishedSeal:
    """A seal with its leaves, of whatever kind. Raises: rules.Malformed."""
    if row.events.exists():
        other: Any = events.seal_published(row)
        leaves = other.events
    elif row.clubs.exists():
        other = clubs.EVIDENCE.seal_published(row)
        leaves = other.clubs
    else:
        return selectors.seal_published(row)
    return rules.PublishedSeal(seal=other.seal, signatures=other.signatures, games=leaves)


def _leaf(leaf: SealedHead) -> Iterator[Found]:
    name = next(each for each in ("game", "tournament", "club") if hasattr(leaf, each))
    stream: Any = getattr(leaf, name)
    entries = stream.events if name == "game" else stream.acts
    start = rules.digest(stream.header.encode()) if name == "game" else ""
    held = entries.filter(number=leaf.number).values_list("hash", flat=True).first() if leaf.number else start
    if held != leaf.head:
        yield at_row(leaf, "broken", [name, "number", "head"], "this head is none of the stored chain")


# rosters


def check_rosters(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these rosters. With `deep` their files are read anew."""
    for row in Roster.objects.filter(pk__in=keys).order_by("pk"):
        yield Subject("roster", str(row.pk), row.name), list(_roster(row, deep))


def _roster(row: Roster, deep: bool) -> Iterator[Found]:
    data = bytes(row.file)
    if sha256(data).hexdigest() != row.sha256:
        yield at_row(row, "broken", ["file", "sha256"], "the file is not the one with this digest")
    try:
        parsed = games.sheets_of(row)
    except msgspec.MsgspecError as error:
        yield at_row(row, "wrong", ["parsed"], f"it cannot be read: {error}")
        return
    derived: dict[str, Any] = {
        "name": column(parsed.name, 200), "system": column(parsed.system, 40),
        "faction": column(parsed.faction, 200), "points": parsed.points, "models_count": len(parsed.models),
    }  # fmt: skip
    yield from differing(row, derived)
    if deep:
        text = "today it is read otherwise"
        try:
            ruleset, again = rules.read_roster(data, row.file_name)
        except rules.Malformed as error:
            yield at_row(row, "remark", ["file", "parsed"], f"{text}: {error}")
            return
        if ruleset.id != row.ruleset:
            yield at_row(row, "remark", ["ruleset"], text)
        if rules.canonical(again).decode() != row.parsed:
            yield at_row(row, "remark", ["parsed"], text)


# runs that compare versions


def check_runs(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with the sums of these runs; each comparison is checked with its game."""
    for row in Run.objects.filter(pk__in=keys).order_by("pk"):
        yield Subject("run", str(row.pk), f"{row.ruleset} {row.version}"), list(_run(row))


def _run(row: Run) -> Iterator[Found]:
    remedy = f"manage.py reverify {row.ruleset} --version {row.version}"
    ended = Q(state__in=(JobState.DONE, JobState.FAILED))
    sums = row.comparisons.aggregate(
        total=Count("pk"), done=Count("pk", filter=ended), failed=Count("pk", filter=Q(state=JobState.FAILED)),
        changed=Count("pk", filter=Q(state=JobState.DONE) & ~Q(change=Change.SAME)),
    )  # fmt: skip
    yield from differing(row, sums, remedy=remedy)
    try:
        rules.load(row.ruleset, row.version)
    except rules.Malformed:
        yield at_row(row, "wrong", ["ruleset", "version"], "there is no such version of the rules", remedy)
    about = row.comparisons.exclude(game__ruleset=row.ruleset).exists()
    if about:
        yield at_row(row, "wrong", ["ruleset"], "its games are of another ruleset", remedy)
    for comparison in row.comparisons.filter(state=JobState.DONE).exclude(body__contains=f'"newer":"{row.version}"')[
        :1
    ]:
        yield at_row(row, "wrong", ["version"], f"comparison {comparison.pk} is with another version", remedy)
    over = row.finished is not None
    if (row.state in (JobState.DONE, JobState.FAILED)) != over:
        yield at_row(row, "wrong", ["state"], "its state and the time of its end contradict each other", remedy)
    if row.state == JobState.DONE:
        yield from differing(row, {"summary": rules.canonical(reverify.counted(row)).decode()}, remedy=remedy)
