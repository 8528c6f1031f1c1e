-- Where tasks wait that are neither in a queue nor leased: `tasks` has them all, by id.
-- d: delayed; j: parked on a join; s: parked for a shared value; c: waiting for places that it keeps; h: paused alone; r: so by itself.
-- The detail says which join, value or resource. `tally` counts them by state and what numbers depend on.

local function count(state, bucket, by)
    Envelope.has_moved = true
    Standing.tally(state .. Names.ranked(bucket), by)
    if state == "h" or state == "r" then
        meta.halted = meta.halted + by
        meta.resting = meta.resting + (state == "r" and by or 0)
    end
end

function WaitingSets.put(task, state, detail)
    local bucket = task.bucket
    if meta.open > 0 and not task.doom then
        Jobs.spare(task)
    end
    local record = state .. pack("<I4", #bucket) .. bucket .. pack("<I4", #detail) .. detail .. Records.pack(task)
    Envelope.set("tasks", task.id, record)
    count(state, bucket, 1)
end

local function parse(record)
    local state = sub(record, 1, 1)
    local length, at = read("<I4", record, 2)
    local bucket = sub(record, at, at + length - 1)
    length, at = read("<I4", record, at + length)
    local detail = sub(record, at, at + length - 1)
    return Records.parse(sub(record, at + length), bucket), state, detail
end

-- The task, its state and the detail; nothing is changed.
function WaitingSets.get(id)
    local record = Envelope.some("tasks") and call("HGET", key("tasks"), id)
    if record then
        return parse(record)
    end
    return nil
end

-- Takes a task out, and out of what it waits for; `doom`: the stop that means it there, which goes on in slices.
function WaitingSets.take(id)
    local task, state, detail = WaitingSets.get(id)
    if not task then
        return nil
    end
    task.doom = meta.open > 0 and Jobs.dooms(task)
    call("HDEL", key("tasks"), id)
    count(state, task.bucket, -1)
    if state == "d" then
        call("ZREM", key("delays"), id:reverse())
    elseif state == "s" then
        call("ZREM", prefix .. "asking:" .. detail, id)
    elseif state == "c" then
        call("ZREM", prefix .. "claims:" .. detail, id)
    elseif state == "j" then
        Joins.unpark(detail)
    end
    return task, state, detail
end

-- Visits some *most* tasks from a cursor on; returns the next one, nil at the end.
function WaitingSets.each(cursor, most, visit)
    local found = call("HSCAN", key("tasks"), cursor, "COUNT", most)
    for at = 1, #found[2], 2 do
        visit(found[2][at], parse(found[2][at + 1]))
    end
    return found[1] ~= "0" and found[1] or nil
end

-- Delayed tasks in the order of their times: ids are reversed there, so that equal times go by the age of the tasks.
function WaitingSets.delay(task, due)
    WaitingSets.put(task, "d", "")
    call("ZADD", key("delays"), text(due), task.id:reverse())
end

function WaitingSets.wake_due()
    local due = call("ZRANGEBYSCORE", key("delays"), "-inf", text(now), "WITHSCORES", "LIMIT", 0, AT_ONCE)
    for at = 1, #due, 2 do
        local task = WaitingSets.take(due[at]:reverse())
        if task then
            task.time = tonumber(due[at + 1])
            Store.ready(task)
        else
            call("ZREM", key("delays"), due[at])
        end
    end
    return #due > 0
end
