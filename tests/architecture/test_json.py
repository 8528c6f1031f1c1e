"""Foreign JSON has one reader, with bounds: a second one would have none."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "scrapy_bt"
READERS = ("json.loads(", "json.load(", "JSONDecoder", "msgspec.json.decode(")
ITSELF = "core/documents/json.py"
OWN = {
    "settings/kinds.py": "settings come from the project and the command line",
    "storage/rows.py": "it has written the text itself, a moment before",
    "commands/infer.py": "the same",
}
"""Files that read JSON of nobody else, and why."""


def test_only_one_module_reads_json_of_others() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(reader in path.read_text("utf-8") for reader in READERS)
    }
    assert {path for path in found if not path.startswith("testing/")} == {ITSELF, *OWN}
