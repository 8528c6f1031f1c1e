-- Download slots, as who leases knows them (frontier/slots.py).

-- What is known of slots where the requests are sent: { places, free, { slot = { under way, free } } }.
function Slots.open(slots)
    local taken, share, under_way_in_all, is_shared, counts = {}, 0, 0, false, {}
    for _, known in pairs(slots and slots[3] or {}) do
        under_way_in_all = under_way_in_all + known[1]
    end

    function counts.look_at_contenders(look)
        if slots then
            local count = look.count_contenders(math.max(2, slots[1]))
            share = math.max(1, math.ceil(slots[1] / math.max(1, count)))
            is_shared = count > 1
        end
    end

    -- How many more of a slot may be leased: what is left of its share of the places and of the half of them that go by
    -- the ranking alone; *wholly*: all that it has free, but where there are others nothing ahead of the places.
    function counts.free(slot, wholly)
        if not slots or not slot then
            return math.huge
        end
        local known, so_far = slots[3][slot], taken[slot] or 0
        local free = (known and known[2] or slots[2]) - so_far
        local left = share - (known and known[1] or 0) - so_far
        if wholly then
            return is_shared and math.min(free, slots[1] - under_way_in_all) or free
        end
        return math.min(free, math.max(left, math.floor(slots[1] / 2) - under_way_in_all))
    end

    function counts.note(slot, count)
        if slot then
            taken[slot] = (taken[slot] or 0) + count
            under_way_in_all = under_way_in_all + count
        end
    end

    return counts
end

-- A task that may make many waits while more tasks than these of its tree before it wait for their slots. It is the
-- first of a queue without a slot.
local MOST_WAITING = 500

function Slots.may_make_many(queue, parts)
    return not (parts.slot or parts.requires or Records.is_awaited(call("LINDEX", Queues.key(queue), 0)))
end

function Slots.have_many(tree, ...)
    local waiting = 0
    for _, queues in ipairs({ ... }) do
        for _, queue in ipairs(queues) do
            if Names.parts(queue).tree == tree then
                waiting = waiting + Queues.length(queue)
                if waiting > MOST_WAITING then
                    return true
                end
            end
        end
    end
    return false
end
