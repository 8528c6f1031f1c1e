-- A part of a source's tasks. The body: { name, offset, buckets with numbers, runs, whether there are keys }.
-- Answers how far the source has come now.

local function operate()
    local name, offset, buckets, runs, keyed = unpack(body, 1, 5)
    Lines.check(buckets)
    Frame.open("seed", true, true)
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    local come = tonumber(call("HGET", key("seeds"), name) or 0)
    if come ~= offset or total == 0 then
        return text(come)
    end
    Lines.learn(buckets)
    Entries.put(runs, 2, keyed)
    call("HSET", key("seeds"), name, text(offset + total))
    return text(offset + total)
end
