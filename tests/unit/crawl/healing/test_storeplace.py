from scrapy_bt.crawl.healing.storeplace import store_place


def test_the_store_lies_in_the_projects_folder_for_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert store_place({}) == tmp_path / ".scrapy" / "bt-healing.db"
    address = "postgresql://shop@db.example/crawls"
    assert store_place({"BT_HEALING_STORE": address}) == address
