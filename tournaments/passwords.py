"""Which passwords are taken: Django's rules, with sentences that say what to do."""

from __future__ import annotations

from django.contrib.auth import password_validation as django_rules
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(django_rules.MinimumLengthValidator):
    """At least eight characters."""

    def get_error_message(self) -> str:
        """Say how long it must be."""
        sentence = ngettext(
            "This password is too short. Make it %(count)s character or longer; three words are easy to keep in mind.",
            "This password is too short. Make it %(count)s characters or longer; three words are easy to keep in mind.",
            self.min_length,
        )
        return sentence % {"count": self.min_length}


class NotEverybodys(django_rules.CommonPasswordValidator):
    """None of the twenty thousand that are tried first."""

    def get_error_message(self) -> str:
        """Say what to take instead."""
        return _("Many people use this password, so it is tried first. Take three words that do not belong together.")


class NotOnesName(django_rules.UserAttributeSimilarityValidator):
    """Nothing that stands beside it."""

    def get_error_message(self) -> str:
        """Say what it is too much like; the name of that field is filled in by whoever raises it."""
        return _("This password is too much like the %(verbose_name)s. Take words that have nothing to do with it.")
