"""The addresses of the pages of clubs."""

from django.urls import URLPattern, path

from frontend.clubs import document_views, news_views, regular_views, season_views, views

urlpatterns: list[URLPattern] = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/found/", views.found, name="club-found"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/edit/", views.edit, name="club-edit"),
    path("clubs/<slug:slug>/history/", views.history, name="club-history"),
    path("clubs/<slug:slug>/members/", views.members, name="club-members"),
    path("clubs/<slug:slug>/members/<slug:person_id>/", views.member, name="club-member"),
    path("clubs/<slug:slug>/regulars/", regular_views.all_regulars, name="club-regulars"),
    path("clubs/<slug:slug>/regulars/merge/", regular_views.merge, name="club-regular-merge"),
    path("clubs/<slug:slug>/join/", views.join, name="club-join"),
    path("clubs/<slug:slug>/leave/", views.leave, name="club-leave"),
    path("clubs/<slug:slug>/news/", news_views.news, name="club-news"),
    path("clubs/<slug:slug>/news/write/", news_views.write, name="club-news-write"),
    path("clubs/<slug:slug>/news/<uuid:post_id>/", news_views.post, name="club-post"),
    path("clubs/<slug:slug>/news/<uuid:post_id>/edit/", news_views.write, name="club-post-edit"),
    path("clubs/<slug:slug>/news/<uuid:post_id>/withdraw/", news_views.withdraw, name="club-post-withdraw"),
    path("clubs/<slug:slug>/seasons/", season_views.all_seasons, name="club-seasons"),
    path("clubs/<slug:slug>/seasons/open/", season_views.edit, name="club-season-open"),
    path("clubs/<slug:slug>/seasons/<slug:season_slug>/", season_views.season, name="club-season"),
    path("clubs/<slug:slug>/seasons/<slug:season_slug>/edit/", season_views.edit, name="club-season-edit"),
    path("clubs/<slug:slug>/seasons/<slug:season_slug>/close/", season_views.close, name="club-season-close"),
    path("clubs/<slug:slug>/seasons/<slug:season_slug>/table.csv", document_views.season_csv, name="club-season-csv"),
    path("clubs/<slug:slug>/season.json", document_views.season, name="club-season-json"),
    path("clubs/<slug:slug>/calendar.json", document_views.calendar, name="club-calendar-json"),
    path("clubs/<slug:slug>/ratings.json", document_views.ratings_document, name="club-ratings-json"),
    path("clubs/<slug:slug>/calendar.ics", views.calendar, name="club-calendar"),
    path("clubs/<slug:slug>/feed.atom", views.club_feed, name="club-feed"),
    path("events/calendar.ics", views.calendar_all, name="club-calendar-all"),
]
