-- Tasks that wait for each other. The body: { "look", moves that were seen last } answers who waits for what;
-- { "untie", { { "s" or "c", id, what it waits for, reason, holders } … } } sets those free whose wait still stands,
-- and answers how many.

local function list_waits()
    local waits = {}
    Rooms.each(function(id, task, state, detail)
        if task and (state == "j" or state == "c" or (state == "s" and Sharing.maker(detail))) then
            waits[#waits + 1] = { id, task.join or "", state, detail }
        end
    end)
    return waits
end

local function is_any_leased(holders)
    for _, id in ipairs(holders) do
        if Frame.some("leases") and call("HEXISTS", key("leases"), id) == 1 then
            return true
        end
    end
    return false
end

-- Nobody waits for a task without a join, a hold or a key that it makes.
local function add_aside(waits, resource)
    for _, line in ipairs(call("SMEMBERS", prefix .. "aside:" .. resource)) do
        local parts = Lines.parts(line)
        for _, record in ipairs(Controls.is_paused(parts) and {} or call("LRANGE", Lines.key(line), 0, -1)) do
            local task = Records.parse(record, parts.bucket)
            if task and (byte(record, 17) ~= 0 or #Sharing.keys_made_by(task.id) > 0) then
                waits[#waits + 1] = { task.id, task.join or "", "c", resource }
            end
        end
    end
end

local function look()
    -- Whose turn it was to make a value may need a place that another of those who wait for the value keeps.
    Sharing.wake_orphans()
    Lines.flush()
    local waits, holders = list_waits(), {}
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        local ids = call("SMEMBERS", prefix .. "holders:" .. resource)
        holders[#holders + 1] = { resource, ids }
        if not is_any_leased(ids) then
            add_aside(waits, resource)
        end
    end
    return { waits, call("HGETALL", key("makers")), holders }
end

local function still_waits(wait)
    local task, state, detail = Rooms.get(wait[2])
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
    if Rooms.get(id) then
        return Search.take_from_room(id)
    end
    for _, line in ipairs(call("SMEMBERS", prefix .. "aside:" .. resource)) do
        for _, record in ipairs(call("LRANGE", Lines.key(line), 0, -1)) do
            if sub(record, 1, 8) == id then
                return Search.take(line, record)
            end
        end
    end
    return nil
end

local function untie(knots)
    local count = 0
    for _, wait in ipairs(knots) do
        if still_waits(wait) then
            if wait[1] == "s" then
                local task = Sharing.wake(wait[3], wait[2])
                task.circular = true
                Store.ready(task, true)
                count = count + 1
            else
                local task = take(wait[2], wait[3])
                if task and task.is_doomed then
                    Store.finish(task, false)
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
    Frame.open("knots", true, false)
    if body[1] == "untie" then
        return untie(body[2])
    end
    if meta.moves == body[2] then
        return { {}, {}, {}, text(meta.moves) }
    end
    local found = look()
    Lines.flush()
    found[4] = text(meta.moves + (Frame.has_moved and 1 or 0))
    return found
end
