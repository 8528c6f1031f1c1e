-- New tasks as a caller sends them: `runs` of { bucket, delay, count }, a record without its head each, and their keys.

-- The keys that follow the records: each an argument, or all of *length* bytes in one.
local function read_keys(at, total, length)
    local keys = {}
    if length == 0 then
        for place = 1, total do
            keys[place] = ARGV[at + place - 1]
        end
    else
        local all = ARGV[at]
        for place = 1, total do
            keys[place] = sub(all, (place - 1) * length + 1, place * length)
        end
    end
    return keys
end

-- What begins the records of plain tasks: the last 7 bytes of the id after *last*, and the time.
local function begin_records(last)
    return sub(Records.id(last + 1), 2) .. pack("<d", now)
end

-- Stores the entries of ARGV from *at* on, first all records, then the keys, if *keyed* says how long they are (0: each
-- is an argument). Returns the first id, and which of the entries are new as a text of 1 and 0; empty: all are.
function Entries.put(runs, at, keyed)
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    local is_new = keyed and Seen.are_new(read_keys(at + total, total, keyed)) or nil
    local place, last, first = 0, meta.ids, meta.ids + 1
    local begin, low = begin_records(last), (last + 1) % 256
    for _, run in ipairs(runs) do
        local bucket, delay = run[1], run[2]
        local records = delay == 0 and Queues.open(bucket)
        local size = records and #records
        for _ = 1, run[3] do
            place = place + 1
            local rest = ARGV[at + place - 1]
            if is_new == nil or is_new[place] then
                if records and byte(rest) == 0 then
                    size = size + 1
                    records[size] = BYTES[low] .. begin .. rest
                    last = last + 1
                else
                    meta.ids = last
                    Store.queue(Store.begin(rest, bucket), now + delay)
                    last = meta.ids
                    size = records and #records
                end
                low = low + 1
                if low == 256 then
                    begin, low = begin_records(last), 0
                end
            end
        end
    end
    meta.ids = last
    local told = {}
    for at_, new in ipairs(is_new or {}) do
        told[at_] = new and "1" or "0"
    end
    return { text(first), concat(told) }
end

-- Stores what a step has spawned: { bucket, delay, key, record without its head } each.
function Entries.spawn(parent, spawned)
    local keys, keyed = {}, false
    for at, entry in ipairs(spawned) do
        keys[at] = entry[3]
        keyed = keyed or entry[3] ~= ""
    end
    local is_new = keyed and Seen.are_new(keys) or nil
    for at, entry in ipairs(spawned) do
        if not is_new or is_new[at] then
            local task = Store.begin(entry[4], entry[1], parent)
            Store.queue(task, now + entry[2])
        end
    end
end
