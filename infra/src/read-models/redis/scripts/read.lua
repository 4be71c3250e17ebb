-- Arguments: read model, build (empty: the live one), query, arguments of the query. Returns a list, or nothing when
-- the build does not exist. The build is looked up and read in one script, so a switch happens between two reads,
-- never during one.
local base = resolve(ARGV[2])
if not base then return false end
local query, index, first, second = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local entries = base .. 'index:' .. (index or '')

if query == 'checkpoint' then return { redis.call('HGET', base .. 'state', 'position') } end
if query == 'count' then return { redis.call('ZCARD', entries) } end
if query == 'countBetween' then return { redis.call('ZCOUNT', entries, first, second) } end
if query == 'sum' then return { redis.call('HGET', base .. 'sums', index) or '0 0' } end
if query == 'rank' then
  for name, _, tiebreaker in eachEntry(redis.call('HGET', base .. 'places', first) or '') do
    if name == index then return { redis.call('ZRANK', entries, member(tiebreaker, first)) } end
  end
  return {}
end
if query == 'load' or query == 'texts' then
  local ids = {}
  for at = 4, #ARGV do ids[at - 3] = ARGV[at] end
  return inSlices('HMGET', base .. (query == 'load' and 'documents' or 'texts'), ids)
end

if query == 'candidates' then
  -- candidates: index, 'reverse' or empty, how many documents are compared at most, lists of prefixes, each followed by U+0000.
  local words, most, rarest = base .. 'index:words', tonumber(second), nil
  for at = 7, #ARGV do
    local list = { count = 0 }
    for prefix in string.gmatch(ARGV[at], '(%Z*)%z') do
      local range = { low = '[' .. prefix, high = '(' .. prefix .. '\255' }
      list[#list + 1] = range
      list.count = list.count + redis.call('ZLEXCOUNT', words, range.low, range.high)
    end
    if not rarest or list.count < rarest.count then rarest = list end
  end
  local ids, isListed = {}, {}
  local function collect(members)
    for _, text in ipairs(members) do
      local id = string.match(text, '^[^%z]*%z(.*)$')
      if not isListed[id] then ids[#ids + 1] = id end
      isListed[id] = true
    end
  end
  for _, range in ipairs(rarest) do
    collect(redis.call('ZRANGEBYLEX', words, range.low, range.high, 'LIMIT', 0, most))
  end
  if rarest.count > most then
    collect(redis.call(first == 'reverse' and 'ZREVRANGE' or 'ZRANGE', entries, 0, most - 1))
  end
  return ids
end

if query == 'matches' then
  -- matches: index, number of lists, lists of prefixes as above, ids. Returns ids and ranks by turns.
  local lists, ids, count = {}, {}, tonumber(first)
  for at = 6, 5 + count do
    local list = {}
    -- In `places`, the words come last, as entries of the index `words`.
    for prefix in string.gmatch(ARGV[at], '(%Z*)%z') do list[#list + 1] = '\0words\0' .. '0\0' .. prefix end
    lists[at - 5] = list
  end
  for at = 6 + count, #ARGV do ids[at - 5 - count] = ARGV[at] end
  local function hasOneOf(text, list)
    for _, word in ipairs(list) do
      if string.find(text, word, 1, true) then return true end
    end
    return false
  end
  local function matches(text)
    for _, list in ipairs(lists) do
      if not hasOneOf(text, list) then return false end
    end
    return true
  end
  local reply = {}
  for at, text in ipairs(inSlices('HMGET', base .. 'places', ids)) do
    for name, _, tiebreaker in eachEntry(text and matches(text) and text or '') do
      if name == 'words' then break end
      if name == index then
        reply[#reply + 1] = ids[at]
        reply[#reply + 1] = redis.call('ZRANK', entries, member(tiebreaker, ids[at]))
        break
      end
    end
  end
  return reply
end

-- Compares bytes: the order of `<` depends on the locale of the server.
local function isBelow(text, other)
  for at = 1, math.min(#text, #other) do
    local left, right = string.byte(text, at), string.byte(other, at)
    if left ~= right then return left < right end
  end
  return #text < #other
end

-- entries and range: index, command for the direction, limit, and a rank, or score and tiebreaker of a place.
local count, limit, from = redis.call('ZCARD', entries), tonumber(second), tonumber(ARGV[7])
if ARGV[8] then
  local low = redis.call('ZCOUNT', entries, '-inf', '(' .. ARGV[7])
  local high = redis.call('ZCOUNT', entries, '-inf', ARGV[7])
  while low < high do
    local middle = math.floor((low + high) / 2)
    if isBelow(redis.call('ZRANGE', entries, middle, middle)[1], ARGV[8]) then low = middle + 1 else high = middle end
  end
  from = first == 'ZRANGE' and low or count - low
end
-- An empty range has no last rank: -1 would be the last of all.
if limit < 1 or from >= count then return {} end
local to = math.min(from + limit, count) - 1
if query == 'entries' then return redis.call(first, entries, from, to, 'WITHSCORES') end

local found = redis.call(first, entries, from, to)
local ids = {}
for at, entry in ipairs(found) do ids[at] = string.match(entry, '^[^%z]*%z(.*)$') end
local documents = inSlices('HMGET', base .. 'documents', ids)
local reply = {}
for at, id in ipairs(ids) do
  reply[at * 2 - 1] = id
  reply[at * 2] = documents[at]
end
return reply
