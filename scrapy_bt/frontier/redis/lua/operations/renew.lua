-- Nothing is known any more of what was queued, and no source has begun; while there are tasks, nothing is done.
-- Answers 1 when it is so.

local function operate()
    Envelope.open("renew", true, false)
    if Store.has_work() then
        return 0
    end
    Seen.forget()
    return 1
end
