-- Finding one task, and taking it out: what controls need, and nobody else.

local MOST_LINES = 10 -- that are named at once

-- The task where it is at hand: leased, or in a room.
function Search.find_apart(id)
    local lease = Leases.get(id)
    if lease then
        return Leases.task(lease)
    end
    return (WaitingSets.get(id))
end

-- Looks for a ready task in a part of the lines. The place: { cursor of `lines` or false, lines that were named, how many
-- records of the last of them were looked at }, none: from the beginning. Returns its line and record, or where to go on;
-- nothing: it is in no line. A line is gone through from its end: what leaves at the front moves nothing.
function Search.seek(id, place)
    local cursor, lines, seen = unpack(place or { "0", {}, 0 })
    local left = CHUNK
    while left > 0 do
        local line = lines[#lines]
        if line then
            local records = call("LRANGE", Queues.key(line), -seen - left, -seen - 1)
            for at = #records, 1, -1 do
                if sub(records[at], 1, 8) == id then
                    return line, records[at]
                end
            end
            seen = seen + #records
            if #records < left then
                lines[#lines], seen = nil, 0
            end
            left = left - #records - 1
        elseif cursor then
            local found = call("SSCAN", key("lines"), cursor, "COUNT", MOST_LINES)
            cursor, lines, seen = found[1] ~= "0" and found[1], found[2], 0
            left = left - MOST_LINES
        else
            return nil
        end
    end
    return nil, nil, { cursor, lines, seen }
end

-- Takes a ready task out of its line.
function Search.take(line, record)
    call("LREM", Queues.key(line), -1, record)
    Queues.count(line, -1)
    Queues.replace(line)
    Envelope.has_moved = true
    return Records.parse(record, Queues.parts(line).bucket)
end

function Search.take_from_room(id)
    local task, state, detail = WaitingSets.take(id)
    if state == "s" then
        Sharing.tidy(detail)
    end
    return task
end
