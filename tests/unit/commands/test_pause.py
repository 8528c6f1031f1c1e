def test_a_paused_task_is_not_leased(bt, frontier, tasks):
    assert bt("pause", "shop", "--task", str(tasks[0])) == (0, f"shop: 1 task (task {tasks[0]}) paused\n", "")
    assert {lease.entry.id for lease in frontier.lease(9)} == set(tasks[1:])
    assert bt("pause", "shop", "--task", str(tasks[0]))[1].endswith("to pause: it is paused\n")
