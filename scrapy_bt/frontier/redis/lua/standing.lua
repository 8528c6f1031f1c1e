-- How many tasks stand where: in queues, and by the kinds of other places.

local counted = { standing = {}, lanes = {}, tally = {} }

-- So many tasks more stand in a queue; `standing` has them by what numbers depend on, `lanes` by the worker that they are
-- kept for.
function Standing.add(queue, by)
    meta.queued = meta.queued + by
    if #meta.rules > 0 and Controls.is_paused(Names.parts(queue)) then
        meta.held = meta.held + by
    end
    local ranked = Names.ranked(queue)
    counted.standing[ranked] = (counted.standing[ranked] or 0) + by
    local lane = find(queue, "|>", 1, true) and Names.parts(queue).lane
    if lane then
        counted.lanes[lane] = (counted.lanes[lane] or 0) + by
    end
end

-- So many tasks more of a kind; `tally` has them by a letter for the kind and what numbers depend on, or a worker (w).
function Standing.tally(field, by)
    counted.tally[field] = (counted.tally[field] or 0) + by
end

function Standing.flush()
    for name, sums in pairs(counted) do
        for field, by in pairs(sums) do
            if by ~= 0 and call("HINCRBY", key(name), field, by) <= 0 then
                call("HDEL", key(name), field)
            end
        end
    end
    counted = { standing = {}, lanes = {}, tally = {} }
end

-- How many tasks stand in queues whose parts are meant.
function Standing.count(is_meant)
    Standing.flush()
    local count, standing = 0, call("HGETALL", key("standing"))
    for at = 1, #standing, 2 do
        local parts = Names.parts(standing[at])
        if parts and is_meant(parts) then
            count = count + tonumber(standing[at + 1])
        end
    end
    return count
end
