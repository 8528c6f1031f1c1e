"""Sample folders without their secrets."""

import json
from pathlib import Path

from scrapy_bt.capture.folder import NewSample, open_sample
from scrapy_bt.capture.redaction import redact_sample
from scrapy_bt.core.samples.traffic import Answer, Element, Event, Exchange, Sent

SECRET = "s3cr3tT0kenValue99"
URL = f"https://shop.example/?token={SECRET}"


def test_no_file_of_a_redacted_sample_holds_a_secret(tmp_path: Path) -> None:
    new = NewSample(tmp_path / "first", name="shop", tool="a tool", start_url=URL)
    page = new.keep_page(f"<p>{SECRET}</p>")
    password = Event(2.0, "change", element=Element("input", attributes={"type": "password"}), value="hunter2!")
    hop = Exchange(0, Sent("GET", URL), Answer(302, URL, (("Location", f"/{SECRET}"),), b""), started=10.0)
    answer = Answer(200, f"https://shop.example/{SECRET}", (("Content-Type", "text/html"),), SECRET.encode())
    new.finish(10.0, exchanges=[Exchange(0, Sent("GET", URL), answer, started=10.0, hops=(hop,))], events=[
        Event(1.0, "click", url=URL, before=page), password,
    ])  # fmt: skip
    assert redact_sample(tmp_path / "first") == tmp_path / "first"
    assert [path.name for path in tmp_path.iterdir()] == ["first"]
    texts = [path.read_text() for path in (tmp_path / "first").rglob("*") if path.is_file()]
    assert not [text for text in texts if SECRET in text or "hunter2!" in text]
    manifest = json.loads((tmp_path / "first" / "manifest.json").read_text())
    assert (manifest["name"], manifest["tool"], manifest["redacted"]) == ("shop", "a tool", True)
    recording = open_sample(tmp_path / "first")
    assert recording.problems == ()
    (exchange,) = recording.exchanges
    other = exchange.sent.url.partition("token=")[2]
    assert len(other) == len(SECRET)
    assert exchange.answer is not None
    assert exchange.answer.body == other.encode()
    assert (tmp_path / "first" / recording.events[0].before).read_text() == f"<p>{other}</p>"
