-- Pause, resume, stop and boost (frontier/orders.py). The body: { what, { tree, node, task }, seconds }.
-- A pause or a boost of a node, a tree or everything touches its lines, never its tasks. Answers how many are meant;
-- -1: the task is stopped already.

local what, given = body[1], body[2]
local target = { given[1] or false, given[2] or false }
local task_id = given[3]

local function covered(line)
    local parts = Lines.parts(line)
    return parts and Controls.covers(target, parts) and parts
end

local function count_lines(is_meant)
    local count = 0
    for _, line in ipairs(Lines.all()) do
        local parts = covered(line)
        if parts and is_meant(parts) then
            count = count + Lines.length(line)
        end
    end
    return count
end

local function count_halted()
    local count = 0
    local tally = call("HGETALL", key("tally"))
    for at = 1, #tally, 2 do
        local parts = sub(tally[at], 1, 1):find("[hr]") and Lines.parts(sub(tally[at], 2))
        if parts and Controls.covers(target, parts) then
            count = count + tonumber(tally[at + 1])
        end
    end
    return count
end

local function pause_task(id)
    local mark = Controls.mark(id)
    if mark.paused or not Search.find(id) then
        return 0
    end
    mark.paused = "h"
    Controls.set_mark(id, mark)
    local task = not Leases.get(id) and not Rooms.get(id) and Search.take_ready(id)
    if task then
        Rooms.put(task, "h", "")
    end
    return 1
end

local function resume_task(id)
    local mark = Controls.mark(id)
    if not mark.paused then
        return 0
    end
    mark.paused = nil
    Controls.set_mark(id, mark)
    local _, state = Rooms.get(id)
    if state == "h" or state == "r" then
        Store.ready((Rooms.take(id)))
    end
    return 1
end

local function resume_all()
    local paused = {}
    for _, line in ipairs(Lines.all()) do
        local parts = covered(line)
        if parts and Controls.is_paused(parts) then
            paused[#paused + 1] = line
        end
    end
    Controls.set_pause(target, false)
    local count = 0
    for _, line in ipairs(paused) do
        if not Controls.is_paused(Lines.parts(line)) then
            count = count + Lines.length(line)
        end
    end
    local marks, ids = call("HGETALL", key("marks")), {}
    for at = 1, #marks, 2 do
        if sub(marks[at + 1], 1, 1) ~= "-" then
            ids[#ids + 1] = marks[at]
        end
    end
    table.sort(ids, function(one, other)
        return Records.number(one) < Records.number(other)
    end)
    for _, id in ipairs(ids) do
        local task = Search.find(id)
        if task and Controls.covers(target, Lines.parts(task.bucket)) then
            count = count + resume_task(id)
        end
    end
    return count
end

local function stop_lease(id, lease, stored)
    local mark = Controls.mark(id)
    if mark.paused then
        mark.paused = nil
        Controls.set_mark(id, mark)
    end
    if lease.is_stopped then
        return 0
    end
    Leases.stop(id, stored)
    return 1
end

local function stop()
    local count, waiting = 0, {}
    if task_id then
        local lease, stored = Leases.get(task_id)
        if lease then
            count = stop_lease(task_id, lease, stored)
        else
            waiting = { Search.take_waiting(task_id) }
        end
    else
        Leases.each(function(id, lease, stored)
            if Controls.covers(target, Lines.parts(lease.bucket)) then
                count = count + stop_lease(id, lease, stored)
            end
        end)
        waiting = Search.take_all(target)
    end
    for _, task in ipairs(waiting) do
        Store.finish(task, false)
    end
    return count + #waiting
end

local function boost_task(id, boost)
    if not Search.find(id) then
        return 0
    end
    local mark = Controls.mark(id)
    mark.boost = boost
    Controls.set_mark(id, mark)
    local task = not Leases.get(id) and not Rooms.get(id) and Search.take_ready(id)
    if task then
        Store.ready(task)
    end
    return 1
end

local function is_any()
    return true
end

local ORDERS = {
    pause = function()
        if task_id then
            return pause_task(task_id)
        end
        Controls.set_pause(target, true)
        return nil
    end,
    resume = function()
        return task_id and resume_task(task_id) or resume_all()
    end,
    stop = stop,
    boost = function()
        if task_id then
            return boost_task(task_id, body[3])
        end
        Controls.set_shift(target, body[4])
        return count_lines(is_any)
    end,
}

local function operate()
    local earlier = Frame.open("control", true, false)
    if earlier then
        return earlier[1] or 0
    end
    local lease = task_id and Leases.get(task_id)
    if lease and lease.is_stopped and (what == "pause" or what == "resume") then
        return -1, -1
    end
    local count = ORDERS[what]()
    if what ~= "boost" then
        Sharing.wake_orphans()
    end
    if count == nil then
        count = count_lines(Controls.is_paused) + count_halted()
    end
    return count, count
end
