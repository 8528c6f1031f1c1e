import pytest

from tests.schemefiles import faults_of

FRAME = """\
scheme = "s"
excluded = ["rumour"]
[[classes]]
class = "place"
{}
[[platforms]]
platform = "p"
url = "http://a/?q={{keywords}}"
"""


def faults(fields):
    return [(fault.place.line, fault.code) for fault in faults_of(FRAME.format(fields), file="s.toml")]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("", [(3, "empty-class")]),
        ("required = []\noptional = []", [(3, "empty-class")]),
        ('required = ["rumour"]', [(5, "contradiction")]),
        ('optional = ["a", "rumour"]', [(5, "contradiction")]),
        ('required = ["a"]\noptional = ["b", "a"]', [(6, "contradiction")]),
        ('optional = ["a", "b", "a"]', [(5, "double-word")]),
        ('optional = ["a", " "]', [(5, "empty-word")]),
        ('optional = ["a"]\nbetween = "and"\nleast = 2', [(7, "contradiction")]),
        ('optional = ["a", "b"]\nmost = 2', [(6, "contradiction")]),
        ('optional = ["a", "b"]\nleast = 2', [(6, "contradiction")]),
        ('optional = ["a", "b", "c"]\nbetween = "and"\nleast = 3\nmost = 2', [(8, "contradiction")]),
        ('optional = ["a"]\n[[classes]]\nclass = "place"\noptional = ["b"]', [(7, "double-class")]),
        ('optional = "a"', [(5, "wrong-type")]),
        ('optional = [["a"]]', [(5, "wrong-type")]),
        ('required = ["a"]\noptional = "b"\nleast = 1', [(6, "wrong-type")]),
        ('optional = ["a", "b"]\nbetween = "xor"\nleast = 2', [(6, "wrong-value")]),
        ("optional = [1]", [(5, "wrong-type")]),
        ('optional = ["a"]\nbetween = "xor"', [(6, "wrong-value")]),
    ],
)
def test_what_no_combination_can_be_made_of_is_told(fields, expected):
    assert faults(fields) == expected


@pytest.mark.parametrize(
    "fields",
    ['optional = ["a"]', 'required = ["a"]', 'optional = ["a", "b"]\nbetween = "and"\nleast = 2'],
)
def test_what_can_be_meant_is_no_fault(fields):
    assert faults(fields) == []


def test_a_fault_names_the_other_place():
    (fault,) = faults_of(FRAME.format('required = ["rumour"]'), file="s.toml")
    assert "excluded in line 2" in str(fault)
    assert '    required = ["rumour"]\n                ^^^^^^^^' in str(fault)


def test_the_words_that_join_are_told_apart_from_the_sentence():
    (fault,) = faults_of(FRAME.format('optional = ["a"]\nbetween = "xor"'), file="s.toml")
    assert fault.message == "`between` is `and` or `or`"


@pytest.mark.parametrize(
    ("between", "expected"),
    [("place and persn", (1, 22, "bad-logic")), ("place and", (1, 21, "bad-logic")), ("xor", (1, 12, "bad-logic"))],
)
def test_classes_that_go_together_in_no_way_are_told_with_the_word(between, expected):
    text = FRAME.format('optional = ["a"]\n[[classes]]\nclass = "person"\noptional = ["b"]')
    (fault,) = faults_of(f'between = "{between}"\n{text}', file="s.toml")
    assert (fault.place.line, fault.place.column, fault.code) == expected
