-- New numbers for buckets, by which all lines are ranked anew. The body: buckets with numbers.

local function operate()
    Queues.check(body)
    Envelope.open("rank", true, false)
    local names, values, has_line = {}, {}, {}
    for at, bucket in ipairs(body) do
        names[at] = Queues.parts(bucket[1]).ranked
    end
    for _, line in ipairs(Queues.all()) do
        local parts = Queues.parts(line)
        if parts then
            has_line[parts.ranked] = true
        end
    end
    for at, found in ipairs(Envelope.pick(key("numbers"), names)) do
        if found or has_line[names[at]] then
            values[#values + 1] = names[at]
            values[#values + 1] = text(body[at][2])
        end
    end
    Envelope.spread("HSET", key("numbers"), values)
    Queues.reorder()
    return 0
end
