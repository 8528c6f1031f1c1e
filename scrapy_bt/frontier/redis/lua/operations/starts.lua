-- Start messages become tasks. The body: { type of the key that holds them, buckets with numbers, runs, how many
-- messages there are, number of messages to look at }. The messages are the arguments from 2 on, then come the records
-- of their tasks. KEYS[3] holds the messages.
-- Answers how many were taken, for others may be quicker, and those that come next.

local LARGEST_ANSWER = 4000000

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
    list = function(first, count)
        return call("LRANGE", KEYS[3], first, first + count - 1)
    end,
    set = function(_, count)
        return call("SRANDMEMBER", KEYS[3], count)
    end,
    zset = function(first, count)
        return call("ZREVRANGE", KEYS[3], first, first + count - 1)
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

-- Those that come next, all of them together of few bytes, but one at least: large ones are not read by the hundred.
local function look(kind, most)
    local found, seen, bytes, step = {}, {}, 0, 1
    repeat
        local before, messages = #found, LOOK[kind](#found, math.min(step, most - #found))
        for _, message in ipairs(messages) do
            if kind ~= "set" or not seen[message] then
                bytes, seen[message] = bytes + #message, true
                if bytes > LARGEST_ANSWER and #found > 0 then
                    return found
                end
                found[#found + 1] = message
            end
        end
        step = 2 * step
    until #found == before or #found >= most
    return found
end

local function operate()
    local kind, named, runs, given, count = unpack(body, 1, 5)
    Queues.check(named)
    check_type(KEYS[3], kind)
    Envelope.open("starts", given > 0, true)
    if given > 0 then
        Queues.learn(named)
    end
    local buckets, taken = spread_buckets(runs), 0
    for at = 1, given do
        if TAKE[kind](ARGV[at + 1]) then
            taken = taken + 1
            Store.queue(Store.begin(ARGV[1 + given + at], buckets[at]), now)
        elseif kind == "list" then
            break
        end
    end
    return { taken, look(kind, count) }
end
