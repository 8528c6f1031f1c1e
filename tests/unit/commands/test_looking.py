import argparse
from pathlib import Path

import pytest
from scrapy.cmdline import ScrapyArgumentParser
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands import looking
from scrapy_bt.crawl.redis import QUEUE_APART

COMMANDS = (looking.Shell, looking.Fetch, looking.View, looking.Parse, looking.Check)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    (tmp_path / "scrapy.cfg").write_text("")
    return tmp_path


@pytest.mark.parametrize("kind", COMMANDS)
def test_what_they_look_at_is_nobodys_task(project: Path, kind: type[ScrapyCommand]) -> None:
    command = kind()
    command.settings = Settings()
    parser = ScrapyArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    command.process_options([], parser.parse_args([]))
    assert command.settings.getbool(QUEUE_APART)


def test_without_a_project_those_that_need_one_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    command = looking.Check()
    command.settings = Settings()
    with pytest.raises(UsageError, match="only available within a project"):
        command.process_options([], argparse.Namespace())


def test_a_wrong_setting_is_refused(project: Path) -> None:
    command = looking.Fetch()
    command.settings = Settings({"BT_REGEX_SECONDS": "soon"})
    parser = ScrapyArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    with pytest.raises(UsageError, match=r"^BT_REGEX_SECONDS is 'soon': it is a number of seconds$"):
        command.process_options([], parser.parse_args([]))
