"""The edit by which a proposal comes into its file."""

from pathlib import Path

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.patches import patch_of
from scrapy_bt.wholefiles import digest_of
from tests.proposals import SPIDER


def test_encoding_mode_and_links_stay(filing):
    text = "# -*- coding: latin-1 -*-\n# é\n" + SPIDER
    real = Path("real.py")
    real.write_bytes(text.encode("latin-1"))
    real.chmod(0o640)
    Path("shop.py").unlink()
    Path("shop.py").symlink_to("real.py")
    patch = patch_of(filing.file(), "h2::text")
    assert patch.apply() == digest_of(real.read_bytes())
    assert real.read_bytes() == text.replace("h1", "h2").encode("latin-1")
    assert (real.stat().st_mode & 0o777, Path("shop.py").is_symlink()) == (0o640, True)
    assert sorted(one.name for one in Path().iterdir()) == [".scrapy", "real.py", "shop.bt", "shop.py"]


def test_a_sign_that_the_encoding_of_a_file_lacks_is_told(filing):
    Path("shop.py").write_bytes(("# -*- coding: latin-1 -*-\n# é\n" + SPIDER).encode("latin-1"))
    with pytest.raises(UneditableError, match=r"shop\.py is in iso-8859-1, which has no '€': save it as UTF-8"):
        patch_of(filing.file(), "h2.€::text")


def test_who_is_faster_wins(filing):
    patch = patch_of(filing.file(), "h2::text")
    Path("shop.py").write_text("# mine\n")
    with pytest.raises(BTError, match="has been changed meanwhile"):
        patch.apply()
    assert Path("shop.py").read_text() == "# mine\n"


@pytest.mark.parametrize("place", ["", "shop.txt:1"])
def test_other_files_are_not_edited(filing, place):
    with pytest.raises(UneditableError, match="it is not known in which file"):
        patch_of(filing.file(place), "h2::text")


def test_a_file_that_is_gone_or_is_no_text(filing):
    one = filing.file()
    Path("shop.py").unlink()
    with pytest.raises(BTError, match=r"shop\.py cannot be read"):
        patch_of(one, "h2::text")
    Path("shop.py").write_bytes(b"\xff\xfe")
    with pytest.raises(UneditableError, match="cannot be read as text"):
        patch_of(filing.file(), "h2::text")
