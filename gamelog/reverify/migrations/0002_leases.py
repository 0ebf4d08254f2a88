"""Who has a run or a comparison, until when, and whose turn is next. The columns are added in place."""

from django.db import migrations, models

NUMBER = {"sqlite": "bigint unsigned", "postgresql": "bigint"}


def add(apps, schema_editor):
    number = NUMBER[schema_editor.connection.vendor]
    column = f'"served" {number} NOT NULL DEFAULT 0 CHECK ("served" >= 0)'
    schema_editor.execute(f"ALTER TABLE reverify_run ADD COLUMN {column}", params=None)


def drop(apps, schema_editor):
    schema_editor.execute('ALTER TABLE reverify_run DROP COLUMN "served"', params=None)


class Migration(migrations.Migration):
    dependencies = [("reverify", "0001_initial")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name="run", name="served", field=models.PositiveBigIntegerField(db_default=0, default=0)
                ),
            ],
        ),
        migrations.AddField(model_name="run", name="holder", field=models.UUIDField(editable=False, null=True)),
        migrations.AddField(model_name="comparison", name="holder", field=models.UUIDField(editable=False, null=True)),
        migrations.AddField(model_name="comparison", name="due", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            model_name="comparison",
            index=models.Index(fields=["run", "state", "id"], name="reverify_next"),
        ),
    ]
