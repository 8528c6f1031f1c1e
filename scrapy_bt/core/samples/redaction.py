"""Other values in the place of what is secret in a recording, by which inference works as well."""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from urllib.parse import quote, quote_plus

from .bodies import kind_of
from .events import is_secret_element
from .parameters import Key, parameters_of, with_parameters
from .secrets import WEB_TOKEN, credentials, is_secret, secrets_of
from .traffic import Answer, Event, Exchange, Headers, Recording, Sent

SHORTEST = 6
"""Characters of a secret from which on it is replaced wherever it stands; a shorter one only where it is known."""

LONG = 12
"""Characters from which on a secret is replaced even in the midst of a word."""

_VAST = 2_000
"""Characters from which on a secret is sought for itself; of shorter ones all are sought at once."""

_WORD = "[A-Za-z0-9]"
_NO_WORD_BEFORE = re.compile(r"(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[nrt])\Z")


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


def redact_page(url: str, markup: str, key: bytes) -> tuple[str, str, Callable[[str], str]]:
    """The address and the markup of a single page, with other values for what is secret in them.

    That is every JSON Web Token, too, wherever it stands. Also gives the function that does it to other texts of it.
    """
    answer = Answer(200, url, (("content-type", "text/html; charset=utf-8"),), markup.encode("utf-8", "replace"))
    tokens = {found["token"] for text in (url, markup) for found in WEB_TOKEN.finditer(text)}
    cleaned, clean = redact(Recording(url, (Exchange(0, Sent("GET", url), answer),)), key, more=tokens)
    return cleaned.exchanges[0].sent.url, clean(markup), clean


def pseudonym(secret: str, key: bytes) -> str:
    """Another value of the same length and alphabet, always the same for a secret and a key."""
    is_hex = re.fullmatch(r"[0-9a-f-]+|[0-9A-F-]+", secret) is not None and re.search(r"[a-fA-F]", secret) is not None
    digits = "0123456789abcdef" if secret == secret.lower() else "0123456789ABCDEF"
    stream = _stream(secret, key)
    letters = []
    for letter in secret:
        number = next(stream)
        if is_hex and letter != "-":
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
            table.update(zip(forms_of(secret), forms_of(other), strict=True))
    lengths: dict[str, dict[int, None]] = {}
    ordered = sorted(table, key=len, reverse=True)
    vast = [form for form in ordered if len(form) >= _VAST]
    for form in ordered[len(vast) :]:
        lengths.setdefault(form[:SHORTEST], {})[len(form)] = None

    def clean(text: str) -> str:
        for each in vast:
            text = text.replace(each, table[each])
        pieces: list[str] = []
        done = 0
        for at in range(len(text) - SHORTEST + 1) if lengths else ():
            # Most places of most texts are none: this is all that happens there.
            sizes = lengths.get(text[at : at + SHORTEST])
            if sizes is None or at < done:
                continue
            # Of many secrets that begin alike each length is looked up once.
            beginnings = (text[at : at + size] for size in sizes)
            form = next((form for form in beginnings if form in table and _stands_alone(text, at, form)), None)
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


def forms_of(secret: str) -> list[str]:
    """A text as it is, and as URLs, pages, JSON, Base64 and hashes have it."""
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


def _clean_sent(sent: Sent, pseudonyms: dict[str, str], clean: Callable[[str], str]) -> Sent:
    changes: dict[Key, str | None] = {}
    for parameter in parameters_of(sent):
        secret = next(credentials(parameter.value))
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
