"""Which events came as a file: their acts are older than their row."""

from django.db import migrations


def note_origins(apps, schema_editor):
    """An event that is announced here is older than its first act; one that was read in is younger than its last."""
    Tournament = apps.get_model("tournaments", "Tournament")
    EventOrigin = apps.get_model("evidence", "EventOrigin")
    for event in Tournament.objects.all():
        last = event.acts.filter(recorded_at__lt=event.created).order_by("-number").first()
        if last:
            EventOrigin.objects.create(tournament=event, number=last.number, head=last.hash, trailers="")


class Migration(migrations.Migration):
    dependencies = [("evidence", "0004_events")]
    operations = [migrations.RunPython(note_origins, migrations.RunPython.noop)]
