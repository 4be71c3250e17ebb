-- Queues of deliveries. KEYS: lease, progress, states, and of one queue: documents by id, unfinished ids by the time when they are due.
-- ARGV: the operation and its arguments. Finished entries are the entries that are not due.
local lease, progress, states, documents, due = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local operation = ARGV[1]

local function entry(id)
  return { id, redis.call('ZSCORE', due, id) or '', redis.call('HGET', documents, id) }
end

local function set(id, at, document)
  redis.call('HSET', documents, id, document)
  if at == '' then
    redis.call('ZREM', due, id)
  else
    redis.call('ZADD', due, at, id)
  end
end

local function sorted_ids()
  local ids = redis.call('HKEYS', documents)
  table.sort(ids)
  return ids
end

if operation == 'acquire' then
  local holder = redis.call('GET', lease)
  if holder and holder ~= ARGV[2] then
    return 0
  end
  redis.call('SET', lease, ARGV[2], 'PX', ARGV[3])
  return 1
end

if operation == 'release' then
  if redis.call('GET', lease) == ARGV[2] then
    redis.call('DEL', lease)
  end
  return 1
end

if operation == 'put' then
  set(ARGV[2], ARGV[3], ARGV[4])
  return 1
end

if operation == 'replace' then
  if redis.call('HEXISTS', documents, ARGV[2]) == 0 then
    return 0
  end
  set(ARGV[2], ARGV[3], ARGV[4])
  return 1
end

if operation == 'update' then
  if redis.call('GET', lease) ~= ARGV[2] or redis.call('HEXISTS', documents, ARGV[3]) == 0 then
    return 0
  end
  set(ARGV[3], ARGV[4], ARGV[5])
  if ARGV[7] ~= '' then
    redis.call('HSET', states, ARGV[6], ARGV[7])
  end
  if ARGV[4] == '' then
    local surplus = redis.call('HLEN', documents) - redis.call('ZCARD', due) - tonumber(ARGV[8])
    if surplus > 0 then
      for _, id in ipairs(sorted_ids()) do
        if surplus <= 0 then
          break
        end
        if not redis.call('ZSCORE', due, id) then
          redis.call('HDEL', documents, id)
          surplus = surplus - 1
        end
      end
    end
  end
  return 1
end

if operation == 'load' then
  if redis.call('HEXISTS', documents, ARGV[2]) == 0 then
    return {}
  end
  return { entry(ARGV[2]) }
end

if operation == 'next' then
  local ids = redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[2], 'LIMIT', 0, 1)
  if #ids == 0 then
    return {}
  end
  return { entry(ids[1]) }
end

if operation == 'list' then
  local ids = sorted_ids()
  local entries = {}
  for index = #ids, math.max(1, #ids - tonumber(ARGV[2]) + 1), -1 do
    entries[#entries + 1] = entry(ids[index])
  end
  return { #ids, entries }
end

if operation == 'waiting' then
  local ids = redis.call('ZRANGE', due, 0, -1)
  table.sort(ids)
  local entries = {}
  for index = 1, math.min(#ids, tonumber(ARGV[2])) do
    entries[index] = entry(ids[index])
  end
  return entries
end
