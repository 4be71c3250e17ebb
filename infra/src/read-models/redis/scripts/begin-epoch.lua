-- Arguments: unused, the epoch that the caller knows, a new one. A repeat after a lost response changes nothing.
if currentEpoch() ~= ARGV[2] then return 0 end
local milliseconds = now()
redis.call('HSET', root .. 'epoch', 'id', ARGV[3], 'since', string.format('%.0f', milliseconds))
return 1
