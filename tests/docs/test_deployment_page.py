"""The page on deployment: its package is built and crawled zipped; its other files are read by their own readers."""

import configparser
import subprocess
import sys

import yaml

from scrapy_bt.settings import DEFAULTS
from tests.docs.blocks import DOCS, read_blocks

FILES = {block.caption: block.text for block in read_blocks(DOCS / "deployment.md") if block.caption}
TREE = 'main :: and { :thing }\nthing :: item { name = "lamp" }\n'


def test_the_package_is_crawled_zipped_and_without_scrapy_cfg(tmp_path):
    source = tmp_path / "source"
    (source / "shop" / "trees" / "deep").mkdir(parents=True)
    for path in ("setup.py", "shop/settings.py"):
        (source / path).write_text(FILES[path])
    (source / "shop" / "__init__.py").write_text("")
    (source / "shop" / "trees" / "deep" / "lamps.bt").write_text(TREE)
    built = [sys.executable, "-W", "ignore", "setup.py", "-q", "bdist_wheel", "-d", str(tmp_path)]
    subprocess.run(built, cwd=source, check=True, capture_output=True, timeout=200)
    (wheel,) = tmp_path.glob("*.whl")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    result = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "lamps", "-O", "-:jl", "--nolog"],
        cwd=elsewhere,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(wheel), "SCRAPY_SETTINGS_MODULE": "shop.settings"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert (result.returncode, result.stdout.strip()) == (0, '{"name": "lamp"}'), result.stderr


def test_the_compose_file_gives_the_worker_what_it_needs():
    services = yaml.safe_load(FILES["compose.yaml"])["services"]
    worker = services.pop("worker")
    assert set(worker["depends_on"]) == set(services) == {"redis", "postgres"}
    settings = dict(word.split("=", 1) for word in worker["command"] if "=" in word)
    assert {name for name in settings if name.startswith("BT_")} <= set(DEFAULTS)
    assert "@postgres/" in settings["BT_STORE_URL"]
    assert settings["REDIS_URL"].startswith("redis://redis:")


def test_the_unit_starts_a_crawl_that_goes_on():
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(FILES["/etc/systemd/system/lamps.service"])
    assert "-s JOBDIR=" in unit["Service"]["ExecStart"]
    assert unit["Service"]["KillSignal"] == "SIGTERM"
