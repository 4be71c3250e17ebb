-- Arguments: read model, owner, fence, build, milliseconds without a commit after which a build is abandoned, id of a new
-- epoch.
local owner, fence, build = ARGV[2], ARGV[3], ARGV[4]
if fenced(owner, fence) then return 'fenced' end
local base = buildKey(view, build)
-- A repeat after a lost response.
if redis.call('EXISTS', base .. 'state') == 1 then return 'ok' end
-- A store without an epoch is new or was emptied, or the key was deleted. Clients may know positions of what it had before.
if not currentEpoch() then beginEpoch(ARGV[6]) end
deleteAbandoned(tonumber(ARGV[5]))
redis.call('HSET', base .. 'state', 'position', '-1', 'epoch', currentEpoch())
-- Earlier builds that did not go live are abandoned.
local live = redis.call('HGET', viewKey(view), 'live')
for _, entry in ipairs(redis.call('ZRANGE', builds, 0, -1)) do
  local other = buildOf(entry)
  if other and other ~= live then deleteBuild(view, other) end
end
redis.call('ZADD', builds, now(), view .. ':' .. build)
return 'ok'
