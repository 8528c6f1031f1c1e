import pytest

from tests.checking import codes, marked, only_fault


@pytest.mark.parametrize(
    "written", ["{n+1}", "{n + 1}", '{row["id"]}', "{row[i].id}", "{:total}", "{quote(n)}", "{n|m}"]
)
def test_an_expression_in_braces_is_sent_as_it_stands(written: str) -> None:
    text = f"main :: and (n, row) {{ visit 'https://a.test/{{n}}/{written}?{{row}}' }}"
    fault = only_fault(text)
    assert (fault.code, marked(fault), fault.is_warning) == ("no-placeholder", written, True)


@pytest.mark.parametrize(
    "statement",
    [
        'print "{n} {row.id} {row[0].id} {row.tags[1]}"',
        'print "{{n+1}} of {n} {row}"',
        'x = re "{n+1} {row}" print "{n} {row}"',
        """x = '{"a": 1, "b": [1]}' print "{x} {n} {row}" """,
    ],
)
def test_placeholders_patterns_and_doubled_braces_are_what_they_are(statement: str) -> None:
    assert codes(f'main :: and (n, row) {{ visit "https://a.test/" {statement} }}') == []
