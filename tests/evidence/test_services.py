"""Keys, signed heads and seals of this site; files that are exported and imported without losing a byte; append-only
tables.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

import rules
from gamelog.evidence import selectors, services
from gamelog.evidence.models import Checkpoint, Seal
from gamelog.games.models import Event, Game
from gamelog.games.services import event_append, game_create, game_import
from gamelog.signing import keys
from gamelog.signing.models import SigningKey
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_current, key_rotate
from tests.evidence.signed import issued, seal, seal_line, signed, small, whole

pytestmark = [pytest.mark.storage, pytest.mark.usefixtures("own_keys")]

Recorded = Callable[[rules.GameFile], Game]


def exported(game: Game, states: bool = False) -> rules.GameFile:
    data = services.file_of(Game.objects.get(pk=game.pk), states)
    file = rules.read_game(data)
    assert (file.findings, file.dump()) == ([], data)
    return file


# keys


def test_the_first_key_is_made_once_and_found_again(db: None) -> None:
    key = key_current()
    assert key_current() == key
    assert (key.until, key.endorsed_by) == ("", key.pk)
    SigningKey.objects.all().delete()
    assert key_current() == key, "a lost database finds its keys again"
    assert keys.public_ids() == {key.pk}


def test_old_signatures_stay_valid_when_keys_change(recorded: Recorded) -> None:
    before = recorded(whole(1))
    old = key_current()
    call_command("rotate_key")
    new = key_current()
    after = recorded(whole(2))
    assert new.endorsed_by == old.pk != new.pk
    assert SigningKey.objects.get(pk=old.pk).until == new.since
    SigningKey.objects.all().delete()
    key_current()
    published = keys_published()
    assert [key.id for key in published] == [old.pk, new.pk]
    for game, signer in ((before, old), (after, new)):
        found = rules.check(exported(game), published)
        assert (found.signature, found.keys, found.findings) == ("trusted", (signer.pk,), ())
        assert rules.check(exported(game)).signature == "valid"
        assert selectors.record_findings(game) == []


def test_a_game_begun_under_one_key_and_ended_under_the_next(recorded: Recorded, owner: User) -> None:
    game = game_create(owner=owner, ruleset="kt")
    old, new = key_current(), key_rotate()
    event_append(game_id=game.pk, expected=0, declaration=whole().events[0].declaration(), actor=owner)
    file = exported(game)
    assert file.header.issuer == old.pk
    assert [key.id for key in file.keys] == [old.pk, new.pk]
    found = rules.check(file)
    assert (found.signature, found.keys, found.findings) == ("valid", (new.pk,), ())


# heads


def test_a_head_is_signed_when_a_game_ends_and_once(recorded: Recorded) -> None:
    game = recorded(whole())
    row = Checkpoint.objects.get()
    assert (row.number, row.head, row.finished) == (game.number, game.head, True)
    assert services.sign_head(game) == services.checkpoint_of(game) == row
    assert exported(game).dump() == exported(game).dump()


def test_the_head_of_a_game_that_goes_on_is_signed_when_somebody_takes_it_along(recorded: Recorded) -> None:
    game = recorded(small(2))
    assert not Checkpoint.objects.exists()
    file = exported(game)
    assert file.checkpoint is not None
    assert (file.checkpoint.checkpoint.finished, file.checkpoint.checkpoint.number) == (False, game.number)
    assert rules.check(file, keys_published()).findings == ()
    assert selectors.record_findings(game) == []


def test_digests_of_positions_are_made_on_demand(recorded: Recorded) -> None:
    game = recorded(whole())
    assert rules.check(exported(game, states=True)).states == "match"
    assert rules.check(exported(game)).states == "absent"


# export and import


def forget(game: Game) -> None:
    """Delete it without a trace. Its triggers have to be switched off."""
    with connection.cursor() as cursor:
        for table in ("evidence_sealedgame", "evidence_seal", "evidence_checkpoint", "evidence_origin", "games_event",
                      "games_chunk", "games_report", "games_seat", "games_game", "evidence_signingkey"):  # fmt: skip
            cursor.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("states", [False, True])
@pytest.mark.parametrize("other_keys", [False, True], ids=["same keys", "another site"])
def test_database_file_database_file(
    states: bool, other_keys: bool, recorded: Recorded, owner: User, unlocked: None, settings: Any, tmp_path: Path
) -> None:
    games = [recorded(whole(1)), recorded(whole(2))]
    key_rotate()
    services.seal_create(title="Весна «open»", games=games)
    services.seal_create(title="Season", games=games)
    files = [exported(game, states).dump() for game in games]
    published = keys_published()
    for game in games:
        forget(game)
    if other_keys:
        settings.KEYS_FOLDER = tmp_path / "other"
    for data in files:
        game = game_import(data=data, owner=owner).game
        assert exported(game, states).dump() == data
        assert selectors.record_findings(game) == []
        found = rules.check(exported(game), published)
        assert [found.signature, *(each.standing for each in found.seals)] == ["trusted"] * 3
        assert not Checkpoint.objects.exists(), "what came from elsewhere is not signed here"


def test_a_foreign_file_comes_back_and_may_be_sealed_here(owner: User) -> None:
    foreign = signed(whole(3))
    foreign.seals = [seal_line(seal([whole(3)]), 0)]
    game = game_import(data=foreign.dump(), owner=owner).game
    assert exported(game).dump() == foreign.dump()
    made = services.seal_create(title="Here too", games=[game])
    file = exported(game)
    assert [line.seal.title for line in file.seals] == ["Spring open", "Here too"]
    assert (file.checkpoint, file.keys[:1]) == (foreign.checkpoint, foreign.keys)
    found = rules.check(file, keys_published(), selectors.seal_published(made))
    assert [each.standing for each in found.seals] == ["valid", "trusted"]


@pytest.mark.parametrize("change", ["unsigned", "cut", "as ours"])
def test_a_file_without_a_signature_is_stored_as_it_is_and_not_signed(change: str, owner: User) -> None:
    file = issued(whole(2), "") if change == "unsigned" else issued(whole(2))
    if change == "as ours":
        made = rules.GameFile(rules.Header(game="claimed", ruleset="kt", version=file.header.version,
                                           issuer=key_current().pk))  # fmt: skip
        for event in file.events:
            made.records.append(rules.seal(rules.make_event(
                event.number, event.declaration(), event.effects, made.head)))  # fmt: skip
        file = made
    game = game_import(data=file.dump(), owner=owner).game
    assert exported(game).dump() == file.dump()
    assert selectors.record_findings(game) == [], "anybody can write our key into a header"


# seals


def test_a_seal_over_finished_games(recorded: Recorded) -> None:
    games = [recorded(whole(seed)) for seed in (1, 2, 3)]
    call_command("seal", *[str(game.pk) for game in games], title="Open")
    row = Seal.objects.get()
    published = selectors.seal_published(row)
    assert (published.seal.size, len(published.games), row.title) == (3, 3, "Open")
    for game in games:
        found = rules.check(exported(game), keys_published(), published)
        assert ([each.standing for each in found.seals], found.findings) == (["trusted"], ())


def test_what_cannot_be_sealed(recorded: Recorded, unlocked: None) -> None:
    whole_game, going_on, changed = recorded(whole(1)), recorded(small(2)), recorded(whole(2))
    Event.objects.filter(game=changed, number=3).update(by="z")
    for games, reason in (
        ([], "1 to"), ([whole_game, whole_game], "twice"), ([whole_game, going_on], "not finished"),
        ([whole_game, changed], "is not what was recorded"),
    ):  # fmt: skip
        with pytest.raises(services.NotSealable, match=reason):
            services.seal_create(title="x", games=games)
    with pytest.raises(rules.Malformed):
        services.seal_create(title="x" * 201, games=[whole_game])
    with pytest.raises(CommandError, match="no game"):
        call_command("seal", "7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11", title="x")
    assert not Seal.objects.exists()


# append-only


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE evidence_checkpoint SET line = 'x'",
        "DELETE FROM evidence_checkpoint",
        "UPDATE evidence_seal SET root = 'x'",
        "DELETE FROM evidence_sealedgame",
        "UPDATE evidence_sealedgame SET number = 1",
        "UPDATE evidence_origin SET trailers = ''",
        "DELETE FROM evidence_origin",
        "INSERT OR REPLACE INTO evidence_checkpoint SELECT * FROM evidence_checkpoint",
        "INSERT OR REPLACE INTO evidence_origin SELECT * FROM evidence_origin",
        "INSERT OR REPLACE INTO evidence_sealedgame SELECT * FROM evidence_sealedgame",
        "TRUNCATE evidence_checkpoint",
        "TRUNCATE evidence_seal CASCADE",
    ],
)
def test_evidence_is_never_changed(statement: str, recorded: Recorded, owner: User) -> None:
    if connection.vendor != ("sqlite" if "REPLACE" in statement else "postgresql") and statement[0] in "IT":
        pytest.skip("a statement of the other database")
    services.seal_create(title="x", games=[recorded(whole(1))])
    game_import(data=signed(whole(3)).dump(), owner=owner)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
