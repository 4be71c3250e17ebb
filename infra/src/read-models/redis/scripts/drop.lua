-- Arguments: read model, build (empty: all builds).
local live = redis.call('HGET', viewKey(view), 'live')
for _, entry in ipairs(redis.call('ZRANGE', builds, 0, -1)) do
  local build = buildOf(entry)
  if build and (ARGV[2] == '' or ARGV[2] == build) then deleteBuild(view, build) end
end
if ARGV[2] == '' or ARGV[2] == live then redis.call('HDEL', viewKey(view), 'live') end
return 'ok'
