"""Addresses of score sheets below /api/."""

from django.urls import URLPattern, path

from gamelog.api import sheets

SHEET_URLS: list[URLPattern] = [
    path("sheets", sheets.SheetList.as_view(), name="api-sheets"),
    path("sheets/<uuid:sheet_id>", sheets.SheetDetail.as_view(), name="api-sheet"),
    path("sheets/<uuid:sheet_id>/corrections", sheets.SheetCorrections.as_view(), name="api-sheet-corrections"),
    path("sheets/<uuid:sheet_id>/confirm", sheets.SheetConfirm.as_view(), name="api-sheet-confirm"),
    path("sheets/<uuid:sheet_id>/dispute", sheets.SheetDispute.as_view(), name="api-sheet-dispute"),
    path("sheets/<uuid:sheet_id>/withdraw", sheets.SheetWithdraw.as_view(), name="api-sheet-withdraw"),
    path("sheets/<uuid:sheet_id>/file", sheets.SheetFile.as_view(), name="api-sheet-file"),
]
