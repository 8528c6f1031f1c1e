-- Steps of leased tasks, each applied as a whole or refused (frontier/steps.py).
-- A step in ARGV: kind, id, token, then what else there is to say. F: it finishes; f: it fails; D: it goes to the dead
-- letters; Q: it goes on; P: it parks; H: it pauses; B: it is buried; R: its lease is given back.

local GOES_ON = { Q = true, P = true, H = true }

local function check(task, kind, details)
    if kind ~= "P" then
        return nil
    end
    if details.j == task.join then
        return "it is part of it"
    end
    if Joins.is_parked_on(details.j) then
        return "another task does"
    end
    return nil
end

local function apply_facts(task, session, details)
    if session ~= task.session then
        -- Before a value is invalidated whose session the task goes on with.
        Sessions.enter(session, task.id)
    end
    for _, pair in ipairs(details.c or {}) do
        local changed = pair[1]
        if changed == task.id or changed == task.session or changed == session or Sessions.has_guests(changed) then
            Sessions.set(changed, pair[2])
        end
    end
    for _, pair in ipairs(details.i or {}) do
        Sharing.invalidate(pair[1], pair[2])
    end
    for _, made in ipairs(details.m or {}) do
        if made[2] then
            Sharing.make(made[1], made[3], made[4] and now + made[4] or math.huge, made[2])
        else
            Sharing.give_up(made[1], task.id)
        end
    end
end

local function go_on(task, kind, details)
    local after = Records.adopt(details.r, task.id, details.b)
    after.join = task.join
    if after.session ~= task.session then
        Sessions.leave(task.session, task.id)
    end
    Store.free(task, after.holds)
    if kind == "P" then
        local woken = Joins.park(after, details.j)
        if woken then
            Store.go_on(woken)
        end
        return
    end
    if kind == "H" then
        local mark = Controls.mark(task.id)
        mark.paused = "r"
        Controls.set_mark(task.id, mark)
    end
    Store.queue(after, now + (details.d or 0))
end

local function complete(lease, task, kind, details)
    for node, seconds in pairs(details.w or {}) do
        Measures.add("weights", node, seconds * seconds)
    end
    for loop, rounds in pairs(details.l or {}) do
        Measures.add("rounds", loop, rounds)
    end
    local goes_on = GOES_ON[kind] and not lease.is_stopped
    local session = task.session
    if goes_on then
        session = Records.adopt(details.r, task.id, details.b).session
    end
    Leases.drop(task.id)
    apply_facts(task, session, details)
    if lease.is_stopped then
        Store.finish(task, false)
        return
    end
    Entries.spawn(task, details.s or {})
    if goes_on then
        go_on(task, kind, details)
    elseif kind == "D" then
        task.bucket, task.payload = details.b, details.p
        Store.bury(task, details.x, details.t and now + details.t or now)
    else
        Store.finish(task, kind == "F")
    end
end

-- Applies one step; returns whether it was applied, or why it was refused.
local function apply(lease, kind, id, details)
    local task, reason = Leases.task(lease)
    if kind == "R" or not task then
        Leases.give_back(id, lease)
        return kind == "R" or reason
    end
    if kind == "B" then
        Leases.drop(id)
        if lease.is_stopped then
            Store.finish(task, false)
        else
            Store.bury(task, details.x, now)
        end
        return true
    end
    local refusal = check(task, kind, details)
    if refusal then
        return refusal
    end
    complete(lease, task, kind, details)
    return true
end

-- Applies the *count* steps that begin at ARGV *at*; returns what became of each: true, false, or a text.
function Steps.apply(at, count)
    local ids, answers, done, gone = {}, {}, {}, {}
    for place = 1, count do
        ids[place] = sub(ARGV[at + place - 1], 2, 9)
    end
    local found = Frame.pick(key("leases"), ids)
    local at_worker = char(#worker) .. worker
    local worker_end = 9 + #at_worker
    local plain_tail = worker_end + 4
    for place = 1, count do
        local step, stored, id = ARGV[at + place - 1], found[place], ids[place]
        if
            not stored
            or done[id]
            or sub(stored, 1, 8) ~= sub(step, 10, 17)
            or sub(stored, 10, worker_end) ~= at_worker
        then
            answers[place] = false
        else
            local kind = sub(step, 1, 1)
            local size = read("<I4", stored, worker_end + 1)
            local is_plain = (kind == "F" or kind == "f")
                and byte(stored, 9) == 82
                and byte(stored, plain_tail + size + 17) == 0
                and Store.is_plain_time()
            if is_plain then
                if #step > 17 then
                    local details = cmsgpack.unpack(sub(step, 18))
                    is_plain = not (details.s or details.m or details.i or details.c)
                    if is_plain then
                        for node, seconds in pairs(details.w or {}) do
                            Measures.add("weights", node, seconds * seconds)
                        end
                        for loop, rounds in pairs(details.l or {}) do
                            Measures.add("rounds", loop, rounds)
                        end
                    end
                end
            end
            if is_plain then
                gone[#gone + 1] = id
                answers[place] = true
                done[id] = true
            else
                local details = #step > 17 and cmsgpack.unpack(sub(step, 18)) or {}
                answers[place] = apply(Leases.parse(stored), kind, id, details)
                done[id] = type(answers[place]) ~= "string"
            end
        end
    end
    Frame.spread("HDEL", key("leases"), gone)
    Frame.spread("ZREM", key("deadlines"), gone)
    return answers
end
