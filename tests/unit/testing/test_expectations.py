import re
from typing import Any, get_args

import pytest

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.task import Task
from scrapy_bt.testing import expectations as ex
from scrapy_bt.testing.stage import Happening, StagedRequest

SENT = StagedRequest(1, "page", "https://site.test/", "POST", {"form": {"a": 1}})


def on_main(effect: Any) -> Happening:
    return Happening(1, effect)


@pytest.mark.parametrize(
    ("expected", "effect"),
    [
        (ex.visit("page"), SENT),
        (ex.visit("page", url="https://site.test/", method="POST", form={"a": 1}), SENT),
        (ex.visit("page", url=re.compile(r"\.test"), form=...), SENT),
        (ex.emit("it"), ef.Emit("it", {"a": 1, "b": 2})),
        (ex.emit("it", a=1), ef.Emit("it", {"a": 1, "b": 2})),
        (ex.emit("it", {"a": 1, "b": 2}), ef.Emit("it", {"a": 1, "b": 2})),
        (ex.wait(), ef.Delay(3.0)),
        (ex.wait(3), ef.Delay(3.0)),
        (ex.pause(), ef.Pause()),
        (ex.stopped(reason="x"), ef.Stopped("x")),
        (ex.finished(), ef.Finished(success=True)),
        (ex.failed(reason=re.compile("boo")), ef.Finished(success=False, reason="boom")),
        (ex.trouble("page", "404"), ef.Trouble("page", "main/page", None, "404")),
        (ex.made("part", success=True, ttl=5), ef.Made("crawl/part:0123", b"", ttl=5.0)),
        (ex.made("part", success=False), ef.Made("crawl/part", None)),
        (ex.invalidated("part"), ef.Invalidate("crawl/part", 1)),
        (ex.looped("main/while", 3), ef.Looped("main/while", 3)),
    ],
    ids=str,
)
def test_what_is_expected(expected: ex.Expectation, effect: Any) -> None:
    assert expected.differences(on_main(effect)) == []


@pytest.mark.parametrize(
    ("expected", "effect", "differences"),
    [
        (ex.visit("other"), SENT, ["node: expected 'other', was 'page'"]),
        (ex.visit("page", form={}), SENT, ["form: expected {}, was {'a': 1}"]),
        (ex.visit("page", json=1), SENT, ["json: expected 1, was None"]),
        (ex.emit("it", {"a": 1}), ef.Emit("it", {"a": 1, "b": 2}), ["b: expected None, was 2"]),
        (ex.emit("it", a=re.compile("x")), ef.Emit("it", {"a": 1}), ["a: expected re.compile('x'), was 1"]),
        (ex.finished(), ef.Finished(success=False), ["success: expected True, was False"]),
    ],
    ids=str,
)
def test_what_is_different(expected: ex.Expectation, effect: Any, differences: list[str]) -> None:
    assert expected.differences(on_main(effect)) == differences


def test_another_kind_is_not_compared() -> None:
    assert ex.pause().differences(on_main(ef.Delay())) is None
    assert ex.finished().differences(Happening(2, ef.Finished(success=True))) is None
    assert ex.branch_ended(success=True).differences(Happening(2, ef.Finished(success=True))) == []


def test_expectations_are_told_as_they_are_written() -> None:
    assert str(ex.visit("page", url="u")) == "visit('page', url='u')"
    assert str(ex.wait()) == "wait()"
    assert str(ex.the_end()) == "the end()"


def test_every_effect_has_a_name() -> None:
    made = {
        ef.Spawn: ef.Spawn(Task([], id=2)),
        ef.Join: ef.Join(1),
        ef.Hold: ef.Hold("page"),
        ef.Share: ef.Share("crawl/part"),
    }
    names = {kind: ex.describe(on_main(effect)) for kind, effect in made.items()}
    assert list(names.values()) == [
        ("spawn", {"task": 2}),
        ("join", {}),
        ("hold", {"node": "page"}),
        ("share", {"node": "part"}),
    ]
    assert set(get_args(ef.Effect)) - {ef.SendVisit, ef.Await} <= set(ex._DESCRIPTIONS)


def test_some_effects_go_without_saying() -> None:
    assert ex.goes_without_saying(on_main(ef.Looped("main/while", 1)))
    assert ex.goes_without_saying(Happening(2, ef.Finished(success=False)))
    assert not ex.goes_without_saying(on_main(ef.Finished(success=False)))
    assert not ex.goes_without_saying(on_main(SENT))
