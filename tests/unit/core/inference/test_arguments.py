"""Names of arguments in a conclusion."""

from dataclasses import replace

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Extraction,
    Joined,
    Value,
    Within,
)
from scrapy_bt.core.inference.arguments import Renaming, arguments_told, plain_arguments
from scrapy_bt.core.inference.blackboard.facts import Fact
from scrapy_bt.core.inference.findings import Loop, Origin, Target, Typed
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent


def plan(bound: dict[Key, Value]) -> Plan:
    return Plan((PlannedStep(0, Sent("GET", "https://a.test/"), bound),), 0)


def test_numbers_that_tell_nothing_go() -> None:
    path, code = Key("path", "1"), Key("query", "c")
    inner = Within(Decoded(Argument("code7", is_secret=True), "url"), Extraction("re", "x"))
    sent = plan({path: Argument("single3"), code: Joined((Constant("a"), Coded(inner, "md5")))})
    given = {"single3": "s", "code7": "c", "other": "o"}
    found = plain_arguments(sent).plan(replace(sent, arguments=given))
    assert found.arguments == {"single": "s", "code": "c"}
    bound = found.steps[0].bound
    assert bound[path] == Argument("single")
    assert bound[code] == Joined(
        (
            Constant("a"),
            Coded(Within(Decoded(Argument("code", is_secret=True), "url"), Extraction("re", "x")), "md5"),
        )
    )


def test_those_of_one_name_are_numbered_in_the_order_of_their_use() -> None:
    names = ("q5", "q9", "place", "q2")
    bound: dict[Key, Value] = {Key("query", f"x{name}"): Argument(name) for name in names}
    assert plain_arguments(plan(bound)).names == {"q5": "q", "q9": "q2", "place": "place", "q2": "q3"}


def test_a_number_that_the_page_itself_gives_stays() -> None:
    bound: dict[Key, Value] = {
        Key("form", "user[line2]"): Argument("line2"),
        Key("path", "1"): Argument("part_2"),
        Key("form", "x"): Argument("line"),
    }
    assert plain_arguments(plan(bound)).names == {}


def test_an_argument_whose_name_is_given_away_gets_a_free_one() -> None:
    names = ("q5", "q9", "place", "q2")
    bound: dict[Key, Value] = {Key("query", f"x{name}"): Argument(name) for name in names}
    found = plain_arguments(plan(bound), ("q", "q5", "other", "q3", "q"))
    used = {"q5": "q", "q9": "q2", "place": "place", "q2": "q3"}
    assert found.names == used | {"q": "q4", "other": "other", "q3": "q5"}


def test_findings_are_told_with_the_new_names() -> None:
    key = Key("form", "x")
    origin = Origin(1, key, Joined((Argument("q5"), Constant("q9"))))
    typed, loop = Typed(1, key, "q9", ("a",)), Loop(2, (3,), "cursor", key, Coded(Argument("q2"), "url"))
    facts = [Fact(number, each, "a", "why") for number, each in enumerate((origin, typed, loop, Target(1, "the q")))]
    assert list(arguments_told(facts)) == ["q5", "q9", "q2"]
    renaming = Renaming({"q5": "q", "q9": "q2", "q2": "q3"})
    assert [renaming.finding(fact.finding) for fact in facts] == [
        Origin(1, key, Joined((Argument("q"), Constant("q9")))),
        Typed(1, key, "q2", ("a",)),
        Loop(2, (3,), "cursor", key, Coded(Argument("q3"), "url")),
        Target(1, "the q"),
    ]
