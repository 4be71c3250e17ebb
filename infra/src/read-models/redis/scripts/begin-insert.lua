-- Arguments: read model, build, owner, fence, step id, from. Runs between WATCH and MULTI. Returns 'insert' if the step may insert its
-- documents. Otherwise changes the watched key `refused`, so that EXEC does nothing, and returns why.
local base = buildKey(view, ARGV[2])
local function refuse(...)
  redis.call('SET', base .. 'refused', '', 'PX', 1)
  return { ... }
end

if fenced(ARGV[3], ARGV[4]) then return refuse('fenced') end
local state = redis.call('HMGET', base .. 'state', 'position', 'step')
if not state[1] then return refuse('unbuilt') end
if state[2] == ARGV[5] then return refuse('ok') end
if state[1] ~= ARGV[6] then return refuse('behind', state[1]) end
if redis.call('HGET', viewKey(view), 'live') == ARGV[2] then return refuse('live') end
return { 'insert' }
