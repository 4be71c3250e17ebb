-- owner, the views that it can feed, milliseconds; answers owner and views of everybody who is there
local key, milliseconds = root .. 'present', now()
redis.call('HSET', key, ARGV[1], string.format('%.0f %s', milliseconds + tonumber(ARGV[3]), ARGV[2]))
local all, there = redis.call('HGETALL', key), {}
for at = 1, #all, 2 do
  local ends, views = string.match(all[at + 1], '^(%d+) (.*)$')
  if tonumber(ends) > milliseconds then
    there[#there + 1] = all[at]
    there[#there + 1] = views
  else
    redis.call('HDEL', key, all[at])
  end
end
return there
