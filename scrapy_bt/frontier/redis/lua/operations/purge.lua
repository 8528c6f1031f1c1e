-- Deletes the frontier. The body: { name, only } - only: when the worker of that name was the last one; if not, it goes.
-- Answers 1 when the frontier is gone, 0 when others still work on it.

local function list_names()
    local names = { "meta" }
    for _, group in pairs(TYPES) do
        for _, name in ipairs(group) do
            names[#names + 1] = name
        end
    end
    for _, line in ipairs(call("SMEMBERS", key("lines"))) do
        names[#names + 1] = "line:" .. line
    end
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        names[#names + 1] = "claims:" .. resource
        names[#names + 1] = "holders:" .. resource
        names[#names + 1] = "aside:" .. resource
    end
    Rooms.each(function(_, task, state, detail)
        if task and state == "s" then
            names[#names + 1] = "asking:" .. detail
        end
    end)
    return names
end

-- One that was killed has not taken its leave: its last word is old.
local function is_last(name)
    local all = call("HGETALL", key("workers"))
    for at = 1, #all, 2 do
        if all[at] ~= name and now - read("<d", all[at + 1]) < lease_seconds then
            return false
        end
    end
    return true
end

local function operate()
    if body[2] and not is_last(body[1]) then
        Frame.open("workers", true, false)
        Leases.leave(body[1])
        return 0
    end
    Frame.open("purge", false, false)
    local names = { KEYS[2] }
    for _, name in ipairs(list_names()) do
        names[#names + 1] = key(name)
    end
    Frame.spread("UNLINK", KEYS[1], names)
    call("PUBLISH", key("wake"), "")
    return 1
end
