"""What the tags of the look write."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django import forms
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory, override_settings
from django.urls import path
from django.utils.translation import override

from referees.models import Protocol, Signature
from tournaments.models import Document, Game, Round
from tournaments.templatetags.frame import THEMES
from tournaments.templatetags.look import CHIPS, ROUND_TILES
from tournaments.views.theme import choose_theme

SCRIPT = "<script>alert(1)</script>"
TOLD = "&lt;script&gt;alert(1)&lt;/script&gt;"


def show(source: str, **context: Any) -> str:
    html = Template("{% load look frame %}" + source).render(Context(context))
    return re.sub(r"\s+", " ", html).strip()


# ── marks and tiles ──────────────────────────────────────────────────────────


def test_a_mark_tells_the_side_by_class_and_the_seat_by_its_letters() -> None:
    assert show('{% mark "A" %}') == '<b class="mark a">A</b>'
    assert show("{% mark seat %}", seat="B2") == '<b class="mark b">B2</b>'


def test_nobody_yet_has_no_mark() -> None:
    assert show("{% mark leader %}", leader=None) == ""
    assert show("{% mark leader %}", leader="") == ""


def test_a_mark_of_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="'C1' is no side or seat"):
        show('{% mark "C1" %}')


def test_a_tile_shows_its_halves_in_the_order_given() -> None:
    standing, lying, down = (show(f"{{% tile {tile} %}}") for tile in ('"3-1"', '"0-5" "small" lying=True', '"down"'))
    assert standing.startswith('<span class="tile" role="img" aria-label="3-1"><svg viewBox="0 0 20 40"')
    assert pips(standing) == "M15 5h0M10 10h0M5 15h0" + "M10 30h0"
    assert lying.startswith('<span class="tile small lying" role="img" aria-label="0-5">')
    assert pips(lying) == "M5 25h0M15 25h0M10 30h0M5 35h0M15 35h0"
    assert down.startswith('<span class="tile down"><svg')
    assert pips(down) is None


def pips(html: str) -> str | None:
    """Read off a drawing where its pips lie."""
    found = re.search(r'class="tile-pips" d="([^"]*)"', html)
    return found and found[1]


@pytest.mark.parametrize("text", ["7-1", "6", "6-4-1", "", SCRIPT])
def test_what_is_no_tile_of_the_set_is_not_drawn(text: str) -> None:
    with pytest.raises(ValueError, match="is no tile"):
        show("{% tile text %}", text=text)


def test_a_chain_lays_doubles_across() -> None:
    html = show('{% chain "6-6 6-4 4-4" %}')
    assert html.startswith('<span class="chain" aria-hidden="true">')
    assert re.findall(r'<span class="(tile[^"]*)">', html) == ["tile", "tile lying", "tile"]
    assert [drawn.count("h0") for drawn in re.findall(r' d="(M[^"]*h0)"', html)] == [12, 10, 8]


def test_a_chain_that_goes_on_ends_with_an_empty_place() -> None:
    assert show('{% chain "4-0" goes_on=True %}').endswith('<span class="slot lying"></span></span>')


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        ("6-6 5-4", "5-4 cannot follow 6-6: 6 meets 5"),
        ("6-4 4-6", "a tile lies twice"),
        ("6-6 6-9", "'6-9' is no tile"),
    ],
)
def test_a_chain_nobody_could_lay_is_refused(chain: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        show("{% chain chain %}", chain=chain)


def test_the_rounds_count_up_through_the_tiles() -> None:
    assert ROUND_TILES == ("1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6")


def test_rounds_are_face_up_when_played_ringed_now_and_face_down_to_come() -> None:
    html = show("{% rounds_tiles 4 1 2 %}")
    assert 'role="img" aria-label="Round 2 of 4"' in html
    assert re.findall(r'<span class="(tile[^"]*)">', html) == ["tile", "tile now", "tile down", "tile down"]


def test_rounds_past_the_tiles_carry_their_number() -> None:
    html = show("{% rounds_tiles 14 14 %}")
    assert html.count('<span class="tile numbered">') == 2
    assert html.endswith('<span class="tile numbered">13</span><span class="tile numbered">14</span></span>')
    assert 'aria-label="14 of 14 rounds played"' in html


# ── scores ───────────────────────────────────────────────────────────────────


def test_a_score_on_one_line_underlines_the_winner_and_names_the_sides() -> None:
    assert show('{% score_line 208 72 "A" %}') == (
        '<span class="score-line"><b class="a won"><span class="off-screen">side A </span>208</b>'
        '<b class="b"><span class="off-screen">side B </span>72</b></span>'
    )


def test_a_score_below_nothing_has_a_true_minus_and_one_not_yet_known_a_dash() -> None:
    html = show("{% score_line a b %}", a=-25, b=None)
    assert "</span>−25</b>" in html
    assert "</span>–</b>" in html


def test_the_big_score_names_the_sides_where_no_names_are_given() -> None:
    html = show("{% score 137 92 %}")
    assert '<div class="score-half a"><span>Side A</span><span class="score-num">137</span></div>' in html
    assert '<div class="score-half b"><span>Side B</span><span class="score-num">92</span></div>' in html


def test_names_in_a_score_are_shown_literally() -> None:
    html = show('{% score 1 2 "B" name name %}', name=SCRIPT)
    assert html.count(f"<span>{TOLD}</span>") == 2
    assert '<div class="score-half b won">' in html
    assert SCRIPT not in html


@pytest.mark.parametrize(("number", "written"), [(266, "+266"), (-179, "−179"), (0, "0"), (None, "–")])
def test_effectiveness_is_written_with_its_sign(number: int | None, written: str) -> None:
    assert show("{{ number|signed }}", number=number) == written


@pytest.mark.parametrize(("number", "written"), [(200, "200"), (-25, "−25"), (0, "0"), (None, "–")])
def test_points_are_written_without_a_plus(number: int | None, written: str) -> None:
    assert show("{{ number|points }}", number=number) == written


# ── states ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("of", "states"),
    [
        ("round", Round.State),
        ("game", Game.State),
        ("document", Document.State),
        ("protocol", Protocol.State),
        ("signature", Signature.How),
    ],
)
def test_every_state_of_a_record_has_its_sign_and_its_own_word(of: str, states: Any) -> None:
    for state, label in states.choices:
        html = show("{% chip state of=of %}", state=state, of=of)
        assert f"<span>{label}</span></span>" in html, state
        assert 'aria-hidden="true"' in html, state


def test_a_running_game_wears_the_pin() -> None:
    assert show('{% chip "running" "deal 11" %}') == (
        '<span class="chip now"><span class="pin" aria-hidden="true"></span><span>deal 11</span></span>'
    )


def test_a_failed_document_is_told_by_a_sign_too() -> None:
    assert show('{% chip "failed" of="document" %}') == (
        '<span class="chip stop"><span class="icon icon-warn" aria-hidden="true"></span><span>failed</span></span>'
    )


def test_words_of_a_chip_are_shown_literally() -> None:
    assert f"<span>{TOLD}</span>" in show('{% chip "stop" text %}', text=SCRIPT)


def test_a_state_without_a_sign_is_refused() -> None:
    with pytest.raises(ValueError, match="no sign is known for the state 'napping'"):
        show('{% chip "napping" %}')


def test_every_chip_has_a_tone_of_the_look() -> None:
    assert {chip.tone for chip in CHIPS.values()} == {"", "done", "now", "stop"}


def test_a_notice_escapes_what_it_is_given_and_keeps_the_markup_of_the_page() -> None:
    html = show('{% notice "now" name %}Table <b>{{ name }}</b>{% endnotice %}', name=SCRIPT)
    assert html == (
        '<div class="notice now" role="status"><span class="icon icon-warn" aria-hidden="true"></span>'
        f"<div><strong>{TOLD}</strong> Table <b>{TOLD}</b></div></div>"
    )


def test_a_notice_that_stops_is_read_out_at_once() -> None:
    assert 'class="notice stop" role="alert"' in show('{% notice "stop" %}No contact.{% endnotice %}')


def test_an_empty_place_says_what_is_missing() -> None:
    html = show("{% empty title %}<p>Add a pair.</p>{% endempty %}", title=SCRIPT)
    assert html.endswith(f"<strong>{TOLD}</strong><p>Add a pair.</p></div>")


# ── the clock and the days ───────────────────────────────────────────────────


def test_a_running_clock_carries_its_end_in_the_time_of_the_server() -> None:
    html = show('{% clock 761 "running" "left" %}')
    assert '<span class="clock-face">12:41</span> <small>left</small>' in html
    now, deadline = (int(re.search(rf'data-{what}="(\d+)"', html).group(1)) for what in ("now", "deadline"))  # type: ignore[union-attr]
    assert deadline - now == 761_000


@pytest.mark.parametrize(
    ("seconds", "state", "css", "face"),
    [
        (301, "running", "clock", "05:01"),
        (300, "running", "clock last", "05:00"),
        (1, "running", "clock last", "00:01"),
        (0, "running", "clock over", "00:00"),
        (-90, "running", "clock over", "00:00"),
        (1110, "paused", "clock held", "18:30"),
        (200, "paused", "clock held last", "03:20"),
        (300, "waiting", "clock still", "05:00"),
        (2400, "over", "clock over", "00:00"),
        (6000, "waiting", "clock still", "100:00"),
    ],
)
def test_a_clock_turns_gold_at_five_minutes_and_red_at_the_end(seconds: int, state: str, css: str, face: str) -> None:
    html = show("{% clock seconds state %}", seconds=seconds, state=state)
    assert f'<span class="{css}" role="timer"' in html
    assert f'<span class="clock-face">{face}</span>' in html


def test_a_clock_that_stands_does_not_count() -> None:
    assert "data-deadline" not in show('{% clock 1110 "paused" %}')
    assert show("{% clock None %}") == ""


def test_a_silent_clock_counts_and_does_not_speak_up() -> None:
    assert 'role="status"' in show('{% clock 761 "running" %}')
    silent = show('{% clock 761 "running" silent=True %}')
    assert 'role="status"' not in silent
    assert "data-deadline" in silent


def test_a_clock_in_no_state_is_refused() -> None:
    with pytest.raises(ValueError, match="'broken' is no state of a clock"):
        show('{% clock 10 "broken" %}')


@pytest.mark.parametrize(
    ("first", "last", "written", "russian"),
    [
        (date(2026, 11, 28), date(2026, 11, 28), "28 November 2026", "28 ноября 2026"),
        (date(2026, 11, 28), date(2026, 11, 29), "28–29 November 2026", "28–29 ноября 2026"),
        (date(2026, 11, 30), date(2026, 12, 2), "30 November – 2 December 2026", "30 ноября – 2 декабря 2026"),
        (date(2026, 12, 31), date(2027, 1, 2), "31 December 2026 – 2 January 2027", "31 декабря 2026 – 2 января 2027"),
    ],
)
def test_the_days_of_an_event_are_written_once_each(first: date, last: date, written: str, russian: str) -> None:
    assert show("{% days first last %}", first=first, last=last) == written
    with override("ru"):
        assert show("{% days first last %}", first=first, last=last) == russian


# ── forms ────────────────────────────────────────────────────────────────────


class EventForm(forms.Form):
    name = forms.CharField(label=f"Name {SCRIPT}", help_text="As on the protocols.")
    hall = forms.CharField(label="Hall", required=False)
    kind = forms.ChoiceField(label="Kind", choices=[("pair", "Pairs"), ("x", SCRIPT)], widget=forms.RadioSelect)
    told = forms.BooleanField(label="Tell the officials", required=False)

    def clean_name(self) -> str:
        raise forms.ValidationError(f"{self.cleaned_data['name']} is taken.")


def test_a_field_is_tied_to_its_label_its_help_and_its_error() -> None:
    form = EventForm({"name": SCRIPT})
    html = show("{% field field %}", field=form["name"])
    assert f'<label for="id_name">Name {TOLD}</label>' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert '<small class="help" id="id_name_helptext">As on the protocols.</small>' in html
    assert re.search(r'<div class="error" id="id_name_error"><p>.*' + re.escape(f"{TOLD} is taken."), html)
    assert 'aria-invalid="true"' in html
    assert SCRIPT not in html


def test_a_field_that_may_stay_empty_says_so() -> None:
    form = EventForm()
    assert "may stay empty" in show("{% field field %}", field=form["hall"])
    assert "may stay empty" not in show("{% field field %}", field=form["name"])


def test_a_field_takes_the_class_of_the_look_beside_its_own() -> None:
    html = show('{% field field css="narrow" placeholder="Kalmar hall" %}', field=EventForm()["hall"])
    assert 'class="input narrow"' in html
    assert 'placeholder="Kalmar hall"' in html


def test_choices_are_tiles_to_press_in_a_named_group() -> None:
    html = show("{% field field segments=True %}", field=EventForm({"kind": "pair", "name": "x"})["kind"])
    assert '<fieldset class="field"' in html
    assert '<legend class="legend">Kind</legend>' in html
    assert '<div class="segments">' in html
    assert re.findall(r'<input type="radio"[^>]*value="([^"]*)"[^>]*>', html) == ["pair", "x"]
    assert re.search(r'value="pair"[^>]* checked>', html)
    assert f"<span>{TOLD}</span>" in html


def test_a_box_to_tick_shows_its_box() -> None:
    html = show("{% field field %}", field=EventForm()["told"])
    assert '<label class="choice tick"><input type="checkbox" name="told"' in html


# ── theme and tabs ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "cookie", "theme"),
    [
        ("/", "", "auto"),
        ("/", "dark", "dark"),
        ("/?theme=bright", "dark", "bright"),
        ("/?theme=pink", "dark", "dark"),
        ("/", '"><script>', "auto"),
    ],
)
def test_the_address_then_the_cookie_gives_the_theme(address: str, cookie: str, theme: str) -> None:
    request = RequestFactory().get(address)
    request.COOKIES["theme"] = cookie
    assert show("{% theme %}", request=request) == theme


def test_a_page_without_a_visitor_follows_the_device() -> None:
    assert show("{% theme %}") == "auto"


def test_a_chosen_theme_is_kept_and_leads_back_to_the_page() -> None:
    response = choose_theme(RequestFactory().post("/theme/", {"theme": "bright", "next": "/e/amber/draw/"}))
    assert response["Location"] == "/e/amber/draw/"
    assert response.cookies["theme"].value == "bright"
    assert set(THEMES) == {"auto", "light", "dark", "bright"}


def test_an_unknown_theme_is_not_kept_and_another_host_not_followed() -> None:
    response = choose_theme(RequestFactory().post("/theme/", {"theme": "pink", "next": "https://example.org/"}))
    assert response["Location"] == "/"
    assert "theme" not in response.cookies


def nothing(request: object, slug: str) -> HttpResponse:
    return HttpResponse(slug)


urlpatterns = [
    path("e/<slug:slug>/", nothing, name="live"),
    path("e/<slug:slug>/draw/", nothing, name="draw"),
    path("desk/<slug:slug>/entries/", nothing, name="entries"),
]


class Event:
    slug = "amber"


@override_settings(ROOT_URLCONF=__name__)
def test_tabs_lead_to_the_parts_that_exist_and_mark_the_open_one() -> None:
    html = show('{% tabs of="public" %}', tournament=Event(), here="draw")
    assert re.findall(r'<a href="([^"]+)"( aria-current="page")?>([^<]+)</a>', html) == [
        ("/e/amber/", "", "Live"),
        ("/e/amber/draw/", ' aria-current="page"', "Draw"),
    ]


@override_settings(ROOT_URLCONF=__name__)
def test_the_desk_has_its_own_tabs_and_the_way_to_the_public_page() -> None:
    html = show('{% tabs of="desk" %}', tournament=Event(), here="entries")
    assert '<a href="/desk/amber/entries/" aria-current="page">Entries</a>' in html
    assert '<a class="away" href="/e/amber/">' in html
