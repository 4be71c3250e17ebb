-- Argument: read model. Returns its live build and the build's position, or nothing.
local base, build = resolve('')
if not base then return false end
return { build, redis.call('HGET', base .. 'state', 'position') }
