from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.spans import Span, Spans

TEXT = """\
# of the file
main :: and (x) {
    # above
    (a | b)   # behind
    ((a) | b)  y = (x)

    while (x) { end }
}
"""


def _shown(*path):
    spans = Spans(TEXT)
    node = parse(TEXT).entries[0].body.statements[path[0]]
    for name in path[1:]:
        node = getattr(node, name)
    span = spans.of(node)
    return spans, span, TEXT[span.start : span.end]


def test_a_node_is_told_with_the_parentheses_around_it():
    assert _shown(0)[2] == "(a | b)"
    assert _shown(1)[2] == "((a) | b)"
    assert _shown(2)[2] == "y = (x)"
    assert _shown(3, "condition")[2] == "(x)"


def test_lines_of_its_own_come_with_the_comments_above_but_not_with_those_of_the_file():
    spans, span, _ = _shown(0)
    assert spans.has_lines_of_its_own(span)
    lines = spans.with_comments(span)
    assert TEXT[lines.start : lines.end] == "    # above\n    (a | b)   # behind\n"
    assert not spans.has_lines_of_its_own(_shown(1)[1])
    tree = spans.of(parse(TEXT).entries[0])
    assert spans.with_comments(tree) == Span(TEXT.index("main"), len(TEXT))


def test_the_braces_of_a_block():
    spans = Spans(TEXT)
    loop = parse(TEXT).entries[0].body.statements[3]
    start, end = spans.braces(loop)
    assert TEXT[start:end] == "{ end }"
    assert spans.braces(parse(TEXT)) == Span(0, len(TEXT))
    field = 'a :: item each css "x" { b = css "y" }\nc :: visit "d"'
    spans = Spans(field)
    start, end = spans.braces(parse(field).entries[0])
    assert field[start:end] == '{ b = css "y" }'
    assert spans.braces(parse(field).entries[1]) is None


def test_empty_lines_around_a_line():
    spans = Spans(TEXT)
    loop = spans.line_start(TEXT.index("while"))
    assert spans.back_over_blank_lines(loop) == TEXT.index("\n\n") + 1
    assert spans.over_blank_lines(TEXT.index("\n\n") + 1) == loop
    assert spans.indent(TEXT.index("while")) == "    "
    assert spans.word_before(TEXT.index("while")).text == ")"
    assert [word.text for word in spans.words(Span(loop, len(TEXT)))][:3] == ["while", "(", "x"]
