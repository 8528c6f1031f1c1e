-- Workers come, live and go. The body: { what, name, what it says of itself or where its going goes on }.

local ACTIONS = {
    register = function(name, info)
        call("HSET", key("workers"), name, pack("<d", now) .. info)
        return 0
    end,
    leave = Leases.leave,
}

local function operate()
    Envelope.open("workers", true, body[1] == "register")
    return ACTIONS[body[1]](body[2], body[3])
end
