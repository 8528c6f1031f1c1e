import pytest

from scrapy_bt.core.language.checker import check

BROKEN = "other :: and { x = = }\n"


def told(text: str) -> list[tuple[str, int]]:
    return [(fault.code, fault.place.line) for fault in check(BROKEN + text) if fault.place.line > 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('main :: and { visit "https://a.test/{n}" }', [("unknown-variable", 2)]),
        ("main :: and { y = z print '{y}'\n while { } }", [("unknown-variable", 2), ("while-without-condition", 3)]),
        ("main :: and { y = z\n while { } }\nz :: and { }", [("while-without-condition", 3)]),
        ("main :: and { while { }\n z = z + 1 }", [("while-without-condition", 2)]),
        ("main :: and { while { } }\nunused :: and { }", [("while-without-condition", 2), ("unused-declaration", 3)]),
        ("main :: and { while { } }\nused :: and { }\n[[ used ]]", [("while-without-condition", 2)]),
    ],
)
def test_what_stands_nowhere_else_is_told_beside_faults_of_syntax(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'main :: and { "z = 1\n print "{z}" }',  # behind a quote that is never closed
        'include "a.bt"\nmain :: and { while { } print "{z}" }',
        "main :: and { z while { } }",
        'main :: and { z: 3 print "{z}" }',
    ],
)
def test_a_value_that_may_be_given_in_what_cannot_be_read_is_not_missed(text):
    assert "unknown-variable" not in [code for code, _ in told(text)]


def test_a_variable_is_missed_once():
    faults = check(f'{BROKEN}main :: and {{ visit "https://a.test/{{n}}" }}')
    faults = [fault for fault in faults if "`n`" in fault.message]
    assert len(faults) == 1


def test_a_name_that_is_almost_given_is_offered():
    faults = check("main :: and { number = 3\n while { }\n print '{numbr}' }")
    (fault,) = [fault for fault in faults if "numbr" in fault.message]
    assert "did you mean `number`?" in fault.advice
