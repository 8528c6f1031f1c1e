import io
import sys

from scrapy_bt.crawl.display.terminal import ShowingStream, behind, show_controls


def test_what_is_written_shows_itself() -> None:
    stream = io.StringIO()
    showing = ShowingStream(stream)
    print("a\x1b[31m\r", "b\u202e", sep="\r\n", file=showing)
    showing.writelines(["c\x07", "\n"])
    assert stream.getvalue() == "a\\u001b[31m\\u000d\r\nb\\u202e\nc\\u0007\n"
    assert not showing.isatty()
    assert behind(showing) is behind(stream) is stream


def test_both_outputs_are_taken_once(monkeypatch) -> None:
    out, err = io.TextIOWrapper(io.BytesIO(), "ascii"), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    show_controls()
    show_controls()
    assert behind(sys.stdout) is out
    assert behind(sys.stderr) is err
    print("é \ud800", flush=True)
    assert out.buffer.getvalue() == b"\\xe9 \\ud800\n"
    assert sys.stdout.encoding == "ascii"
    assert sys.stdout.errors == "backslashreplace"
    assert sys.stdout.buffer is out.buffer
