from typing import Any

import msgspec
import pytest

from scrapy_bt.core.dispatch.policies import PolicyVerdict
from scrapy_bt.crawl.redis.saying import CapacityReport, DispatchReport, WorkerReport, read_report

WHOLE = {
    "host": "a.test",
    "pid": 17,
    "pages": 40,
    "round_trip": 0.002,
    "waits": False,
    "capacity": {"allowed": 9, "memory": {"used": 50, "of": "machine"}},
    "dispatch": {"policy": "shortest", "verdict": "too old", "kept": 2},
}


def read(**said: Any) -> WorkerReport:
    return read_report(msgspec.json.encode({**WHOLE, **said}))


def test_a_report_is_read_as_it_is() -> None:
    report = read()
    assert (report.host, report.pages, report.waits, report.foreign) == ("a.test", 40, False, ())
    assert report.capacity is not None
    assert report.capacity.memory is not None
    assert (report.capacity.allowed, report.capacity.memory.used, report.capacity.cpu) == (9, 50.0, None)
    assert report.dispatch == DispatchReport("shortest", "too old", 2)


@pytest.mark.parametrize("value", ["x", [1], {"a": 1}, True, -1, 1e300, 2**60, 1.5])
def test_a_part_of_another_type_is_left_out_and_named(value: Any) -> None:
    report = read(pages=value)
    assert (report.pages, report.foreign, report.pid) == (None, ("pages",), 17)


@pytest.mark.parametrize("value", ["x", [1], 3, True])
def test_so_is_a_part_of_a_part(value: Any) -> None:
    report = read(capacity={"memory": value, "allowed": 9}, dispatch={"verdict": "else", "kept": 1})
    assert report.capacity == CapacityReport(allowed=9)
    assert report.dispatch == DispatchReport(kept=1)
    assert report.foreign == ("capacity.memory", "dispatch.verdict")
    assert read(capacity=value).foreign == ("capacity",)


@pytest.mark.parametrize("info", [b"no JSON", b"\xff{", b"[]", b"[" * 5000, b'{"host": "' + b"x" * 2_000_000 + b'"}'])
def test_what_is_no_report_at_all_is_told(info: bytes) -> None:
    assert read_report(info) == WorkerReport(foreign=("report",))


def test_nothing_is_nothing() -> None:
    assert read_report(b"") == WorkerReport()
    assert read_report(b'{"foreign": ["x"], "others": 1, "pages": null}') == WorkerReport()


@pytest.mark.parametrize("verdict", PolicyVerdict)
def test_each_verdict_of_a_policy_is_known(verdict: PolicyVerdict) -> None:
    assert read(dispatch={"verdict": verdict.value}).foreign == ()
