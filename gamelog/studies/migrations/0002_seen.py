"""How much of a battle somebody saw when they wrote something.

The columns are added in place: no table is rebuilt, and a default in the database serves whoever still runs the code
before.
"""

from django.db import migrations, models

NUMBER = {"sqlite": "integer unsigned", "postgresql": "integer"}
WRITTEN = ("chapter", "note", "study")


def add(apps, schema_editor):
    number = NUMBER[schema_editor.connection.vendor]
    for name in WRITTEN:
        schema_editor.execute(
            f'ALTER TABLE studies_{name} ADD COLUMN "seen" {number} NOT NULL DEFAULT 0 CHECK ("seen" >= 0)', params=None
        )


def drop(apps, schema_editor):
    for name in WRITTEN:
        schema_editor.execute(f'ALTER TABLE studies_{name} DROP COLUMN "seen"', params=None)


class Migration(migrations.Migration):
    dependencies = [("studies", "0001_initial")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name=name, name="seen", field=models.PositiveIntegerField(db_default=0, default=0)
                )
                for name in WRITTEN
            ],
        ),
    ]
