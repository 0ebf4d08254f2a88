"""Every act that has a form at the desk, by its type. Pairings have a page of their own (`pairing_views`)."""

from __future__ import annotations

from frontend.desk import challenge_forms, entry_forms, result_forms, setting_forms
from frontend.desk.forms import ActForm

FORMS: dict[str, type[ActForm]] = {
    form.type(): form
    for form in (
        setting_forms.OpenRegistration, setting_forms.CloseRegistration, setting_forms.Rename, setting_forms.Cancel,
        setting_forms.Finish, setting_forms.Reopen, setting_forms.StartClock, setting_forms.PauseClock,
        setting_forms.ExtendClock, setting_forms.MoveTable, setting_forms.Appoint, setting_forms.Dismiss,
        entry_forms.Register, entry_forms.Admit, entry_forms.CorrectEntry, entry_forms.Drop, entry_forms.Return,
        entry_forms.NoShow, entry_forms.CheckIn, entry_forms.UndoCheckIn, entry_forms.AskBye, entry_forms.WithdrawBye,
        entry_forms.Forbid, entry_forms.Allow, entry_forms.LockRosters, entry_forms.UnlockRoster,
        entry_forms.DrawGroups, entry_forms.HandIn,
        result_forms.Enter, result_forms.Confirm, result_forms.Clear, result_forms.Rule, result_forms.Choose,
        result_forms.Penalise, result_forms.Lift,
        challenge_forms.BeginSeason, challenge_forms.EnterMatch, challenge_forms.CallOff,
    )
}  # fmt: skip
"""The forms by the type of the act they build."""
