"""The tables of the transparency log, and of what is kept of those of other sites."""

import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies: list[tuple[str, str]] = []

    operations = [
        migrations.CreateModel(
            name="Leaf",
            fields=[
                ("index", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=12)),
                ("subject", models.CharField(max_length=80)),
                ("body", models.TextField()),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [models.Index(fields=["kind", "subject", "index"], name="transparency_of_subject")],
                "ordering": ["index"],
            },
        ),
        migrations.CreateModel(
            name="TileHash",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("level", models.PositiveSmallIntegerField()),
                ("index", models.PositiveBigIntegerField()),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("level", "index"), name="transparency_tile_once")],
                "ordering": ["level", "index"],
            },
        ),
        migrations.CreateModel(
            name="LogHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("size", models.PositiveBigIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("note", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Subject",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=80)),
                ("salt", models.CharField(max_length=32)),
                ("said", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "key"), name="transparency_subject_once")],
            },
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("at", models.CharField(blank=True, max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name="WatchedLog",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=300, unique=True)),
                ("origin", models.CharField(max_length=300, unique=True)),
                ("root", models.CharField(max_length=16)),
                ("keys", models.TextField()),
                ("looked", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["url"],
            },
        ),
        migrations.CreateModel(
            name="KeptCheckpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("size", models.PositiveBigIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("note", models.TextField()),
                (
                    "wrong",
                    models.CharField(
                        blank=True,
                        choices=[("split", "Split"), ("rolled-back", "Rolled Back"), ("rewritten", "Rewritten")],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "log",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="kept", to="transparency.watchedlog"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Witness",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=300, unique=True)),
                ("key", models.CharField(max_length=500)),
                ("asked", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["url"],
            },
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("size", models.PositiveBigIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=300)),
                ("line", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="cosignature",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="1ec9374ade4eadd8ff1e76c42693c7926a5070ea",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_0b3c2",
                    table="transparency_cosignature",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="leaf",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="88a0b81e92f0a1f2de2a991d00e1aa6cf700c3f0",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_2babc",
                    table="transparency_leaf",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="loghead",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="2c8d973c6599bf896799811afcb02e8c8aa06f6c",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_26831",
                    table="transparency_loghead",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="tilehash",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="4ac0b52bbf4e7615e878edbc1730ce80adad7d92",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_ee703",
                    table="transparency_tilehash",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="keptcheckpoint",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="f2c18868164c2960e01ada3cc706fed6c28ca86b",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_224c6",
                    table="transparency_keptcheckpoint",
                    when="BEFORE",
                ),
            ),
        ),
        append_only("transparency_leaf", '"index" = NEW."index"'),
        append_only("transparency_tilehash", 'id = NEW.id OR (level = NEW.level AND "index" = NEW."index")'),
        append_only("transparency_loghead", "id = NEW.id"),
        append_only("transparency_keptcheckpoint", "id = NEW.id"),
        append_only("transparency_cosignature", "id = NEW.id"),
    ]
