import pytest

from scrapy_bt.core.schemes.files.workers import Workers, read_workers_file
from scrapy_bt.errors import RuleError

WHOLE = """\
[seeds]
scheme = "topic.toml"
tree = "search"
values = { site = "http://a", depth = 3 }

[workers]
search = 2
"search content" = 1
content = 0
"""


def test_a_file_says_who_works_and_what_they_begin_with():
    assert read_workers_file(WHOLE, file="workers.toml") == Workers(
        workers=((("search",), 2), (("search", "content"), 1), (("content",), 0)),
        scheme="topic.toml",
        tree="search",
        values=(("site", "http://a"), ("depth", "3")),
    )
    assert read_workers_file("[workers]\nnav = 1\n", file="w") == Workers(workers=((("nav",), 1),))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "missing-field"),
        ("[workers]\n", 1, "no-workers"),
        ("[workers]\nnav = -1\n", 2, "out-of-range"),
        ("[workers]\nnav = 101\n", 2, "out-of-range"),
        ("[workers]\nnav = true\n", 2, "out-of-range"),
        ('[workers]\nnav = "two"\n', 2, "out-of-range"),
        ('[workers]\n" " = 1\n', 2, "bad-name"),
        ("[workers]\nnav = [1]\n", 2, "wrong-type"),
        ("workers = 3\n", 1, "wrong-type"),
        ("[workers]\nnav = 1\n[seeds]\n", 3, "missing-field"),
        ("[worker]\nnav = 1\n", 1, "unknown-field"),
        ("[workers\n", 1, "bad-toml"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, line, code):
    with pytest.raises(RuleError) as caught:
        read_workers_file(text, file="workers.toml")
    assert (line, code) in [(fault.place.line, fault.code) for fault in caught.value.faults]
