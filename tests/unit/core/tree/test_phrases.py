from scrapy_bt.core.tree.nodes import Assign, Body, Call, Group, Literal, Print, Template, While
from scrapy_bt.core.tree.phrases import opening, parts_of


def test_a_statement_is_its_keyword_and_what_is_in_it():
    body = Body((Call("a"),))
    assert parts_of(While(Literal(True), body)) == ["while", Literal(True), body]
    assert parts_of(Print(Template(("x",)))) == ["print", '"x"']


def test_the_first_word_of_what_is_written_is_found_without_writing_it():
    assert [opening(node) for node in (Call("a"), Assign("x", Literal(1)), Group("or", Body()), "word")] == [
        ":",
        "x",
        "or",
        "word",
    ]
