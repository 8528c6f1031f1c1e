-- Turns at a host for all workers of a Redis: a delay between two requests, and at most so many at once.
-- KEYS: the permits that are out (by the time at which they end), and when the next turn is.
-- ARGV: what, seconds between two turns, permits at most (0: any number), seconds that a permit lasts, the permits.

local call = redis.call
local permits, next_turn = KEYS[1], KEYS[2]
local what, delay, most, lasts = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

for at, wanted in ipairs({ "zset", "string" }) do
    local found = call("TYPE", KEYS[at]).ok
    if found ~= "none" and found ~= wanted then
        return redis.error_reply("FOREIGN " .. KEYS[at] .. ": this key is a " .. found .. ", which is not ours; nothing was changed; move it away")
    end
end

local time = call("TIME")
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000

local function text(value)
    return string.format("%.17g", value)
end

local function keep(name, seconds)
    call("PEXPIRE", name, math.ceil(seconds * 1000) + 1000)
end

local function take()
    call("ZREMRANGEBYSCORE", permits, "-inf", text(now))
    local free = #ARGV - 4
    if most > 0 then
        free = math.min(free, most - call("ZCARD", permits))
    end
    local turn = math.max(now, tonumber(call("GET", next_turn) or 0))
    local starts = {}
    for at = 1, free do
        starts[at] = text(turn - now)
        if most > 0 then
            call("ZADD", permits, text(turn + lasts), ARGV[4 + at])
        end
        turn = turn + delay
    end
    if free > 0 then
        if delay > 0 then
            call("SET", next_turn, text(turn))
            keep(next_turn, turn - now)
        end
        if most > 0 then
            keep(permits, turn - now + lasts)
        end
    end
    return starts
end

local function keep_on()
    for at = 5, #ARGV do
        call("ZADD", permits, "XX", text(now + lasts), ARGV[at])
    end
    keep(permits, lasts)
    return {}
end

local function give_back()
    local was_full = call("ZCARD", permits) >= most
    for at = 5, #ARGV do
        call("ZREM", permits, ARGV[at])
    end
    return { was_full and "1" or "0" }
end

return ({ take = take, keep = keep_on, give = give_back })[what]()
