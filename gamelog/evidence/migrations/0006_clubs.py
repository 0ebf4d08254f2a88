"""Clubs are signed and sealed as games and events are."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_private_part"),
        ("evidence", "0005_event_origins"),
    ]

    operations = [
        migrations.CreateModel(
            name="SealedClub",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("number", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seals", to="clubs.club"
                    ),
                ),
                (
                    "seal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="clubs", to="evidence.seal"
                    ),
                ),
            ],
            options={
                "ordering": ["seal", "index"],
                "constraints": [
                    models.UniqueConstraint(fields=("seal", "index"), name="evidence_sealed_club_index"),
                    models.UniqueConstraint(fields=("seal", "club"), name="evidence_sealed_club_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubCheckpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("finished", models.BooleanField()),
                ("at", models.CharField(max_length=20)),
                ("line", models.TextField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="checkpoints", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["club", "number"],
                "constraints": [models.UniqueConstraint(fields=("club", "head"), name="evidence_club_checkpoint_once")],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="clubcheckpoint",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="d06d9b38d6161fddadfa9d7938f4c69ea8698fe1",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_ba82d",
                    table="evidence_clubcheckpoint",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="sealedclub",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="1784fdf6f4280809ce74b8eb535795406db2bb4e",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_4d172",
                    table="evidence_sealedclub",
                    when="BEFORE",
                ),
            ),
        ),
        append_only("evidence_clubcheckpoint", "id = NEW.id OR (club_id = NEW.club_id AND head = NEW.head)"),
        append_only(
            "evidence_sealedclub",
            'id = NEW.id OR (seal_id = NEW.seal_id AND (club_id = NEW.club_id OR "index" = NEW."index"))',
        ),
    ]
