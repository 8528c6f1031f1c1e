-- The ready tasks: a list for each bucket, and the ranking of those that may be leased from.

local pending, order = {}, {}
local scores = {}

function Queues.key(queue)
    return prefix .. "queue:" .. queue
end

function Queues.number(bucket)
    return tonumber(call("HGET", key("numbers"), Names.parts(bucket).ranked) or 0)
end

-- The priority number of a queue, boosts taken off; ageing is not in it.
function Queues.score(queue)
    local parts = Names.parts(queue)
    local score = scores[parts.ranked]
    if not score then
        score = Queues.number(parts.bucket) - parts.boost - Controls.shift(parts)
        if score ~= score then
            score = 0
        end
        scores[parts.ranked] = score
    end
    return score
end

function Queues.forget_scores()
    scores = {}
end

function Queues.rank(queue, record)
    local score = Queues.score(queue)
    if ageing ~= 0 and #record >= 16 then
        local time = read("<d", record, 9)
        -- So that hosts take turns, the times of their tasks count by whole seconds.
        score = score + ageing * (Names.parts(queue).slot and math.floor(time) or time)
    end
    return score == score and score or 0
end

-- Of what is as urgent the longest queues of slots come first (frontier/slots.py): seconds that are taken off the number
-- of one that is twice as long. A queue that has grown gets another place when it has doubled.
local PRECEDENCE = 1e-6

local function doublings(length)
    return select(2, math.frexp(length))
end

-- *length*: of the queue, where it is known; at least 1.
function Queues.precedence(queue, length)
    return Names.parts(queue).slot and PRECEDENCE * math.log(length or Queues.length(queue)) / math.log(2) or 0
end

-- Numbers of buckets that nobody has named before.
function Queues.learn(buckets)
    if #buckets == 0 then
        return
    end
    local names, missing = {}, {}
    for at, bucket in ipairs(buckets) do
        names[at] = Names.parts(bucket[1]).ranked
    end
    for at, found in ipairs(Envelope.pick(key("numbers"), names)) do
        if not found then
            missing[#missing + 1] = names[at]
            missing[#missing + 1] = text(buckets[at][2])
        end
    end
    if #missing > 0 then
        Envelope.spread("HSET", key("numbers"), missing)
        Envelope.next("revision")
    end
end

-- Wrong types among the queues that a call names are found before anything is changed.
function Queues.check(buckets)
    for _, bucket in ipairs(buckets) do
        if not Names.parts(bucket[1]) then
            fail("foreign", KEYS[1], "a bucket is called " .. bucket[1])
        end
        check_type(Queues.key(bucket[1]), "list")
    end
end

-- Which key is somebody else's, as far as it is soon found; a text for people.
function Queues.name_foreign()
    local names = {}
    for _, queue in ipairs(redis.pcall("SRANDMEMBER", key("queues"), CHUNK)) do
        names[#names + 1] = { "queue:" .. queue, "list" }
    end
    for _, resource in ipairs(redis.pcall("SMEMBERS", key("resources"))) do
        for _, pair in ipairs({ { "claims:", "zset" }, { "holders:", "set" }, { "aside:", "zset" } }) do
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

function Queues.of(task)
    local parts = Names.parts(task.bucket)
    if parts.requires and Permits.is_held(parts.requires, task.id) then
        return Names.holding(task.bucket)
    end
    return task.bucket
end

-- What is going to be written to the end of a queue: what comes together is written together.
function Queues.open(queue)
    local records = pending[queue]
    if not records then
        records = {}
        pending[queue] = records
        order[#order + 1] = queue
    end
    return records
end

function Queues.push(queue, record)
    local records = Queues.open(queue)
    records[#records + 1] = record
end

function Queues.push_first(queue, record)
    Queues.flush()
    Queues.part(queue)
    local length = call("LPUSH", Queues.key(queue), record)
    Standing.add(queue, 1)
    if length == 1 then
        call("SADD", key("queues"), queue)
    end
    Queues.place(queue, record)
    Envelope.has_made_ready, Envelope.has_moved = true, true
end

-- What an order to stop means leaves a queue before anything else happens to it; returns whether there was any.
function Queues.part(queue)
    return meta.open > 0 and Stops.part(queue)
end

function Queues.flush()
    if #order == 0 then
        return
    end
    local queues = order
    order = {}
    for _, queue in ipairs(queues) do
        local records = pending[queue]
        pending[queue] = nil
        local name, length = Queues.key(queue), -1
        Queues.part(queue)
        for first = 1, #records, CHUNK do
            length = call("RPUSH", name, unpack(records, first, math.min(first + CHUNK - 1, #records)))
        end
        if #records > 0 then
            Standing.add(queue, #records)
            Envelope.has_made_ready, Envelope.has_moved = true, true
        end
        local before = length - #records
        if before == 0 then
            call("SADD", key("queues"), queue)
            Queues.place(queue, records[1], length)
        elseif Names.parts(queue).slot and doublings(before) ~= doublings(length) and Queues.is_ranked(queue) then
            Queues.place(queue, call("LINDEX", name, 0), length)
        end
    end
end

function Queues.is_ranked(queue)
    return call("ZSCORE", key("rank"), queue)
end

local function is_aside(parts, queue)
    return parts.takes and Envelope.some("resources") and call("ZSCORE", prefix .. "aside:" .. parts.takes, queue)
end

-- Gives a queue its place in the ranking, or among those that wait for its resource, unless it is paused.
function Queues.place(queue, record, length)
    local parts = Names.parts(queue)
    if not parts or Controls.is_paused(parts) then
        return
    end
    local name = is_aside(parts, queue) and prefix .. "aside:" .. parts.takes or key("rank")
    call("ZADD", name, text(Queues.rank(queue, record) - Queues.precedence(queue, length)), queue)
end

function Queues.replace(queue)
    local record = call("LINDEX", Queues.key(queue), 0)
    local parts = record and Names.parts(queue)
    if parts and Controls.is_paused(parts) then
        call("ZREM", key("rank"), queue)
    elseif record then
        Queues.place(queue, record)
    else
        Queues.forget(queue)
    end
end

function Queues.forget(queue)
    call("SREM", key("queues"), queue)
    call("ZREM", key("rank"), queue)
    local parts = Names.parts(queue)
    if parts and parts.takes then
        call("ZREM", prefix .. "aside:" .. parts.takes, queue)
    end
end

-- Passes over a queue until its resource is free.
function Queues.set_aside(queue, resource)
    call("ZADD", prefix .. "aside:" .. resource, call("ZSCORE", key("rank"), queue), queue)
    call("ZREM", key("rank"), queue)
    Permits.name(resource)
    Envelope.has_moved = true
end

local MOST_READMITTED = 50

-- The resource has a place: those that come first of the queues that wait for it have their places in the ranking again;
-- `readmitting` names it while others wait. Returns how many there were.
function Queues.readmit(resource)
    local name = prefix .. "aside:" .. resource
    local queues = call("ZRANGE", name, 0, MOST_READMITTED - 1)
    if #queues > 0 then
        call("ZREM", name, unpack(queues))
        for _, queue in ipairs(queues) do
            Queues.replace(queue)
        end
        Envelope.has_made_ready, Envelope.has_moved = true, true
    end
    if #queues == MOST_READMITTED then
        some.readmitting = true
        call("SADD", key("readmitting"), resource)
    elseif Envelope.some("readmitting") then
        call("SREM", key("readmitting"), resource)
    end
    return #queues
end

-- The next queues of resources that still have a place, where not all have been readmitted; returns how many.
function Queues.readmit_more()
    local count = 0
    for _, resource in ipairs(Envelope.some("readmitting") and call("SMEMBERS", key("readmitting")) or {}) do
        if Permits.is_free(resource) then
            count = count + Queues.readmit(resource)
        else
            call("SREM", key("readmitting"), resource)
        end
    end
    return count
end

function Queues.length(queue)
    return call("LLEN", Queues.key(queue))
end

-- What the numbers of all queues depend on, as keys.
function Queues.all_ranked()
    Queues.flush()
    Standing.flush()
    local found = {}
    for _, ranked in ipairs(call("HKEYS", key("standing"))) do
        found[ranked] = true
    end
    return found
end

local MOST_MOVED = 1000 -- queues that are ranked so in one call

-- Ranks queues whose numbers have changed; *moves* says by how much. What else they are ranked by stays.
-- Where there are very many, a job ranks them.
function Queues.move(moves)
    Queues.flush()
    Queues.forget_scores()
    if call("ZCARD", key("rank")) > MOST_MOVED then
        Jobs.rank(moves)
        Slices.go_on()
        return
    end
    local pairs_, moved = call("ZRANGE", key("rank"), 0, -1, "WITHSCORES"), {}
    for at = 1, #pairs_, 2 do
        local by = moves[Names.ranked(pairs_[at])]
        if by and by - by ~= 0 then
            Jobs.rank(moves) -- what is no finite number counts as 0
            Slices.go_on()
            return
        elseif by then
            moved[#moved + 1] = text(tonumber(pairs_[at + 1]) + by)
            moved[#moved + 1] = pairs_[at]
        end
    end
    Envelope.spread("ZADD", key("rank"), moved)
    Envelope.has_moved = Envelope.has_moved or #moved > 0
end
