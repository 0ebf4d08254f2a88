"""Everything the site holds about a user, as one zip file.

`account.json` holds the account, the tables they drew, their studies and a table of contents; `rosters/` has the files
as they were uploaded, `games/` the game files of all games they play or run, `what-ifs/` those of what they tried out,
`sheets/` the score sheets entered from paper. Times in the archive are left out, so that the same data gives the same
bytes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import FileResponse
from knox.models import AuthToken

from gamelog.branches.models import Branch
from gamelog.branches.selectors import branches_of
from gamelog.clubs import selectors as clubs
from gamelog.evidence.services import file_of
from gamelog.games.models import Confirmation, Game, Guest, OwnTable, Roster, SeatQuestion, StepCall
from gamelog.games.selectors import games_of
from gamelog.people import selectors
from gamelog.seasons import regulars
from gamelog.sheets import selectors as sheets
from gamelog.sheets.access import sheets_of
from gamelog.sheets.files import file_of as sheet_file_of
from gamelog.studies import selectors as studies

ZIP = "application/zip"


def answer(user: User) -> FileResponse:
    """The archive as an uncacheable response; its temporary file is deleted once it is sent."""
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it
    write(user, file)
    file.seek(0)
    return FileResponse(
        file, as_attachment=True, filename="my-data.zip", content_type=ZIP, headers={"Cache-Control": "no-store"}
    )


def write(user: User, target: IO[bytes]) -> None:
    """Write the archive into an open binary file; games and rosters are streamed one at a time."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "account.json", msgspec.json.format(msgspec.json.encode(account(user)), indent=2))
        for roster in user.rosters.order_by("created", "pk").iterator(20):
            _add(archive, roster_path(roster), bytes(roster.file))
        for game in games_of(user):
            _add(archive, game_path(game), file_of(game))
        for branch in branches_of(user, all_of_them=True):
            _add(archive, branch_path(branch), file_of(branch.game))
        for sheet in sheets_of(user):
            _add(archive, sheets.sheet_path(sheet), sheet_file_of(sheet))


def _add(archive: zipfile.ZipFile, path: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(path)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    archive.writestr(entry, data)


def account(user: User) -> dict[str, Any]:
    """The site's data about an account and everything that belongs to it, except passwords, keys and tokens
    themselves.
    """
    addresses = EmailAddress.objects.filter(user=user).order_by("email")
    return {
        "username": user.username, "email": user.email, "first_name": user.first_name, "last_name": user.last_name,
        "joined": user.date_joined, "last_login": user.last_login, "staff": user.is_staff,
        "participant": selectors.participant_id(user),
        "guest_participants": list(_as_guest(user)),
        "addresses": list(addresses.values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "tokens": list(AuthToken.objects.filter(user=user).values("created", "expiry")),
        "rosters": [_roster(roster) for roster in user.rosters.defer("file", "parsed").order_by("created", "pk")],
        "tables": [_own_table(table) for table in user.own_tables.order_by("created", "pk")],
        "games": list(_games(user)),
        "what_ifs": list(_what_ifs(user)),
        "sheets": sheets.export_of(user),
        "calls": list(_calls(user)),
        "confirmations": list(Confirmation.objects.filter(user=user).values("game", "side", "number", "created")),
        "seat_questions": list(
            SeatQuestion.objects.filter(user=user).values("game", "side", "asked", "answer", "answered")
        ),
        "events": list(_events(user)),
        "clubs": clubs.export_of(user),
        "claims": regulars.export_of(user),
        "studies": studies.export_of(user),
    }  # fmt: skip


def _as_guest(user: User) -> Iterator[str]:
    """The opaque ids under which they played as a guest, in seats that they claimed later."""
    rows = Guest.objects.filter(claimed_by=user).order_by("claimed", "pk").select_related("user")
    return filter(None, (selectors.participant_id(row.user) for row in rows))


def _roster(roster: Roster) -> dict[str, Any]:
    return {
        "file": roster_path(roster), "name": roster.name, "faction": roster.faction, "points": roster.points,
        "sha256": roster.sha256, "uploaded": roster.created,
    }  # fmt: skip


def _own_table(table: OwnTable) -> dict[str, Any]:
    """A table that they drew and keep."""
    return {
        "ruleset": table.ruleset, "name": table.name, "made": table.created, "plan": msgspec.Raw(table.plan.encode()),
    }  # fmt: skip


def _games(user: User) -> Iterator[dict[str, Any]]:
    for game in games_of(user).prefetch_related("seats"):
        seats = [seat.side for seat in game.seats.all() if seat.user_id == user.pk]
        yield {
            "file": game_path(game), "id": game.pk, "title": game.title, "public": game.public,
            "runs": game.owner_id == user.pk, "plays": seats,
            "finished": game.finished, "winner": game.winner, "created": game.created, "head": game.head,
        }  # fmt: skip


def _what_ifs(user: User) -> Iterator[dict[str, Any]]:
    """What they tried out, with what they put away again."""
    for branch in branches_of(user, all_of_them=True):
        yield {
            "file": branch_path(branch), "id": branch.pk, "of": branch.of_id, "after": branch.after,
            "made": branch.made, "away": branch.away, "head": branch.game.head,
        }  # fmt: skip


def _calls(user: User) -> Iterator[dict[str, Any]]:
    """The steps that they disputed, or about which they called a judge."""
    for row in StepCall.objects.filter(user=user).order_by("created", "pk"):
        yield {"game": row.game_id, "step": row.step, "kind": row.kind, "reason": row.reason, "made": row.created}


def _events(user: User) -> Iterator[dict[str, Any]]:
    for plate in user.nameplates.select_related("tournament").order_by("tournament__created", "number", "board"):
        yield {
            "event": plate.tournament.slug, "title": plate.tournament.title, "entrant": plate.number,
            "board": plate.board, "name": plate.name, "trf": plate.trf or {},
        }  # fmt: skip
    for office in user.offices.select_related("tournament").order_by("tournament__created", "role"):
        yield {"event": office.tournament.slug, "title": office.tournament.title, "office": office.role}


def roster_path(roster: Roster) -> str:
    """The path of a roster in the archive; the id keeps two files of the same name apart."""
    name = re.sub(r"[^\w.() -]", "_", roster.file_name).strip(". ")
    return f"rosters/{roster.pk}/{name or 'roster'}"


def game_path(game: Game) -> str:
    return f"games/{game.ruleset}-{game.pk}.jsonl"


def branch_path(branch: Branch) -> str:
    return f"what-ifs/{branch.game.ruleset}-{branch.pk}.jsonl"
