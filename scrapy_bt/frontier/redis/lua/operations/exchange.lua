-- One exchange of a worker: what its steps did, new tasks, leases that go on, leases that are over, new leases.
-- The body: { buckets with numbers, runs, whether there are keys, number of steps, ids and tokens to extend,
-- number of tasks to lease, tokens that are known or false, whether it takes room, whether overdue leases end, ids and
-- tokens of tasks that finish, of tasks that fail, the last exchange that was answered, what is known of slots or false,
-- what is known of lanes or false }.

-- *opening*: when something may be leased that is kept for another worker.
local function next_due(opening)
    local due = Envelope.next_due()
    return opening and (due == "" or opening < tonumber(due)) and text(opening) or due
end

local function answer(ended, ids, extended, groups, cookies, expired, finished, failed, is_rewound, opening, is_cut)
    return { ended, ids, extended, groups, cookies, Envelope.counts(), next_due(opening), expired, text(meta.revision),
        finished, failed, is_rewound and 1 or 0, is_cut and 1 or 0 }
end

local function tell(ended)
    local told = {}
    for at, outcome in ipairs(ended) do
        told[at] = outcome == true and "1" or (outcome == false and "0") or outcome
    end
    return told
end

-- The cookies that the leased tasks and the values given to them have: session and cookies in turn.
local function find_cookies(groups)
    if not Envelope.some("cookies") then
        return {}
    end
    local sessions, seen = {}, {}
    local function add(session)
        if not seen[session] then
            seen[session] = true
            sessions[#sessions + 1] = session
        end
    end
    for _, group in ipairs(groups) do
        local bucket = Names.parts(group[1]).bucket
        for _, record in ipairs(group[3]) do
            local task = byte(record, 17) ~= 0 and Records.parse(record, bucket)
            add(task and task.session or sub(record, 1, 8))
        end
        for _, note in ipairs(group[4]) do
            if note[2] == "v" then
                add(Sharing.parse(note[3]).session)
            end
        end
    end
    local found = {}
    for at, cookies in ipairs(Envelope.pick(key("cookies"), sessions)) do
        if cookies then
            found[#found + 1] = sessions[at]
            found[#found + 1] = cookies
        end
    end
    return found
end

local function operate()
    local buckets, runs, keyed, steps, extend, wanted, tokens = unpack(body, 1, 7)
    Queues.check(buckets)
    local earlier = Envelope.open("exchange", true, body[8], body[12])
    if earlier then
        local outcome = earlier[1] or { {}, { "", "" }, "", "" }
        return answer(tell(outcome[1]), outcome[2], "", {}, {}, 0, outcome[3], outcome[4], outcome[5])
    end
    if Envelope.is_rewound then
        -- What its tasks have led to may be lost: they are done again.
        Leases.release(worker, "")
    end
    local total = 0
    for _, run in ipairs(runs) do
        total = total + run[3]
    end
    Queues.learn(buckets)
    local keys = keyed and (keyed == 0 and total or 1) or 0
    local finished, failed = Steps.finish(body[10], "F"), Steps.finish(body[11], "f")
    local ended = Steps.apply(2 + total + keys, steps)
    local ids = Entries.put(runs, 2, keyed)
    local extended = extend == "" and "" or Leases.extend(extend)
    if tokens then
        Leases.release(worker, tokens)
    end
    local expired = body[9] and Leases.expire() or 0
    WaitingSets.wake_due()
    if meta.open > 0 then
        Slices.go_on()
    end
    local groups, count, opening, is_cut = {}, 0, nil, false
    if wanted > 0 then
        groups, count, opening, is_cut = Taking.take(wanted, body[13], body[14])
        Envelope.is_idle = count < wanted and not is_cut
    end
    Queues.flush()
    Measures.flush()
    local cookies = find_cookies(groups)
    return answer(tell(ended), ids, extended, groups, cookies, expired, finished, failed, Envelope.is_rewound, opening,
        is_cut),
        { ended, ids, finished, failed, Envelope.is_rewound }
end
