"""Recordings by a real browser and a real proxy, of a site with what real sites have."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from parsel import Selector

from scrapy_bt.capture.browser import BROWSERS, BrowserRecorder
from scrapy_bt.capture.folder import NewSample, Recorded, open_sample
from scrapy_bt.capture.proxy import find_mitmdump, install
from scrapy_bt.core.samples.parameters import parameters_of
from scrapy_bt.core.samples.traffic import Event, Exchange, Recording
from scrapy_bt.errors import SampleError
from scrapy_bt.testing.ports import PORT_TRIES, pick_port
from tests.serving import Handler, serving

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 900_000
"""Milliseconds that a step of browsing may take; the machine may be busy."""
PAGES = {
    "/": b"""<title>Shop</title><form action=/login method=post><label>Name <input name=user></label>
<input name=pw type=password><select name=lang><option value=1>One<option value=2>Two</select>
<label><input type=checkbox name=stay value=yes> Stay</label><button>Go</button></form><img src=/i.png>""",
    "/home": b"""<title>Home</title><a href="#" onclick="quick()">quick</a> <a target=_blank href=/pop>pop</a>
<a href=/list.csv>list</a> <a href="#" onclick="readPart()">part</a><script>
document.cookie = "js=1";
async function readPart() {
  const leaving = new AbortController(), reply = await fetch("/lines", { signal: leaving.signal });
  await reply.body.getReader().read();
  leaving.abort();
  document.body.append("read as far as wanted");
}
function quick() { fetch("/api").then(r => r.json()).then(d => { location.href = "/upload?t=" + d.token }) }
</script>""",
    "/upload": b"""<title>Upload</title><form method=post action=/file enctype=multipart/form-data>
<input name=title value=Chair><input type=file name=picture><button>Send</button></form>""",
    "/choices": b"""<title>Choices</title><ul id=choices style="position: relative"><li>tweed<li>linen
<li id=wait hidden style="position: absolute; inset: 0">Wait</ul><p><b id=one>velvet</b> <i id=two>flax</i></p>
<div tabindex=-1 role=dialog><div role=listbox tabindex=0><div role=option><i>satin</i> of silk</div>
<div role=option>wool</div></div><button>Close</button><p><b>old</b></p></div><p id=told></p><script>
const put = (text) => setTimeout(() => { document.getElementById("told").textContent = text; }, 100);
document.getElementById("choices").onpointerdown = () => { document.getElementById("wait").hidden = false; };
document.getElementById("choices").onpointerup = () => put("covered");
document.getElementById("one").onpointerup = ({ target }) => { target.remove(); put("removed"); };
document.getElementById("two").onpointerup = ({ target }) => { target.remove(); put("menu"); };
</script>""",
    "/widgets": b"""<title>Widgets</title><x-select tabindex=0>oak</x-select><select><option>ash<option>elm</select>
<script>
const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));
const made = document.querySelector("x-select");
made.onclick = () => { made.textContent = "beech"; changed(made); };
changed(made);
</script>""",
    "/stock": b"""<title>Stock</title><style>.off { display: none }</style>
<form><input name=children aria-label=Find><table>
<tr><td>lamp of oak<tr><td>rope of flax<tr><td>lamp of ash</table></form><script>
const find = document.querySelector("input");
find.oninput = () => { for (const row of document.querySelectorAll("tr")) {
  row.className = row.textContent.includes(find.value) ? "" : "off"; } };
</script>""",
    "/pop": "<title>Pop</title><meta charset=gbk><p>你好".encode("gbk"),
}


class Shop(Handler):
    def do_GET(self) -> None:  # noqa: N802 - as http.server calls it
        path = self.path.partition("?")[0]
        if path == "/api":
            self.answer(200, json.dumps({"token": "t0ken", "more": "x" * 100_000}).encode(), kind="application/json")
        elif path == "/list.csv":
            self.answer(200, b"a,b\n", ("Content-Disposition", "attachment; filename=list.csv"), kind="text/csv")
        elif path == "/lines":
            self.answer(200, b'{"line": 1}\n', kind="application/x-ndjson")
        elif path in PAGES:
            self.answer(200, PAGES[path], ("Content-Security-Policy", "frame-src 'none'"))
        else:
            self.answer(200, b"\x89PNG\0", kind="image/png")

    def do_POST(self) -> None:  # noqa: N802 - as http.server calls it
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/login":
            cookies = (("Set-Cookie", "sid=s3ss10n; HttpOnly"), ("Set-Cookie", "lang=2"))
            self.answer(302, b"", ("Location", "/home"), *cookies)
        else:
            self.answer(200, b"<title>Sent</title>%d" % len(body))


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with serving(Shop) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> str:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no Chromium: apt install chromium")
    return found


async def browse(page: Any) -> None:
    """Log in, follow a fetch that leads elsewhere at once, open a tab, send a file."""
    page.context.set_default_timeout(PATIENCE)
    await page.get_by_label("Name").fill("eva")
    await page.fill("[name=pw]", "hunter2!")
    await page.select_option("select", "2")
    await page.check("[name=stay]")
    await page.click("button")
    async with page.expect_popup() as opened:
        await page.click("text=pop")
    await (await opened.value).wait_for_load_state()
    async with page.expect_download():
        await page.click("text=list")
    await page.click("text=part")
    await page.get_by_text("read as far as wanted").wait_for()
    await page.click("text=quick")
    await page.wait_for_url("**/upload*")
    await page.set_input_files("[type=file]", str(Path(__file__).parent / "projects.py"))
    await page.get_by_text("Send").click()
    await page.wait_for_url("**/file")


@pytest.fixture(scope="module")
def recorded(shop: str, chromium: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Recorded, Recording]:
    folder = tmp_path_factory.mktemp("samples") / "first"
    told = BrowserRecorder(chromium, is_headless=True, script=browse).record(shop, NewSample(folder))
    return told, open_sample(folder)


def exchange(recording: Recording, method: str, path: str) -> Exchange:
    return next(
        one
        for one in recording.exchanges
        if one.sent.method == method and f"{path}?" in f"{one.sent.url.partition('?')[0]}?"
    )


def test_what_was_pressed_is_what_was_clicked(shop: str, chromium: str, tmp_path: Path) -> None:
    async def choose(page: Any) -> None:
        await page.goto(f"{shop}/choices")
        for text, button, then in (
            ("velvet", "left", "removed"),
            ("flax", "right", "menu"),
            ("linen", "left", "covered"),
        ):
            box = await page.get_by_text(text).bounding_box()
            await page.mouse.click(box["x"] + 2, box["y"] + 2, button=button)
            await page.get_by_text(then).wait_for(timeout=PATIENCE)
        for text in ("satin", "old"):
            await page.click(f"text={text}", timeout=PATIENCE)
        await page.goto(shop)

    BrowserRecorder(chromium, is_headless=True, script=choose).record(shop, NewSample(tmp_path / "chosen"))
    clicks = [event for event in open_sample(tmp_path / "chosen").events if event.type == "click"]
    assert [(click.element.tag, click.element.text) for click in clicks if click.element] == [
        ("b", "velvet"),
        ("li", "linen"),
        ("div", "satin of silk"),
        ("b", "old"),
    ]


def test_a_change_that_a_script_makes_while_nobody_does_anything_is_none(
    shop: str, chromium: str, tmp_path: Path
) -> None:
    async def change(page: Any) -> None:
        await page.goto(f"{shop}/widgets")
        await page.select_option("select", "elm", timeout=PATIENCE)
        await page.click("x-select", timeout=PATIENCE)
        await page.goto(shop)

    BrowserRecorder(chromium, is_headless=True, script=change).record(shop, NewSample(tmp_path / "changed"))
    changes = [event for event in open_sample(tmp_path / "changed").events if event.type == "change"]
    assert [(each.element.tag, each.element.text) for each in changes if each.element] == [
        ("select", "elm"),
        ("x-select", "beech"),
    ]


def test_the_last_page_tells_what_a_script_has_hidden(shop: str, chromium: str, tmp_path: Path) -> None:
    async def find(page: Any) -> None:
        await page.fill("input", "lamp", timeout=PATIENCE)
        await page.locator("tr.off").wait_for(state="attached", timeout=PATIENCE)

    BrowserRecorder(chromium, is_headless=True, script=find).record(f"{shop}/stock", NewSample(tmp_path / "found"))
    screen = open_sample(tmp_path / "found").screen
    assert screen is not None
    rows = Selector((screen.body or b"").decode()).css("tr")
    assert [row.css("td::text").get("").strip() for row in rows if row.attrib.get("hidden") is None] == [
        "lamp of oak",
        "lamp of ash",
    ]
    assert len(rows) == 3


def test_every_request_is_there_with_its_body(recorded: tuple[Recorded, Recording]) -> None:
    told, recording = recorded
    assert (told.lost, recording.problems) == (0, ())
    assert told.requests == len(recording.exchanges) + 1  # the login and its redirect are one
    assert [one.answer.body for one in recording.exchanges if one.answer and one.answer.body is None] == []
    login = exchange(recording, "POST", "/login")
    assert login.sent.body == b"user=eva&pw=hunter2%21&lang=2&stay=yes"
    assert login.answer is not None
    assert login.answer.body == PAGES["/home"]
    hop = login.hops[0].answer
    assert hop is not None
    assert [value for name, value in hop.headers if name.lower() == "set-cookie"] == ["sid=s3ss10n; HttpOnly", "lang=2"]


def test_the_body_of_a_page_that_was_left_at_once_is_there(recorded: tuple[Recorded, Recording]) -> None:
    api = exchange(recorded[1], "GET", "/api")
    assert api.answer is not None
    assert b'"token": "t0ken"' in (api.answer.body or b"")
    assert api.kind == "fetch"
    assert api.sent.header("cookie") == "sid=s3ss10n; lang=2; js=1"


def test_what_a_script_had_read_when_it_left_the_rest_is_there(recorded: tuple[Recorded, Recording]) -> None:
    lines = exchange(recorded[1], "GET", "/lines")
    assert lines.answer is not None
    assert lines.answer.body == b'{"line": 1}\n'


def test_pages_are_in_the_encoding_that_they_declare(recorded: tuple[Recorded, Recording]) -> None:
    pop = exchange(recorded[1], "GET", "/pop")
    assert pop.answer is not None
    assert pop.answer.body == PAGES["/pop"]
    assert (pop.page, exchange(recorded[1], "GET", "/").page) == ("page_2", "page_1")


def test_a_file_that_the_browser_saves_is_a_body_too(recorded: tuple[Recorded, Recording]) -> None:
    saved = exchange(recorded[1], "GET", "/list.csv")
    assert saved.answer is not None
    assert (saved.answer.status, saved.answer.body) == (200, b"a,b\n")


def test_a_form_with_a_file_is_whole(recorded: tuple[Recorded, Recording]) -> None:
    sent = exchange(recorded[1], "POST", "/file").sent
    values = {str(parameter.key): parameter.value for parameter in parameters_of(sent)}
    assert values["multipart title"] == "Chair"
    assert values["multipart picture;filename"] == "projects.py"
    assert values["multipart picture"] == (Path(__file__).parent / "projects.py").read_text("utf-8")


def acts(recording: Recording, *types: str) -> list[Event]:
    return [event for event in recording.events if event.type in types and event.element is not None]


def test_events_tell_what_was_done(recorded: tuple[Recorded, Recording]) -> None:
    recording = recorded[1]
    changed = {event.element.attributes["name"]: event for event in acts(recording, "change") if event.element}
    assert {name: event.value for name, event in changed.items()} == {
        "user": "eva", "pw": "hunter2!", "lang": "2", "stay": "yes", "picture": "projects.py",
    }  # fmt: skip
    user, lang = changed["user"].element, changed["lang"].element
    assert user is not None
    assert lang is not None
    assert (user.label, user.path) == ("Name", "html > body > form > label:nth-of-type(1) > input")
    assert lang.text == "Two"
    (submit, _) = acts(recording, "submit")
    assert submit.url.endswith("/")
    clicks = [(event.element.text, event.x is not None) for event in acts(recording, "click") if event.element]
    assert ("quick", True) in clicks
    assert [event.url_after.rpartition("/")[2] for event in recording.events if event.type == "navigate"] == [
        "", "home", "pop", "home#", "upload?t=t0ken", "file",
    ]  # fmt: skip


def test_events_know_the_pages_before_and_after(recorded: tuple[Recorded, Recording]) -> None:
    told, recording = recorded
    (go,) = (event for event in acts(recording, "submit") if event.url.endswith("/"))
    assert "<title>Shop</title>" in (told.folder / go.before).read_text("utf-8")
    assert "<title>Home</title>" in (told.folder / go.after).read_text("utf-8") or go.after == go.before
    login = exchange(recording, "POST", "/login")
    assert go.at - 1 < login.started < go.at + PATIENCE / 1000


def test_a_script_that_fails_leaves_nothing(shop: str, chromium: str, tmp_path: Path) -> None:
    async def fails(page: Any) -> None:
        await page.click("text=missing", timeout=2000)

    recorder = BrowserRecorder(chromium, is_headless=True, script=fails)
    with pytest.raises(SampleError, match=r"the script failed \(test_recording.py:\d+\) on the page http") as failed:
        recorder.record(shop, NewSample(tmp_path / "first"))
    assert str(failed.value).endswith(': Page.click: Timeout 2000ms exceeded. waiting for locator("text=missing")')
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_is_closed_ends_the_recording(shop: str, chromium: str, tmp_path: Path) -> None:
    async def close(page: Any) -> None:
        await page.context.browser.close()
        await asyncio.Event().wait()

    new = NewSample(tmp_path / "first")
    recorded = BrowserRecorder(chromium, is_headless=True, script=close).record(shop, new)
    assert recorded.requests >= 1
    assert open_sample(recorded.folder).exchanges[0].sent.url == f"{shop}/"


@pytest.mark.usefixtures("chromium")
def test_a_program_that_is_no_browser_is_said(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    with pytest.raises(SampleError, match="could not be started"):
        BrowserRecorder(str(program), is_headless=True).record("http://127.0.0.1/", NewSample(tmp_path / "first"))
    assert list(tmp_path.iterdir()) == [program]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Any]:
    processes: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-u", "-m", "scrapy", "bt", "record", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        pipe = subprocess.PIPE
        processes.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path, env=environment))
        return processes[-1]

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_ctrl_c_ends_a_recording_that_is_kept(shop: str, chromium: str, started: Any, tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(
        f"import asyncio\nasync def browse(page):\n    page.set_default_timeout({PATIENCE})\n"
        "    await page.fill('[name=user]', 'eva')\n    await page.click('button')\n"
        "    await page.wait_for_url('**/home')\n    print('there')\n"
        "    await asyncio.Event().wait()\n"
    )
    process = started(shop, "--script", "waits.py", "--headless", "-o", "kept", "--browser", chromium, "--redact")
    assert process.stdout.readline() == "there\n"
    process.send_signal(signal.SIGINT)
    output, log = process.communicate()
    assert (process.returncode, log) == (0, "")
    assert output.startswith("kept: 4 requests, ")
    recording = open_sample(tmp_path / "kept")
    assert recording.problems == ()
    assert "s3ss10n" not in (tmp_path / "kept" / "traffic.har").read_text()
    assert json.loads((tmp_path / "kept" / "manifest.json").read_text())["redacted"] is True
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("__")) == ["kept", "waits.py"]


@pytest.fixture(scope="module")
def mitmdump() -> str:
    try:
        return find_mitmdump()
    except SampleError:
        try:
            return install()
        except SampleError as error:
            pytest.skip(f"{error}")


def test_a_proxy_records_any_client(shop: str, mitmdump: str, started: Any, tmp_path: Path) -> None:
    for _ in range(PORT_TRIES):  # somebody else may have taken the port meanwhile: then it ends with nothing said
        port = pick_port()
        process = started("--proxy", "--port", str(port), "--mitmproxy", mitmdump, "-o", "app")
        if said := process.stdout.readline():
            break
    assert f"proxy: http://127.0.0.1:{port}" in said
    client = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://127.0.0.1:{port}"}))
    client.open(f"{shop}/api").read()
    client.open(urllib.request.Request(f"{shop}/file", b"\0\xff", {"Content-Type": "application/x-thing"})).read()
    browsed = _browse_through(port, shop)
    process.send_signal(signal.SIGINT)
    output, log = process.communicate()
    assert (process.returncode, log) == (0, "")
    recording = open_sample(tmp_path / "app")
    assert output.startswith("app: ")
    # A browser asks its makers too, who cannot be reached from everywhere.
    assert [str(problem) for problem in recording.problems if "it has no answer" not in problem.message] == []
    assert exchange(recording, "POST", "/file").sent.body == b"\0\xff"
    api = exchange(recording, "GET", "/api")
    assert api.answer is not None
    assert b"t0ken" in (api.answer.body or b"")
    if browsed:
        login = exchange(recording, "POST", "/login")
        assert login.answer is not None
        assert login.answer.body == PAGES["/home"]  # without the script that the browser got
        assert {event.value for event in acts(recording, "change")} == {"eva"}
        assert [event.url_after for event in recording.events if event.type == "navigate"] == [
            f"{shop}/",
            f"{shop}/home",
        ]
        assert "__scrapy_bt__" not in "".join(path.read_text() for path in (tmp_path / "app" / "pages").iterdir())


def _browse_through(port: int, shop: str) -> bool:
    """Browse through the proxy, where there is a browser."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        return False
    if program is None:
        return False

    async def browse() -> None:
        async with async_playwright() as playwright:
            proxy: Any = {"server": f"http://127.0.0.1:{port}", "bypass": "<-loopback>"}
            quiet = ["--disable-background-networking", "--disable-component-update"]
            browser = await playwright.chromium.launch(executable_path=program, headless=True, proxy=proxy, args=quiet)
            page = await browser.new_page()
            page.set_default_timeout(PATIENCE)
            await page.goto(shop)
            await page.fill("[name=user]", "eva")
            async with page.expect_event("requestfinished", lambda request: _tells_home(request.post_data or "")):
                await page.click("button")
            await browser.close()

    asyncio.run(browse())
    return True


def _tells_home(report: str) -> bool:
    """Whether the script on the pages has told the last page, after all that was done."""
    return '"snapshot"' in report and "<title>Home" in report
