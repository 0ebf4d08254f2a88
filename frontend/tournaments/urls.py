"""Addresses of the public pages of tournaments and of the players' pages."""

from django.urls import URLPattern, path

from frontend.tournaments import challenge_views, table_views, views
from frontend.tournaments import entry_views as players
from frontend.tournaments import soft_views as soft
from frontend.tournaments import terms_views as terms

urlpatterns: list[URLPattern] = [
    path("events/", views.tournament_list, name="events"),
    path("events/announce/", terms.announce, name="event-announce"),
    path("events/<slug:slug>/", views.standings_page, name="event"),
    path("events/<slug:slug>/part/standings/", views.part_standings, name="event-part-standings"),
    path("events/<slug:slug>/part/seat/", views.part_seat, name="event-part-seat"),
    path("events/<slug:slug>/part/tables/<int:number>/<int:table>/", table_views.part_table, name="event-part-table"),
    path(
        "events/<slug:slug>/part/tables/<int:number>/<int:table>/<int:board>/",
        table_views.part_table,
        name="event-part-table",
    ),
    path("events/<slug:slug>/standings/<int:entrant>/<int:column>/", views.value, name="event-value"),
    path("events/<slug:slug>/rounds/", views.rounds, name="event-rounds"),
    path("events/<slug:slug>/rounds/<int:number>/", views.round_page, name="event-pairings"),
    path("events/<slug:slug>/rounds/<int:number>/again/", views.recompute, name="event-recompute"),
    path("events/<slug:slug>/part/rounds/<int:number>/", views.part_pairings, name="event-part-pairings"),
    path("events/<slug:slug>/matches/", challenge_views.matches_page, name="event-matches"),
    path("events/<slug:slug>/tree/", views.bracket_page, name="event-tree"),
    path("events/<slug:slug>/entrants/", views.entrants_page, name="event-entrants"),
    path("events/<slug:slug>/entrants/<int:entrant>/roster/", views.entrant_roster, name="event-roster"),
    path("events/<slug:slug>/entrants/<int:entrant>/roster/<int:member>/", views.entrant_roster, name="event-roster"),
    path("events/<slug:slug>/entrants/<int:entrant>/claim/", views.entrant_claim, name="event-claim"),
    path("events/<slug:slug>/entrants/<int:entrant>/claim/<int:member>/", views.entrant_claim, name="event-claim"),
    path("events/<slug:slug>/awards/", soft.awards_page, name="event-awards"),
    path("events/<slug:slug>/rate/", soft.rate_page, name="event-rate"),
    path("events/<slug:slug>/rules/", views.rules_page, name="event-rules"),
    path("events/<slug:slug>/history/", views.history_page, name="event-history"),
    path("events/<slug:slug>/terms/", terms.change, name="event-terms"),
    path("events/<slug:slug>/register/", players.register, name="event-register"),
    path("events/<slug:slug>/me/", players.my_entry, name="event-me"),
    path("events/<slug:slug>/tables/<int:number>/<int:table>/", table_views.table_page, name="event-table"),
    path("events/<slug:slug>/tables/<int:number>/<int:table>/<int:board>/", table_views.table_page, name="event-board"),
]
