"""The settings of an event as a page asks for them: the question, one line that explains it, the answers."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Regulations
from .entry_words import WORDS

Words = str | Promise


class Question(NamedTuple):
    """What a setting is called beside its control, and the line beneath."""

    label: Words
    help: Words


#: setting: its question. Game rules carry the names of the closed list, the others those of the event's regulations.
QUESTIONS: Final[dict[str, Question]] = {
    # the event
    "system": Question(
        _("Who meets whom"), _("round robin: everybody meets everybody; Swiss: equals meet, nobody twice")
    ),
    "planned_rounds": Question(_("Rounds"), _("a multiple of four; another number needs a reason")),
    "override_reason": Question(
        _("Why not a multiple of four"),
        _("only where the preset asks for fours and the rounds are no whole round robin; it is printed"),
    ),
    "first_round": Question(_("Order of the first draw"), _("Swiss: top half against bottom half of this order")),
    "clubs_apart": Question(WORDS["of_one_club"][0], _("Swiss; later rounds are drawn by the score alone")),
    "entries_close": Question(
        _("Entries close when this round starts"), _("who enters later than round 1 scores nothing for rounds missed")
    ),
    # the game
    "target": Question(_("A game goes to"), _("points; the side that has them first wins")),
    "deals": Question(
        _("Or a fixed number of deals"), _("4, 8, 12 …: then there is no target; empty: the target decides")
    ),
    "over_target": Question(_("Points above the target"), _("who has won is found first")),
    "scoring": Question(_("What the winners of a deal score"), _("the rule book says: all tiles left in the hands")),
    # time
    "minutes": Question(_("Minutes for a game"), _("one clock for all tables of a round; 30 to 50 are usual")),
    "time_rule": Question(_("When time is over"), _("level after that: extra deals until one side is ahead")),
    "target_at_time": Question(
        _("Time ends between deals and a side has the target"), _("by a fine, for example: is one more deal played?")
    ),
    "no_show_minutes": Question(
        _("Nobody at the table"), _("minutes from the start of the clock until the game is lost")
    ),
    # fish and lead
    "fish_winner": Question(_("Who wins a fish"), _("nobody can move; the hands are counted")),
    "level_fish": Question(_("A level fish"), _("both sides hold the same number of pips")),
    "lead": Question(_("The lead"), _("who lays the first tile of the next deal")),
    # fines, warnings and cards
    "fines_to": Question(_("Fines"), _("where the points of a fine go")),
    "below_zero": Question(_("A score below zero"), _("only where fines are taken away")),
    "fine_ends_game": Question(_("A fine that brings a side to the target"), _("only where fines go to the opponents")),
    "count_warnings": Question(_("Warnings are counted"), _("the second breach of a kind costs more than the first")),
    "warnings_carry": Question(_("Warnings of earlier games"), _("cards always stay for the whole event")),
    "continue_fine": Question(_("Out of turn, and the deal goes on"), _("the opponents chose to let the deal count")),
    "false_pass_scores": Question(_("The deal that a false pass ends"), _("the fine comes on top")),
    "false_pass_until": Question(_("A false pass can be claimed"), _("later the deal stands as it was counted")),
    # absence
    "walkover": Question(
        _("Points for a game won without playing"), _("empty: the target, or 200 where there is none")
    ),
    "partner_of_absent": Question(_("One of two partners is missing"), _("what becomes of the one who came")),
    "bye_counts": Question(
        _("The difference of a bye counts"), _("a bye is a win; half: 200 to 0 adds 100 to the effectiveness")
    ),
    "walkover_counts": Question(
        _("The difference of a game won without playing counts"),
        _("half: for the winner; who did not come loses in full"),
    ),
    # the order
    "effectiveness": Question(_("What effectiveness means"), _("three meanings are in use; say which one holds here")),
    "ranking": Question(
        _("What decides the order"), _("1 is looked at first, then 2, and so on; empty: it decides nothing")
    ),
    # the tariff
    "tariff": Question(
        _("Breaches and what they cost"),
        _("the first step for the first breach of a kind, the next for the second; the last step repeats"),
    ),
}


class Group(NamedTuple):
    """Settings that stand together on the page, and whether they are unfolded at once."""

    title: Words
    names: tuple[str, ...]
    unfolded: bool = False


GROUPS: Final[tuple[Group, ...]] = (
    Group(
        _("Rounds and system"),
        ("system", "planned_rounds", "override_reason", "first_round", "clubs_apart", "entries_close"),
        unfolded=True,
    ),
    Group(_("The game"), ("target", "deals", "scoring", "over_target"), unfolded=True),
    Group(_("Time"), ("minutes", "time_rule", "target_at_time"), unfolded=True),
    Group(_("Fish and lead"), ("fish_winner", "level_fish", "lead")),
    Group(
        _("Fines and cards"),
        (
            "fines_to", "below_zero", "fine_ends_game", "count_warnings", "warnings_carry", "continue_fine",
            "false_pass_scores", "false_pass_until",
        ),
    ),
    Group(
        _("Absence and byes"),
        ("no_show_minutes", "walkover", "partner_of_absent", "bye_counts", "walkover_counts"),
    ),
    Group(_("The order of the table"), ("ranking", "effectiveness")),
    Group(_("Breaches and what they cost"), ("tariff",)),
)  # fmt: skip

#: What the page "System and rounds" of a new event asks: the rest has its own page.
FIRST_GROUPS: Final[tuple[Group, ...]] = (
    Group(
        _("System and rounds"),
        ("system", "planned_rounds", "override_reason", "first_round", "clubs_apart", "entries_close"),
        unfolded=True,
    ),
    Group(_("The game"), ("target", "deals", "minutes", "time_rule"), unfolded=True),
    Group(_("Penalties"), ("fines_to", "no_show_minutes", "walkover", "warnings_carry"), unfolded=True),
    Group(_("The order of the table"), ("ranking", "effectiveness", "bye_counts"), unfolded=True),
)

#: setting: its answers in few words, for a control that has its question beside it.
SHORT_WORDS: Final[dict[str, dict[str, Words]]] = {
    "system": {
        "round_robin": _("round robin, everybody once"),
        "double_round_robin": _("double round robin, everybody twice"),
        "swiss": _("Swiss"),
    },
    "first_round": {
        "number": _("by entry number"),
        "rating": _("by rating, the partners’ mean"),
        "lot": _("by lot, with the kept seed"),
    },
    "effectiveness": {
        "difference": _("points scored minus points against"),
        "to_target": _("target minus the loser’s points"),
        "share": _("share of all points, in thousandths"),
    },
    "bye_counts": {"full": _("in full"), "half": _("half")},
    "walkover_counts": {"full": _("in full"), "half": _("half")},
    "time_rule": {
        "finish_deal": _("the open deal is the last"),
        "finish_plus_one": _("the open deal and one more"),
        "stop": _("the open deal is void"),
    },
    "target_at_time": {"game_over": _("the game is over"), "one_more": _("one more deal is played")},
    "over_target": {"keep": _("stay"), "trim": _("are cut at the end")},
    "lead": {"rotate": _("passes on in turn"), "winner": _("goes to who ended the deal")},
    "scoring": {
        "all": _("all hands, the partner’s too"),
        "opponents": _("the opponents’ hands"),
        "difference": _("all; after a fish the difference"),
    },
    "fish_winner": {"pair_total": _("fewer pips in two hands"), "lowest_hand": _("the lowest single hand")},
    "level_fish": {
        "no_score": _("nobody scores"),
        "replay": _("is replayed"),
        "carry": _("its pips go to the next deal"),
        "leader_wins": _("the leader’s side wins"),
        "double_next": _("the next deal counts double"),
    },
    "partner_of_absent": {"loses": _("has lost too"), "bye": _("is credited with a bye")},
    "fines_to": {
        "opponents": _("go to the opponents"),
        "offender": _("are taken from the side"),
        "person": _("are taken from the person"),
    },
    "count_warnings": {"player": _("for each player"), "side": _("for the two partners together")},
    "false_pass_scores": {"nothing": _("scores nothing"), "all_left": _("brings the opponents all pips left")},
    "false_pass_until": {"next_lead": _("until the next deal begins"), "signed": _("until the protocol is signed")},
}

#: setting that is on or off: what it says when on, and when off.
ON_OFF: Final[dict[str, tuple[Words, Words]]] = {
    "clubs_apart": (_("are kept apart"), _("may meet")),
    "below_zero": (_("is possible"), _("is not: a fine takes what there is")),
    "fine_ends_game": (_("ends the game"), _("does not end the game")),
    "warnings_carry": (_("count on"), _("are forgotten")),
    "continue_fine": (_("is fined all the same"), _("is not fined")),
}

#: What decides a place, as `ranking` names it: its name, and what it is.
KEYS_OF_ORDER: Final[dict[str, Question]] = {
    "wins": Question(_("Wins"), _("games won; a bye counts as one")),
    "effectiveness": Question(_("Effectiveness"), _("as said below")),
    "points": Question(_("Points scored"), _("in all games together")),
    "head_to_head": Question(_("Head to head"), _("the games among those who are level so far")),
    "buchholz": Question(_("Buchholz"), _("the wins of all opponents added up: who met the stronger is ahead")),
    "lots": Question(_("Drawing of lots"), _("with the kept seed, so that anybody can draw them again")),
}


def key_words(key: str) -> Question:
    """Name what decides a place; a key without words of its own is its own name."""
    return KEYS_OF_ORDER.get(key) or Question(key.replace("_", " ").capitalize(), "")


#: The defaults of what the regulations say beside the rules of a game.
EVENT_DEFAULTS: Final = {
    "system": Regulations.System.ROUND_ROBIN.value,
    "effectiveness": Regulations.Effectiveness.DIFFERENCE.value,
    "bye_counts": Regulations.Counts.FULL.value,
    "walkover_counts": Regulations.Counts.FULL.value,
    "first_round": Regulations.FirstRound.NUMBER.value,
    "clubs_apart": True,
    "entries_close": 1,
}
