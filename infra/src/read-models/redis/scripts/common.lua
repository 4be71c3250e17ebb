-- The beginning of all scripts. KEYS[1] is the list of builds, KEYS[2] the channel of moved checkpoints; all other keys have the same hash tag, so that
-- everything a script touches is in one slot of a cluster. `view` is the key of the read model.
local builds = KEYS[1]
local root = string.sub(builds, 1, -1 - #'builds')
local view = ARGV[1]

local function viewKey(ofView) return root .. 'view:' .. ofView end
local function buildKey(ofView, build) return root .. 'build:' .. ofView .. ':' .. build .. ':' end

-- Returns the key prefix and the name of a build: the named one, else the live one; nil if it does not exist.
local function resolve(build)
  if build == '' then build = redis.call('HGET', viewKey(view), 'live') end
  if not build then return nil end
  local base = buildKey(view, build)
  if redis.call('EXISTS', base .. 'state') == 0 then return nil end
  return base, build
end

-- Returns the time since 1970 in milliseconds and in microseconds.
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000), tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- With a lease: true if the lease was acquired by another owner since. Without: true if any owner holds it.
local function fenced(owner, fence)
  local held = redis.call('HMGET', viewKey(view), 'owner', 'fence', 'until')
  if owner ~= '' then return held[1] ~= owner or held[2] ~= fence end
  return held[1] and tonumber(held[3]) > now()
end

-- Returns the epoch of new builds.
local function currentEpoch() return redis.call('HGET', root .. 'epoch', 'id') end
local function beginEpoch(id) redis.call('HSET', root .. 'epoch', 'id', id, 'since', string.format('%.0f', (now()))) end

-- Calls a command with many arguments in slices that fit on Lua's stack; returns all replies in one list.
local function inSlices(command, key, arguments)
  local replies = {}
  for first = 1, #arguments, 1000 do
    local last = math.min(first + 999, #arguments)
    local slice = redis.call(command, key, unpack(arguments, first, last))
    for at = 1, last - first + 1 do replies[#replies + 1] = slice[at] end
  end
  return replies
end

-- The member of a document in an index: Redis sorts by score, then by this.
local function member(tiebreaker, id) return tiebreaker .. '\0' .. id end

-- Iterates over `index\0score\0tiebreaker\0`, repeated.
local function eachEntry(text) return string.gmatch(text, '(%Z*)%z(%Z*)%z(%Z*)%z') end
