from scrapy_bt.core.documents.pieces import put
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.splicing import Splicer

TEXT = "main :: and {\n    # of it\n    :a   # call\n    while x { }\n}\n"


def _first(ways, text=TEXT):
    return put(text, next(ways))


def test_what_is_written_comes_with_its_comments_and_without_indentation():
    assert Splicer(TEXT, parse(TEXT)).written((0, 0)) == "# of it\n:a   # call"


def test_the_plainest_way_comes_first_and_later_ones_write_parentheses():
    splicer = Splicer(TEXT, parse(TEXT))
    ways = [put(TEXT, pieces) for pieces in splicer.insertion((0,), 1, "(b)")]
    assert ways[0] == TEXT.replace("    while", "    (b)\n    while")
    assert TEXT.replace(":a   # call\n", ":a()   # call\n    (b)\n") in ways


def test_an_empty_block_is_filled_on_its_line_where_that_is_possible():
    splicer = Splicer(TEXT, parse(TEXT))
    assert _first(splicer.insertion((0, 1), 0, ":b")) == TEXT.replace("{ }", "{ :b }")
    assert _first(splicer.insertion((0, 1), 0, ":b # c\n:d")) == TEXT.replace(
        "{ }", "{\n        :b # c\n        :d\n    }"
    )
    empty = "# only a comment"
    assert _first(Splicer(empty, parse(empty)).insertion((), 0, "a :: data"), empty) == f"{empty}\na :: data"


def test_a_block_around_statements_indents_them():
    splicer = Splicer(TEXT, parse(TEXT))
    assert _first(splicer.wrapping((0, 0), 1, "or")) == TEXT.replace(
        "    # of it\n    :a   # call\n", "    or {\n        # of it\n        :a   # call\n    }\n"
    )


def test_an_else_is_added():
    text = "main :: and {\n    if x { :a }\n}\n"
    assert _first(Splicer(text, parse(text)).new_else((0, 0), ":b"), text) == text.replace(
        "{ :a }", "{ :a } else {\n        :b\n    }"
    )
