"""What is secret in a recording, by name and by look; other values in its place by which inference works as well."""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

from .bodies import kind_of, text_of
from .events import is_secret as is_secret_element
from .jsontext import leaves_of
from .parameters import Key, parameters_of, with_parameters
from .traffic import Answer, Event, Exchange, Headers, Recording, Sent

SHORTEST = 6
"""Characters of a secret from which on it is replaced wherever it stands; a shorter one only where it is known."""

LONG = 12
"""Characters from which on a secret is replaced even in the midst of a word."""

RANDOM_LENGTH = 24
"""Characters from which on a value that looks as if it was drawn by lot is taken for a secret."""

_NAME = re.compile(
    r"password|passwd|passphrase|passcode|(?:^|_)pass$|^(?:pw|pwd|pin|otp|sid|cvv|cvc|jwt|key)$|secret|token|csrf|xsrf|session|sess_?id"
    r"|auth(?!or)|credential|api_?key|access_?key|private|signature|one_?time|nonce|captcha|card_?n|viewstate"
    r"|eventvalidation"
)
_HEADER = re.compile(r"^(?:proxy-)?authorization$|^(?:set-)?cookie$|token|csrf|xsrf|api-?key|secret|session|auth")
_INPUT = re.compile(r"<(?:input|meta)\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(name|id|value|content|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_NO_SECRET = re.compile(r"|true|false|null|none|undefined|\d{1,3}|\*+", re.IGNORECASE)
_WORD = "[A-Za-z0-9]"
_NO_WORD_BEFORE = re.compile(r"(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[nrt])\Z")


def is_secret_name(name: str) -> bool:
    """Whether what bears this name is mostly a secret: `password`, `csrf_token`, `sessionid`, `user[api_key]`."""
    last = re.split(r"[.\[\]$]+", name.rstrip("]"))[-1] or name
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", last).replace("-", "_").strip("_").lower()
    return bool(_NAME.search(words))


def looks_random(value: str) -> bool:
    """Whether a value is long and as mixed as what is drawn by lot; words, URLs and numbers are not."""
    if len(value) < RANDOM_LENGTH or re.search(r"[\s<>{}]|://", value) or value.isdigit():
        return False
    if not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    counts = Counter(value)
    entropy = -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
    return entropy >= 3.2 and len(re.findall(r"[A-Za-z0-9]", value)) >= 0.85 * len(value)


def is_secret(key: Key, value: str = "") -> bool:
    """Whether a parameter is secret: a cookie, credentials, what is named as one, or looks as if drawn by lot."""
    if key.where == "cookie" or (key.where == "header" and _HEADER.search(key.name.lower())):
        return True
    if key.where in ("path", "body"):
        return False
    if key.where == "header":
        return key.name.startswith("x-") and looks_random(value)
    return is_secret_name(key.name) or looks_random(value)


def secrets_of(recording: Recording) -> frozenset[str]:
    """All values in a recording that are secret, as they are before any coding."""
    found: set[str] = set()
    for event in recording.events:
        if is_secret_element(event.element) and event.value:
            found.add(event.value)
    for exchange in recording.exchanges:
        for single in (*exchange.hops, exchange):
            found.update(_in_request(single.sent))
            if single.answer is not None:
                found.update(_in_answer(single.answer))
    return frozenset(value for value in found if not _NO_SECRET.fullmatch(value))


def redact(recording: Recording, key: bytes, *, more: Iterable[str] = ()) -> tuple[Recording, Callable[[str], str]]:
    """The recording with another value for each secret, the same one everywhere, of the same length and alphabet.

    *key*: from which they are made; thrown away, nobody gets the secrets back. *more*: other secrets. Also gives the
    function that does it to other texts, such as the pages that were seen.
    """
    pseudonyms = {secret: pseudonym(secret, key) for secret in (*secrets_of(recording), *more)}
    clean = replacer(pseudonyms)

    def cleaned(exchange: Exchange) -> Exchange:
        return replace(
            exchange,
            sent=_clean_sent(exchange.sent, pseudonyms, clean),
            answer=exchange.answer and _clean_answer(exchange.answer, pseudonyms, clean),
            hops=tuple(map(cleaned, exchange.hops)),
        )

    exchanges = tuple(map(cleaned, recording.exchanges))
    events = tuple(_clean_event(event, pseudonyms, clean) for event in recording.events)
    return replace(recording, exchanges=exchanges, events=events), clean


def pseudonym(secret: str, key: bytes) -> str:
    """Another value of the same length and alphabet, always the same for a secret and a key."""
    is_hex = re.fullmatch(r"[0-9a-f-]+|[0-9A-F-]+", secret) is not None and re.search(r"[a-fA-F]", secret) is not None
    stream = _stream(secret, key)
    letters = []
    for letter in secret:
        number = next(stream)
        if is_hex and letter != "-":
            digits = "0123456789abcdef" if secret == secret.lower() else "0123456789ABCDEF"
            letters.append(digits[number % 16])
        elif letter.isdigit() and letter.isascii():
            letters.append("0123456789"[number % 10])
        elif letter.isalpha():
            one = "abcdefghijklmnopqrstuvwxyz"[number % 26]
            letters.append(one.upper() if letter.isupper() else one)
        else:
            letters.append(letter)
    return "".join(letters)


def _stream(secret: str, key: bytes) -> Iterator[int]:
    block = 0
    while True:
        message = f"{block}:{secret}".encode("utf-8", "surrogatepass")
        yield from hmac.new(key, message, hashlib.sha256).digest()
        block += 1


def replacer(pseudonyms: dict[str, str]) -> Callable[[str], str]:
    """Replaces the secrets in a text, as they are and as they are coded in URLs, pages, JSON, Base64 and by hashes."""
    table: dict[str, str] = {}
    for secret, other in pseudonyms.items():
        if len(secret) >= SHORTEST:
            table.update(zip(_forms(secret), _forms(other), strict=True))
    index: dict[str, list[str]] = {}
    for form in sorted(table, key=len, reverse=True):
        index.setdefault(form[:SHORTEST], []).append(form)

    def clean(text: str) -> str:
        pieces: list[str] = []
        done = 0
        for at in range(len(text) - SHORTEST + 1) if index else ():
            # Most places of most texts are none: this is all that happens there.
            forms = index.get(text[at : at + SHORTEST])
            if forms is None or at < done:
                continue
            form = next((form for form in forms if text.startswith(form, at) and _stands_alone(text, at, form)), None)
            if form is not None:
                pieces += (text[done:at], table[form])
                done = at + len(form)
        return "".join((*pieces, text[done:])) if pieces else text

    return clean


def _stands_alone(text: str, at: int, form: str) -> bool:
    """Whether it is long, or a whole word; what an escape ends with, such as `%3D`, belongs to no word."""
    if len(form) >= LONG:
        return True
    before, after = text[max(0, at - 6) : at], text[at + len(form) : at + len(form) + 1]
    return _NO_WORD_BEFORE.search(before) is not None and not re.match(_WORD, after)


def _forms(secret: str) -> list[str]:
    data = secret.encode("utf-8", "surrogatepass")
    hashes = [hashlib.new(name, data, usedforsecurity=False).hexdigest() for name in ("md5", "sha1", "sha256")]
    encoded = quote(data, safe="")
    return [
        secret,
        encoded,
        quote_plus(data),
        re.sub("%[0-9A-F]{2}", lambda found: found.group().lower(), encoded),
        quote(encoded, safe=""),
        html.escape(secret),
        html.escape(secret, quote=False),
        json.dumps(secret)[1:-1],
        json.dumps(secret).replace("/", "\\/")[1:-1],
        base64.b64encode(data).decode().rstrip("="),
        base64.urlsafe_b64encode(data).decode().rstrip("="),
        *hashes,
    ]


def _in_request(sent: Sent) -> Iterator[str]:
    for parameter in parameters_of(sent):
        if is_secret(parameter.key, parameter.value):
            yield from _credentials(parameter.value)


def _credentials(value: str) -> Iterator[str]:
    """A value without the scheme before it (`Bearer …`)."""
    scheme, blank, rest = value.partition(" ")
    yield rest.strip() if blank and scheme.isalpha() and " " not in rest.strip() else value


def _in_answer(answer: Answer) -> Iterator[str]:
    for name, value in answer.headers:
        if name.lower() == "set-cookie":
            yield from _cookie_values(value)
        elif name.lower() == "location":
            yield from (text for key, text in _query(value) if is_secret_name(key) or looks_random(text))
        elif _HEADER.search(name.lower()) and looks_random(value):
            yield value
    kind = kind_of(answer)
    if kind not in ("html", "json"):
        return
    text = text_of(answer) or ""
    if kind == "json":
        yield from (value for name, value in leaves_of(text) or () if is_secret_name(name))
    else:
        yield from _in_page(text)


def _in_page(text: str) -> Iterator[str]:
    for tag in _INPUT.findall(text):
        told = {name.lower(): html.unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(tag)}
        names = told.get("name", ""), told.get("id", "")
        if told.get("type", "").lower() == "password" or any(name and is_secret_name(name) for name in names):
            yield from filter(None, (told.get("value", ""), told.get("content", "")))


def _cookie_values(line: str) -> Iterator[str]:
    yield line.partition(";")[0].partition("=")[2].strip().strip('"')


def _query(url: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(urlsplit(url).query)
    except ValueError:
        return []


def _clean_sent(sent: Sent, pseudonyms: dict[str, str], clean: Callable[[str], str]) -> Sent:
    changes: dict[Key, str | None] = {}
    for parameter in parameters_of(sent):
        secret = next(_credentials(parameter.value))
        if is_secret(parameter.key, parameter.value) and secret in pseudonyms:
            changes[parameter.key] = parameter.value.replace(secret, pseudonyms[secret])
    sent = with_parameters(sent, changes)
    body = None if sent.body is None else _clean_bytes(sent.body, clean)
    return Sent(sent.method, clean(sent.url), _clean_headers(sent.headers, clean), body)


def _clean_answer(answer: Answer, pseudonyms: dict[str, str], clean: Callable[[str], str]) -> Answer:
    headers = tuple(
        (name, _clean_cookie(value, pseudonyms) if name.lower() == "set-cookie" else value)
        for name, value in answer.headers
    )
    body = answer.body
    if body and kind_of(answer) != "binary":
        body = _clean_bytes(body, clean)
    return Answer(answer.status, clean(answer.url), _clean_headers(headers, clean), body)


def _clean_cookie(line: str, pseudonyms: dict[str, str]) -> str:
    pair, semicolon, rest = line.partition(";")
    name, sign, value = pair.partition("=")
    return f"{name}{sign}{pseudonyms.get(value.strip(), value)}{semicolon}{rest}"


def _clean_headers(headers: Headers, clean: Callable[[str], str]) -> Headers:
    return tuple((name, clean(value)) for name, value in headers)


def _clean_bytes(body: bytes, clean: Callable[[str], str]) -> bytes:
    # Byte by byte as letters: what is replaced is mostly ASCII, and nothing else may change.
    for encoding in ("utf-8", "latin-1"):
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        return clean(text).encode(encoding, "replace")
    return body


def _clean_event(event: Event, pseudonyms: dict[str, str], clean: Callable[[str], str]) -> Event:
    def other(text: str | None) -> str | None:
        return None if text is None else pseudonyms.get(text) or clean(text)

    value = (
        pseudonyms.get(event.value, event.value) if event.value and is_secret_element(event.element) else event.value
    )
    element = event.element
    if element is not None:
        attributes = {name: clean(text) for name, text in element.attributes.items()}
        element = replace(element, attributes=attributes, text=clean(element.text), label=clean(element.label))
    return replace(
        event,
        url=clean(event.url),
        url_after=clean(event.url_after),
        element=element,
        value=other(value) if value == event.value else value,
        clipboard=other(event.clipboard),
    )
