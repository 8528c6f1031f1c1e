from __future__ import annotations

from scrapy_bt.core.inference.findings import Variability
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.variables import VariablesSource
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, record


def found(*recordings: list[Exchange]) -> dict[tuple[int, str], tuple[bool, tuple[str | None, ...]]]:
    known = infer([record(*exchanges) for exchanges in recordings], AlignmentSource(), VariablesSource())
    return {(each.step, str(each.key)): (each.varies, each.values) for each in known.findings(Variability)}


def test_every_kind_of_parameter_is_compared() -> None:
    first = ask("/item/1?q=a&lang=en", data={"user": {"id": 5}, "ok": True}, sends={"X-Key": "k"}, cookies={"s": "1"})
    second = ask("/item/2?q=b&lang=en", data={"user": {"id": 6}, "ok": True}, sends={"X-Key": "k"}, cookies={"s": "2"})
    assert found([first], [second]) == {
        (0, "path 0"): (False, ("item", "item")),
        (0, "path 1"): (True, ("1", "2")),
        (0, "query q"): (True, ("a", "b")),
        (0, "query lang"): (False, ("en", "en")),
        (0, "json user.id"): (True, ("5", "6")),
        (0, "json ok"): (False, ("true", "true")),
        (0, "header x-key"): (False, ("k", "k")),
        (0, "cookie s"): (True, ("1", "2")),
    }


def test_a_parameter_that_is_missing_varies_and_a_missing_step_does_not_count() -> None:
    one, other = ask("/list?sort=name"), ask("/list?sort=name&page=2")
    assert found([one], [other], [ask("/else")]) == {
        (0, "path 0"): (False, ("list", "list", None)),
        (0, "query sort"): (False, ("name", "name", None)),
        (0, "query page"): (True, (None, "2", None)),
        (1, "path 0"): (False, (None, None, "else")),
    }


def test_the_key_of_a_variability_is_the_parameters() -> None:
    known = infer([record(ask("/a?b=1&b=2"))], AlignmentSource(), VariablesSource())
    assert [each.key for each in known.findings(Variability)] == [
        Key("path", "0"),
        Key("query", "b"),
        Key("query", "b", 1),
    ]
