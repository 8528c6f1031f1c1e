"""JMeter's result files in XML (`.jtl`), with the headers and bodies that it was told to save."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from ..core.documents.elements import Element
from ..core.samples.redirects import fold_redirects
from ..core.samples.traffic import Answer, Exchange, Headers, Recording, Sent
from ..core.tree.methods import METHODS
from ..errors import SampleError
from ..sentences import say
from .codings import in_declared_encoding
from .moments import moment
from .problems import Problems

_DIGITS = re.compile(r"[0-9]{1,15}")
_STATUS = re.compile(r"[0-9]{1,3}")
_DEEPEST = 50
"""Samples within samples: JMeter nests redirects and the parts of pages, a few deep."""
_ADVICE = say(
    "save them in JMeter: jmeter.save.saveservice.output_format=xml, .response_data=true, .samplerData=true,"
    " .requestHeaders=true, .responseHeaders=true, .url=true"
)


@dataclass
class _Place:
    number: int = 0


def read_jtl(path: Path, *, name: str = "", folds: bool = True) -> Recording:
    """The HTTP samples of a result file, those that JMeter made one of (redirects, parts of a page) each by itself.

    What was not saved is a problem; a file that is cut off is read until there.
    """
    problems = Problems(path.name)
    exchanges: list[Exchange] = []
    place = _Place()
    try:
        with path.open("rb") as file:
            depth = 0
            for action, element in etree.iterparse(
                file, events=("start", "end"), tag=("httpSample", "sample"), recover=False, huge_tree=True,
                resolve_entities=False, no_network=True,
            ):  # fmt: skip
                depth += 1 if action == "start" else -1
                if action == "end" and depth == 0:
                    exchanges += _samples(element, place, problems)
                    element.clear()
    except etree.XMLSyntaxError as error:
        if not place.number:
            raise SampleError(
                say(
                    "{}: this is no JMeter result file in XML ({}); a CSV file holds no bodies: {}",
                    path,
                    error,
                    _ADVICE,
                )
            ) from None
        problems.add("", f"the file is cut off or broken ({error.msg})", f"it was read up to its sample {place.number}")
    except OSError as error:
        raise SampleError(say("{}: it cannot be read: {}", path, error.strerror)) from error
    if not place.number:
        raise SampleError(say("{}: there are no HTTP samples in it; {}", path, _ADVICE))
    ordered = sorted(exchanges, key=lambda exchange: exchange.started)
    numbered = tuple(replace(exchange, index=index) for index, exchange in enumerate(ordered))
    return Recording(name or path.stem, fold_redirects(numbered) if folds else numbered, problems=problems.told())


def _samples(element: Element, place: _Place, problems: Problems, depth: int = 0) -> Iterator[Exchange]:
    if depth > _DEEPEST:
        problems.add("", f"samples nest deeper than {_DEEPEST} levels", "what is deeper was left out")
        return
    inner = element.findall("httpSample")
    for child in element.findall("sample"):
        yield from _samples(child, place, problems, depth + 1)
    # A sample with samples in it tells of them as one: the redirects that led to it, the parts of its page.
    for child in inner:
        yield from _samples(child, place, problems, depth + 1)
    own_url = (element.findtext("java.net.URL") or "").strip()
    told = any((child.findtext("java.net.URL") or "").strip() == own_url for child in inner)
    if element.tag == "httpSample" and not told:
        place.number += 1
        exchange = _exchange(element, own_url, f"sample {place.number}", problems)
        if exchange is not None:
            yield exchange


def _exchange(element: Element, url: str, place: str, problems: Problems) -> Exchange | None:
    if not url.lower().startswith(("http://", "https://")):
        problems.add(place, "it has no URL", _ADVICE)
        return None
    method = (element.findtext("method") or "GET").strip().upper()
    if method not in METHODS:
        problems.add(place, f"its method is none of {', '.join(METHODS)}", "it was skipped")
        return None
    headers = _headers(element.findtext("requestHeader"))
    cookies = (element.findtext("cookies") or "").strip()
    if cookies:
        headers += (("Cookie", cookies),)
    query = element.findtext("queryString") or ""
    has_body = method in ("POST", "PUT", "PATCH", "DELETE") and bool(query)
    content_type = next((value for key, value in headers if key.lower() == "content-type"), "")
    body = in_declared_encoding(query, content_type)[0] if has_body else None
    started = moment(element.get("ts"))
    if started is None:
        problems.add(place, "its time cannot be read", "it is taken as the first")
    elapsed = moment_of_length(element.get("t"))
    return Exchange(
        0,
        Sent(method, url, headers, body),
        _answer(element, url, place, problems),
        started=started[0] if started else 0.0,
        seconds=elapsed,
    )


def moment_of_length(text: str | None) -> float:
    """The seconds of a length in milliseconds; 0 if it cannot be read."""
    return int(text) / 1000 if text is not None and _DIGITS.fullmatch(text) else 0.0


def _answer(element: Element, url: str, place: str, problems: Problems) -> Answer | None:
    code = (element.get("rc") or "").strip()
    if not _STATUS.fullmatch(code):
        problems.add(place, "it has no answer: the request failed", "it is kept without one")
        return None
    headers = _headers(element.findtext("responseHeader"))
    data = element.find("responseData")
    redirect = (element.findtext("redirectLocation") or "").strip()
    if redirect and not any(key.lower() == "location" for key, _ in headers):
        headers += (("Location", redirect),)
    content_type = next((value for key, value in headers if key.lower() == "content-type"), "")
    body: bytes | None = None
    if data is not None:
        body, is_as_declared = in_declared_encoding(data.text or "", content_type)
        if not is_as_declared:
            plain = content_type.partition(";")[0] or "text/html"
            headers = (*(pair for pair in headers if pair[0].lower() != "content-type"),
                       ("Content-Type", f"{plain}; charset=utf-8"))  # fmt: skip
    elif code[0] == "3":
        body = b""
    elif element.get("dt") != "bin":
        problems.add(place, "the body of its answer was not saved", _ADVICE)
    return Answer(int(code), url, headers, body)


def _headers(text: str | None) -> Headers:
    pairs = (line.partition(":") for line in (text or "").splitlines() if ":" in line and not line.startswith("HTTP/"))
    return tuple((name.strip(), value.strip()) for name, _, value in pairs if name.strip())
