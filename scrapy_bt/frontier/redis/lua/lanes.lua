-- Lanes: what is kept for other workers for a while (frontier/lanes.py).

-- Whose tasks are left alone: { own lane, timeout, { lane, … } }, or false. `opening` is the time at
-- which the first of what was passed over may be leased.
function Lanes.open(lanes)
    local kept, look = {}, {}
    for _, lane in ipairs(lanes and lanes[3] or {}) do
        kept[lane] = lane ~= lanes[1]
    end

    -- How many tasks of a queue may be leased before it is looked at again.
    function look.count_open(queue, parts)
        if not parts.lane or not kept[parts.lane] then
            return math.huge
        end
        local record = call("LINDEX", Queues.key(queue), 0)
        local opens = record and #record >= 16 and read("<d", record, 9) + lanes[2] or now
        if opens <= now then
            return 1
        end
        look.opening = math.min(look.opening or opens, opens)
        return 0
    end

    return look
end
