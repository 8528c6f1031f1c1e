-- Orders that may mean very many tasks go on in slices, so that no call holds the server up: `jobs` by number, each a
-- map. Whoever ordered one calls until it is done; if nobody does, each exchange of a worker does a slice.
-- A job means what was there when it was begun: queues are parted (stops.lua), leases have tokens that are not newer, and
-- tasks that came into waiting sets since stand in `spared:<number>`.
-- `done` keeps how many tasks the last jobs have touched.

local SLICE = 50 -- tasks that one call treats
local KEPT = 100 -- jobs whose number of tasks is kept

local open, has_changed = nil, {}

local function field(job)
    return format("%.0f", job.number)
end

-- A key of its own.
function Jobs.own(job, name)
    return prefix .. name .. ":" .. field(job)
end

-- Those that are not done, the oldest first.
local function list_open()
    if not open then
        open = {}
        for _, stored in ipairs(meta.open > 0 and call("HVALS", key("jobs")) or {}) do
            open[#open + 1] = cmsgpack.unpack(stored)
        end
        table.sort(open, function(one, other)
            return one.number < other.number
        end)
    end
    return open
end

local function store(job)
    call("HSET", key("jobs"), field(job), cmsgpack.pack(job))
end

function Jobs.begin(job)
    local jobs = list_open()
    job.number, job.count = Envelope.next("jobs"), 0
    meta.open = meta.open + 1
    jobs[#jobs + 1] = job
    -- Taking away is allowed on a full server, and whatever follows it then.
    call("DEL", Jobs.own(job, "dooms"))
    store(job)
    has_changed[job.number] = "new"
    return job
end

local function finish(job)
    for at, other in ipairs(list_open()) do
        if other.number == job.number then
            table.remove(open, at)
            break
        end
    end
    meta.open = meta.open - 1
    job.is_done = true
    call("UNLINK", Jobs.own(job, "dooms"), Jobs.own(job, "spared"), Jobs.own(job, "parted"))
    call("HDEL", key("jobs"), field(job))
    if has_changed[job.number] ~= "new" then
        call("HSET", key("done"), field(job), format("%.0f", job.count))
    end
    call("HDEL", key("done"), format("%.0f", job.number - KEPT))
    has_changed[job.number] = nil
end

-- Whether a job is a stop of what stands in this bucket.
function Jobs.means(job, bucket)
    return job.what == "stop" and Controls.covers(job.target, Names.parts(bucket))
end

-- The stops that are open, the oldest first.
function Jobs.list_stops()
    local stops = {}
    for _, job in ipairs(list_open()) do
        if job.what == "stop" then
            stops[#stops + 1] = job
        end
    end
    return stops
end

-- Whether one may end a task wherever it stands.
function Jobs.end_tasks()
    for _, job in ipairs(list_open()) do
        if job.what == "stop" or job.what == "seek" then
            return true
        end
    end
    return false
end

-- The stop that means a task in a waiting set and was ordered when it was there already; false: none.
function Jobs.dooms(task)
    for _, job in ipairs(list_open()) do
        if job.what == "seek" then
            if job.order == "stop" and job.id == task.id then
                return job
            end
        elseif Jobs.means(job, task.bucket) and call("SISMEMBER", Jobs.own(job, "spared"), task.id) == 0 then
            return job
        end
    end
    return false
end

-- A stop has touched one more task, in its own slice or in what another one does meanwhile.
function Jobs.count(job)
    job.count = job.count + 1
    has_changed[job.number] = has_changed[job.number] or "old"
end

-- The task comes into a waiting set: stops that were ordered before do not mean it there.
function Jobs.spare(task)
    for _, job in ipairs(list_open()) do
        if Jobs.means(job, task.bucket) then
            call("SADD", Jobs.own(job, "spared"), task.id)
        end
    end
end

-- The task has been paused alone: resumptions that were ordered before do not mean that.
function Jobs.spare_pause(id)
    for _, job in ipairs(list_open()) do
        if job.what == "resume" then
            call("SADD", Jobs.own(job, "spared"), id)
        end
    end
end

-- The stop that means a running task and was ordered when it ran already; false: none.
function Jobs.ends(token, bucket, id)
    for _, job in ipairs(list_open()) do
        if job.what == "seek" then
            if job.order == "stop" and job.id == id then
                return job
            end
        elseif job.what == "stop" and Leases.count_of(token) <= job.tokens and Jobs.means(job, bucket) then
            return job
        end
    end
    return false
end

-- A task gets ready that is sought: it is found. Returns whether it ends so.
function Jobs.catch(task)
    for _, job in ipairs(list_open()) do
        if job.what == "seek" and job.id == task.id and not job.is_done then
            job.count = 1
            finish(job)
            if job.order == "stop" then
                return true
            end
        end
    end
    return false
end

-- Each does up to *most* tasks of a job; returns how many it has looked at, nil when nothing is left to do.

-- The next fields of a table, or members of a set, *most* of them; Redis may name more at once: the others come next.
function Jobs.scan(job, name, most)
    local ids, is_set = {}, name == "queues" or name == "orphans"
    if #job.named == 0 then
        if job.cursor == "end" then
            job.cursor = "0"
            return nil
        end
        local found = call(is_set and "SSCAN" or "HSCAN", key(name), job.cursor, "COUNT", most)
        job.cursor = found[1] == "0" and "end" or found[1]
        for at = 1, #found[2], is_set and 1 or 2 do
            job.named[#job.named + 1] = found[2][at]
        end
    end
    while job.named[1] and #ids < most do
        ids[#ids + 1] = table.remove(job.named)
    end
    return ids
end

-- Does *act* for each of them; returns how many were looked at, nil when nothing is left.
function Jobs.each(job, name, most, act)
    local found = Jobs.scan(job, name, most)
    for _, each in ipairs(found or {}) do
        act(each)
    end
    return found and #found + 1
end

local function resume(job, most)
    local ids = Jobs.scan(job, "marks", most)
    table.sort(ids or {}, function(one, other)
        return Records.number(one) < Records.number(other)
    end)
    for _, id in ipairs(ids or {}) do
        local task = call("SISMEMBER", Jobs.own(job, "spared"), id) == 0 and Search.find_apart(id)
        if task and Controls.covers(job.target, Names.parts(task.bucket)) then
            job.count = job.count + Controls.resume(id)
        end
    end
    return ids and #ids + 1
end

-- Queues get the places that they have since their node was paused, resumed or boosted, or its number has changed.
local function rank(job, most)
    local used = Jobs.each(job, "queues", most, function(queue)
        local parts = Names.parts(queue)
        if parts and (job.names and job.names[parts.ranked] or job.meant and Controls.covers(job.meant, parts)) then
            Queues.replace(queue)
        end
    end)
    Envelope.has_made_ready, Envelope.has_moved = true, true
    if not used and job.again then
        job.again = false
        return 1
    end
    return used
end

-- Queues whose numbers have changed are ranked anew; *names*: what the numbers are of, as keys. One job does it
-- for all changes: for those that come meanwhile it goes through the queues once more.
function Jobs.rank(names)
    for _, job in ipairs(list_open()) do
        if job.names then
            for name in pairs(names) do
                job.names[name] = true
            end
            job.again, has_changed[job.number] = true, has_changed[job.number] or "old"
            return
        end
    end
    Jobs.begin({ what = "rank", names = names, cursor = "0", named = {} })
end

-- One task that is neither leased nor in a waiting set, nor becomes so meanwhile: in a queue, or nowhere.
local function seek(job)
    if Search.find_apart(job.id) then
        job.count = Controls.apply(job.order, job.id)
        return nil
    end
    local queue, record
    queue, record, job.place = Search.seek(job.id, job.place)
    if queue then
        local task = Search.take(queue, record)
        job.count = 1
        finish(job)
        if job.order == "stop" then
            Store.finish(task, false)
        else
            Store.ready(task)
        end
        return SLICE
    end
    if not job.place then
        call("HDEL", key("marks"), job.id)
        return nil
    end
    return SLICE
end

-- A letter that comes back meanwhile has a later place.
local function treat_dead_letters(job, most)
    local ids = call("ZRANGEBYSCORE", key("buried"), "-inf", job.last, "LIMIT", 0, most)
    if #ids == 0 then
        return nil
    end
    job.count = job.count + DeadLetters[job.order](ids)
    return #ids
end

local function wake(job, most)
    return Sharing.wake_last(job.name, most) and most or nil
end

local function wake_next(job)
    job.after = Sharing.wake_after(job.name, job.after)
    return job.after and SLICE or nil
end

local function wake_orphans(job, most)
    return Jobs.each(job, "orphans", most, Sharing.wake_next)
end

local WORK = { stop = Stops.go_on, resume = resume, rank = rank, seek = seek, dead_letters = treat_dead_letters, wake = wake, next = wake_next, orphans = wake_orphans }

-- Does a slice of the jobs that are open.
function Jobs.go_on()
    local left = SLICE
    while left > 0 and list_open()[1] do
        local job = open[1]
        local used = WORK[job.what](job, left)
        Queues.flush()
        if used then
            left = left - used
            has_changed[job.number] = has_changed[job.number] or "old"
        elseif not job.is_done then
            finish(job)
            if job.target then
                Sharing.wake_orphans()
            end
        end
    end
end

-- Whether one looks for who makes a value next.
function Jobs.is_next_sought(name)
    for _, job in ipairs(list_open()) do
        if job.what == "next" and job.name == name then
            return true
        end
    end
    return false
end

-- How many tasks a job has touched so far, and its number while it is not done.
function Jobs.tell(number_)
    for _, job in ipairs(list_open()) do
        if job.number == number_ then
            return { job.count, job.number }
        end
    end
    return { tonumber(call("HGET", key("done"), format("%.0f", number_)) or 0), 0 }
end

function Jobs.flush()
    for _, job in ipairs(open or {}) do
        if has_changed[job.number] then
            store(job)
        end
    end
end

-- Of those that are not done, as texts: keys of their own end with them.
function Jobs.numbers()
    local numbers = {}
    for at, job in ipairs(list_open()) do
        numbers[at] = field(job)
    end
    return numbers
end
