"""English and Simplified Chinese, complete in both."""

import gettext
import io
import json
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_bt.console import words as module
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.navigation import NAVIGATION
from scrapy_bt.console.views.inferences import STAGES
from scrapy_bt.console.words import LANGUAGES, choose_language, words
from scrapy_bt.core.healing.kinds import ChangeKind
from scrapy_bt.core.healing.perception.views import WORDED
from scrapy_bt.core.inference.concluding import REPLAY
from scrapy_bt.core.inference.hypotheses import REHEARSAL
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.inference.steps.targets import TargetSource
from scrapy_bt.frontier.listings import PEEKED
from scrapy_bt.operations.preferring import PARTS
from scrapy_bt.settings import SETTINGS
from tests.sentences import patterns, unsaid
from tests.unit.console.conftest import Client

FOLDER = Path(module.__file__).parent
CHINESE = {"accept-language": "zh-CN,zh;q=0.9,en;q=0.5"}

RULE = """rule: News
layers:
  - layer: a
    entries: [https://a.test/]
    tags:
      - tag: t
        start: <b>
"""
SHOWN = {
    *PEEKED,
    *PARTS,
    *SETTINGS_PRIORITIES,
    "dead",
    "viewer",
    "operator",
    "editor",
    "admin",
    "auto",
    "light",
    "dark",
}
"""Words that a template translates by their values."""
STATES = {"open", "live", "accepted", "rejected", "rolled back"}
FACTS = {"unverified", "verified", "refuted", "posted", "supported", "replaced"}
STAGES_SHOWN = {*(stage.capitalize() for stage in STAGES), "edited since", "kept", "left out", "repeat"}
CHANGES = {kind.value for kind in ChangeKind} | WORDED
KNOWING = {source.name for source in SOURCES} | {TargetSource.name, REHEARSAL, REPLAY}
VALUES = {"variables", "frames", "request", "record", "message", "holds"}


@cache
def said() -> frozenset[object]:
    """Every message that is translated; of a plural both forms."""
    found = extract_from_dir(
        FOLDER,
        method_map=[("**.py", "python"), ("templates/**.jinja", "jinja2.ext:babel_extract")],
        options_map={"templates/**.jinja": {"trimmed": "false", "newstyle_gettext": "true", "silent": "false"}},
        keywords={"_": None, "gettext": None, "ngettext": (1, 2)},
    )
    messages = {message for _, _, message, _, _ in found}
    named = SHOWN | STAGES_SHOWN | VALUES | STATES | FACTS | KNOWING | CHANGES | {entry.word for entry in NAVIGATION}
    return frozenset(messages) | named | patterns() | {setting.meaning for setting in SETTINGS}


def texts(compiled: bytes) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in read_mo(io.BytesIO(compiled)) if message.id}


def parts_of(pattern: str) -> list[str]:
    """What a sentence puts in, those without a name by their number."""
    named = re.findall(r"%\(\w+\)s", pattern)
    try:
        fields = [(name, form) for _, name, form, _ in Formatter().parse(pattern) if name is not None]
    except ValueError:  # braces of its own, and no parts
        fields = []
    return sorted(named + [f"{name or number}:{form}" for number, (name, form) in enumerate(fields)])


def is_numbered_in_one_way(pattern: str) -> bool:
    fields = re.findall(r"(?<!\{)(?:\{\{)*\{(\d*)(?::[^{}]*)?\}", pattern)
    return not any(fields) or all(fields)


def catalogue(language: str):
    with (FOLDER / "locale" / language / "LC_MESSAGES" / "console.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_word_is_translated_and_none_is_left_over(language: str) -> None:
    translated = {message.id: message.string for message in catalogue(language) if message.id}
    assert sorted(map(str, said() - set(translated))) == []
    assert sorted(map(str, set(translated) - said())) == []
    empty = [name for name, text in translated.items() if not all(text if isinstance(text, tuple) else (text,))]
    assert empty == []


def test_what_people_are_told_can_be_translated() -> None:
    assert unsaid() == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_places_in_sentences_are_kept(language: str) -> None:
    for message in catalogue(language):
        if message.id and isinstance(message.id, str):
            assert parts_of(message.id) == parts_of(message.string), message.id
            assert is_numbered_in_one_way(message.string), message.string


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_the_compiled_words_are_those_of_the_source(language: str) -> None:
    written = io.BytesIO()
    write_mo(written, catalogue(language))
    with (FOLDER / "locale" / language / "LC_MESSAGES" / "console.mo").open("rb") as file:
        stored = file.read()
    assert texts(stored) == texts(written.getvalue())


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "zh-CN,zh;q=0.9,en;q=0.8", "zh_CN"),
        (None, "de-DE,en;q=0.5,zh;q=0.2", "en"),
        (None, "fr;q=x,zh-TW", "zh_CN"),
        ("en", "zh-CN", "en"),
        ("tlh", "zh-CN", "zh_CN"),
    ],
)
def test_the_language_is_the_one_chosen_or_the_browsers(cookie: str | None, accepted: str, language: str) -> None:
    assert choose_language(cookie, accepted) == language


def test_words_of_a_language_that_nobody_has_written_are_english() -> None:
    assert words("zh_CN").gettext("Runs") != "Runs"
    assert type(words("tlh")) is gettext.NullTranslations


def put(project: Path, name: str, text: str) -> None:
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(text)


@pytest.mark.parametrize(
    ("path", "english", "chinese"),
    [
        ("/api/v1/crawls/other", "there is no crawl 'other'", "没有爬取“other”"),
        ("/crawls/other", "there is no crawl &#39;other&#39;", "没有爬取“other”"),
        ("/api/v1/files/trees/other.bt", "there is no file 'other.bt' among the trees", "trees 中没有文件“other.bt”"),
        ("/api/v1/stream?topics=x:y", "there is no topic 'x:y'", "没有主题“x:y”"),
        ("/settings", "Database for records", "存放记录的数据库"),
        ("/trees/shop.bt", "there is no tree <code>main</code>", "没有树 <code>main</code>"),
        ("/api/v1/files/trees/shop.bt", "there is no tree `main`, where a crawl begins", "没有树 `main`"),
        ("/rules/news.yaml", "a rule without layers takes nothing", "没有层的规则什么也取不到"),
        ("/api/v1/files/rules/news.yaml", "Who wrote it.", "作者。"),
    ],
)
def test_what_is_wrong_is_told_in_the_readers_language(
    client: Client, project: Path, path: str, english: str, chinese: str
) -> None:
    put(project, "trees/shop.bt", 'list :: visit "https://a.test/"\n')
    put(project, "rules/news.yaml", "rule: News\nauthor: Ann\nlayers: []\n")
    assert english in client.get(path).text
    told = client.get(path, **CHINESE)
    assert chinese in told.text
    assert english not in told.text


def test_who_may_not_do_something_is_told_in_chinese(client: Client) -> None:
    told = client.get("/samples", role=Role.VIEWER, **CHINESE)
    assert (told.status, told.json["message"]) == (403, "这需要角色“编辑者”；ann 是“查看者”")


def test_why_a_trial_takes_nothing_is_told_in_chinese(client: Client, project: Path) -> None:
    put(project, "rules/news.yaml", RULE)
    given = json.dumps({"text": "<i>x</i>", "url": "https://a.test/"})
    page = client.post("/api/v1/pages", given, role=Role.EDITOR).json["hash"]
    asked = json.dumps({"page": page, "name": "news.yaml"})
    try:
        assert "never matches" in client.post("/api/v1/try", asked, role=Role.EDITOR).text
        assert "start 码从不匹配" in client.post("/api/v1/try", asked, role=Role.EDITOR, **CHINESE).text
    finally:
        client.console.trials.close()
