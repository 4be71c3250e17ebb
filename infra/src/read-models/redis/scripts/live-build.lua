-- view: its live build and where that stands, or nothing
local base, build = resolve('')
if not base then return false end
return { build, redis.call('HGET', base .. 'state', 'position') }
