-- The places of competing resources, and who has them: `holders:<resource>` by resource, `held` by task.
-- `resources` names all that there has ever been something about while tasks are left.

local named = {}

function Permits.name(resource)
    if not named[resource] then
        named[resource] = true
        some.resources = true
        call("SADD", key("resources"), resource)
    end
end

function Permits.free(resource)
    return math.max(1, limits[resource] or 1) - call("SCARD", prefix .. "holders:" .. resource)
end

function Permits.is_free(resource)
    return Permits.free(resource) > 0
end

function Permits.is_held(resource, id)
    return Envelope.some("held") and call("SISMEMBER", prefix .. "holders:" .. resource, id) == 1
end

function Permits.held(id)
    local held = Envelope.some("held") and call("HGET", key("held"), id)
    return held and cmsgpack.unpack(held) or {}
end

function Permits.take(id, resource)
    if call("SADD", prefix .. "holders:" .. resource, id) == 1 then
        Permits.name(resource)
        local held = Permits.held(id)
        held[#held + 1] = resource
        Envelope.set("held", id, cmsgpack.pack(held))
    end
end

-- Frees what a task holds and does not keep; returns it.
function Permits.give_back(id, keep)
    local held = Permits.held(id)
    if #held == 0 then
        return held
    end
    local kept, freed, keeps = {}, {}, {}
    for _, resource in ipairs(keep or {}) do
        keeps[resource] = true
    end
    for _, resource in ipairs(held) do
        if keeps[resource] then
            kept[#kept + 1] = resource
        else
            freed[#freed + 1] = resource
            call("SREM", prefix .. "holders:" .. resource, id)
        end
    end
    if #kept > 0 then
        Envelope.set("held", id, cmsgpack.pack(kept))
    else
        call("HDEL", key("held"), id)
    end
    table.sort(freed)
    return freed
end

-- Takes all that a task keeps and does not have, or else lets it wait for the first that is not free.
function Permits.claim(task)
    for _, resource in ipairs(task.holds) do
        if not Permits.is_held(resource, task.id) and not Permits.is_free(resource) then
            WaitingSets.put(task, "c", resource)
            Permits.name(resource)
            call("ZADD", prefix .. "claims:" .. resource, Envelope.next("places"), task.id)
            return false
        end
    end
    for _, resource in ipairs(task.holds) do
        Permits.take(task.id, resource)
    end
    return true
end

-- The tasks that can go on since a resource has been freed; first come, first served.
function Permits.admit(resource)
    local admitted = {}
    local claims = prefix .. "claims:" .. resource
    while Permits.is_free(resource) do
        local id = call("ZRANGE", claims, 0, 0)[1]
        if not id then
            break
        end
        local task = WaitingSets.take(id)
        if not task then
            call("ZREM", claims, id)
        elseif Permits.claim(task) then
            admitted[#admitted + 1] = task
        end
    end
    return admitted
end
