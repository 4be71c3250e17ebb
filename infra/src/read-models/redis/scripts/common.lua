-- What all scripts begin with. KEYS[1] is the list of builds; all other keys stand under the same hash tag, so that
-- whatever a script touches is in one slot of a cluster.
local builds = KEYS[1]
local root = string.sub(builds, 1, -1 - #'builds')
local view = ARGV[1]

local function viewKey(ofView) return root .. 'view:' .. ofView end
local function buildKey(ofView, build) return root .. 'build:' .. ofView .. ':' .. build .. ':' end

-- Where the build that is meant keeps its keys: the one that is named, else the live one; nil if it is not there.
local function resolve(build)
  if build == '' then build = redis.call('HGET', viewKey(view), 'live') end
  if not build then return nil end
  local base = buildKey(view, build)
  if redis.call('EXISTS', base .. 'state') == 0 then return nil end
  return base, build
end

-- Milliseconds, and microseconds, since 1970.
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000), tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- With a lease: whether another was taken since. Without one: whether anybody leads.
local function fenced(owner, fence)
  local held = redis.call('HMGET', viewKey(view), 'owner', 'fence', 'until')
  if owner ~= '' then return held[1] ~= owner or held[2] ~= fence end
  return held[1] and tonumber(held[3]) > now()
end

-- Calls a command with many arguments in slices that fit on Lua's stack; answers all replies in one list.
local function inSlices(command, key, arguments)
  local replies = {}
  for first = 1, #arguments, 1000 do
    local last = math.min(first + 999, #arguments)
    local slice = redis.call(command, key, unpack(arguments, first, last))
    for at = 1, last - first + 1 do replies[#replies + 1] = slice[at] end
  end
  return replies
end

-- How a document stands in an index: first by its score, then by this.
local function member(tie, id) return tie .. '\0' .. id end

-- Goes through `index\0score\0tie\0` over and over.
local function eachPlace(text) return string.gmatch(text, '(%Z*)%z(%Z*)%z(%Z*)%z') end

-- Reads the same as a table by index.
local function placesFrom(text)
  local places = {}
  for index, score, tie in eachPlace(text) do places[index] = { score = score, tie = tie } end
  return places
end
