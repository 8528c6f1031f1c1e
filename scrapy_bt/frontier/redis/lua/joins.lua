-- Joins: a task waits until all parts of it have ended. `joins` by join, `owned` the joins of a task.
-- A join: owner, parked task, open parts, whether one failed, whether its owner has ended (frontier/joins.py).

local NOBODY = string.rep("\0", 8)

local function get(join)
    local stored = Frame.some("joins") and call("HGET", key("joins"), join)
    if not stored then
        return nil
    end
    local open, failed, abandoned = read("<dBB", stored, 17)
    return {
        owner = sub(stored, 1, 8),
        parked = sub(stored, 9, 16),
        open = open,
        failed = failed == 1,
        abandoned = abandoned == 1,
    }
end

local function set(join, known)
    local flags = pack("<dBB", known.open, known.failed and 1 or 0, known.abandoned and 1 or 0)
    Frame.set("joins", join, known.owner .. known.parked .. flags)
end

local function new(owner)
    return { owner = owner, parked = NOBODY, open = 0, failed = false, abandoned = false }
end

local function owned(owner)
    return Frame.some("owned") and call("HGET", key("owned"), owner) or ""
end

local function own(owner, join)
    local joins = owned(owner)
    for at = 1, #joins, 8 do
        if sub(joins, at, at + 7) == join then
            return
        end
    end
    Frame.set("owned", owner, joins .. join)
end

local function disown(owner, join)
    local left = {}
    local joins = owned(owner)
    for at = 1, #joins, 8 do
        if sub(joins, at, at + 7) ~= join then
            left[#left + 1] = sub(joins, at, at + 7)
        end
    end
    if #left > 0 then
        Frame.set("owned", owner, concat(left))
    elseif joins ~= "" then
        call("HDEL", key("owned"), owner)
    end
end

-- Whoever parks on a join owns it, whoever spawned its first part.
local function adopt(join, known, owner)
    if known.owner ~= owner then
        if known.owner ~= NOBODY then
            disown(known.owner, join)
        end
        known.owner = owner
    end
    known.abandoned = false
    own(owner, join)
end

-- One more part has to end; *owner* is the task that spawned it, or nil.
function Joins.expect(join, owner)
    local known = get(join) or new(NOBODY)
    if owner and known.owner == NOBODY then
        adopt(join, known, owner)
    end
    known.open = known.open + 1
    set(join, known)
end

function Joins.is_parked_on(join)
    local known = get(join)
    return known ~= nil and known.parked ~= NOBODY
end

local function wake(join, known, task)
    task.joined = join
    task.failed = known.failed
    disown(known.owner, join)
    call("HDEL", key("joins"), join)
    return task
end

-- A part has ended; returns the task that goes on because of it.
function Joins.finish(join, success)
    local known = get(join)
    if not known then
        return nil
    end
    known.open = known.open - 1
    known.failed = known.failed or not success
    if known.open <= 0 then
        if known.parked ~= NOBODY then
            set(join, known)
            local task = Rooms.take(known.parked)
            if task then
                return wake(join, known, task)
            end
        end
        if known.abandoned then
            call("HDEL", key("joins"), join)
            return nil
        end
    end
    set(join, known)
    return nil
end

-- Lets a task wait for the parts of a join; returns it if they have all ended.
function Joins.park(task, join)
    local known = get(join) or new(task.id)
    adopt(join, known, task.id)
    if known.open <= 0 then
        return wake(join, known, task)
    end
    known.parked = task.id
    set(join, known)
    Rooms.put(task, "j", join)
    return nil
end

-- The task that waited for a join does so no longer.
function Joins.unpark(join)
    local known = get(join)
    if known then
        known.parked = NOBODY
        set(join, known)
    end
end

-- The owner has ended: its joins are forgotten, now or when their parts have ended.
function Joins.abandon(owner)
    local joins = owned(owner)
    if joins == "" then
        return
    end
    call("HDEL", key("owned"), owner)
    for at = 1, #joins, 8 do
        local join = sub(joins, at, at + 7)
        local known = get(join)
        if known and known.open > 0 then
            known.abandoned = true
            set(join, known)
        elseif known then
            call("HDEL", key("joins"), join)
        end
    end
end
