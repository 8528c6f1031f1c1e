-- What buckets and queues are called.
-- A bucket is named `tree|node|requires|boost`, and where its slot is known `…|@slot`, where it is kept for a worker
-- `…|>lane`, `|` and `%` in its parts escaped; the queue of those of its tasks that hold its resource already ends with
-- `|held`.

local HELD = "|held"
local RANKED = "^[^|]*|[^|]*|[^|]*|[^|]*"
local known = {}

function Names.unescape(value)
    return (value:gsub("%%7C", "|"):gsub("%%25", "%%"))
end

-- The parts of a bucket's or queue's name; nil for another name.
function Names.parts(name)
    local parts = known[name]
    if parts == nil then
        local tree, node, requires, boost, rest = name:match("^([^|]*)|([^|]*)|([^|]*)|([^|]*)(.*)$")
        local slot, lane, held
        if tree then
            slot, held = rest:match("^|@([^|]*)(.*)$")
            rest = held or rest
            lane, held = rest:match("^|>([^|]*)(.*)$")
            held = held or rest
        end
        parts = false
        if tree and (held == "" or held == HELD) then
            parts = {
                tree = tree,
                node = node,
                last = node:match("[^/]*$"),
                -- A node that is called several times at one level has a number there: `page#2`.
                called = node:match("([^/#]*)[^/]*$"),
                boost = tonumber(boost) or 0,
                bucket = held == "" and name or sub(name, 1, -6),
                -- What its number depends on.
                ranked = concat({ tree, node, requires, boost }, "|"),
                slot = slot and slot ~= "" and Names.unescape(slot) or nil,
                lane = lane and lane ~= "" and Names.unescape(lane) or nil,
                requires = requires ~= "" and Names.unescape(requires) or nil,
                takes = requires ~= "" and held == "" and Names.unescape(requires) or nil,
            }
        end
        known[name] = parts
    end
    return parts
end

-- The slot in a name as it is written there, which takes less time than all parts; empty: it has no slot.
function Names.slot(name)
    return name:match("^[^|]*|[^|]*|[^|]*|[^|]*|@([^|]*)") or ""
end

-- What the number of a bucket or queue depends on: there are few of these, and as many buckets as slots.
function Names.ranked(name)
    return name:match(RANKED) or name
end

-- The queue of those tasks of a bucket that hold its resource already.
function Names.holding(bucket)
    return bucket .. HELD
end

function Names.with_boost(bucket, boost)
    local before, after = bucket:match("^([^|]*|[^|]*|[^|]*|)[^|]*(.*)$")
    return before .. boost .. after
end
