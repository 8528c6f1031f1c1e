-- Dead letters: `dead` by id, each with time, reason, bucket and record; `buried` has them in the order of their deaths;
-- `tally` counts them by what their numbers depend on, as x.

function DeadLetters.put(task, reason, when)
    local record = Records.pack(task)
    if not (Envelope.some("dead") and call("HEXISTS", key("dead"), task.id) == 1) then
        Standing.tally("x" .. Names.ranked(task.bucket), 1)
    end
    Envelope.set("dead", task.id, pack("<dI4", when, #reason) .. reason .. pack("<I4", #task.bucket) .. task.bucket .. record)
    call("ZADD", key("buried"), Envelope.next("places"), task.id)
end

function DeadLetters.parse(stored)
    local when, length, at = read("<dI4", stored)
    local reason = sub(stored, at, at + length - 1)
    local size
    size, at = read("<I4", stored, at + length)
    return { when = when, reason = reason, bucket = sub(stored, at, at + size - 1), record = sub(stored, at + size) }
end

-- What cannot be decoded is kept as it is, as the payload.
function DeadLetters.bury_foreign(record, bucket, reason)
    local id = #record >= 8 and sub(record, 1, 8) or Records.id(Envelope.next("ids"))
    DeadLetters.put({ id = id, time = now, bucket = bucket, payload = record }, reason, now)
end

local function choose(ids)
    local chosen, seen = {}, {}
    for _, id in ipairs(ids) do
        if not seen[id] and call("HEXISTS", key("dead"), id) == 1 then
            chosen[#chosen + 1] = id
        end
        seen[id] = true
    end
    return chosen
end

local function take(id)
    local stored = call("HGET", key("dead"), id)
    call("HDEL", key("dead"), id)
    call("ZREM", key("buried"), id)
    local letter = stored and DeadLetters.parse(stored)
    if letter then
        Standing.tally("x" .. Names.ranked(letter.bucket), -1)
    end
    return letter and Records.parse(letter.record, letter.bucket)
end

-- Queues letters again; whoever failed because of them waits for them again.
function DeadLetters.requeue(ids)
    local chosen = choose(ids)
    for _, id in ipairs(chosen) do
        local task = take(id)
        if task then
            task.joined, task.failed, task.circular, task.losses = nil, nil, nil, nil
            task.requeued, task.time = true, now
            if task.join and not Joins.is_known(task.join) then
                task.join = nil
            end
            Store.recover(task.join)
            Store.ready(task)
        end
    end
    if #chosen > 0 then
        -- The numbers of their buckets may be forgotten.
        Envelope.next("revision")
    end
    return #chosen
end

function DeadLetters.drop(ids)
    local chosen = choose(ids)
    for _, id in ipairs(chosen) do
        local task = take(id)
        if task then
            Sessions.leave(task.session, id)
            Sessions.finish(id)
            Store.give_up(task.join)
        end
    end
    return #chosen
end
