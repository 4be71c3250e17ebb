-- Entries of groups. KEYS: for each group, the documents by id and the ids by the time when they are due.
-- ARGV: the operation and its arguments, about the first group unless they name another one by its number.
local documents, due = KEYS[1], KEYS[2]
local operation = ARGV[1]

local function entry(id)
  return { id, redis.call('ZSCORE', due, id) or '', redis.call('HGET', documents, id) }
end

-- An id without a document, as an interrupted removal of an earlier version left it, would hold up the others forever.
local function entries(ids)
  local found = {}
  for _, id in ipairs(ids) do
    if redis.call('HEXISTS', documents, id) == 1 then
      found[#found + 1] = entry(id)
    else
      redis.call('ZREM', due, id)
    end
  end
  return found
end

local function sorted_ids()
  local ids = redis.call('HKEYS', documents)
  table.sort(ids)
  return ids
end

local function keep(texts, times, duration)
  redis.call('PEXPIRE', texts, duration)
  redis.call('PEXPIRE', times, duration)
end

local function milliseconds()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

if operation == 'load' then
  local text = redis.call('HGET', documents, ARGV[2])
  return { milliseconds(), text and { entry(ARGV[2]) } or {} }
end

-- Replaces the document ARGV[3] by ARGV[4]; empty text stands for none. The group expires after ARGV[5] milliseconds, unless it is empty.
if operation == 'replace' then
  if (redis.call('HGET', documents, ARGV[2]) or '') ~= ARGV[3] then
    return 0
  end
  if ARGV[4] == '' then
    redis.call('HDEL', documents, ARGV[2])
    redis.call('ZREM', due, ARGV[2])
  elseif ARGV[4] ~= ARGV[3] then
    redis.call('HSET', documents, ARGV[2], ARGV[4])
    redis.call('ZREM', due, ARGV[2])
  end
  if ARGV[5] ~= '' then
    keep(documents, due, ARGV[5])
  end
  return 1
end

if operation == 'put' then
  local request = cjson.decode(ARGV[2])
  for _, needed in ipairs(request.required) do
    local text = redis.call('HGET', KEYS[needed.group * 2 - 1], needed.id)
    if not text or (needed.text and text ~= needed.text) then
      return 0
    end
    if needed.due and tonumber(redis.call('ZSCORE', KEYS[needed.group * 2], needed.id) or '') ~= needed.due then
      return 0
    end
  end
  for _, new in ipairs(request.entries) do
    local texts, times = KEYS[new.group * 2 - 1], KEYS[new.group * 2]
    if not (new.onlyNew and redis.call('HEXISTS', texts, new.id) == 1) then
      redis.call('HSET', texts, new.id, new.text)
      if new.due then
        redis.call('ZADD', times, string.format('%.0f', new.due), new.id)
      else
        redis.call('ZREM', times, new.id)
      end
    end
    if request.keepMs then
      keep(texts, times, request.keepMs)
    end
  end
  return 1
end

if operation == 'remove' then
  for index = 2, #ARGV do
    redis.call('HDEL', documents, ARGV[index])
    redis.call('ZREM', due, ARGV[index])
  end
  return 1
end

if operation == 'list' then
  local ids = sorted_ids()
  local newest = {}
  for index = #ids, math.max(1, #ids - tonumber(ARGV[2]) + 1), -1 do
    newest[#newest + 1] = ids[index]
  end
  return { #ids, milliseconds(), entries(newest) }
end

if operation == 'next' then
  return entries(redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[2], 'LIMIT', 0, 1))
end

if operation == 'waiting' then
  local ids = redis.call('ZRANGE', due, 0, -1)
  table.sort(ids)
  local oldest = {}
  for index = 1, math.min(#ids, tonumber(ARGV[2])) do
    oldest[index] = ids[index]
  end
  return entries(oldest)
end

if operation == 'trim' then
  local surplus = redis.call('HLEN', documents) - redis.call('ZCARD', due) - tonumber(ARGV[2])
  if surplus <= 0 then
    return 0
  end
  for _, id in ipairs(sorted_ids()) do
    if surplus > 0 and not redis.call('ZSCORE', due, id) then
      redis.call('HDEL', documents, id)
      surplus = surplus - 1
    end
  end
  return 1
end
