"""Writes the table of faults in docs/language/mistakes.md: `python -m tests.docs.faults`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.mistakes import MISTAKES
from scrapy_bt.errors import Fault
from tests.shortforms import MISTAKES as SHORT_FORMS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "language" / "mistakes.md"
START, END = "<!-- written by python -m tests.docs.faults -->", "<!-- end -->"

_PAGE = 'page :: visit "https://a.test/" '
_TREE = "a :: and { } main :: and { :a }"
_VALUE = "main :: and { :page :a }"

EXAMPLES: dict[str, dict[str, str]] = {
    "Names": {
        "missing-main": "start :: and { }",
        "main-not-a-tree": 'main :: visit "https://a.test/"',
        "unknown-name": "main :: and { :page }",
        "double-declaration": f'{_PAGE}page :: visit "https://b.test/" main :: and {{ :page }}',
        "unused-declaration": f"{_PAGE}main :: and {{ }}",
        "reserved-name": "main :: and { now = 3 }",
        "stub": "page :: visit main :: and { :page }",
        "double-parameter": "main :: and (a, a) { }",
        "double-field": "row :: item { a = 1 a = 2 } main :: and { :row }",
        "double-attribute": 'page :: visit "https://a.test/" { timeout = 3s timeout = 4s } main :: and { :page }',
    },
    "Variables, numbers and pages": {
        "unknown-variable": 'page :: visit "https://a.test/{path}" main :: and { :page }',
        "number-too-large": f"main :: and {{ x = {'9' * 24} }}",
        "unknown-page-value": f"{_PAGE}main :: and {{ :page x = page.title }}",
        "no-page": 'a :: data css "h1" main :: and { :a }',
    },
    "Calls": {
        "wrong-arity": f"{_PAGE}main :: and {{ :page(3) }}",
        "unknown-argument": "t :: and (link) { item { link = link } } main :: and { :t(1, lnk = 2) }",
        "double-argument": "t :: and (link) { item { link = link } } main :: and { :t(1, link = 2) }",
        "no-value": f"{_PAGE}main :: and {{ x = :page }}",
        "not-in-item": f"{_PAGE}row :: item {{ a = :page }} main :: and {{ :row }}",
    },
    "Sources and attributes": {
        "bad-css": f'{_PAGE}a :: data css "li[" {_VALUE}',
        "bad-xpath": f'{_PAGE}a :: data xpath "//li[" {_VALUE}',
        "bad-re": f'{_PAGE}a :: data re "(" {_VALUE}',
        "bad-json": f'{_PAGE}a :: data json "a[" {_VALUE}',
        "bad-locate": f'{_PAGE}a :: data locate "(" "b" {_VALUE}',
        "bad-python": 'a :: data python "prices" main :: and { :a }',
        "bad-rules": f'{_PAGE}a :: data rules "shop.yaml" "title" {_VALUE}',
        "wrong-number-of-texts": f'{_PAGE}a :: data locate "b" {_VALUE}',
        "unknown-source": 'a :: data csss "b" main :: and { :a }',
        "hyphen-in-name": 'page :: visit "https://a.test/" { headers = { User-Agent = "b" } } main :: and { :page }',
        "unknown-kind": f'{_PAGE}a :: data css "b" as float {_VALUE}',
        "unknown-method": 'page :: visit GTE "https://a.test/" main :: and { :page }',
        "unknown-attribute": 'page :: visit "https://a.test/" { header = { a = 1 } } main :: and { :page }',
        "bad-attribute": 'page :: visit "https://a.test/" { redirect = 3 } main :: and { :page }',
        "bad-url": 'page :: visit "localhost:8000/" main :: and { :page }',
        "second-body": 'page :: visit "https://a.test/" { form = { a = 1 } body = "b" } main :: and { :page }',
        "body-without-post": 'page :: visit GET "https://a.test/" { form = { a = 1 } } main :: and { :page }',
        "page-in-each": f'{_PAGE}row :: item each css "li" {{ a = xpath "//b" }} main :: and {{ :page :row }}',
        "json-in-text": 'page :: visit POST "https://a.test/" { json = "{}" } main :: and { :page }',
        "empty-item": "row :: item { } main :: and { :row }",
        "unknown-encoding": 'page :: visit "https://a.test/" { encoding = "utf-9" } main :: and { :page }',
    },
    "Resources and state tables": {
        "resource-of-unknown-node": "[[ a ]] main :: and { }",
        "double-resource": f"[[ a ]] [[ a ]] {_TREE}",
        "bad-amount": f"(( a = 0 )) {_TREE}",
        "states-of-unknown-node": "state a { error = end } main :: and { }",
        "double-states": f"state a {{ error = end }} state a {{ any = end }} {_TREE}",
        "double-outcome": f"state a {{ any = end any = stop }} {_TREE}",
        "unknown-outcome": f"state a {{ timeuot = end }} {_TREE}",
        "impossible-outcome": f"state a {{ 404 = end }} {_TREE}",
    },
    "Groups and other files": {
        "assigned-at-once": 'main :: and { goroutine or { x = 1 x = 2 } print "{x}" }',
        "include-itself": 'include "a.bt" main :: and { }',
        "not-included": 'include "b.bt" main :: and { }',
        "unknown-healing": "heal = on main :: and { }",
        "double-heal": "heal = auto heal = off main :: and { }",
        "heals-unknown-node": "heal price = auto main :: and { }",
        "heals-nothing": 'heal page = auto page :: visit "/" main :: and { :page }',
    },
    "Loops and recursion": {
        "constant-as-condition": f"{_PAGE}main :: and (n) {{ :page if n = 1 {{ :page }} }}",
        "no-placeholder": f'{_PAGE}main :: and (n) {{ :page print "{{n+1}}" print "{{n}}" }}',
        "unread-parameter": f"{_PAGE}main :: and (n) {{ :page }}",
        "link-without-url": (
            f'{_PAGE}main :: and {{ :page while link = css "a::attr(href)" {{ goroutine {{ visit "{{link}}" }} }} }}'
        ),
        "text-as-url": f'{_PAGE}main :: and {{ :page x = css "a.next" as url print "{{x}}" }}',
        "break-outside-loop": f"{_PAGE}main :: and {{ :page break }}",
        "foreign-block": 'main :: and (urls) { for url in urls { visit "{url}" } }',
        "foreign-word": f"{_PAGE}main :: and (n) {{ :page if n is none {{ :page }} }}",
        "never-run": f"{_PAGE}main :: and {{ :page end false }}",
        "idle-value": f'{_PAGE}main :: and {{ :page "done" }}',
        "trailing-word": f'{_PAGE}main :: and (n) {{ :page print "is" n }}',
        "list-alone": f'{_PAGE}main :: and (urls) {{ :page x = urls [0] print "{{x}}" }}',
        "endless-loop": "main :: and { x = 1 while x > 0 { y = x } }",
        "endless-recursion": "main :: and { x = 1 :main }",
        "too-deep": f"main :: and {{ {'and { ' * 300}{'} ' * 300}}}",
    },
}
"""A file for each fault of meaning; those of syntax have theirs in the table of mistakes."""

TOLD_ELSEWHERE = {"unreadable", "double-spider", "unexpected", "not-a-stub", "bad-rule", "unknown-tag"}
"""Of files that are not read, projects, rule files, words in places that nobody foresaw, and the edit of stubs."""


def codes_in_source() -> set[str]:
    """Return the codes of all faults that the language's code can report."""
    folder = ROOT / "scrapy_bt" / "core" / "language"
    found = {f"bad-{how}" for how in ("css", "xpath", "re", "json", "locate")}
    for path in sorted(folder.rglob("*.py")):
        found |= set(_codes_in(ast.parse(path.read_text("utf-8"))))
    return found


def _codes_in(module: ast.Module) -> Iterator[str]:
    """Yield what stands as a code in calls that report, and in the table of demands."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
            if name in ("add", "Fault", "_report_double", "_check_parts", "Mistake"):
                yield from (code for text in texts if (code := _code(text)))
        elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "_DEMANDS" for target in node.targets):
            assert isinstance(node.value, ast.Dict)
            yield from (code for text in node.value.values if (code := _code(text)))


def _code(text: ast.expr) -> str | None:
    value = text.value if isinstance(text, ast.Constant) else None
    return value if isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+|stub", value) else None


def write_tables() -> str:
    """Return the tables as the page has them."""
    parts = []
    for title, examples in EXAMPLES.items():
        rows = [_write_row(code, example) for code, example in examples.items()]
        parts.append(_write_table(title, rows))
    first = {mistake.code: mistake.examples[0] for mistake in reversed(MISTAKES)}
    syntax = [_write_row(code, first[code]) for code in dict.fromkeys(mistake.code for mistake in MISTAKES)]
    return "\n".join([*parts, _write_table("Syntax", syntax), _write_short_forms()])


def _write_short_forms() -> str:
    rows = []
    for shown, text, place, advice in SHORT_FORMS:
        fault = next(fault for fault in check(text, file="a.bt") if advice in fault.advice and _marked(fault) == place)
        cells = (f"`{shown}`", f"`{place}`", *_texts(fault))
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    head = ["## With the shorter forms\n", "| written | place | fault | instead |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows, ""])


def _marked(fault: Fault) -> str:
    return fault.text[fault.place.column - 1 : fault.place.end_column - 1]


def _write_table(title: str, rows: list[str]) -> str:
    return "\n".join(
        [f"## {title}\n", "| code | for example | fault | instead |", "| --- | --- | --- | --- |", *rows, ""]
    )


def _write_row(code: str, example: str) -> str:
    fault = next(fault for fault in check(example, file="a.bt") if fault.code == code)
    shown = example if len(example) < 200 else f"{example[:40]}…"
    cells = (f"`{code}`", f"`{shown}`", *_texts(fault))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _texts(fault: Fault) -> tuple[str, str]:
    return fault.message, fault.advice


def replaced(page: str) -> str:
    """Return the page with the tables as they are now."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{write_tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(replaced(PAGE.read_text("utf-8")), "utf-8")
