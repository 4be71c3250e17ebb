-- Replaces the field ARGV[1] of a hash by ARGV[3] if it is still ARGV[2]; empty text stands for no field. The hash expires ARGV[4]
-- seconds later. Returns 1 if it did.
local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if current ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1
