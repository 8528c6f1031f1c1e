-- New tasks as a caller sends them: `runs` of { bucket, delay, count }, a record without its head each, and their keys.

-- The same in a Bloom filter: a key is known if all of its bits are set (see `core/duplicates/bloom.py`).
local function are_new_bits(keys, layout)
    local shards, bits, hashes = layout[1], layout[2], layout[3]
    local answers, command, added, there = {}, {}, 0, {}
    for at, name in ipairs(keys) do
        local is_new = name == ""
        if not is_new then
            local digest = redis.sha1hex(name)
            local first, step = tonumber(sub(digest, 9, 16), 16), tonumber(sub(digest, 17, 24), 16)
            for turn = 0, hashes - 1 do
                command[4 * turn + 1], command[4 * turn + 2] = "SET", "u1"
                command[4 * turn + 3], command[4 * turn + 4] = format("%d", (first + turn * step) % bits), "1"
            end
            local shard = format(":%d", tonumber(sub(digest, 1, 8), 16) % shards)
            if not there[shard] and call("EXISTS", KEYS[2] .. shard) == 0 then
                -- At once and in full: a string that grows takes up to twice its length.
                call("SET", KEYS[2] .. shard, string.rep("\0", bits / 8))
            end
            there[shard] = true
            for _, bit in ipairs(call("BITFIELD", KEYS[2] .. shard, unpack(command))) do
                is_new = is_new or bit == 0
            end
            added = added + (is_new and 1 or 0)
        end
        answers[at] = is_new
    end
    if added > 0 then
        call("HINCRBY", KEYS[2], "added", added)
    end
    return answers
end

-- Which of the keys nobody has given before, as a list of booleans; nil: all. They are known from now on.
local function are_new(keys)
    local layout, known = Envelope.layout(), call("HGET", KEYS[1], "known")
    if (layout or known) and known ~= KEYS[2] then
        fail("known", KEYS[1], known or "a set")
    end
    if layout then
        return are_new_bits(keys, layout)
    end
    local answers, new = {}, {}
    local count, size = #keys, 0
    for first = 1, count, CHUNK do
        local last = math.min(first + CHUNK - 1, count)
        local part = call("SMISMEMBER", KEYS[2], unpack(keys, first, last))
        for at = 1, last - first + 1 do
            local name = keys[first + at - 1]
            if name == "" then
                answers[first + at - 1] = true
            elseif part[at] == 0 then
                answers[first + at - 1] = true
                size = size + 1
                new[size] = name
            else
                answers[first + at - 1] = false
            end
        end
    end
    local added = 0
    for first = 1, size, CHUNK do
        added = added + call("SADD", KEYS[2], unpack(new, first, math.min(first + CHUNK - 1, size)))
    end
    if added < size then
        -- Some are there twice.
        local seen = {}
        for at, name in ipairs(keys) do
            if name ~= "" and answers[at] then
                answers[at] = not seen[name]
                seen[name] = true
            end
        end
    elseif size == count then
        return nil
    end
    return answers
end

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
    local is_new = keyed and are_new(read_keys(at + total, total, keyed)) or nil
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
    local is_new = keyed and are_new(keys) or nil
    for at, entry in ipairs(spawned) do
        if not is_new or is_new[at] then
            local task = Store.begin(entry[4], entry[1], parent)
            Store.queue(task, now + entry[2])
        end
    end
end
