-- Nothing is known any more of what was queued, and no source has begun; while there are tasks, nothing is done.
-- Answers 1 when it is so.

local function operate()
    Frame.open("renew", true, false)
    if Store.has_work() then
        return 0
    end
    Frame.forget_queued()
    return 1
end
