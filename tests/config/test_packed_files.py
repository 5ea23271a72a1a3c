"""Static files on their way to a tablet: packed, without comments, and known again by their tag."""

from __future__ import annotations

import gzip

from django.test import Client

from config.middleware import without_comments

SCRIPT = "/static/referees/desk.js"


def test_a_script_is_sent_packed_and_without_its_comments() -> None:
    answer = Client().get(SCRIPT, headers={"Accept-Encoding": "gzip"})
    text = gzip.decompress(answer.content).decode()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.content)
    assert "export class Desk" in text
    assert "// The instrument of a table" not in text


def test_a_script_that_is_known_is_not_sent_again() -> None:
    tag = Client().get(SCRIPT, headers={"Accept-Encoding": "gzip"}).headers["ETag"]
    answer = Client().get(SCRIPT, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert answer.status_code == 304
    assert answer.getvalue() == b""
    assert (answer.headers["ETag"], answer.headers["Vary"]) == (tag, "Accept-Encoding")


def test_what_is_packed_and_what_is_not_have_tags_of_their_own() -> None:
    packed, plain = Client().get(SCRIPT, headers={"Accept-Encoding": "gzip"}), Client().get(SCRIPT)
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    crossed = Client().get(SCRIPT, headers={"If-None-Match": packed.headers["ETag"]})
    assert crossed.status_code == 200
    assert crossed.getvalue().startswith(b"// The instrument of a table")
    assert Client().get(SCRIPT, headers={"If-None-Match": plain.headers["ETag"]}).status_code == 304


def test_a_picture_and_a_browser_without_gzip_get_the_file_as_it_is() -> None:
    picture = Client().get("/static/icons/tile-180.png", headers={"Accept-Encoding": "gzip"})
    plain = Client().get(SCRIPT)
    assert "Content-Encoding" not in picture.headers
    assert plain.getvalue().startswith(b"// The instrument of a table")


def test_only_comments_that_have_their_lines_for_themselves_are_left_out() -> None:
    script = b"""// one
const a = "// no comment"; // beside code
  /** two
   * lines
   */
const b = "http://x/*y*/"; /* beside */
/* before code */ const c = 3;
  // three
"""
    assert (
        without_comments(script)
        == b"""const a = "// no comment"; // beside code
const b = "http://x/*y*/"; /* beside */
/* before code */ const c = 3;
"""
    )
