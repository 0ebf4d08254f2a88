"""Where each part is mounted."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from gamelog import health, monitoring
from gamelog.api import evidence

# The admin has no login form of its own, so that allauth's rate limits and second factor apply there too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "gamelog.failures.bad_request"
handler500 = "gamelog.failures.server_error"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", monitoring.metrics_page, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path(".well-known/gamelog-keys.json", evidence.keys_json, name="well-known-keys"),
    path("api/", include("gamelog.api.urls")),
    path("", include("gamelog.transparency.urls")),
    path("", include("frontend.urls")),
]
