"""Names by a pipeline of spaCy: an empty one with rules, since models come from the network."""

import pytest

from scrapy_bt.crawl.preference.recognisers.spacy import SpacyRecogniser
from scrapy_bt.errors import BTError

TEXT = "Ada Lovelace moved to London in 1835 with her Loom."


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    spacy = pytest.importorskip("spacy", reason="needs the extra spacy")
    made = spacy.blank("en")
    rules = made.add_pipe("entity_ruler")
    patterns = {"PERSON": "Ada Lovelace", "GPE": "London", "DATE": "1835", "GADGET": "Loom"}
    rules.add_patterns([{"label": label, "pattern": text} for label, text in patterns.items()])
    folder = tmp_path_factory.mktemp("pipeline")
    made.to_disk(folder)
    return str(folder)


def test_entities_have_our_kinds(pipeline):
    recogniser = SpacyRecogniser(pipeline)
    found = [(TEXT[one.start : one.end], one.kind) for one in recogniser.recognise(TEXT, "en")]
    assert found == [("Ada Lovelace", "person"), ("London", "place"), ("Loom", "gadget")]
    assert recogniser.recognise(TEXT, "de") == []
    assert len(recogniser.recognise(TEXT, "")) == 3


def test_a_pipeline_that_there_is_not_is_told():
    pytest.importorskip("spacy", reason="needs the extra spacy")
    with pytest.raises(BTError, match="no pipeline 'en_core_nothing'"):
        SpacyRecogniser("en_core_nothing")


def test_without_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(BTError, match=r"scrapy_bt\[spacy\]"):
        SpacyRecogniser("en_core_web_sm")
