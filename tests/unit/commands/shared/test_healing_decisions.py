"""Several proposals are decided on at once."""


def test_one_that_fails_does_not_stop_the_others(heal, filing, told):
    one = filing.file()
    assert heal("reject", 77, one.id, one.id, "--json") == 1
    lines = told()
    assert lines[0] == {
        "id": 77, "error": "there is no proposal 77; `scrapy bt heal review --json` lists them",
    }  # fmt: skip
    assert [(line["id"], line["state"]) for line in lines[1:]] == [(one.id, "rejected")]
