import pytest

from tests.checking import PAGE, check, codes, marked, only_fault

_IN_A_TREE = PAGE + 'main :: and (x) {{ :page\n{}\nprint "{{x}}" }}'


@pytest.mark.parametrize("body", ["end false", "end !\n:page", "state stop\n:page", "if x { end :page }"])
def test_what_stands_behind_the_end_of_a_tree_is_told(body: str) -> None:
    assert "never-run" in codes(_IN_A_TREE.format(body))


def test_the_end_of_one_of_several_at_once_ends_nothing_else() -> None:
    assert codes(f"{PAGE}main :: and {{ goroutine and {{ end :page }} }}") == []


@pytest.mark.parametrize(
    "statement",
    [
        'print "a"',
        ":page",
        'visit "https://b.test/"',
        'y = css "a" print "{y}"',
        "state wait",
        "item { a = x }",
        "if x { :page }",
    ],
)
@pytest.mark.parametrize("word", ["x", "x.a", "x as number", "page.url", "3", "true", "none"])
def test_a_word_behind_a_statement_on_its_line_is_no_part_of_it(statement: str, word: str) -> None:
    fault = only_fault(_IN_A_TREE.format(f"{statement} {word}"))
    assert (fault.is_warning, marked(fault)) == (True, word)


@pytest.mark.parametrize(
    "body",
    [
        "x",
        ":page\nx",
        ":page x == 3",
        ":page !x",
        "or { :page true }",
        "or { :page x }",
        "if x { false }",
        'css "a" "b"',
    ],
)
def test_what_is_a_condition_is_left_alone(body: str) -> None:
    assert codes(_IN_A_TREE.format(body)) == []


@pytest.mark.parametrize("value", ["3", '"done"', '"{x}"', "x + 1", '"a" % x'])
def test_a_value_alone_does_nothing(value: str) -> None:
    assert codes(_IN_A_TREE.format(value)) == ["idle-value"]


def test_a_line_with_a_fault_is_told_once() -> None:
    assert codes(_IN_A_TREE.format('log "x" x')) == ["unknown-variable"]


def test_what_to_write_depends_on_what_stands_before() -> None:
    said = {fault.code: fault.advice for fault in check(_IN_A_TREE.format('print "a" x\nend "gone"'))}
    assert 'print "{x} and {y}"' in said["trailing-word"]
    assert "`end !`" in said["never-run"]
