import re

from hypothesis import given, settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.pictures.dot import dot
from tests.strategies import documents

STRING = r'"(?:[^"\\\n]|\\.)*"'
VALUE = rf"(?:{STRING}|\w+)"
LIST = rf"\[\w+={VALUE}(?:, \w+={VALUE})*\]"
STATEMENT = re.compile(rf"    (?:\w+={VALUE}|(?:node|edge) {LIST}|\w+ {LIST}|\w+ -> \w+(?: {LIST})?);")


def test_a_document_is_a_directed_graph():
    text = dot(parse('main :: and { x = :a } a :: data css "b" state a { empty = end  error = stop } [[ a ]]'))
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    assert 'n0 -> n1 [label="x ="];' in lines
    assert "n1 -> s1 [style=dotted, arrowhead=none];" in lines
    (note,) = (line for line in lines if line.startswith("s1 ["))
    assert r'label="empty = end\lerror = stop\l", shape=note' in note
    (box,) = (line for line in lines if line.startswith("n1 ["))
    assert r'label="data a\ncss \"b\"\n[[ shared ]]", shape=parallelogram' in box
    assert "peripheries=2" in box


def test_a_stub_is_dashed():
    assert 'style="filled,dashed"' in dot(parse("a :: visit"))


def test_backslashes_and_quotes_are_escaped():
    assert r"re \"\\d\"" in dot(parse(r'a :: data re "\d"'))


@settings(max_examples=30)
@given(documents())
def test_every_document_gives_well_formed_statements(document):
    lines = dot(document).splitlines()
    assert all(STATEMENT.fullmatch(line) for line in lines[1:-1])
