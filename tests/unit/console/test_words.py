"""English and Simplified Chinese, complete in both."""

import gettext
import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_bt.console import words as module
from scrapy_bt.console.navigation import NAVIGATION
from scrapy_bt.console.views.inferences import STAGES
from scrapy_bt.console.words import LANGUAGES, choose_language, words
from scrapy_bt.frontier.listings import PEEKED
from scrapy_bt.operations.preferring import PARTS

FOLDER = Path(module.__file__).parent
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
VALUES = {"variables", "frames", "request", "record", "message", "holds"}


def said() -> set[object]:
    """Every message that is translated; of a plural both forms."""
    found = extract_from_dir(
        FOLDER,
        method_map=[("**.py", "python"), ("templates/**.jinja", "jinja2.ext:babel_extract")],
        options_map={"templates/**.jinja": {"trimmed": "false", "newstyle_gettext": "true", "silent": "false"}},
        keywords={"_": None, "gettext": None, "ngettext": (1, 2)},
    )
    messages = {message for _, _, message, _, _ in found}
    return messages | SHOWN | STAGES_SHOWN | VALUES | STATES | FACTS | {entry.word for entry in NAVIGATION}


def texts(compiled: bytes) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in read_mo(io.BytesIO(compiled)) if message.id}


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


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_places_in_sentences_are_kept(language: str) -> None:
    for message in catalogue(language):
        if message.id and isinstance(message.id, str):
            places = r"\{\w+\}|%\(\w+\)s"
            assert sorted(re.findall(places, message.id)) == sorted(re.findall(places, message.string)), message.id


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
