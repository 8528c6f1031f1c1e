-- Keeps a text, on the blackboard or among those of sources. The body: { "texts" or "sources", name, text }.

local function operate()
    Envelope.open("remember", true, true)
    call("HSET", key(body[1]), body[2], body[3])
    return 0
end
