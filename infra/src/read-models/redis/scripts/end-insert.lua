-- Arguments: read model, build, owner, fence, step id, from, to, what the build has seen of the log (see commit.lua), then index, wholes
-- and millionths for each index, by which its sum grows. Runs before EXEC, after the documents and entries of the step.
local base = buildKey(view, ARGV[2])
local isLive = redis.call('HGET', viewKey(view), 'live') == ARGV[2]

-- These checks fail only if begin-insert.lua ended with an error, for example because another script was running: it stops EXEC only
-- when it can write. The documents were then written without a check, so the build is deleted, and its worker makes a new one.
if isLive or fenced(ARGV[3], ARGV[4]) or redis.call('HGET', base .. 'state', 'position') ~= ARGV[6] then
  for at = 9, #ARGV, 3 do redis.call('UNLINK', base .. 'index:' .. ARGV[at]) end
  deleteBuild(view, ARGV[2])
  if isLive then redis.call('HDEL', viewKey(view), 'live') end
  return 'unchecked'
end

for at = 9, #ARGV, 3 do
  local wholes, millionths = string.match(redis.call('HGET', base .. 'sums', ARGV[at]) or '0 0', '^(%S+) (%S+)$')
  local sum = string.format('%.0f %.0f', tonumber(wholes) + tonumber(ARGV[at + 1]), tonumber(millionths) + tonumber(ARGV[at + 2]))
  redis.call('HSET', base .. 'sums', ARGV[at], sum)
end
redis.call('HSET', base .. 'state', 'position', ARGV[7], 'step', ARGV[5])
if ARGV[8] ~= '' then redis.call('HSET', base .. 'state', 'seen', ARGV[8]) end
redis.call('ZADD', builds, now(), view .. ':' .. ARGV[2])
return 'ok'
