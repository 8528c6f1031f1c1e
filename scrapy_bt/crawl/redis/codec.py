"""Ordinary Scrapy requests as bytes: safe, short, versioned.

A stored request is one byte for the version of this format, and a msgpack list: a number whose bits tell which fields
follow, the URL, and those fields in the order of `_FIELDS`. What is as in an empty request of its class is not written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

from scrapy import Request, Spider
from scrapy.http import Headers
from scrapy.http.request import NO_CALLBACK

from ...errors import BTError, TaskError
from ...sentences import say
from ...settings import BTSettings
from ..visits.requests import FLIGHT
from . import fields as checks
from .callbacks import Callbacks
from .requestclasses import CLASSES_SETTING, OWN_CLASSES, RequestKind, list_headers, load_class
from .shortening import REFERER, expand_referer, expand_url, shorten_referer, shorten_url
from .values import HALF, UNREADABLE, WHAT_IS_PLAIN, NotPlainError, describe, encode, make_writable, read

VERSION = 1

KEY_LENGTH = 14
"""Bytes by which a request is known: enough that two of a billion are the same once in 10^16 crawls."""


_VERSION_BYTE = bytes([VERSION])
# By their bits; those that most requests have come first, since a number below 128 is one byte.
_FIELDS = (
    *("callback", "referer", "depth", "priority", "meta", "cb_kwargs", "dont_filter"),
    *("headers", "method", "body", "cookies", "errback", "flags", "encoding", "class", "extra"),
)
_BITS = {name: 1 << position for position, name in enumerate(_FIELDS)}
_WITHOUT_VALUE = _BITS["dont_filter"]
"""Its bit says that it is the other way round than in an empty request."""


class RequestCodec:
    """Encodes the requests of a spider, and decodes what may come from anybody.

    Tuples, sets, bytes, dates and Decimals come back as what they were; texts and numbers of other classes, as lxml's,
    come back plain. `BT_REQUEST_CLASSES` lists paths of further request classes.
    """

    def __init__(self, spider: Spider) -> None:
        self._callbacks = Callbacks(spider)
        settings = getattr(spider, "settings", None)
        listed = BTSettings.read(settings).request_classes if settings is not None else ()
        kinds = [RequestKind(number, kind) for number, kind in enumerate(OWN_CLASSES)]
        kinds += [RequestKind(path, load_class(path)) for path in listed]
        self._kinds = {kind.name: kind for kind in kinds}
        self._kinds_by_class = {kind.type: kind for kind in kinds}

    def encode(self, request: Request) -> bytes:
        """Raises `BTError` for a request that holds something else than plain data and the spider's methods."""
        kind = self._kinds_by_class.get(type(request))
        if kind is None:
            path = f"{type(request).__module__}.{type(request).__qualname__}"
            raise BTError(say("{} cannot be stored: list its class, {}, in {}", request, repr(path), CLASSES_SETTING))
        values: list[Any] = [0, shorten_url(request.url)]
        name = "url"
        try:
            for name, value in self._read(request, kind):
                values[0] |= _BITS[name]
                if name != "dont_filter":
                    values.append(make_writable(value))
            return _VERSION_BYTE + encode(values)
        except NotPlainError as error:
            raise BTError(
                say(
                    "{} cannot be stored: {}{} {}; put plain data there ({}), as dict(item) for an item",
                    request,
                    name,
                    error.path,
                    error.reason,
                    WHAT_IS_PLAIN,
                )
            ) from None
        except checks.FieldError as error:
            raise BTError(say("{} cannot be stored: {}", request, error)) from None
        except UnicodeEncodeError:
            raise BTError(say("{} cannot be stored: it {}", ascii(request), HALF)) from None

    def decode(self, data: bytes) -> Request:
        """Raises `TaskError` for anything that `encode` does not make for this spider."""
        if data[:1] != _VERSION_BYTE:
            raise TaskError(say("not a request in format {} but {}: {}", VERSION, _name_format(data), repr(data[:40])))
        try:
            return self._build(read(data[1:]))
        except checks.FieldError as error:
            raise TaskError(say("not a request of this spider: {}: {}", error, repr(data[:80]))) from None
        except UNREADABLE as error:
            raise TaskError(say("damaged data of a request: {}: {}", error, repr(data[:80]))) from None

    def _read(self, request: Request, kind: RequestKind) -> Iterator[tuple[str, Any]]:
        """What is to be written of a request, in the order of `_FIELDS`."""
        headers = list_headers(request)
        yield from self._read_usual(request, kind, headers)
        if headers != kind.headers:
            yield "headers", {name: value[0] if len(value) == 1 else value for name, value in headers.items()}
        yield from self._read_rest(request, kind)

    def _read_usual(
        self, request: Request, kind: RequestKind, headers: dict[bytes, list[bytes]]
    ) -> Iterator[tuple[str, Any]]:
        """What most requests have; takes the referer out of the headers."""
        if request.callback is not None:
            yield "callback", self._name("callback", request.callback)
        referer = shorten_referer(headers, request.url)
        if referer is not None:
            yield "referer", referer
        meta = request.meta
        depth = meta.get("depth")
        if type(depth) is int and depth >= 0:
            yield "depth", depth
            meta = {name: value for name, value in meta.items() if name != "depth"}
        if request.priority:
            yield "priority", int(request.priority)
        if meta:
            yield "meta", _check_meta(meta)
        if request.cb_kwargs:
            yield "cb_kwargs", checks.check_arguments(request.cb_kwargs)
        if bool(request.dont_filter) != kind.empty.dont_filter:
            yield "dont_filter", True

    def _read_rest(self, request: Request, kind: RequestKind) -> Iterator[tuple[str, Any]]:
        """What few requests have."""
        if request.method != kind.empty.method:
            yield "method", checks.check_method(request.method)
        if request.body:
            yield "body", request.body
        if request.cookies:
            yield "cookies", checks.check_cookies(request.cookies)
        if request.errback is not None:
            yield "errback", self._name("errback", request.errback)
        if request.flags:
            yield "flags", checks.check_flags(request.flags)
        if request.encoding != kind.empty.encoding:
            yield "encoding", checks.check_encoding(request.encoding)
        if kind.name:
            yield "class", kind.name
        extra = {name: getattr(request, name) for name in kind.extra}
        extra = {name: value for name, value in extra.items() if value != getattr(kind.empty, name)}
        if extra:
            yield "extra", extra

    def _build(self, values: Any) -> Request:
        """A request of what was read, whoever wrote it."""
        fields = _sort_out(values)
        kind = self._kinds.get(checks.check_class(fields.get("class", 0)))
        if kind is None:
            raise checks.FieldError(say("its class {} is not listed in {}", repr(fields["class"]), CLASSES_SETTING))
        url = expand_url(checks.check_text("url", values[1]))
        headers = checks.check_headers(fields["headers"]) if "headers" in fields else dict(kind.headers)
        if "referer" in fields:
            headers[REFERER] = expand_referer(fields["referer"], url)
        meta = _check_meta(fields.get("meta", {}))
        if "depth" in fields:
            meta["depth"] = checks.check_depth(fields["depth"])
        given: dict[str, Any] = {
            "headers": headers,
            "meta": meta,
            "dont_filter": kind.empty.dont_filter != ("dont_filter" in fields),
            "method": kind.empty.method,
            "encoding": kind.empty.encoding,
            "body": b"",
            **{name: check(fields[name]) for name, check in _CHECKS.items() if name in fields},
            **{name: self._find(name, fields[name]) for name in ("callback", "errback") if name in fields},
            **checks.check_extra(fields.get("extra", {}), kind.extra),
        }
        try:
            request = kind.type(url, **given)
        except Exception as error:  # noqa: BLE001 (the class may be anybody's, and the values anything)
            raise checks.FieldError(say("it makes no {}: {}", kind.type.__name__, error)) from None
        if kind.name:
            # Some classes add headers of their own to those that they are given.
            request.headers = Headers(headers, encoding=request.encoding)
        return request

    def _name(self, field: str, callback: Any) -> str | None:
        """None: it is said to be no callback."""
        if callback is NO_CALLBACK:
            return None
        name = self._callbacks.name_of(callback)
        if name is None:
            raise checks.FieldError(
                say(
                    "its {} is {}; give a method of the spider itself, whose name does not begin with '_'",
                    field,
                    describe(callback),
                )
            )
        return name

    def _find(self, field: str, name: Any) -> Callable[..., Any]:
        if name is None:
            return NO_CALLBACK
        try:
            return self._callbacks[checks.check_text(field, name)]
        except KeyError:
            raise checks.FieldError(say("its {} {} is no method for pages of this spider", field, repr(name))) from None


def read_fields(data: bytes) -> dict[str, Any]:
    """What is written of a stored request, by name, for people; raises `TaskError` for anything else."""
    if data[:1] != _VERSION_BYTE:
        raise TaskError(say("not a request in format {} but {}", VERSION, _name_format(data)))
    try:
        values = read(data[1:])
        fields = _sort_out(values)
        return {"url": expand_url(checks.check_text("url", values[1])), **fields}
    except (checks.FieldError, *UNREADABLE) as error:
        raise TaskError(say("damaged data of a request: {}", error)) from None


def fingerprint_key(fingerprint: bytes) -> bytes:
    """The short form of what the crawler's request fingerprinter gives, of at most `KEY_LENGTH` bytes."""
    # A fingerprinter of somebody's own may give anything, as the URL: its first bytes tell nothing.
    return fingerprint if len(fingerprint) <= KEY_LENGTH else blake2b(fingerprint, digest_size=KEY_LENGTH).digest()


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "priority": checks.check_priority,
    "cb_kwargs": checks.check_arguments,
    "method": checks.check_method,
    "body": checks.check_body,
    "cookies": checks.check_cookies,
    "flags": checks.check_flags,
    "encoding": checks.check_encoding,
}


def _sort_out(values: Any) -> dict[str, Any]:
    """The fields by name, but for the URL."""
    if type(values) is not list or len(values) < 2 or type(values[0]) is not int:
        raise checks.FieldError(say("it is no list of fields"))
    bits = values[0]
    if not 0 <= bits < 1 << len(_FIELDS):
        raise checks.FieldError(say("it has fields that are not known here; a newer version may have written it"))
    names = [name for name, bit in _BITS.items() if bits & bit and bit != _WITHOUT_VALUE]
    if len(values) != len(names) + 2:
        raise checks.FieldError(say("it has {} fields where it says {}", len(values) - 2, len(names)))
    fields = dict(zip(names, values[2:], strict=True))
    if bits & _WITHOUT_VALUE:
        fields["dont_filter"] = True
    return fields


def _check_meta(value: Any) -> dict[Any, Any]:
    meta = checks.check_dict("meta", value)
    if FLIGHT in meta:
        raise checks.FieldError(
            say("its meta has {}, as only requests of trees have, and these are stored as tasks", repr(FLIGHT))
        )
    return meta


def _name_format(data: bytes) -> str:
    if re.match(rb"\x80[\x02-\x05]|[(\]]|c[a-z_]+\n", data):
        return say("pickled data, which may hold any program and is never loaded")
    if data[:1] in (b"{", b"["):
        return "JSON"
    if data and 0 < data[0] < 32:
        return say("a request in format {}", data[0])
    return say("something else")
