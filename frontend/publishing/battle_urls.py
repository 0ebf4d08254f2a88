"""Addresses of a battle's published forms. Whoever may see the battle may see them; an event's doors are in `urls`."""

from django.urls import URLPattern, path

from frontend.publishing import battle_views

GAME = "games/<uuid:game_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{GAME}share/", battle_views.share, name="game-share"),
    path(f"{GAME}embed/", battle_views.embed, name="game-embed"),
    path(f"{GAME}replay.html", battle_views.whole, name="game-whole"),
    path(f"{GAME}report.txt", battle_views.text, name="game-text"),
    path(f"{GAME}steps/<int:first>-<int:last>.gif", battle_views.animation, name="game-animation"),
    path(f"{GAME}steps/<int:first>-<int:last>/state.json", battle_views.animation_state, name="game-animation-state"),
    path(f"{GAME}steps/<int:number>.png", battle_views.picture, name="game-picture"),
]
