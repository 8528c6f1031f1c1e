import pytest

from tests.checking import PAGE, TITLE, codes, marked, only_fault

BEGIN = f"{PAGE}{TITLE}record :: item {{ t = css 'h1' }}\ntree :: and (a, b = 1) {{ }}\nplain :: and {{ }}\n"
USES = ":page :title :record :tree(1) :plain"


@pytest.mark.parametrize("node", ["page", "record", "tree(1)", "plain"])
@pytest.mark.parametrize(
    "use",
    [
        "x = :{}",
        "while x = :{} {{ }}",
        "if x = :{} {{ }}",
        "x = 1 + :{}",
        "if :{} == 1 {{ }}",
        ":tree(:{})",
        "x = -:{}",
    ],
)
def test_where_a_value_is_needed_only_data_can_be_called(use: str, node: str) -> None:
    assert codes(f"{BEGIN}main :: and {{ {USES} {use.format(node)} }}") == ["no-value"]
    assert codes(f"{BEGIN}main :: and {{ {USES} {use.format('title')} }}") == []


@pytest.mark.parametrize("node", ["page", "record", "tree(1)", "plain", "title"])
@pytest.mark.parametrize(
    "use", [":{}", "!:{}", "x = :{} | 1", "if 1 & :{} {{ }}", "while !:{} {{ :page }}", "or {{ :{} }}"]
)
def test_where_a_result_is_needed_anything_can_be_called(use: str, node: str) -> None:
    assert codes(f"{BEGIN}main :: and {{ {USES} {use.format(node)} }}") == []


@pytest.mark.parametrize(("call", "code"), [("title", []), ("page", ["not-in-item"]), ("record", ["not-in-item"])])
@pytest.mark.parametrize("field", ["{}", "1 + {}", "{} | 2", "!{}"])
def test_fields_of_items_call_only_data(field: str, call: str, code: list[str]) -> None:
    text = f"{BEGIN}other :: item {{ x = {field.format(':' + call)} }}\nmain :: and {{ {USES} :other }}"
    assert codes(text) == code


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (":page(1)", "`page` is a visit and takes no arguments"),
        (":title(1)", "`title` is a data node and takes no arguments"),
        (":record(1)", "`record` is an item and takes no arguments"),
        (":plain(1)", "`plain` takes no arguments, here are 1"),
        (":tree(1, 2, 3)", "`tree` takes 2 arguments at most, here are 3"),
    ],
)
def test_more_arguments_than_parameters_are_a_fault(call: str, message: str) -> None:
    fault = only_fault(f"{BEGIN}main :: and {{\n{USES} {call} }}")
    assert (fault.code, fault.message, marked(fault)) == ("wrong-arity", message, call)


@pytest.mark.parametrize("call", [":tree(1)", ":tree(1, 2)", ":plain()", ":page()"])
def test_fewer_arguments_are_none(call: str) -> None:
    assert codes(f"{BEGIN}main :: and {{ {USES} {call} }}") == []


def test_a_parenthesis_on_a_line_of_its_own_gets_its_own_advice() -> None:
    assert "`:plain()`" in only_fault(f"{BEGIN}main :: and {{ {USES} :plain\n(1) }}").advice


def test_moves_of_tables_can_call_anything_with_its_arguments() -> None:
    assert codes(f"{BEGIN}state page {{ 403 = :tree(1) 404 = :page }} main :: and {{ {USES} }}") == []
    assert codes(f"{BEGIN}state page {{ 403 = :plain(1) }} main :: and {{ {USES} }}") == ["wrong-arity"]


def test_a_default_calls_nothing() -> None:
    text = 'p :: visit "https://x.test/" d :: data css "a" t :: and (a = :d) { :p } main :: and { :p x = :d :t(x) }'
    assert "no-value" in codes(text)
    assert not codes(text.replace("(a = :d)", "(a = 1)"))
