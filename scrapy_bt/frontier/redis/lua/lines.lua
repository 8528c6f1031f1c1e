-- The ready tasks: a list for each bucket, and the ranking of those that may be leased from.
-- A bucket is named `tree|node|requires|boost`, and where its slot is known `…|@slot`, `|` and `%` in its parts escaped;
-- the line of those of its tasks that hold its resource already ends with `|held`.

local HELD = "|held"
local pending, order = {}, {}
local known, scores = {}, {}

function Lines.unescape(value)
    return (value:gsub("%%7C", "|"):gsub("%%25", "%%"))
end

-- The parts of a bucket's or line's name; nil when it is none.
function Lines.parts(name)
    local parts = known[name]
    if parts == nil then
        local tree, node, requires, boost, rest = name:match("^([^|]*)|([^|]*)|([^|]*)|([^|]*)(.*)$")
        local slot, held
        if tree then
            slot, held = rest:match("^|@([^|]*)(.*)$")
            held = held or rest
        end
        parts = false
        if tree and (held == "" or held == HELD) then
            parts = {
                tree = tree,
                node = node,
                last = node:match("[^/]*$"),
                -- A node that is called several times at one level has a number there: `page#2`.
                called = node:match("([^/#]*)[^/]*$"),
                boost = tonumber(boost) or 0,
                bucket = held == "" and name or sub(name, 1, -6),
                -- What its number depends on.
                ranked = concat({ tree, node, requires, boost }, "|"),
                slot = slot and slot ~= "" and Lines.unescape(slot) or nil,
                requires = requires ~= "" and Lines.unescape(requires) or nil,
                takes = requires ~= "" and held == "" and Lines.unescape(requires) or nil,
            }
        end
        known[name] = parts
    end
    return parts
end

function Lines.with_boost(bucket, boost)
    local before, after = bucket:match("^([^|]*|[^|]*|[^|]*|)[^|]*(.*)$")
    return before .. boost .. after
end

function Lines.key(line)
    return prefix .. "line:" .. line
end

function Lines.number(bucket)
    return tonumber(call("HGET", key("numbers"), Lines.parts(bucket).ranked) or 0)
end

-- The priority number of a line, boosts taken off; ageing is not in it.
function Lines.score(line)
    local score = scores[line]
    if not score then
        local parts = Lines.parts(line)
        score = Lines.number(parts.bucket) - parts.boost - Controls.shift(parts)
        if score ~= score then
            score = 0
        end
        scores[line] = score
    end
    return score
end

function Lines.forget_scores()
    scores = {}
end

function Lines.rank(line, record)
    local score = Lines.score(line)
    if ageing ~= 0 and #record >= 16 then
        score = score + ageing * read("<d", record, 9)
    end
    return score == score and score or 0
end

-- Of what is as urgent the longest lines of slots come first (frontier/slots.py): seconds that are taken off the number.
local PRECEDENCE = 1e-6

local function doublings(length)
    return select(2, math.frexp(length))
end

-- *length*: of the line, where it is known.
function Lines.precedence(line, length)
    return Lines.parts(line).slot and PRECEDENCE * doublings(length or Lines.length(line)) or 0
end

-- Numbers of buckets that nobody has named before.
function Lines.learn(buckets)
    if #buckets == 0 then
        return
    end
    local names, missing = {}, {}
    for at, bucket in ipairs(buckets) do
        names[at] = Lines.parts(bucket[1]).ranked
    end
    for at, found in ipairs(Frame.pick(key("numbers"), names)) do
        if not found then
            missing[#missing + 1] = names[at]
            missing[#missing + 1] = text(buckets[at][2])
        end
    end
    if #missing > 0 then
        Frame.spread("HSET", key("numbers"), missing)
        Frame.next("revision")
    end
end

-- Wrong types among the lines that a call names are found before anything is changed.
function Lines.check(buckets)
    for _, bucket in ipairs(buckets) do
        if not Lines.parts(bucket[1]) then
            fail("foreign", KEYS[1], "a bucket is called " .. bucket[1])
        end
        check_type(Lines.key(bucket[1]), "list")
    end
end

function Lines.name_foreign()
    local names = {}
    for _, line in ipairs(redis.pcall("SMEMBERS", key("lines"))) do
        names[#names + 1] = { "line:" .. line, "list" }
    end
    for _, resource in ipairs(redis.pcall("SMEMBERS", key("resources"))) do
        for _, pair in ipairs({ { "claims:", "zset" }, { "holders:", "set" }, { "aside:", "set" } }) do
            names[#names + 1] = { pair[1] .. resource, pair[2] }
        end
    end
    for _, pair in ipairs(names) do
        local found = redis.pcall("TYPE", prefix .. pair[1]).ok
        if found ~= pair[2] and found ~= "none" then
            return format(" (%s is a %s, not a %s)", prefix .. pair[1], found, pair[2])
        end
    end
    return ""
end

function Lines.of(task)
    local parts = Lines.parts(task.bucket)
    if parts.requires and Places.is_held(parts.requires, task.id) then
        return task.bucket .. HELD
    end
    return task.bucket
end

-- What is going to be written to the end of a line: what comes together is written together.
function Lines.open(line)
    local records = pending[line]
    if not records then
        records = {}
        pending[line] = records
        order[#order + 1] = line
    end
    return records
end

function Lines.push(line, record)
    local records = Lines.open(line)
    records[#records + 1] = record
end

function Lines.push_first(line, record)
    Lines.flush()
    local length = call("LPUSH", Lines.key(line), record)
    meta.queued = meta.queued + 1
    if length == 1 then
        call("SADD", key("lines"), line)
    end
    Lines.place(line, record)
    Frame.has_made_ready, Frame.has_moved = true, true
end

function Lines.flush()
    if #order == 0 then
        return
    end
    local lines = order
    order = {}
    for _, line in ipairs(lines) do
        local records = pending[line]
        pending[line] = nil
        local name, length = Lines.key(line), -1
        for first = 1, #records, CHUNK do
            length = call("RPUSH", name, unpack(records, first, math.min(first + CHUNK - 1, #records)))
        end
        if #records > 0 then
            meta.queued = meta.queued + #records
            Frame.has_made_ready, Frame.has_moved = true, true
        end
        local before = length - #records
        if before == 0 then
            call("SADD", key("lines"), line)
            Lines.place(line, records[1], length)
        elseif Lines.parts(line).slot and doublings(before) ~= doublings(length) and Lines.is_ranked(line) then
            Lines.place(line, call("LINDEX", name, 0), length)
        end
    end
end

function Lines.is_ranked(line)
    return call("ZSCORE", key("rank"), line)
end

-- Gives a line its place in the ranking, unless it is paused or waits for its resource.
function Lines.place(line, record, length)
    local parts = Lines.parts(line)
    if not parts or Controls.is_paused(parts) then
        return
    end
    if parts.takes and Frame.some("resources") and call("SISMEMBER", prefix .. "aside:" .. parts.takes, line) == 1 then
        return
    end
    call("ZADD", key("rank"), text(Lines.rank(line, record) - Lines.precedence(line, length)), line)
end

function Lines.replace(line)
    local record = call("LINDEX", Lines.key(line), 0)
    if record then
        Lines.place(line, record)
    else
        Lines.forget(line)
    end
end

function Lines.forget(line)
    call("SREM", key("lines"), line)
    call("ZREM", key("rank"), line)
    local parts = Lines.parts(line)
    if parts and parts.takes then
        call("SREM", prefix .. "aside:" .. parts.takes, line)
    end
end

-- Passes over a line until its resource is free.
function Lines.set_aside(line, resource)
    call("ZREM", key("rank"), line)
    call("SADD", prefix .. "aside:" .. resource, line)
    Places.name(resource)
end

function Lines.readmit(resource)
    local name = prefix .. "aside:" .. resource
    local lines = call("SMEMBERS", name)
    if #lines > 0 then
        call("DEL", name)
        for _, line in ipairs(lines) do
            Lines.replace(line)
        end
        Frame.has_made_ready, Frame.has_moved = true, true
    end
end

function Lines.all()
    Lines.flush()
    return call("SMEMBERS", key("lines"))
end

function Lines.length(line)
    return call("LLEN", Lines.key(line))
end

-- Ranks all lines anew, after numbers or controls have changed.
function Lines.reorder()
    local lines = Lines.all()
    call("DEL", key("rank"))
    Lines.forget_scores()
    for _, line in ipairs(lines) do
        Lines.replace(line)
    end
    Frame.has_made_ready, Frame.has_moved = true, true
end
