-- Start messages become tasks. The body: { type of the key that holds them, buckets with numbers, runs, which of the
-- messages have a task, as a text of 1 and 0, number of messages to look at }. The messages are the arguments from 2 on,
-- then come the records. KEYS[3] holds the messages, KEYS[4] those that make no task.
-- Answers how many were taken, for others may be quicker, and those that come next.

local TAKE = {
    list = function(message)
        return call("LINDEX", KEYS[3], 0) == message and call("LPOP", KEYS[3])
    end,
    set = function(message)
        return call("SREM", KEYS[3], message) == 1
    end,
    zset = function(message)
        return call("ZREM", KEYS[3], message) == 1
    end,
}

local LOOK = {
    list = function(count)
        return call("LRANGE", KEYS[3], 0, count - 1)
    end,
    set = function(count)
        return call("SRANDMEMBER", KEYS[3], count)
    end,
    zset = function(count)
        return call("ZREVRANGE", KEYS[3], 0, count - 1)
    end,
}

local function spread_buckets(runs)
    local buckets = {}
    for _, run in ipairs(runs) do
        for _ = 1, run[3] do
            buckets[#buckets + 1] = run[1]
        end
    end
    return buckets
end

local function operate()
    local kind, named, runs, flags, count = unpack(body, 1, 5)
    Lines.check(named)
    check_type(KEYS[3], kind)
    check_type(KEYS[4], "list")
    Frame.open("starts", #flags > 0, true)
    if #flags > 0 then
        Lines.learn(named)
    end
    local buckets, taken, record = spread_buckets(runs), 0, 0
    for at = 1, #flags do
        local message, has_task = ARGV[at + 1], byte(flags, at) == 49
        record = record + (has_task and 1 or 0)
        if TAKE[kind](message) then
            taken = taken + 1
            if has_task then
                Store.queue(Store.begin(ARGV[1 + #flags + record], buckets[record]), now)
            else
                call("RPUSH", KEYS[4], message)
            end
        elseif kind == "list" then
            break
        end
    end
    return { taken, LOOK[kind](count) }
end
