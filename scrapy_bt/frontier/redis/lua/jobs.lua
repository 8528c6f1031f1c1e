-- Orders that may mean very many tasks go on in slices, so that no call holds the server up: `jobs` by number, each a
-- map. Whoever ordered one calls until it is done; if nobody does, each exchange of a worker does a slice.
-- A job means what was there when it was begun: queues are renamed to `doomed:<number>:<queue>` (`dooms:<number>` names
-- them), leases have tokens that are not newer, and tasks that came into rooms since stand in `spared:<number>`.
-- `done` keeps how many tasks the last jobs have touched.

local SLICE = 50 -- tasks that one call treats
local KEPT = 100 -- jobs whose number of tasks is kept

local open, has_changed = nil, {}

local function field(job)
    return format("%.0f", job.number)
end

local function own(job, name)
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
    call("DEL", own(job, "dooms"))
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
    call("UNLINK", own(job, "dooms"), own(job, "spared"))
    call("HDEL", key("jobs"), field(job))
    if has_changed[job.number] ~= "new" then
        call("HSET", key("done"), field(job), format("%.0f", job.count))
    end
    call("HDEL", key("done"), format("%.0f", job.number - KEPT))
    has_changed[job.number] = nil
end

local function means(job, bucket)
    return job.what == "stop" and Controls.covers(job.target, Queues.parts(bucket))
end

-- The stop that means a task in a waiting set and was ordered when it was there already; false: none.
function Jobs.dooms(task)
    for _, job in ipairs(list_open()) do
        if job.what == "seek" then
            if job.order == "stop" and job.id == task.id then
                return job
            end
        elseif means(job, task.bucket) and call("SISMEMBER", own(job, "spared"), task.id) == 0 then
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
        if means(job, task.bucket) then
            call("SADD", own(job, "spared"), task.id)
        end
    end
end

-- The task has been paused alone: resumptions that were ordered before do not mean that.
function Jobs.spare_pause(id)
    for _, job in ipairs(list_open()) do
        if job.what == "resume" then
            call("SADD", own(job, "spared"), id)
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
        elseif job.what == "stop" and Leases.count_of(token) <= job.tokens and means(job, bucket) then
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

local function stop_lines(job, most)
    local queue = call("LINDEX", own(job, "dooms"), 0)
    if not queue then
        return nil
    end
    local name, bucket = own(job, "doomed") .. ":" .. queue, Queues.parts(queue).bucket
    local records = call("LRANGE", name, 0, most - 1)
    call("LTRIM", name, most, -1)
    if #records < most then
        call("LPOP", own(job, "dooms"))
    end
    Queues.count(queue, -#records)
    Envelope.has_moved = true
    for _, record in ipairs(records) do
        local task, reason = Records.parse(record, bucket)
        if task then
            Jobs.count(job)
            Store.finish(task, false)
        else
            DeadLetters.bury_foreign(record, bucket, reason)
        end
    end
    return #records + 1
end

-- The next fields of a table, or members of a set, *most* of them; Redis may name more at once: the others come next.
local function scan(job, name, most)
    local ids, is_set = {}, name == "queues"
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

local function stop_leases(job, most)
    local ids = scan(job, "leases", most)
    for at, stored in ipairs(ids and Envelope.pick(key("leases"), ids) or {}) do
        local lease = stored and byte(stored, 9) ~= 83 and Leases.parse(stored)
        if lease and Leases.count_of(lease.token) <= job.tokens and means(job, lease.bucket) then
            Controls.unpause(ids[at])
            Leases.stop(ids[at], stored)
            Jobs.count(job)
        end
    end
    return ids and #ids + 1
end

local function stop_rooms(job, most)
    local ids = scan(job, "tasks", most)
    for _, id in ipairs(ids or {}) do
        local task = WaitingSets.get(id)
        local stop_ = task and Jobs.dooms(task)
        if stop_ then
            Jobs.count(stop_)
            Store.finish(Search.take_from_room(id), false)
        end
    end
    return ids and #ids + 1
end

local STOPS = { stop_lines, stop_leases, stop_rooms }

local function stop(job, most)
    local used = STOPS[job.phase](job, most)
    if not used and STOPS[job.phase + 1] then
        job.phase, used = job.phase + 1, 1
    end
    return used
end

local function resume(job, most)
    local ids = scan(job, "marks", most)
    table.sort(ids or {}, function(one, other)
        return Records.number(one) < Records.number(other)
    end)
    for _, id in ipairs(ids or {}) do
        local task = call("SISMEMBER", own(job, "spared"), id) == 0 and Search.find_apart(id)
        if task and Controls.covers(job.target, Queues.parts(task.bucket)) then
            job.count = job.count + Controls.resume(id)
        end
    end
    return ids and #ids + 1
end

-- Lines get the places that they have since their node was paused, resumed or boosted.
local function rank(job, most)
    local queues = scan(job, "queues", most)
    for _, queue in ipairs(queues or {}) do
        local parts = Queues.parts(queue)
        if parts and Controls.covers(job.meant, parts) then
            Queues.replace(queue)
        end
    end
    Envelope.has_made_ready, Envelope.has_moved = true, true
    return queues and #queues + 1
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

local WORK = { stop = stop, resume = resume, rank = rank, seek = seek, dead_letters = treat_dead_letters, wake = wake, next = wake_next }

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

-- All that purging has to take away of jobs.
function Jobs.names()
    local names = {}
    for _, job in ipairs(list_open()) do
        for _, queue in ipairs(call("LRANGE", own(job, "dooms"), 0, -1)) do
            names[#names + 1] = "doomed:" .. field(job) .. ":" .. queue
        end
        names[#names + 1] = "dooms:" .. field(job)
        names[#names + 1] = "spared:" .. field(job)
    end
    return names
end

-- Everything that a target means ends: what waits in queues is out of reach from now on.
function Jobs.stop(target)
    local job = Jobs.begin({ what = "stop", target = target, tokens = meta.tokens, phase = 1, cursor = "0", named = {} })
    for _, queue in ipairs(Queues.all()) do
        local parts = Queues.parts(queue)
        if parts and Controls.covers(target, parts) then
            call("RENAME", Queues.key(queue), own(job, "doomed") .. ":" .. queue)
            call("RPUSH", own(job, "dooms"), queue)
            Queues.forget(queue)
        end
    end
    return job
end
