-- Joins: a task waits until all parts of it have ended. `joins` by join, `owned` the joins of a task.
-- A join: owner, parked task, open parts, whether one failed (1) or the first success was enough and has come (2), whether
-- its owner has ended, lost parts (frontier/joins.py). `results:<join>` is what its parts told,
-- and `told` names those joins.
-- `stranded` has, by join, the owner that failed because parts are lost and comes back with them: bucket and record.

local NOBODY = string.rep("\0", 8)

local function get(join)
    local stored = Envelope.some("joins") and call("HGET", key("joins"), join)
    if not stored then
        return nil
    end
    local open, failed, abandoned, at = read("<dBB", stored, 17)
    return {
        owner = sub(stored, 1, 8),
        parked = sub(stored, 9, 16),
        open = open,
        failed = failed == 1,
        won = failed == 2,
        abandoned = abandoned == 1,
        lost = at <= #stored and read("<d", stored, at) or 0,
    }
end

local function set(join, known)
    local flags = pack("<dBBd", known.open, known.won and 2 or known.failed and 1 or 0, known.abandoned and 1 or 0, known.lost)
    Envelope.set("joins", join, known.owner .. known.parked .. flags)
end

local function new(owner)
    return { owner = owner, parked = NOBODY, open = 0, failed = false, abandoned = false, lost = 0 }
end

-- Of a join below 0 the first success is enough.
local function is_any(join)
    return byte(join, 8) >= 128
end

-- Whether its parts are not wanted any more.
function Joins.is_won(join)
    if not is_any(join) then
        return false
    end
    local known = get(join)
    return known ~= nil and known.won
end

local function add_result(join, known, result)
    if not known.won and not known.abandoned then
        some.told = true
        call("SADD", key("told"), join)
        call("APPEND", key("results:" .. join), pack("<I4", #result) .. result)
    end
end

-- What the parts of a join told, one after another; nil: nothing.
function Joins.results(join)
    return Envelope.some("told") and call("GET", key("results:" .. join)) or nil
end

-- Nobody will ask for it any more.
function Joins.forget_results(join)
    if join and Envelope.some("told") and call("SREM", key("told"), join) == 1 then
        call("UNLINK", key("results:" .. join))
    end
end

-- Nothing is left of any part.
local function is_over(known)
    return known.open <= 0 and known.lost == 0
end

local function owned(owner)
    return Envelope.some("owned") and call("HGET", key("owned"), owner) or ""
end

local function own(owner, join)
    local joins = owned(owner)
    for at = 1, #joins, 8 do
        if sub(joins, at, at + 7) == join then
            return
        end
    end
    Envelope.set("owned", owner, joins .. join)
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
        Envelope.set("owned", owner, concat(left))
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
    if owner and (known.owner == NOBODY or known.abandoned) then
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
    task.failed = known.failed or known.lost > 0
    if is_any(join) then
        task.failed = not known.won
    end
    if not is_over(known) then
        known.parked = NOBODY
        if known.won then
            disown(known.owner, join)
        end
        set(join, known)
    else
        disown(known.owner, join)
        call("HDEL", key("joins"), join)
    end
    return task
end

-- A part has ended and told *result*, or is lost until it is queued again; returns the task that goes on because of it.
function Joins.finish(join, success, lost, result)
    local known = get(join)
    if not known then
        return nil
    end
    if result then
        add_result(join, known, result)
    end
    known.open = known.open - 1
    if lost then
        known.lost = known.lost + 1
    elseif success and is_any(join) then
        known.won = true
    else
        known.failed = known.failed or not success
    end
    if known.open <= 0 or known.won then
        if known.parked ~= NOBODY then
            set(join, known)
            local task = WaitingSets.take(known.parked)
            if task then
                return wake(join, known, task)
            end
        end
        if (known.abandoned or known.won) and is_over(known) then
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
    WaitingSets.put(task, "j", join)
    return nil
end

function Joins.is_known(join)
    return get(join) ~= nil
end

-- Parts that were lost have been queued again since the owner heard of them.
function Joins.may_go_on(join)
    local known = get(join)
    return known ~= nil and (known.open > 0 or not (known.lost > 0 or known.failed))
end

-- Keeps the owner of a join for its lost parts; returns whether there were any.
function Joins.strand(task, join)
    local known = get(join)
    if not known or known.lost == 0 then
        return false
    end
    adopt(join, known, task.id)
    set(join, known)
    Envelope.set("stranded", join, pack("<I4", #task.bucket) .. task.bucket .. Records.pack(task))
    return true
end

local function take_stranded(join)
    local stored = Envelope.some("stranded") and call("HGET", key("stranded"), join)
    if not stored then
        return nil
    end
    call("HDEL", key("stranded"), join)
    local size, at = read("<I4", stored)
    return Records.parse(sub(stored, at + size), sub(stored, at, at + size - 1))
end

-- A lost part has to end after all; returns the task that comes back because of it.
function Joins.recover(join)
    local known = get(join)
    known.lost = math.max(0, known.lost - 1)
    known.open = known.open + 1
    set(join, known)
    return take_stranded(join)
end

-- A lost part will never be queued again; returns the task that will not come back because of it.
function Joins.give_up(join)
    local known = get(join)
    known.lost = math.max(0, known.lost - 1)
    known.failed = true
    set(join, known)
    if not is_over(known) then
        return nil
    end
    local task = take_stranded(join)
    if task then
        disown(known.owner, join)
    end
    if task or known.abandoned then
        call("HDEL", key("joins"), join)
    end
    return task
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
        Joins.forget_results(join)
        if known and not is_over(known) then
            known.abandoned = true
            set(join, known)
        elseif known then
            call("HDEL", key("joins"), join)
        end
    end
end
