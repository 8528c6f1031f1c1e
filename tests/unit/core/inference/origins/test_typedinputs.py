import pytest

from scrapy_bt.core.inference.answers.requests.acts import TypedField
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.origins.typedinputs import TypedInputs, ways_from
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record


@pytest.mark.parametrize(
    ("wanted", "how"),
    [
        ({0: "Old Mill", 1: "new tower"}, ""),
        ({0: "old mill", 1: "new tower"}, "in small letters"),
        ({0: "Mill", 1: "tower"}, "word 2 of it"),
        ({0: "else", 1: "tower"}, None),
    ],
)
def test_what_was_typed_may_come_otherwise(wanted, how):
    field = TypedField("q", "q", frozenset("q"), ("Old Mill", "new tower"), (0.0, 0.0))
    assert next((way.how for way in ways_from(field, wanted)), None) == how


@pytest.mark.parametrize(
    ("before", "key", "is_given"),
    [
        ("/", Key("query", "other"), True),
        ("/?sort=tern", Key("query", "other"), False),
        ("/", Key("header", "x-shop"), False),
    ],
    ids=["a word of its own", "sent before it was typed", "of who asks"],
)
def test_one_word_is_sent_by_another_name(before, key, is_given):
    recording = record(ask(before, at=1.0), ask("/list?other=tern", sends={"X-Shop": "tern"}, at=9.0))
    workflow = workflow_of(infer([recording], AlignmentSource()))
    inputs = TypedInputs(workflow, [TypedField("q", "q", frozenset("q"), ("tern",), (1700000008.0,))])
    assert bool(inputs.given(1, key, {0: "tern"})) is is_given
