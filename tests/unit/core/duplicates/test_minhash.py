import random

import pytest

from scrapy_bt.core.duplicates.minhash import FEWEST, PLACES, Bands, sign, similarity
from scrapy_bt.core.duplicates.text import normalise, shingles

WORDS = random.Random(1).choices([f"word{number}" for number in range(3000)], k=500)
CHARACTERS = random.Random(2).choices("的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出", k=800)


def pieces(tokens, joint):
    return set(shingles(normalise(joint.join(tokens))))


def changed(tokens, share, seed):
    """The tokens with a share of them replaced."""
    draw = random.Random(seed)
    return [draw.choice(tokens) + "x" if draw.random() < share else token for token in tokens]


@pytest.mark.parametrize(("tokens", "joint"), [(WORDS, " "), (CHARACTERS, "")])
def test_the_share_of_equal_places_estimates_the_share_of_common_shingles(tokens, joint):
    whole, errors = pieces(tokens, joint), []
    for seed in range(40):
        other = pieces(changed(tokens, 0.002 * seed, seed), joint)
        true = len(whole & other) / len(whole | other)
        errors.append(similarity(sign(whole), sign(other)) - true)
    assert abs(sum(errors) / len(errors)) < 0.03
    assert max(map(abs, errors)) < 0.17


def test_a_text_is_like_itself_whatever_the_order():
    whole = sorted(pieces(WORDS, " "))
    assert len(sign(whole)) == 2 * PLACES
    assert similarity(sign(whole), sign(reversed(whole))) == 1.0


def test_texts_that_have_nothing_in_common_are_not_alike():
    assert similarity(sign(pieces(WORDS, " ")), sign(pieces(CHARACTERS, ""))) < 0.1


def test_few_shingles_fill_all_places_and_fewer_have_no_signature():
    assert similarity(sign(map(str, range(FEWEST))), sign(map(str, range(FEWEST, 2 * FEWEST)))) < 0.2
    assert sign(map(str, range(FEWEST - 1))) == b""
    assert sign(["same"] * 100) == b""


@pytest.mark.parametrize("wanted", [0.3, 0.5, 0.7, 0.8, 0.9, 0.99])
def test_bands_find_what_is_so_similar(wanted):
    layout = Bands.finding(wanted)
    assert layout.count * layout.rows <= PLACES
    assert 1 - (1 - wanted**layout.rows) ** layout.count >= 0.99


def test_near_texts_have_a_band_in_common_and_others_have_none():
    layout, whole = Bands.finding(0.8), sign(pieces(WORDS, " "))
    bands = layout.of(whole)
    assert len(set(bands)) == layout.count
    found = [set(bands) & set(layout.of(sign(pieces(changed(WORDS, 0.02, seed), " ")))) for seed in range(20)]
    assert all(found)
    assert not set(bands) & set(layout.of(sign(pieces(CHARACTERS, ""))))


@pytest.mark.parametrize("wanted", [0, 0.2, 1, -1, 5])
def test_what_cannot_be_looked_for_is_refused(wanted):
    with pytest.raises(ValueError, match="is no similarity"):
        Bands.finding(wanted)
