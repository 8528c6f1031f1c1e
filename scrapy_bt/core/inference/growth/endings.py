"""How a series that counts ends: no control leads to the next number, or the rows are those of the page before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...documents.elements import Element, is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer
from ...tree import nodes as bt
from ..answers.elements.classes import stable_classes
from ..answers.extraction import page_of
from ..answers.values import Constant, Each, Extraction, Joined, Value
from ..findings import Loop

_CONTROLS = ("a", "button", "input")
_LISTS = ("table", "tbody", "ul", "ol", "dl")
_WHOLE = {"html": ("css", "body"), "xml": ("xpath", "/*"), "json": ("json", "to_string(@)"), "text": ("re", "(?s)(.+)")}
"""By kind of page, what gives all of it."""
_PLAIN = re.compile(r"[A-Za-z][\w-]*")


@dataclass(frozen=True)
class Counted:
    """What a counter's parameter is made of: a text, the number, a text."""

    before: str = ""
    after: str = ""

    def at(self, number: int) -> str:
        """The parameter with a number."""
        return f"{self.before}{number}{self.after}"

    def number_in(self, text: str | None) -> int | None:
        """The number of a parameter; None if it holds none."""
        found = re.fullmatch(rf"{re.escape(self.before)}(-?\d{{1,18}}){re.escape(self.after)}", text or "")
        return int(found[1]) if found else None

    def value(self, step: int) -> Value:
        """The parameter with the number that the loop of *step* is at."""
        parts = (Constant(self.before), Each(step), Constant(self.after))
        kept = tuple(part for part in parts if part != Constant(""))
        return Joined(kept) if len(kept) > 1 else Each(step)


def counted_of(loop: Loop) -> Counted:
    """What the parameter of a counter is made of."""
    parts = loop.next.parts if isinstance(loop.next, Joined) else (loop.next,)
    places = [place for place, part in enumerate(parts) if isinstance(part, Each)]
    if len(places) != 1:
        return Counted()
    before, after = parts[: places[0]], parts[places[0] + 1 :]
    return Counted(*("".join(part.text for part in text if isinstance(part, Constant)) for text in (before, after)))


def control_of(counted: Counted, number: int, page: Answer | None, variable: str) -> bt.Source | None:
    """What finds the control that leads to the number in *variable*; None if *page* has none that leads to *number*.

    A bare number in an attribute tells nothing by itself: then the control has to show it, too.
    """
    root = page_of(page).root if page is not None and kind_of(page) == "html" else None
    if not is_element(root):
        return None
    wanted = re.compile(rf"(?<!\w){re.escape(counted.at(number))}(?!\w)")
    for element in root.iter(*_CONTROLS):
        shown = "".join(map(str, element.itertext())).strip() or element.get("value", "")
        tells = bool(counted.before or counted.after) or shown == str(number)
        for name, text in ((str(name), str(text)) for name, text in element.items()) if tells else ():
            if len(wanted.findall(text)) == 1 and not re.search(r'["\n{}]', text):
                head, tail = wanted.split(text)
                start = f'{element.tag}[{name}="{_in_css(head + counted.before)}'
                end = f'{_in_css(counted.after + tail)}"]'
                return bt.Source("css", (bt.Template((start, bt.Reference(variable), end)),))
    return None


def rows_together(rows: Extraction | None, page: Answer | None) -> bt.Source | None:
    """What gives all rows of a page as one text, or all that it says; None if that cannot be told from *page*."""
    if page is None:
        return None
    if rows is not None and rows.how == "json":
        return bt.Source("json", (f"to_string({rows.text})",))
    found = page_of(page).elements(rows) if rows is not None else ()
    if rows is not None and found and all(isinstance(text, str) for text in found):
        return bt.Source(rows.how, (rows.text,))
    elements = [element for element in found if is_element(element)]
    if rows is None or not elements:
        how, text = _WHOLE.get(kind_of(page), ("", ""))
        return bt.Source(how, (text,), kind="text" if how in ("css", "xpath") else None) if how else None
    holder = rows.text.rpartition(" > ")[0] if rows.how == "css" else ""
    return bt.Source("css", (_name_around(elements, page, holder),), kind="text")


def is_around_rows_alone(together: bt.Source | None, page: Answer | None) -> bool:
    """Whether the rows fill a table or a list, which without rows says that there are none."""
    selector = together.texts[0] if together is not None and together.how == "css" else ""
    found = (
        page_of(page).elements(Extraction("css", selector)) if page is not None and isinstance(selector, str) else []
    )
    return bool(found) and all(is_element(each) and each.tag in _LISTS for each in found)


def _name_around(rows: Sequence[Element], page: Answer, holder: str) -> str:
    """What selects the innermost element around all of them: its ID, a class or a tag that nothing else has.

    *holder* may select it, too.
    """
    inner, *others = (list(row.iterancestors()) for row in rows)
    for element in inner if others else ():
        if all(element in ancestors for ancestors in others):
            names = [f"#{element.get('id')}"] if _PLAIN.fullmatch(element.get("id", "")) else []
            names += [f"{element.tag}.{name}" for name in stable_classes(element)]
            for name in filter(None, (*names, holder, str(element.tag))):
                if page_of(page).elements(Extraction("css", name)) == [element]:
                    return name
    return "body"


def _in_css(text: str) -> str:
    """Within a quoted text of CSS."""
    return text.replace("\\", "\\\\")
