from scrapy_bt.frontier.protocol import Completion, Pause


def test_a_task_that_paused_itself_goes_on(bt, frontier, tasks):
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Pause(lease.entry)))
    assert bt("resume", "shop", "--task", str(lease.entry.id))[:2] == (
        0,
        f"shop: 1 task (task {lease.entry.id}) resumed\n",
    )
    assert frontier.counts().ready == 3
