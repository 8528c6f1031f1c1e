"""What the steps and the fields of a tree are called, where addresses and tags alone do not tell them apart."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things
from .running import infer, tell


def routed_site() -> Site:
    """Each page stands at the root, and a route tells which; the stock is shown with a key of the first page."""
    keys = Keys("routed")
    made: set[str] = set()

    def answer(asked: Asked) -> Answer:
        if asked.one("section") != "stock":
            made.add(key := keys.make())
            return html(f'<form><input name="word"><input type="hidden" name="key" value="{key}"></form>')
        if asked.one("key") not in made:
            return html("<p>No.</p>", status=403)
        own = things(asked.one("word"))
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td><td>12.5.2024</td></tr>" for each in own)
        return html(f"<table>{rows}</table>")

    return as_site(answer)


def browse_routed(visitor: Visitor, word: str) -> None:
    page = (visitor.visit("/").body or b"").decode()
    visitor.visit("/", section="stock", word=word, key=page.partition('value="')[2].partition('"')[0])


def test_pages_of_one_address_are_called_by_their_route_and_columns_by_their_values() -> None:
    inputs = ({"word": "lamp"}, {"word": "rope"})
    outcome = infer(Mechanism("pages of one address", routed_site, browse_routed, inputs, {"word": "kettle"}, of_kind))
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told
    assert "stock :: item each" in outcome.tree, told
    assert "_2" not in outcome.tree, told
    for field in ("value", "number", "date"):
        assert f"    {field} " in outcome.tree, told
