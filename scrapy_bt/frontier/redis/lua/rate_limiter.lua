-- Permits for requests to a host, for all workers of a Redis: a delay between two, and at most so many at once.
-- KEYS: the permits that are out (by the time at which they end), and when the next request may be sent.
-- ARGV: what, seconds between two requests, permits at most (0: any number), seconds that a permit lasts, the permits.

local call = redis.call
local permits, next_start = KEYS[1], KEYS[2]
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
    local start = math.max(now, tonumber(call("GET", next_start) or 0))
    local starts = {}
    for at = 1, free do
        starts[at] = text(start - now)
        if most > 0 then
            call("ZADD", permits, text(start + lasts), ARGV[4 + at])
        end
        start = start + delay
    end
    if free > 0 then
        if delay > 0 then
            call("SET", next_start, text(start))
            keep(next_start, start - now)
        end
        if most > 0 then
            keep(permits, start - now + lasts)
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
