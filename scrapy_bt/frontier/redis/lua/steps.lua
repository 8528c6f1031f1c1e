-- Steps of leased tasks, each applied as a whole or refused (frontier/steps.py).
-- A step in ARGV: kind, id, token, then what else there is to say. F, M: it finishes; f, m: it fails (M, m: nothing but
-- measures is said); D: it goes to the dead letters; S: it failed with parts of its join; Q: it goes on; P: it parks; H: it
-- pauses; B: it is buried; R: its lease is given back.

local GOES_ON = { Q = true, P = true, H = true }
-- Kinds of steps that touch nothing but their own tasks, when those are plain.
local PLAIN = { M = true, m = true }

local function check(task, kind, details)
    if kind ~= "P" and kind ~= "S" then
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
    for _, pair in ipairs(details.c or {}) do
        local changed = pair[1]
        if changed == task.id or changed == task.session or changed == session or Sessions.has_guests(changed) then
            Sessions.set(changed, pair[2])
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

-- The task as it will be when it comes back; its session is the one that it has now.
local function set_back(task, details)
    local after = Records.adopt(details.r, task.id, details.b)
    after.join, after.session = task.join, task.session
    return after
end

local function measure(details)
    for node, seconds in pairs(details.w or {}) do
        Measures.add("weights", node, seconds * seconds)
    end
    for loop, rounds in pairs(details.l or {}) do
        Measures.add("rounds", loop, rounds)
    end
end

local function complete(lease, task, kind, details)
    measure(details)
    local goes_on = GOES_ON[kind] and not lease.is_stopped
    local session = task.session
    if goes_on then
        session = Records.adopt(details.r, task.id, details.b).session
    end
    Leases.drop(task.id, lease)
    Joins.forget_results(task.joined)
    apply_facts(task, session, details)
    if lease.is_stopped then
        Store.finish(task, false)
        return
    end
    Entries.spawn(task, details.s or {})
    if goes_on then
        go_on(task, kind, details)
    elseif kind == "D" then
        Store.bury(set_back(task, details), details.x, details.t and now + details.t or now)
    elseif kind == "S" and Joins.may_go_on(details.j) then
        go_on(task, "P", details)
    elseif kind == "S" then
        Store.strand(set_back(task, details), details.j)
    else
        Store.finish(task, kind == "F" or kind == "M", details.v)
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
        Leases.drop(id, lease)
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

-- How the lease of a running task of this worker goes on behind the token, as far as the bucket: the last that was seen.
local after_token = "none"

-- Whether a lease is this worker's, with that token, and its task can end without a look at anything else.
local function is_plain(stored, token)
    if find(stored, token, 1, true) ~= 1 then
        return false
    end
    if find(stored, after_token, 9, true) ~= 9 then
        local lease = Leases.parse(stored)
        if lease.worker ~= worker or lease.is_stopped then
            return false
        end
        after_token = sub(stored, 9, #stored - #lease.record)
    end
    return byte(stored, #after_token + 25) == 0
end

local function is_mine(stored, token)
    return sub(stored, 1, 8) == token and sub(stored, 11, 10 + byte(stored, 10)) == worker
end

-- *tails*: how many of the leases go on behind the token in each way.
local function drop_all(gone, tails)
    for tail, count in pairs(tails) do
        local lease = Leases.parse(string.rep("\0", 8) .. tail)
        Leases.count(lease.bucket, lease.worker, -count)
    end
    Envelope.spread("HDEL", key("leases"), gone)
    Envelope.spread("ZREM", key("deadlines"), gone)
end

-- Tasks that finish without anything else to say: ids and tokens, 16 bytes each.
-- Returns which of the leases were there, as a text of 1 and 0.
function Steps.finish(wanted, kind)
    local ids, answers, done, gone, tails, size = {}, {}, {}, {}, {}, 0
    for place = 1, #wanted / 16 do
        ids[place] = sub(wanted, 16 * place - 15, 16 * place - 8)
    end
    local found = Envelope.pick(key("leases"), ids)
    local is_plain_time = Store.is_plain_time()
    for place, id in ipairs(ids) do
        local stored, token = found[place], sub(wanted, 16 * place - 7, 16 * place)
        local answer = "0"
        if stored and not done[id] then
            if is_plain_time and is_plain(stored, token) then
                size = size + 1
                gone[size] = id
                tails[after_token] = (tails[after_token] or 0) + 1
                answer = "1"
            elseif is_mine(stored, token) then
                apply(Leases.parse(stored), kind, id, {})
                is_plain_time = Store.is_plain_time()
                answer = "1"
            end
            done[id] = answer == "1"
        end
        answers[place] = answer
    end
    drop_all(gone, tails)
    return concat(answers)
end

-- Applies the *count* steps that begin at ARGV *at*; returns what became of each: true, false, or a text.
function Steps.apply(at, count)
    local ids, answers, done, gone, tails = {}, {}, {}, {}, {}
    for place = 1, count do
        ids[place] = sub(ARGV[at + place - 1], 2, 9)
    end
    local found = Envelope.pick(key("leases"), ids)
    local is_plain_time = Store.is_plain_time()
    for place, id in ipairs(ids) do
        local step, stored = ARGV[at + place - 1], found[place]
        local kind, token = sub(step, 1, 1), sub(step, 10, 17)
        if not stored or done[id] or not is_mine(stored, token) then
            answers[place] = false
        else
            local details = #step > 17 and cmsgpack.unpack(sub(step, 18)) or {}
            if is_plain_time and PLAIN[kind] and is_plain(stored, token) then
                measure(details)
                gone[#gone + 1] = id
                tails[after_token] = (tails[after_token] or 0) + 1
                answers[place] = true
            else
                answers[place] = apply(Leases.parse(stored), kind, id, details)
                is_plain_time = Store.is_plain_time()
            end
            done[id] = type(answers[place]) ~= "string"
        end
    end
    drop_all(gone, tails)
    return answers
end
