"""Writes the tables of docs/rules/files.md, on fields and on faults: `python -m tests.docs.rulefaults`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scrapy_bt.core.rules.files.reader import check_rule
from scrapy_bt.core.rules.files.shape import COLUMN, GROUP, LAYER, RULE, SITE, TAG, RecordShape
from scrapy_bt.core.rules.files.treatments import InsertFormat, ReplaceFormat
from scrapy_bt.errors import Fault

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules" / "files.md"
FIELDS = ("<!-- fields, written by python -m tests.docs.rulefaults -->", "<!-- end of fields -->")
FAULTS = ("<!-- faults, written by python -m tests.docs.rulefaults -->", "<!-- end of faults -->")

_LAYER = "rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n  tags: [{}]\n"
_ENTRY = "rule: r\nlayers:\n- {{layer: a, tags: [{{tag: t}}], entries: ['{}']}}\n"
_LAYERS = "rule: r\nlayers:\n{}\n"
_RULE = "{}\nrule: r\nlayers: [{{layer: a, entries: [https://a.test/], tags: [{{tag: t}}]}}]\n"
_GROUP = _RULE.format("{}")
_FIRST = "- {layer: a, entries: [https://a.test/], tags: [{tag: t}]}"
_TWO = f"{_FIRST}\n- {{layer: b, entries: [https://b.test/], tags: [{{tag: u}}]}}"

EXAMPLES: dict[str, dict[str, tuple[str, str]]] = {
    "YAML": {
        "bad-yaml": ("{}", 'rule: "\\d+"'),
        "double-key": ("{}", "rule: a\nrule: b"),
        "bad-key": ("{}", "[a]: b"),
        "anchor": (_RULE, "author: &me A. Writer"),
        "alias": (_RULE, "author: *me"),
        "yaml-tag": (_RULE, "author: !!python/name:os.system"),
        "several-documents": ("{}", "rule: a\n---\nrule: b"),
        "half-character": (_RULE, 'author: "\\ud83d"'),
        "too-deep": ("{}", f"rule: {'[' * 21}{']' * 21}"),
        "too-long": ("{}", f"rule: {'a' * 1_000_000}"),
    },
    "Fields": {
        "unknown-field": (_RULE, "athor: A. Writer"),
        "missing-field": (_LAYER, "{start: '<b>'}"),
        "wrong-type": (_LAYER, "{tag: t, end: 12}"),
        "wrong-value": (_GROUP, "groups: [{group: g, columns: [{name: n, tag: a.t, type: txt}]}]"),
        "out-of-range": (_LAYER, "{tag: t, rematch: '\\d{4}', treatments: [{insert: '-', at: 7}]}"),
        "bad-name": (_LAYER, "{tag: my title}"),
        "bad-offset": (_LAYER, "{tag: t, start_offset: '1'}"),
        "bad-date": (_RULE, "created: 31.1.2026"),
        "unknown-encoding": (_RULE, "encoding: gb18031"),
    },
    "Patterns": {
        "bad-pattern": (_LAYER, "{tag: t, start: '<b(>'}"),
        "bad-replacement": (_LAYER, "{tag: t, treatments: [{replace: '(a)', with: '\\2'}]}"),
    },
    "Addresses": {
        "bad-entry": (_ENTRY, "https://a.test/<1,9,0,true>"),
        "too-many-entries": (_ENTRY, "https://a.test/<1,100000,1,true>/<1,10000,1,true>"),
        "bad-url": (_ENTRY, "file:///etc/passwd"),
        "relative-url": (_ENTRY, "/list.html"),
        "bad-host": (_RULE, "hosts: ['https://a.test/']"),
    },
    "Names": {
        "reserved-name": (_GROUP, "groups: [{group: sqlite_prices, columns: [{name: n, tag: a.t}]}]"),
        "double-name": (_LAYER, "{tag: t}, {tag: t}"),
        "unknown-layer": (_LAYER, "{tag: t, link: artcle}"),
        "unknown-tag": (_LAYER, "{tag: t}, {tag: u, parent: tt}"),
        "child-in-other-layer": (_LAYERS, _TWO.replace("{tag: u}", "{tag: u, parent: t}")),
        "parents-in-cycle": (_LAYER, "{tag: t, parent: t}"),
        "tag-in-tag": (
            _LAYERS,
            "- {layer: a, entries: [https://a.test/], content: u, tags: [{tag: t}, {tag: u, parent: t}]}",
        ),
        "bad-reference": (_GROUP, "groups: [{group: g, columns: [{name: n, tag: t}]}]"),
    },
    "Ways": {
        "link-without-layer": (_LAYER, "{tag: t, link: }"),
        "next-without-link": (_LAYERS, "- {layer: a, entries: [https://a.test/], next: t, tags: [{tag: t}]}"),
        "double-link": (_LAYERS, f"{_TWO.replace('{tag: t}', '{tag: t, link: b}, {tag: v, link: b}')}"),
        "endless-cycle": (_LAYER, "{tag: t, link: a}"),
        "unreached-layer": (_LAYERS, "- {layer: a, tags: [{tag: t}]}"),
        "group-over-ways": (
            _LAYERS,
            f"{_TWO}\ngroups: [{{group: g, columns: [{{name: m, tag: a.t}}, {{name: n, tag: b.u}}]}}]",
        ),
        "empty-rule": ("rule: r\n{}\n", "layers: []"),
        "empty-layer": (_LAYERS, "- {layer: a, entries: [https://a.test/]}"),
        "empty-group": (_GROUP, "groups: [{group: g, columns: []}]"),
    },
}
"""For each fault, a file with a place for the part that makes it, and that part."""

TOLD_ELSEWHERE = {"bad-bundle"}
"""Of files that are passed on."""
_RECORDS = {
    "The rule": RULE,
    "`site`": SITE,
    "`layers`": LAYER,
    "`tags`": TAG,
    "`treatments`, to replace": ReplaceFormat.shape,
    "`treatments`, to insert": InsertFormat.shape,
    "`groups`": GROUP,
    "`columns`": COLUMN,
}


def codes_in_source() -> set[str]:
    """Return the codes of all faults that the reading of rule files can report."""
    core = ROOT / "scrapy_bt" / "core"
    modules = {*(core / "rules" / "files").glob("*.py"), *(core / "documents").glob("*.py")} - {
        core / "documents" / "toml.py"  # which rules are not written in
    }
    return {code for path in modules for code in _codes_in(ast.parse(path.read_text("utf-8")))}


def _codes_in(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "add",
            "tell",
            "_told",
            "Complaint",
            "NamesOrFlag",
        ):
            for text in node.args[:3]:
                value = text.value if isinstance(text, ast.Constant) else None
                if isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+|anchor|alias", value):
                    yield value


def replaced(page: str) -> str:
    """Return the page with its tables written anew."""
    for (start, end), tables in ((FIELDS, _field_tables()), (FAULTS, _fault_tables())):
        before, _, rest = page.partition(start)
        page = f"{before}{start}\n\n{tables}\n{end}{rest.partition(end)[2]}"
    return page


def _field_tables() -> str:
    return "\n".join(_field_table(title, record) for title, record in _RECORDS.items())


def _field_table(title: str, record: RecordShape) -> str:
    rows = [
        f"| `{field.name}`{' (needed)' if field.is_needed else ''} | {_cell(field.meaning)} |"
        for field in record.fields
    ]
    return "\n".join((f"**{title}**\n", "| field | meaning |", "| --- | --- |", *rows, ""))


def _fault_tables() -> str:
    parts = []
    for title, examples in EXAMPLES.items():
        rows = [_row(code, frame, part) for code, (frame, part) in examples.items()]
        parts += [f"### {title}\n", "| code | for example | fault | instead |", "| --- | --- | --- | --- |", *rows, ""]
    return "\n".join(parts)


def _row(code: str, frame: str, part: str) -> str:
    fault = fault_of(code, frame, part)
    shown = part if len(part) < 200 else f"{part[:30]}…"
    shown = shown.replace("\n", " ⏎ ")
    return f"| `{code}` | `{_cell(shown)}` | {_cell(fault.message)} | {_cell(fault.advice)} |"


def fault_of(code: str, frame: str, part: str) -> Fault:
    """Return the fault of an example."""
    text = frame.replace("{{", "\0").replace("}}", "\1").replace("{}", part).replace("\0", "{").replace("\1", "}")
    return next(fault for fault in check_rule(text, file="r.yaml") if fault.code == code)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(replaced(PAGE.read_text("utf-8")), encoding="utf-8")
