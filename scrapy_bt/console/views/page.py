"""How a page is made: a template, its values, the reader's language and theme."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...commandlines import command_line
from ...errors import BTError
from ...sentences import Sentence, spoken
from ..access.roles import Role
from ..naming import name_path, path_named
from ..navigation import NAVIGATION
from ..refusals import Refusal
from ..script_words import script_words
from ..state import console_of, identity_of
from ..words import LANGUAGES, reader, told, words
from . import formats
from .hiding import hides, reveal

THEME_COOKIE = "bt_theme"
THEMES = ("auto", "light", "dark")
_TEMPLATES = Path(__file__).parent.parent / "templates"

Show = Callable[[Request], Awaitable[Response]]


def page(show: Show) -> Show:
    """What cannot be shown is told on a page, too."""

    @wraps(show)
    async def shown(request: Request) -> Response:
        try:
            return await show(request)
        except Refusal as refusal:
            return render_refusal(request, refusal)
        except (BTError, ValueError) as error:
            return render_refusal(request, Refusal(409, "refused", spoken(error)))

    return shown


def render_refusal(request: Request, refusal: Refusal) -> HTMLResponse:
    """What cannot be shown, and what to do about it."""
    query = request.url.query
    again = request.url.path + (f"?{query}" if query else "")
    return render(request, "error", status=refusal.status, refusal=refusal, again=again)


def render(request: Request, name: str, /, *, status: int = 200, **values: Any) -> HTMLResponse:
    """The page of a template."""
    console, identity = console_of(request), identity_of(request)
    language = reader()
    theme = request.cookies.get(THEME_COOKIE, "auto")
    text = (
        _environment(language)
        .get_template(f"{name}.html.jinja")
        .render(
            identity=identity,
            has_users=console.users is not None,
            can_order=identity.role >= Role.OPERATOR,
            can_edit=identity.role >= Role.EDITOR,
            language=language,
            languages=LANGUAGES,
            navigation=NAVIGATION,
            path=request.url.path,
            project=console.project.name,
            script_words=script_words(language),
            status=status,
            theme=theme if theme in THEMES else "auto",
            **values,
        )
    )
    return HTMLResponse(reveal(text).encode("utf-8", "replace"), status)  # half a character is none


@cache
def _environment(language: str) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalize,
    )
    environment.install_gettext_translations(words(language), newstyle=True)  # type: ignore[attr-defined]
    environment.globals["command_line"] = command_line
    environment.tests["hiding"] = hides
    environment.filters.update(
        seconds=formats.seconds,
        number=formats.number,
        moment=formats.moment,
        line=formats.line,
        place=formats.place,
        marked=formats.marked,
        named=name_path,
        unnamed=path_named,
        word=formats.word,
        source=lambda name: name and words(language).gettext(name),
        told=told,
        tag=formats.language_tag,
    )
    return environment


def _finalize(value: object) -> object:
    """What a template shows: sentences in the reader's language."""
    return told(value) if isinstance(value, Sentence) else value
