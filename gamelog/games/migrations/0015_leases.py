"""Who has a verification, until when, and who comes next.

The columns are added in place; games that workers had whole when the site was stopped wait again.
"""

from django.db import migrations, models

ADDED = {
    "priority": ("smallint{unsigned} NOT NULL DEFAULT 1", ' CHECK ("priority" >= 0)'),
    "turn": ("integer{unsigned} NOT NULL DEFAULT 0", ' CHECK ("turn" >= 0)'),
    "asked_by": ("varchar(40) NOT NULL DEFAULT ''", ""),
}
UNSIGNED = {"sqlite": " unsigned", "postgresql": ""}


def add(apps, schema_editor):
    unsigned = UNSIGNED[schema_editor.connection.vendor]
    for name, (kind, check) in ADDED.items():
        column = f'"{name}" {kind.format(unsigned=unsigned)}{check}'
        schema_editor.execute(f"ALTER TABLE games_report ADD COLUMN {column}", params=None)


def drop(apps, schema_editor):
    for name in reversed(ADDED):
        schema_editor.execute(f'ALTER TABLE games_report DROP COLUMN "{name}"', params=None)


def wait_again(apps, schema_editor):
    chunks = apps.get_model("games", "Chunk").objects.values("report")
    apps.get_model("games", "Report").objects.filter(state="running").exclude(pk__in=chunks).update(state="queued")


class Migration(migrations.Migration):
    dependencies = [("games", "0014_copies")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, drop)],
            state_operations=[
                migrations.AddField(
                    model_name="report",
                    name="priority",
                    field=models.PositiveSmallIntegerField(
                        choices=[(0, "Live"), (1, "Asked")], db_default=1, default=1
                    ),
                ),
                migrations.AddField(
                    model_name="report", name="turn", field=models.PositiveIntegerField(db_default=0, default=0)
                ),
                migrations.AddField(
                    model_name="report",
                    name="asked_by",
                    field=models.CharField(blank=True, db_default="", default="", max_length=40),
                ),
            ],
        ),
        migrations.AddField(model_name="report", name="holder", field=models.UUIDField(editable=False, null=True)),
        migrations.AddField(model_name="chunk", name="holder", field=models.UUIDField(editable=False, null=True)),
        migrations.AddField(model_name="chunk", name="due", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["state", "priority", "turn"], name="games_report_next"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["asked_by", "state", "turn"], name="games_report_turn"),
        ),
        migrations.AddIndex(model_name="chunk", index=models.Index(fields=["state", "due"], name="games_chunk_due")),
        migrations.RunPython(wait_again, migrations.RunPython.noop),
    ]
