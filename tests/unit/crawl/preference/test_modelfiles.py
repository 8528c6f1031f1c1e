"""Models of links in files: whole, of this version, for these preferences, or learned anew."""

import logging
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import save

from scrapy_bt.core.documents.models import pack_model
from scrapy_bt.core.preference.features import Features
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.promise import Promise
from scrapy_bt.crawl.preference import modelfiles
from scrapy_bt.crawl.preference.modelfiles import PromiseFile, read_promise
from scrapy_bt.errors import ModelError

WANTED = Preferences(words={"engine": 3.0})


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    return PromiseFile("shop")


@pytest.fixture
def promise():
    promise = Promise()
    promise.learn(Features(0.0, (1, 2), (3,)), 1.0)
    promise.note_text((3, 4), 0.5)
    return promise


def test_what_was_learned_goes_on(file, promise):
    assert file.load(WANTED).learned == 0
    file.save(promise, WANTED)
    first = file.path.read_bytes()
    file.save(file.load(WANTED), replace(WANTED, words={"engine": 1.0}))
    assert file.path.read_bytes() == first
    assert file.load(WANTED).dump() == promise.dump()


def test_other_preferences_learn_anew(file, promise, caplog):
    file.save(promise, WANTED)
    with caplog.at_level(logging.INFO):
        assert file.load(Preferences(words={"engine": -3.0})).learned == 0
    assert "for other preferences" in caplog.text


def _other_kind(_):
    return pack_model("urls", {"a": np.zeros(3, "float32")}, {})


def _other_shape(_):
    return pack_model("links", {"weights": np.zeros((2, 2), "float32")}, {})


def _foreign(_):
    return save({"a": np.zeros(3, "float32")}, {})


def _other_weights(data):
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    "spoil",
    [
        _other_kind,
        _other_shape,
        _foreign,
        _other_weights,
        lambda data: data[:100],
        lambda _: b"",
        lambda _: b"\xff" * 64,
    ],
)
def test_a_broken_or_foreign_model_stops_nothing(file, promise, caplog, spoil):
    file.save(promise, WANTED)
    file.path.write_bytes(spoil(file.path.read_bytes()))
    with pytest.raises(ModelError, match=r"shop\.safetensors"):
        read_promise(file.path)
    with caplog.at_level(logging.WARNING):
        assert file.load(WANTED).learned == 0
    assert "learned anew" in caplog.text


def test_a_file_that_is_too_large_is_not_read(file, promise, monkeypatch):
    file.save(promise, WANTED)
    monkeypatch.setattr(modelfiles, "LARGEST", 10)
    with pytest.raises(ModelError, match="larger than any"):
        read_promise(file.path)


def test_without_the_extra_nothing_is_kept_and_nothing_stops(file, promise, caplog, monkeypatch):
    file.save(promise, WANTED)
    monkeypatch.setitem(__import__("sys").modules, "safetensors", None)
    with caplog.at_level(logging.WARNING):
        assert file.load(WANTED).learned == 0
        file.save(promise, WANTED)
    assert caplog.text.count("safetensors is not installed") == 2
