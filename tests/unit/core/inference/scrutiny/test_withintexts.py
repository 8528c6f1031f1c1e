"""Entries within texts of data."""

from __future__ import annotations

from scrapy_bt.core.inference.scrutiny.withintexts import entries_in_text

CALLS = "".join(f'this.add_row({n},{{"subject":"Walk {n} to the hill","size":{n}}});' for n in range(5))


def test_calls_that_each_add_an_entry() -> None:
    assert entries_in_text([{"action": frozenset({"list"}), "exec": frozenset({CALLS})}]) == "exec"
    assert entries_in_text([{"exec": frozenset({CALLS.replace('"', '\\"')})}]) == "exec"


def test_other_texts_hold_none() -> None:
    told = " ".join(f"What is known of hill {number} {{and more}}." for number in range(30))
    short = '{"a":1},{"a":2},{"a":3}'
    assert entries_in_text([{"text": frozenset({told}), "short": frozenset({short})}]) == ""
