"""Addresses of the pages of the desk and the hall."""

from django.urls import URLPattern, path

from frontend.desk import (
    act_views,
    claim_views,
    entrant_views,
    group_views,
    hall_views,
    pairing_views,
    pasting,
    penalty_views,
    soft_views,
    table_views,
    tournament_views,
    views,
)

DESK = "events/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(DESK, views.desk, name="event-desk"),
    path(f"{DESK}live/", views.live, name="event-desk-live"),
    path(f"{DESK}acts/<slug:act_type>/", act_views.act, name="event-desk-act"),
    path(f"{DESK}players/", entrant_views.entrants, name="event-desk-entrants"),
    path(f"{DESK}claims/", claim_views.claims, name="event-desk-claims"),
    path(f"{DESK}players/paste/", pasting.paste, name="event-desk-paste"),
    path(f"{DESK}check-in/", entrant_views.check_in, name="event-desk-check-in"),
    path(f"{DESK}groups/", group_views.groups_page, name="event-desk-groups"),
    path(f"{DESK}pairing/", pairing_views.pair, name="event-desk-pairing"),
    path(f"{DESK}tables/<int:number>/<int:table>/", table_views.table, name="event-desk-table"),
    path(f"{DESK}tables/<int:number>/<int:table>/<int:board>/", table_views.table, name="event-desk-board"),
    path(f"{DESK}disputes/", table_views.disputes, name="event-desk-disputes"),
    path(f"{DESK}penalties/", penalty_views.penalties, name="event-desk-penalties"),
    path(f"{DESK}soft/", soft_views.soft_scores, name="event-desk-soft"),
    path(f"{DESK}event/", tournament_views.tournament_page, name="event-desk-whole"),
    path(f"{DESK}versions/", tournament_views.versions_page, name="event-desk-versions"),
    path("events/<slug:slug>/hall/", hall_views.screen, name="event-hall"),
    path("events/<slug:slug>/hall/pages/", hall_views.pages, name="event-hall-pages"),
    path("events/<slug:slug>/hall/live/", hall_views.live, name="event-hall-live"),
    path("events/<slug:slug>/hall/cards/", hall_views.cards, name="event-hall-cards"),
    path("events/<slug:slug>/clock/", views.clock_part, name="event-clock"),
]
