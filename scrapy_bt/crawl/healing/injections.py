"""What scrapy-poet makes for a callback before it begins: page objects and items, whose selectors are observed, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from .looks import PageLooks
from .selectors import CURRENT

_MAKES = "build_callback_dependencies"

Begin = Callable[[Response, Request], PageLooks | None]
Waits = Callable[[PageLooks], bool]
Looks = WeakKeyDictionary[Request, PageLooks | None]
"""By request: the look at its page that has begun already; None if the page is not looked at."""


def observe_injections(middlewares: Iterable[Any], begin: Begin, waits: Waits) -> Looks | None:
    """From now on a page's look begins where scrapy-poet begins to read it; None if it is not among the *middlewares*.

    *begin* opens a look, or lets the page pass; *waits* ends one that has failed, and tells whether its page is read
    again later.
    """
    looks: Looks = WeakKeyDictionary()
    is_there = False
    for middleware in middlewares:
        injector = getattr(middleware, "injector", None)
        if hasattr(injector, _MAKES):
            setattr(injector, _MAKES, _observed(getattr(injector, _MAKES), looks, begin, waits))
            is_there = True
    return looks if is_there else None


def _observed(make: Callable[..., Any], looks: Looks, begin: Begin, waits: Waits) -> Callable[..., Any]:
    async def observed(request: Request, response: Response, *arguments: Any, **options: Any) -> Any:
        response.request = response.request or request  # as the engine does a moment later
        look = looks[request] = begin(response, request)
        try:
            return await make(request, response, *arguments, **options)
        except Exception as error:
            if look is None or not waits(look):
                raise
            request.errback = None
            raise IgnoreRequest("the page is read again when its fields are healed") from error
        finally:
            CURRENT.set(None)

    return observed
