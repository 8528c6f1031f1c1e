-- New numbers for buckets: the queues of those that have another one move. The body: buckets with numbers.

local function operate()
    Queues.check(body)
    Envelope.open("rank", true, false)
    local names, has_line = {}, nil
    for at, bucket in ipairs(body) do
        names[at] = Names.parts(bucket[1]).ranked
    end
    local values, moves = {}, {}
    for at, found in ipairs(Envelope.pick(key("numbers"), names)) do
        local name, number_ = names[at], body[at][2]
        if not found then
            has_line = has_line or Queues.all_ranked()
        end
        if (found or has_line[name]) and tonumber(found or 0) ~= number_ then
            values[#values + 1] = name
            values[#values + 1] = text(number_)
            moves[name] = number_ - tonumber(found or 0)
        end
    end
    if #values > 0 then
        Envelope.spread("HSET", key("numbers"), values)
        Queues.move(moves)
    end
    return 0
end
