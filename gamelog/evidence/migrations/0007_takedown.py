"""Staff takes imports down; and the events of an import that was taken down to be erased may be deleted.

The triggers go on refusing every other deletion. The act itself is append-only, so that no event goes without one.
"""

import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models
from django.db.models import F

from gamelog.append_only import append_only

ERASED = "EXISTS (SELECT 1 FROM evidence_takedown WHERE game_id = OLD.game_id AND erased)"
REFUSAL = "BEGIN SELECT RAISE(ABORT, 'events are append-only: DELETE refused'); END"
POSTGRES = """CREATE OR REPLACE FUNCTION games_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        %s
        RAISE EXCEPTION 'events are append-only: %% refused', TG_OP USING ERRCODE = 'integrity_constraint_violation';
    END $$"""
UNLESS = f"IF TG_OP = 'DELETE' THEN IF {ERASED} THEN RETURN OLD; END IF; END IF;"
# The owner's function, because the application's own role may delete no event (`grant_application`). It stands aside
# from django-pgtrigger's trigger on events, and not from the refusal above. `SET pgtrigger.ignore` beside its name would
# be shorter, and PostgreSQL lets superusers alone write that: an owner who is none could not migrate.
ERASE = """CREATE FUNCTION evidence_erase(uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    DECLARE ignored text := coalesce(nullif(current_setting('pgtrigger.ignore', true), ''), '{}');
    BEGIN
        PERFORM set_config('pgtrigger.ignore', '{pgtrigger_append_only_32d9f}', true);
        DELETE FROM games_event WHERE game_id = $1
            AND EXISTS (SELECT 1 FROM evidence_takedown t WHERE t.game_id = $1 AND t.erased);
        PERFORM set_config('pgtrigger.ignore', ignored, true);
    END $$"""


def copies(apps, schema_editor):
    """Whatever came from a file is a copy, and has had the key of its game so far."""
    apps.get_model("games", "Game").objects.filter(origin__isnull=False).update(copy_of=F("id"))


def _sqlite(schema_editor, unless):
    schema_editor.execute("DROP TRIGGER games_event_no_delete", params=None)
    schema_editor.execute(
        f"CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event {unless} {REFUSAL}", params=None
    )


def allow(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        _sqlite(schema_editor, f"WHEN NOT {ERASED}")
    else:
        schema_editor.execute(POSTGRES % UNLESS, params=None)
        schema_editor.execute(ERASE, params=None)


def refuse(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        _sqlite(schema_editor, "")
    else:
        schema_editor.execute("DROP FUNCTION evidence_erase(uuid)", params=None)
        schema_editor.execute(POSTGRES % "", params=None)


class Migration(migrations.Migration):
    dependencies = [("evidence", "0006_clubs"), ("games", "0014_copies")]
    operations = [
        migrations.CreateModel(
            name="Takedown",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="takedown",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("by", models.CharField(max_length=20)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.CharField(max_length=500)),
                ("erased", models.BooleanField()),
            ],
            options={"ordering": ["-at"]},
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="takedown",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="7a6fd16033a87a8c45064f4c00f4a3d2e5ffbb75",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_45292",
                    table="evidence_takedown",
                    when="BEFORE",
                ),
            ),
        ),
        append_only("evidence_takedown", "game_id = NEW.game_id"),
        migrations.RunPython(allow, refuse),
        migrations.RunPython(copies, migrations.RunPython.noop),
    ]
