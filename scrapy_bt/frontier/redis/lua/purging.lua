-- The end of a frontier, in slices: what there may be very many keys of is named by sets and hashes, and goes by them.
-- From the first slice on the frontier is lost for all others: its meta has nothing but `purging`, the numbers of jobs
-- that had parted queues, and whoever comes next goes on.

local SLICE = 250 -- names that one call treats

-- How the keys begin that a member or field names.
local NAMING = {
    queues = { "queue:" },
    resources = { "claims:", "holders:", "aside:" },
    told = { "results:" },
    -- Who waits for a shared value waits for its maker, or for who tries next; looking at the tasks would take long.
    orphans = { "asking:" },
    makers = { "asking:" },
}

-- All else is deleted at once, however much it holds: Redis frees it later.
function Purging.begin()
    local names, numbers = Seen.names(), Jobs.numbers()
    for _, group in pairs(TYPES) do
        for _, name in ipairs(group) do
            if not NAMING[name] then
                names[#names + 1] = key(name)
            end
        end
    end
    for _, number_ in ipairs(numbers) do
        for _, name in ipairs({ "spared:", "parted:" }) do
            names[#names + 1] = key(name .. number_)
        end
    end
    Envelope.spread("UNLINK", KEYS[1], names)
    call("UNLINK", key("dispatch"), key("experience"))
    call("HSET", KEYS[1], "format", FORMAT, "purging", concat(numbers, " "))
end

local function take(name, most)
    if call("TYPE", key(name)).ok == "set" then
        return call("SPOP", key(name), most)
    end
    local fields = call("HRANDFIELD", key(name), most)
    call("HDEL", key(name), unpack(fields))
    return fields
end

local function take_parted(number_, most)
    return call("LPOP", key("dooms:" .. number_), most) or {}
end

-- Does a slice; returns whether nothing is left.
function Purging.go_on()
    local left = SLICE
    local function delete(names, beginnings)
        local keys = {}
        for at, name in ipairs(names) do
            for _, beginning in ipairs(beginnings) do
                keys[#keys + 1] = key(beginning .. name)
            end
        end
        if #keys > 0 then
            call("UNLINK", unpack(keys))
        end
        left = left - #names
    end
    for name, beginnings in pairs(NAMING) do
        while left > 0 and call("EXISTS", key(name)) == 1 do
            delete(take(name, left), beginnings)
        end
    end
    for number_ in string.gmatch(call("HGET", KEYS[1], "purging"), "%d+") do
        while left > 0 and call("EXISTS", key("dooms:" .. number_)) == 1 do
            delete(take_parted(number_, left), { "doomed:" .. number_ .. ":" })
        end
    end
    if left <= 0 then
        return false
    end
    call("UNLINK", KEYS[1])
    call("PUBLISH", key("wake"), "")
    return true
end
