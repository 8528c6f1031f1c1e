-- Stops of nodes, trees and everything: jobs (jobs.lua) that mean what was there when they were ordered.
-- What stands in a queue then is the stop's: before anybody puts something to the queue or takes something from it, and
-- when the stop comes to it, the queue is parted, once for each stop. It is renamed to `doomed:<number>:<queue>`, which
-- `dooms:<number>` names, and stands in `parted:<number>`: what is in it from then on has come later.

-- Parts a queue with tasks that are to be stopped; returns whether there were any.
function Stops.part(queue)
    local parts, found = Names.parts(queue), false
    for _, job in ipairs(parts and Jobs.list_stops() or {}) do
        local parted = Jobs.own(job, "parted")
        if job.phase == 0 and Controls.covers(job.target, parts) and call("SISMEMBER", parted, queue) == 0 then
            if call("EXISTS", Queues.key(queue)) == 1 then
                call("RENAME", Queues.key(queue), Jobs.own(job, "doomed") .. ":" .. queue)
                call("RPUSH", Jobs.own(job, "dooms"), queue)
                Queues.forget(queue)
                found = true
            end
            call("SADD", parted, queue)
        end
    end
    return found
end

-- Whether all that stands in a queue is to be stopped.
function Stops.is_doomed(queue)
    local parts = Names.parts(queue)
    for _, job in ipairs(parts and Jobs.list_stops() or {}) do
        if job.phase == 0 and Controls.covers(job.target, parts) then
            if call("SISMEMBER", Jobs.own(job, "parted"), queue) == 0 then
                return true
            end
        end
    end
    return false
end

local function part_queues(job, most)
    return Slices.each(job, "queues", most, Stops.part)
end

local function stop_queues(job, most)
    local queue = call("LINDEX", Jobs.own(job, "dooms"), 0)
    if not queue then
        return nil
    end
    local name, bucket = Jobs.own(job, "doomed") .. ":" .. queue, Names.parts(queue).bucket
    local records = call("LRANGE", name, 0, most - 1)
    call("LTRIM", name, most, -1)
    if #records < most then
        call("LPOP", Jobs.own(job, "dooms"))
    end
    Standing.add(queue, -#records)
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

local function stop_leases(job, most)
    local ids = Slices.scan(job, "leases", most)
    for at, stored in ipairs(ids and Envelope.pick(key("leases"), ids) or {}) do
        local lease = stored and byte(stored, 9) ~= 83 and Leases.parse(stored)
        if lease and Leases.count_of(lease.token) <= job.tokens and Jobs.means(job, lease.bucket) then
            Controls.unpause(ids[at])
            Leases.stop(ids[at], stored)
            Jobs.count(job)
        end
    end
    return ids and #ids + 1
end

local function stop_waiting(job, most)
    return Slices.each(job, "tasks", most, function(id)
        local task = WaitingSets.get(id)
        local stop_ = task and Jobs.dooms(task)
        if stop_ then
            Jobs.count(stop_)
            Store.finish(Search.take_from_waiting_set(id), false)
        end
    end)
end

local PHASES = { [0] = part_queues, stop_queues, stop_leases, stop_waiting }

-- Does up to *most* tasks of a stop; returns how many it has looked at, nil when nothing is left to do.
function Stops.go_on(job, most)
    local used = PHASES[job.phase](job, most)
    if not used and PHASES[job.phase + 1] then
        if job.phase == 0 then
            call("UNLINK", Jobs.own(job, "parted"))
        end
        job.phase, used = job.phase + 1, 1
    end
    return used
end

-- Everything that a target means ends.
function Stops.begin(target)
    Queues.flush()
    return Jobs.begin({ what = "stop", target = target, tokens = meta.tokens, phase = 0, cursor = "0", named = {} })
end
