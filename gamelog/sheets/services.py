"""Writing score sheets. Every function is one transaction; what is stored once is never changed.

A writer locks the sheet's row first and only then reads what it decides on. The same act twice is one act.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import msgspec
from django.contrib.auth.models import User

from gamelog.contest.errors import Refused
from gamelog.games.access import Actor
from gamelog.people.models import Participant
from gamelog.people.services import participant_of
from gamelog.sheets import access, acts, selectors
from gamelog.sheets.acts import SIDES, SheetState, Words
from gamelog.sheets.errors import StaleSheet
from gamelog.sheets.models import Sheet, SheetAct, SheetWords
from gamelog.sheets.streams import SHEETS
from gamelog.sheets.wanted import Judged, SheetWanted, judged, reason_of
from gamelog.streams.errors import KeyReused
from gamelog.streams.store import Draft, moment, require_key, store, writing
from rules import canonical
from rules.kernel.canonical import tag_of

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


def sheet_enter(*, actor: Actor, wanted: SheetWanted, public: bool = True, key: str = "") -> tuple[Sheet, bool]:
    """Enter a battle from paper. The second value tells whether it is new: a retry with the same key returns the sheet.

    Raises:
        PermissionDenied: nobody is logged in, or it is a guest.
        Refused: as `wanted.judged`.
        rules.Malformed: the key is too long.
        KeyReused: the key belongs to another sheet of the same author.
    """
    user = access.require_account(actor)
    require_key(key)
    found = judged(wanted, user)
    with writing():
        # Two requests with one key wait for each other here: there is no row of the sheet yet.
        author = Participant.objects.select_for_update().get(pk=participant_of(user))
        known = Sheet.objects.filter(entered_by=user, key=key).first() if key else None
        if known is not None:
            _require_same(known, found, key)
            return known, False
        sheet = Sheet(entered_by=user, public=public, key=key, ruleset=found.battle.ruleset, played=_day(found))
        sheet.save(force_insert=True)
        _store_version(sheet, found, found.words, author.pk)
    return sheet, True


def sheet_correct(*, sheet: Sheet, actor: Actor, version: int, wanted: SheetWanted, reason: str) -> Sheet:
    """Have a sheet say something else. What it says already is no correction.

    Raises:
        PermissionDenied: the actor has no part in the sheet.
        Refused: as `wanted.judged`; `no-reason`; `withdrawn`; `players-stay`: somebody other than the author
            of the sheet names other players.
        StaleSheet: the sheet was corrected after `version`.
    """
    why = reason_of(reason)
    with _locked(sheet) as row:
        user = access.require_corrects(actor, row)
        state = _open(row)
        found = judged(wanted, user, (row.a, row.b))
        if not access.runs(user, row):
            _require_players(row, state, found)
        same = (state.battle, _bare(selectors.words_at(row, state.version))) == (_dated(found, state), found.words)
        if not same:
            _require_version(state, version)
            words = msgspec.structs.replace(found.words, reason=why)
            _store_version(row, found, words, participant_of(user))
    return row


def sheet_confirm(*, sheet: Sheet, actor: Actor, version: int) -> Sheet:
    """Have the actor's side agree with a version. Raises: PermissionDenied, Refused `withdrawn`, StaleSheet."""
    with _locked(sheet) as row:
        side, state = access.require_side(actor, row), _open(row)
        _require_version(state, version)
        if side not in state.confirmed:
            _store(row, acts.Confirmed(side, version), participant_of(access.require_account(actor)))
    return row


def sheet_dispute(*, sheet: Sheet, actor: Actor, version: int, reason: str) -> Sheet:
    """Have the actor's side say that a version is wrong. Raises: as `sheet_confirm`, and Refused `no-reason`."""
    words = Words(reason=reason_of(reason))
    with _locked(sheet) as row:
        side, state = access.require_side(actor, row), _open(row)
        _require_version(state, version)
        known = state.disputed.get(side)
        if known is None or selectors.words_at(row, known) != words:
            salt = _salt()
            act = acts.Disputed(side, version, words.digest(salt))
            _store(row, act, participant_of(access.require_account(actor)), words, salt)
    return row


def sheet_withdraw(*, sheet: Sheet, actor: Actor, reason: str) -> Sheet:
    """Take a sheet back that should not have been entered; doing it again changes nothing.

    Raises: PermissionDenied: the actor did not enter it; Refused `no-reason`.
    """
    words = Words(reason=reason_of(reason))
    with _locked(sheet) as row:
        user = access.require_runs(actor, row)
        if not selectors.state_of(row).withdrawn:
            salt = _salt()
            _store(row, acts.Withdrawn(words.digest(salt)), participant_of(user), words, salt)
    return row


# parts


@contextmanager
def _locked(sheet: Sheet) -> Iterator[Sheet]:
    with writing():
        yield SHEETS.lock(sheet.pk)


def _open(sheet: Sheet) -> SheetState:
    state = selectors.state_of(sheet)
    if state.withdrawn:
        raise Refused("withdrawn", "$", "the sheet is withdrawn")
    return state


def _require_version(state: SheetState, version: int) -> None:
    if version != state.version:
        raise StaleSheet(version, state.version)


def _require_players(sheet: Sheet, state: SheetState, found: Judged) -> None:
    known = selectors.words_at(sheet, state.version)
    for side in SIDES:
        before = getattr(state.battle, side), getattr(known, side).name
        if before != (getattr(found.battle, side), getattr(found.words, side).name):
            raise Refused("players-stay", f"$.{side}", "only the person who entered the sheet changes who played")


def _require_same(sheet: Sheet, found: Judged, key: str) -> None:
    first = selectors.entries_of(sheet)[0].act
    assert isinstance(first, acts.Entered)
    if (first.battle, selectors.words_at(sheet, 1)) != (found.battle, found.words):
        raise KeyReused(key, 1)


def _dated(found: Judged, state: SheetState) -> acts.Battle:
    """The battle as it would be stored under the version of the rules that the sheet has."""
    same = found.battle.ruleset == state.battle.ruleset
    return msgspec.structs.replace(found.battle, version=state.battle.version) if same else found.battle


def _bare(words: Words) -> Words:
    return msgspec.structs.replace(words, reason="")


def _day(found: Judged) -> date:
    return date.fromisoformat(found.battle.played)


def _salt() -> str:
    return secrets.token_hex(16)


def _store_version(sheet: Sheet, found: Judged, words: Words, by: str) -> None:
    salt, kind = _salt(), acts.Corrected if sheet.number else acts.Entered
    sheet.ruleset, sheet.played = found.battle.ruleset, _day(found)
    sheet.a, sheet.b = found.players["a"], found.players["b"]
    _store(sheet, kind(found.battle, words.digest(salt)), by, words, salt)


def _store(sheet: Sheet, act: acts.Act, by: str, words: Words | None = None, salt: str = "") -> SheetAct:
    now = moment(SHEETS, sheet)
    entry = acts.SheetEntry(sheet.number + 1, act, now.strftime("%Y-%m-%dT%H:%M:%SZ"), by, previous=sheet.head)
    row = store(SHEETS, sheet, Draft(entry.bytes(), tag_of(act), by, now))
    if words is not None:
        SheetWords.objects.create(sheet=sheet, number=row.number, body=canonical(words).decode(), salt=salt)
    sheet.standing = selectors.state_of(sheet).standing
    sheet.save(update_fields=["number", "head", "standing", "ruleset", "played", "a", "b"])
    return row


# forgetting


def person_forget(user: User, known: re.Pattern[str] | None) -> int:
    """Take a name out of the texts of the sheets that somebody has to do with; returns in how many acts it stood.

    `known` finds the name. Acts keep the opaque id and a digest, of which the salt is deleted.
    """
    if known is None:
        return 0
    with writing():
        about = selectors.sheets_around(user)
        list(Sheet.objects.select_for_update().filter(pk__in=about).order_by("pk"))
        found = [row for row in SheetWords.objects.filter(sheet__in=about) if _clear(row, known)]
    return len(found)


def _clear(row: SheetWords, known: re.Pattern[str]) -> bool:
    plain = msgspec.json.decode(row.body)
    cleared = _without(plain, known)
    if cleared == plain:
        return False
    row.body, row.salt, row.cleared = canonical(cleared).decode(), "", True
    row.save(update_fields=["body", "salt", "cleared"])
    return True


def _without(value: object, known: re.Pattern[str]) -> object:
    if isinstance(value, dict):
        return {key: _without(each, known) for key, each in value.items()}
    if isinstance(value, list):
        return [_without(each, known) for each in value]
    if not isinstance(value, str):
        return value
    text = unicodedata.normalize("NFKC", value)
    return known.sub("игрок" if _CYRILLIC.search(text) else "a player", text) if known.search(text) else value
