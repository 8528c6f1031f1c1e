"""The classes of requests, and the class with which each comes back."""

from __future__ import annotations

from typing import Any

from scrapy import FormRequest, Request
from scrapy.http import JsonRequest, XmlRpcRequest
from scrapy.utils.misc import load_object

from ...errors import BTError
from ...sentences import say

CLASSES_SETTING = "BT_REQUEST_CLASSES"
OWN_CLASSES: tuple[type[Request], ...] = (Request, FormRequest, JsonRequest, XmlRpcRequest)


class RequestKind:
    """A class of requests; *name* is how it is stored, 0 for `Request` itself."""

    def __init__(self, name: int | str, kind: type[Request]) -> None:
        self.name, self.type = name, kind
        try:
            self.empty = kind("data:,")
        except Exception as error:  # noqa: BLE001 (the class may be anybody's)
            raise BTError(say("{}: {} makes no request of a URL alone: {}", CLASSES_SETTING, name, error)) from None
        self.headers = list_headers(self.empty)
        self.extra = tuple(name for name in kind.attributes if name not in Request.attributes)


def load_class(path: Any) -> type[Request]:
    """The class of a path; raises `BTError`."""
    try:
        found = load_object(path)
    except (ImportError, NameError, ValueError, TypeError) as error:
        raise BTError(say("{}: {} cannot be loaded: {}", CLASSES_SETTING, repr(path), error)) from None
    if not (isinstance(path, str) and isinstance(found, type) and issubclass(found, Request)):
        raise BTError(say("{}: {} is no path of a class of requests", CLASSES_SETTING, repr(path)))
    return found


def list_headers(request: Request) -> dict[bytes, list[bytes]]:
    """The headers of a request, in the order in which it has them."""
    headers = request.headers
    return {name: headers.getlist(name) for name in headers}
