"""The page on deployment: its package is built and crawled zipped; its other files are read by their own readers."""

import configparser
import json
import subprocess
import sys

import pytest
import yaml

from scrapy_bt.commands.shared.projects import templates_folder
from scrapy_bt.settings import DEFAULTS
from tests.docs.blocks import DOCS, read_blocks
from tests.serving import Handler, serving

FILES = {block.caption: block.text for block in read_blocks(DOCS / "deployment.md") if block.caption}
TEMPLATE = templates_folder() / "project"
RULE = """
rule: prices
site: {url: URL}
layers:
- layer: list
  entries: ['/rows']
  tags:
  - {tag: row, start: '<p>', end: '</p>'}
groups:
- group: prices
  columns:
  - {name: row, tag: list.row}
"""
TREE = 'main :: and { :thing }\nthing :: item { name = "lamp" }\n'


class _Site(Handler):
    def do_GET(self):  # noqa: N802 - the name that http.server calls
        self.answer(200, "<p>one</p><p>two</p>" if self.path == "/rows" else "")


@pytest.fixture
def deployed(tmp_path):
    """Runs a spider of the page's package as scrapyd does."""
    source = tmp_path / "source"
    (source / "shop" / "trees" / "deep").mkdir(parents=True)
    for path in ("setup.py", "shop/settings.py"):
        (source / path).write_text(FILES[path])
    (source / "shop" / "__init__.py").write_text("")
    (source / "shop" / "trees" / "deep" / "lamps.bt").write_text(TREE)
    (source / "shop" / "rules").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with serving(_Site) as site:
        (source / "shop" / "rules" / "prices.yaml").write_text(RULE.replace("URL", site))
        built = [sys.executable, "-W", "ignore", "setup.py", "-q", "bdist_wheel", "-d", str(tmp_path)]
        subprocess.run(built, cwd=source, check=True, capture_output=True)
        (wheel,) = tmp_path.glob("*.whl")

        def crawl(spider):
            options = ["-a", "_job=7", "-s", "BT_ALLOW_INTERNAL=1", "-O", "-:jl", "--nolog"]
            return subprocess.run(
                [sys.executable, "-m", "scrapy", "crawl", spider, *options],
                cwd=elsewhere,
                env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(wheel), "SCRAPY_SETTINGS_MODULE": "shop.settings"},
                capture_output=True,
                text=True,
                check=False,
            )

        yield crawl


def test_the_package_is_crawled_zipped_and_without_scrapy_cfg(deployed):
    result = deployed("lamps")
    assert (result.returncode, result.stdout.strip()) == (0, '{"name": "lamp"}'), result.stderr
    result = deployed("prices")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [{"row": "one"}, {"row": "two"}], result.stderr
    assert result.returncode == 0


def test_the_compose_file_gives_the_worker_what_it_needs():
    services = yaml.safe_load((TEMPLATE / "compose.yaml").read_text())["services"]
    worker = services.pop("worker")
    assert set(worker["depends_on"]) == set(services) == {"redis", "postgres"}
    settings = dict(word.split("=", 1) for word in worker["command"] if "=" in word)
    assert {name for name in settings if name.startswith("BT_")} <= set(DEFAULTS)
    assert "@postgres/" in settings["BT_STORE_URL"]
    assert settings["REDIS_URL"].startswith("redis://redis:")
    tree = worker["command"][worker["command"].index("crawl") + 1]
    assert (TEMPLATE / "trees" / f"{tree}.bt").exists()


def test_the_image_installs_what_the_workers_of_the_compose_file_need_and_runs_scrapy():
    lines = [line.partition(" ") for line in (TEMPLATE / "Dockerfile").read_text().splitlines() if line[:1].isupper()]
    instructions = {name: value for name, _, value in lines}
    assert list(instructions) == ["FROM", "RUN", "WORKDIR", "COPY", "ENTRYPOINT"]
    assert '"scrapy_bt[store]"' in instructions["RUN"]
    assert json.loads(instructions["ENTRYPOINT"]) == ["scrapy"]


def test_the_unit_starts_a_crawl_that_goes_on():
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(FILES["/etc/systemd/system/lamps.service"])
    assert "-s JOBDIR=" in unit["Service"]["ExecStart"]
    assert unit["Service"]["KillSignal"] == "SIGTERM"
