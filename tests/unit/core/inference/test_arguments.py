"""Names of arguments in a conclusion."""

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
from scrapy_bt.core.inference.arguments import Renaming, arguments_told, with_plain_arguments
from scrapy_bt.core.inference.blackboard.facts import Fact, Support
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence, Given
from scrapy_bt.core.inference.findings import Loop, Origin, Target, Typed
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
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


def test_an_argument_whose_name_is_given_away_gets_a_free_one() -> None:
    names = ("q5", "q9", "place", "q2")
    bound: dict[Key, Value] = {Key("query", f"x{name}"): Argument(name) for name in names}
    found = with_plain_arguments(conclusion(bound, *names), ("q", "q5", "other", "q3", "q"))
    used = {"q5": "q", "q9": "q2", "place": "place", "q2": "q3"}
    assert found.names == used | {"q": "q4", "other": "other", "q3": "q5"}


def test_facts_are_told_with_the_new_names() -> None:
    key = Key("form", "x")
    origin = Origin(1, key, Joined((Argument("q5"), Constant("q9"))))
    why = "joined: typed into the field q5 and md5 of what was typed as q9"
    fact = Fact(7, origin, "origins", why, (3,), "verified", (1,), (Support("b", "typed into the field q5, coded"),))
    typed, loop = Typed(1, key, "q9", ("a",)), Loop(2, (3,), "cursor", key, Coded(Argument("q2"), "url"))
    facts = [fact, Fact(8, typed, "inputs", "it varies"), Fact(9, loop, "loops", "from the hidden field q5")]
    reason = "the argument 'q' is not given"
    assert list(dict.fromkeys(arguments_told(facts, [reason]))) == ["q5", "q9", "q2", "q"]
    renaming = Renaming({"q5": "q", "q9": "q2", "q2": "q3", "q": "q4"})
    assert renaming.fact(fact) == Fact(
        7,
        Origin(1, key, Joined((Argument("q"), Constant("q9")))),
        "origins",
        "joined: typed into the field q and md5 of what was typed as q2",
        (3,),
        "verified",
        (1,),
        (Support("b", "typed into the field q, coded"),),
    )
    assert renaming.finding(typed) == Typed(1, key, "q2", ("a",))
    assert renaming.finding(loop) == Loop(2, (3,), "cursor", key, Coded(Argument("q3"), "url"))
    assert renaming.finding(Target(1, "the argument q")) == Target(1, "the argument q")
    assert renaming.fact(facts[2]).why == "from the hidden field q5"
    assert renaming.text(reason) == "the argument 'q4' is not given"
    assert renaming.text("the secret argument q9 + “-” + the argument q5") == (
        "the secret argument q2 + “-” + the argument q"
    )
