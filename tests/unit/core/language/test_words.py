import pytest

from scrapy_bt.core.language.words import Word, is_operand_end, is_operand_start, read_words


def texts(text):
    return [word.text for word in read_words(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a::visit'x'", ["a", "::", "visit", "'x'"]),
        ('css "a # \\" b" # note', ["css", '"a # \\" b"', "# note"]),
        ("[[ a = 30m ]]((b))", ["[[", "a", "=", "30m", "]]", "((", "b", "))"]),
        ("a :: and ((b))", ["a", "::", "and", "(", "(", "b", ")", ")"]),
        ("a :: visit { x = [[1]] }", ["a", "::", "visit", "{", "x", "=", "[", "[", "1", "]", "]", "}"]),
        ("5xx|404=wait 1.5s", ["5xx", "|", "404", "=", "wait", "1.5s"]),
        ("page.url!=a.b", ["page.url", "!=", "a.b"]),
        ("\ufeffnäme", ["näme"]),
        ("# note  \r\n", ["# note"]),
        ("", []),
    ],
)
def test_a_text_is_split_into_words_and_comments(text, words):
    assert texts(text) == words


def test_a_word_knows_the_line_ends_before_it_and_its_place():
    first, second, third = read_words("a\n\n# b\r\n  c")
    assert (first.lines, second.lines, third.lines) == (1, 2, 1)
    assert (third.start, third.end) == (10, 11)
    assert second.is_comment
    assert not third.is_comment
    assert second == Word("# b", 2, 3)


@pytest.mark.parametrize("text", ["a", "3", '"x"', "'x'", ")", "_a", "true"])
def test_an_operand_can_end_with(text):
    assert is_operand_end(text)


@pytest.mark.parametrize("text", ["=", "{", "}", "|", ":", "!"])
def test_an_operand_cannot_end_with(text):
    assert not is_operand_end(text)


@pytest.mark.parametrize("text", ["a", "3", '"x"', "(", ":", "!", "while"])
def test_a_statement_can_begin_with(text):
    assert is_operand_start(text)


@pytest.mark.parametrize("text", ["-", "=", "!=", "|", ")", "}", ","])
def test_a_statement_cannot_begin_with(text):
    assert not is_operand_start(text)
