-- Pause, resume, stop and boost (frontier/orders.py). The body: { what, { tree, node, task }, seconds }.
-- A pause or a boost of a node, a tree or everything touches its queues, never its tasks; what does is a job.
-- Answers how many tasks have been touched and the job that goes on, 0: none. -1 tasks: the task is stopped already.

local what, given = body[1], body[2]
local target = { given[1] or false, given[2] or false }
local task_id = given[3]

local function is_meant(parts)
    return Controls.covers(target, parts)
end

local function is_held(parts)
    return is_meant(parts) and Controls.is_paused(parts)
end

-- The queues of the target are ranked anew, in slices; *count*: of the tasks that this touches.
local function rank_anew(count)
    local job = Jobs.begin({ what = "rank", meant = target, cursor = "0", named = {} })
    job.count = count
    return job
end

local function count_halted()
    local count = 0
    Standing.flush()
    local tally = call("HGETALL", key("tally"))
    for at = 1, #tally, 2 do
        local parts = sub(tally[at], 1, 1):find("[hr]") and Names.parts(sub(tally[at], 2))
        if parts and Controls.covers(target, parts) then
            count = count + tonumber(tally[at + 1])
        end
    end
    return count
end

-- Carries an order out for one task, which may have to be looked for; *mark*: what it says from now on.
local function treat(id, order, mark)
    if Search.find_apart(id) then
        if mark then
            Controls.set_mark(id, mark)
        end
        return Controls.apply(order, id)
    end
    local place = { "0", {}, 0 }
    local job = Jobs.begin({ what = "seek", order = order, id = id, place = place })
    if mark then
        Controls.set_mark(id, mark)
    end
    return job
end

local function pause_task(id)
    local mark = Controls.mark(id)
    if mark.paused then
        return 0
    end
    mark.paused = "h"
    return treat(id, "pause", mark)
end

local function resume_all()
    local held = Standing.count(is_held)
    Controls.set_pause(target, false)
    -- Whoever waits for the second job has waited for the first.
    rank_anew(0)
    local job = Jobs.begin({ what = "resume", target = target, cursor = "0", named = {} })
    job.count = held - Standing.count(is_held)
    return job
end

local function boost_task(id, boost)
    local mark = Controls.mark(id)
    mark.boost = boost
    return treat(id, "boost", mark)
end

local ORDERS = {
    pause = function()
        if task_id then
            return pause_task(task_id)
        end
        Controls.set_pause(target, true)
        return rank_anew(Standing.count(is_held) + count_halted())
    end,
    resume = function()
        return task_id and Controls.resume(task_id) or resume_all()
    end,
    stop = function()
        return task_id and treat(task_id, "stop") or Stops.begin(target)
    end,
    boost = function()
        if task_id then
            return boost_task(task_id, body[3])
        end
        Controls.set_shift(target, body[4])
        return rank_anew(Standing.count(is_meant))
    end,
}

local function operate()
    local earlier = Envelope.open("control", true, false)
    if earlier then
        local told = earlier[1] or { 0, 0 }
        return told, told
    end
    local lease = task_id and Leases.get(task_id)
    if lease and lease.is_stopped and (what == "pause" or what == "resume") then
        return { -1, 0 }, { -1, 0 }
    end
    local count = ORDERS[what]()
    local told
    if type(count) == "table" then
        Slices.go_on()
        told = { count.count, count.is_done and 0 or count.number }
    end
    if what ~= "boost" then
        Sharing.wake_orphans()
    end
    told = told or { count, 0 }
    return told, told
end
