-- Arguments: read model, owner, fence, build.
if fenced(ARGV[2], ARGV[3]) then return 'fenced' end
local base, build = resolve(ARGV[4])
-- A build of an older epoch was made from a history that the log no longer has.
if not base or redis.call('HGET', base .. 'state', 'epoch') ~= currentEpoch() then return 'unbuilt' end
local before = redis.call('HGET', viewKey(view), 'live')
redis.call('HSET', viewKey(view), 'live', build)
redis.call('ZADD', builds, now(), view .. ':' .. build)
if before and before ~= build then deleteBuild(view, before) end
redis.pcall('PUBLISH', KEYS[2], view .. ':' .. redis.call('HGET', base .. 'state', 'position'))
return 'ok'
