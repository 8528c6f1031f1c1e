-- A part of a source's tasks. The body: { name, offset, buckets with numbers, runs, whether there are keys }.
-- Answers how far the source has come now, how many tasks this call has brought, and how many of these were known by
-- their keys.

local function operate()
    local name, offset, buckets, runs, keyed = unpack(body, 1, 5)
    Queues.check(buckets)
    local earlier = Envelope.open("seed", true, true)
    local come = tonumber(call("HGET", key("seeds"), name) or 0)
    local nothing = { text(come), "0", "0" }
    if earlier then
        return earlier[1] or nothing
    end
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    if come ~= offset or total == 0 then
        return nothing, nothing
    end
    Queues.learn(buckets)
    local told = Entries.put(runs, 2, keyed)[2]
    local _, known = string.gsub(told, "0", "")
    Queues.flush()
    call("HSET", key("seeds"), name, text(offset + total))
    local brought = { text(offset + total), text(total), text(known) }
    return brought, brought
end
