"""The table of keys comes from `evidence` as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("evidence", "0003_keys_move")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="SigningKey",
                    fields=[
                        ("id", models.CharField(editable=False, max_length=16, primary_key=True, serialize=False)),
                        ("public", models.CharField(max_length=64)),
                        ("since", models.CharField(max_length=20)),
                        ("until", models.CharField(blank=True, max_length=20)),
                        ("endorsed_by", models.CharField(max_length=16)),
                        ("endorsement", models.CharField(max_length=128)),
                    ],
                    options={"db_table": "evidence_signingkey", "ordering": ["since", "id"]},
                ),
            ]
        )
    ]
