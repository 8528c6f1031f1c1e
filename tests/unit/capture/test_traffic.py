"""Requests of a browser; tests/integration/test_recording.py has a real one."""

from scrapy_bt.capture.traffic import with_files
from scrapy_bt.core.samples.multipart import Part, parts_of, written_parts

TYPE = "multipart/form-data; boundary=b"


def test_a_form_gets_the_files_that_are_known() -> None:
    empty = (Part("t", b"x"), Part("f", b"", "a.bin", "image/png"), Part("g", b"", "b.bin"), Part("h", b"", ""))
    form = with_files(written_parts(empty, "b"), TYPE, {"a.bin": b"\0\xff"})
    assert form is not None
    assert [(part.name, part.content, part.filename) for part in parts_of(form, TYPE)] == [
        ("t", b"x", None),
        ("f", b"\0\xff", "a.bin"),
        ("g", b"", "b.bin"),
        ("h", b"", ""),
    ]


def test_what_is_no_form_stays_as_it_is() -> None:
    assert with_files(None, TYPE, {}) is None
    assert with_files(b"text", "text/plain", {"a": b"1"}) == b"text"
