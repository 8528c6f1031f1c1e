"""Observes the selectors of ordinary spiders: those of parsel, which item loaders and page objects use, too."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import lru_cache, wraps
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from parsel import Selector
from scrapy.http import TextResponse

from ...core.documents.elements import is_element
from ...core.healing.patching.pieces import HOWS, JSON, json_path, language_of
from ...core.healing.perception.attention import Attention
from .answers import answers_in, heal_answer, note_answer
from .extractors import WRITTEN, restriction_of
from .looks import PageLooks
from .switches import Switch

CURRENT: ContextVar[PageLooks | Attention | None] = ContextVar("healing_look", default=None)
"""The page whose callback is running, or what glances at it if it is not looked at."""

_ANSWER = "answer"
_MARKUP = frozenset({"html", "xml", "text"})
_METHODS = ("css", "xpath", "jmespath", "re")
_BETWEEN = frozenset({"parsel", "scrapy", "itemloaders", "web_poet", "scrapy_poet", "scrapy_bt"})
"""Packages that pass a selector on: their caller has written it."""
_BETWEEN_CODES: dict[CodeType, bool] = {}
_EXTRACTORS = "scrapy.linkextractors"
_EXTRACTOR_CODES: set[CodeType] = set()
_MOST_CODES = 2_000
_MOST_FRAMES = 12
_LONGEST = 1_000
_MOST_VALUES = 5
_MOST_READ = 100
"""Hits among which values are looked for."""
_BLANK = [""]
_RULES = "rules"
"""The node of link extractors in a spider's rules, which no code of its author's runs."""

_observers = 0
_originals: dict[str, Any] = {}


def observe_selectors() -> None:
    """From now on selectors tell the page whose callback uses them; each call is undone by one of `leave_selectors`."""
    global _observers  # noqa: PLW0603  # a class is shared by all crawls of a process
    _observers += 1
    if _observers > 1:
        return
    _originals.update((name, getattr(Selector, name)) for name in _METHODS)
    for name, original in list(_originals.items()):
        setattr(Selector, name, _observed(name, original))
    Selector.css = _css_at_once(Selector.css)  # type: ignore[method-assign]
    _originals[_ANSWER] = TextResponse.json
    TextResponse.json = _observed_answer(TextResponse.json)  # type: ignore[method-assign]


def leave_selectors() -> None:
    """Undo one call of `observe_selectors`; after the last one, selectors are what they were."""
    global _observers  # noqa: PLW0603
    _observers -= 1
    if _observers:
        return
    TextResponse.json = _originals.pop(_ANSWER)  # type: ignore[method-assign]
    for name, original in _originals.items():
        setattr(Selector, name, original)
    _originals.clear()


def _observed(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def observed(self: Selector, query: Any, *arguments: Any, **options: Any) -> Any:
        look = CURRENT.get()
        if look is None:
            return original(self, query, *arguments, **options)
        if isinstance(look, Attention):
            found = original(self, query, *arguments, **options)
            if not found or look.glances:
                _glance(look, query, found)
            return found
        if look.is_busy:
            return original(self, query, *arguments, **options)
        look.is_busy = True
        try:
            found = original(self, query, *arguments, **options)
        finally:
            look.is_busy = False
        return _note(look, self, name, query, found)

    return observed


def _css_at_once(observed: Callable[..., Any]) -> Callable[..., Any]:
    """As `css` of parsel on a page that is not looked at, without the observed `xpath`: it is called most often."""
    original, xpath, own = _originals["css"], _originals["xpath"], Selector.xpath

    @wraps(original)
    def css(self: Selector, query: Any) -> Any:
        look = CURRENT.get()
        if look is None:
            return original(self, query)
        if look.__class__ is not Attention or type(self).xpath is not own or self.type not in _MARKUP:
            return observed(self, query)
        found = xpath(self, self._css2xpath(query))
        if not found or look.glances:
            _glance(look, query, found)
        return found

    return css


def _glance(attention: Attention, query: Any, found: Any) -> None:
    text = query if isinstance(query, str) else getattr(query, "pattern", "")
    count, value = len(found), None
    if count:
        first = found[0]
        value = first if isinstance(first, str) else first.root
        if isinstance(value, str) and (not value or value.isspace()):  # spaces alone are nothing
            if count > 1:
                return
            count = 0
    attention.glance(WRITTEN.get(text, text), count, value)


def _observed_answer(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original)
    def observed(self: TextResponse) -> Any:
        data = original(self)
        look = CURRENT.get()
        if isinstance(look, PageLooks) and look.callback and not look.has_answer and self is look.response:
            frame = sys._getframe(1)  # noqa: SLF001
            place = f"{path_from_here(frame.f_code.co_filename)}:{frame.f_lineno}"
            note_answer(look, data, frame.f_globals, place)
            if look.switches:
                heal_answer(look, data)
        return data

    return observed


def _note(look: PageLooks, scope: Selector, name: str, query: Any, found: Any) -> Any:
    text = query if isinstance(query, str) else getattr(query, "pattern", "")
    if not isinstance(text, str):
        return found
    frame = sys._getframe(2)  # noqa: SLF001  # as logging and warnings find their callers
    is_between: bool | None = None
    is_restriction = False
    for _ in range(_MOST_FRAMES):
        code = frame.f_code
        is_between = _BETWEEN_CODES.get(code)
        if is_between is None:
            is_between = _note_code(code, str(frame.f_globals.get("__name__", "")))
        is_restriction = is_restriction or code in _EXTRACTOR_CODES
        if not is_between or frame.f_back is None:
            break
        frame = frame.f_back
    code, line = frame.f_code, frame.f_lineno
    within = _within(scope, is_text=name == "jmespath")

    node = look.callback or (_RULES if is_between else _name_of(code))
    how, file = name, "" if is_between else code.co_filename
    if is_restriction and (written := restriction_of(look.spider, file, text)) is not None:
        file, (how, text, line) = written

    def names() -> tuple[str, str, str, str, str]:
        shown = text[:_LONGEST]
        place = f"{path_from_here(file)}:{line}" if file else ""
        return node, f"{how} {shown}", shown, place, within

    values = _texts(islice(found, _MOST_READ)) if name == "re" else _plain(found)
    there = () if values == _BLANK else found  # spaces alone are nothing
    if not there:
        values = []
    look.note_of((code, how, text, within), names, values, found=len(there), empty=not there, sought=text)
    if look.switches and (how in HOWS or how == "jmespath"):
        switch = look.switches.get(node, how, text)
        healed = None if switch is None else _healed(look, scope, switch, there, values)
        found = found if healed is None else healed
    if name in HOWS and values and look.callback and not is_between:
        return _note_scripts(look, found, frame, path_from_here(file))
    return found


def _note_scripts(look: PageLooks, found: Any, frame: FrameType, file: str) -> Any:
    """Note what the callback's module names of JSON among texts that were *found*; the texts, with what is healed."""
    texts = [one.root for one in islice(found, _MOST_VALUES)]
    healed: dict[int, Any] = {}
    for number, data in answers_in(texts).items():
        if (known := hash(texts[number])) not in look.scripts:  # another selector may give the same text
            look.scripts.add(known)
            note_answer(look, data, frame.f_globals, f"{file}:{frame.f_lineno}", _path_of(found[number]))
        if look.switches and heal_answer(look, data):
            healed[number] = found[number].__class__(root=json.dumps(data, ensure_ascii=False), type="text")
    return found.__class__(healed.get(number, one) for number, one in enumerate(found)) if healed else found


def _healed(look: PageLooks, scope: Selector, switch: Switch, found: Any, values: list[Any]) -> Any | None:
    """What the selector in its place gives; None if that is not better."""

    def read(selector: str) -> tuple[Any, list[Any]]:
        look.is_busy = True
        try:
            language = language_of(selector)
            other = _originals["jmespath" if language == "json" else language](scope, json_path(selector))
        finally:
            look.is_busy = False
        plain = _plain(other)
        return ((), []) if plain == _BLANK else (other, plain)

    healed = switch.heal(found, values, read)
    if healed is not None:
        proposal = switch.filed.proposal
        look.healed[proposal.node, proposal.field] = switch.filed.id
    return healed


def _plain(found: Any) -> list[Any]:
    """The first values that are data; a single blank if they are anything else."""
    return _texts(root for one in islice(found, _MOST_READ) if isinstance(root := one.root, (str, int, float)))


def _texts(found: Iterable[Any]) -> list[Any]:
    """The first values with a text; line ends between elements are left out."""
    said: list[Any] = []
    is_blank = False
    for one in found:
        if isinstance(one, str) and (not one or one.isspace()):
            is_blank = True
            continue
        said.append(one)
        if len(said) == _MOST_VALUES:
            break
    return _BLANK if is_blank and not said else said


def _within(scope: Selector, *, is_text: bool) -> str:
    """The selector of the rows to which an element belongs; empty if it is the page.

    *is_text*: also that of the text, as of a script, which is read as JSON.
    """
    root, path = scope.root, scope._expr  # noqa: SLF001  # parsel keeps it for people to see
    if is_text and isinstance(root, str):
        return _path_of(scope)
    if path and isinstance(root, dict):
        return f"{JSON}{path}"
    if not path or not is_element(root) or root.getparent() is None:
        return ""
    return _path_of(scope)


def _path_of(found: Selector) -> str:
    path = found._expr or ""  # noqa: SLF001
    return path if not path or path.startswith("/") else f"//{path}"


def _note_code(code: CodeType, module: str) -> bool:
    """Note whether a function passes selectors on."""
    is_between = module.partition(".")[0] in _BETWEEN
    if len(_BETWEEN_CODES) < _MOST_CODES:
        _BETWEEN_CODES[code] = is_between
        if module.startswith(_EXTRACTORS):
            _EXTRACTOR_CODES.add(code)
    return is_between


def _name_of(code: CodeType) -> str:
    """The function in which a selector is written; inner functions have the name of the outer one."""
    name: str = getattr(code, "co_qualname", code.co_name)
    return name.partition(".<locals>")[0]


def callback_name(callback: Callable[..., Any]) -> str:
    """The function that reads a page; empty if it is not written by the author, or has no name."""
    function = getattr(callback, "__func__", callback)
    module = getattr(function, "__module__", None) or ""
    name: str = getattr(function, "__qualname__", "")
    return "" if module.partition(".")[0] in _BETWEEN else name.partition(".<locals>")[0]


@lru_cache(1_000)
def path_from_here(file: str) -> str:
    """The path of a file relative to the working directory, if it is below it."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else file
