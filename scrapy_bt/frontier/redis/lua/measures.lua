-- Run times and rounds: per node or loop how often, and the sum (runtime.md, "Weight of a node"), as "count sum".

local sums = { weights = {}, rounds = {} }
local is_measured = false

function Measures.add(name, field, value)
    is_measured = true
    local sum = sums[name][field]
    if sum then
        sum[1], sum[2] = sum[1] + 1, sum[2] + value
    else
        sums[name][field] = { 1, value }
    end
end

function Measures.flush()
    if not is_measured then
        return
    end
    is_measured = false
    for name, added in pairs(sums) do
        local fields, values = {}, {}
        for field in pairs(added) do
            fields[#fields + 1] = field
        end
        for at, stored in ipairs(Envelope.pick(key(name), fields)) do
            local count, total = (stored or ""):match("^(%S+) (%S+)$")
            local sum = added[fields[at]]
            values[#values + 1] = fields[at]
            values[#values + 1] = format("%.0f %.17g", (tonumber(count) or 0) + sum[1], (tonumber(total) or 0) + sum[2])
        end
        Envelope.spread("HSET", key(name), values)
    end
    sums = { weights = {}, rounds = {} }
    Envelope.next("revision")
end
