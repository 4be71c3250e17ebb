-- view, owner, fence, build, milliseconds after which an unfed build is abandoned
local owner, fence, build = ARGV[2], ARGV[3], ARGV[4]
if fenced(owner, fence) then return 'fenced' end
local base = buildKey(view, build)
-- Asked again after a lost answer.
if redis.call('EXISTS', base .. 'state') == 1 then return 'ok' end
forgetAbandoned(tonumber(ARGV[5]))
redis.call('HSET', base .. 'state', 'position', '-1')
-- What was begun before and did not go live, nobody will finish now.
local live = redis.call('HGET', viewKey(view), 'live')
for _, entry in ipairs(redis.call('ZRANGE', builds, 0, -1)) do
  local other = buildOf(entry)
  if other and other ~= live then forget(view, other) end
end
redis.call('ZADD', builds, now(), view .. ':' .. build)
return 'ok'
