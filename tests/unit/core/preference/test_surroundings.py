"""What stands near an element, in its block."""

import pytest
from lxml import html

from scrapy_bt.core.preference.surroundings import around


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>one <a>x</a> two</p>", "one two"),
        (
            "<ul><li>zero</li><li>one <b>two<i> three</i></b> <a>x</a><i>four</i> five</li><li>six</li></ul>",
            "one two three four five",
        ),
        ("<div>one <p>two</p> <em><a>x</a></em> three <p>four</p></div>", "one two three four"),
        ("<p>one <!-- hidden --><script>hidden</script><a>x</a><style>hidden</style> two</p>", "one two"),
        ("<p>  a  b\n<a>x</a>  </p>", "a b"),
        ("<p>12345678901 <a>x</a> 12345678901</p>", "2345678901 1234567890"),
        ("<span>one <a>x</a> two</span>", ""),
    ],
)
def test_text_on_either_side(text, expected):
    anchor = next(html.fragment_fromstring(text, create_parent=False).iter("a"))
    assert around(anchor, 10 if "123" in text else 100) == expected
