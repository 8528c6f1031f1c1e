-- The keys of tasks that were ever queued, in a set or a Bloom filter (frontier/seen.py).

-- Which of the keys are new to a Bloom filter: a key is known if all of its bits are set (see `core/duplicates/bloom.py`).
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
function Seen.are_new(keys)
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

-- The names of all that holds keys of known tasks.
function Seen.names()
    local names, layout = { KEYS[2] }, Envelope.layout()
    for shard = 1, layout and layout[1] or 0 do
        names[shard + 1] = KEYS[2] .. ":" .. format("%d", shard - 1)
    end
    return names
end

-- Nothing is known any more of what was queued, and of no source anything.
function Seen.forget()
    Envelope.spread("UNLINK", key("seeds"), Seen.names())
    call("UNLINK", key("sources"))
end
