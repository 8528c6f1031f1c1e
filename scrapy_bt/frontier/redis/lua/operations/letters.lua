-- Dead letters are queued again or dropped. The body: { what, ids or false }; answers how many.

local function operate()
    local earlier = Frame.open("letters", true, false)
    if earlier then
        return earlier[1] or 0
    end
    local count = Letters[body[1]](body[2] or nil)
    return count, count
end
