"""Events are signed and sealed as games are."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("evidence", "0003_keys_move"),
        ("tournaments", "0002_append_only"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventOrigin",
            fields=[
                ("number", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("trailers", models.TextField(blank=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="origin",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SealedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("number", models.PositiveIntegerField()),
                (
                    "seal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="evidence.seal"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seals", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["seal", "index"],
                "constraints": [
                    models.UniqueConstraint(fields=("seal", "index"), name="evidence_sealed_event_index"),
                    models.UniqueConstraint(fields=("seal", "tournament"), name="evidence_sealed_event_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventCheckpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("finished", models.BooleanField()),
                ("at", models.CharField(max_length=20)),
                ("line", models.TextField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checkpoints",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "head"), name="evidence_event_checkpoint_once")
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="eventorigin",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="fa07d60a47148b6955bce608b03d42a1ff1ce98c",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_fb66a",
                    table="evidence_eventorigin",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="eventcheckpoint",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="ac7973b39c9d7384d1c55af44e1c1bb2b4282743",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_b7975",
                    table="evidence_eventcheckpoint",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="sealedevent",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="d7efe75fa6146b5f39ad21ccb8c36b7ade086578",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_530b1",
                    table="evidence_sealedevent",
                    when="BEFORE",
                ),
            ),
        ),
        append_only(
            "evidence_eventcheckpoint", "id = NEW.id OR (tournament_id = NEW.tournament_id AND head = NEW.head)"
        ),
        append_only("evidence_eventorigin", "tournament_id = NEW.tournament_id"),
        append_only(
            "evidence_sealedevent",
            'id = NEW.id OR (seal_id = NEW.seal_id AND (tournament_id = NEW.tournament_id OR "index" = NEW."index"))',
        ),
    ]
