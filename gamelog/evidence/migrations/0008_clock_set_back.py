"""Clocks that were set back are written down."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("evidence", "0007_takedown"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClockSetBack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("stream", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                ("clock", models.DateTimeField()),
                ("moment", models.DateTimeField()),
            ],
            options={
                "ordering": ["moment", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "stream", "moment"), name="evidence_set_back_once")
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="clocksetback",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="6a89da6139d1cb758be078b4ede37a66b5209f72",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_c1f5e",
                    table="evidence_clocksetback",
                    when="BEFORE",
                ),
            ),
        ),
        append_only(
            "evidence_clocksetback",
            "id = NEW.id OR (kind = NEW.kind AND stream = NEW.stream AND moment = NEW.moment)",
        ),
    ]
