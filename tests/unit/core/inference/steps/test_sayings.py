"""Which answers say names."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.sayings import steps_before
from tests.recordings import ask, infer, record


def test_the_latest_answers_that_say_the_name_of_each_recording_come_first() -> None:
    recordings = [
        record(
            ask("/", f"<p>All\n of <b>{name}</b>s</p>"),
            ask("/names", [{"name": name, "by": {"Oak beam": {"id": 7}}}, {"name": "Big  sail"}, {"name": '5" lamp'}]),
            ask("/other", "<p>nothing</p>"),
            ask("/rope", f"<a>rope</a><a>{name}</a>"),
        )
        for name in ("lamp", "kettle")
    ]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert [*steps_before(4, ("lamp", "kettle"), workflow)] == [3, 1, 0]
    assert [*steps_before(3, ("lamp", "kettle"), workflow)] == [1, 0]
    assert [*steps_before(4, ("lamp", None), workflow)] == [3, 1, 0]
    assert [*steps_before(4, ("All of lamps", "All of kettles"), workflow)] == [0]
    assert [*steps_before(4, ("Big sail", "Big  sail"), workflow)] == [1]
    assert [*steps_before(4, ('5" lamp', '5" lamp'), workflow)] == [1], "quotes stand otherwise in JSON"
    assert [*steps_before(4, ("Oak beam", "Oak beam"), workflow)] == [1], "what stands behind it is called so"
    assert [*steps_before(4, ("kettle", "lamp"), workflow)] == []


def test_an_entry_is_called_by_its_group_as_well() -> None:
    groups = "<select><optgroup label=North><option>Centre</option></optgroup></select>"
    workflow = workflow_of(infer([record(ask("/", groups), ask("/list", "<p>"))], AlignmentSource()))
    assert [*steps_before(1, ("North Centre",), workflow)] == [0]
    assert [*steps_before(1, ("South Centre",), workflow)] == []
