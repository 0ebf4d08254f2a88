"""The form that deletes an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamelog.accounts import attempts, confirm


class DeleteAccountForm(forms.Form):
    """Asks for the password again, or for the user name if the account has no password."""

    said = forms.CharField(label=gettext_lazy("Your password"), max_length=1000, strip=False)

    def __init__(self, user: User, request: HttpRequest) -> None:
        super().__init__(request.POST or None)
        self.user = user
        widget: Any = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        if not user.has_usable_password():
            self.fields["said"].label, widget = _("Your user name"), forms.TextInput(attrs={"autocomplete": "off"})
        self.fields["said"].widget = widget

    def clean_said(self) -> str:
        """Refuse a wrong password, and guessing."""
        said = str(self.cleaned_data["said"])
        try:
            meant = confirm.is_meant(self.user, said)
        except attempts.TooMany as refused:
            raise forms.ValidationError(_("Too many attempts. Wait a minute; nothing was deleted.")) from refused
        if not meant:
            raise forms.ValidationError(_("That does not match. Nothing was deleted."))
        return said
