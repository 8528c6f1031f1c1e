def test_a_boosted_task_comes_first(bt, frontier, tasks):
    assert bt("boost", "9", "shop", "--task", str(tasks[2]))[1] == f"shop: 1 task (task {tasks[2]}) boosted by 9 s\n"
    assert [lease.entry.id for lease in frontier.lease()] == tasks[2:]
