import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.pictures.chart import LINE_WIDTH, chart, columns, shorten


def outline(text):
    """The boxes as an indented outline: shape, label of the line, keyword and title."""
    boxes = chart(parse(text))
    depths = []
    lines = []
    for box in boxes:
        depths.append(0 if box.parent is None else depths[box.parent] + 1)
        words = (f"({box.shape})", box.label, box.kind, box.title)
        lines.append("  " * depths[-1] + " ".join(word for word in words if word))
    return lines


def only(text, title):
    return next(box for box in chart(parse(text)) if box.title == title)


def test_a_tree_is_drawn_from_main_through_what_it_calls():
    assert outline("""
        page :: visit "https://a.test"
        links :: data css "a" all
        detail :: and (link) { :page }
        main :: serial { x = "/"  :page  while link = :links { goroutine { :detail(link) } }  end }
    """) == [
        "(tree) serial main",
        '  (step) x = "/"',
        "  (visit) visit page",
        "  (decision) while link = :links",
        "    (data) link = data links",
        "    (apart) goroutine",
        "      (tree) and detail(link)",
        "        (visit) visit page",
        "  (ending) end",
    ]


def test_a_tree_called_again_is_a_reference_and_recursion_ends():
    assert outline("a :: and { :a } main :: and { :a(1)  :a(2) }") == [
        "(tree) and main",
        "  (tree) and a(1)",
        "    (reference) see a",
        "  (reference) see a(2)",
    ]


def test_branches_are_labelled():
    assert outline("main :: and { if :b { x } else if c { y = :b  z } else { state wait } } b :: data") == [
        "(tree) and main",
        "  (decision) if :b",
        "    (data) test data b",
        "    (step) then x",
        "    (decision) else if c",
        "      (data) then y = data b",
        "      (step) then z",
        "      (ending) else state wait",
    ]


def test_calls_in_expressions_are_drawn_and_operators_over_them_are_nodes():
    assert outline("main :: and { !:a & (b | c) | :a | d  x = 1 + :a  y = b | c } a :: data") == [
        "(tree) and main",
        "  (control) or",
        "    (control) and",
        "      (control) not",
        "        (data) data a",
        "      (step) b | c",
        "    (data) data a",
        "    (step) d",
        "  (step) x = 1 + :a",
        "    (data) data a",
        "  (step) y = b | c",
    ]


def test_what_main_does_not_reach_is_drawn_below_trees_first():
    assert outline("lost :: data  other :: or { }  main :: and { :gone }") == [
        "(tree) and main",
        "  (unknown) gone",
        "(tree) or other",
        "(data) data lost",
    ]


def test_an_item_shows_the_data_of_its_fields_once_even_if_it_calls_itself():
    assert outline("main :: and { :i  :i } i :: item { a = :d  b = :i } d :: data") == [
        "(tree) and main",
        "  (item) item i",
        "    (data) a = data d",
        "    (item) b = item i",
        "  (item) item i",
    ]


@pytest.mark.parametrize(
    ("declaration", "details"),
    [
        ('a :: visit POST "u" { form = x  timeout = 3s }', ('POST "u"', "{ form, timeout }")),
        ("a :: visit", ()),
        ('a :: data css "b" { from = x }', ('css "b"', "{ from = x }")),
        ('a :: item each css "b" { c = 1  d = 2 }', ('each css "b"', "{ c, d }")),
        ("a :: and (b, c = 1) { }", ("(b, c = 1)",)),
    ],
)
def test_a_box_says_what_is_declared(declaration, details):
    assert only(declaration, "a").details == details


def test_parameters_are_not_repeated_below_the_same_arguments():
    text = "a :: and (b) { } main :: and { :a(b) } c :: and { :a(1) }"
    assert only(text, "a(b)").details == ()
    assert only("a :: and (b) { } main :: and { :a(1) }", "a(1)").details == ("(b)",)


def test_resources_are_marks_and_the_state_table_is_a_note():
    text = "a :: visit [[ a = 30m ]] (( a = 2 )) state a { timeout | 5xx = wait 3  404 = :b }"
    box = only(text, "a")
    assert box.marks == ("[[ 30m ]]", "(( 2 ))")
    assert box.note == ("timeout | 5xx = wait 3", "404 = :b")
    assert box.is_shared
    assert box.is_stub
    assert only("a :: and { } [[ a ]] (( a ))", "a").marks == ("[[ shared ]]", "(( competing ))")


def test_a_long_line_is_cut_to_the_width_of_a_box():
    assert shorten("x" * LINE_WIDTH) == "x" * LINE_WIDTH
    assert shorten("x" * 1000) == "x" * (LINE_WIDTH - 1) + "…"
    assert columns(shorten("数" * 1000)) <= LINE_WIDTH


def test_what_cannot_be_shown_is_replaced():
    assert shorten("a\x00\ufffe\ud800b") == "a\ufffd\ufffd\ufffdb"


def test_a_chain_of_thousands_of_calls_is_no_trouble():
    trees = "".join(f"t{number} :: and {{ :t{number + 1} }}\n" for number in range(3000))
    assert len(chart(parse(f"main :: and {{ :t0 }}\n{trees}"))) == 3002


def test_a_long_key_is_shown_whole() -> None:
    names = [f"variable_{number}" for number in range(6)]
    boxes = chart(parse("a :: and { } [[ a ]] main :: and { :a }"), {"a": names})
    (marks,) = [box.marks for box in boxes if box.title == "a"]
    assert " ".join(marks) == f"[[ shared ]] for each {', '.join(names)}"
    assert len(marks) > 1
