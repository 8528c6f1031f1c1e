import pytest

from scrapy_bt.core.schemes.files.reader import check_scheme

FRAME = """\
scheme = "s"
[values]
site = "http://a"
[[classes]]
class = "place"
optional = ["harbour"]
[[platforms]]
platform = "p"
{}
"""


def faults(fields, frame=FRAME):
    return [
        (fault.place.line, fault.place.column, fault.code)
        for fault in check_scheme(frame.replace("{}", fields), file="s.toml")
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ('url = "{site}/?q={keyword}"', [(9, 7, "no-keywords"), (9, 18, "unknown-placeholder")]),
        ('url = "{site}/?q={keywords"', [(9, 7, "no-keywords"), (9, 18, "bad-template")]),
        ('url = "{site}/"', [(9, 7, "no-keywords")]),
        ('url = "/?q={keywords}"', [(9, 7, "bad-url")]),
        ('url = "ftp://a/?q={keywords}"', [(9, 7, "bad-url")]),
        ('url = "{site}/?q={keywords}"\npages = { first = 3, last = 2 }', [(10, 29, "bad-range")]),
        ('url = "{site}/?q={keywords}&p={page}"\npages = { last = 2, step = 0 }', [(10, 28, "out-of-range")]),
        ('url = "{site}/?q={keywords}"\npages = { last = 2 }', [(10, 9, "no-page")]),
        ('url = "{site}/?q={keywords}"\npages = { first = 2 }', [(10, 9, "missing-field")]),
        ('url = "{site}/?q={keywords}"\norder = "new"', [(10, 9, "no-order")]),
        ('url = "{site}/?q={keywords}"\nencoding = "utf-9"', [(10, 12, "unknown-encoding")]),
        ('url = "{site}/?q={keywords}"\nencoding = "base64"', [(10, 12, "unknown-encoding")]),
        ('url = "{site}/?q={keywords}"\nexcludes = "not"', [(10, 12, "bad-template")]),
        ('url = "{site}/"\nparameters = { q = "{word}" }', [(9, 7, "no-keywords"), (10, 21, "unknown-placeholder")]),
        ('url = "{site}/"\nparameters = { q = [] }', [(9, 7, "no-keywords"), (10, 20, "wrong-type")]),
        (
            'url = "{site}/?q={keywords}"\n[[platforms]]\nplatform = "p"\nurl = "{site}/?q={keywords}"',
            [(11, 12, "double-platform")],
        ),
        ("", [(7, 1, "missing-field")]),
    ],
)  # fmt: skip
def test_what_makes_no_urls_is_told(fields, expected):
    assert faults(fields) == expected


def test_names_of_values_are_names_and_not_those_of_the_scheme():
    frame = FRAME.replace('site = "http://a"', 'page = "1"\n"a b" = "2"').replace("{}", 'url = "http://a/{keywords}"')
    assert faults("", frame) == [(3, 1, "bad-value-name"), (4, 1, "bad-value-name")]


@pytest.mark.parametrize(
    "fields", ['url = "{site}/{keywords}"', 'url = "{site}/{{x}}"\nparameters = { q = "{keywords}", n = 3 }']
)
def test_what_makes_urls_is_no_fault(fields):
    assert faults(fields) == []


def test_a_range_that_ends_far_before_its_beginning_is_one_fault():
    assert faults('url = "{site}/?q={keywords}&p={page}"\npages = { first = 9, last = 1 }') == [(10, 29, "bad-range")]
