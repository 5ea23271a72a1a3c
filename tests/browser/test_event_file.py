"""An event file taken in a browser."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests import builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_file_is_taken_as_often_as_it_is_asked_for(page: Page, live_server: LiveServer) -> None:
    event = builders.event(pairs=4, slug="amber")
    cookie = event.client("organiser").cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    page.goto(f"{live_server.url}/desk/amber/documents/")
    for _ in range(2):
        with page.expect_download() as taken:
            page.get_by_role("button", name="Take the event file").click()
        assert taken.value.suggested_filename == "amber.domino.zip"
