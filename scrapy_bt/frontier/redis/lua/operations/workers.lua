-- Workers come, live and go. The body: { what, name, info or whether tasks persist }.

local OPERATIONS = { "exchange", "control", "letters" }

local function leave(name)
    local count = Leases.release(name, "")
    call("HDEL", key("workers"), name)
    for _, operation in ipairs(OPERATIONS) do
        call("HDEL", key("called"), name .. " " .. operation)
    end
    call("SREM", key("idle"), name)
    return count
end

local ACTIONS = {
    register = function(name, info)
        call("HSET", key("workers"), name, pack("<d", now) .. info)
        return 0
    end,
    leave = leave,
}

local function operate()
    Frame.open("workers", true, body[1] == "register")
    return ACTIONS[body[1]](body[2], body[3])
end
