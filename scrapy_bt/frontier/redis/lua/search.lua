-- Finding one task, and taking it out: what controls need, and nobody else.

local MOST_QUEUES = 10 -- that are named at once

-- The task where it is at hand: leased, or in a waiting set.
function Search.find_apart(id)
    local lease = Leases.get(id)
    if lease then
        return Leases.task(lease)
    end
    return (WaitingSets.get(id))
end

-- Looks for a ready task in a part of the queues. The place: { cursor of `queues` or false, queues that were named, how many
-- records of the last of them were looked at }, none: from the beginning. Returns its queue and record, or where to go on;
-- nothing: it is in no queue. A queue is gone through from its end: what leaves at the front moves nothing.
function Search.seek(id, place)
    local cursor, queues, seen = unpack(place or { "0", {}, 0 })
    local left = CHUNK
    while left > 0 do
        local queue = queues[#queues]
        if queue then
            local is_doomed = meta.open > 0 and Stops.is_doomed(queue)
            local records = is_doomed and {} or call("LRANGE", Queues.key(queue), -seen - left, -seen - 1)
            for at = #records, 1, -1 do
                if sub(records[at], 1, 8) == id then
                    return queue, records[at]
                end
            end
            seen = seen + #records
            if #records < left then
                queues[#queues], seen = nil, 0
            end
            left = left - #records - 1
        elseif cursor then
            local found = call("SSCAN", key("queues"), cursor, "COUNT", MOST_QUEUES)
            cursor, queues, seen = found[1] ~= "0" and found[1], found[2], 0
            left = left - MOST_QUEUES
        else
            return nil
        end
    end
    return nil, nil, { cursor, queues, seen }
end

-- Takes a ready task out of its queue.
function Search.take(queue, record)
    call("LREM", Queues.key(queue), -1, record)
    Standing.add(queue, -1)
    Queues.replace(queue)
    Envelope.has_moved = true
    return Records.parse(record, Names.parts(queue).bucket)
end

function Search.take_from_waiting_set(id)
    local task, state, detail = WaitingSets.take(id)
    if state == "s" then
        Sharing.tidy(detail)
    end
    return task
end
