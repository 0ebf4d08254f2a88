"""Addresses of events below /api/."""

from django.urls import URLPattern, path

from gamelog.api import event_awards as awards
from gamelog.api import event_files as files
from gamelog.api import event_hooks as hooks
from gamelog.api import event_rounds as rounds
from gamelog.api import event_standings as standings
from gamelog.api import events

EVENT_URLS: list[URLPattern] = [
    path("events", events.EventList.as_view(), name="api-events"),
    path("events/import", files.EventImport.as_view(), name="api-event-import"),
    path("events/import-trf", files.EventReportImport.as_view(), name="api-event-import-trf"),
    path("events/<slug:slug>", events.EventDetail.as_view(), name="api-event"),
    path("events/<slug:slug>/state", events.EventState.as_view(), name="api-event-state"),
    path("events/<slug:slug>/acts", events.EventActs.as_view(), name="api-event-acts"),
    path("events/<slug:slug>/acts/preview", events.EventActPreview.as_view(), name="api-event-acts-preview"),
    path("events/<slug:slug>/roles", events.EventRoles.as_view(), name="api-event-roles"),
    path("events/<slug:slug>/entrants", rounds.EventEntrants.as_view(), name="api-event-entrants"),
    path("events/<slug:slug>/rounds/next/preview", rounds.EventNextRound.as_view(), name="api-event-next-round"),
    path("events/<slug:slug>/rounds/<int:number>", rounds.EventRound.as_view(), name="api-event-round"),
    path(
        "events/<slug:slug>/rounds/<int:number>/recompute", rounds.EventRecompute.as_view(), name="api-event-recompute"
    ),
    path("events/<slug:slug>/tables/<int:number>/<int:table>", rounds.EventTable.as_view(), name="api-event-table"),
    path(
        "events/<slug:slug>/tables/<int:number>/<int:table>/<int:board>",
        rounds.EventBoard.as_view(),
        name="api-event-board",
    ),
    path("events/<slug:slug>/standings", standings.EventStandings.as_view(), name="api-event-standings"),
    path(
        "events/<slug:slug>/standings/<int:entrant>/<int:column>",
        standings.EventValue.as_view(),
        name="api-event-value",
    ),
    path("events/<slug:slug>/awards", awards.EventAwards.as_view(), name="api-event-awards"),
    path("events/<slug:slug>/export", files.EventExport.as_view(), name="api-event-export"),
    path("events/<slug:slug>/head", files.EventHead.as_view(), name="api-event-head"),
    path("events/<slug:slug>/trf", files.EventReportFile.as_view(), name="api-event-trf"),
    path("events/<slug:slug>/standings.csv", files.EventStandingsFile.as_view(), name="api-event-standings-csv"),
    path("events/<slug:slug>/pairings.csv", files.EventPairingsFile.as_view(), name="api-event-pairings-csv"),
    path("events/<slug:slug>/entrants/<int:entrant>/roster", rounds.EventRoster.as_view(), name="api-event-roster"),
    path("events/<slug:slug>/entrants.csv", files.EventEntrantsFile.as_view(), name="api-event-entrants-csv"),
    path("events/<slug:slug>/webhooks", hooks.EventHooks.as_view(), name="api-event-webhooks"),
    path("events/<slug:slug>/webhooks/<uuid:hook_id>", hooks.EventHook.as_view(), name="api-event-webhook"),
    path(
        "events/<slug:slug>/webhooks/<uuid:hook_id>/deliveries",
        hooks.EventHookDeliveries.as_view(),
        name="api-event-deliveries",
    ),
]
