-- A page of tasks for people; nothing is changed. The body: { state, target, place, count }.
-- The place: { name of a queue, number of its tasks that were passed } or { cursor of `tasks` }; false: the beginning.
-- A look takes no longer however many tasks there are: it may find fewer than were asked for, and say where to go on.

local LETTERS = { delayed = "d", parked = "jsc", paused = "hr" }

local function lines_of(target, paused)
    local found = {}
    for _, queue in ipairs(call("SMEMBERS", key("queues"))) do
        local parts = Queues.parts(queue)
        local is_meant = parts and Controls.covers(target, parts) and Controls.is_paused(parts) == paused
        if is_meant and not (meta.open > 0 and Stops.is_doomed(queue)) then
            found[#found + 1] = queue
        end
    end
    table.sort(found)
    return found
end

local function from_lines(found, target, paused, name, passed, count)
    for _, queue in ipairs(lines_of(target, paused)) do
        if not name or queue >= name then
            local first = queue == name and passed or 0
            local records = call("LRANGE", Queues.key(queue), first, first + count - #found)
            for at, record in ipairs(records) do
                if #found == count then
                    return { queue, first + at - 1 }
                end
                found[#found + 1] = { Queues.parts(queue).bucket, record, "", "" }
            end
        end
    end
    return nil
end

local function from_leases(found, target, cursor, count)
    local some = call("HSCAN", key("leases"), cursor, "COUNT", count)
    for at = 1, #some[2], 2 do
        local lease = Leases.parse(some[2][at + 1])
        local parts = Queues.parts(lease.bucket)
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
        local parts = task and Queues.parts(task.bucket)
        if parts and Controls.covers(target, parts) then
            found[#found + 1] = { task.bucket, Records.pack(task), "", some[at + 1] }
        end
    end
    return #some == 2 * CHUNK and { first + CHUNK } or nil
end

local function from_waiting_sets(found, target, letters, cursor, count)
    local next_cursor = WaitingSets.each(cursor, count, function(_, task, state, _)
        local parts = task and letters:find(state, 1, true) and Queues.parts(task.bucket)
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
            rest = from_lines(found, target, state == "paused", place and place[1], place and place[2], count)
        end
        if state == "paused" and not rest and (in_sets or #found == 0) then
            rest = from_waiting_sets(found, target, LETTERS.paused, in_sets and place[1] or "0", count)
        elseif state == "paused" and not rest then
            rest = { "0" }
        end
    end
    return { found, rest and cmsgpack.pack(rest) or "" }
end
