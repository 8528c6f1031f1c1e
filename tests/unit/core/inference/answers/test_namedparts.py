"""Groups of data and panels of a page are used alike."""

import json

import pytest

from scrapy_bt.core.inference.answers.data.groups import Grouping
from scrapy_bt.core.inference.answers.extraction import HTML
from scrapy_bt.core.inference.answers.namedparts import NamedParts
from scrapy_bt.core.inference.answers.pages.panels import Panel
from scrapy_bt.core.samples.traffic import Answer

SHELVES = json.dumps([{"shelf": name, "stock": [name[0]]} for name in ("lamps", "chairs")]).encode()
TABS = b"<a href='#x'>lamps</a><a href='#y'>chairs</a><div id=x><p>l</div><div id=y><p>c</div>"


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        (Grouping("[]", "shelf"), Answer(200, "", (("Content-Type", "application/json"),), SHELVES)),
        (Panel("id(substring-after(//*[@href][normalize-space()=", ']/@href, "#"))'), Answer(200, "", HTML, TABS)),
    ],
)
def test_a_part_is_found_by_its_name(parts: NamedParts, answer: Answer):
    own = [parts.group(answer, name).body for name in ("lamps", "chairs")]
    assert own[0] != own[1]
    assert all(len(each) < len(answer.body) for each in own)
    assert parts.before in parts.found_by("lamps") or parts.how == "json"
