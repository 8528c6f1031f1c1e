import pytest

from scrapy_bt.core.rules.files.reader import check_rule


def told(tag):
    text = f"rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n  tags:\n  - tag: t\n{tag}"
    faults = check_rule(text, file="f")
    return [(fault.code, fault.place.line, fault.place.column, fault.message) for fault in faults]


def treated(*treatments):
    return "".join(("    treatments:\n", *(f"    - {{{treatment}}}\n" for treatment in treatments)))


@pytest.mark.parametrize(
    ("treatment", "code", "column"),
    [
        ("replace: '(', with: a", "bad-pattern", 18),
        ("replace: '', with: a", "bad-pattern", 17),
        ("replace: '(a)', with: 'x\\2'", "bad-replacement", 32),
        ("replace: '(?P<n>a)', with: '\\g<m>'", "bad-replacement", 36),
        ("replace: a, with: '\\q'", "bad-replacement", 27),
    ],
)
def test_a_bad_replacement_is_told(treatment, code, column):
    ((found, line, where, _),) = told(treated(treatment))
    assert (found, line, where) == (code, 8, column)


@pytest.mark.parametrize("treatment", ["replace: '(a)', with: '\\1\\n\\\\'", "replace: a", "insert: a, at: 99"])
def test_a_treatment_that_may_fit_is_not_told(treatment):
    assert told(treated(treatment)) == []


def test_what_is_inserted_makes_room_and_what_is_replaced_ends_all_knowledge():
    rematch = "    rematch: 'ab'\n"
    assert [
        line for _, line, *_ in told(rematch + treated("insert: xyz, at: 0", "insert: x, at: 5", "insert: x, at: 7"))
    ] == [11]
    assert told(rematch + treated("replace: a, with: xxx", "insert: x, at: 7")) == []
