-- What operators have said: rules and shifts of nodes, trees and everything in `meta`, single tasks in `marks`.
-- A target is { tree or false, node or false }; a rule { target, paused }; a shift { target, seconds }.

-- Whether a path is that which *above* names with a `/` at its end, or goes through it.
local function is_within(path, above)
    local whole = "/" .. path .. "/"
    if whole:find("/" .. above, 1, true) then
        return true
    end
    return above:find("/", 1, true) == #above and whole:gsub("#%d+/", "/"):find("/" .. above, 1, true) ~= nil
end

function Controls.covers(target, parts)
    if target[1] and target[1] ~= parts.tree then
        return false
    end
    local node = target[2]
    if not node or node == parts.node or node == parts.last or node == parts.called then
        return true
    end
    if node:sub(-1) == "/" then
        return is_within(parts.node, node)
    end
    -- A node in place is named by its place in its own tree: the end of the path.
    return node:find("/", 1, true) ~= nil and parts.node:sub(-#node - 1) == "/" .. node
end

-- Whether *outer* means every task that *inner* means, as far as the two texts tell.
local function encloses(outer, inner)
    if outer[1] and outer[1] ~= inner[1] then
        return false
    end
    if not outer[2] or outer[2] == inner[2] then
        return true
    end
    local inside = inner[2] and "/" .. inner[2] .. "/"
    return outer[2]:sub(-1) == "/" and inside and inside:find("/" .. outer[2], 1, true) ~= nil
end

function Controls.is_paused(parts)
    for at = #meta.rules, 1, -1 do
        if Controls.covers(meta.rules[at][1], parts) then
            return meta.rules[at][2]
        end
    end
    return false
end

function Controls.shift(parts)
    local sum = 0
    for _, shift in ipairs(meta.shifts) do
        if Controls.covers(shift[1], parts) then
            sum = sum + shift[2]
        end
    end
    return sum
end

-- Among pauses and resumptions that mean the same bucket the last one holds.
function Controls.set_pause(target, paused)
    local rules, any = {}, paused
    for _, rule in ipairs(meta.rules) do
        if not encloses(target, rule[1]) then
            rules[#rules + 1] = rule
            any = any or rule[2]
        end
    end
    if any then
        rules[#rules + 1] = { target, paused }
    end
    meta.rules = rules
    meta.held = #rules > 0 and Standing.count(Controls.is_paused) or 0
    Envelope.write("rules", rules)
    Envelope.next("revision")
end

-- A boost takes the place of an earlier one of the same target; 0 ends it.
function Controls.set_shift(target, seconds)
    local shifts = {}
    for _, shift in ipairs(meta.shifts) do
        if shift[1][1] ~= target[1] or shift[1][2] ~= target[2] then
            shifts[#shifts + 1] = shift
        end
    end
    if seconds ~= 0 then
        shifts[#shifts + 1] = { target, seconds }
    end
    meta.shifts = shifts
    Envelope.write("shifts", shifts)
    Envelope.next("revision")
    Queues.forget_scores()
end

-- What was said about one task: whether it is paused (h, or r when it paused itself), and its boost as a bucket names it.
function Controls.mark(id)
    local mark = Envelope.some("marks") and call("HGET", key("marks"), id)
    if not mark then
        return {}
    end
    local state = sub(mark, 1, 1)
    return { paused = state ~= "-" and state or nil, boost = byte(mark, 2) == 98 and sub(mark, 3) or nil }
end

function Controls.set_mark(id, mark)
    if mark.paused and meta.open > 0 then
        Jobs.spare_pause(id)
    end
    if mark.paused or mark.boost then
        Envelope.set("marks", id, (mark.paused or "-") .. (mark.boost and "b" .. mark.boost or "-"))
    else
        call("HDEL", key("marks"), id)
    end
end

-- Gives a task the boost that was set for it alone; returns how it is paused alone, if it is.
function Controls.adjust(task)
    local mark = Controls.mark(task.id)
    if mark.boost then
        task.bucket = Controls.boosted(task.bucket, mark.boost)
    end
    return mark.paused
end

-- The same bucket with another boost; its priority number is the same.
function Controls.boosted(bucket, boost)
    local other = Names.with_boost(bucket, boost)
    local ranked = Names.parts(other).ranked
    if other ~= bucket and call("HEXISTS", key("numbers"), ranked) == 0 then
        local number_ = call("HGET", key("numbers"), Names.parts(bucket).ranked)
        if number_ then
            call("HSET", key("numbers"), ranked, number_)
            Envelope.next("revision")
        end
    end
    return other
end

-- The orders for one task that is at hand: leased, or in a waiting set. Each returns how many tasks it has touched.

function Controls.unpause(id)
    local mark = Controls.mark(id)
    if mark.paused then
        mark.paused = nil
        Controls.set_mark(id, mark)
    end
end

function Controls.resume(id)
    if not Controls.mark(id).paused then
        return 0
    end
    Controls.unpause(id)
    local _, state = WaitingSets.get(id)
    if state == "h" or state == "r" then
        Store.ready((WaitingSets.take(id)))
    end
    return 1
end

local function stop(id)
    local lease, stored = Leases.get(id)
    if lease then
        Controls.unpause(id)
        if byte(stored, 9) ~= 83 then
            Leases.stop(id, stored)
            return 1
        end
        return 0
    end
    Store.finish(Search.take_from_waiting_set(id), false)
    return 1
end

-- *order*: `pause` or `boost`, which the mark of the task says already, or `stop`.
function Controls.apply(order, id)
    return order == "stop" and stop(id) or 1
end
