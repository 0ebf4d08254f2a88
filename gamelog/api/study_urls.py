"""Addresses of studies below /api/."""

from django.urls import URLPattern, path

from gamelog.api import studies

STUDY_URLS: list[URLPattern] = [
    path("games/<uuid:game_id>/studies", studies.GameStudies.as_view(), name="api-game-studies"),
    path("studies", studies.MyStudies.as_view(), name="api-studies"),
    path("studies/<slug:key>", studies.StudyDetail.as_view(), name="api-study"),
    path("studies/<slug:key>/hide", studies.StudyHide.as_view(), name="api-study-hide"),
    path("studies/<slug:key>/notes/<int:step>", studies.StudyNote.as_view(), name="api-study-note"),
    path("studies/<slug:key>/notes/<int:step>/hide", studies.StudyNoteHide.as_view(), name="api-study-note-hide"),
    path("studies/<slug:key>/chapters/<int:step>", studies.StudyChapter.as_view(), name="api-study-chapter"),
]
