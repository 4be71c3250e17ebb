-- KEYS[1]: hash of process id -> "<sockets> <valid until, ms>".
-- ARGV: process id, its socket count, milliseconds for which that count is valid.
-- Stores the count, removes expired ones and returns the sum of the rest.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now + tonumber(ARGV[3])))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local sum = 0
local entries = redis.call('HGETALL', KEYS[1])
for index = 1, #entries, 2 do
  local count, valid_until = string.match(entries[index + 1], '^(%d+) (%d+)$')
  if tonumber(valid_until) > now then
    sum = sum + tonumber(count)
  else
    redis.call('HDEL', KEYS[1], entries[index])
  end
end
return sum
