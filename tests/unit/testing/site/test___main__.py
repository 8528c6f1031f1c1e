import pytest

from scrapy_bt.testing.site.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "65536"], "'65536' is not a number from 0 to 65535"),
        (["--port", "http"], "'http' is not a number"),
        (["--products", "0"], "products must be a whole number from 1"),
        (["--latency", "-1"], "latency must be a number from 0 on"),
        (["--latency-by-prefix", "/shop/"], "'/shop/' is not PREFIX=SECONDS, such as /shop/=0.2"),
        (["--latency-by-prefix", "shop=1"], "the path prefix 'shop' must begin with /"),
        (["--login-wall", "open"], "invalid choice: 'open'"),
    ],
)
def test_wrong_arguments_are_named_and_nothing_starts(arguments, message, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_the_help_names_every_setting(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "--session-seconds SECONDS" in capsys.readouterr().out
