"""Names that a reader understands: from URLs, forms and what is taken."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

from ...rules.naming import as_word
from ...samples.bodies import kind_of
from ...samples.parameters import Key, parameters_of
from ...samples.requestparts import IN_HEADERS
from ...samples.traffic import Answer
from ..answers.elements.classes import says_looks, word_of
from ..answers.extraction import page_of
from ..answers.values import Argument, Coded, Decoded, Extraction, Now, Random, Value, Within
from ..plans.plan import PlannedStep

_PLAIN_SEGMENTS = {"page", "pages", "p", "index", "index.html", "index.php", "default.aspx", "api", "rest", "json"}
_VERSION = re.compile(r"v\d+(\.\d+)*")
_DIGITS = re.compile(r"\d")
_COUNTED = re.compile(r"\d{4}")
"""In a word that a script has made up."""
_SUFFIX = re.compile(r"\.(?:html?|php\d?|aspx?|jsp|do|json|xml|cgi|js|ndjson|jsonl|csv|tsv)$", re.IGNORECASE)
_IN_CSS = re.compile(r"\[(?:name|id|property|itemprop)\s*[~|^$*]?=\s*[\"']?([\w.:$-]+)|[#.]([\w-]+)")
_LEFT_OUT = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")
_IN_XPATH = re.compile(r"@(?:name|id|property|itemprop|class)[^'\"]*['\"]([\w.:$-]+)['\"]")
_WORDS = re.compile(r"[A-Za-z]\w{2,}")
_CHOSEN = re.compile(r"\[\?[^`]*`[^`]*`\]")
"""What picks those with a name that was chosen: it is a piece of data, and no name for it."""
_BARE = re.compile(r"[^\W\d_][\w\-]*")
_ROUTING = frozenset(
    ("action", "do", "page", "view", "section", "route", "module", "mod", "controller", "task", "tab", "cmd", "op")
)
"""Parameters that say which page of one address is wanted."""
_LONGEST_ROUTE, _FEW_WORDS = 20, 3
"""Letters of a route, and words of a heading, that a page is called by."""


def word(text: str) -> str:
    """A name of the language, in small letters, from any text."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text.strip())
    text = re.sub(r"[\W_]+", "_", text).strip("_").lower()
    return as_word(text[:40].strip("_")) if text else ""


def name_of_key(key: Key) -> str:
    """What a parameter is called; empty if it has no name."""
    if key.where in ("path", "body"):
        return ""
    name = re.split(r"[.$;]", key.name.removesuffix("[]"))[-1] if key.where not in IN_HEADERS else key.name
    inner = re.findall(r"\[([^\]\d]+)\]$", name)
    return word((inner[0].strip('"') if inner else re.sub(r"\[\d*\]", "", name)).removeprefix("X-").removeprefix("x-"))


def name_of_secret(key: Key) -> str:
    """The argument for a secret that comes from nowhere."""
    return name_of_key(key) or "secret"


def name_of_extraction(extraction: Extraction) -> str:
    """What the piece is called where it is taken from; empty if nothing tells."""
    text = extraction.text
    match extraction.how:
        case "header" | "cookie":
            return word(text)
        case "css":
            said = _IN_CSS.findall(_LEFT_OUT.sub("", text))
            found = [name or word_of(class_) for name, class_ in said if name or not says_looks(class_)]
            return word(found[-1].split("$")[-1]) if found else ""
        case "xpath":
            found = _IN_XPATH.findall(text)
            return word(found[-1]) if found else ""
        case "json":
            found = _WORDS.findall(_CHOSEN.sub("", text))
            return word(found[-1]) if found else ""
        case _:
            found = _WORDS.findall(re.sub(r"\\.|\[[^\]]*\]", " ", text))
            return word(found[0]) if found else ""


def as_singular(noun: str) -> str:
    """`quotes` → `quote`, `categories` → `category`."""
    if noun in ("news", "series", "species"):
        return noun
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > 3 else noun


def name_of_visit(planned: PlannedStep, noun: str, answer: Answer | None, *, is_repeated: bool) -> str:
    """`login_page` for what is looked at, `login` for what is done."""
    kind = {"html": "page", "json": "json"}.get(kind_of(answer), "") if answer is not None else "page"
    if planned.sent.method in ("GET", "HEAD"):
        return f"{noun}_{kind or 'page'}"
    return f"next_{noun}_{kind}" if is_repeated and kind else noun


def noun_of(planned: PlannedStep, answer: Answer | None) -> str:
    """What a step is about: the last piece of its path that is a word."""
    return next(nouns_of(planned, answer))


def nouns_of(planned: PlannedStep, answer: Answer | None) -> Iterator[str]:
    """What a step may be said to be about, the plainest first: by its path, what is around that, route and heading."""
    if operation := _operation(planned):
        yield operation
    pieces, plain_ones = _pieces_of(planned)
    noun = pieces[-1] if pieces else ""
    if not noun and plain_ones and plain_ones[0].lower() in ("api", "rest", "json"):
        noun = plain_ones[0]
    host = urlsplit(answer.url if answer is not None else planned.sent.url).hostname or ""
    labels = [label for label in host.split(".") if not label.isdecimal() and label not in ("www", "api")]
    is_home = not noun
    if is_home and (section := next(_routes(planned, _ROUTING), "")):
        yield word(section)
    noun = noun or ("home" if planned.sent.method == "GET" or not labels else labels[0])
    yield word(noun)
    yield from (word("_".join(pieces[place:])) for place in range(len(pieces) - 2, -1, -1))
    yield from (word(route if is_home else f"{noun}_{route}") for route in _routes(planned))
    if heading := _heading(planned, answer):
        yield heading if is_home else word(f"{noun}_{heading}")


def _pieces_of(planned: PlannedStep) -> tuple[list[str], list[str]]:
    """The pieces of a path that are words, and those that all paths have."""
    varying = {int(key.name) for key in planned.bound if key.where == "path" and key.name.isdecimal()}
    segments = [segment for segment in urlsplit(planned.sent.url).path.split("/") if segment]
    if len(segments) > 1 and any(key.where == "url" for key in planned.bound):
        varying.add(len(segments) - 1)
    nouns: list[str] = []
    plain_ones: list[str] = []
    for place, segment in enumerate(segments):
        plain = _SUFFIX.sub("", unquote(segment))
        if place in varying or _VERSION.fullmatch(plain):
            continue
        if segment.lower() in _PLAIN_SEGMENTS:
            plain_ones.append(plain)
            continue
        if _BARE.fullmatch(plain) and len(plain) <= 30 and not (_DIGITS.search(plain) and nouns):
            nouns.append(plain)
    return nouns, plain_ones


def _routes(planned: PlannedStep, names: Collection[str] = ()) -> Iterator[str]:
    """The words that an address asks for a page by: `list` of `?do=list`, the last first; *names*: of what asks."""
    varying = {key.name for key in planned.bound if key.where == "query"}
    for name, text in reversed(parse_qsl(urlsplit(planned.sent.url).query)):
        is_route = name not in varying and (not names or name.lower() in names)
        if is_route and _BARE.fullmatch(text) and len(text) <= _LONGEST_ROUTE and not _COUNTED.search(text):
            yield text


def _heading(planned: PlannedStep, answer: Answer | None) -> str:
    """The first heading of a page, of few words of which none is sent; empty if there is none."""
    root = page_of(answer).root if answer is not None and kind_of(answer) == "html" else None
    found = root.xpath("//h1") if root is not None else []
    text = " ".join(found[0].itertext()) if found else ""
    words = [each.lower() for each in _WORDS.findall(text)]
    is_plain = 0 < len(words) <= _FEW_WORDS and not _DIGITS.search(text)
    sent = {parameter.value.lower() for parameter in parameters_of(planned.sent)}
    return word("_".join(words)) if is_plain and sent.isdisjoint(words) else ""


def _operation(planned: PlannedStep) -> str:
    """The name of a GraphQL operation."""
    found = re.search(rb'"operationName"\s*:\s*"(\w+)"', planned.sent.body or b"")
    return word(found[1].decode()) if found else ""


def called_of(value: Value) -> str:
    """What a value is called that no parameter names: as the argument that it is written of."""
    inner = value
    while isinstance(inner, Coded):
        inner = inner.value
    return f"{inner.name}_{value.coding}" if isinstance(value, Coded) and isinstance(inner, Argument) else "value"


def name_of_kind(value: Coded | Decoded | Within | Now | Random) -> str:
    """A word for what a value is on the way to another."""
    match value:
        case Coded(coding=coding):
            return coding
        case Decoded(coding=coding):
            return f"from_{coding}"
        case Within():
            return "piece"
        case Now():
            return "time"
        case Random():
            return "random"
