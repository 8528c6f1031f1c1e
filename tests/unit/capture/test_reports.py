"""What pages report, as events."""

import base64
import json

from scrapy_bt.capture.reports import Reports, page_script


def line(at: float, type_: str, **others: object) -> str:
    return json.dumps({"at": at, "type": type_, **others})


def reports() -> Reports:
    return Reports(lambda html: f"pages/{html}")


def test_events_are_in_order_with_the_pages_before_and_after() -> None:
    told = reports()
    for each in (
        line(1, "navigate", page="t1"),
        line(1.5, "snapshot", page="t1", html="first"),
        line(1.6, "snapshot", page="t2", html="other"),
        line(3, "click", page="t1"),
        line(2, "click", page="t1"),
        line(3.4, "snapshot", page="t1", html="second"),
        line(4, "click", page="t2"),
    ):
        assert told.add(each)
    assert len(told) == 4
    assert [(event.at, event.before, event.after) for event in told.events()] == [
        (1.0, "", "pages/first"),
        (2.0, "pages/first", "pages/first"),
        (3.0, "pages/first", "pages/second"),
        (4.0, "pages/other", "pages/other"),
    ]


def test_the_tab_that_is_known_better_counts() -> None:
    told = reports()
    told.add(line(1, "click", page="tab-x"), page="page_1")
    assert told.events()[0].page == "page_1"


def test_what_is_no_report_is_refused() -> None:
    told = reports()
    assert [told.add(text) for text in ("", "{", "7", '{"type": "click"}')] == [False] * 4
    assert told.events() == ()


def test_chosen_files_are_kept() -> None:
    told = reports()
    assert told.add(line(1, "file", name="a.bin", data=base64.b64encode(b"\0\xff").decode()))
    assert told.add(line(1, "file", name="b.bin", data="!"))
    assert told.files["a.bin"] == b"\0\xff"
    assert len(told) == 0


def test_the_script_for_pages_is_a_call() -> None:
    script = page_script("line => 0")
    assert script.endswith(")(line => 0, false);")
    assert page_script("line => 0", has_bar=True).endswith(")(line => 0, true);")
    assert "addEventListener" in script
