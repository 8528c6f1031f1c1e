-- What every script begins with: who calls, what stands in `meta`, and how an answer is made.
-- KEYS[1] is `{prefix}:meta`; all other keys of the frontier have its hash tag. KEYS[2] holds the keys of known tasks:
-- a set, or, where its name ends in `:bits:` and a layout, what is known of a Bloom filter with that layout.

local call, format = redis.call, string.format
local sub, byte, char, find, concat = string.sub, string.byte, string.char, string.find, table.concat
local pack, read = struct.pack, struct.unpack

local CHUNK = 1000 -- arguments of one command: Lua's stack is bounded
local AT_ONCE = 250 -- tasks that one call moves because their time has come

-- Texts of one byte, to count in the middle of texts without packing numbers.
local BYTES = setmetatable({}, {
    __index = function(known, value)
        known[value] = char(value)
        return known[value]
    end,
})

local prefix = sub(KEYS[1], 1, -5)
local head = cmsgpack.unpack(ARGV[1])
local worker, number, body = head[1], head[2], head[9]
local lease_seconds, ageing, limits, lease_losses = head[6], head[7], head[8], head[10]

local now = head[5]
if not now then
    local time = call("TIME")
    now = tonumber(time[1]) + tonumber(time[2]) / 1000000
end

-- The nouns: each is filled by the part that is named after it.
local Envelope, Records, Names, Queues, Standing, WaitingSets, Permits = {}, {}, {}, {}, {}, {}, {}
local Seen, Slots, Lanes = {}, {}, {}
local Joins, Sharing, Sessions, Controls = {}, {}, {}, {}
local Leases, Taking, DeadLetters, Store, Steps, Search, Entries, Measures, Jobs, Slices, Stops, Purging = {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}

-- Defines a noun when it is used first: most calls need a few of them, and defining them all takes longer than such a
-- call itself. Each part is wrapped into this when a script is put together.
local function later(noun, define)
    setmetatable(noun, {
        __index = function(_, name)
            setmetatable(noun, nil)
            define()
            return noun[name]
        end,
    })
end

-- What stands in `meta`, as numbers; written back when the script ends.
local meta = {}
local COUNTERS = { "ids", "tokens", "queued", "halted", "resting", "revision", "moves", "places", "jobs", "open", "held" }
-- ids, tokens, places, jobs: last given. open: jobs that are not done. queued: tasks in queues, held: those in queues that
-- are paused. halted: tasks that are paused one by one, resting: those of them that paused themselves. moves: how often
-- tasks have moved. revision: how often anything has changed that tasks are ranked by.

local TYPES = {
    hash = { "numbers", "leases", "tasks", "tally", "joins", "owned", "values", "versions", "makers", "making", "held",
        "marks", "cookies", "guests", "dead", "stranded", "weights", "rounds", "texts", "seeds", "sources", "workers", "called", "jobs", "done",
        "summaries", "standing", "lanes", "shared" },
    set = { "queues", "orphans", "ownerless", "idle", "resources", "readmitting", "told" },
    zset = { "rank", "deadlines", "delays", "buried" },
}

local function key(name)
    return prefix .. name
end

local function text(value)
    return format("%.17g", value)
end

-- Ends the script; what it says is read by `Calls`.
local function fail(kind, where, message)
    error({ refusal = { kind, where, message } }, 0)
end

local function check_type(name, wanted)
    local found = call("TYPE", name).ok
    if found ~= "none" and found ~= wanted then
        fail("foreign", name, "it is a " .. found .. ", not a " .. wanted)
    end
end

-- Whether there is anything in a table that most frontiers do not have; asked once.
local some = {}
function Envelope.some(name)
    local answer = some[name]
    if answer == nil then
        answer = call("EXISTS", key(name)) == 1
        some[name] = answer
    end
    return answer
end

function Envelope.set(name, field, value)
    some[name] = true
    call("HSET", key(name), field, value)
end

-- Calls a command with many arguments in parts.
function Envelope.spread(command, name, list)
    local count = #list
    if count <= CHUNK then
        if count > 0 then
            call(command, name, unpack(list))
        end
        return
    end
    for first = 1, count, CHUNK do
        call(command, name, unpack(list, first, math.min(first + CHUNK - 1, count)))
    end
end

function Envelope.pick(name, fields)
    local count = #fields
    if count <= CHUNK then
        return count > 0 and call("HMGET", name, unpack(fields)) or {}
    end
    local found = {}
    for first = 1, count, CHUNK do
        local last = math.min(first + CHUNK - 1, count)
        local part = call("HMGET", name, unpack(fields, first, last))
        for at = 1, last - first + 1 do
            found[first + at - 1] = part[at]
        end
    end
    return found
end

local is_open, is_repeated, outcome_field = false, false, nil

-- Looks whether the frontier is there and ours. *changes*: the script writes; *grows*: what Redis may have no room for;
-- *confirmed*: the last of these calls that the worker has an answer to: Redis has lost some, if it does not know of it.
-- When the call had been applied before: returns { what it was answered, or false }.
function Envelope.open(operation, changes, grows, confirmed)
    check_type(KEYS[1], "hash")
    local found = call("HMGET", KEYS[1], "format", "epoch", "rules", "shifts", unpack(COUNTERS))
    Envelope.is_purging = call("HEXISTS", KEYS[1], "purging") == 1
    local epoch = found[2]
    if not found[1] and call("EXISTS", KEYS[1]) == 1 then
        fail("foreign", KEYS[1], "it has no format")
    end
    if found[1] and found[1] ~= FORMAT then
        fail("format", KEYS[1], found[1])
    end
    if head[3] ~= "" and head[3] ~= epoch then
        fail("lost", KEYS[1], "")
    end
    if head[3] == "" then
        -- The worker's first call: whatever else is called like this is found before anything is changed.
        for wanted, names in pairs(TYPES) do
            for at = 1, #names do
                check_type(prefix .. names[at], wanted)
            end
        end
    end
    if Envelope.is_purging and operation ~= "purge" and not Purging.go_on() then
        fail("purging", KEYS[1], "")
    end
    check_type(KEYS[2], Envelope.layout() and "hash" or "set")
    meta.epoch = epoch or ""
    meta.rules = found[3] and cmsgpack.unpack(found[3]) or {}
    meta.shifts = found[4] and cmsgpack.unpack(found[4]) or {}
    for at, name in ipairs(COUNTERS) do
        meta[name] = tonumber(found[at + 4] or 0)
    end
    if not changes then
        return nil
    end
    if number > 0 then
        outcome_field = worker .. " " .. operation
        local last = call("HGET", key("called"), outcome_field)
        last = last and cmsgpack.unpack(last)
        Envelope.is_rewound = (last and last[1] or 0) < (confirmed or 0)
        if last then
            if number <= last[1] then
                is_repeated = true
                -- Whoever waits for replicas waits for what its own connection has written.
                redis.pcall("HSET", KEYS[1], "format", FORMAT)
                return { number == last[1] and last[2] or false }
            end
        end
    end
    -- A full Redis refuses the first write of a script, if that takes room: all or nothing.
    if grows then
        call("HSET", KEYS[1], "format", FORMAT)
    end
    if operation == "exchange" then
        call("SREM", key("idle"), worker)
    end
    is_open = true
    if not epoch then
        meta.epoch = head[4]
        call("HSET", KEYS[1], "format", FORMAT, "epoch", head[4])
        if Envelope.layout() then
            call("HSET", KEYS[1], "known", KEYS[2])
        end
    end
    return nil
end

-- The layout of the filter of known keys, as { shards, bits of each, hashes }; none: they are in a set.
function Envelope.layout()
    local shards, bits, hashes = string.match(KEYS[2], ":bits:(%d+)x(%d+)x(%d+)$")
    return shards and { tonumber(shards), tonumber(bits), tonumber(hashes) }
end

-- Tasks by state: ready, running, delayed, parked, paused, of these resting, dead.
function Envelope.counts()
    local delayed = call("ZCARD", key("delays"))
    return {
        meta.queued - meta.held,
        call("HLEN", key("leases")),
        delayed,
        call("HLEN", key("tasks")) - delayed - meta.halted,
        meta.held + meta.halted,
        meta.resting,
        call("ZCARD", key("buried")),
    }
end

-- When the next delayed task gets ready, the next lease runs out or a job goes on, as a text; empty: never.
function Envelope.next_due()
    if meta.open > 0 then
        return text(now)
    end
    local first
    for _, name in ipairs({ "delays", "deadlines" }) do
        local found = call("ZRANGE", key(name), 0, 0, "WITHSCORES")[2]
        if found and found ~= "inf" and (not first or tonumber(found) < tonumber(first)) then
            first = found
        end
    end
    return first or ""
end

-- Writes back what stands in `meta`. *outcome*: what this call is answered when it is sent again; none: as a call that
-- has done nothing.
function Envelope.save(outcome)
    if Envelope.has_moved then
        Envelope.next("moves")
    end
    local values = {}
    for _, name in ipairs(COUNTERS) do
        values[#values + 1] = name
        values[#values + 1] = format("%.0f", meta[name])
    end
    call("HSET", KEYS[1], unpack(values))
    if outcome_field then
        call("HSET", key("called"), outcome_field, cmsgpack.pack({ number, outcome or false }))
    end
end

function Envelope.next(name)
    meta[name] = meta[name] + 1
    return meta[name]
end

-- Sets what is not a counter: `rules`, `shifts`.
function Envelope.write(name, value)
    call("HSET", KEYS[1], name, cmsgpack.pack(value))
end

-- Runs an operation, which returns what is answered and what is answered to the same call again.
function Envelope.run(operate)
    local fine, answer, outcome = pcall(function()
        local answered, later_answered = operate()
        if is_open then
            Store.close()
        end
        return answered, later_answered
    end)
    if fine then
        if is_open then
            Envelope.save(outcome)
        end
        return { is_repeated and "repeated" or "ok", meta.epoch, text(now), answer }
    end
    if is_open then
        pcall(Queues.flush)
        pcall(Standing.flush)
        pcall(Envelope.save)
    end
    if type(answer) == "table" and answer.refusal then
        return answer.refusal
    end
    local message = type(answer) == "table" and answer.err or tostring(answer)
    local where = find(message, "WRONGTYPE", 1, true) and Queues.name_foreign() or ""
    return { "failed", KEYS[1], message .. where }
end
