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
        _("Enter the pairs, fix the regulations, then draw round 1."),
        _("Enter the players, fix the regulations, then draw round 1."),
        _("Enter the teams, fix the regulations, then draw round 1."),
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
    "search": (
        _("Player, pair, table or entry number"),
        _("Player, table or entry number"),
        _("Player, team, table or entry number"),
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
