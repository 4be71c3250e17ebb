-- Argument: read model. Returns its live build, the build's position, epoch and seen history, and since when (ms) the
-- build is of an older epoch (empty if it is not); or nothing.
local base, build = resolve('')
if not base then return false end
local state = redis.call('HMGET', base .. 'state', 'position', 'epoch', 'seen')
local epoch, outdatedSince = state[2] or '0', ''
if epoch ~= currentEpoch() then outdatedSince = redis.call('HGET', root .. 'epoch', 'since') or '0' end
return { build, state[1], epoch, state[3] or '', outdatedSince }
