"""Signing in and out, and the first run."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from ..acts.first_run import create_first_administrator
from ..forms.accounts import FirstRunForm, SignInForm
from ..forms.texts import tell
from ..reads.events import is_empty
from ..refusals import Refused

sign_in = LoginView.as_view(
    template_name="tournaments/sign_in.html", authentication_form=SignInForm, redirect_authenticated_user=True
)
sign_out = LogoutView.as_view()
change_password = PasswordChangeView.as_view(
    template_name="tournaments/change_password.html", success_url=reverse_lazy("home")
)


@never_cache
@sensitive_post_parameters("password1", "password2")
def first_run(request: HttpRequest) -> HttpResponse:
    """Make the first administrator of an empty installation, signed in at once."""
    if not is_empty():
        messages.info(request, _("This desk is set up already. Sign in instead."))
        return redirect("home" if request.user.is_authenticated else "sign_in")
    form = FirstRunForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            user = create_first_administrator(
                username=chosen["username"], password=chosen["password1"], name=chosen["name"]
            )
        except Refused as refused:
            tell(form, refused)
        else:
            login(request, user)
            messages.success(request, _("The desk is set up, and you are its administrator. Make the first event."))
            return redirect("event_new")
    return render(request, "tournaments/first_run.html", {"form": form})
