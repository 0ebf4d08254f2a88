"""Imports are copies: a game says whose copy it is, and whether staff took it down.

The columns are added in place, since a table that SQLite rebuilds would lose its triggers. Which games came from files,
the evidence app knows, and says in its migration 0007.
"""

from django.db import migrations, models

KIND = {"sqlite": ("bool", "0"), "postgresql": ("boolean", "false")}


def add(apps, schema_editor):
    kind, no = KIND[schema_editor.connection.vendor]
    schema_editor.execute(f'ALTER TABLE games_game ADD COLUMN "taken_down" {kind} NOT NULL DEFAULT {no}', params=None)


def drop(apps, schema_editor):
    schema_editor.execute('ALTER TABLE games_game DROP COLUMN "taken_down"', params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_seat_questions")]
    operations = [
        migrations.AddField(
            model_name="game", name="copy_of", field=models.UUIDField(blank=True, editable=False, null=True)
        ),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["copy_of"], name="games_copies")),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name="game", name="taken_down", field=models.BooleanField(db_default=False, default=False)
                )
            ],
        ),
    ]
