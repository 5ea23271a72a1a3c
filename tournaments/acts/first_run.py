"""The first run: the first administrator of an installation that has nobody yet."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext as _

from ..permissions import Actor, name_of
from ..reads.events import is_empty
from ..refusals import Refused
from . import audit


def create_first_administrator(*, username: str, password: str, name: str = "") -> User:
    """Make the first user, who may do everything; refused as soon as there is anybody."""
    with transaction.atomic():
        # There is no user yet whose row could be held; this row is there in every installation.
        ContentType.objects.select_for_update().get_or_create(app_label="auth", model="user")
        if not is_empty():
            raise Refused("not_the_first", _("This desk is set up already. Sign in instead."))
        user = User.objects.create_superuser(username, password=password, first_name=name)
        actor = Actor(name=name_of(user), user=user, everything=True)
        audit.note(actor, "create_first_administrator", user, tournament=None)
    return user
