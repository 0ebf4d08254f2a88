"""Who did something in a club, and to whom, stands beside the act from now on; acts that are there stay as they are.

The column is added in place, since a table that is rebuilt would lose its triggers.
"""

from django.db import migrations, models

ACTS = "clubs_clubact"


def add(apps, schema_editor):
    schema_editor.execute(f"""ALTER TABLE {ACTS} ADD COLUMN "private" text NOT NULL DEFAULT ''""", params=None)


def drop(apps, schema_editor):
    schema_editor.execute(f'ALTER TABLE {ACTS} DROP COLUMN "private"', params=None)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0005_linked_acts")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(model_name="clubact", name="private", field=models.TextField(blank=True)),
            ],
        ),
    ]
