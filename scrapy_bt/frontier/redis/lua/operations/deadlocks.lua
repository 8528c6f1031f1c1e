-- Tasks that wait for each other. The body: { "look", moves that were seen last, place or false } answers who waits for
-- what, in parts: while it answers a place, one looks on from there, with the moves that it answered; -1 moves: something
-- has moved meanwhile, so that what was seen says nothing. { "break_deadlocks", { { "s" or "c", id, what it waits for, reason,
-- holders } … } } sets those free whose wait still stands, and answers how many.

local PART = 250 -- tasks that one call looks at

-- Without somebody who waits for a value or a place nobody waits for himself.
local function has_claims()
    Standing.flush()
    for _, field in ipairs(call("HKEYS", key("tally"))) do
        if find(field, "^[cs]") then
            return true
        end
    end
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        if call("EXISTS", prefix .. "aside:" .. resource) == 1 then
            return true
        end
    end
    return false
end

local function is_any_leased(holders)
    for _, id in ipairs(holders) do
        if Envelope.some("leases") and call("HEXISTS", key("leases"), id) == 1 then
            return true
        end
    end
    return false
end

local function list_resources()
    local names = call("SMEMBERS", key("resources"))
    table.sort(names)
    return names
end

-- Nobody waits for a task without a join, a hold or a key that it makes.
local function may_be_waited_for(record)
    return byte(record, 17) ~= 0 or #Sharing.keys_made_by(sub(record, 1, 8)) > 0
end

-- Who stands in queues that are passed over, from a place on; false: all have been seen.
local function add_aside(waits, place)
    local left, resources = PART, list_resources()
    while resources[place.resource] and left > 0 do
        local resource = resources[place.resource]
        local is_at_work = is_any_leased(call("SMEMBERS", prefix .. "holders:" .. resource))
        local queue = not is_at_work and call("ZRANGE", prefix .. "aside:" .. resource, place.queue - 1, place.queue - 1)[1]
        if not queue then
            place.resource, place.queue, place.seen = place.resource + 1, 1, 0
        else
            local parts = Names.parts(queue)
            local is_out = Controls.is_paused(parts) or (meta.open > 0 and Stops.is_doomed(queue))
            local wanted = is_out and 0 or left
            local records = wanted > 0 and call("LRANGE", Queues.key(queue), place.seen, place.seen + wanted - 1) or {}
            for _, record in ipairs(records) do
                local task = may_be_waited_for(record) and Records.parse(record, parts.bucket)
                if task then
                    waits[#waits + 1] = { task.id, task.join or "", "c", resource }
                end
            end
            place.seen = place.seen + #records
            if wanted == 0 or #records < wanted then
                place.queue, place.seen = place.queue + 1, 0
            end
            left = left - #records - 1
        end
    end
    return resources[place.resource] and place or false
end

local function add_waiting(waits, place)
    place.cursor = WaitingSets.each(place.cursor, PART, function(id, task, state, detail)
        if task and (state == "j" or state == "c" or (state == "s" and Sharing.maker(detail))) then
            waits[#waits + 1] = { id, task.join or "", state, detail }
        end
    end)
end

local function look(place)
    local waits, holders, makers = {}, {}, {}
    if not place then
        -- Whose turn it was to make a value may need a place that another of those who wait for the value keeps.
        Sharing.wake_orphans()
        Queues.flush()
        place = has_claims() and { cursor = "0", resource = 1, queue = 1, seen = 0 }
    end
    if place and place.cursor then
        add_waiting(waits, place)
    end
    if place and not place.cursor and #waits < PART then
        place = add_aside(waits, place)
    end
    if not place then
        makers = call("HGETALL", key("makers"))
        for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
            holders[#holders + 1] = { resource, call("SMEMBERS", prefix .. "holders:" .. resource) }
        end
    end
    local moves = meta.moves + (Envelope.has_moved and 1 or 0)
    return { waits, makers, holders, text(moves), place and cmsgpack.pack(place) or "" }
end

local function still_waits(wait)
    local task, state, detail = WaitingSets.get(wait[2])
    if wait[1] == "s" then
        local maker = task and state == "s" and detail == wait[3] and Sharing.maker(detail)
        return maker and not is_any_leased({ maker })
    end
    if task and (state ~= "c" or detail ~= wait[3]) then
        return false
    end
    local holders = call("SMEMBERS", prefix .. "holders:" .. wait[3])
    local were = {}
    for _, id in ipairs(wait[5]) do
        were[id] = true
    end
    for _, id in ipairs(holders) do
        if not were[id] then
            return false
        end
    end
    return #holders == #wait[5] and not is_any_leased(holders)
end

local function take(id, resource)
    if WaitingSets.get(id) then
        return Search.take_from_waiting_set(id)
    end
    for _, queue in ipairs(call("ZRANGE", prefix .. "aside:" .. resource, 0, -1)) do
        local first, records = 0, {}
        Queues.part(queue)
        repeat
            records = call("LRANGE", Queues.key(queue), first, first + CHUNK - 1)
            first = first + CHUNK
            for _, record in ipairs(records) do
                if sub(record, 1, 8) == id then
                    return Search.take(queue, record)
                end
            end
        until #records < CHUNK
    end
    return nil
end

local function break_deadlocks(deadlocks)
    local count = 0
    for _, wait in ipairs(deadlocks) do
        if still_waits(wait) then
            if wait[1] == "s" then
                local task = Sharing.wake(wait[3], wait[2])
                task.circular = true
                Store.ready(task, true)
                count = count + 1
            else
                local task = take(wait[2], wait[3])
                if task and task.doom then
                    Store.ready(task)
                elseif task then
                    Store.bury(task, wait[4], now)
                end
                count = count + (task and 1 or 0)
            end
        end
    end
    return count
end

local function operate()
    Envelope.open("deadlocks", true, false)
    if body[1] == "break_deadlocks" then
        return break_deadlocks(body[2])
    end
    local place = body[3] and cmsgpack.unpack(body[3])
    if place and meta.moves ~= body[2] then
        return { {}, {}, {}, "-1", "" }
    end
    if not place and meta.moves == body[2] then
        return { {}, {}, {}, text(meta.moves), "" }
    end
    return look(place)
end
