-- Deletes the frontier. The body: { name, only } - only: when the worker of that name was the last one; if not, it goes.
-- Answers 1 when the frontier is gone, 0 when others still work on it, and 1 when there is more to delete.

local function operate()
    Envelope.open("purge", false, false)
    if not Envelope.is_purging then
        if body[2] and not Leases.is_last(body[1]) then
            return { 0, 0 }
        end
        Purging.begin()
    end
    local is_done = Purging.go_on()
    return { is_done and 1 or 0, is_done and 0 or 1 }
end
