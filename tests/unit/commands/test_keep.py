"""`scrapy bt keep`: what it keeps is offered by the console, and tried by `scrapy bt try`."""

from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.commands.bt import BT
from scrapy_bt.console.sources.pages import PageFolder
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent

HTML = (("Content-Type", "text/html"),)
ANSWER = Answer(200, "https://s.test/?token=Zq7pw91xK", HTML, b"<h1>One</h1>")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = scrapy.settings.default_settings\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def keep(*words: str) -> int:
    try:
        return BT.run("keep", list(words), Settings())
    except SystemExit as ended:  # of the parser
        return int(ended.code or 0)


def test_an_answer_of_a_recording_is_kept_and_tried(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_har(project / "one.har", [Exchange(3, Sent("GET", "https://s.test/"), ANSWER)])
    assert keep("one.har", "--request", "0") == 0
    path, told = capsys.readouterr().out.split(" is ")
    assert told.startswith("https://s.test/")
    assert "Zq7pw91xK" not in told
    (page,) = PageFolder(project / ".scrapy", Settings()).all()
    assert page.path == Path(path).resolve()
    (project / "a.bt").write_text(
        'main :: and { visit "https://s.test/"  :one }\none :: item { title = css "h1::text" }\n'
    )
    assert BT.run("try", ["a.bt", "one", path], Settings()) == 0
    assert '"One"' in capsys.readouterr().out


def test_a_file_is_kept_with_where_it_was_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.html").write_text("<p>a</p>")
    assert keep("a.html", "--url", "https://s.test/a") == 0
    assert capsys.readouterr().out.endswith(" is https://s.test/a\n")
    assert [page.url for page in PageFolder(project / ".scrapy", Settings()).all()] == ["https://s.test/a"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("one.har", "--request", "9"), "the recording has no request 9"),
        (("none.har", "--request", "0"), "there is no such file or folder"),
        (("none.html",), "there is no file none.html"),
        (("one.har", "--request", "0", "--url", "https://s.test/"), "leave out --url"),
    ],
)
def test_what_cannot_be_kept_is_told(
    project: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    write_har(project / "one.har", [Exchange(0, Sent("GET", "https://s.test/"), ANSWER)])
    assert keep(*words) != 0
    assert told in capsys.readouterr().err


def test_outside_of_a_project_is_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert keep("a.html") == 2
    assert "go to the folder of a project" in capsys.readouterr().err
