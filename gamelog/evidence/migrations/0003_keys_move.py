"""Signing keys belong to an app of their own, below games; their table stays what it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("evidence", "0002_append_only")]
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="SigningKey")]),
    ]
