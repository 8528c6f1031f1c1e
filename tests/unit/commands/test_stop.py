def test_stopped_tasks_are_gone(bt, frontier, tasks):
    assert bt("stop", "shop", "--node", "list")[0] == 0
    assert {line.bucket.node for line in frontier.status()} == {"main/detail/page"}
    assert bt("stop", "shop", "--node", "list")[1] == "shop: no task at node 'list' is there to stop\n"
