import pytest

from scrapy_bt.console.foreign.allowed import ATTRIBUTES, DROPPED, KEPT, write_attribute


def test_what_acts_or_leads_anywhere_is_on_no_list() -> None:
    assert not KEPT & DROPPED
    assert not KEPT & {"script", "iframe", "form", "input", "link", "meta", "base", "object", "embed", "svg", "style"}
    assert not ATTRIBUTES & {"href", "src", "srcset", "style", "id", "name", "action", "formaction", "srcdoc"}
    assert not any(name.startswith("on") for name in ATTRIBUTES)


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("class", "a b", ' class="a b"'),
        ("title", '"><script>', ' title="&quot;&gt;&lt;script&gt;"'),
        ("href", "javascript:x", ' data-href="javascript:x"'),
        ("onclick", "x", ""),
        ("data-n", "1", ""),
        ("open", None, ' open=""'),
    ],
)
def test_an_attribute_is_written_anew_or_left_out(name: str, value: str | None, written: str) -> None:
    assert write_attribute(name, value) == written
