-- A worker takes up the crawl. The body: { name of the worker }.
-- Answers which run of the crawl this is: a new one when nothing is left of the one before and nobody is at it.

local function operate()
    Envelope.open("begin", true, true)
    local words = {}
    for word in string.gmatch(call("HGET", key("texts"), "run") or "0", "%S+") do
        words[#words + 1] = word
    end
    local run, names = tonumber(words[1]), { body[1] }
    for at = 2, #words do
        if words[at] ~= body[1] and Leases.is_alive(words[at]) then
            names[#names + 1] = words[at]
        end
    end
    if run == 0 or (#names == 1 and not Store.has_work()) then
        run = run + 1
        call("UNLINK", key("summaries"))
    end
    call("HSET", key("texts"), "run", text(run) .. " " .. concat(names, " "))
    return text(run)
end
