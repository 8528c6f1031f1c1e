"""Entries within texts."""

from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.scrutiny.withintexts import entries_in_text, log_in_field

CALLS = "".join(f'this.add_row({n},{{"subject":"Walk {n} to the hill","size":{n}}});' for n in range(5))


def test_calls_that_each_add_an_entry() -> None:
    assert entries_in_text([{"action": frozenset({"list"}), "exec": frozenset({CALLS})}]) == "exec"
    assert entries_in_text([{"exec": frozenset({CALLS.replace('"', '\\"')})}]) == "exec"


def test_other_texts_hold_none() -> None:
    told = " ".join(f"What is known of hill {number} {{and more}}." for number in range(30))
    short = '{"a":1},{"a":2},{"a":3}'
    assert entries_in_text([{"text": frozenset({told}), "short": frozenset({short})}]) == ""


def test_lines_of_a_log_are_entries() -> None:
    lines = [f"2024-03-0{day} 08:30: Ada has {day} nails" for day in range(1, 8)]
    told = "\n<a id=x></a>".join(lines)
    log = html.fromstring(f"<div><pre>\n{told}</pre></div>")
    assert log_in_field(log, {"title": frozenset({"Log"}), "said": frozenset({" ".join(lines)})}) == "said"
    assert log_in_field(log, {"said": frozenset(lines[:1])}) == ""
    about = {"about": frozenset({"what Ada told of her work in the mill " * 3}), "said": frozenset({" ".join(lines)})}
    assert log_in_field(log, about) == "", "one fact of several"
    poem = html.fromstring("<div><pre>Roses are red\nViolets blue\nSugar is sweet\nSo are\n12:30\n</pre></div>")
    assert log_in_field(poem, {"said": frozenset({"Roses are red Violets blue Sugar is sweet So are 12:30"})}) == ""
