"""Every column of the database, by what vouches for it.

evidence    hashed or signed, or stored beside what is: whoever changes it contradicts the rest of the record
projection  follows from evidence, or has to agree with it; `check_records` derives it anew and compares
plain       nobody derives it: what people typed or chose, jobs under way, keys of rows, times of writing

A model has to name every column here (`tests/records/test_columns.py`). What is evidence or a projection has to be
found when somebody changes it (`tests/records/test_flips.py`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from django.apps import apps
from django.db import models

Class: TypeAlias = Literal["evidence", "projection", "plain"]

OTHERS = ("account", "admin", "auth", "contenttypes", "knox", "mfa", "sessions")
"""Apps of others. They hold accounts and their doors, and no record: all of it is plain."""


class Columns(NamedTuple):
    """The columns of a table by class, as names of fields."""

    evidence: str = ""
    projection: str = ""
    plain: str = ""


_ENTRY = "number body hash by type"
_HEAD = "number head finished at line"
_LEAF = "index head number seal"
_JOB = "due attempts error created"

CLASSES: dict[str, Columns] = {
    # keys and people
    "signing.SigningKey": Columns("id public since until endorsed_by endorsement"),
    # Who is behind an opaque id is said here alone, so that it can be forgotten.
    "people.Participant": Columns(plain="id user created erased"),
    # games
    "games.Game": Columns(
        "id copy_of header header_hash number head",
        "ruleset version policy phase round finished winner taken_down",
        "owner title public delay created updated",
    ),
    # Who sits there is said by no event: both sides may be declared by one person.
    "games.Seat": Columns("", "game side name faction", "id user asks_since agreed declared"),
    "games.Event": Columns(f"{_ENTRY} game", "recorded_at", "id key request"),
    # Of a job that is not done, only that it is not; whether it waits or is begun is said here alone.
    "games.Report": Columns(
        "",
        "game number head version state done verdict findings summary",
        f"id {_JOB} holder priority turn asked_by started finished",
    ),
    "games.Chunk": Columns("", "report first last findings", "id state due holder attempts"),
    "games.BattleLuck": Columns("", "game format number head spent rolls", "id due attempts begun"),
    "games.Secret": Columns("side subject value salt commitment", "game number opened", "id created"),
    "games.TakeBack": Columns(
        "",
        "game side since rule reason number head state event",
        "id proposed_by answered_by created answered",
    ),
    "games.StepCall": Columns("", "game ruling", "id step side kind reason user created closed closed_by"),
    # Which side agreed is said here alone.
    "games.Confirmation": Columns("", "game number head", "id side user created"),
    "games.JoinCode": Columns(plain="id game code created expires closed"),
    "games.Guest": Columns(plain="id user game claimed_by claimed"),
    "games.Roster": Columns(
        "file", "sha256 ruleset system name faction points models_count parsed", "id owner file_name created"
    ),
    "games.OwnTable": Columns(plain="id owner ruleset name plan created"),
    # A drawing that is kept for some days and drawn again when somebody asks.
    "games.MovingPicture": Columns(plain=f"id game first last width pace language format state body begun {_JOB}"),
    # What is too much for a request, and its result for an hour.
    "games.QueuedWork": Columns(plain=f"id kind subject asker known game payload result state begun ended {_JOB}"),
    "mail.Mail": Columns(plain="id recipients written attempts due created"),
    # what-ifs and runs
    "branches.Branch": Columns("", "game of after head", "step line seen maker made away"),
    "branches.EngineRun": Columns(plain=f"id branch until seed first done state {_JOB}"),
    "reverify.Run": Columns(
        "",
        "ruleset version state total done changed failed summary",
        f"id created_by started finished holder served {_JOB}",
    ),
    "reverify.Comparison": Columns(
        "",
        "run game number head older state change result_changed steps_changed rules body",
        "id due holder attempts error",
    ),
    # clubs. Texts may have lost a name since an act named their digest.
    "clubs.Club": Columns("id number head", "owner", "slug name about city country website created"),
    "clubs.Membership": Columns("", "club user role", "id shown since"),
    "clubs.JoinRequest": Columns(plain="id club user shown asked"),
    "clubs.ClubAct": Columns(f"{_ENTRY} private club", "recorded_at", "id key request"),
    "clubs.News": Columns("", "id club author title body", "published updated"),
    # Who is behind a typed name is decided in rows that may be undone, by no act.
    "clubs.Regular": Columns(plain="id club person key by created"),
    "clubs.PersonLink": Columns(
        plain="id source target kind state asked_by asked answered_by answered undone_by undone"
    ),
    "clubs.SeatPerson": Columns("", "seat regular person"),
    "clubs.RatingRun": Columns("", "ruleset version", "updated"),
    "clubs.RatedGame": Columns("", "game ruleset head first second winner finished rated"),
    "clubs.RatingPoint": Columns("", "rated person ruleset mu_before sigma_before mu sigma ordinal at", "id"),
    "clubs.Rating": Columns("", "person ruleset mu sigma ordinal uncertain games at", "id"),
    "seasons.Season": Columns("", "id club starts ends rules", "slug title"),
    "seasons.SeasonEvent": Columns("", "season tournament weight", "id"),
    "seasons.RegularEntry": Columns(plain="id regular tournament number board by since ended_by ended"),
    # score sheets
    "sheets.Sheet": Columns("id number head", "entered_by ruleset played standing a b", "public key created"),
    "sheets.SheetAct": Columns(f"{_ENTRY} sheet", "recorded_at", "id key request"),
    "sheets.SheetWords": Columns("sheet number body salt cleared", plain="id"),
    # events
    "tournaments.Tournament": Columns(
        "id number head",
        "title phase ruleset format round entrants capacity place starts ends",
        "slug owner club public trf created updated",
    ),
    "tournaments.Act": Columns(f"{_ENTRY} role tournament", "recorded_at", "id key request"),
    "tournaments.Nameplate": Columns("", "tournament number board user roster", "id name trf"),
    "tournaments.Officer": Columns("", "tournament user role", "id"),
    "tournaments.TableGame": Columns("", "tournament round table board game swapped read", "id due"),
    "tournaments.Webhook": Columns(plain="id tournament url secret wants active failures created"),
    "tournaments.Delivery": Columns(plain=f"id webhook number state status {_JOB}"),
    # what people wrote about battles
    "studies.Study": Columns(
        plain="id game owner title visibility key number seen hidden hidden_at hidden_by created updated"
    ),
    "studies.Note": Columns(plain="id study step text mark drawings seen hidden hidden_at hidden_by"),
    "studies.Chapter": Columns(plain="id study step title seen"),
    # signatures
    "evidence.Checkpoint": Columns(f"{_HEAD} game", plain="id"),
    "evidence.EventCheckpoint": Columns(f"{_HEAD} tournament", plain="id"),
    "evidence.ClubCheckpoint": Columns(f"{_HEAD} club", plain="id"),
    "evidence.Origin": Columns("game number head trailers"),
    "evidence.EventOrigin": Columns("tournament number head trailers"),
    # Whether a battle counts for somebody, and what staff removed, are decisions of people.
    "games.SeatQuestion": Columns(plain="id game side user asked_by asked answer answered allowed"),
    "evidence.Takedown": Columns(plain="game by at reason erased"),
    "evidence.ClockSetBack": Columns("", "kind stream number clock moment", "id"),
    "evidence.Seal": Columns("id title root size at body signatures"),
    "evidence.SealedGame": Columns(f"{_LEAF} game", plain="id"),
    "evidence.SealedEvent": Columns(f"{_LEAF} tournament", plain="id"),
    "evidence.SealedClub": Columns(f"{_LEAF} club", plain="id"),
    # The transparency log is compared with itself and with everything else by `check_log`, which is one of the checks;
    # `tests/transparency` changes its rows and what they speak of.
    "transparency.Leaf": Columns(plain="index kind subject body hash"),
    "transparency.LogHead": Columns(plain="id size root note at"),
    "transparency.TileHash": Columns(plain="id level index hash"),
    "transparency.Subject": Columns(plain="id kind key salt said"),
    "transparency.Mark": Columns(plain="name at"),
    "transparency.Cosignature": Columns(plain="id size root name line at"),
    "transparency.Witness": Columns(plain="id url key asked problem"),
    "transparency.WatchedLog": Columns(plain="id url origin keys root looked problem"),
    "transparency.KeptCheckpoint": Columns(plain="id log size root note at wrong"),
}


def class_of(field: models.Field) -> Class | None:  # type: ignore[type-arg]
    """The class of a column; None if nobody has named it."""
    model = field.model
    if model._meta.app_label in OTHERS:
        return "plain"
    named = CLASSES.get(model._meta.label, Columns())
    found = [name for name in Columns._fields if field.name in getattr(named, name).split()]
    return found[0] if len(found) == 1 else None  # type: ignore[return-value]


def stored_columns() -> list[models.Field]:  # type: ignore[type-arg]
    """Every column of every table."""
    return [field for model in apps.get_models(include_auto_created=True) for field in model._meta.concrete_fields]
