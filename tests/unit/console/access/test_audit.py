import json
from pathlib import Path

from scrapy_bt.console.access.audit import Audit
from tests.contracts.workshop import Clock


def test_every_change_is_a_line_without_secrets(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "own" / "audit.jsonl"
    audit = Audit(path, clock=clock)
    audit.note("ann", "pause", crawl="shop", node="list")
    audit.note("bob", "start run", arguments={"password": "sesame"})
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"time": clock.now, "user": "ann", "action": "pause", "crawl": "shop", "node": "list"}
    assert lines[1]["arguments"] == {"password": "…"}
    assert path.stat().st_mode & 0o777 == 0o600
