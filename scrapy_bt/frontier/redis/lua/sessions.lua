-- Cookie sessions, kept as long as somebody uses them: tasks and shared values that use another one's are its guests.

function Sessions.enter(session, user)
    if session and session ~= user then
        some.guests = true
        call("HINCRBY", key("guests"), session, 1)
    end
end

function Sessions.has_guests(session)
    return Envelope.some("guests") and call("HEXISTS", key("guests"), session) == 1
end

function Sessions.leave(session, user)
    if not session or session == user or not Sessions.has_guests(session) then
        return
    end
    if call("HINCRBY", key("guests"), session, -1) > 0 then
        return
    end
    call("HDEL", key("guests"), session)
    -- The last byte has the sign: below 0 are sessions of logins, which belong to no task.
    if call("SREM", key("ownerless"), session) == 1 or byte(session, 8) > 127 then
        call("HDEL", key("cookies"), session)
    end
end

-- The task that began the session has ended.
function Sessions.finish(owner)
    if Sessions.has_guests(owner) then
        call("SADD", key("ownerless"), owner)
    elseif Envelope.some("cookies") then
        call("HDEL", key("cookies"), owner)
    end
end

function Sessions.set(session, cookies)
    Envelope.set("cookies", session, cookies)
end
