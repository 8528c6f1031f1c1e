-- Shared values: absent, in the making, ready. `values` by key, `versions` of those that are gone, `makers` by key,
-- `making` the keys of a task; `asking:<key>` who waits, in the order of asking; `orphans`: keys that nobody makes.

local NO_SESSION = string.rep("\0", 8)

function Sharing.parse(stored)
    local version, expires = read("<dd", stored)
    return {
        version = version,
        expires = expires,
        session = sub(stored, 17, 24),
        value = sub(stored, 25),
    }
end

-- The stored value, ready or expired.
local function get(name)
    local stored = Envelope.some("values") and call("HGET", key("values"), name)
    return stored and Sharing.parse(stored), stored
end

-- A value that is ready, as it is stored.
function Sharing.get(name)
    local value, stored = get(name)
    if value and value.expires > now then
        return stored
    end
    return nil
end

function Sharing.maker(name)
    return Envelope.some("makers") and call("HGET", key("makers"), name) or nil
end

function Sharing.keys_made_by(id)
    local keys = Envelope.some("making") and call("HGET", key("making"), id)
    return keys and cmsgpack.unpack(keys) or {}
end

-- `shared` counts by node, which may have a value for each of its arguments: v, what is ready or has expired since; m,
-- what is in the making.
local function count(kind, name, by)
    local field = kind .. Sharing.node(name)
    if call("HINCRBY", key("shared"), field, by) <= 0 then
        call("HDEL", key("shared"), field)
    end
end

function Sharing.node(name)
    return name:match("^[^:]*")
end

local function appoint(name, id)
    local before = Sharing.maker(name)
    if before == id then
        return
    end
    Envelope.set("makers", name, id)
    if not before then
        count("m", name, 1)
    end
    call("SREM", key("orphans"), name)
    local keys = Sharing.keys_made_by(id)
    keys[#keys + 1] = name
    table.sort(keys)
    Envelope.set("making", id, cmsgpack.pack(keys))
end

local function dismiss(name)
    local maker = Sharing.maker(name)
    if not maker then
        return
    end
    call("HDEL", key("makers"), name)
    count("m", name, -1)
    local left = {}
    for _, made in ipairs(Sharing.keys_made_by(maker)) do
        if made ~= name then
            left[#left + 1] = made
        end
    end
    if #left > 0 then
        Envelope.set("making", maker, cmsgpack.pack(left))
    else
        call("HDEL", key("making"), maker)
    end
end

local function park(task)
    WaitingSets.put(task, "s", task.share)
    call("ZADD", prefix .. "asking:" .. task.share, Envelope.next("places"), task.id)
end

function Sharing.next_version(name)
    local value = get(name)
    if value then
        return value.version + 1
    end
    return 1 + tonumber(call("HGET", key("versions"), name) or 0)
end

-- What a task that asks for a value gets: the turn, and the stored value or its version.
-- v: the value; m: it makes it; c: it goes without; p: it is parked now.
function Sharing.ask(task)
    local stored = Sharing.get(task.share)
    if stored then
        return "v", stored
    end
    local maker = Sharing.maker(task.share)
    if maker and maker ~= task.id then
        if task.circular then
            return "c", ""
        end
        park(task)
        return "p", ""
    end
    appoint(task.share, task.id)
    return "m", text(Sharing.next_version(task.share))
end

-- Parks a task at once if another one makes its value.
function Sharing.park_if_making(task)
    local maker = Sharing.maker(task.share)
    if not maker or maker == task.id then
        return false
    end
    park(task)
    return true
end

-- As many of those who wait are looked at, or let go on, by one call; the rest by a job.
local MOST_WAITING = 50

local function has_waiting(name)
    return call("EXISTS", prefix .. "asking:" .. name) == 1
end

-- Takes one out of those who wait, so that it asks again.
function Sharing.wake(name, id)
    local task = WaitingSets.take(id)
    Sharing.tidy(name)
    return task
end

-- A key that nobody waits for any more is no orphan.
function Sharing.tidy(name)
    if not has_waiting(name) then
        call("SREM", key("orphans"), name)
    end
end

-- Sets a value; who is parked for it goes on, in the order of asking.
function Sharing.make(name, session, expires, value)
    local old = get(name)
    local version = Sharing.next_version(name)
    call("HDEL", key("versions"), name)
    if session ~= NO_SESSION then
        Sessions.enter(session)
    end
    if old and old.session ~= NO_SESSION then
        Sessions.leave(old.session)
    end
    Envelope.set("values", name, pack("<dd", version, expires) .. session .. value)
    if not old then
        count("v", name, 1)
    end
    Envelope.next("revision")
    dismiss(name)
    call("SREM", key("orphans"), name)
    if Sharing.wake_last(name, MOST_WAITING) then
        Jobs.begin({ what = "wake", name = name })
    end
end

-- Lets the last of those who wait go on, each first in its queue: when all have been, they are in the order of asking.
-- Returns whether some are left. Not while somebody makes the value anew.
function Sharing.wake_last(name, most)
    if Sharing.maker(name) then
        return false
    end
    local waiting = call("ZREVRANGE", prefix .. "asking:" .. name, 0, most - 1)
    local woken = {}
    for at, id in ipairs(waiting) do
        woken[at] = WaitingSets.take(id)
    end
    for at = 1, #waiting do
        if woken[at] then
            Store.ready(woken[at], true)
        end
    end
    return has_waiting(name)
end

-- The making failed: the next of those who wait tries.
function Sharing.give_up(name, id)
    if Sharing.maker(name) ~= id then
        return
    end
    dismiss(name)
    if has_waiting(name) then
        call("SADD", key("orphans"), name)
        Sharing.wake_next(name)
    end
end

-- Takes back a value that is not newer than *version*.
function Sharing.invalidate(name, version)
    local value = get(name)
    if not value or value.version > version then
        return
    end
    call("HDEL", key("values"), name)
    count("v", name, -1)
    call("HSET", key("versions"), name, text(value.version))
    Envelope.next("revision")
    if value.session ~= NO_SESSION then
        Sessions.leave(value.session)
    end
end

local function may_try(task)
    return not Controls.mark(task.id).paused
        and not Controls.is_paused(Names.parts(task.bucket))
        and not (meta.open > 0 and Jobs.dooms(task))
end

-- Lets one of those who wait for a value that nobody makes try, of those that came after the place *after*; one that may.
-- Returns after which place to look on, if none has been found so far.
function Sharing.wake_after(name, after)
    if Sharing.maker(name) or Sharing.get(name) then
        return nil
    end
    local waiting =
        call("ZRANGEBYSCORE", prefix .. "asking:" .. name, after, "+inf", "WITHSCORES", "LIMIT", 0, MOST_WAITING)
    for at = 1, #waiting, 2 do
        local task = WaitingSets.get(waiting[at])
        if task and may_try(task) then
            Store.ready(Sharing.wake(name, waiting[at]), true)
            return nil
        end
    end
    return #waiting == 2 * MOST_WAITING and "(" .. waiting[#waiting] or nil
end

function Sharing.wake_next(name)
    if meta.open > 0 and Jobs.is_next_sought(name) then
        return
    end
    local after = Sharing.wake_after(name, "-inf")
    if after then
        Jobs.begin({ what = "next", name = name, after = after })
    end
end

-- Somebody who should have tried may be paused or stopped by now. Where there are very many, a job looks.
function Sharing.wake_orphans()
    if call("SCARD", key("orphans")) > MOST_WAITING then
        Jobs.begin({ what = "orphans", cursor = "0", named = {} })
        return
    end
    local names = call("SMEMBERS", key("orphans"))
    table.sort(names)
    for _, name in ipairs(names) do
        Sharing.wake_next(name)
    end
end
