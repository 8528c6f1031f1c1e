"""Names of arguments in a conclusion."""

from scrapy_bt.core.inference.arguments import with_plain_arguments
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence, Given
from scrapy_bt.core.inference.replay.plan import Plan, PlannedStep
from scrapy_bt.core.inference.values import Argument, Coded, Constant, Decoded, Extraction, Joined, Value, Within
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent


def conclusion(bound: dict[Key, Value], *names: str) -> Conclusion:
    step = PlannedStep(0, Sent("GET", "https://a.test/"), bound)
    given = tuple(Given(name, f"{name}!") for name in names)
    evidence = {(0, key): Evidence(f"typed into the field {name}") for key, name in zip(bound, names, strict=False)}
    return Conclusion(Plan((step,), 0, {name: f"{name}!" for name in (*names, "other")}), (), given, evidence)


def test_numbers_that_tell_nothing_go() -> None:
    path, code = Key("path", "1"), Key("query", "c")
    inner = Within(Decoded(Argument("code7", is_secret=True), "url"), Extraction("re", "x"))
    found = with_plain_arguments(
        conclusion({path: Argument("single3"), code: Joined((Constant("a"), Coded(inner, "md5")))}, "single3", "code7")
    )
    assert [given.name for given in found.arguments] == ["single", "code"]
    assert found.arguments[0].example == "single3!"
    assert found.plan.arguments == {"single": "single3!", "code": "code7!"}
    bound = found.plan.steps[0].bound
    assert bound[path] == Argument("single")
    assert bound[code] == Joined(
        (
            Constant("a"),
            Coded(Within(Decoded(Argument("code", is_secret=True), "url"), Extraction("re", "x")), "md5"),
        )
    )
    assert found.evidence[0, path].text == "typed into the field single"


def test_those_of_one_name_are_numbered_in_the_order_of_their_use() -> None:
    names = ("q5", "q9", "place", "q2")
    bound: dict[Key, Value] = {Key("query", f"x{name}"): Argument(name) for name in names}
    assert [given.name for given in with_plain_arguments(conclusion(bound, *names)).arguments] == [
        "q", "q2", "place", "q3",
    ]  # fmt: skip


def test_a_number_that_the_page_itself_gives_stays() -> None:
    bound: dict[Key, Value] = {
        Key("form", "user[line2]"): Argument("line2"),
        Key("path", "1"): Argument("part_2"),
        Key("form", "x"): Argument("line"),
    }
    one = conclusion(bound, "line2", "part_2", "line")
    assert with_plain_arguments(one) is one
