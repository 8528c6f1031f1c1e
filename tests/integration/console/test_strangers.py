"""What strangers have written, shown in a real browser: it runs nothing, sends nothing, and stays where it is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent
from tests.hostilepages import ATTACKS, ELSEWHERE, OURS, hostile
from tests.proposals import Filing
from tests.unit.console.inferred import infer

ROWS = "".join(f"<p>the same text {number}</p>" for number in range(9))
TEXT = f'<img src="{ELSEWHERE}/x.png" onerror="top.ran=1"><script>top.ran=1</script>'
TREE = f"""
page :: visit "https://shop.test/{TEXT.replace('"', "'")}"
main :: and {{ :page  item {{ title = css "h1::text" }} }}
"""
SHOW_TEXTS = (
    "/trees/hostile.bt", "/samples/evil.har", "/inferences/site", "/inferences/site?stage=recordings",
    "/inferences/site?stage=facts", "/inferences/site/evidence?recording=1&request=0",
    "/healing/1", "/records/feed:goods.jl", "/records/feed:goods.jl/0",
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kept = tmp_path / "kept" / "hostile"
    kept.mkdir(parents=True)
    (kept / "main.title-1.html").write_text(hostile("<h1>Soup</h1>"))
    (kept / "main.title-1.json").write_text(json.dumps({"url": "https://shop.test/", "headers": {}}))
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text(
        f'ADDONS = {{"scrapy_bt.Addon": 300}}\nBT_HEALING = "review"\nBT_KEEP_PAGES = "{tmp_path / "kept"}"\n'
    )
    monkeypatch.chdir(tmp_path)
    report = infer(tmp_path / "trees", "site")
    report.write_text(json.dumps(_with_attacks(json.loads(report.read_text()))))
    (tmp_path / "trees" / "hostile.bt").write_text(TREE)
    (tmp_path / "goods.jl").write_text(json.dumps({"title": TEXT, "url": "https://shop.test/"}) + "\n")
    (tmp_path / "samples").mkdir()
    answer = Answer(200, f"https://shop.test/{TEXT}", (("content-type", f"text/html;{TEXT}"),), hostile("").encode())
    for folder, name in (("samples", "evil.har"), ("trees", "2.har")):
        write_har(tmp_path / folder / name, [Exchange(0, Sent("GET", answer.url, (), None), answer, 0.0, 0.0)])
    (tmp_path / ".scrapy").mkdir()
    filing = Filing()
    filing.file("shop.bt:1", "h2::text")
    for state, title in (("good", "<h1>Soup</h1>"), ("failing", "<h2>Bread</h2>")):
        markup = hostile(title + ROWS)
        filing.store.add_page("shop", "product", state=state, url=f"/{TEXT}", status=200, markup=markup, seen=())
    filing.store.close()
    return tmp_path


def _with_attacks(told: Any) -> Any:
    """Each text that may be any text."""
    if isinstance(told, dict):
        free = ("text", "why", "reason", "purpose", "value", "example", "url")
        return {
            key: each + TEXT if key in free and isinstance(each, str) else _with_attacks(each)
            for key, each in told.items()
        }
    return [_with_attacks(each) for each in told] if isinstance(told, list) else told


FROM_ANOTHER_WINDOW = """() => new Promise((done) => {
  const heard = [];
  const page = document.querySelector("bt-page");
  for (const kind of ["chosen", "picked", "seen"]) page.addEventListener(kind, () => heard.push(kind));
  addEventListener("message", (event) => event.source === window && done(heard));
  postMessage({ chosen: 1, picked: 1, seen: 1, top: 1 }, "*");
})"""
"""What the page makes of a message that its frame has not sent."""


@pytest.fixture
def settled(page: Page) -> Iterator[Page]:
    """The page; no frame of it may go anywhere but to the console."""
    base, gone = urljoin(page.url, "/"), []
    page.on("framenavigated", lambda frame: None if frame.url.startswith(base) else gone.append(frame.url))
    page.context.on("page", lambda other: gone.append(other.url))
    yield page
    assert gone == []


@pytest.mark.server
def test_pages_of_strangers_stay_in_their_frames(settled: Page, project: Path) -> None:
    page = settled
    page.goto(urljoin(page.url, "/healing/1"))
    address = page.url
    frames = [page.frame_locator(f'[data-side="{side}"] iframe') for side in ("before", "now")]
    for frame, title in zip(frames, ("Soup", "Bread"), strict=True):
        expect(frame.locator("h1, h2").first).to_have_text(title)
        _attack(page, frame)
    assert page.url == address
    shown = {frame.url for frame in page.frames}
    assert len(shown) == len(page.frames) == 3
    page.get_by_role("button", name="Try").first.click()  # the console's own scripts go on
    expect(page.locator("[data-trial]:visible")).to_contain_text("Bread")

    page.goto(urljoin(page.url, "/trees/hostile.bt/try"))
    frame = page.frame_locator("bt-page iframe")
    expect(frame.locator("h1")).to_have_text("Soup")
    _attack(page, frame)
    expect(page.locator("bt-page iframe")).to_have_attribute("sandbox", "allow-scripts")
    assert page.evaluate(FROM_ANOTHER_WINDOW) == []
    alone = page.locator("bt-page iframe").get_attribute("src") or ""
    page.goto(urljoin(page.url, alone))  # a page may be opened by itself, too
    _attack(page, page.main_frame)
    assert page.url.endswith(alone)


def _attack(page: Page, frame: FrameLocator | Any) -> None:
    expect(frame.locator(OURS)).to_have_count(1)
    baits = frame.locator(".bait")
    expect(baits).to_have_count(ATTACKS.count('"bait"'))
    for number in range(baits.count()):
        baits.nth(number).click()
        baits.nth(number).click(button="middle")
        page.keyboard.press("Enter")
    assert page.evaluate("window.ran") is None


@pytest.mark.server
def test_texts_of_strangers_are_texts(settled: Page, project: Path) -> None:
    page = settled
    for path in SHOW_TEXTS:
        answer = page.goto(urljoin(page.url, path))
        assert answer is not None
        assert answer.status == 200, path
        expect(page.locator("main h1")).to_be_visible()
        assert page.locator("main [onerror], main [src*='evil.test'], main script, main base").count() == 0, path
        expect(page.locator("main")).to_contain_text("evil.test")
        assert page.evaluate("window.ran") is None
