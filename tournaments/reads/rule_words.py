"""The words of the regulations: one for each value of each rule of the closed list."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

#: rule: what each of its values says.
CHOICE_WORDS: dict[str, dict[str, str | Promise]] = {
    "time_rule": {
        "finish_deal": gettext_lazy(
            "When time is over in a deal, that deal is the last; between deals, one more is played."
        ),
        "finish_plus_one": gettext_lazy(
            "When time is over in a deal, that deal and one more are played; between deals, one more."
        ),
        "stop": gettext_lazy("When time is over, the open deal is void and the side that is ahead wins."),
    },
    "target_at_time": {
        "game_over": gettext_lazy("When the target is reached as time ends, the game is over."),
        "one_more": gettext_lazy("When the target is reached as time ends, one more deal is played all the same."),
    },
    "over_target": {
        "keep": gettext_lazy("Points above the target stay."),
        "trim": gettext_lazy("Points above the target are cut at the end."),
    },
    "lead": {
        "rotate": gettext_lazy("The lead passes on in playing order, from deal to deal."),
        "winner": gettext_lazy(
            "Who went out, or made the fish, leads the next deal; after a level deal, the next in turn."
        ),
    },
    "scoring": {
        "all": gettext_lazy("The winners of a deal score all tiles left in the hands, the partner’s too."),
        "opponents": gettext_lazy("The winners of a deal score the tiles left with the opponents only."),
        "difference": gettext_lazy(
            "After a fish the winners score the difference of the two sides; after an out all tiles left."
        ),
    },
    "fish_winner": {
        "pair_total": gettext_lazy("A fish is won by the side with fewer pips in its two hands."),
        "lowest_hand": gettext_lazy("A fish is won by the side of the lowest single hand."),
    },
    "level_fish": {
        "no_score": gettext_lazy("After a level fish nobody scores, and the lead passes on."),
        "replay": gettext_lazy("A level fish is replayed, with the same leader."),
        "carry": gettext_lazy("After a level fish the pips of all four hands go to the next deal that is decided."),
        "leader_wins": gettext_lazy("A level fish is won by the side that led."),
        "double_next": gettext_lazy("After a level fish the next deal that is decided counts double."),
    },
    "partner_of_absent": {
        "loses": gettext_lazy("Where one of two partners is missing, both have lost."),
        "bye": gettext_lazy("Where one of two partners is missing, the one who came is credited with a bye."),
    },
    "fines_to": {
        "opponents": gettext_lazy("Fines are credited to the opponents."),
        "offender": gettext_lazy("Fines are taken from the side of the offender."),
        "person": gettext_lazy("Fines are taken from the offender’s own points, not from the score of the game."),
    },
    "count_warnings": {
        "player": gettext_lazy("Warnings are counted for each player."),
        "side": gettext_lazy("Warnings are counted for the two partners together."),
    },
    "false_pass_scores": {
        "nothing": gettext_lazy("The deal that a false pass ends scores nothing but the fine."),
        "all_left": gettext_lazy("The deal that a false pass ends brings the opponents all pips left, and the fine."),
    },
    "false_pass_until": {
        "next_lead": gettext_lazy("A false pass can be claimed until the next deal begins."),
        "signed": gettext_lazy("A false pass can be claimed until the protocol is signed."),
    },
}

#: rule: what it says when it is on, and when it is off.
SWITCH_WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "below_zero": (
        gettext_lazy("A fine can take a score below zero."),
        gettext_lazy("A fine takes no score below zero."),
    ),
    "fine_ends_game": (
        gettext_lazy("A fine that brings a side to the target ends the game."),
        gettext_lazy("A fine alone never ends a game."),
    ),
    "warnings_carry": (
        gettext_lazy("Warnings go along to the next game, like cards."),
        gettext_lazy("Warnings are forgotten after the game; cards are not."),
    ),
    "continue_fine": (
        gettext_lazy("A move out of turn is fined even when the opponents let the deal go on."),
        gettext_lazy("A move out of turn is not fined when the opponents let the deal go on."),
    ),
}

#: What the regulations say beside the rules of a game: a sentence for each value.
EVENT_WORDS: dict[str, dict[str, str | Promise]] = {
    "system": {
        "round_robin": gettext_lazy("Round robin: everybody meets everybody once."),
        "double_round_robin": gettext_lazy(
            "Double round robin: everybody meets everybody twice, with the sides exchanged."
        ),
        "swiss": gettext_lazy("Swiss: those with equally many wins meet, and nobody meets the same entry twice."),
    },
    "effectiveness": {
        "difference": gettext_lazy("Effectiveness is points scored minus points against."),
        "to_target": gettext_lazy(
            "Effectiveness is the target minus the loser’s points, so that points above the target do not count; "
            "where time ended the game, the difference."
        ),
        "share": gettext_lazy("Effectiveness is the share of all points of the own games, in thousandths."),
    },
    "bye_counts": {
        "full": gettext_lazy("A bye is a win by the points of a walkover to 0. The whole difference counts."),
        "half": gettext_lazy("A bye is a win by the points of a walkover to 0. Half of the difference counts."),
    },
    "walkover_counts": {
        "full": gettext_lazy("A game won without playing brings its whole difference to both sides."),
        "half": gettext_lazy(
            "A game won without playing brings the winner half of the difference; who did not come loses the whole."
        ),
    },
    "first_round": {
        "number": gettext_lazy("Round 1 is drawn in the order of the entry numbers."),
        "rating": gettext_lazy("Round 1 is drawn in the order of the ratings; who has none stands at the end."),
        "lot": gettext_lazy("Round 1 is drawn by lot."),
    },
    "clubs_apart": {
        "yes": gettext_lazy("Entries of one club do not meet in round 1, as far as that is possible."),
        "no": gettext_lazy("Entries of one club may meet in round 1."),
    },
}

BREACHES: dict[str, str | Promise] = {
    "slow_play": gettext_lazy("Slow play"),
    "talking": gettext_lazy("Talking during a deal"),
    "conduct": gettext_lazy("Smoking, drinking, eating, telephone"),
    "table": gettext_lazy("Things on the table that do not belong there"),
    "posture": gettext_lazy("Hands or eyes where they should not be"),
    "careless_move": gettext_lazy("A move that is banged or laid carelessly"),
    "rearranging": gettext_lazy("Rearranging tiles on the stand"),
    "late": gettext_lazy("Coming late"),
    "touched_tile": gettext_lazy("A touched tile that does not fit"),
    "out_of_turn": gettext_lazy("A lead or a move out of turn, when the deal is started again"),
    "false_pass": gettext_lazy("A false pass; the deal ends"),
    "sign": gettext_lazy("A sign to the partner"),
}

CARDS: dict[str, str | Promise] = {
    "yellow": gettext_lazy("yellow card"),
    "red": gettext_lazy("red card"),
    "black": gettext_lazy("black card"),
}

SANCTIONS: dict[str, str | Promise] = {
    "none": gettext_lazy("nothing"),
    "warning": gettext_lazy("a warning"),
    "game_loss": gettext_lazy("the game is lost"),
    "disqualification": gettext_lazy("disqualification"),
}
