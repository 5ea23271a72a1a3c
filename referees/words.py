"""The words of a log: what its codes are called on pages and on paper."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = dict[str, str | Promise]

PENALTIES: Final[Words] = {
    "slow_play": _("slow play"),
    "talking": _("talking"),
    "conduct": _("conduct"),
    "table": _("things on the table"),
    "posture": _("posture"),
    "careless_move": _("careless move"),
    "rearranging": _("rearranged tiles"),
    "late": _("late"),
    "touched_tile": _("touched tile"),
    "out_of_turn": _("out of turn"),
    "false_pass": _("false pass"),
    "sign": _("sign"),
    "other": _("other"),
}

SANCTIONS: Final[Words] = {
    "none": _("no sanction"),
    "warning": _("warning"),
    "fine": _("fine"),
    "game_loss": _("the game is lost"),
    "disqualification": _("disqualified"),
}

CARDS: Final[Words] = {"yellow": _("yellow card"), "red": _("red card"), "black": _("black card")}

#: Why the program itself made a version void, by the code that is kept; what a person wrote stands as he wrote it.
VOIDED: Final[Words] = {
    "log_changed": _("The log was changed after this version was made."),
    "sheet_written": _("The desk has written the game from its paper sheet."),
}

REASONS: Final[Words] = {
    "target": _("target reached"),
    "deals": _("all deals played"),
    "time": _("time over"),
    "no_show": _("no-show"),
    "forfeit": _("forfeit"),
    "game_loss": _("lost by penalty"),
    "ruling": _("ruling of the chief referee"),
    "bye": _("bye"),
}

TO_COME: Final[Words] = {
    "start": _("The first lead is drawn, then the game starts."),
    "deal": "",
    "extra_deal": _("It is level: an extra deal is played, for a game always has a winner."),
    "last_deal": _("The time is over: this deal is the last."),
    "two_more_deals": _("The time is over: this deal is finished and one more is played."),
    "one_more_deal": _("The time is over: one more deal is played, the last."),
    "sign": _("The game is over: the players and the referee sign."),
}
