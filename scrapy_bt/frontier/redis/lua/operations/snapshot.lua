-- What there is to see; nothing is changed. The body: { what, … }.

-- Lines that are looked at for how long their first tasks have waited; of more of them as many by chance.
local MOST_QUEUES = 500

-- By what numbers depend on, the time of the first task.
local function find_oldest()
    local oldest = {}
    for _, queue in ipairs(call("SRANDMEMBER", key("queues"), MOST_QUEUES)) do
        local parts = Queues.parts(queue)
        local record = parts and call("LINDEX", Queues.key(queue), 0)
        if record and #record >= 16 then
            oldest[parts.ranked] = math.min(oldest[parts.ranked] or math.huge, (read("<d", record, 9)))
        end
    end
    return oldest
end

-- There are as many as nodes, however many queues these have.
local function list_lines()
    local found, oldest, standing = {}, find_oldest(), call("HGETALL", key("standing"))
    for at = 1, #standing, 2 do
        local parts = Queues.parts(standing[at])
        if parts then
            found[#found + 1] = {
                parts.ranked,
                tonumber(standing[at + 1]),
                text(Queues.score(standing[at])),
                Controls.is_paused(parts) and 1 or 0,
                parts.requires and not Permits.is_free(parts.requires) and 1 or 0,
                text(oldest[parts.ranked] or now),
            }
        end
    end
    return found
end

-- Lanes and how many ready tasks wait in each, in turn.
local function list_lanes()
    local counts, found = {}, {}
    for _, queue in ipairs(call("SMEMBERS", key("queues"))) do
        local parts = Queues.parts(queue)
        if parts and parts.lane then
            counts[parts.lane] = (counts[parts.lane] or 0) + Queues.length(queue)
        end
    end
    for lane, count in pairs(counts) do
        found[#found + 1] = lane
        found[#found + 1] = count
    end
    return found
end

local function list_holders()
    local found = {}
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        local holders = call("SMEMBERS", prefix .. "holders:" .. resource)
        if #holders > 0 then
            found[#found + 1] = { resource, holders }
        end
    end
    return found
end

local function list_workers()
    local found, all = {}, call("HGETALL", key("workers"))
    for at = 1, #all, 2 do
        local leases = tonumber(call("HGET", key("tally"), "w" .. all[at]) or 0)
        found[#found + 1] = { all[at], sub(all[at + 1], 9), text(now - read("<d", all[at + 1])), leases }
    end
    return found
end

-- Shared values by node, which may have one for each of its arguments: how many are ready and in the making, and some
-- of those that make them. Where there are very many, an expired one is counted until somebody asks for it.
local function list_shared()
    local nodes, ready, making, makers = {}, {}, {}, {}
    local function count(name, sums)
        local node = string.match(name, "^[^:]*")
        if not ready[node] then
            nodes[#nodes + 1] = node
            ready[node], making[node], makers[node] = 0, 0, {}
        end
        sums[node] = sums[node] + 1
        return node
    end
    if call("HLEN", key("values")) <= CHUNK then
        local all = call("HGETALL", key("values"))
        for at = 1, #all, 2 do
            if Sharing.parse(all[at + 1]).expires > now then
                count(all[at], ready)
            end
        end
    else
        for _, name in ipairs(call("HKEYS", key("values"))) do
            count(name, ready)
        end
    end
    local all = call("HGETALL", key("makers"))
    for at = 1, #all, 2 do
        local some = makers[count(all[at], making)]
        if #some < 5 then
            some[#some + 1] = all[at + 1]
        end
    end
    local found = {}
    for at, node in ipairs(nodes) do
        found[at] = { node, ready[node], making[node], makers[node] }
    end
    return found
end

local function list_dead_letters(ids)
    local found = {}
    for _, stored in ipairs(Envelope.pick(key("dead"), ids)) do
        if stored then
            local letter = DeadLetters.parse(stored)
            found[#found + 1] = { letter.bucket, letter.record, letter.reason, text(letter.when) }
        end
    end
    return found
end

local function list_dead(first, count)
    return call("ZRANGE", key("buried"), first, count < 0 and -1 or first + count - 1)
end

-- Who works on tasks that have a place, and what operators have said of nodes, trees and everything.
local function list_orders()
    local leased = {}
    for _, resource in ipairs(call("SMEMBERS", key("resources"))) do
        for _, id in ipairs(call("SMEMBERS", prefix .. "holders:" .. resource)) do
            local lease = Leases.get(id)
            if lease then
                leased[#leased + 1] = id
                leased[#leased + 1] = lease.worker
            end
        end
    end
    local function packed(list)
        return #list > 0 and cmsgpack.pack(list) or ""
    end
    return { leased, packed(meta.rules), packed(meta.shifts) }
end

-- State, bucket, worker and record of one task, or where to look on for it: the queues are looked through in parts.
local function find_task(id, place)
    local lease = Leases.get(id)
    if lease then
        return { "l", lease.bucket, lease.worker, lease.record }
    end
    local task, state = WaitingSets.get(id)
    if task then
        return { state, task.bucket, "", Records.pack(task) }
    end
    local letter = call("HGET", key("dead"), id)
    if letter then
        local parsed = DeadLetters.parse(letter)
        return { "x", parsed.bucket, "", parsed.record }
    end
    local queue, record, rest = Search.seek(id, place)
    if queue then
        local parts = Queues.parts(queue)
        return { Controls.is_paused(parts) and "h" or "q", parts.bucket, "", record }
    end
    return rest and { cmsgpack.pack(rest) } or {}
end

local PICTURES = {
    counts = function() return { Envelope.counts(), Envelope.next_due(), text(meta.revision) } end,
    queues = list_lines,
    lanes = list_lanes,
    description = function()
        return {
            list_lines(),
            call("HGETALL", key("tally")),
            list_holders(),
            list_shared(),
            call("SCARD", key("idle")),
            Envelope.counts(),
            text(meta.ids),
        }
    end,
    dead_letters = function() return list_dead_letters(list_dead(body[2], body[3])) end,
    letter = function() return list_dead_letters({ body[2] }) end,
    orders = list_orders,
    task = function() return find_task(body[2], body[3] and cmsgpack.unpack(body[3])) end,
    buckets = function() return call("HGETALL", key("numbers")) end,
    weights = function() return call("HGETALL", key("weights")) end,
    rounds = function() return call("HGETALL", key("rounds")) end,
    shared = function() return Sharing.get(body[2]) or "" end,
    cookies = function() return call("HGET", key("cookies"), body[2]) or 0 end,
    text = function() return call("HGET", key("texts"), body[2]) or 0 end,
    sources = function() return call("HGETALL", key("sources")) end,
    summaries = function() return call("HVALS", key("summaries")) end,
    workers = list_workers,
    come = function() return call("HGET", key("seeds"), body[2]) or "0" end,
}

local function operate()
    Envelope.open("snapshot", false, false)
    return PICTURES[body[1]]()
end
