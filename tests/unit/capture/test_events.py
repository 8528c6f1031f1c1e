"""The file of events."""

from pathlib import Path

from scrapy_bt.capture.events import read_events, write_events
from scrapy_bt.capture.problems import Problems
from scrapy_bt.core.samples.traffic import Event


def test_events_are_read_by_time_and_bad_lines_are_named(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    write_events(file, [Event(2.0, "click", value="ü"), Event(1.0, "input")])
    with file.open("a", encoding="utf-8") as lines:
        lines.write('\n{"at": 3}\n{"at": 4, "ty')
    problems = Problems("sample")
    assert [(event.at, event.type, event.value) for event in read_events(file, problems)] == [
        (1.0, "input", None),
        (2.0, "click", "ü"),
    ]
    assert [str(problem) for problem in problems.told()] == [
        "sample: events.jsonl, line 4: an event needs its `type`; the line was left out",
        "sample: events.jsonl, line 5: this is no JSON; the line was left out",
    ]
