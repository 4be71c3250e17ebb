-- Argument: read model. Returns its live build; the build's position, its epoch and what it has seen of the log (empty: not
-- recorded); and since when (ms) a newer epoch has begun (empty: none has); the position
-- of its last change (empty: not recorded). Or nothing.
local base, build = resolve('')
if not base then return false end
local state = redis.call('HMGET', base .. 'state', 'position', 'epoch', 'seen', 'changed')
local epoch, outdatedSince = state[2], ''
if epoch ~= currentEpoch() then outdatedSince = redis.call('HGET', root .. 'epoch', 'since') end
return { build, state[1], epoch, state[3] or '', outdatedSince, state[4] or '' }
