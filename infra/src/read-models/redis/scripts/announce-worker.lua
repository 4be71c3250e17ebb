-- Arguments: owner, its read models as JSON, milliseconds. Returns owner and read models of every running worker.
local key, milliseconds = root .. 'present', now()
redis.call('HSET', key, ARGV[1], string.format('%.0f %s', milliseconds + tonumber(ARGV[3]), ARGV[2]))
local entries, running = redis.call('HGETALL', key), {}
for at = 1, #entries, 2 do
  local validUntil, views = string.match(entries[at + 1], '^(%d+) (.*)$')
  if tonumber(validUntil) > milliseconds then
    running[#running + 1] = entries[at]
    running[#running + 1] = views
  else
    redis.call('HDEL', key, entries[at])
  end
end
return running
