import pytest

from scrapy_bt.core.language.fragments import (
    plain_lines,
    read_condition,
    read_fragment,
    read_header,
    renamed_declaration,
)
from scrapy_bt.core.tree.nodes import Attributes, Body, Call, Document, End, Item, Reference, States, Take, While
from scrapy_bt.errors import RuleError


def test_a_part_is_read_as_what_its_block_holds():
    assert [entry.name for entry in read_fragment("a :: data\nb :: data", Document())] == ["a", "b"]
    assert read_fragment(":a end", Body()) == (Call("a"), End())
    assert read_fragment('a = css "b"', Item(""))[0].value.how == "css"
    assert read_fragment("404 = end", States())[0].outcomes == ("404",)
    assert read_fragment("timeout = 3s", Attributes())[0].value.seconds == 3


def test_conditions_and_beginnings_of_blocks():
    assert read_condition("x = :a") == Take("x", Call("a"))
    assert read_header("while x") == While(Reference("x"), Body())
    assert read_header("end\nwhile x") is None


def test_faults_are_told_by_the_lines_of_the_part():
    with pytest.raises(RuleError, match="<what is put in>:2:5"):
        read_fragment(":a\nx = )", Body())


def test_the_indentation_of_all_lines_goes():
    assert plain_lines("\r\n    while x {\r\n        :a\r\n    }\r\n") == "while x {\n    :a\n}"


def test_a_declaration_gets_another_name_behind_its_comments():
    assert renamed_declaration("# a\na :: data re 'a'", "b") == "# a\nb :: data re 'a'"
