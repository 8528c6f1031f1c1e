import pytest

from tests.checking import check, codes, marked, only_fault


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


@pytest.mark.parametrize(
    ("url", "mark"),
    [
        ("${site}/a", "`$` before `{site}`"),
        ("{{site}}/a", "`{{site}}` is sent"),
        ("{site}/{}", "`{}` is sent"),
        ("{site}/{0}", "`{0}` is sent"),
        ("{site}/{ n }", "`{ n }` is sent"),
        ("{site}/{n:03d}", "`{n:03d}` is sent"),
    ],
)
def test_placeholders_of_other_languages_are_told_in_urls(url: str, mark: str) -> None:
    told = [fault for fault in check(f'main :: and (site, n) {{ visit "{url}" }}') if fault.code == "no-placeholder"]
    assert [(mark in fault.message, fault.is_warning) for fault in told] == [(True, True)]


def test_braces_that_are_meant_stay() -> None:
    assert codes('main :: and (site) { visit "{site}/?query={{me{{id}}}}" print "${site}" }') == []
