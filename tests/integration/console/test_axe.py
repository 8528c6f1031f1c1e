"""Every page of a project, in both themes, in both languages and at 320 pixels: nothing that axe complains of."""

import json
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from starlette.routing import compile_path

from scrapy_bt.console import routes
from scrapy_bt.console.words import LANGUAGES
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.storage.entities import EntityStore
from tests.docs.blocks import DOCS, read_blocks
from tests.integration.console.axe import axe_source, violations
from tests.integration.console.test_healing import BEFORE, NOW
from tests.integration.console.test_try import HOSTILE, RULE
from tests.proposals import Filing
from tests.unit.console.inferred import infer

RUN = "20260101T000000-shop-7"
PAGES = (
    "/", "/crawls/shop", "/crawls/shop/tasks?state=ready", "/crawls/shop/letters", "/crawls/shop/tasks/1",
    "/runs", f"/runs/{RUN}", f"/runs/compare?one={RUN}&other={RUN}",
    "/trees", "/trees/site.bt", "/trees/site.bt/try", "/samples", "/samples/1.har",
    "/rules", "/rules/shop.yaml", "/rules/shop.yaml/try", "/schemes", "/schemes/topic.toml", "/inferences",
    "/inferences/site", "/inferences/site?stage=recordings", "/inferences/site?stage=facts",
    "/inferences/site?stage=tree", "/inferences/site?stage=code",
    "/inferences/site/evidence?fact=30", "/healing", "/healing/1", "/library", "/records",
    "/records/feed:goods.jl", "/records/feed:goods.jl/0", "/entities", "/entities?id=q1", "/settings",
)  # fmt: skip
NO_PAGES = ("frame", "elements", "picture.svg", "case.json.gz", "/login")
"""What addresses end with that are parts of pages or files, and the one of who is not logged in."""
SCHEME = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")
LONG = "".join(f'page_{number} :: visit "https://shop.test/{number}"\n' for number in range(40))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    kept = tmp_path / "kept" / "shop"
    kept.mkdir(parents=True)
    (kept / "list.row-1.html").write_text(HOSTILE)
    (kept / "list.row-1.json").write_text(json.dumps({"url": "https://shop.test/", "headers": {}}))
    (tmp_path / "project.py").write_text(
        f'ADDONS = {{"scrapy_bt.Addon": 300}}\nBT_HEALING = "review"\nBT_KEEP_PAGES = "{tmp_path / "kept"}"\n'
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "shop.yaml").write_text(RULE)
    (tmp_path / "topic.toml").write_text(SCHEME)
    infer(tmp_path / "trees", "site")
    with (tmp_path / "trees" / "site.bt").open("a") as file:
        file.write(LONG)
    (tmp_path / ".scrapy").mkdir()
    job = tmp_path / "job"
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(job / "bt"))
    frontier.put([Requeue(Entry(Bucket("shop", "list"), b"x"))])
    frontier.bury(frontier.lease()[0], "it broke")
    frontier.close()
    record = RunRecord(RUN, "shop", 1.0, 2.0, "finished", "memory", 7, "here", jobdir=str(job))
    write_record(tmp_path / ".scrapy" / "bt-runs", record)
    (tmp_path / "samples").mkdir()
    shutil.copy(tmp_path / "trees" / "1.har", tmp_path / "samples" / "1.har")
    filing = Filing()
    filing.file("shop.bt:1", "h2::text", "p:last-child::text")
    for state, markup in (("good", BEFORE), ("failing", NOW)):
        filing.store.add_page("shop", "product", state=state, url="/1", status=200, markup=markup, seen=())
    filing.store.close()
    (tmp_path / "goods.jl").write_text('{"title": "Lamp", "price": 3, "url": "https://shop.test/"}\n')
    (tmp_path / "preferences.toml").write_text("[prefer.entities]\nAda = 2\n")
    store = EntityStore(f"sqlite:///{tmp_path}/.scrapy/bt-entities.db")
    store.add([Entity("q1", "Ada", "person", "a poet", ("Countess",), (("wrote", "q2"),)), Entity("q2", "Notes")])
    store.note({"https://shop.test/": {"q1": 2}})
    store.close()
    return tmp_path


def test_every_page_is_looked_at() -> None:
    shown = {urlsplit(page).path for page in PAGES}
    addresses = [page.path for page in routes.PAGES if not page.path.endswith(NO_PAGES)]
    assert [path for path in addresses if not any(compile_path(path)[0].match(page) for page in shown)] == []


@pytest.mark.server
@pytest.mark.timeout(900)
def test_no_page_hinders_anybody(page: Page, project: Path, request: pytest.FixtureRequest) -> None:
    axe = axe_source(request.config.cache.mkdir("axe"))
    base = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    found = []
    for language in LANGUAGES:
        page.goto(f"{base}/settings?language={language}")
        for path in PAGES:
            page.set_viewport_size({"width": 1280, "height": 900})
            answer = page.goto(base + path)
            assert answer is not None
            assert answer.status == 200, path
            expect(page.locator("main h1")).to_be_visible()
            if "/try" in path:
                expect(page.locator("[data-steps] h3").first).to_be_visible()
            if path.endswith((".bt", ".yaml", ".toml", "/try")):
                expect(page.locator("bt-editor .cm-content")).to_be_visible()
            complaints = violations(page, axe)
            found += [(path, language, each["id"], each["nodes"][0]["html"]) for each in complaints]
            page.set_viewport_size({"width": 320, "height": 700})
            if page.evaluate("document.documentElement.scrollWidth") > 320:
                found.append((path, language, "wide", ""))
    assert found == []
