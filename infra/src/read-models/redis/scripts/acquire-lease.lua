-- Arguments: read model, owner, milliseconds, milliseconds without a commit after which a build is abandoned, 'takes over' or nothing.
local owner = ARGV[2]
local milliseconds, microseconds = now()
local held = redis.call('HMGET', viewKey(view), 'owner', 'fence', 'until', 'live')
local isHeld = held[1] and tonumber(held[3]) > milliseconds
if isHeld and held[1] ~= owner then
  if ARGV[5] ~= 'takes over' then return false end
  isHeld = false
end
-- A fence is never used twice, not even after Redis was restored from an older dump, because it follows the time.
local fence = held[2]
if not isHeld then
  fence = string.format('%.0f', math.max(tonumber(fence or '0') + 1, microseconds))
end
redis.call(
  'HSET', viewKey(view), 'owner', owner, 'fence', fence, 'until', string.format('%.0f', milliseconds + tonumber(ARGV[3]))
)
if held[4] then redis.call('ZADD', builds, milliseconds, view .. ':' .. held[4]) end
if not isHeld then deleteAbandoned(tonumber(ARGV[4])) end
return fence
