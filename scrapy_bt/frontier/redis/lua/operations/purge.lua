-- Deletes the frontier. The body: { name, only } - only: when the worker of that name was the last one; if not, it goes.
-- Answers 1 when the frontier is gone, 0 when others still work on it.

local function list_names()
    local names = { "meta", "dispatch", "experience" }
    for _, group in pairs(TYPES) do
        for _, name in ipairs(group) do
            names[#names + 1] = name
        end
    end
    for _, queue in ipairs(call("SMEMBERS", key("queues"))) do
        names[#names + 1] = "queue:" .. queue
    end
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        names[#names + 1] = "claims:" .. resource
        names[#names + 1] = "holders:" .. resource
        names[#names + 1] = "aside:" .. resource
    end
    for _, name in ipairs(Jobs.names()) do
        names[#names + 1] = name
    end
    -- Who waits for a shared value waits for its maker, or for who tries next; looking at the tasks would take long.
    for _, name in ipairs(call("HKEYS", key("makers"))) do
        names[#names + 1] = "asking:" .. name
    end
    for _, name in ipairs(call("SMEMBERS", key("orphans"))) do
        names[#names + 1] = "asking:" .. name
    end
    return names
end

local function operate()
    Envelope.open("purge", false, false)
    if body[2] and not Leases.is_last(body[1]) then
        return 0
    end
    local names = Envelope.names_of_known()
    for _, name in ipairs(list_names()) do
        names[#names + 1] = key(name)
    end
    Envelope.spread("UNLINK", KEYS[1], names)
    call("PUBLISH", key("wake"), "")
    return 1
end
