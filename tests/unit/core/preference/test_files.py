"""The file of preferences, and its faults with their places."""

import pytest

from scrapy_bt.core.preference.files import read_preferences
from scrapy_bt.errors import RuleError


def test_a_file_is_read():
    entities = '[prefer.entities]\n"Ada Lovelace" = 3\nQ42 = -0.5\n'
    text = f'{entities}[prefer.kinds]\nperson = 1\n[prefer.words]\n"for sale" = -2\n'
    found = read_preferences(text, file="p.toml")
    assert found.entities == {"Ada Lovelace": 3.0, "Q42": -0.5}
    assert (found.kinds, found.words) == ({"person": 1.0}, {"for sale": -2.0})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "prefer"),
        ("[prefer.entities]\nAda = 4\n", "p.toml:2:7: the weight of `Ada` is a number from -3 to 3"),
        ("[prefer.entities]\nAda = true\n", "p.toml:2:7: the weight"),
        ("[prefer.entities]\nAda = nan\n", "p.toml:2:7: the weight"),
        ("[prefer.words]\nthe = 1\n", "p.toml:2:1: `the` would be found on nearly every page"),
        ("[prefer.words]\n'<b>Ada</b>' = 1\n", "p.toml:2:1: `<b>Ada</b>` has markup in it, </b>"),
        (
            "[prefer.entities]\nAda = 1\n' ADA' = -1\n",
            "p.toml:3:1: ` ADA` is the same name as `Ada`: capitals and spaces do not count",
        ),
        ("[prefer.things]\nAda = 1\n", "things"),
        ("[prefer", "p.toml:1"),
    ],
)
def test_faults_are_told_with_their_places(text, fault):
    with pytest.raises(RuleError) as error:
        read_preferences(text, file="p.toml")
    assert fault in str(error.value)
