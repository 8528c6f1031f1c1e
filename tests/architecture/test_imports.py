"""What importing the package costs: nothing of Scrapy, Twisted or Redis."""

import subprocess
import sys

import pytest

HEAVY = ("scrapy", "twisted", "redis", "lark")


def modules_loaded_by(statement: str) -> set[str]:
    """Return the names of all modules that a fresh interpreter holds after a statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules, sep='\\n')"
    return set(
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    )


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = modules_loaded_by("import scrapy_bt")
    assert "scrapy_bt" in loaded
    assert not {module for module in loaded if module.partition(".")[0] in HEAVY}


@pytest.mark.parametrize(
    "module", ["scrapy_bt.core.tree", "scrapy_bt.core.priority", "scrapy_bt.core.rules", "scrapy_bt.frontier"]
)
def test_the_inner_ring_needs_no_scrapy_and_no_parser(module: str) -> None:
    loaded = modules_loaded_by(f"import {module}")
    assert not loaded & {*HEAVY, "lark"}


def test_the_commands_that_scrapy_loads_at_each_start_load_nothing_that_crawls() -> None:
    commands = ("bt", "crawl", "list", "looking", "runspider")
    loaded = modules_loaded_by(f"from scrapy_bt.commands import {', '.join(commands)}")
    assert {f"scrapy_bt.commands.{name}" for name in commands} <= loaded
    assert not loaded & {"redis", "lark", "scrapy_bt.crawl.spiders", "scrapy_bt.core.tree", "scrapy_bt.frontier.memory"}


def test_a_crawl_without_rules_loads_nothing_that_reads_them() -> None:
    modules = ("spiderloader", "spiders", "scheduler", "redis.scheduler", "network.guarding")
    loaded = modules_loaded_by(f"import scrapy_bt.addon, {', '.join(f'scrapy_bt.crawl.{name}' for name in modules)}")
    assert {f"scrapy_bt.crawl.{name}" for name in modules} <= loaded
    assert not {name for name in loaded if name == "yaml" or name.startswith("scrapy_bt.core.rules.files")}


def test_a_console_loads_no_database_before_somebody_looks_at_one() -> None:
    loaded = modules_loaded_by("import scrapy_bt.console.server")
    assert "scrapy_bt.console.sources.records" in loaded
    assert not loaded & {"sqlalchemy", "alembic"}


def test_the_name_in_settings_is_the_add_on() -> None:
    program = "import scrapy_bt, scrapy_bt.addon; assert scrapy_bt.Addon is scrapy_bt.addon.Addon"
    subprocess.run([sys.executable, "-c", program], check=True)
