"""A sequence model in service."""

import subprocess
import sys

import numpy as np
import pytest

from scrapy_bt.core.documents.models import pack_model
from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.fields import find_old, run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.errors import ModelError
from scrapy_bt.learning import heal_page
from scrapy_bt.learning.sequence.generator import Generator
from tests.redesigns import FIELDS, NEW, OLD


def asked(old, **others):
    """Candidates and selectors of before."""
    selectors = {name: selector for name, (selector, _) in FIELDS.items()} | others
    return {name: find_old(old.page, selector) for name, selector in selectors.items()}, selectors


@pytest.fixture
def path(weights, facts, tmp_path):
    path = tmp_path / "model.safetensors"
    path.write_bytes(pack_model("selectors", weights, facts))
    return path


def test_each_selector_finds_what_was_decided(generator, old, new):
    places, selectors = asked(old)
    decided = generator.decide(old, new, places, selectors)
    assert decided.keys() == FIELDS.keys()
    for name, one in decided.items():
        assert 0 <= one.probability <= 1
        written = generator.write(old, new, one.candidate, places[name], selectors[name])
        assert written
        assert all(run_selector(new.page, text)[0] in one.candidate.chain for text in written)


def test_what_is_rather_gone_is_not_decided(weights, facts, old, new):
    is_gone = Generator(weights | {"gone": weights["gone"] + 50 * np.sign(weights["point"])}, facts)
    assert not is_gone.decide(old, new, *asked(old))
    assert is_gone.heal(old, [new], *asked(old)) == {}


def test_there_may_be_nothing(generator, old):
    assert generator.decide(old, Survey(Page("")), *asked(old)) == {}


def test_what_a_selector_reads_is_kept_and_it_holds_on_several_pages(generator, old, new):
    other = Survey(Page(NEW.replace("Bo Chan", "Di Roe").replace("Market opens late", "Rain stops play")))
    fields = asked(old, title="h1.headline::text", author="//span[@class='author']/text()")
    healed = generator.heal(old, [new, other], *fields)
    assert healed.keys() == FIELDS.keys()
    assert healed["title"][0].endswith(("::text", "/text()"))
    assert healed["author"][0].endswith(("::text", "/text()"))
    assert all(0 <= likely <= 1 for _, likely in healed.values())
    assert healed == generator.heal(old, [new, other], *fields)


def test_a_page_is_healed_with_a_further_source(path):
    without, with_it = heal_page(OLD, FIELDS, [NEW]), heal_page(OLD, FIELDS, [NEW], sequence=path)
    assert all(with_it[name][1] >= without[name][1] for name in FIELDS)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (lambda weights: weights | {"point": weights["point"][:-1]}, "not those of a sequence model"),
        (
            lambda weights: {name: one for name, one in weights.items() if name != "gone"},
            "not those of a sequence model",
        ),
    ],
)
def test_weights_of_something_else_are_refused(changed, told, weights, facts, tmp_path):
    path = tmp_path / "model"
    path.write_bytes(pack_model("selectors", changed(weights), facts))
    with pytest.raises(ModelError, match=told):
        Generator.kept(path)


def test_other_files_are_refused(path, weights, facts, tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        Generator.kept(tmp_path / "none")
    other = tmp_path / "other"
    other.write_bytes(pack_model("urls", weights, facts))
    with pytest.raises(ModelError, match="a model for urls"):
        Generator.kept(other)
    damaged = bytearray(path.read_bytes())
    damaged[-100] ^= 1
    other.write_bytes(damaged)
    with pytest.raises(ModelError, match="checksum"):
        Generator.kept(other)
    for unlike, told in (({}, "'meaning'"), (facts | {"meaning": "another"}, "mean something else")):
        other.write_bytes(pack_model("selectors", weights, unlike))
        with pytest.raises(ModelError, match=f"{told}.*train it anew"):
            Generator.kept(other)


def test_nothing_of_it_is_loaded_where_it_is_not_wanted():
    told = "import sys, scrapy_bt.learning.proposals; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0
