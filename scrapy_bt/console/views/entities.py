"""`/entities`: what crawls know of persons, places and things, what is around them, and what is preferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from scrapy.settings import Settings
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...core.preference.drawing import to_svg
from ...errors import BTError
from ...operations.entities import MOST_NODES
from ...operations.preferring import PARTS
from ...sentences import spoken
from ..sources import knowledge
from ..state import Console, console_of
from .page import page, render

_LONGEST = 500
_MOST_DRAWN = 200
"""Entities of a picture; a larger one shows nothing that the table does not."""


@page
async def show(request: Request) -> Response:
    """A search, or what is preferred; with `id`, the entities of these ids with their neighbours."""
    words, ids = request.query_params.get("q", "")[:_LONGEST], request.query_params.getlist("id")
    shown = await run_in_threadpool(_look, console_of(request), words, ids)
    return render(
        request,
        "entities",
        words=words,
        ids=ids,
        most=MOST_NODES,
        kinds=tuple(PARTS),
        **shown,
    )


def _look(console: Console, words: str, ids: Sequence[str]) -> dict[str, Any]:
    settings = console.settings
    has_knowledge = knowledge.has_knowledge(settings)
    preferences, trouble = _preferences(settings)
    around = knowledge.look_around(settings, ids) if ids else None
    return {
        "has_knowledge": has_knowledge,
        "found": knowledge.search(settings, words) if has_knowledge and not ids else [],
        "preferences": preferences,
        "trouble": trouble,
        "weights": {id_: one["weight"] for one in preferences for id_ in one["ids"]},
        "around": around,
        "names": {} if around is None else {node.id: node.name for node in around.graph.nodes},
        "picture": _draw(around, ids),
        "expand": lambda id_: _address(ids, id_),
        "fold": lambda id_: _address([each for each in ids if each != id_]),
        "files": {kind: f"/api/v1/entities/graph.{kind}?{_query(ids)}" for kind in knowledge.EXPORTS},
        "crawls": [crawl.id for crawl in console.crawls.living()],
    }


def _preferences(settings: Settings) -> tuple[list[dict[str, Any]], str]:
    """What is preferred, and what is wrong with the file."""
    try:
        return knowledge.tell_preferences(settings), ""
    except BTError as error:
        return [], spoken(error)


def _draw(around: knowledge.Around | None, ids: Sequence[str]) -> str:
    if around is None or len(around.graph.nodes) > _MOST_DRAWN:
        return ""
    return to_svg(around.graph, link=lambda node: _address(ids, node.id))


def _address(ids: Sequence[str], further: str = "") -> str:
    """The page with one more entity, which is the one that is shown."""
    chosen = [each for each in ids if each != further] + ([further] if further else [])
    return f"/entities?{_query(chosen[-knowledge.MOST_EXPANDED :])}"


def _query(ids: Sequence[str]) -> str:
    return urlencode([("id", each) for each in ids])
