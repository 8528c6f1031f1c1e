import pytest

from tests.checking import PAGE, codes, marked, only_fault


def test_if_a_called_node_is_not_declared_then_the_nearest_name_is_given() -> None:
    fault = only_fault(f"{PAGE}main :: and {{ :page  if :paeg {{ }} }}")
    assert (fault.code, marked(fault), fault.advice) == ("unknown-name", ":paeg", "did you mean `:page`?")
    assert only_fault(f"{PAGE}main :: and {{ :page  :zzz }}").advice == "declare it: `zzz :: …`"


@pytest.mark.parametrize(
    "use",
    ["x = :nobody", "while x = :nobody { }", "goroutine { :nobody }", ":t(:nobody)", "end  :nobody"],
)
def test_calls_are_found_wherever_they_stand(use: str) -> None:
    assert codes(f"t :: and (a) {{ }} main :: and {{ :t(1)  {use} }}") == ["unknown-name"]


def test_calls_of_tables_items_and_defaults_are_found() -> None:
    text = f"{PAGE}state page {{ 404 = :a }} i :: item {{ x = :b }} main :: and (y = :c) {{ :page :i }}"
    assert codes(text) == ["unknown-name"] * 3


def test_if_a_name_is_declared_twice_then_both_places_are_named() -> None:
    fault = only_fault(f"{PAGE}main :: and {{ :page }}\n{PAGE}")
    assert (fault.code, marked(fault), fault.place.line) == ("double-declaration", "page", 3)
    assert "<text>:1:1" in fault.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("main :: and (a, b, a) { }", "double-parameter"),
        ("main :: and { :i } i :: item { a = 1 b = 2 a = 3 }", "double-field"),
        ('main :: and { :p } p :: visit "https://a.test/" { timeout = 1 timeout = 2 }', "double-attribute"),
        ('main :: and { :p } p :: visit "https://a.test/" { form = { tag = "a" tag = "b" } }', None),
    ],
)
def test_parts_have_different_names_except_in_forms(text: str, code: str | None) -> None:
    assert codes(text) == ([code] if code else [])


@pytest.mark.parametrize("name", ["page", "now"])
@pytest.mark.parametrize("text", ["main :: and {{ {} = 1 }}", "main :: and ({}) {{ }}"])
def test_page_and_now_are_never_assigned(text: str, name: str) -> None:
    assert codes(text.format(name)) == ["reserved-name"]


def test_page_is_not_taken_into_either() -> None:
    assert codes(f'{PAGE}d :: data css "a" main :: and {{ :page while page = :d {{ }} }}') == ["reserved-name"]


def test_a_node_may_be_called_page_or_now() -> None:
    assert codes('page :: visit "https://a.test/" now :: visit "https://b.test/" main :: and { :page :now }') == []


def test_without_main_nothing_begins() -> None:
    fault = only_fault("\n\nmian :: and { }")
    assert (fault.code, fault.place.line, fault.place.column) == ("missing-main", 1, 1)
    assert fault.advice == "rename `mian`, or write `main :: and { … }`"
    assert codes("") == ["missing-main"]


def test_main_is_a_tree() -> None:
    assert codes('main :: visit "https://a.test/"') == ["main-not-a-tree"]


def test_what_main_does_not_reach_is_unused() -> None:
    text = "a :: and { :b }\nb :: and { if now { :a } }\nc :: and { }\nmain :: and { :c }"
    faults = [("unused-declaration", 1), ("unused-declaration", 2)]
    assert codes(text) == [code for code, _ in faults]
    assert marked(only_fault("a :: and { if now { :a } }\nmain :: and { }")) == "a"


def test_moves_and_fields_and_branches_reach_what_they_call() -> None:
    text = (
        f'{PAGE}state page {{ 403 = :t }} t :: and {{ }} d :: data css "a" i :: item {{ x = :d }}'
        "main :: and { :page async { goroutine { :page :i } } }"
    )
    assert codes(text) == []


def test_the_table_of_an_unused_node_reaches_nothing() -> None:
    assert codes(f"{PAGE}state page {{ 403 = :t }} t :: and {{ }} main :: and {{ }}") == ["unused-declaration"] * 2
