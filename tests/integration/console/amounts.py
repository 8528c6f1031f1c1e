"""Projects that have nothing, a little and a lot to show, each in an empty folder that is the current one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.entities import EntityStore
from scrapy_bt.storage.rows import Row
from tests.docs.blocks import DOCS, read_blocks
from tests.integration.console.test_healing import BEFORE, NOW
from tests.integration.console.test_try import HOSTILE, RULE
from tests.proposals import Filing
from tests.unit.console.inferred import infer

RUN = "20260101T000000-shop-7"
LISTS = (
    "/", "/runs", "/trees", "/samples", "/rules", "/schemes", "/inferences", "/healing", "/library", "/records",
    "/entities", "/settings",
)  # fmt: skip
"""The pages that there are before there is anything to show."""
PAGES = (
    *LISTS, "/crawls/shop", "/crawls/shop/tasks?state=ready", "/crawls/shop/letters", "/crawls/shop/tasks/1",
    f"/runs/{RUN}", f"/runs/compare?one={RUN}&other={RUN}", "/trees/site.bt", "/trees/site.bt/try", "/samples/1.har",
    "/rules/shop.yaml", "/rules/shop.yaml/try", "/schemes/topic.toml", "/inferences/site",
    "/inferences/site?stage=recordings", "/inferences/site?stage=facts", "/inferences/site?stage=tree",
    "/inferences/site?stage=code", "/inferences/site/evidence?fact=30", "/healing/1", "/records/feed:goods.jl",
    "/records/feed:goods.jl/0", "/entities?id=q1",
)  # fmt: skip
"""One address for each page that there is, with what it shows in a project that has a little."""
SCHEME = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")
NAME = "a_rather_long_name_of_a_node_that_was_made_from_the_title_of_a_section"
ADDRESS = "https://shop.test/catalogue/with/a/rather/long/path/item-{}?session=abcdefghijklmnopqrstuvwxyz0123456789"


def make_nothing(folder: Path) -> None:
    """A project as `scrapy startproject` leaves it."""
    _set_up(folder)


def make_little(folder: Path) -> None:
    """One of each thing that the console shows."""
    _set_up(folder)
    _keep_pages(folder, 1)
    (folder / "rules").mkdir()
    (folder / "rules" / "shop.yaml").write_text(RULE)
    (folder / "topic.toml").write_text(SCHEME)
    infer(folder / "trees", "site")
    with (folder / "trees" / "site.bt").open("a") as file:
        file.writelines(f'page_{number} :: visit "https://shop.test/{number}"\n' for number in range(40))
    (folder / ".scrapy").mkdir()
    _keep_run(folder, letters=1, statistics={})
    (folder / "samples").mkdir()
    shutil.copy(folder / "trees" / "1.har", folder / "samples" / "1.har")
    _file_redesigns(["shop.bt:1"])
    (folder / "goods.jl").write_text('{"title": "Lamp", "price": 3, "url": "https://shop.test/"}\n')
    (folder / "preferences.toml").write_text("[prefer.entities]\nAda = 2\n")
    _keep_entities(folder, [], {"https://shop.test/": {"q1": 2}})


def make_lot(folder: Path) -> None:
    """Of each thing hundreds, with names and texts as long as people make them."""
    make_little(folder)
    _keep_pages(folder, 60)
    with (folder / "trees" / "site.bt").open("a") as file:
        file.writelines(f'{NAME}_{number} :: visit "{ADDRESS.format(number)}"\n' for number in range(300))
    for number in range(150):
        (folder / "trees" / f"{NAME}_{number}.bt").write_text('main :: and { log "x" }\n')
    (folder / "trees" / "faulty.bt").write_text("".join(f"main_{n} :: and {{ :missing_{n} }}\n" for n in range(60)))
    for number in range(80):
        (folder / "rules" / f"{NAME}_{number}.yaml").write_text(RULE.replace("rule: ", f"rule: {number} "))
        shutil.copy(folder / "trees" / "1.har", folder / "samples" / f"{NAME}_{number}.har")
    _keep_run(folder, letters=350, statistics={f"some/long/name/of/a/statistic/number_{n}": n for n in range(200)})
    _file_redesigns([f"trees/{NAME}.bt:{number}" for number in range(1, 40)])
    columns = {f"column_{number}": "value " * (number % 6) for number in range(40)}
    goods = ({"title": "Lamp " * (n % 9), "price": n, "url": ADDRESS.format(n)} | columns for n in range(10_000))
    (folder / "goods.jl").write_text("".join(json.dumps(each) + "\n" for each in goods))
    with closing(open_database(f"sqlite:///{folder}/records.db")) as database:
        rows = (Row.of(f"{NAME[:40]}_{n % 40}", {"text": "word " * 400}, {}, key=f"{n:032x}") for n in range(400))
        database.write(list(rows))
    _keep_entities(
        folder,
        [
            Entity(f"n{n}", f"Entity number {n} with a long name", "person", "somebody of whom much is known " * 3)
            for n in range(900)
        ],
        {ADDRESS.format(number): {f"n{number}": 2, "q1": 1} for number in range(300)},
    )


AMOUNTS: Mapping[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "none": (make_nothing, LISTS),
    "little": (make_little, PAGES),
    "lot": (make_lot, PAGES),
}
"""What makes a project, and the pages that it has."""


def _set_up(folder: Path) -> None:
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (folder / "project.py").write_text(
        f'ADDONS = {{"scrapy_bt.Addon": 300}}\nBT_HEALING = "review"\nBT_KEEP_PAGES = "{folder / "kept"}"\n'
        f'BT_STORE_URL = "sqlite:///{folder}/records.db"\n'
    )


def _keep_pages(folder: Path, count: int) -> None:
    kept = folder / "kept" / "shop"
    kept.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (kept / f"list.row-{number}.html").write_text(HOSTILE)
        (kept / f"list.row-{number}.json").write_text(json.dumps({"url": "https://shop.test/", "headers": {}}))


def _keep_run(folder: Path, *, letters: int, statistics: Mapping[str, int]) -> None:
    """A crawl that is over, whose JOBDIR has dead letters; with many of them many other runs, too."""
    job = folder / f"job{letters}"
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(job / "bt"))
    reasons = ("it broke", f"HttpError: 503 Service Unavailable at {ADDRESS}", "DNS lookup failed")
    frontier.put(Requeue(Entry(Bucket("shop", f"list/{n % 7}"), b"x")) for n in range(letters))
    for number, lease in enumerate(frontier.lease(letters)):
        frontier.bury(lease, reasons[number % len(reasons)].format(number))
    frontier.put(Requeue(Entry(Bucket("shop", f"list/{NAME}_{n % 9}"), b"x")) for n in range(letters - 1))
    frontier.close()
    runs = folder / ".scrapy" / "bt-runs"
    record = RunRecord(RUN, "shop", 1.0, 2.0, "finished", "memory", 7, "here", jobdir=str(job), stats=dict(statistics))
    write_record(runs, record)
    for number in range(1, letters):
        name = NAME[: number % 60 + 3]
        id_ = f"202601{number % 28 + 1:02}T{number % 24:02}0000-{name}-{number}"
        write_record(runs, RunRecord(**{**asdict(record), "id": id_, "name": name, "jobdir": ""}))


def _file_redesigns(places: list[str]) -> None:
    filing = Filing()
    for place in places:
        filing.file(place, "h2::text", "p:last-child::text")
    for state, markup in (("good", BEFORE), ("failing", NOW)):
        filing.store.add_page("shop", "product", state=state, url="/1", status=200, markup=markup, seen=())
    filing.store.close()


def _keep_entities(folder: Path, more: list[Entity], pages: Mapping[str, Mapping[str, int]]) -> None:
    known = tuple(("knows", each.id) for each in more[:150])
    store = EntityStore(f"sqlite:///{folder}/.scrapy/bt-entities.db")
    store.add(
        [Entity("q1", "Ada", "person", "a poet", ("Countess",), (("wrote", "q2"), *known)), Entity("q2", "Notes")]
    )
    store.add(more)
    store.note(pages)
    store.close()
