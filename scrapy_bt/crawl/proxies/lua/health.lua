-- How proxies do, for all workers of a Redis. What an outcome changes is reckoned as in `core/proxies/health.py`.
-- KEYS: the hash of healths ("label\nsite", all sites: "" -> score, latency, uses, failures, in a row, until), its
-- changes (by revision), and the hash of sessions that have moved (session -> label).
-- ARGV: the revision that is known, seconds: latency, cooling, longest cooling; numbers: first score, share, bans that
-- cool, most sessions and sites that are remembered; how many outcomes, and for each: label, site, "1" for success, latency or "", "1" for a ban, rest or "";
-- then moved sessions and their labels.
-- Answers the time, the revision, and what has changed since: healths with their names, and moved sessions.

local call = redis.call
local AT_ONCE = 2000 -- forgotten in one step
local healths, changes, sessions = KEYS[1], KEYS[2], KEYS[3]
local known, limit, cooling, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local first, share, bans = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local most, count = tonumber(ARGV[8]), tonumber(ARGV[9])

for at, wanted in ipairs({ "hash", "zset", "hash" }) do
    local found = call("TYPE", KEYS[at]).ok
    if found ~= "none" and found ~= wanted then
        return redis.error_reply("FOREIGN " .. KEYS[at] .. ": this key is a " .. found .. ", which is not ours; nothing was changed; move it away")
    end
end

local time = call("TIME")
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local newest = call("ZREVRANGE", changes, 0, 0, "WITHSCORES")[2]
local revision = tonumber(newest or 0)
if revision < known then
    known = 0 -- Redis has lost what it had: all of it is new
end

local function change(name)
    revision = revision + 1
    call("ZADD", changes, revision, name)
end

local function note(label, site, outcome, is_blamed)
    local name = label .. "\n" .. site
    local packed = call("HGET", healths, name)
    local score, latency, uses, failures, in_row, till = first, false, 0, 0, 0, 0
    if packed then
        score, latency, uses, failures, in_row, till = unpack(cmsgpack.unpack(packed))
    end
    local is_slow = outcome.latency and outcome.latency > limit
    local is_fine = outcome.is_success and not is_slow
    if outcome.latency then
        latency = latency and latency + share * (outcome.latency - latency) or outcome.latency
    end
    local quality = is_fine and 1 - 0.5 * math.min(1, (outcome.latency or 0) / limit) or 0
    score, uses = score + share * (quality - score), uses + 1
    if is_fine then
        in_row, till = 0, 0
    else
        failures = failures + 1
        if is_blamed then
            in_row = in_row + 1
            local rests = in_row
            if outcome.is_ban and not outcome.rest then
                rests = in_row - (bans - 1)
            end
            if rests >= 1 then
                local seconds = math.max(cooling * 2 ^ math.min(rests - 1, 30), outcome.rest or 0)
                till = math.max(till, now + math.min(longest, seconds))
            end
        end
    end
    call("HSET", healths, name, cmsgpack.pack({ score, latency, uses, failures, in_row, till }))
    change(name)
end

for at = 10, 10 + 6 * (count - 1), 6 do
    local label, site = ARGV[at], ARGV[at + 1]
    local outcome = {
        is_success = ARGV[at + 2] == "1",
        latency = tonumber(ARGV[at + 3]),
        is_ban = ARGV[at + 4] == "1",
        rest = tonumber(ARGV[at + 5]),
    }
    note(label, "", outcome, not outcome.is_ban)
    note(label, site, outcome, outcome.is_ban)
end
for at = 10 + 6 * count, #ARGV, 2 do
    call("HSET", sessions, ARGV[at], ARGV[at + 1])
    change("session\n" .. ARGV[at])
end
-- What was told first is forgotten first: sessions, and how proxies did with single sites.
local excess = { session = call("HLEN", sessions) - most, site = call("HLEN", healths) - most }
if excess.session > 0 or excess.site > 0 then
    for _, name in ipairs(call("ZRANGE", changes, 0, AT_ONCE - 1)) do
        local session = string.match(name, "^session\n(.*)$")
        if session and excess.session > 0 then
            call("HDEL", sessions, session)
            call("ZREM", changes, name)
            excess.session = excess.session - 1
        elseif not session and excess.site > 0 and string.sub(name, -1) ~= "\n" then
            call("HDEL", healths, name)
            call("ZREM", changes, name)
            excess.site = excess.site - 1
        end
    end
end

local told, moved = {}, {}
for _, name in ipairs(call("ZRANGEBYSCORE", changes, "(" .. string.format("%.0f", known), "+inf")) do
    local session = string.match(name, "^session\n(.*)$")
    if session then
        moved[#moved + 1] = session
        moved[#moved + 1] = call("HGET", sessions, session)
    else
        told[#told + 1] = name
        told[#told + 1] = call("HGET", healths, name)
    end
end
return { string.format("%.17g", now), string.format("%.0f", revision), told, moved }
