import io
import json
from pathlib import Path

from scrapy.settings import Settings

from scrapy_bt.console.jobs.trialling import answer_all

RULE = """\
rule: r
layers:
  - layer: l
    entries: [https://s.test/]
    tags:
      - {tag: t, start: <b>, end: </b>}
"""


def ask(*questions: dict[str, object]) -> list[dict[str, object]]:
    written = io.BytesIO()
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in questions)
    answer_all(io.BytesIO(lines), written, Settings())
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_each_line_is_answered_by_one(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    page.write_text("<b>1</b><script>x</script>")
    tried, cleaned, missing = ask(
        {"ask": "try", "text": RULE, "page": str(page)},
        {"ask": "clean", "page": str(page)},
        {"ask": "source", "page": str(tmp_path / "gone.html")},
    )
    assert tried["answer"]["tags"][0]["values"] == ["1"]  # type: ignore[index]
    assert "script" not in cleaned["answer"]["html"]  # type: ignore[index]
    assert "there is no file" in str(missing["error"])


def test_faults_have_their_places(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    page.write_text("x")
    (told,) = ask({"ask": "try", "text": "rule: r\nlayers: 3\n", "page": str(page)})
    assert told["answer"]["faults"][0]["place"]["line"] == 2  # type: ignore[index]
