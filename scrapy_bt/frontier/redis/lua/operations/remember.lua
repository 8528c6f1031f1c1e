-- Keeps a text on the blackboard. The body: { key, text }.

local function operate()
    Frame.open("remember", true, true)
    call("HSET", key("texts"), body[1], body[2])
    return 0
end
