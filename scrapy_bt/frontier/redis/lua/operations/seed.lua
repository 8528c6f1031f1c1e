-- A part of a source's tasks. The body: { name, offset, buckets with numbers, runs, whether there are keys }.
-- Answers how far the source has come now, and how many of its tasks were known by their keys.

local KNOWN = " known" -- behind the name of a source: its tasks that were known

local function operate()
    local name, offset, buckets, runs, keyed = unpack(body, 1, 5)
    Lines.check(buckets)
    Frame.open("seed", true, true)
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    local come = tonumber(call("HGET", key("seeds"), name) or 0)
    local known = tonumber(call("HGET", key("seeds"), name .. KNOWN) or 0)
    if come ~= offset or total == 0 then
        return { text(come), text(known) }
    end
    Lines.learn(buckets)
    local told = Entries.put(runs, 2, keyed)[2]
    local _, doubles = string.gsub(told, "0", "")
    call("HSET", key("seeds"), name, text(offset + total))
    if doubles > 0 then
        known = known + doubles
        call("HSET", key("seeds"), name .. KNOWN, text(known))
    end
    return { text(offset + total), text(known) }
end
