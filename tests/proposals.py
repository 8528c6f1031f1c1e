"""A spider and a tree whose selectors have proposals, in the store of a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.heal import HEAL
from scrapy_bt.core.healing.proposals import Choice, Filed, PageValue, Proposal, Trial
from scrapy_bt.crawl.healing.proposing import digest_of_place
from scrapy_bt.storage.healing import HealingStore

Run = Callable[..., int]

SPIDER = 'class Shop:\n    def parse(self, response):\n        yield response.css("h1::text").get()\n'
TREE = 'product :: item { title = css "h1::text" }\n'


@pytest.fixture
def heal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `scrapy bt heal …` outside of projects."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    return lambda name, *arguments: HEAL.run(name, [*map(str, arguments)], Settings())


class Filing:
    """Two files, and proposals for them."""

    def __init__(self) -> None:
        self.store = HealingStore(Path(".scrapy/bt-healing.db").absolute())
        Path("shop.py").write_text(SPIDER, encoding="utf-8")
        Path("shop.bt").write_text(TREE, encoding="utf-8")

    def file(self, place: str = "shop.py:3", *selectors: str) -> Filed:
        """An open proposal."""
        chosen = selectors or ("h2::text", "h3::text")
        values = (PageValue("/1", "good", "A", ""), PageValue("/9", "failing", "", "B"))
        choices = tuple(Choice(one, 0.9, Trial(4, 4, 4, "B"), values) for one in chosen)
        is_tree = place.startswith("shop.bt")
        node, field, how = ("product", "title", "") if is_tree else ("Shop.parse", "css h1::text", "css")
        proposal = Proposal(
            node,
            field,
            "h1::text",
            choices,
            place,
            how=how,
            views=("found",),
            kind="tag renamed",
            layout=("h2",),
            site="shop.test",
        )
        return self.store.proposals.file("shop", proposal, digest=digest_of_place(place))


@pytest.fixture
def filing(heal: Run) -> Iterator[Filing]:
    """Proposals of a spider `shop` in the store of the folder in which `heal` runs."""
    made = Filing()
    yield made
    made.store.close()


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, object]]]:
    """What a command with `--json` has printed."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]
