-- Tasks in execution. A lease is stored as token, state (R: running, S: stopped), worker, bucket, record.
-- The token holds the number of the call that took it, so that what was leased before a rollback of Redis is told
-- from what was leased after it. `deadlines` has them in the order of their ends, `tally` how many there are by
-- what numbers depend on (l) and by worker (w).

local MOST_LOSSES = 127 -- as many are counted
local TOO_MANY = "its lease was lost %d times: whoever had it froze or died, at this step or at another one"

function Leases.parse(stored)
    local length = byte(stored, 10)
    local from = sub(stored, 11, 10 + length)
    local size, at = read("<I4", stored, 11 + length)
    local lease = {
        token = sub(stored, 1, 8),
        is_stopped = byte(stored, 9) == 83,
        worker = from,
        bucket = sub(stored, at, at + size - 1),
        record = sub(stored, at + size),
    }
    if meta.open > 0 and not lease.is_stopped then
        lease.stop = Jobs.ends(lease.token, lease.bucket, sub(lease.record, 1, 8))
        lease.is_stopped = lease.stop and true
    end
    return lease
end

-- The counter of a token: which lease it was, of all that there have been.
function Leases.count_of(token)
    local low, high = read("<I4I4", token)
    return high * 256 + math.floor(low / 16777216)
end

function Leases.get(id)
    local stored = Envelope.some("leases") and call("HGET", key("leases"), id)
    return stored and Leases.parse(stored), stored
end

function Leases.task(lease)
    return Records.parse(lease.record, lease.bucket)
end

function Leases.stop(id, stored)
    call("HSET", key("leases"), id, sub(stored, 1, 8) .. "S" .. sub(stored, 10))
end

function Leases.count(bucket, of, by)
    Standing.tally("l" .. Names.ranked(bucket), by)
    Standing.tally("w" .. of, by)
end

function Leases.drop(id, lease)
    if lease.stop then
        Jobs.count(lease.stop)
    end
    Leases.count(lease.bucket, lease.worker, -1)
    call("HDEL", key("leases"), id)
    call("ZREM", key("deadlines"), id)
end

-- A lease ended without a step: the task is ready again, first in its queue.
function Leases.give_back(id, lease)
    local task, reason = Leases.task(lease)
    Leases.drop(id, lease)
    if not task then
        DeadLetters.bury_foreign(lease.record, lease.bucket, reason)
        return
    end
    Store.free(task, task.holds)
    if lease.is_stopped then
        Store.finish(task, false)
    else
        Store.ready(task, true)
    end
end

-- The youngest first: each comes to the front of its queue.
local function give_all_back(pairs_)
    table.sort(pairs_, function(one, other)
        return Records.number(one[2].token) > Records.number(other[2].token)
    end)
    for _, pair in ipairs(pairs_) do
        Leases.give_back(pair[1], pair[2])
    end
    return #pairs_
end

-- A lease ran out: the task goes to the end of its queue, and when that has happened too often to the dead letters.
local function lose(id, lease)
    local task = not lease.is_stopped and Leases.task(lease)
    if not task then
        Leases.give_back(id, lease)
        return
    end
    Leases.drop(id, lease)
    task.losses = math.min((task.losses or 0) + 1, MOST_LOSSES)
    if lease_losses > 0 and task.losses >= lease_losses then
        Store.bury(task, format(TOO_MANY, task.losses), now)
        return
    end
    Store.free(task, task.holds)
    Store.go_on(task)
end

-- The oldest first; so many at once that it never takes long.
function Leases.expire()
    local overdue = {}
    for _, id in ipairs(call("ZRANGEBYSCORE", key("deadlines"), "-inf", text(now), "LIMIT", 0, AT_ONCE)) do
        local lease = Leases.get(id)
        if lease then
            overdue[#overdue + 1] = { id, lease }
        else
            call("ZREM", key("deadlines"), id)
        end
    end
    table.sort(overdue, function(one, other)
        return Records.number(one[2].token) < Records.number(other[2].token)
    end)
    for _, pair in ipairs(overdue) do
        lose(pair[1], pair[2])
    end
    return #overdue
end

function Leases.each(visit)
    if not Envelope.some("leases") then
        return
    end
    local all = call("HGETALL", key("leases"))
    for at = 1, #all, 2 do
        visit(all[at], Leases.parse(all[at + 1]), all[at + 1])
    end
end

-- Gives back what a worker has and does not know of: *tokens* are those that it knows, 8 bytes each.
function Leases.release(of, tokens)
    local is_known, given = {}, {}
    for at = 1, #tokens, 8 do
        is_known[sub(tokens, at, at + 7)] = true
    end
    Leases.each(function(id, lease)
        if lease.worker == of and not is_known[lease.token] then
            given[#given + 1] = { id, lease }
        end
    end)
    return give_all_back(given)
end

-- Whether a worker has said so within the time of a lease: who was killed cannot leave.
function Leases.is_alive(of)
    local info = call("HGET", key("workers"), of)
    return info and now - read("<d", info) < lease_seconds
end

-- Whether no other worker lives.
function Leases.is_last(of)
    for _, other in ipairs(call("HKEYS", key("workers"))) do
        if other ~= of and Leases.is_alive(other) then
            return false
        end
    end
    return true
end

local NUMBERED = { "exchange", "control", "dead_letters", "seed" }

local FEW, LOOKED_AT = 100, 1000 -- leases that one call of a worker that goes gives back, and looks at

-- Some leases of a worker, from *place* on, and where to go on; "0": there are no more.
local function scan(of, place)
    local ids, found, looked = {}, {}, 0
    repeat
        local part = call("HSCAN", key("leases"), place, "COUNT", FEW)
        place = part[1]
        for at = 1, #part[2], 2 do
            local id, lease = part[2][at], Leases.parse(part[2][at + 1])
            if lease.worker == of and not ids[id] then
                ids[id] = true
                found[#found + 1] = { id, lease }
            end
        end
        looked = looked + #part[2] / 2
    until place == "0" or #found >= FEW or looked >= LOOKED_AT
    return found, place
end

-- A worker goes: it gives back some leases from *place* on, and with the last ones what is kept of it goes. Answers how
-- many there were, and where to go on; "0": it is gone.
function Leases.leave(of, place)
    local found, after = {}, "0"
    if call("HEXISTS", key("tally"), "w" .. of) == 1 then
        found, after = scan(of, place or "0")
    end
    local count = give_all_back(found)
    if after ~= "0" then
        return { count, after }
    end
    call("HDEL", key("workers"), of)
    for _, operation in ipairs(NUMBERED) do
        call("HDEL", key("called"), of .. " " .. operation)
    end
    call("SREM", key("idle"), of)
    return { count, "0" }
end

-- *wanted*: ids and tokens, 16 bytes each. Returns which of them live, as a text of 1 and 0.
function Leases.extend(wanted)
    local ids, answers, ends = {}, {}, {}
    for at = 1, #wanted, 16 do
        ids[#ids + 1] = sub(wanted, at, at + 7)
    end
    for at, stored in ipairs(Envelope.pick(key("leases"), ids)) do
        local token = sub(wanted, 16 * at - 7, 16 * at)
        local lives = stored and sub(stored, 1, 8) == token and sub(stored, 11, 10 + byte(stored, 10)) == worker
        answers[at] = lives and "1" or "0"
        if lives then
            ends[#ends + 1] = text(now + lease_seconds)
            ends[#ends + 1] = ids[at]
        end
    end
    Envelope.spread("ZADD", key("deadlines"), ends)
    return concat(answers)
end
