import pytest

from tests.schemefiles import faults_of

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
        for fault in faults_of(frame.replace("{}", fields), file="s.toml")
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ('url = "{site}/?q={keyword}"', [(9, 7, "no-keywords"), (9, 18, "unknown-placeholder")]),
        ('url = "{site}/?q={keywords"', [(9, 18, "bad-template")]),
        ('url = "{site}/{keywords}{"', [(9, 25, "bad-template")]),
        ('url = "{site}/"\nparameters = "q={keywords}"', [(10, 14, "wrong-type")]),
        ('url = "{site}/{"\npages = { last = 2 }\norder = "new"', [(9, 15, "bad-template")]),
        ('url = "{site}/"', [(9, 7, "no-keywords")]),
        ('url = "/?q={keywords}"', [(9, 7, "bad-url")]),
        ('url = "ftp://a/?q={keywords}"', [(9, 7, "bad-url")]),
        ('url = "{site}/?q={keywords}"\npages = { first = 3, last = 2 }', [(10, 29, "bad-range")]),
        ('url = "{site}/?q={keywords}&p={page_number}"\npages = { last = 2, step = 0 }', [(10, 28, "out-of-range")]),
        ('url = "{site}/?q={keywords}"\npages = { last = 2 }', [(10, 9, "no-page")]),
        ('url = "{site}/?q={keywords}"\npages = { first = 2 }', [(10, 9, "missing-field")]),
        ('url = "{site}/?q={keywords}"\norder = "new"', [(10, 9, "no-order")]),
        ('url = "{site}/?q={keywords}"\nencoding = "utf-9"', [(10, 12, "unknown-encoding")]),
        ('url = "{site}/?q={keywords}"\nencoding = "base64"', [(10, 12, "unknown-encoding")]),
        ('url = "{site}/?q={keywords}"\nexcludes = "not"', [(10, 12, "bad-template")]),
        ('url = "{site}/"\nparameters = { q = "{word}" }', [(9, 7, "no-keywords"), (10, 21, "unknown-placeholder")]),
        ('url = "{site}/"\nparameters = { q = [] }', [(10, 20, "wrong-type")]),
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


IN_PATH, IN_QUERY = 'url = "{site}/{keywords}/?p=1"', 'url = "{site}/?q={keywords}"'
IN_PARAMETERS = 'url = "{site}/"\nparameters = { q = "{keywords}" }'


@pytest.mark.parametrize("platform", [IN_QUERY, IN_PARAMETERS])
def test_a_plus_between_words_of_a_query_would_ask_for_a_plus_sign(platform):
    (fault,) = faults_of(FRAME.replace("{}", f'{platform}\njoint = "+"'), file="s.toml")
    assert (fault.code, fault.text) == ("escaped-joint", 'joint = "+"')
    assert "`%2B` between them" in fault.message
    assert "leave `joint` out" in fault.advice


@pytest.mark.parametrize("platform", [IN_PATH, IN_QUERY, IN_PARAMETERS])
def test_an_escaped_space_between_words_would_be_escaped_once_more(platform):
    (fault,) = faults_of(FRAME.replace("{}", f'{platform}\njoint = "%20"'), file="s.toml")
    assert fault.code == "escaped-joint"
    assert "`%2520` between them" in fault.message


@pytest.mark.parametrize(
    "platform", [f'{IN_PATH}\njoint = "+"', *(f'{IN_QUERY}\njoint = "{joint}"' for joint in (" ", " + ", ",", ""))]
)
def test_a_joint_that_may_be_meant_is_no_fault(platform):
    assert faults(platform) == []


def test_a_range_that_ends_far_before_its_beginning_is_one_fault():
    assert faults('url = "{site}/?q={keywords}&p={page_number}"\npages = { first = 9, last = 1 }') == [
        (10, 29, "bad-range")
    ]
