"""What no visitor gets to see: a stack trace, or a browser that waits for a file that is too large."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from config.middleware import length_of
from tests.builders import administrator, user
from tournaments.management.commands.serve import LARGEST_REQUEST

IMPORT, FILES = "/events/import/", "/api/v1/event-files/"
ADMINISTRATORS = "Events are brought in by administrators of this installation."
TWENTY_MEGABYTES = b"x" * 20_000_000


def breaks(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the secret inside")


def takes(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{len(request.FILES)} file, {len(request.POST)} field")


@api_view(["GET", "POST"])
def api_takes(request: Request) -> Response:
    return Response({"got": len(request.data)})


urlpatterns = [
    path("breaks/", breaks),
    path("takes/", takes),
    path("api/breaks/", breaks),
    path("api/takes/", api_takes),
    path("", include("config.urls")),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def test_a_file_of_20_megabytes_is_refused_with_a_sentence(visitor: Client) -> None:
    file = SimpleUploadedFile("entries.csv", TWENTY_MEGABYTES)
    response = visitor.post("/takes/", {"file": file})
    assert response.status_code == 413
    assert "2.5 MB" in response.content.decode()
    assert "text/html" in response["Content-Type"]


def test_a_file_within_the_bound_is_taken(visitor: Client) -> None:
    response = visitor.post("/takes/", {"file": SimpleUploadedFile("entries.csv", b"x" * 2_000_000), "name": "list"})
    assert (response.status_code, response.content) == (200, b"1 file, 1 field")


def test_the_api_refuses_20_megabytes_as_json(visitor: Client) -> None:
    response = visitor.post("/api/takes/", TWENTY_MEGABYTES, content_type="application/json")
    assert response.status_code == 413
    assert response.json()["sentence"].startswith("What you sent is too large.")


def test_what_stands_in_front_lets_through_all_that_the_program_takes() -> None:
    largest = max(settings.UPLOAD_LIMITS.values())
    assert largest > settings.EVENT_FILE_LIMIT
    assert largest < LARGEST_REQUEST
    proxy = (settings.BASE_DIR / "deploy" / "nginx.conf").read_text()
    usual, whole_events = (int(size) << 20 for size in re.findall(r"client_max_body_size (\d+)m", proxy))
    assert (usual > settings.UPLOAD_LIMIT, whole_events > largest) == (True, True)


class Keeping(TemporaryFileUploadHandler):
    """Keeps what is sent as ever, and notes that it does."""

    kept: list[str] = []

    def new_file(self, *args: Any, **more: Any) -> None:
        super().new_file(*args, **more)
        self.kept.append(str(self.file_name))


@pytest.fixture
def kept(settings: Any) -> list[str]:
    """Give the names of the files that were kept of what was sent."""
    settings.FILE_UPLOAD_HANDLERS = [f"{__name__}.Keeping"]
    Keeping.kept.clear()
    return Keeping.kept


def sent_by(who: str, address: str, size: int = 3_000_000) -> Any:
    """Send a file without the seal of a form, which a check looks for in all that was sent."""
    client = Client(enforce_csrf_checks=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
    if who != "stranger":
        client.force_login(administrator() if who == "administrator" else user(who))
    return client.post(address, {"file": SimpleUploadedFile("amber.zip", b"x" * size)})


def test_more_than_elsewhere_is_refused_unread_from_a_stranger_who_is_asked_to_sign_in(kept: list[str]) -> None:
    response = sent_by("stranger", IMPORT)
    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={IMPORT}")
    assert kept == []


@pytest.mark.parametrize(("who", "address"), [("organiser", IMPORT), ("organiser", FILES), ("stranger", FILES)])
def test_more_than_elsewhere_is_refused_unread_from_who_is_no_administrator(
    kept: list[str], who: str, address: str
) -> None:
    response = sent_by(who, address)
    assert (response.status_code, kept) == (403, [])
    assert ADMINISTRATORS in response.content.decode()
    if address == FILES:
        assert response.json()["code"] == "not_permitted"


@pytest.mark.parametrize("address", [IMPORT, FILES])
def test_what_an_administrator_sends_is_read_there(kept: list[str], address: str) -> None:
    sent_by("administrator", address)
    assert kept == ["amber.zip"]


@pytest.mark.parametrize("address", [IMPORT, FILES])
@override_settings(UPLOAD_LIMITS={IMPORT: 4_000_000, FILES: 4_000_000})
def test_an_administrator_too_sends_no_more_than_the_bound_of_the_address(kept: list[str], address: str) -> None:
    response = sent_by("administrator", address, 4_100_000)
    assert (response.status_code, kept) == (413, [])
    assert "at most 4 MB" in response.content.decode()


def test_what_comes_piece_by_piece_is_refused_by_who_sends_it() -> None:
    client = Client(enforce_csrf_checks=True)
    form = "multipart/form-data; boundary=x"
    in_pieces: Any = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    response = client.generic("POST", IMPORT, b"--x--", content_type=form, **in_pieces)
    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={IMPORT}")
    response = client.generic("POST", FILES, b"--x--", content_type=form, **in_pieces)
    assert (response.status_code, response.json()["sentence"]) == (403, ADMINISTRATORS)


@pytest.mark.parametrize(
    ("told", "length"),
    [({}, 0), ({"CONTENT_LENGTH": "70"}, 70), ({"CONTENT_LENGTH": "+3_000"}, 3000), ({"CONTENT_LENGTH": "many"}, 0),
     ({"HTTP_TRANSFER_ENCODING": "chunked"}, None), ({"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "5"}, 5)],
)  # fmt: skip
def test_a_length_is_read_as_what_reads_the_body_reads_it(told: dict[str, str], length: int | None) -> None:
    request = HttpRequest()
    request.META.update(told)
    assert length_of(request) == length


@pytest.mark.parametrize("claimed", ["-5", "many", "1e9", ""])
def test_a_length_that_is_no_number_breaks_nothing(visitor: Client, claimed: str) -> None:
    assert visitor.get("/takes/", CONTENT_LENGTH=claimed).status_code == 200


def test_a_page_that_breaks_shows_a_sentence_and_nothing_of_the_inside(visitor: Client) -> None:
    response = visitor.get("/breaks/")
    assert response.status_code == 500
    assert b"secret inside" not in response.content
    assert b"Traceback" not in response.content
    assert len(response.content) > 40


def test_an_api_that_breaks_answers_json(visitor: Client) -> None:
    response = visitor.get("/api/breaks/")
    assert response.status_code == 500
    assert response["Content-Type"] == "application/problem+json"
    sentence = "Something went wrong on the server, and nothing was changed. Try again, or call the organiser."
    assert response.json() == {
        "type": "tag:domino-desk,2026:problem/server_error",
        "title": "A fault of the server",
        "status": 500,
        "detail": sentence,
        "instance": "/api/breaks/",
        "code": "server_error",
        "sentence": sentence,
        "params": {},
    }


def test_an_error_page_that_breaks_itself_leaves_the_sentence() -> None:
    # A templates folder that is not there: a half-copied program.
    with override_settings(TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": []}]):
        response = Client(raise_request_exception=False).get("/breaks/")
    assert response.status_code == 500
    assert response.content.decode().startswith("Something went wrong on the server")


@pytest.mark.parametrize("address", ["/nothing/here/", "/api/v1/nothing/"])
def test_an_address_that_leads_nowhere_is_told(visitor: Client, address: str) -> None:
    response = visitor.get(address)
    assert response.status_code == 404
    assert "nothing at this address" in response.content.decode().lower()


def test_a_form_without_its_seal_is_told_to_reload() -> None:
    response = Client(enforce_csrf_checks=True).post("/takes/", {"name": "x"})
    assert response.status_code == 403
    assert "again" in response.content.decode()


def test_json_of_a_hundred_thousand_brackets_is_a_bad_request(visitor: Client) -> None:
    response = visitor.post("/api/takes/", b"[" * 100_000, content_type="application/json")
    assert response.status_code in {400, 403}
    assert response.json()["sentence"]


def test_nobody_writes_where_no_view_allows_it(visitor: Client) -> None:
    assert visitor.get("/api/takes/").status_code == 200
    assert visitor.post("/api/takes/", json.dumps({}), content_type="application/json").status_code == 403


def test_pages_run_no_script_that_is_not_a_file_of_ours(visitor: Client) -> None:
    policy = visitor.get("/takes/")["Content-Security-Policy"]
    assert "default-src 'self';" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy


def test_an_address_of_a_table_is_not_told_to_other_sites(visitor: Client) -> None:
    assert visitor.get("/takes/")["Referrer-Policy"] == "same-origin"


def test_the_schema_and_its_page_are_served_without_the_internet(visitor: Client) -> None:
    assert visitor.get("/api/schema/").status_code == 200
    page = visitor.get("/api/docs/").content.decode()
    assert "swagger-ui-bundle.js" in page
    assert "https://" not in page.replace("https://www.w3.org", "")


@pytest.mark.django_db
def test_an_address_that_only_takes_a_form_says_so(client: Client) -> None:
    response = client.get("/sign-out/")
    assert response.status_code == 405
    assert "This address only takes a form" in response.content.decode()
    assert response["Allow"]


@pytest.mark.django_db
def test_a_page_that_is_only_looked_at_says_so_to_who_sends_it_something(client: Client) -> None:
    response = client.post("/trust/")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert "This page is only looked at" in response.content.decode()
    assert "only takes a form" not in response.content.decode()
