"""Where everything is. The apps write their own paths, from the root on."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("referees.urls")),
    path("admin/", admin.site.urls),
    path("language/", include("django.conf.urls.i18n")),
    path("words.js", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("api/v1/", include("tournaments.api_urls")),
    path("api/v1/", include("referees.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
