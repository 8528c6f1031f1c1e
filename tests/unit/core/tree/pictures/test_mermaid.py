import re

from hypothesis import given, settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.pictures.mermaid import mermaid
from tests.strategies import documents

LABEL = r'"(?:<(?:b|/b|i|/i|br/)>|[^"<>\n])*"'
STATEMENT = re.compile(
    rf"    (?:[ns]\d+\W{{1,2}}{LABEL}\W{{1,2}}:::\w+|class n\d+ \w+|n\d+ -->(?:\|{LABEL}\|)? n\d+|n\d+ -\.- s\d+"
    r"|classDef \w+ [\w:#,;. -]+)"
)


def test_a_document_is_a_flowchart_with_shapes_by_kind():
    text = mermaid(parse('main :: and { x = :a } a :: data css "b" state a { empty = end  error = stop } [[ a ]]'))
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0] == "flowchart LR"
    assert 'n0{{"<i>and</i> <b>main</b>"}}:::tree' in lines
    assert 'n0 -->|"x ="| n1' in lines
    assert 'n1[/"<i>data</i> <b>a</b><br/>css #34;b#34;<br/>#91;#91; shared #93;#93;"/]:::data' in lines
    assert "class n1 shared" in lines
    assert 's1["empty = end<br/>error = stop"]:::note' in lines
    assert "n1 -.- s1" in lines


def test_only_the_styles_that_are_used_are_defined():
    text = mermaid(parse("a :: visit"))
    assert re.findall(r"classDef (\w+)", text) == ["visit", "stub"]


@settings(max_examples=30)
@given(documents())
def test_every_document_gives_well_formed_statements(document):
    lines = mermaid(document).splitlines()
    assert [line for line in lines[1:] if not STATEMENT.fullmatch(line)] == []
