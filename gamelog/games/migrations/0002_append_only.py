"""The database itself refuses to change or delete events, and to change what a game's header says.

The SQL is written out: the triggers that django-pgtrigger makes stand aside for any session that sets the variable
`pgtrigger.ignore`, and that would be a refusal with a door in it.

SQLite deletes the rows that INSERT OR REPLACE replaces without firing DELETE triggers (unless the connection set
`recursive_triggers`), so an INSERT that meets an existing row is refused as well. A later migration that makes SQLite
rebuild one of these tables has to create its triggers again; tests/gamelog/test_append_only.py notices when it did not.
"""

from django.db import migrations

SQLITE = (
    """CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only: UPDATE refused'); END""",
    """CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only: DELETE refused'); END""",
    """CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event
    WHEN EXISTS (SELECT 1 FROM games_event WHERE id = NEW.id
        OR (game_id = NEW.game_id AND (number = NEW.number OR ("key" = NEW."key" AND "key" <> ''))))
    BEGIN SELECT RAISE(ABORT, 'events are append-only: this one is stored already'); END""",
    """CREATE TRIGGER games_game_no_header_update
    BEFORE UPDATE OF id, ruleset, version, policy, header, header_hash ON games_game
    WHEN OLD.id IS NOT NEW.id OR OLD.ruleset IS NOT NEW.ruleset OR OLD.version IS NOT NEW.version
        OR OLD.policy IS NOT NEW.policy OR OLD.header IS NOT NEW.header OR OLD.header_hash IS NOT NEW.header_hash
    BEGIN SELECT RAISE(ABORT, 'a header is never changed'); END""",
    """CREATE TRIGGER games_game_no_delete BEFORE DELETE ON games_game
    WHEN EXISTS (SELECT 1 FROM games_event WHERE game_id = OLD.id)
    BEGIN SELECT RAISE(ABORT, 'a game with events is never deleted'); END""",
    """CREATE TRIGGER games_game_no_replace BEFORE INSERT ON games_game
    WHEN EXISTS (SELECT 1 FROM games_game WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'this game is stored already'); END""",
)

POSTGRES = (
    """CREATE FUNCTION games_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are append-only: % refused', TG_OP USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    """CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_append_only()""",
    """CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only()""",
    """CREATE FUNCTION games_game_header_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a header is never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER games_game_no_header_update BEFORE UPDATE ON games_game FOR EACH ROW
    WHEN ((OLD.id, OLD.ruleset, OLD.version, OLD.policy, OLD.header, OLD.header_hash)
        IS DISTINCT FROM (NEW.id, NEW.ruleset, NEW.version, NEW.policy, NEW.header, NEW.header_hash))
    EXECUTE FUNCTION games_game_header_kept()""",
    """CREATE FUNCTION games_game_with_events_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM games_event WHERE game_id = OLD.id) THEN
            RAISE EXCEPTION 'a game with events is never deleted' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END $$""",
    """CREATE TRIGGER games_game_no_delete BEFORE DELETE ON games_game
    FOR EACH ROW EXECUTE FUNCTION games_game_with_events_kept()""",
)

UNDO_SQLITE = tuple(
    f"DROP TRIGGER {name}"
    for name in (
        "games_event_no_update", "games_event_no_delete", "games_event_no_replace",
        "games_game_no_header_update", "games_game_no_delete", "games_game_no_replace",
    )
)  # fmt: skip
UNDO_POSTGRES = (
    "DROP FUNCTION games_event_append_only() CASCADE",
    "DROP FUNCTION games_game_header_kept() CASCADE",
    "DROP FUNCTION games_game_with_events_kept() CASCADE",
)


def _run(schema_editor, sqlite, postgres):
    for statement in {"sqlite": sqlite, "postgresql": postgres}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def refuse(apps, schema_editor):
    _run(schema_editor, SQLITE, POSTGRES)


def allow(apps, schema_editor):
    _run(schema_editor, UNDO_SQLITE, UNDO_POSTGRES)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(refuse, allow)]
