-- A page of tasks for people; nothing is changed. The body: { state, target, place, count }.
-- The place: { cursor of `queues`, queues and tasks that were passed } or { cursor of `tasks` }; false: the beginning.
-- A look takes no longer however many tasks there are: it may find fewer than were asked for, and say where to go on.

local LETTERS = { delayed = "d", parked = "jsc", paused = "hr" }

local MOST_QUEUES = 500 -- that one look goes through

-- The queues are gone through in parts: *cursor* of one, number of its queues and of the tasks of the next that were passed.
local function from_queues(found, target, paused, cursor, gone, passed, count)
    local some_ = call("SSCAN", key("queues"), cursor, "COUNT", MOST_QUEUES)
    table.sort(some_[2])
    for at = gone + 1, #some_[2] do
        local queue = some_[2][at]
        local parts = Names.parts(queue)
        local is_meant = parts and Controls.covers(target, parts) and Controls.is_paused(parts) == paused
        if is_meant and not (meta.open > 0 and Stops.is_doomed(queue)) then
            local records = call("LRANGE", Queues.key(queue), passed, passed + count - #found)
            for place, record in ipairs(records) do
                if #found == count then
                    return { cursor, at - 1, passed + place - 1 }
                end
                found[#found + 1] = { parts.bucket, record, "", "" }
            end
        end
        passed = 0
    end
    return some_[1] ~= "0" and { some_[1], 0, 0 } or nil
end

local function from_leases(found, target, cursor, count)
    local some = call("HSCAN", key("leases"), cursor, "COUNT", count)
    for at = 1, #some[2], 2 do
        local lease = Leases.parse(some[2][at + 1])
        local parts = Names.parts(lease.bucket)
        if parts and Controls.covers(target, parts) then
            found[#found + 1] = { lease.bucket, lease.record, lease.worker, "" }
        end
    end
    return some[1] ~= "0" and { some[1] } or nil
end

local function from_delays(found, target, first, count)
    local some = call("ZRANGE", key("delays"), first, first + CHUNK - 1, "WITHSCORES")
    for at = 1, #some, 2 do
        if #found == count then
            return { first + (at - 1) / 2 }
        end
        local task = WaitingSets.get(some[at]:reverse())
        local parts = task and Names.parts(task.bucket)
        if parts and Controls.covers(target, parts) then
            found[#found + 1] = { task.bucket, Records.pack(task), "", some[at + 1] }
        end
    end
    return #some == 2 * CHUNK and { first + CHUNK } or nil
end

local function from_waiting_sets(found, target, letters, cursor, count)
    local next_cursor = WaitingSets.each(cursor, count, function(_, task, state, _)
        local parts = task and letters:find(state, 1, true) and Names.parts(task.bucket)
        if parts and Controls.covers(target, parts) then
            found[#found + 1] = { task.bucket, Records.pack(task), "", "" }
        end
    end)
    return next_cursor and { next_cursor } or nil
end

local function operate()
    Envelope.open("snapshot", false, false)
    local state, target, place, count = body[1], body[2], body[3], body[4]
    local found, rest = {}, nil
    if state == "running" then
        rest = from_leases(found, target, place and place[1] or "0", count)
    elseif state == "delayed" then
        rest = from_delays(found, target, place and place[1] or 0, count)
    elseif state == "parked" then
        rest = from_waiting_sets(found, target, LETTERS.parked, place and place[1] or "0", count)
    else
        local in_sets = place and #place == 1
        if not in_sets then
            local cursor, gone, passed = unpack(place or { "0", 0, 0 })
            rest = from_queues(found, target, state == "paused", cursor, gone, passed, count)
        end
        if state == "paused" and not rest and (in_sets or #found == 0) then
            rest = from_waiting_sets(found, target, LETTERS.paused, in_sets and place[1] or "0", count)
        elseif state == "paused" and not rest then
            rest = { "0" }
        end
    end
    return { found, rest and cmsgpack.pack(rest) or "" }
end
