-- New numbers for buckets, by which all lines are ranked anew. The body: buckets with numbers.

local function operate()
    Lines.check(body)
    Frame.open("rank", true, false)
    local names, values = {}, {}
    for at, bucket in ipairs(body) do
        names[at] = bucket[1]
    end
    for at, found in ipairs(Frame.pick(key("numbers"), names)) do
        if found or Lines.length(names[at]) > 0 then
            values[#values + 1] = names[at]
            values[#values + 1] = text(body[at][2])
        end
    end
    Frame.spread("HSET", key("numbers"), values)
    Lines.reorder()
    return 0
end
