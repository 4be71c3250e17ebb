-- Keeps visits in two keys: KEYS[1], a sorted set of places by the time at which they end, and KEYS[2], a hash with their visits.
-- ARGV[1] is the operation. `enter`: ARGV[2] the place, ARGV[3] the start of the places of its user, ARGV[4] the user, ARGV[5] the subject,
-- ARGV[6] the duration in milliseconds, ARGV[7] the maximum number of places of a user. `leave`: ARGV[2] the place.
-- `leave-all`: ARGV[2] the start of the places. Returns the time in microseconds, and the visits as JSON.
-- Uses the clock of Redis, so the clocks of the processes need not agree.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function remove(place)
  redis.call('ZREM', KEYS[1], place)
  redis.call('HDEL', KEYS[2], place)
end
local function starting(start)
  local found = {}
  for _, place in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if string.sub(place, 1, #start) == start then table.insert(found, place) end
  end
  return found
end

for _, place in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do remove(place) end

if ARGV[1] == 'enter' then
  local since = now
  local previous = redis.call('HGET', KEYS[2], ARGV[2])
  if previous then
    local visit = cjson.decode(previous)
    if visit.subject == ARGV[5] then since = visit.since end
  end
  local visit = { user = ARGV[4], subject = ARGV[5], since = since, ['until'] = now + ARGV[6] }
  redis.call('HSET', KEYS[2], ARGV[2], cjson.encode(visit))
  redis.call('ZADD', KEYS[1], now + ARGV[6], ARGV[2])
  -- The sorted set has the place that ends first at the beginning.
  local own = starting(ARGV[3])
  for index = 1, #own - ARGV[7] do remove(own[index]) end
elseif ARGV[1] == 'leave' then
  remove(ARGV[2])
elseif ARGV[1] == 'leave-all' then
  for _, place in ipairs(starting(ARGV[2])) do remove(place) end
end

return { string.format('%.0f', time[1] * 1000000 + time[2]), redis.call('HVALS', KEYS[2]) }
