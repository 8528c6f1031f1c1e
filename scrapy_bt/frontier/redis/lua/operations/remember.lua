-- Keeps a text: on the blackboard, among those of sources, or of workers that go.
-- The body: { "texts", "sources" or "summaries", name, text }.

local function operate()
    Envelope.open("remember", true, true)
    call("HSET", key(body[1]), body[2], body[3])
    return 0
end
