from pathlib import Path

from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.templates import templates_folder


def test_the_folder_holds_the_templates_of_projects_and_spiders(capsys):
    assert BT.run("templates", [], Settings()) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert folder == templates_folder()
    assert (folder / "project" / "module" / "settings.py.tmpl").is_file()
    assert (folder / "spiders" / "basic.tmpl").is_file()
