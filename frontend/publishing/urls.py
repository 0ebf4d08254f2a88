"""Addresses of an event's published forms: documents, paper, parts for other sites, webhooks."""

from django.urls import URLPattern, path

from frontend.publishing import document_views, embed_views, print_views, webhook_views

EVENT = "events/<slug:slug>/"
ROUND = f"{EVENT}print/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("embed.js", embed_views.embed_script, name="embed-script"),
    path(f"{EVENT}standings.json", document_views.standings_json, name="event-standings-json"),
    path(f"{EVENT}standings.csv", document_views.standings_csv, name="event-standings-csv"),
    path(f"{EVENT}rounds/last.json", document_views.pairings_json, name="event-pairings-last-json"),
    path(f"{EVENT}rounds/<int:number>.json", document_views.pairings_json, name="event-pairings-json"),
    path(f"{EVENT}rounds/<int:number>.csv", document_views.pairings_csv, name="event-pairings-csv"),
    path(f"{EVENT}bracket.json", document_views.bracket_json, name="event-bracket-json"),
    path(f"{EVENT}calendar.ics", document_views.calendar, name="event-calendar"),
    path(f"{EVENT}feed.atom", document_views.results_feed, name="event-feed"),
    path(f"{EVENT}tables/<int:number>/<int:table>/qr.svg", document_views.table_qr, name="event-qr"),
    path(f"{EVENT}embed/", embed_views.frame, name="event-embed"),
    path(f"{EVENT}embed/code/", embed_views.code, name="event-embed-code"),
    path(f"{EVENT}print/", print_views.contents, name="event-print"),
    path(f"{EVENT}print/standings/", print_views.standings, name="event-print-standings"),
    path(f"{EVENT}print/standings.pdf", print_views.standings_pdf, name="event-pdf-standings"),
    path(f"{EVENT}print/badges.pdf", print_views.badges_pdf, name="event-pdf-badges"),
    path(f"{ROUND}pairings/", print_views.pairings, name="event-print-pairings"),
    path(f"{ROUND}pairings.pdf", print_views.pairings_pdf, name="event-pdf-pairings"),
    path(f"{ROUND}names/", print_views.names, name="event-print-names"),
    path(f"{ROUND}names.pdf", print_views.names_pdf, name="event-pdf-names"),
    path(f"{ROUND}cards/", print_views.table_cards, name="event-print-cards"),
    path(f"{ROUND}cards.pdf", print_views.table_cards_pdf, name="event-pdf-cards"),
    path(f"{ROUND}sheets/", print_views.score_sheets, name="event-print-sheets"),
    path(f"{ROUND}sheets.pdf", print_views.score_sheets_pdf, name="event-pdf-sheets"),
    path(f"{EVENT}webhooks/", webhook_views.webhooks, name="event-webhooks"),
]
