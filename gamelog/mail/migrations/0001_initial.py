import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("recipients", models.TextField()),
                ("written", models.TextField()),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due", models.DateTimeField()),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["due"], name="mail_mail_due")],
            },
        ),
    ]
