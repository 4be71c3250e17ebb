-- view, build or nothing for the live one, question, arguments of the question. Answers a list, or nothing when there is
-- no such build. The build is looked up and read in one go, so a switch comes between two questions, never inside one.
local base = resolve(ARGV[2])
if not base then return false end
local question, index, first, second = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local entries = base .. 'index:' .. (index or '')

if question == 'checkpoint' then return { redis.call('HGET', base .. 'state', 'position') } end
if question == 'count' then return { redis.call('ZCARD', entries) } end
if question == 'countBetween' then return { redis.call('ZCOUNT', entries, first, second) } end
if question == 'sum' then return { redis.call('HGET', base .. 'sums', index) or '0 0' } end
if question == 'rank' then
  local places = placesFrom(redis.call('HGET', base .. 'places', first) or '')
  if not places[index] then return {} end
  return { redis.call('ZRANK', entries, member(places[index].tie, first)) }
end
if question == 'load' then
  local ids = {}
  for at = 4, #ARGV do ids[at - 3] = ARGV[at] end
  return inSlices('HMGET', base .. 'documents', ids)
end

if question == 'places' then return redis.call(ARGV[7], entries, first, second, 'WITHSCORES') end

-- range: index, first and last rank, direction; places the same
local found = redis.call(ARGV[7], entries, first, second)
local ids = {}
for at, entry in ipairs(found) do ids[at] = string.match(entry, '^[^%z]*%z(.*)$') end
local documents = inSlices('HMGET', base .. 'documents', ids)
local answer = {}
for at, id in ipairs(ids) do
  answer[at * 2 - 1] = id
  answer[at * 2] = documents[at]
end
return answer
