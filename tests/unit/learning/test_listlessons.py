"""Lists that the model of columns is trained on."""

from scrapy_bt.core.healing.lists import ListModels
from scrapy_bt.learning.labelled import read_labelled
from scrapy_bt.learning.listlessons import list_sheets, train_columns


def test_right_columns_have_the_highest_worth_and_are_learned(labelled_folder):
    pairs = list_sheets(read_labelled(labelled_folder).lists)
    sheet = pairs[0][2]
    best = max(range(len(sheet.columns)), key=sheet.worth["case_names"].__getitem__)
    assert sheet.worth["case_names"][best] == 1.0
    assert len(sheet.columns[best].elements) == 6
    assert sheet.selectors["download_urls"].endswith("/@href")
    plain = train_columns(pairs, 0)
    assert ListModels.read(plain).columns.trees
    assert train_columns(pairs, 0) == plain
