-- What there is to see; nothing is changed. The body: { what, … }.

-- Lines that are looked at for how long their first tasks have waited; of more of them as many by chance.
local MOST_QUEUES = 500

-- By what numbers depend on, the time of the first task.
local function find_oldest()
    local oldest = {}
    for _, queue in ipairs(call("SRANDMEMBER", key("queues"), MOST_QUEUES)) do
        local parts = Names.parts(queue)
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
        local parts = Names.parts(standing[at])
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

local MOST_NAMED = 500 -- makers that are looked at

-- Shared values by node, which may have one for each of its arguments: how many are ready and in the making, and some
-- of those that make them. Where there are very many, an expired one is counted until somebody asks for it.
local function list_shared()
    local nodes, ready, making, makers = {}, {}, {}, {}
    local function count(node, sums, by)
        if not ready[node] then
            nodes[#nodes + 1] = node
            ready[node], making[node], makers[node] = 0, 0, {}
        end
        sums[node] = sums[node] + by
    end
    local is_exact, counted = call("HLEN", key("values")) <= CHUNK, call("HGETALL", key("shared"))
    for at = 1, #counted, 2 do
        local kind, node = sub(counted[at], 1, 1), sub(counted[at], 2)
        if kind == "m" then
            count(node, making, tonumber(counted[at + 1]))
        elseif not is_exact then
            count(node, ready, tonumber(counted[at + 1]))
        end
    end
    local values = is_exact and call("HGETALL", key("values")) or {}
    for at = 1, #values, 2 do
        if Sharing.parse(values[at + 1]).expires > now then
            count(Sharing.node(values[at]), ready, 1)
        end
    end
    local some_ = call("EXISTS", key("makers")) == 1 and call("HRANDFIELD", key("makers"), MOST_NAMED, "WITHVALUES") or {}
    for at = 1, #some_, 2 do
        local known = makers[Sharing.node(some_[at])]
        if known and #known < 5 then
            known[#known + 1] = some_[at + 1]
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
        local parts = Names.parts(queue)
        return { Controls.is_paused(parts) and "h" or "q", parts.bucket, "", record }
    end
    return rest and { cmsgpack.pack(rest) } or {}
end

local PICTURES = {
    counts = function() return { Envelope.counts(), Envelope.next_due(), text(meta.revision) } end,
    queues = list_lines,
    lanes = function() return call("HGETALL", key("lanes")) end,
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
