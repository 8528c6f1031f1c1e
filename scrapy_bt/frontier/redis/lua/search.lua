-- Finding tasks where they stand, and taking them out: what controls need, and nobody else; it may look at every task.

-- The line and the record of a ready task.
local function find_ready(id)
    for _, line in ipairs(Lines.all()) do
        local first = 0
        while true do
            local records = call("LRANGE", Lines.key(line), first, first + CHUNK - 1)
            for _, record in ipairs(records) do
                if sub(record, 1, 8) == id then
                    return line, record
                end
            end
            if #records < CHUNK then
                break
            end
            first = first + CHUNK
        end
    end
    return nil
end

-- The task as it stands in its place, whichever it is.
function Search.find(id)
    local lease = Leases.get(id)
    if lease then
        return Leases.task(lease)
    end
    local task = Rooms.get(id)
    if task then
        return task
    end
    local line, record = find_ready(id)
    return line and Records.parse(record, Lines.parts(line).bucket)
end

function Search.take_ready(id)
    local line, record = find_ready(id)
    if not line then
        return nil
    end
    call("LREM", Lines.key(line), 1, record)
    meta.queued = meta.queued - 1
    Lines.replace(line)
    Frame.has_moved = true
    return Records.parse(record, Lines.parts(line).bucket)
end

function Search.take_waiting(id)
    local task, state, detail = Rooms.take(id)
    if not task then
        return Search.take_ready(id)
    end
    if state == "s" then
        Sharing.tidy(detail)
    end
    return task
end

-- Takes all waiting tasks that a target means out of their places.
function Search.take_all(target)
    local taken = {}
    for _, line in ipairs(Lines.all()) do
        local parts = Lines.parts(line)
        if parts and Controls.covers(target, parts) then
            local records = call("LRANGE", Lines.key(line), 0, -1)
            call("DEL", Lines.key(line))
            Lines.forget(line)
            meta.queued = meta.queued - #records
            for _, record in ipairs(records) do
                local task, reason = Records.parse(record, parts.bucket)
                if task then
                    taken[#taken + 1] = task
                else
                    Letters.bury_foreign(record, parts.bucket, reason)
                end
            end
        end
    end
    local meant = {}
    Rooms.each(function(id, task)
        if task and Controls.covers(target, Lines.parts(task.bucket)) then
            meant[#meant + 1] = id
        end
    end)
    for _, id in ipairs(meant) do
        taken[#taken + 1] = Search.take_waiting(id)
    end
    return taken
end
