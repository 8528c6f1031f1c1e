-- The taking of leases: from which queues, how many of each, and what is noted of them.

-- A member of more than 64 bytes: with it Redis keeps the set as a skiplist from its beginning, in which adding does not
-- grow slower with each of the first 128.
local SENTINEL = string.rep("-", 65)

-- A token: the call's number in its low 24 bits, above them a counter. What stays the same for 256 of them.
local function token_parts(counter)
    return pack("<I3", number % 16777216), pack("<I4", math.floor(counter / 256))
end

-- Takes what a record asks for beside its place in the queue. Returns whether it is leased, and a note about it.
local function admit(record, parts, notes, place)
    local task, reason = Records.parse(record, parts.bucket)
    if not task then
        DeadLetters.bury_foreign(record, parts.bucket, reason)
        return false
    end
    if task.join and Joins.is_won(task.join) then
        Store.finish(task, false)
        return false
    end
    local told = task.joined and Joins.results(task.joined)
    if told then
        notes[#notes + 1] = { place, "r", told }
    end
    if task.share then
        local turn, what = Sharing.ask(task)
        if turn == "p" then
            return false
        end
        notes[#notes + 1] = { place, turn, what }
    end
    if parts.takes then
        Permits.take(task.id, parts.takes)
    end
    return true
end

-- How many of the records come before another queue whose rank is *limit*.
local function count_first(queue, records, wanted, limit)
    local count = math.min(#records, wanted)
    if not limit or ageing == 0 or count == 1 then
        return count
    end
    limit = limit + Queues.precedence(queue)
    if Queues.rank(queue, records[count]) <= limit then
        return count
    end
    for at = 2, count do
        if Queues.rank(queue, records[at]) > limit then
            return at - 1
        end
    end
    return count
end

-- Returns the group, how many tasks it has, and whether the queue has more.
local function take_from(queue, parts, wanted, limit)
    local name = Queues.key(queue)
    local records = call("LRANGE", name, 0, wanted)
    if #records == 0 then
        Queues.forget(queue)
        return nil, 0, false
    end
    local count = count_first(queue, records, wanted, limit)
    call("LTRIM", name, count, -1)
    Standing.add(queue, -count)
    if records[count + 1] then
        Queues.place(queue, records[count + 1])
    else
        Queues.forget(queue)
    end
    local tail = "R" .. char(#worker) .. worker .. pack("<I4", #parts.bucket) .. parts.bucket
    local leased, notes, fields, ends = {}, {}, {}, { "+inf", SENTINEL }
    local first, taken, size = meta.tokens + 1, 0, 2
    local salt, rest = token_parts(first)
    local middle, low = rest .. tail, first % 256
    local deadline = text(now + lease_seconds)
    local takes = parts.takes
    for at = 1, count do
        local record = records[at]
        if (not takes and byte(record, 17) == 0) or admit(record, parts, notes, taken) then
            local id = sub(record, 1, 8)
            taken = taken + 1
            leased[taken] = record
            fields[size - 1] = id
            fields[size] = salt .. BYTES[low] .. middle .. record
            ends[size + 1] = deadline
            ends[size + 2] = id
            size = size + 2
            low = low + 1
            if low == 256 then
                salt, rest = token_parts(first + taken)
                middle, low = rest .. tail, 0
            end
        end
    end
    meta.tokens = meta.tokens + taken
    Envelope.has_moved = true
    if taken > 0 then
        some.leases = true
        Leases.count(parts.bucket, worker, taken)
        Envelope.spread("HSET", key("leases"), fields)
        Envelope.spread("ZADD", key("deadlines"), ends)
    end
    return { queue, text(first), leased, notes }, taken, records[count + 1] ~= nil
end

local GLANCE = 64 -- queues that are looked at first: most often enough

-- The ranked queues in their order: those that stand there, and those that a look has put back since (`again`).
local function look_through()
    local pairs_, at, again, seen, has_all = call("ZRANGE", key("rank"), 0, GLANCE - 1, "WITHSCORES"), 1, {}, {}, false
    local look = {}

    -- How many slots have ready tasks, as far as it matters: up to *most*. Tasks without a slot are one together.
    function look.count_contenders(most)
        local slots, count = {}, 0
        for place = 1, #pairs_, 2 do
            local slot = Names.slot(pairs_[place])
            if not slots[slot] then
                slots[slot] = true
                count = count + 1
                if count >= most then
                    break
                end
            end
        end
        return count
    end

    local function peek()
        while pairs_[at] and seen[pairs_[at]] do
            at = at + 2
        end
        if not pairs_[at] and not has_all and at > 2 * GLANCE then
            pairs_, at, has_all = call("ZRANGE", key("rank"), 0, -1, "WITHSCORES"), 1, true
            return peek()
        end
        return pairs_[at], tonumber(pairs_[at + 1])
    end

    -- The next queue with the rank that is next after its own.
    function look.next()
        local queue, rank = peek()
        local other = again[1]
        if other and (not queue or other[2] <= rank) then
            table.remove(again, 1)
            return other[1], again[1] and math.min(again[1][2], rank or math.huge) or rank
        end
        if queue then
            seen[queue] = true
            local _, following = peek()
            if other and (not following or other[2] < following) then
                following = other[2]
            end
            return queue, following
        end
    end

    -- A queue is looked at once more, at its new rank.
    function look.put_back(queue)
        local rank = tonumber(call("ZSCORE", key("rank"), queue) or nil)
        if rank then
            local place = #again + 1
            while place > 1 and again[place - 1][2] > rank do
                place = place - 1
            end
            table.insert(again, place, { queue, rank })
        end
    end

    return look
end

-- Queues that are paused or stopped leave the ranking one after the other (jobs.lua, stops.lua), and so do those whose
-- resource has no place; until then they are passed over, and no more than these in one call.
local MOST_OUT = 250

-- Takes up to *wanted* tasks, the lowest ranks first, of a slot no more than it has free. Half of the places go by the
-- ranking alone; the others are kept for slots that have not had their share, while these have ready tasks. Returns
-- groups { queue, first token's counter, records, notes }, how many tasks, when what was kept for others may be leased,
-- and whether there are queues that were not looked at, since so many were passed over.
function Taking.take(wanted, slots, lanes)
    local groups, count, out, slots_, lanes_ = {}, 0, 0, Slots.open(slots), Lanes.open(lanes)

    -- Goes through the queues once; returns those that were passed over though their slots have something free.
    local function go(look, closed, wholly)
        local passed = {}
        while count < wanted and out < MOST_OUT do
            local queue, limit = look.next()
            if not queue then
                break
            end
            local parts = Names.parts(queue)
            local is_paused = parts and Controls.is_paused(parts)
            if not parts or is_paused then
                call("ZREM", key("rank"), queue)
            end
            local is_out = not parts or is_paused or Queues.part(queue)
            local open = not is_out and lanes_.count_open(queue, parts) or 0
            if is_out then
                out = out + 1
            elseif open > 0 then
                local few = math.min(wanted - count, CHUNK - 1, open)
                local places = parts.takes and Permits.free(parts.takes) or few
                local free = slots_.free(parts.slot, wholly)
                local waits = slots and Slots.may_make_many(queue, parts) and Slots.have_many(parts.tree, passed, closed)
                if places <= 0 then
                    Queues.set_aside(queue, parts.takes)
                    out = out + 1
                elseif free <= 0 then
                    local list = (not wholly and slots_.free(parts.slot, true) > 0) and passed or closed
                    list[#list + 1] = queue
                elseif not waits then
                    local group, taken, has_more = take_from(queue, parts, math.min(few, places, free), limit)
                    count = count + taken
                    slots_.note(parts.slot, taken)
                    if taken > 0 then
                        groups[#groups + 1] = group
                    end
                    if count < wanted and has_more then
                        if slots_.free(parts.slot, true) > 0 then
                            look.put_back(queue)
                        else
                            closed[#closed + 1] = queue
                        end
                    end
                end
            end
        end
        return passed
    end

    repeat
        Queues.flush()
        local had_made_ready = Envelope.has_made_ready
        Envelope.has_made_ready = false
        local look, closed = look_through(), {}
        slots_.look_at_contenders(look)
        local passed = go(look, closed, false)
        if count < wanted and #passed > 0 then
            for _, queue in ipairs(passed) do
                look.put_back(queue)
            end
            go(look, closed, true)
        end
        if count < wanted and out < MOST_OUT then
            out = out + Queues.readmit_more()
        end
        Queues.flush()
        local again = Envelope.has_made_ready
        Envelope.has_made_ready = had_made_ready or again
    until count >= wanted or out >= MOST_OUT or not again
    return groups, count, lanes_.opening, count < wanted and out >= MOST_OUT
end
