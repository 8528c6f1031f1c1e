-- A ledger of known contents for all workers of a Redis; every call is one step, and may be sent again.
-- KEYS[1]: `…{name}:meta`, with whose beginning all other keys begin.
-- ARGV: what, the time ("": Redis' own), seconds that a claim lasts, and what belongs to the call.
--   meta: format, terms (the similarity), ids (last given), kept, same, near.
--   keys: content key -> number of the record that was kept, a space and how similar it is.
--   originals: number -> { key, kind, address, signature }.    claims: number -> { token, end, bands }.
--   tokens: token of a claim -> number.    bands:XX: rest of a band -> numbers with commas.
--   matches: number, a space and an address -> { reason, similarity, time }.    order: fields of them, as they came.

local call, unpack_, pack_ = redis.call, cmsgpack.unpack, cmsgpack.pack
local prefix = string.sub(KEYS[1], 1, -5)
local what, now, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local FORMAT, BAND, MOST_IN_BAND, MOST_COMPARED = "1", 8, 50, 50

if not now then
    local time = call("TIME")
    now = tonumber(time[1]) + tonumber(time[2]) / 1000000
end

local function key(name)
    return prefix .. name
end

local function text(value)
    return string.format("%.17g", value)
end

local function refuse(...)
    error({ refusal = { "refused", ... } }, 0)
end

-- Looks whether the ledger is ours. The first write of a script is refused by a full Redis: all or nothing.
local function open(similarity, writes)
    local found = call("TYPE", KEYS[1]).ok
    if found ~= "none" and found ~= "hash" then
        refuse("foreign", "it is a " .. found)
    end
    local known = call("HMGET", KEYS[1], "format", "terms")
    if found == "hash" and known[1] ~= FORMAT then
        refuse("foreign", "it has the format " .. (known[1] or "of something else"))
    end
    if similarity ~= "" and known[2] and known[2] ~= similarity then
        refuse("terms", known[2])
    end
    if writes then
        call("HSET", KEYS[1], "format", FORMAT)
        if similarity ~= "" then
            call("HSET", KEYS[1], "terms", similarity)
        end
    end
end

local function each_band(bands, act)
    for at = 1, #bands, BAND do
        local band = string.sub(bands, at, at + BAND - 1)
        local first, second = string.byte(band, 1, 2)
        act(key("bands:" .. string.format("%02x%02x", first, second)), string.sub(band, 3))
    end
end

local function forget(number, claim)
    local original = unpack_(call("HGET", key("originals"), number))
    call("HDEL", key("keys"), original[1])
    each_band(claim[3], function(shard, field)
        local left = {}
        for other in string.gmatch(call("HGET", shard, field) or "", "%d+") do
            if other ~= number then
                left[#left + 1] = other
            end
        end
        if #left == 0 then
            call("HDEL", shard, field)
        else
            call("HSET", shard, field, table.concat(left, ","))
        end
    end)
    call("HDEL", key("originals"), number)
    call("HDEL", key("claims"), number)
    call("HDEL", key("tokens"), claim[1])
    call("HINCRBY", KEYS[1], "kept", -1)
end

local function similarity(one, other)
    local equal = 0
    for at = 1, #one, 2 do
        if string.sub(one, at, at + 1) == string.sub(other, at, at + 1) then
            equal = equal + 1
        end
    end
    return equal * 2 / #one
end

local function find_near(sample)
    local common, numbers = {}, {}
    each_band(sample.bands, function(shard, field)
        for number in string.gmatch(call("HGET", shard, field) or "", "%d+") do
            if not common[number] then
                numbers[#numbers + 1] = number
            end
            common[number] = (common[number] or 0) + 1
        end
    end)
    table.sort(numbers, function(one, other)
        if common[one] ~= common[other] then
            return common[one] > common[other]
        end
        return tonumber(one) < tonumber(other)
    end)
    local best, likeness = nil, 0
    for at = 1, math.min(#numbers, MOST_COMPARED) do
        local original = unpack_(call("HGET", key("originals"), numbers[at]))
        if original[2] == sample.kind then
            local share = similarity(sample.signature, original[4])
            if share > likeness then
                best, likeness = numbers[at], share
            end
        end
    end
    if likeness >= sample.threshold then
        return best, likeness
    end
end

local function find(sample)
    local entry = call("HGET", key("keys"), sample.key)
    if entry then
        local number, likeness = string.match(entry, "^(%d+) (.+)$")
        return number, tonumber(likeness)
    end
    if sample.signature ~= "" then
        return find_near(sample)
    end
end

local function add(sample, token)
    local number = tostring(call("HINCRBY", KEYS[1], "ids", 1))
    call("HINCRBY", KEYS[1], "kept", 1)
    call("HSET", key("originals"), number, pack_({ sample.key, sample.kind, sample.url, sample.signature }))
    call("HSET", key("keys"), sample.key, number .. " 1")
    call("HSET", key("claims"), number, pack_({ token, text(now + lease), sample.bands }))
    call("HSET", key("tokens"), token, number)
    each_band(sample.bands, function(shard, field)
        local known = call("HGET", shard, field)
        local _, commas = string.gsub(known or "", ",", "")
        if commas < MOST_IN_BAND - 1 then
            call("HSET", shard, field, known and known .. "," .. number or number)
        end
    end)
end

local function note(sample, number, likeness)
    local original = unpack_(call("HGET", key("originals"), number))
    local reason = original[1] == sample.key and "same" or "near"
    call("HSETNX", key("keys"), sample.key, number .. " " .. text(likeness))
    local is_new = 0
    if sample.url ~= original[3] then
        local field = number .. " " .. sample.url
        is_new = call("HSETNX", key("matches"), field, pack_({ reason, text(likeness), text(now) }))
        if is_new == 1 then
            call("RPUSH", key("order"), field)
            call("HINCRBY", KEYS[1], reason, 1)
        end
    end
    return { "known", original[3], original[1], original[2], reason, text(likeness), text(now), tostring(is_new) }
end

local operations = {}

-- ARGV: token, similarity, threshold, content key, kind, address, signature, bands.
function operations.claim()
    local token = ARGV[4]
    open(ARGV[5], true)
    local sample = {
        threshold = tonumber(ARGV[6]),
        key = ARGV[7],
        kind = ARGV[8],
        url = ARGV[9],
        signature = ARGV[10],
        bands = ARGV[11],
    }
    local number, likeness = find(sample)
    while number do
        local claim = call("HGET", key("claims"), number)
        if not claim then
            return note(sample, number, likeness)
        end
        claim = unpack_(claim)
        if claim[1] == token then
            return { "ours" }
        end
        local left = tonumber(claim[2]) - now
        if left > 0 then
            return { "busy", text(left) }
        end
        -- Whoever had it is dead: what it has not stored is nobody's.
        forget(number, claim)
        number, likeness = find(sample)
    end
    add(sample, token)
    return { "ours" }
end

-- ARGV: how many were stored, their tokens, and those of what was given back.
function operations.settle()
    open("", false)
    local stored = tonumber(ARGV[4])
    for at = 5, #ARGV do
        local number = call("HGET", key("tokens"), ARGV[at])
        if number and at - 4 <= stored then
            call("HDEL", key("claims"), number)
            call("HDEL", key("tokens"), ARGV[at])
        elseif number then
            forget(number, unpack_(call("HGET", key("claims"), number)))
        end
    end
    return { "done" }
end

-- ARGV: tokens.
function operations.keep()
    open("", false)
    for at = 4, #ARGV do
        local number = call("HGET", key("tokens"), ARGV[at])
        if number then
            local claim = unpack_(call("HGET", key("claims"), number))
            claim[2] = text(now + lease)
            call("HSET", key("claims"), number, pack_(claim))
        end
    end
    return { "done" }
end

-- ARGV: similarity.
function operations.tally()
    open(ARGV[4], false)
    return { "tally", unpack(call("HMGET", KEYS[1], "kept", "same", "near")) }
end

-- ARGV: how many to pass over from the end, and how many to tell (below 0: all).
function operations.matches()
    open("", false)
    local first, count = tonumber(ARGV[4]), tonumber(ARGV[5])
    local from = count < 0 and 0 or -(first + count)
    local length = call("LLEN", key("order"))
    local fields = call("LRANGE", key("order"), math.max(from, -length), -(first + 1))
    local told = { "matches" }
    for at = #fields, 1, -1 do
        local number, url = string.match(fields[at], "^(%d+) (.*)$")
        local original = unpack_(call("HGET", key("originals"), number))
        local found = unpack_(call("HGET", key("matches"), fields[at]))
        told[#told + 1] = { url, original[3], original[1], original[2], found[1], found[2], found[3] }
    end
    return told
end

-- ARGV: a content key.
function operations.original()
    open("", false)
    local entry = call("HGET", key("keys"), ARGV[4])
    local number = entry and string.match(entry, "^%d+")
    if not number then
        return { "none" }
    end
    return { "original", number, unpack_(call("HGET", key("originals"), number))[3] }
end

local fine, answer = pcall(operations[what])
if fine then
    return answer
end
if type(answer) == "table" and answer.refusal then
    return answer.refusal
end
return redis.error_reply(type(answer) == "table" and answer.err or tostring(answer))
