"""`/settings`: the project's `BT_*` settings with where they come from, language and theme."""

from __future__ import annotations

from scrapy.settings import SETTINGS_PRIORITIES
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...core.samples.hiding import hide
from ...sentences import say
from ...settings import SETTINGS
from ..access.roles import Role
from ..api.people import tell_people
from ..state import console_of, identity_of
from ..words import LANGUAGE_COOKIE, LANGUAGES
from .page import THEME_COOKIE, THEMES, page, render

_YEAR = 365 * 86400


@page
async def show(request: Request) -> Response:
    """A table; `?language=` and `?theme=` are kept in cookies of the reader."""
    query = request.query_params
    chosen = {
        LANGUAGE_COOKIE: query.get("language") if query.get("language") in LANGUAGES else None,
        THEME_COOKIE: query.get("theme") if query.get("theme") in THEMES else None,
    }
    if any(chosen.values()):
        response = RedirectResponse("/settings", 303)
        for name, value in chosen.items():
            if value:
                response.set_cookie(name, value, max_age=_YEAR, path="/", samesite="strict", httponly=True)
        return response
    settings = console_of(request).settings
    origins = {number: name for name, number in SETTINGS_PRIORITIES.items()}
    rows = [
        {
            "name": each.name,
            "value": hide(settings.get(each.name, each.default), each.name),
            "origin": origins.get(settings.getpriority(each.name) or 0, ""),
            "meaning": say(each.meaning),
        }
        for each in SETTINGS
    ]
    people = tell_people(console_of(request)) if identity_of(request).role >= Role.ADMIN else None
    roles = [role.word for role in Role if role is not Role.NOBODY]
    return render(request, "settings", rows=rows, people=people, roles=roles)
