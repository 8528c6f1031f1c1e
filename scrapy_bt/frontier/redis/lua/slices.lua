-- What one call does of the jobs that are open (jobs.lua), by their kinds.

local SLICE = 50 -- tasks that one call treats

-- Each does up to *most* tasks of a job; returns how many it has looked at, nil when nothing is left to do.

-- The next fields of a table, or members of a set, *most* of them; Redis may name more at once: the others come next.
function Slices.scan(job, name, most)
    local ids, is_set = {}, name == "queues" or name == "orphans"
    if #job.named == 0 then
        if job.cursor == "end" then
            job.cursor = "0"
            return nil
        end
        local found = call(is_set and "SSCAN" or "HSCAN", key(name), job.cursor, "COUNT", most)
        job.cursor = found[1] == "0" and "end" or found[1]
        for at = 1, #found[2], is_set and 1 or 2 do
            job.named[#job.named + 1] = found[2][at]
        end
    end
    while job.named[1] and #ids < most do
        ids[#ids + 1] = table.remove(job.named)
    end
    return ids
end

-- Does *act* for each of them; returns how many were looked at, nil when nothing is left.
function Slices.each(job, name, most, act)
    local found = Slices.scan(job, name, most)
    for _, each in ipairs(found or {}) do
        act(each)
    end
    return found and #found + 1
end

local function resume(job, most)
    local ids = Slices.scan(job, "marks", most)
    table.sort(ids or {}, function(one, other)
        return Records.number(one) < Records.number(other)
    end)
    for _, id in ipairs(ids or {}) do
        local task = call("SISMEMBER", Jobs.own(job, "spared"), id) == 0 and Search.find_apart(id)
        if task and Controls.covers(job.target, Names.parts(task.bucket)) then
            job.count = job.count + Controls.resume(id)
        end
    end
    return ids and #ids + 1
end

-- Queues get the places that they have since their node was paused, resumed or boosted, or its number has changed.
local function rank(job, most)
    local used = Slices.each(job, "queues", most, function(queue)
        local parts = Names.parts(queue)
        if parts and (job.names and job.names[parts.ranked] or job.meant and Controls.covers(job.meant, parts)) then
            Queues.replace(queue)
        end
    end)
    Envelope.has_made_ready, Envelope.has_moved = true, true
    if not used and job.again then
        job.again = false
        return 1
    end
    return used
end

-- One task that is neither leased nor in a waiting set, nor becomes so meanwhile: in a queue, or nowhere.
local function seek(job)
    if Search.find_apart(job.id) then
        job.count = Controls.apply(job.order, job.id)
        return nil
    end
    local queue, record
    queue, record, job.place = Search.seek(job.id, job.place)
    if queue then
        local task = Search.take(queue, record)
        job.count = 1
        Jobs.finish(job)
        if job.order == "stop" then
            Store.finish(task, false)
        else
            Store.ready(task)
        end
        return SLICE
    end
    if not job.place then
        call("HDEL", key("marks"), job.id)
        return nil
    end
    return SLICE
end

-- A letter that comes back meanwhile has a later place.
local function treat_dead_letters(job, most)
    local ids = call("ZRANGEBYSCORE", key("buried"), "-inf", job.last, "LIMIT", 0, most)
    if #ids == 0 then
        return nil
    end
    job.count = job.count + DeadLetters[job.order](ids)
    return #ids
end

local function wake(job, most)
    return Sharing.wake_last(job.name, most) and most or nil
end

local function wake_next(job)
    job.after = Sharing.wake_after(job.name, job.after)
    return job.after and SLICE or nil
end

local function wake_orphans(job, most)
    return Slices.each(job, "orphans", most, Sharing.wake_next)
end

local WORK = { stop = Stops.go_on, resume = resume, rank = rank, seek = seek, dead_letters = treat_dead_letters, wake = wake, next = wake_next, orphans = wake_orphans }

-- Does a slice of the jobs that are open.
function Slices.go_on()
    local left = SLICE
    while left > 0 and Jobs.first() do
        local job = Jobs.first()
        local used = WORK[job.what](job, left)
        Queues.flush()
        if used then
            left = left - used
            Jobs.touch(job)
        elseif not job.is_done then
            Jobs.finish(job)
            if job.target then
                Sharing.wake_orphans()
            end
        end
    end
end
