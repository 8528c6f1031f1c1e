-- A task as it is stored: id, time of queueing, flags, what the flags name, payload (frontier/tasks.py).
-- Joins and sessions are opaque texts of 8 bytes: Lua's numbers do not hold 64 bits.

local JOIN, SESSION, JOINED, FAILED, CIRCULAR, SHARE, HOLDS, PAST = 1, 2, 4, 8, 16, 32, 64, 128
-- Of the byte that tells the past: on top of how often the lease was lost, that it was a dead letter.
local REQUEUED = 128

local function has(flags, bit)
    return flags % (2 * bit) >= bit
end

-- Whether a stored task asks for a shared value, or goes on after goroutines.
function Records.is_awaited(record)
    local flags = record and byte(record, 17) or 0
    return has(flags, SHARE) or has(flags, JOINED)
end

function Records.id(number_)
    return pack("<I4I4", number_ % 4294967296, math.floor(number_ / 4294967296))
end

function Records.number(id)
    local low, high = read("<I4I4", id)
    return high * 4294967296 + low
end

local function read_texts(record, at)
    if at + 3 > #record then
        return nil
    end
    local count
    count, at = read("<I4", record, at)
    local texts = {}
    for _ = 1, count do
        if at + 3 > #record then
            return nil
        end
        local length
        length, at = read("<I4", record, at)
        if at + length - 1 > #record then
            return nil
        end
        texts[#texts + 1] = sub(record, at, at + length - 1)
        at = at + length
    end
    return texts, at
end

local function pack_texts(texts)
    local parts = { pack("<I4", #texts) }
    for _, value in ipairs(texts) do
        parts[#parts + 1] = pack("<I4", #value) .. value
    end
    return concat(parts)
end

-- Reads what follows the head: *at* is the place of the flags. Returns nil and the reason when it cannot be read.
function Records.read_rest(task, record, at)
    local flags = byte(record, at)
    at = at + 1
    if flags == 0 then
        task.payload = sub(record, at)
        return task
    end
    for _, field in ipairs({ { "join", JOIN }, { "session", SESSION }, { "joined", JOINED } }) do
        if has(flags, field[2]) then
            task[field[1]] = sub(record, at, at + 7)
            at = at + 8
        end
    end
    if has(flags, PAST) then
        local past = byte(record, at) or 0
        task.losses, task.requeued = past % REQUEUED, past >= REQUEUED
        at = at + 1
    end
    if at > #record + 1 then
        return nil, format("a stored task of %d bytes cannot be decoded: it is too short", #record)
    end
    task.failed = has(flags, FAILED)
    task.circular = has(flags, CIRCULAR)
    local texts
    if has(flags, SHARE) then
        texts, at = read_texts(record, at)
        if not texts or #texts ~= 1 then
            return nil, format("a stored task of %d bytes cannot be decoded: its shared value has no name", #record)
        end
        task.share = texts[1]
    end
    if has(flags, HOLDS) then
        texts, at = read_texts(record, at)
        if not texts then
            return nil, format("a stored task of %d bytes cannot be decoded: its places have no names", #record)
        end
        task.holds = texts
    end
    task.payload = sub(record, at)
    return task
end

function Records.parse(record, bucket)
    if #record < 17 then
        return nil, format("a stored task of %d bytes cannot be decoded: it has no head", #record)
    end
    local task = { id = sub(record, 1, 8), time = read("<d", record, 9), bucket = bucket }
    return Records.read_rest(task, record, 17)
end

-- A task that a caller describes: what follows the head only.
function Records.adopt(rest, id, bucket)
    local task = Records.read_rest({ id = id, time = now, bucket = bucket }, rest, 1)
    if task.session == id then
        task.session = nil
    end
    return task
end

function Records.pack(task)
    local flags, parts = 0, {}
    local function add(bit, extra)
        flags = flags + bit
        parts[#parts + 1] = extra
    end
    if task.join then add(JOIN, task.join) end
    if task.session then add(SESSION, task.session) end
    if task.joined then add(JOINED, task.joined) end
    if (task.losses or 0) > 0 or task.requeued then
        add(PAST, char((task.losses or 0) + (task.requeued and REQUEUED or 0)))
    end
    if task.failed then add(FAILED) end
    if task.circular then add(CIRCULAR) end
    if task.share then add(SHARE, pack_texts({ task.share })) end
    if task.holds and #task.holds > 0 then add(HOLDS, pack_texts(task.holds)) end
    return task.id .. pack("<dB", task.time, flags) .. concat(parts) .. task.payload
end
