-- Arguments: owner, its read models as JSON, milliseconds. Returns owner and read models of every running worker.
local key, milliseconds = root .. 'present', now()
redis.call('HSET', key, ARGV[1], string.format('%.0f %s', milliseconds + tonumber(ARGV[3]), ARGV[2]))
local all, running = redis.call('HGETALL', key), {}
for at = 1, #all, 2 do
  local ends, views = string.match(all[at + 1], '^(%d+) (.*)$')
  if tonumber(ends) > milliseconds then
    running[#running + 1] = all[at]
    running[#running + 1] = views
  else
    redis.call('HDEL', key, all[at])
  end
end
return running
