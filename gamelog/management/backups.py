"""A whole site in one file: the database as it was at one moment, the signing keys, and what both have to amount to.

The file is a tar archive. It holds private keys and people's names: whoever has it has the site.

    manifest.json      what is below; `heads` is a digest over the heads of all streams and the roots of all seals
    database.sqlite3   the database of a site on SQLite, or
    database.pgdump    of one on PostgreSQL, in the custom format of `pg_dump`
    keys/              the folder of the signing keys

A backup is taken while the site runs. On SQLite it is one read of the whole file in one transaction, which holds up no
writer; on PostgreSQL a dump of one snapshot. The digest is computed from that same state.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from gamelog.setup.problem import Problem
from gamelog.setup.services import postgres_binaries

FORMAT = 1
STREAMS = ("games.Game", "tournaments.Tournament", "clubs.Club", "sheets.Sheet")
"""The models that have a head, in the order of the digest."""
SEALS = "evidence.Seal"
SQLITE, DUMP = "database.sqlite3", "database.pgdump"

Rows = Callable[[str], Iterable[Sequence[Any]]]
"""SQL -> its rows."""


class BackupError(Exception):
    """Why a backup cannot be taken or restored; nothing was left half done."""


class Amount(NamedTuple):
    """What a site holds: the number of rows of each kind, and the digest over all heads and roots."""

    counts: dict[str, int]
    heads: str


def amount(rows: Rows) -> Amount:
    """What the database holds that these rows are read from."""
    digest, counts = hashlib.sha256(), {}
    for label in STREAMS:
        model = apps.get_model(label)
        found = sorted((_plain(key), number, head) for key, number, head in rows(_statement(model, "number", "head")))
        counts[model._meta.verbose_name_plural.lower()] = len(found)
        for each in found:
            digest.update(json.dumps([label, *each]).encode() + b"\n")
    seals = sorted((_plain(key), root) for key, root in rows(_statement(apps.get_model(SEALS), "root")))
    counts["seals"] = len(seals)
    for seal in seals:
        digest.update(json.dumps([SEALS, *seal]).encode() + b"\n")
    return Amount(counts, digest.hexdigest())


def _statement(model: Any, *names: str) -> str:
    columns = ", ".join(f'"{model._meta.get_field(name).column}"' for name in (model._meta.pk.name, *names))
    return f'SELECT {columns} FROM "{model._meta.db_table}"'


def _plain(key: Any) -> str:
    """A primary key as both databases have it."""
    return key.hex if isinstance(key, UUID) else str(key)


def amount_now() -> Amount:
    """What this site's database holds."""
    return amount(_rows)


def _rows(statement: str) -> Iterable[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


# taking one


def take(target: Path) -> Amount:
    """Write a backup. Raises: BackupError: the file exists, or the database cannot be read."""
    if target.exists():
        raise BackupError(f"{target} exists: a backup never replaces another one")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as name:
        folder = Path(name)
        found = _copied(folder / SQLITE) if connection.vendor == "sqlite" else _dumped(folder / DUMP)
        keys: Path = settings.KEYS_FOLDER
        if keys.is_dir():
            shutil.copytree(keys, folder / "keys")
        files = sorted(each for each in folder.rglob("*") if each.is_file())
        manifest = {
            "format": FORMAT, "database": connection.vendor, "counts": found.counts, "heads": found.heads,
            "migrations": _migrations(), "files": {str(each.relative_to(folder)): _digest(each) for each in files},
        }  # fmt: skip
        whole = folder / "whole.tar"
        with tarfile.open(whole, "x") as archive:
            _put(archive, "manifest.json", json.dumps(manifest, indent=1).encode(), folder)
            for each in files:
                archive.add(each, str(each.relative_to(folder)))
        whole.chmod(0o600)
        with whole.open("rb") as written:
            os.fsync(written.fileno())
        try:
            os.link(whole, target)
        except FileExistsError as error:
            raise BackupError(f"{target} exists: a backup never replaces another one") from error
    return found


def _put(archive: tarfile.TarFile, name: str, data: bytes, folder: Path) -> None:
    path = folder / name
    path.write_bytes(data)
    archive.add(path, name)


def _copied(target: Path) -> Amount:
    """Copy a SQLite database in one transaction."""
    with (
        closing(sqlite3.connect(f"file:{connection.settings_dict['NAME']}?mode=ro", uri=True, timeout=20)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
        if (damage := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise BackupError(f"the database is damaged: {damage}")
        return amount(lambda statement: copy.execute(statement).fetchall())


def _dumped(target: Path) -> Amount:
    """Dump one snapshot of a PostgreSQL database."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}",
             f"--file={target}")  # fmt: skip
        return amount(_rows)


def _run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on this site's database."""
    found = connection.settings_dict
    environment = {
        **os.environ, "PGHOST": str(found["HOST"]), "PGPORT": str(found["PORT"] or ""), "PGUSER": str(found["USER"]),
        "PGPASSWORD": str(found["PASSWORD"]), "PGDATABASE": str(found["NAME"]),
    }  # fmt: skip
    done = subprocess.run([_program(program), *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()[-2000:]}")


def _program(name: str) -> str:
    """A program of PostgreSQL: that of the embedded server or of `GAMELOG_PG_BIN`, else the installed one."""
    try:
        return str(postgres_binaries() / name)
    except Problem as error:
        found = shutil.which(name)
        if found is None:
            raise BackupError(f"{name} is not installed: {error}") from error
        return found


def _migrations() -> dict[str, str]:
    """The last migration of each app, by which a restored database is known to fit the program."""
    found = MigrationRecorder(connection).applied_migrations()
    return {app: max(name for one, name in found if one == app) for app in sorted({app for app, _ in found})}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# restoring one


def restore(source: Path) -> Amount:
    """Fill an empty site from a backup: everything is checked first, then the database is filled and the keys are put.

    Raises: BackupError: it is no backup, it is damaged, it is of another kind of database, or the site is not empty.
    """
    with tempfile.TemporaryDirectory(prefix="gamelog-restore-") as name:
        folder = Path(name)
        manifest = _unpacked(source, folder)
        if manifest["database"] != connection.vendor:
            raise BackupError(f"this is a backup of {manifest['database']}, and the site runs on {connection.vendor}")
        if connection.introspection.table_names():
            raise BackupError("the database is not empty: restore into a new one")
        keys, own = folder / "keys", Path(settings.KEYS_FOLDER)
        if keys.is_dir() and own.is_dir() and any(own.iterdir()) and not _same(keys, own):
            raise BackupError(f"{own} holds other keys: move them away first")
        if connection.vendor == "sqlite":
            _put_back(folder / SQLITE)
        else:
            _run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction",
                 f"--dbname={connection.settings_dict['NAME']}", str(folder / DUMP))  # fmt: skip
        if keys.is_dir():
            shutil.copytree(keys, own, dirs_exist_ok=True)
    found = amount_now()
    if found != Amount(manifest["counts"], manifest["heads"]):
        raise BackupError(f"the restored site holds {found}, and the backup {manifest['counts']}, {manifest['heads']}")
    return found


def _unpacked(source: Path, folder: Path) -> dict[str, Any]:
    try:
        with tarfile.open(source) as archive:
            archive.extractall(folder, filter="data")
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
        found, files = manifest["format"], manifest["files"].items()
    except (tarfile.TarError, OSError, ValueError, KeyError, TypeError, AttributeError, EOFError) as error:
        raise BackupError(f"{source} is no whole backup: {error}") from error
    if found != FORMAT:
        raise BackupError(f"{source} is a backup of format {found}, and this program reads {FORMAT}")
    for path, digest in files:
        if not (folder / path).is_file() or _digest(folder / path) != digest:
            raise BackupError(f"{source} is damaged: {path} is not what was written")
    return manifest


def _same(one: Path, other: Path) -> bool:
    def held(folder: Path) -> dict[str, bytes]:
        return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}

    return held(one) == held(other)


def _put_back(copy: Path) -> None:
    """Fill the empty SQLite database of this site."""
    connection.close()
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(connection.settings_dict["NAME"])) as own:
        source.backup(own)
