import pytest

from tests.checking import PAGE, codes, marked, only_fault

BEGIN = (
    f"{PAGE}d :: data css 'a' {{ from = x }} sets :: and {{ y = 1 }} waits :: and {{ state wait }} t :: and (a) {{ }}\n"
)
USES = ":page x = 1 :d :sets :waits :t(1)"


def tree(text: str) -> list[str]:
    return codes(f"{BEGIN}r :: and (n = 1) {{ {text} }}\nmain :: and {{ {USES} :r }}")


@pytest.mark.parametrize(
    "text",
    [
        ":r",
        "x = 1 :r",
        "x = n :r(x)",
        ":r :page",
        ":sets :r",
        ":t(n) :r",
        "and { or { serial { :r } } }",
        "or { false :r }",
        "or { :r true }",
        "serial { false } :r",
        "if true { :r }",
        "if :r { }",
        ":r | :page",
        "!:r",
        "async { :r }",
        "goroutine { :r }",
        "goroutine { x = 1 async { :r } } y = 2",
        ":r(true)",
    ],
)
def test_a_tree_that_surely_comes_to_itself_never_ends(text: str) -> None:
    assert tree(text) == ["endless-recursion"]


@pytest.mark.parametrize(
    "text",
    [
        ":page :r",
        ":d :r",
        ":waits :r",
        "x = :d :r",
        "x = n + 1 :r",
        ":r(n - 1)",
        ":r(:d)",
        "n > 1 :r",
        "if n { :r }",
        "if n { } else { :r }",
        "while n { n = 0 :r }",
        "while x = :d { :r }",
        "or { true :r }",
        "false :r",
        "end :r",
        "state wait :r",
        "state stop :r",
        "async { state stop } :r",
        "async { :page } :r",
        ":d | :r",
        "n & :r",
        "async { :r } :page",
        "async { :page :r }",
        "goroutine { :r } end",
        "goroutine { :r } false",
        'x = "{n}" :r',
    ],
)
def test_if_something_may_end_it_then_it_is_none(text: str) -> None:
    assert "endless-recursion" not in tree(text)


def test_a_ring_of_trees_is_told_once_with_its_way() -> None:
    fault = only_fault("a :: and { :b } b :: serial { x = 1 :c } c :: and { async { :a } } main :: and { :a }")
    assert (fault.code, marked(fault)) == ("endless-recursion", ":b")
    assert "a → b → c → a" in fault.message
    assert codes("a :: and { :b } b :: and { if now { :a } } main :: and { :a }") == []


def test_what_leads_to_a_ring_is_no_fault_of_its_own() -> None:
    fault = only_fault("a :: and { :a } main :: and { :a :a }")
    assert fault.message.startswith("this call never comes to an end: a → a")


@pytest.mark.parametrize("resource", ["[[ r ]]", "(( r = 1 ))"])
def test_a_resource_may_end_or_hold_it(resource: str) -> None:
    assert codes(f"{resource} r :: and (n) {{ :r(n) }} main :: and {{ :r(1) }}") == []


def test_defaults_that_are_computed_may_fail() -> None:
    assert codes("r :: and (n, m = n + 1) { :r } main :: and { :r(1) }") == []
    assert codes("r :: and (n, m = n) { :r } main :: and { :r(1) }") == ["endless-recursion"]


def test_a_call_of_nobody_brings_no_second_fault() -> None:
    assert codes("r :: and { :nobody :r } main :: and { :r }") == ["unknown-name"]


def test_a_walk_over_a_site_is_right() -> None:
    walk = f"{PAGE}links :: data css 'a' all crawl :: and (l) {{ :page while k = :links {{ async {{ :crawl(k) }} }} }}"
    assert codes(f"{walk} main :: and {{ :crawl(1) }}") == []
