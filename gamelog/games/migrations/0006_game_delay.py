"""A battle may be shown late.

The column is added in place, since a table that SQLite rebuilds would lose its triggers.
"""

from django.db import migrations, models

NUMBER = {"sqlite": "smallint unsigned", "postgresql": "smallint"}


def add(apps, schema_editor):
    number = NUMBER[schema_editor.connection.vendor]
    schema_editor.execute(
        f'ALTER TABLE games_game ADD COLUMN "delay" {number} NOT NULL DEFAULT 0 CHECK ("delay" >= 0)', params=None
    )


def drop(apps, schema_editor):
    schema_editor.execute('ALTER TABLE games_game DROP COLUMN "delay"', params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_seat_asks_since")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name="game", name="delay", field=models.PositiveSmallIntegerField(db_default=0, default=0)
                ),
            ],
        ),
    ]
