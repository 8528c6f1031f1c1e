-- Where every task stands, and the moves from one place to another: a queue, a waiting set, or leased.

-- A new task, which stands nowhere yet; *parent* is the task that spawned it, if any.
function Store.begin(rest, bucket, parent)
    local task = Records.adopt(rest, Records.id(Envelope.next("ids")), bucket)
    if task.session then
        Sessions.enter(task.session, task.id)
    end
    if task.join then
        Joins.expect(task.join, parent and parent.join ~= task.join and parent.id or nil)
    end
    return task
end

function Store.queue(task, due)
    if due > now then
        WaitingSets.delay(task, due)
    else
        Store.ready(task)
    end
end

-- Lets a task go to its queue, unless something holds it back on the way.
function Store.ready(task, first)
    if meta.open > 0 and Jobs.catch(task) then
        Store.finish(task, false)
        return
    end
    if task.doom then
        Jobs.count(task.doom)
        Store.finish(task, false)
        return
    end
    local paused = Controls.adjust(task)
    if paused then
        WaitingSets.put(task, paused, "")
        return
    end
    if task.holds and #task.holds > 0 and not Permits.claim(task) then
        return
    end
    if task.share and not task.circular and Sharing.park_if_making(task) then
        return
    end
    if first then
        Queues.push_first(Queues.of(task), Records.pack(task))
    else
        Queues.push(Queues.of(task), Records.pack(task))
    end
end

-- Gives back the places that a task does not keep, to whoever waits for them.
function Store.free(task, keep)
    if not Envelope.some("held") then
        return
    end
    for _, resource in ipairs(Permits.give_back(task.id, keep)) do
        for _, waiting in ipairs(Permits.admit(resource)) do
            Store.ready(waiting)
        end
        if Permits.is_free(resource) then
            Queues.readmit(resource)
        end
    end
end

function Store.go_on(task)
    task.time = now
    Store.ready(task)
end

local function tell_join(join, success, lost, result)
    local woken = join and Joins.finish(join, success, lost, result)
    if woken then
        Store.go_on(woken)
    end
end

-- Gives back what only a living task can have.
local function leave(task)
    if Envelope.some("marks") then
        call("HDEL", key("marks"), task.id)
    end
    Joins.forget_results(task.joined)
    Joins.abandon(task.id)
    for _, name in ipairs(Sharing.keys_made_by(task.id)) do
        Sharing.give_up(name, task.id)
    end
    Store.free(task)
end

-- The task is over: whoever waits for it is told, with its result, and what it had is given back.
function Store.finish(task, success, result)
    leave(task)
    Sessions.leave(task.session, task.id)
    Sessions.finish(task.id)
    tell_join(task.join, success, false, result)
end

-- Moves a task to the dead letters; its cookies stay with it.
function Store.bury(task, reason, when)
    DeadLetters.put(task, reason, when)
    leave(task)
    tell_join(task.join, false, true)
end

-- A task failed because parts of a join did: it is kept for those that are dead letters.
function Store.strand(task, join)
    leave(task)
    if Joins.strand(task, join) then
        tell_join(task.join, false, true)
    else
        Store.finish(task, false)
    end
end

-- A lost part is queued again: whoever failed because of it comes back, and so on.
function Store.recover(join)
    while join do
        local task = Joins.recover(join)
        if not task then
            return
        end
        task.requeued, task.time = true, now
        Joins.park(task, join)
        join = task.join
    end
end

-- A lost part will never be queued again: whoever failed because of it, and of no other, is over.
function Store.give_up(join)
    while join and Joins.is_known(join) do
        local task = Joins.give_up(join)
        if not task then
            return
        end
        Sessions.leave(task.session, task.id)
        Sessions.finish(task.id)
        join = task.join
    end
end

-- What finishing a plain task would touch, if it were there.
local RARE = { "marks", "owned", "making", "held", "guests", "cookies" }

function Store.is_plain_time()
    if meta.open > 0 and Jobs.end_tasks() then
        return false
    end
    for _, name in ipairs(RARE) do
        if Envelope.some(name) then
            return false
        end
    end
    return true
end

-- Whether any task is left that has not ended.
function Store.has_work()
    return meta.queued > 0 or call("EXISTS", key("tasks"), key("leases")) > 0
end

local function call_idle()
    if call("EXISTS", key("idle")) == 1 then
        call("DEL", key("idle"))
        call("PUBLISH", key("wake"), "")
    end
end

-- At the end of a script: nothing stays that only tasks need, and whoever waits for tasks is told of them.
function Store.close()
    Queues.flush()
    Standing.flush()
    Measures.flush()
    if meta.open > 0 then
        Jobs.flush()
    end
    if Envelope.has_made_ready and call("EXISTS", key("rank")) == 1 then
        call_idle()
    end
    if Envelope.is_idle then
        call("SADD", key("idle"), worker)
    end
    if call("EXISTS", key("leases")) == 1 then
        return
    end
    call("DEL", key("deadlines"))
    if meta.queued > 0 or call("EXISTS", key("tasks")) == 1 then
        return
    end
    if call("EXISTS", key("numbers")) == 1 then
        call("DEL", key("numbers"))
        Envelope.next("revision")
        -- All is done: whoever waits for what others do may go.
        call_idle()
    end
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        call("DEL", prefix .. "aside:" .. resource)
    end
    call("DEL", key("resources"), key("readmitting"))
end
