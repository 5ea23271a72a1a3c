"""How the API describes itself: every answer of an operation, refusals with them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from ..api_errors import MEDIA_TYPE, TITLES

READING = (406, 429, 500)
WRITING = (400, 403, 406, 409, 413, 415, 429, 500)


class Problem(serializers.Serializer[Any]):
    """A refusal after RFC 9457: nothing was changed."""

    type = serializers.CharField(help_text="a tag that names the kind of problem for good; it leads nowhere")
    title = serializers.CharField(help_text="what problems of this status have in common")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="the sentence")
    instance = serializers.CharField(help_text="the address that was asked")
    code = serializers.CharField(help_text="for programs")
    sentence = serializers.CharField(help_text="for people, in the language of Accept-Language")
    params = serializers.DictField(help_text="what the sentence is about")


#: A field of that name would hide the errors that a serializer itself has; so it is added to the description.
ERRORS = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
    "description": "by field, what is wrong with it",
}


class Schema(AutoSchema):
    """Add to each operation the problems it can answer with."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Describe an operation, its bad queries and its conditional answers with it."""
        operation = super().get_operation(*args, **kwargs)
        if operation and any(p["in"] == "query" for p in operation.get("parameters", ())):
            operation["responses"].setdefault("400", self._problem(400))
        return operation

    def get_operation_id(self) -> str:
        """Name an operation by its method and its address, so that a new one renames no other."""
        words = [part.replace("{", "by_").replace("}", "") for part in self.path.split("/")[3:] if part]
        return "_".join([self.method.lower(), *words]).replace("-", "_")

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        statuses = set(READING if self.method == "GET" else WRITING)
        if "{" in self.path:
            statuses.add(404)
        if getattr(self.view, "for_officials", False):
            statuses.add(403)
        if self.method == "GET" and getattr(self.view, "polled", False):
            bodies["304"] = {"description": "what you have is still so"}
        for status in sorted(statuses):
            bodies.setdefault(str(status), self._problem(status))
        return bodies

    def _problem(self, status: int) -> dict[str, Any]:
        component = self.resolve_serializer(Problem, "response")
        component.schema["properties"]["errors"] = ERRORS
        schema = component.ref
        return {"description": str(TITLES[status]), "content": {MEDIA_TYPE: {"schema": schema}}}


def without_marks(result: Any, **_more: Any) -> Any:
    """Take out of the description what only its generator needs."""
    if isinstance(result, dict):
        return {name: without_marks(value) for name, value in result.items() if name != "x-spec-enum-id"}
    return [without_marks(value) for value in result] if isinstance(result, list) else result
