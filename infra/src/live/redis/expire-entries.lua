-- KEYS[1]: stream of live messages. ARGV: milliseconds for which entries are kept.
-- Removes older entries, which may contain names of people who have deleted their accounts since. A reader continues after
-- the last entry that it read, so the newest one stays; if it is too old, too, an empty one takes its place.
local time = redis.call('TIME')
local oldest = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) - tonumber(ARGV[1])
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then return 0 end
local newestAt = tonumber(string.match(newest[1], '^(%d+)'))
if newestAt < oldest and newest[2][2] ~= 'expired' then
  -- No process serves a namespace of this name, so nobody delivers the entry.
  redis.call('XADD', KEYS[1], '*', 'nsp', 'expired')
  newestAt = oldest
end
return redis.call('XTRIM', KEYS[1], 'MINID', '=', string.format('%.0f', math.min(oldest, newestAt)))
