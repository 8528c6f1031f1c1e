"""What links say that lead to a piece of a path."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.linkedtexts import linked_texts
from tests.recordings import ask, record

SMALL = (("Lamp", "Rope"), ("lower",))
NONE = ((None, None), ())


@pytest.mark.parametrize(
    ("links", "found"),
    [
        ({"/lamp": "Lamp", "/rope": "Rope", "/about": "Who we are"}, SMALL),
        ({"/lamp": "Lamp", "/rope": "Rope", "/McKay": "McKay"}, (("Lamp", "Rope"), ())),
        ({"/lamp": "lamp", "/rope": "rope"}, (("lamp", "rope"), ())),
        ({"/lamp?page=1": "Lamp", "/rope?page=1": "Rope"}, NONE),
        ({"/kind/lamp": "Lamp", "/kind/rope": "Rope"}, NONE),
        ({"https://other.test/lamp": "Lamp", "https://other.test/rope": "Rope"}, NONE),
    ],
    ids=["small letters", "others as they are", "as it is", "more in the address", "elsewhere", "of another site"],
)
def test_links_to_it_tell_how_it_is_written(links: dict[str, str], found: object) -> None:
    page = "".join(f'<a href="{address}">{text}</a>' for address, text in links.items())
    values = ("lamp", "rope")
    recordings = [record(ask("/", page), ask(f"/{value}?page=2", {"rows": []}, kind="xhr")) for value in values]
    assert linked_texts(0, values, [own.exchanges[1] for own in recordings], recordings) == found
