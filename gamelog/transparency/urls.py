"""The addresses of the log for programs. The pages about it, `log/` and `witness/`, are those of the front end."""

from django.urls import URLPattern, path

from gamelog.transparency import views

urlpatterns: list[URLPattern] = [
    path("log/checkpoint", views.checkpoint, name="log-checkpoint"),
    path("log/keys", views.keys, name="log-keys"),
    path("log/entries.jsonl", views.entries, name="log-entries"),
    path("log/proof/<slug:kind>/<path:subject>", views.proof, name="log-proof"),
    path("log/tile/<path:path>", views.tile, name="log-tile"),
    path("witness/add-checkpoint", views.add_checkpoint, name="witness-add-checkpoint"),
    path("witness/kept/<int:kept_id>", views.kept, name="witness-kept"),
]
