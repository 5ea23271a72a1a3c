"""The categories of an event: listed for everybody, made, renamed and deleted by the desk."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.categories import add_category, delete_category, rename_category
from ..models import Category, Tournament
from .doors import Door, Page, actor_of, asked, event_of, page_of
from .fields import Text
from .shapes import CategoriesOut, CategoryLineOut


class CategoryIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=60)


class CategoryList(Door):
    @extend_schema(parameters=[Page], responses=CategoriesOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the categories by name, each with how many entries are in it."""
        wanted = asked(request, Page)
        found = event_of(slug).categories.annotate(count=Count("entries")).order_by("name", "id")
        return page_of(found, wanted, _line)

    @extend_schema(request=CategoryIn, responses={201: CategoryLineOut})
    def post(self, request: Request, slug: str) -> Response:
        """Make a category; its code is made of its name, and stays."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        made = add_category(tournament, asked(request, CategoryIn, body=True)["name"], actor=actor)
        return _answer(tournament, made.code, status=201)


class CategoryDoor(Door):
    @extend_schema(responses=CategoryLineOut)
    def get(self, request: Request, slug: str, code: str) -> Response:
        """Show one category."""
        return _answer(event_of(slug), code)

    @extend_schema(request=CategoryIn, responses=CategoryLineOut)
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Give a category another name; its code and its entries stay."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        category = get_object_or_404(Category, tournament=tournament, code=code)
        rename_category(category, asked(request, CategoryIn, body=True)["name"], actor=actor)
        return _answer(tournament, code)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Delete a category that nobody is in."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        delete_category(get_object_or_404(Category, tournament=tournament, code=code), actor=actor)
        return Response(status=204)


def _answer(tournament: Tournament, code: str, status: int = 200) -> Response:
    found = get_object_or_404(tournament.categories.annotate(count=Count("entries")), code=code)
    return Response(_line(found), status=status)


def _line(category: Any) -> dict[str, Any]:
    return {"code": category.code, "name": category.name, "entries": category.count}
