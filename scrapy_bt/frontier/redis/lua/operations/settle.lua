-- The last worker leaves a frontier in which all is done but for dead letters: those stay, and what the run knew goes,
-- so that the next one begins anew. The body: { name of the worker, texts of the run }. Answers whether it is so, as 1 or
-- 0, and 1 when there is more to do.

local SLICE = 100 -- shared values that one call takes back
local FOREVER = 9007199254740992 -- newer than any version

local function operate()
    Envelope.open("settle", true, false)
    if Store.has_work() or not Leases.is_last(body[1]) then
        return { 0, 0 }
    end
    -- One by one, since each has cookies that a letter may need as well.
    for _, name in ipairs(call("HRANDFIELD", key("values"), SLICE) or {}) do
        Sharing.invalidate(name, FOREVER)
    end
    if call("EXISTS", key("values")) == 1 then
        return { 0, 1 }
    end
    Seen.forget()
    call("UNLINK", key("versions"), key("summaries"))
    for _, name in ipairs(body[2]) do
        call("HDEL", key("texts"), name)
    end
    return { 1, 0 }
end
