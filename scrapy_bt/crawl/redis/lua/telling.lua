-- A worker tells its state, and what its tasks have come to, and hears of all workers (crawl/redis/dispatching.py).
-- KEYS: the hash of states, the stream of outcomes.
-- ARGV: worker, its state, seconds that states are kept without any worker, outcomes or "", entries that the stream keeps.
-- Answers the hash, and why the stream has taken nothing, or "": where somebody else's value is in its place, states are
-- told all the same.

redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("EXPIRE", KEYS[1], ARGV[3])
local refused = ""
if ARGV[4] ~= "" then
    local added = redis.pcall("XADD", KEYS[2], "MAXLEN", "~", ARGV[5], "*", "outcomes", ARGV[4])
    refused = type(added) == "table" and added.err or ""
end
return { redis.call("HGETALL", KEYS[1]), refused }
