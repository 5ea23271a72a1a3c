"""The categories of an event: made by themselves or with their first entry, found by name or code, renamed, deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Category, Entry, Tournament
from ..names import in_latin_letters, tidy, unprintable
from ..permissions import Actor
from ..refusals import Refused
from . import audit
from .events import lock_event

MAX_CATEGORIES = 40  # of an event


def categories_for(tournament: Tournament, names: Iterable[str]) -> dict[str, Category]:
    """Find the categories that names or codes mean, by casefolded name, and make those that are new."""
    asked: dict[str, str] = {}
    for name in names:
        asked.setdefault(name.casefold(), name)
    if not asked:
        return {}
    there = list(tournament.categories.all())
    known = {word.casefold(): category for category in there for word in (category.code, category.name)}
    fresh = [name for folded, name in asked.items() if folded not in known]
    if len(there) + len(fresh) > MAX_CATEGORIES:
        raise Refused(
            "too_many_categories",
            _("An event has at most %(most)s categories. Look whether the column really holds them.")
            % {"most": MAX_CATEGORIES},
            columns=("Category",),
        )
    codes = {category.code for category in there}
    for name in fresh:
        codes.add(code := _free_code(name, codes))
        known[name.casefold()] = Category.objects.create(tournament=tournament, code=code, name=name)
    return known


def add_category(tournament: Tournament, name: str, *, actor: Actor) -> Category:
    """Make a category before anybody is in it; its code is made of its name and stays."""
    actor.require("change_entries")
    name = _named(name)
    with transaction.atomic():
        event = lock_event(tournament)
        _refuse_taken(event, name)
        category = categories_for(event, [name])[name.casefold()]
        audit.note(actor, "add_category", category, tournament=event, code=category.code)
    return category


def rename_category(category: Category, name: str, *, actor: Actor) -> Category:
    """Give a category another name; its code, and who is in it, stay."""
    actor.require("change_entries")
    name = _named(name)
    with transaction.atomic():
        event, category = lock_event(category.tournament), _locked(category)
        _refuse_taken(event, name, without=category)
        before, category.name = category.name, name
        category.save(update_fields=["name"])
        audit.note(actor, "rename_category", category, tournament=event, before=before, code=category.code)
    return category


def delete_category(category: Category, *, actor: Actor) -> None:
    """Delete a category that nobody is in."""
    actor.require("change_entries")
    with transaction.atomic():
        event, category = lock_event(category.tournament), _locked(category)
        if count := category.entries.count():
            said = ngettext(
                "%(count)s entry is in the category “%(name)s”. Take it out first; then the category can be deleted.",
                "%(count)s entries are in the category “%(name)s”. Take them out first; then the category can be "
                "deleted.",
                count,
            )
            raise Refused("category_in_use", said % {"count": count, "name": category.name}, count=count)
        audit.note(actor, "delete_category", category, tournament=event, code=category.code)
        category.delete()


def put_into_categories(tournament: Tournament, entries: Sequence[Entry], names: Sequence[Sequence[str]]) -> None:
    """Put new entries, each with the names beside it, into their categories."""
    known = categories_for(tournament, [name for listed in names for name in listed])
    through = Entry.categories.through
    through.objects.bulk_create(
        through(entry_id=entry.pk, category_id=pk)
        for entry, listed in zip(entries, names, strict=True)
        for pk in {known[name.casefold()].pk for name in listed}
    )


def change_categories(tournament: Tournament, entry: Entry, names: Sequence[str]) -> None:
    """Let an entry be in these categories and no others."""
    known = categories_for(tournament, names)
    entry.categories.set({known[name.casefold()] for name in names})


def _named(name: str) -> str:
    name = tidy(name)
    if not name:
        raise Refused("no_name", _("Write the name of the category."), field="name")
    if unprintable(name):
        said = _("In the name “%(name)s” is a sign that nobody can see or print. Type it anew.")
        raise Refused("bad_name", said % {"name": name}, field="name")
    return name


def _locked(category: Category) -> Category:
    found = Category.objects.select_for_update(of=("self",)).filter(pk=category.pk).first()
    if found is None:
        raise Refused("category_gone", _("This category was deleted a moment ago. Nothing was changed."))
    return found


def _refuse_taken(event: Tournament, name: str, *, without: Category | None = None) -> None:
    """Refuse a name that means another category, by its name or by its code."""
    others = [one for one in event.categories.all() if one != without]
    taken = next((one for one in others if name.casefold() in (one.name.casefold(), one.code.casefold())), None)
    if taken:
        said = _("There is a category “%(name)s” with the code %(code)s already. Choose another name.")
        raise Refused("category_taken", said % {"name": taken.name, "code": taken.code}, field="name")


def _free_code(name: str, taken: set[str]) -> str:
    plain = slugify(in_latin_letters(name))[:16] or "category"
    codes = [plain, *(f"{plain}-{number}" for number in range(2, MAX_CATEGORIES + 2))]
    return next(code for code in codes if code not in taken)
