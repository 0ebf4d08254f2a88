"""The database itself refuses to change or delete the acts of score sheets."""

from django.db import migrations

from gamelog.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("sheets", "0001_sheets")]
    operations = [
        append_only(
            "sheets_sheetact",
            """id = NEW.id OR (sheet_id = NEW.sheet_id AND (number = NEW.number OR ("key" = NEW."key" AND "key" <> '')))""",
        ),
    ]
