-- Nothing is known any more of what was queued, and no source has begun; while there are tasks, nothing is done.
-- Answers 1 when it is so.

local function operate()
    Frame.open("renew", true, false)
    if Store.has_work() then
        return 0
    end
    Frame.spread("UNLINK", key("seeds"), Frame.names_of_known())
    return 1
end
