"""Names by a server of CoreNLP, in whose place one stands that speaks its protocol."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from scrapy_bt.crawl.preference.recognisers.corenlp import CoreNlpRecogniser
from scrapy_bt.errors import BTError
from tests.serving import Handler, serving

NAMES = {"Ada Lovelace": "PERSON", "伦敦": "CITY", "1835": "DATE", "Analytical Society": "ORGANIZATION"}


def units(text):
    """How long Java says that it is."""
    return len(text.encode("utf-16-le")) // 2


class Server(Handler):
    """Annotates as version 4 does: offsets in UTF-16 units, confidences where the model has them."""

    def do_POST(self):  # noqa: N802 - as the server calls it
        properties = json.loads(parse_qs(urlsplit(self.path).query)["properties"][0])
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if "explode" in text:
            self.answer(500, "edu.stanford.nlp.pipeline.AnnotationException")
            return
        if "garbage" in text:
            self.answer(200, '{"sentences": [{"entitymentions": [{"ner": "PERSON"}]}]}')
            return
        assert "ner" in properties["annotators"].split(",")
        assert properties["outputFormat"] == "json"
        found = []
        for name, label in NAMES.items():
            if name in text:
                begin = units(text[: text.index(name)])
                one = {"text": name, "ner": label, "characterOffsetBegin": begin}
                one["characterOffsetEnd"] = begin + units(name)
                found.append(one | ({"nerConfidences": {label: 0.93}} if label == "PERSON" else {}))
        self.answer(200, json.dumps({"sentences": [{"index": 0, "tokens": [], "entitymentions": found}, {"index": 1}]}))


@pytest.fixture(scope="module")
def server():
    with serving(Server) as address:
        yield address


def found(server, text, language="en"):
    return [
        (text[one.start : one.end], one.kind, one.score) for one in CoreNlpRecogniser(server).recognise(text, language)
    ]


def test_entities_stand_where_they_are_also_behind_characters_that_java_counts_twice(server):
    text = "𝔄 and 😀: Ada Lovelace (1835) of the Analytical Society, 伦敦"
    assert sorted(found(server, text)) == [
        ("Ada Lovelace", "person", 0.93),
        ("Analytical Society", "organisation", 0.8),
        ("伦敦", "place", 0.8),
    ]
    assert found(server, "Nobody.") == []


def test_languages_without_models_are_not_asked_for(server):
    assert found(server, "explode", "ko") == []


@pytest.mark.parametrize("text", ["explode", "garbage"])
def test_what_is_no_annotation_is_raised(server, text):
    with pytest.raises(BTError, match="gave no annotations"):
        found(server, text)


def test_a_server_that_is_not_there_is_raised():
    with pytest.raises(BTError, match="gave no annotations"):
        CoreNlpRecogniser("http://127.0.0.1:9").recognise("Ada", "en")
    with pytest.raises(BTError, match="URL of a server"):
        CoreNlpRecogniser("localhost:9000")
