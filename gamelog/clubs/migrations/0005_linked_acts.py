"""Acts of clubs are a stream like others: each has its hash, a new one names the act before it, and keys are kept.

Rows that are there get the hash of the bytes that they hold; the bytes stay what they were. The columns are added in
place, since a table that is rebuilt would lose its triggers, and the triggers are away only within this transaction.
"""

from hashlib import sha256

from django.db import migrations, models
from django.utils import timezone

from gamelog.append_only import allow_changes, refuse_changes

ACTS = "clubs_clubact"
BEFORE = "id = NEW.id OR (club_id = NEW.club_id AND number = NEW.number)"
NOW = """id = NEW.id OR (club_id = NEW.club_id AND (number = NEW.number OR ("key" = NEW."key" AND "key" <> '')))"""
COLUMNS = ((ACTS, "hash", 64), (ACTS, "key", 200), (ACTS, "request", 64), ("clubs_club", "head", 64))


def link(apps, schema_editor):
    for table, name, length in COLUMNS:
        schema_editor.execute(
            f"""ALTER TABLE {table} ADD COLUMN "{name}" varchar({length}) NOT NULL DEFAULT ''""", params=None
        )
    schema_editor.execute(
        f"""CREATE UNIQUE INDEX clubs_act_key ON {ACTS} (club_id, "key") WHERE NOT ("key" = '')""", params=None
    )
    allow_changes(schema_editor, ACTS)
    _other_triggers(schema_editor, "DISABLE")
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(f"SELECT id, club_id, body FROM {ACTS} ORDER BY club_id, number")
        heads = {}
        for key, club, body in cursor.fetchall():
            heads[club] = sha256(body.encode()).hexdigest()
            cursor.execute(f"UPDATE {ACTS} SET hash = %s WHERE id = %s", [heads[club], key])
        for club, head in heads.items():
            cursor.execute("UPDATE clubs_club SET head = %s WHERE id = %s", [head, club])
    _other_triggers(schema_editor, "ENABLE")
    refuse_changes(schema_editor, ACTS, NOW)


def _other_triggers(schema_editor, switch):
    """Those that pgtrigger made on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {ACTS} {switch} TRIGGER USER", params=None)


def unlink(apps, schema_editor):
    allow_changes(schema_editor, ACTS)
    schema_editor.execute("DROP INDEX clubs_act_key", params=None)
    for table, name, _ in COLUMNS:
        schema_editor.execute(f'ALTER TABLE {table} DROP COLUMN "{name}"', params=None)
    refuse_changes(schema_editor, ACTS, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_seasons_move")]
    operations = [
        migrations.RunPython(link, unlink),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(model_name="clubact", old_name="at", new_name="recorded_at"),
                migrations.AlterField(
                    model_name="clubact",
                    name="recorded_at",
                    field=models.DateTimeField(db_column="at", default=timezone.now),
                ),
                migrations.AddField(model_name="clubact", name="hash", field=models.CharField(max_length=64)),
                migrations.AddField(
                    model_name="clubact", name="key", field=models.CharField(blank=True, max_length=200)
                ),
                migrations.AddField(
                    model_name="clubact", name="request", field=models.CharField(blank=True, max_length=64)
                ),
                migrations.AddField(model_name="club", name="head", field=models.CharField(blank=True, max_length=64)),
                migrations.AddConstraint(
                    model_name="clubact",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True), fields=("club", "key"), name="clubs_act_key"
                    ),
                ),
            ],
        ),
    ]
