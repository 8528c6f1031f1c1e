-- Dead letters are queued again or dropped. The body: { what, ids or false: all that there are now }.
-- Answers how many, and the job that goes on, 0: none.

local function operate()
    local earlier = Envelope.open("dead_letters", true, false)
    if earlier then
        local told = earlier[1] or { 0, 0 }
        return told, told
    end
    local what, ids = body[1], body[2]
    local told
    if ids then
        told = { DeadLetters[what](ids), 0 }
    else
        local job = Jobs.begin({ what = "dead_letters", order = what, last = meta.places })
        Slices.go_on()
        told = { job.count, job.is_done and 0 or job.number }
    end
    return told, told
end
