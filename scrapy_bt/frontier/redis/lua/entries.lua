-- New tasks as a caller sends them: `runs` of { bucket, delay, count }, a record without its head each, and their keys.

-- Which of the keys nobody has given before, as a list of booleans; they are known from now on.
local function are_new(keys)
    local answers, new, seen = {}, {}, {}
    local count = #keys
    for first = 1, count, CHUNK do
        local last = math.min(first + CHUNK - 1, count)
        local part = call("SMISMEMBER", KEYS[2], unpack(keys, first, last))
        for at = 1, last - first + 1 do
            local name = keys[first + at - 1]
            local is_new = name == "" or (part[at] == 0 and not seen[name])
            answers[first + at - 1] = is_new
            if is_new and name ~= "" then
                seen[name] = true
                new[#new + 1] = name
            end
        end
    end
    Frame.spread("SADD", KEYS[2], new)
    return answers
end

-- Stores the entries of ARGV from *at* on, first all records, then all keys if *keyed*.
-- Returns their ids as a text of 8 bytes each.
function Entries.put(runs, at, keyed)
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    local is_new
    if keyed then
        local keys = {}
        for place = 1, total do
            keys[place] = ARGV[at + total + place - 1]
        end
        is_new = are_new(keys)
    end
    local ids, place, last = {}, 0, meta.ids
    local high, low = math.floor(last / 4294967296), last % 4294967296
    local stamp = pack("<d", now)
    for _, run in ipairs(runs) do
        local bucket, delay = run[1], run[2]
        for _ = 1, run[3] do
            place = place + 1
            local rest = ARGV[at + place - 1]
            if is_new and not is_new[place] then
                ids[place] = "\0\0\0\0\0\0\0\0"
            elseif delay == 0 and byte(rest) == 0 then
                low = low + 1
                if low >= 4294967296 then
                    low, high = 0, high + 1
                end
                last = last + 1
                local id = pack("<I4I4", low, high)
                ids[place] = id
                Lines.push(bucket, id .. stamp .. rest)
            else
                meta.ids = last
                local task = Store.begin(rest, bucket)
                Store.queue(task, now + delay)
                ids[place] = task.id
                last = meta.ids
                high, low = math.floor(last / 4294967296), last % 4294967296
            end
        end
    end
    meta.ids = last
    return concat(ids)
end

-- Stores what a step has spawned: { bucket, delay, key, record without its head } each.
function Entries.spawn(parent, spawned)
    local keys, keyed = {}, false
    for at, entry in ipairs(spawned) do
        keys[at] = entry[3]
        keyed = keyed or entry[3] ~= ""
    end
    local is_new = keyed and are_new(keys)
    for at, entry in ipairs(spawned) do
        if not is_new or is_new[at] then
            local task = Store.begin(entry[4], entry[1], parent)
            Store.queue(task, now + entry[2])
        end
    end
end
