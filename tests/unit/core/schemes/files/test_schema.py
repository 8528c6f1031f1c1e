import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from scrapy_bt.core.documents.toml import tomllib
from scrapy_bt.core.schemes import files
from scrapy_bt.core.schemes.files.schema import schema_text, scheme_schema
from scrapy_bt.core.schemes.files.shape import SCHEME
from tests.schemefiles import TOPIC, TOPIC_YAML, records

PUBLISHED = Path(files.__file__).with_name("scheme.schema.json")
VALIDATOR = jsonschema.Draft7Validator(scheme_schema())


def test_the_published_schema_is_the_one_of_this_version():
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text()
    jsonschema.Draft7Validator.check_schema(json.loads(schema_text()))


@pytest.mark.parametrize("data", [tomllib.loads(TOPIC), yaml.safe_load(TOPIC_YAML)], ids=["toml", "yaml"])
def test_a_scheme_fits_the_schema(data):
    VALIDATOR.validate(data)
    assert not VALIDATOR.is_valid({**data, "speed": 3})
    assert not VALIDATOR.is_valid({**data, "classes": [{"optional": ["a"]}]})


def test_every_field_says_what_it_means():
    found = list(records(SCHEME))
    assert {record.noun for record in found} == {"scheme", "class", "platform", "page range"}
    assert all(field.meaning.endswith(".") for record in found for field in record.fields)
