-- Orders that may mean very many tasks go on in slices (slices.lua), so that no call holds the server up: `jobs` by
-- number, each a map. Whoever ordered one calls until it is done; if nobody does, each exchange of a worker does a slice.
-- A job means what was there when it was begun: queues are parted (stops.lua), leases have tokens that are not newer, and
-- tasks that came into waiting sets since stand in `spared:<number>`.
-- `done` keeps how many tasks the last jobs have touched.

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

function Jobs.finish(job)
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

-- The oldest of those that are open; nil: none.
function Jobs.first()
    return list_open()[1]
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

-- A job is not any more what is stored of it.
function Jobs.touch(job)
    has_changed[job.number] = has_changed[job.number] or "old"
end

-- A stop has touched one more task, in its own slice or in what another one does meanwhile.
function Jobs.count(job)
    job.count = job.count + 1
    Jobs.touch(job)
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
            Jobs.finish(job)
            if job.order == "stop" then
                return true
            end
        end
    end
    return false
end

-- Queues whose numbers have changed are ranked anew; *names*: what the numbers are of, as keys. One job does it
-- for all changes: for those that come meanwhile it goes through the queues once more.
function Jobs.rank(names)
    for _, job in ipairs(list_open()) do
        if job.names then
            for name in pairs(names) do
                job.names[name] = true
            end
            job.again = true
            Jobs.touch(job)
            return
        end
    end
    Jobs.begin({ what = "rank", names = names, cursor = "0", named = {} })
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
