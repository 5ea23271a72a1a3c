"""Who may do what at an address of the API whose view says nothing."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request


class ReadOnly(BasePermission):
    """Let everybody read and nobody write."""

    def has_permission(self, request: Request, view: Any) -> bool:  # importing the view class here is a cycle
        return request.method in SAFE_METHODS
