"""Who competes in an event, in words: pairs, single players or teams. The one place where such words are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from ..models import Tournament

Words = str | Promise
PAIR: Final = str(Tournament.EntryKind.PAIR)
PLAYER: Final = str(Tournament.EntryKind.PLAYER)
TEAM: Final = str(Tournament.EntryKind.TEAM)

#: What is said of entries: for pairs, for single players, for teams.
WORDS: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "column": (_("Pair"), pgettext_lazy("column", "Player"), pgettext_lazy("column", "Team")),
    "none_yet": (
        _("No pairs are entered yet"),
        _("No players are entered yet"),
        _("No teams are entered yet"),
    ),
    "none_yet_at_all": (
        _("No pairs are entered yet."),
        _("No players are entered yet."),
        _("No teams are entered yet."),
    ),
    "standings_to_come": (
        _("The standings appear here when pairs are entered and the first round is played."),
        _("The standings appear here when players are entered and the first round is played."),
        _("The standings appear here when teams are entered and the first round is played."),
    ),
    "enter": (_("Enter the pairs"), _("Enter the players"), _("Enter the teams")),
    "enter_first": (
        _("Enter the pairs, look the regulations through, then draw round 1."),
        _("Enter the players, look the regulations through, then draw round 1."),
        _("Enter the teams, look the regulations through, then draw round 1."),
    ),
    "bring": (
        _("Bring the entry list as the clubs sent it, or enter the pairs one by one."),
        _("Bring the entry list as the clubs sent it, or enter the players one by one."),
        _("Bring the entry list as the clubs sent it, or enter the teams one by one."),
    ),
    "bring_list": (
        _("Bring the list as the clubs sent it, or enter the pairs one by one."),
        _("Bring the list as the clubs sent it, or enter the players one by one."),
        _("Bring the list as the clubs sent it, or enter the teams one by one."),
    ),
    "enter_one": (_("Enter one pair by hand"), _("Enter one player by hand"), _("Enter one team by hand")),
    "check_in": (_("Check the pairs in"), _("Check the players in"), _("Check the teams in")),
    "are_here": (
        _("%(here)s of %(all)s pairs are here"),
        _("%(here)s of %(all)s players are here"),
        _("%(here)s of %(all)s teams are here"),
    ),
    "check_who_comes": (
        _("Check in who comes, and withdraw who does not. The draw asks before it seats a pair that is not here."),
        _("Check in who comes, and withdraw who does not. The draw asks before it seats a player who is not here."),
        _("Check in who comes, and withdraw who does not. The draw asks before it seats a team that is not here."),
    ),
    "draw_swiss": (
        _("Pairs with equally many wins meet, and nobody twice. You see the tables before anybody else does."),
        _("Players with equally many wins meet, and nobody twice. You see the tables before anybody else does."),
        _("Teams with equally many wins meet, and nobody twice. You see the tables before anybody else does."),
    ),
    "draw_first": (
        _("Entries closed? The draw gives every pair its place in the table for the whole event."),
        _("Entries closed? The draw gives every player a place in the table for the whole event."),
        _("Entries closed? The draw gives every team its place in the table for the whole event."),
    ),
    "closed_late": (
        _(
            "Entries closed when round %(number)s was published. Pairs can be withdrawn and return, players can be "
            "replaced, and names can be corrected."
        ),
        _(
            "Entries closed when round %(number)s was published. Players can be withdrawn and return, and names can be "
            "corrected."
        ),
        _(
            "Entries closed when round %(number)s was published. Teams can be withdrawn and return, players can be "
            "replaced, and names can be corrected."
        ),
    ),
    "swap_of": (
        _("Swap two pairs of round %(number)s"),
        _("Swap two players of round %(number)s"),
        _("Swap two teams of round %(number)s"),
    ),
    "swap": (_("Swap two pairs by hand"), _("Swap two players by hand"), _("Swap two teams by hand")),
    "of_this": (_("The categories of this pair"), _("The categories of this player"), _("The categories of this team")),
    "counts_again": (
        _(
            "The pair counts again as it played. If the disqualification took it out of the rounds to come, it returns "
            "to them."
        ),
        _(
            "The player counts again as he played. If the disqualification took him out of the rounds to come, he "
            "returns to them."
        ),
        _(
            "The team counts again as it played. If the disqualification took it out of the rounds to come, it returns "
            "to them."
        ),
    ),
    "game_open": (
        _("A game of this pair is still open."),
        _("A game of this player is still open."),
        _("A game of this team is still open."),
    ),
    "this_one": (_("This pair"), _("This player"), _("This team")),
    "no_game": (
        _("The pair has played no game in these rounds."),
        _("The player has played no game in these rounds."),
        _("The team has played no game in these rounds."),
    ),
    "stands_last": (
        _("The pair stands at the end of the standings, without a place; the others move up."),
        _("The player stands at the end of the standings, without a place; the others move up."),
        _("The team stands at the end of the standings, without a place; the others move up."),
    ),
    "not_drawn": (
        _("The pair is withdrawn: it is not drawn again."),
        _("The player is withdrawn and is not drawn again."),
        _("The team is withdrawn: it is not drawn again."),
    ),
    "reason_why": (
        _("Say what the pair is disqualified for; the reason is public."),
        _("Say what the player is disqualified for; the reason is public."),
        _("Say what the team is disqualified for; the reason is public."),
    ),
    "enter_a": (_("Enter a pair"), _("Enter a player"), _("Enter a team")),
    "enter_this": (_("Enter this pair"), _("Enter this player"), _("Enter this team")),
    # What English says of any entry and other languages of a pair.
    "enter_another": (
        _("Enter it, then another"),
        pgettext_lazy("single players", "Enter it, then another"),
        pgettext_lazy("teams", "Enter it, then another"),
    ),
    "the_one": (_("The pair"), pgettext_lazy("heading", "The player"), pgettext_lazy("heading", "The team")),
    "plays_from": (
        _("This pair will play from round %(number)s on."),
        _("This player will play from round %(number)s on."),
        _("This team will play from round %(number)s on."),
    ),
    "line_for_each": (
        _("One line for each pair, under a line of headings:"),
        _("One line for each player, under a line of headings:"),
        _("One line for each team, under a line of headings:"),
    ),
    "list_needs": (
        _(
            "Names and licences are needed. Without a number a pair gets the next free one; all else may stay empty. "
            "The columns may stand in any order; Russian and Spanish headings are understood too. Where they are not, "
            "you say what each column is."
        ),
        _(
            "Names and licences are needed. Without a number a player gets the next free one; all else may stay empty. "
            "The columns may stand in any order; Russian and Spanish headings are understood too. Where they are not, "
            "you say what each column is."
        ),
        _(
            "Names and licences are needed. Without a number a team gets the next free one; all else may stay empty. "
            "The columns may stand in any order; Russian and Spanish headings are understood too. Where they are not, "
            "you say what each column is."
        ),
    ),
    "first_line": (
        _("none: the first line is a pair already"),
        _("none: the first line is a player already"),
        _("none: the first line is a team already"),
    ),
    "take_good": (_("Take the good pairs"), _("Take the good players"), _("Take the good teams")),
    "gone": (
        _("This pair was deleted a moment ago. Nothing was changed."),
        _("This player was deleted a moment ago. Nothing was changed."),
        _("This team was deleted a moment ago. Nothing was changed."),
    ),
    "closed_when": (
        _("Entries closed when round %(number)s was published. A player of a pair can still be replaced."),
        _("Entries closed when round %(number)s was published. A player can still be withdrawn."),
        _("Entries closed when round %(number)s was published. A player of a team can still be replaced."),
    ),
    "fixed_when": (
        _(
            "Round %(number)s is published, so the entries are fixed. A pair can still be withdrawn, "
            "and a player is replaced at the table."
        ),
        _("Round %(number)s is published, so the entries are fixed. A player can still be withdrawn."),
        _(
            "Round %(number)s is published, so the entries are fixed. A team can still be withdrawn, "
            "and a player is replaced at the table."
        ),
    ),
    "too_few": (
        _("Two pairs are needed before a round can be drawn. Enter the pairs first."),
        _("Two players are needed before a round can be drawn. Enter the players first."),
        _("Two teams are needed before a round can be drawn. Enter the teams first."),
    ),
    # Why a round was drawn as it was.
    "by_ratings": (
        _("They stand by their ratings: the mean of the two players, the highest first."),
        _("They stand by their ratings, the highest first."),
        _("They stand by their ratings: the mean of their players, the highest first."),
    ),
    "bye_lowest": (
        _("The number of pairs is odd. This one stands lowest of those who had the fewest byes."),
        _("The number of players is odd. This one stands lowest of those who had the fewest byes."),
        _("The number of teams is odd. This one stands lowest of those who had the fewest byes."),
    ),
    "bye_passed": (
        _(
            "The number of pairs is odd. This one stands lowest of those who had the fewest byes and without whom all "
            "others could be paired with nobody they have met."
        ),
        _(
            "The number of players is odd. This one stands lowest of those who had the fewest byes and without whom "
            "all others could be paired with nobody they have met."
        ),
        _(
            "The number of teams is odd. This one stands lowest of those who had the fewest byes and without whom all "
            "others could be paired with nobody they have met."
        ),
    ),
    "one_club": (
        _("They are of one club: not all of its pairs could be kept apart."),
        _("They are of one club: not all of its players could be kept apart."),
        _("They are of one club: not all of its teams could be kept apart."),
    ),
    "clubs_apart": (
        _("The order was left here so that pairs of one club do not meet."),
        _("The order was left here so that players of one club do not meet."),
        _("The order was left here so that teams of one club do not meet."),
    ),
    "nobody_again": (
        _("The order was left here so that nobody meets the same pair again."),
        _("The order was left here so that nobody meets the same player again."),
        _("The order was left here so that nobody meets the same team again."),
    ),
    "lots_again": (
        _(
            "Anybody can draw these lots again. The seed is %(seed)s. For each pair the text “seed:number”, such as "
            "%(seed)s:1, is hashed with SHA-256; the pairs stand in the order of what comes out."
        ),
        _(
            "Anybody can draw these lots again. The seed is %(seed)s. For each player the text “seed:number”, such as "
            "%(seed)s:1, is hashed with SHA-256; the players stand in the order of what comes out."
        ),
        _(
            "Anybody can draw these lots again. The seed is %(seed)s. For each team the text “seed:number”, such as "
            "%(seed)s:1, is hashed with SHA-256; the teams stand in the order of what comes out."
        ),
    ),
    # Two that change places by hand.
    "choose_one": (_("Choose a pair"), _("Choose a player"), _("Choose a team")),
    "swap_these": (
        _("Swap pairs %(first)s and %(second)s"),
        _("Swap players %(first)s and %(second)s"),
        _("Swap teams %(first)s and %(second)s"),
    ),
    "swap_before_clock": (
        _("Pairs are swapped only before the clock of the round has started."),
        _("Players are swapped only before the clock of the round has started."),
        _("Teams are swapped only before the clock of the round has started."),
    ),
    "swap_two_tables": (
        _("Choose two pairs of different tables: these would still meet each other."),
        _("Choose two players of different tables: these would still meet each other."),
        _("Choose two teams of different tables: these would still meet each other."),
    ),
    "swap_drawn": (
        _("Choose two pairs that are drawn in this round."),
        _("Choose two players who are drawn in this round."),
        _("Choose two teams that are drawn in this round."),
    ),
    "swap_recorded": (
        _("Something was recorded at %(tables)s. Pairs can be swapped only before that."),
        _("Something was recorded at %(tables)s. Players can be swapped only before that."),
        _("Something was recorded at %(tables)s. Teams can be swapped only before that."),
    ),
    "were_swapped": (
        _("The pairs were swapped by hand."),
        _("The players were swapped by hand."),
        _("The teams were swapped by hand."),
    ),
    "swapped": (_("pairs swapped by hand"), _("players swapped by hand"), _("teams swapped by hand")),
    "of_one_club": (
        _("Pairs of one club in round 1"),
        _("Players of one club in round 1"),
        _("Teams of one club in round 1"),
    ),
    "search": (
        _("Player, pair, table or number"),
        _("Player, table or number"),
        _("Player, team, table or number"),
    ),
    # What English says of any entry and other languages of a pair.
    "won_against": (
        _("won against %(entry)s"),
        pgettext_lazy("single players", "won against %(entry)s"),
        pgettext_lazy("teams", "won against %(entry)s"),
    ),
    "lost_to": (
        _("lost to %(entry)s"),
        pgettext_lazy("single players", "lost to %(entry)s"),
        pgettext_lazy("teams", "lost to %(entry)s"),
    ),
    "same_as": (
        _("the same as %(entry)s"),
        pgettext_lazy("single players", "the same as %(entry)s"),
        pgettext_lazy("teams", "the same as %(entry)s"),
    ),
    "less_than": (
        _("less than %(value)s of %(entry)s"),
        pgettext_lazy("single players", "less than %(value)s of %(entry)s"),
        pgettext_lazy("teams", "less than %(value)s of %(entry)s"),
    ),
    "drawn_after": (
        _("drawn after %(value)s of %(entry)s"),
        pgettext_lazy("single players", "drawn after %(value)s of %(entry)s"),
        pgettext_lazy("teams", "drawn after %(value)s of %(entry)s"),
    ),
    "more_than": (
        _("more than %(value)s of %(entry)s"),
        pgettext_lazy("single players", "more than %(value)s of %(entry)s"),
        pgettext_lazy("teams", "more than %(value)s of %(entry)s"),
    ),
    "drawn_before": (
        _("drawn before %(value)s of %(entry)s"),
        pgettext_lazy("single players", "drawn before %(value)s of %(entry)s"),
        pgettext_lazy("teams", "drawn before %(value)s of %(entry)s"),
    ),
    "share_place": (
        _("Nothing in the regulations tells them apart: they share the place."),
        pgettext_lazy("single players", "Nothing in the regulations tells them apart: they share the place."),
        pgettext_lazy("teams", "Nothing in the regulations tells them apart: they share the place."),
    ),
}


def entry_word(kind: str, name: str) -> str:
    """Give what is said of the entries of an event: `kind` is its entry_kind, `name` one of WORDS."""
    return str(WORDS[name][{PLAYER: 1, TEAM: 2}.get(kind, 0)])


def count_entries(kind: str, count: int) -> str:
    """Count who competes: 24 pairs, 48 players."""
    if kind == PLAYER:
        return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if kind == TEAM:
        return ngettext("%(count)s team", "%(count)s teams", count) % {"count": count}
    return ngettext("%(count)s pair", "%(count)s pairs", count) % {"count": count}


def cross_table_of(kind: str, count: int) -> str:
    """Name the link to the cross table with the number of those in it."""
    if kind == PLAYER:
        words = ngettext("The cross table with %(count)s player", "The cross table with %(count)s players", count)
    elif kind == TEAM:
        words = ngettext("The cross table with %(count)s team", "The cross table with %(count)s teams", count)
    else:
        words = ngettext("The cross table with %(count)s pair", "The cross table with %(count)s pairs", count)
    return words % {"count": count}


def entries_to_take(kind: str, count: int) -> str:
    """Say what stands beside the number of good rows of an entry list."""
    if kind == PLAYER:
        return ngettext("player to take", "players to take", count)
    if kind == TEAM:
        return ngettext("team to take", "teams to take", count)
    return ngettext("pair to take", "pairs to take", count)


def entries_entered(kind: str, count: int) -> str:
    """Say how many rows of an entry list were entered."""
    if kind == PLAYER:
        words = ngettext("%(count)s player is entered.", "%(count)s players are entered.", count)
    elif kind == TEAM:
        words = ngettext("%(count)s team is entered.", "%(count)s teams are entered.", count)
    else:
        words = ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", count)
    return words % {"count": count}
