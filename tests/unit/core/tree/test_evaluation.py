from scrapy_bt.core.tree.evaluation import is_found
from scrapy_bt.core.tree.task import Frame
from tests.trees import program


def paths(text):
    return [step.path for step in program(text).operations]


def test_what_an_operator_decides_alone_is_not_evaluated_further():
    steps = program('main :: and { x = 1 | :links }\nlinks :: data css "a"\npage :: visit "https://a.test/"').by_path
    test = steps["main/x=.test"]
    assert test.no.path == "main/x=/links"
    assert test.yes is not test.no


def test_calls_among_operands_come_before_the_operation():
    found = paths('main :: and { x = :one + :two }\none :: data css "a"\ntwo :: data css "b"')
    assert found.index("main/x=/one") > found.index("main/x=/two") > found.index("main/x=")


def test_none_is_no_value():
    compute = is_found("x")
    assert [compute(Frame(0, variables), 0.0) for variables in ({"x": 0}, {"x": None}, {})] == [True, False, False]
