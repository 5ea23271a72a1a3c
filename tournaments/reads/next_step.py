"""The one next step of the organiser, said in words, with its buttons."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Game, Regulations, Round
from .entry_words import entry_word
from .today import Missing, Today
from .withdrawal import to_end_it, who_left, why_to_draw_again


@dataclass(frozen=True, slots=True)
class Button:
    """What can be done about the next step: a page to open, or a form to send with its hidden fields."""

    label: str
    url: str
    act: str = ""
    number: int | None = None
    game: int | None = None
    fields: tuple[tuple[str, str], ...] = ()
    post: bool = True


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do now."""

    title: str
    text: str
    buttons: tuple[Button, ...] = ()


def next_step(today: Today) -> NextStep:
    """Say the one thing to do now."""
    if today.reopened:
        return _correct(today.reopened)
    if today.open:
        return _of_open_round(today, today.open)
    if today.ended:
        return _after_the_end(today)
    if today.drawn and today.gone:
        return _draw_again(today, today.drawn)
    if today.entries < 2:
        return NextStep(
            entry_word(today.kind, "enter"),
            entry_word(today.kind, "bring"),
            (
                _page(_("Bring an entry list"), "entries_import"),
                _page(entry_word(today.kind, "enter_one"), "entry_new"),
            ),
        )
    if today.next_number > today.planned > 0 and not today.drawn:
        return _final(today)
    usual = _publish(today.drawn) if today.drawn else _draw(today)
    return _prepare(today, usual) or usual


def _correct(round_: Round) -> NextStep:
    words = {"number": round_.number}
    text = _(
        "It was opened again after a later round had been published. Open the game that was wrong, correct it at "
        "its table and have it signed anew; then close the round. Until then the standings are not final."
    )
    open_ = Button(_("Open round %(number)s") % words, "round", number=round_.number, post=False)
    return NextStep(_("Correct and close round %(number)s") % words, text, (open_,))


def _prepare(today: Today, usual: NextStep) -> NextStep | None:
    """Say what is missing before round 1: without it no result could be accepted. The usual step stays possible."""
    if today.referees == 0:
        return _name_a_referee(*usual.buttons)
    if today.links == 0:
        lay = Button(_("Make the links of the tables"), "table_links", "print", post=False)
        text = _("A tablet finds its table by a link. Make the links, print the cards and lay one on each table.")
        return NextStep(_("Lay out the tables"), text, (lay, *usual.buttons))
    if today.here is not None and today.here < today.entries:
        return _check_in(today.kind, today.here, today.entries, usual)
    return None


def _name_a_referee(*others: Button) -> NextStep:
    name = Button(_("Name the officials"), "officials", "change_officials", post=False)
    text = _("Results are accepted at the tables, by a referee or the chief referee with a PIN. Name one at least.")
    return NextStep(_("Give a referee a PIN"), text, (name, *others))


def _check_in(kind: str, here: int, expected: int, usual: NextStep) -> NextStep:
    """Ask who has come; where nobody keeps the door the draw stays one button away."""
    page = Button(entry_word(kind, "check_in"), "check_in", "check_in", post=False)
    if not here:
        text = _("Tick off who has come, by number or name. Where nobody is missing you can draw at once.")
        return NextStep(page.label, text, (page, *usual.buttons))
    title = entry_word(kind, "are_here") % {"here": here, "all": expected}
    return NextStep(title, entry_word(kind, "check_who_comes"), (page, *usual.buttons))


def _draw(today: Today) -> NextStep:
    number = today.next_number
    if today.system == Regulations.System.SWISS:
        text = entry_word(today.kind, "draw_swiss")
    elif number == 1:
        text = entry_word(today.kind, "draw_first")
    else:
        text = _("The pairings follow from the numbers of the entries. You see them before anybody else does.")
    words = _("Draw round %(number)s") % {"number": number}
    return NextStep(words, text, (Button(words, "draw_round", "draw_round", fields=(("number", str(number)),)),))


def _publish(round_: Round) -> NextStep:
    text = _("Look the tables through. Publishing shows them to everybody and gives the games their rules.")
    if round_.number == 1:
        text += " " + _("The regulations are fixed from then on.")
    words = _("Publish round %(number)s") % {"number": round_.number}
    publish = Button(words, "publish_round", "publish_round", round_.number, fields=(("draw", round_.draw_stamp),))
    look = Button(_("Look at the tables"), "round", number=round_.number, post=False)
    return NextStep(words, text, (publish, look))


def _draw_again(today: Today, round_: Round) -> NextStep:
    """Say that a draw seats somebody who withdrew; of rounds drawn ahead the last one is undone first."""
    text = why_to_draw_again(round_.number, today.gone)
    last = round_
    if today.later_drawn:
        last = today.later_drawn
        text += " " + _("Later rounds are drawn ahead: undo their draws first, the last one before all others.")
    undo = Button(
        _("Undo the draw of round %(number)s") % {"number": last.number}, "undo_draw", "draw_round", last.number,
        fields=(("draw", last.draw_stamp),),
    )  # fmt: skip
    look = Button(_("Look at the tables"), "round", number=round_.number, post=False)
    title = _("Undo the draw of round %(number)s and draw it again") % {"number": round_.number}
    return NextStep(title, text, (undo, look))


def _of_open_round(today: Today, round_: Round) -> NextStep:
    if not today.missing:
        return _close(round_)
    left = next((missing for missing in today.missing if missing.left), None)
    if today.clock and today.clock.state == "idle" and all(m.table.state == Game.State.WAITING for m in today.missing):
        usual = _begin(today, round_)
        return _rule(today, left, *usual.buttons) if left else usual
    if not today.accepts:  # an event brought from another machine, or the office of the last one was ended
        return _name_a_referee(Button(_("Games from paper"), "paper", "enter_paper", post=False))
    if left:
        return _rule(today, left)
    silent = [missing for missing in today.missing if missing.silent is not None]
    if silent:
        return _ask_silent(silent[0])
    if today.clock and today.clock.over:
        return _wait_after_time(today)
    return _wait(today, round_)


def _close(round_: Round) -> NextStep:
    return NextStep(
        _("Close round %(number)s") % {"number": round_.number},
        _("All results are in. Closing makes the standings after this round final."),
        (Button(_("Close round %(number)s") % {"number": round_.number}, "close_round", "close_round", round_.number),),
    )


def _rule(today: Today, missing: Missing, *others: Button) -> NextStep:
    """Say how the game of somebody who withdrew gets its result: nothing else may ever end it."""
    words = {"table": missing.table.table}
    rule = Button(_("Rule on the game"), "desk_rule", "rule", game=missing.table.game, post=False)
    open_ = Button(_("Open table %(table)s") % words, "desk_game", game=missing.table.game, post=False)
    text = to_end_it(missing.table.state, missing.gone)
    return NextStep(who_left(missing.table, today.gone), text, (rule, open_, *others))


def _ask_silent(missing: Missing) -> NextStep:
    words = {"table": missing.table.table, "minutes": missing.silent}
    title = ngettext(
        "Table %(table)s has been silent for %(minutes)s minute",
        "Table %(table)s has been silent for %(minutes)s minutes",
        missing.silent or 0,
    )
    text = _("Last score %(a)s to %(b)s. Ask its referee to look at the tablet. Nothing is lost: it keeps its log.")
    return NextStep(
        title % words,
        text % {"a": missing.table.score_a, "b": missing.table.score_b},
        (Button(_("Open table %(table)s") % words, "desk_game", game=missing.table.game, post=False),),
    )


def _begin(today: Today, round_: Round) -> NextStep:
    start = Button(_("Start the clock"), "start_clock", "run_clock", round_.number)
    sheets = Button(
        _("Print the score sheets"), "documents", "print",
        fields=(("kind", "score_sheets"), ("round", str(round_.number))),
    )  # fmt: skip
    if today.sheets:
        return NextStep(
            _("Start the clock of round %(number)s") % {"number": round_.number},
            _("When everybody sits and the tiles are shuffled. All tables have the same %(minutes)s minutes.")
            % {"minutes": round_.minutes},
            (start,),
        )
    return NextStep(
        _("Print the score sheets of round %(number)s") % {"number": round_.number},
        _("A sheet for every table, in case a tablet fails. Then start the clock."),
        (sheets, start),
    )


def _wait_after_time(today: Today) -> NextStep:
    count = len(today.missing)
    title = ngettext(
        "Time is over, %(count)s table is still missing", "Time is over, %(count)s tables are still missing", count
    )
    return NextStep(title % {"count": count}, _("The list below says what each of them is at, worst first."))


def _wait(today: Today, round_: Round) -> NextStep:
    words = {"number": round_.number, "accepted": today.accepted, "all": today.played}
    return NextStep(
        _("Round %(number)s is being played") % words,
        _("%(accepted)s of %(all)s results are in. There is nothing to do until the next ones come.") % words,
    )


def _final(today: Today) -> NextStep:
    if today.undecided:
        text = _("A result waits for it. Until then the standings are provisional, and the event cannot end.")
        return NextStep(_("Decide the protest"), text, (_page(_("Protests"), "protests"),))
    end = Button(_("End the event"), "end", "end_event", post=False)
    text = _(
        "Look the standings through, then end the event: they are final from then on, and nothing changes any more. "
        "Print them after that."
    )
    return NextStep(_("All rounds are played"), text, (end, _page(_("Standings on the public page"), "standings")))


def _after_the_end(today: Today) -> NextStep:
    """Ask for the final standings on paper; only now a sheet calls them so."""
    public = _page(_("Standings"), "standings")
    if today.standings or not today.closed:
        text = _("The standings, and the results as files, are on the public page. Everything can still be printed.")
        documents = Button(_("Documents"), "documents", "print", post=False)
        return NextStep(_("The event has ended"), text, (public, documents))
    fields = (("kind", "standings"), ("round", str(today.closed[-1].number)))
    text = _("Print the final standings. They, and the results as files, are on the public page too.")
    print_ = Button(_("Print the final standings"), "documents", "print", fields=fields)
    return NextStep(_("The event has ended"), text, (print_, public))


def _page(label: str, url: str) -> Button:
    return Button(label, url, post=False)
