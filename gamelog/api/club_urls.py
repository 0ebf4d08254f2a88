"""Addresses of clubs, players and ratings below /api/."""

from django.urls import URLPattern, path

from gamelog.api import club_files, club_seasons, clubs, players

CLUB_URLS: list[URLPattern] = [
    path("clubs", clubs.ClubList.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>", clubs.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/export", club_files.ClubExport.as_view(), name="api-club-export"),
    path("clubs/<slug:slug>/head", club_files.ClubHead.as_view(), name="api-club-head"),
    path("clubs/<slug:slug>/join", clubs.ClubJoin.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>/leave", clubs.ClubLeave.as_view(), name="api-club-leave"),
    path("clubs/<slug:slug>/members", clubs.ClubMembers.as_view(), name="api-club-members"),
    path("clubs/<slug:slug>/members/<slug:person_id>", clubs.ClubMember.as_view(), name="api-club-member"),
    path("clubs/<slug:slug>/news", clubs.ClubNews.as_view(), name="api-club-news"),
    path("clubs/<slug:slug>/news/<uuid:post_id>", clubs.ClubPost.as_view(), name="api-club-post"),
    path("clubs/<slug:slug>/seasons", club_seasons.ClubSeasons.as_view(), name="api-club-seasons"),
    path("clubs/<slug:slug>/seasons/<slug:season_slug>", club_seasons.ClubSeason.as_view(), name="api-club-season"),
    path(
        "clubs/<slug:slug>/seasons/<slug:season_slug>/standings", club_seasons.SeasonStandings.as_view(),
        name="api-club-season-standings",
    ),
    path("players/<slug:person_id>", players.PublicPlayer.as_view(), name="api-player"),
    path("players/<slug:person_id>/ratings", players.PlayerRatings.as_view(), name="api-player-ratings"),
    path("ratings", players.Ratings.as_view(), name="api-ratings"),
]  # fmt: skip
