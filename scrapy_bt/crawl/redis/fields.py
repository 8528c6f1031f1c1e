"""What each field of a stored request may hold."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from ...errors import with_article
from ...sentences import say

_METHOD = re.compile(r"[!#$%&'*+.^`|~\w-]+", re.ASCII)
"""A token of RFC 9110, section 5.6.2."""

_SCALARS = (str, bytes, bool, int, float, type(None))


class FieldError(ValueError):
    """A field does not hold what it should; the message begins with the field."""


def check_text(field: str, value: Any) -> str:
    """A text."""
    return _typed(field, value, str)


def check_dict(field: str, value: Any) -> dict[Any, Any]:
    """A dict, of whatever."""
    return _typed(field, value, dict)


def check_class(value: Any) -> int | str:
    """The number of one of Scrapy's own classes, or the path of another."""
    return value if type(value) is int else check_text("class", value)


def check_depth(value: Any) -> int:
    """Links from the first page."""
    return _typed("depth", value, int)


def check_priority(value: Any) -> int:
    """Any whole number."""
    return _typed("priority", value, int)


def check_body(value: Any) -> bytes:
    """Bytes."""
    return _typed("body", value, bytes)


def check_method(value: Any) -> str:
    """A token, as HTTP wants it."""
    if not _METHOD.fullmatch(check_text("method", value)):
        raise FieldError(say("its method is {:.80}, which is no method of HTTP", repr(value)))
    return value


def check_arguments(value: Any) -> dict[str, Any]:
    """Values by the names of the callback's parameters."""
    for name in check_dict("cb_kwargs", value):
        check_text("cb_kwargs names", name)
    return value


def check_extra(value: Any, names: Collection[str]) -> dict[str, Any]:
    """*names*: the attributes of its class that other requests do not have."""
    for name in check_dict("extra fields", value):
        if name not in names:
            raise FieldError(say("its class has no field {:.80}", repr(name)))
    return value


def check_flags(value: Any) -> list[str]:
    """A list of texts."""
    for flag in _typed("flags", value, list):
        check_text("flags", flag)
    return value


def check_headers(value: Any) -> dict[bytes, list[bytes]]:
    """Lists of values by name; a single value may stand for itself."""
    headers = {}
    for name, given in check_dict("headers", value).items():
        values = given if type(given) is list else [given]
        if type(name) is not bytes or not all(type(one) is bytes for one in values):
            raise FieldError(say("its headers have {:.80} = {:.80}, where bytes are wanted", repr(name), repr(given)))
        headers[name] = values
    return headers


def check_cookies(value: Any) -> dict[Any, Any] | list[dict[str, Any]]:
    """Values by name, or a list of dicts that say more."""
    if type(value) is dict:
        for name, one in value.items():
            if type(name) not in (str, bytes) or not isinstance(one, _SCALARS):
                raise FieldError(
                    say("its cookies have {:.80} = {:.80}, where a text or a number is wanted", repr(name), repr(one))
                )
        return value
    for cookie in _typed("cookies", value, list):
        for name, one in check_dict("cookies", cookie).items():
            if type(name) is not str or not isinstance(one, _SCALARS):
                raise FieldError(
                    say("its cookies have {:.80} = {:.80}, where a text or a number is wanted", repr(name), repr(one))
                )
    return value


def check_encoding(value: Any) -> str:
    """The name of an encoding of texts that Python knows."""
    try:
        # Unlike a look-up, this refuses codecs that are not for texts, as `zip`.
        "".encode(check_text("encoding", value))
    except (LookupError, ValueError):
        raise FieldError(say("its encoding is {:.80}, which is no encoding of texts", repr(value))) from None
    return str(value)


def _typed(field: str, value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise FieldError(say("its {} is {:.80}, where {} is wanted", field, repr(value), with_article(kind.__name__)))
    return value
