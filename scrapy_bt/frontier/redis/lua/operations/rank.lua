-- New numbers for buckets, by which all lines are ranked anew. The body: buckets with numbers.

local function operate()
    Lines.check(body)
    Frame.open("rank", true, false)
    local names, values, has_line = {}, {}, {}
    for at, bucket in ipairs(body) do
        names[at] = Lines.parts(bucket[1]).ranked
    end
    for _, line in ipairs(Lines.all()) do
        local parts = Lines.parts(line)
        if parts then
            has_line[parts.ranked] = true
        end
    end
    for at, found in ipairs(Frame.pick(key("numbers"), names)) do
        if found or has_line[names[at]] then
            values[#values + 1] = names[at]
            values[#values + 1] = text(body[at][2])
        end
    end
    Frame.spread("HSET", key("numbers"), values)
    Lines.reorder()
    return 0
end
