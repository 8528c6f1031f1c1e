"""Every setting of Scrapy that is about requests is in the docs, where it stands what it means, and is tried so."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scrapy
from scrapy.settings import default_settings

ROOT = Path(__file__).resolve().parents[2]

APART = re.compile(
    r"ADDONS|BOT_NAME|COMMANDS_MODULE|EDITOR|FORCE_CRAWLER_PROCESS|JOBDIR|NEWSPIDER_MODULE|TEMPLATES_DIR|\w+_BASE"
    r"|DEFAULT_(DROPITEM_LOG_LEVEL|ITEM_CLASS)|SPIDER_(CONTRACTS|LOADER_\w+|MODULES)"
    r"|(FEEDS?|FILES|GCS|IMAGES|LOG|LOGSTATS|MAIL|MEMDEBUG|MEMUSAGE|PERIODIC_LOG|REMOTE_CONTROL|STATS|STATSMAILER"
    r"|TELNETCONSOLE)(_\w+)?"
)
"""What is not about requests."""

OLD = {"DNS_RESOLVER"}
"""Other names of settings that are tried."""

READ = re.compile(
    r"(?:getattr|hasattr)\((?:self\.)?(?:crawler\.)?spider, \"(\w+)\"|_apply_deprecated_spider_attr\(\s*\"(\w+)\""
)
"""Where Scrapy reads an attribute of a spider."""

INSIDE = {"closed", "rules", "state"}
"""Attributes that are not about requests."""


def read_table():
    """Verdicts of the docs, by name."""
    rows = re.findall(
        r"^\| (`.+`) \| (holds|changes nothing|is refused) \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE
    )
    named = [(name, verdict) for names, verdict in rows for name in re.findall(r"`(\w+)`", names)]
    assert len(named) == len(dict(named)), "a name stands in two rows"
    return dict(named)


@pytest.mark.skipif(scrapy.version_info < (2, 19), reason="older versions have other settings")
def test_the_table_says_what_the_trials_show():
    result = subprocess.run(
        [sys.executable, "-m", "tests.integration.scrapysettings"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-4000:]
    trials = json.loads(result.stdout)
    assert [trial["fault"] for trial in trials if trial["fault"]] == []
    assert {name: trial["verdict"] for trial in trials for name in trial["names"]} == read_table()


@pytest.mark.skipif(scrapy.version_info < (2, 19), reason="older versions have other settings")
def test_every_setting_about_requests_is_in_the_table():
    table = read_table()
    names = {name for name in dir(default_settings) if name.isupper()}
    about = {name for name in names if not APART.fullmatch(name)} - OLD
    assert about | {"JOBDIR"} == {name for name in table if name.isupper()}


def test_every_attribute_that_scrapy_reads_is_in_the_table():
    sources = [path.read_text(encoding="utf-8") for path in Path(scrapy.__file__).parent.rglob("*.py")]
    read = {name for source in sources for found in READ.findall(source) for name in found if name}
    assert read - INSIDE <= set(read_table())
    assert "allowed_domains" in read
