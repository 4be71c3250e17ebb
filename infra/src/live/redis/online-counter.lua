-- KEYS[1]: how many sockets of a room each process has. ARGV: process, its count, milliseconds for which that holds.
-- Answers the sum over all processes that said so recently.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now + tonumber(ARGV[3])))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local sum = 0
local said = redis.call('HGETALL', KEYS[1])
for at = 1, #said, 2 do
  local count, till = string.match(said[at + 1], '^(%d+) (%d+)$')
  if tonumber(till) > now then
    sum = sum + tonumber(count)
  else
    redis.call('HDEL', KEYS[1], said[at])
  end
end
return sum
