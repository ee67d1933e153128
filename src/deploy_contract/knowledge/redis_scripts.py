"""Scripts that Redis runs. Each of them runs alone, so that all processes see one order.

A namespace has seven keys:

- `state`: a hash of `epoch` (the run of Redis that numbers belong to), `seq` (the number of the
  last event), `changed` and `dropped` (the number of the last change, and of the last drop), and
  `changed-before` and `dropped-before` (the greatest of those numbers that were forgotten; -1 if
  nothing was dropped, also before this epoch);
- `lasting`: facts that cannot change, by deployment; empty if they have proved to be wrong;
- `fresh`: facts that may change, by deployment, each with the time when it was said;
- `changed`: the number of the last change, by deployment;
- `dropped`: the number of the last event by which facts had proved to be wrong, by deployment;
- `order`: the deployments by the time of the last statement about them, to drop the oldest;
- `events`: a stream of statements, which every process follows.

Only the clock of Redis is read, and numbers are compared within one epoch only. So neither the
clocks of machines nor a restart of Redis can make an old fact look new.
"""

NAMES = ("state", "lasting", "fresh", "changed", "dropped", "order", "events")

_BEGIN = """
local state, lasting, fresh, changed, dropped, order, events = unpack(KEYS)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

# ARGV: the run of Redis, a random word, milliseconds that the state is kept.
# Returns the epoch, the number of the last event, and its id in the stream.
JOIN = (
    _BEGIN
    + """
local types = {'hash', 'hash', 'hash', 'hash', 'hash', 'zset', 'stream'}
local sound = true
for index, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  sound = sound and (kind == 'none' or kind == types[index])
end
if sound then
  local seq = redis.call('HGET', state, 'seq')
  sound = not seq or (#seq < 15 and string.find(seq, '^%d+$') ~= nil)
end
if not sound then redis.call('DEL', unpack(KEYS)) end
local epoch = redis.call('HGET', state, 'epoch')
if not epoch or #epoch > 200 or string.sub(epoch, 1, #ARGV[1] + 1) ~= ARGV[1] .. '-' then
  epoch = ARGV[1] .. '-' .. ARGV[2]
  local drops = redis.call('HMGET', state, 'dropped', 'dropped-before')
  local is_clean = (drops[1] or '-1') == '-1' and (drops[2] or '-1') == '-1'
  if redis.call('EXISTS', state) == 0 then  -- Redis may have evicted it
    is_clean = redis.call('EXISTS', lasting, dropped, order, events) == 0
  end
  redis.call('DEL', fresh, changed, dropped)
  redis.call('HSET', state, 'epoch', epoch, 'changed', 0, 'dropped', -1,
    'changed-before', 0, 'dropped-before', is_clean and -1 or 0)
end
redis.call('PEXPIRE', state, ARGV[3])
local last = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)
return {epoch, redis.call('HGET', state, 'seq') or '0', last[1] and last[1][1] or '0-0'}
"""
)

# ARGV: the epoch, this process, the most deployments, milliseconds that facts are kept, the most
# events, then for each statement: number, key, flags, token, age in milliseconds, lasting, fresh.
# The token is the number of an event that had happened before the service was asked, -1 if none is
# known. Flags: `d` dropped, `c` changed; Redis adds `x` contradicted, `o` older than a drop.
# Returns the number of the event, -1 if the epoch is another.
WRITE = (
    _BEGIN
    + """
if redis.call('HGET', state, 'epoch') ~= ARGV[1] then return -1 end
local capacity, kept = tonumber(ARGV[3]), tonumber(ARGV[4])
local seq = redis.call('HINCRBY', state, 'seq', 1)

local function number(hash, name, default)
  local text = redis.call('HGET', hash, name)
  if not text then return default end
  local found = text == '-1' and -1 or (string.find(text, '^%d+$') and tonumber(text))
  if found and found <= seq then return found end
  redis.call('HSET', hash, name, seq)  -- garbage counts as of now, once
  return seq
end

local function before(hash, name)
  local forgotten = number(state, name .. '-before', seq)
  if redis.call('EXISTS', hash) == 0 then  -- Redis may have evicted it
    forgotten = math.max(forgotten, number(state, name, seq))
  end
  return forgotten
end

if redis.call('EXISTS', order) == 0 then  -- nobody knows which facts are old
  redis.call('DEL', lasting, fresh, changed, dropped)
end
local changed_before, dropped_before = before(changed, 'changed'), before(dropped, 'dropped')

local function note(hash, name, key)
  redis.call('HSET', hash, key, seq)
  redis.call('HSET', state, name, seq)
end

local function drop(key)
  redis.call('HSET', lasting, key, '')
  redis.call('HDEL', fresh, key)
  note(dropped, 'dropped', key)
end

local said = {}

local function differs(old, new)
  local ok, one = pcall(cjson.decode, old)
  if not ok or type(one) ~= 'table' then return false end
  local other = cjson.decode(new)
  if one.k ~= other.k then return false end
  for name, value in pairs(other) do
    local known = one[name]
    if known ~= nil and known ~= cjson.null and value ~= cjson.null and known ~= value then
      return true
    end
  end
  return false
end

for at = 6, #ARGV, 7 do
  local said_as, key, flags, token, age, stable, changing = unpack(ARGV, at, at + 6)
  token = tonumber(token)
  if key == '' then
    redis.call('DEL', fresh, changed)
    changed_before = seq
    if string.find(flags, 'd') then
      redis.call('DEL', lasting, dropped)
      dropped_before = seq
    end
  else
    if stable ~= '' and number(dropped, key, dropped_before) > token then
      stable, changing = '', ''
      flags = flags .. 'o'
    end
    if string.find(flags, 'd') then drop(key) end
    if string.find(flags, 'c') then redis.call('HDEL', fresh, key) end
    if stable ~= '' then
      local old = redis.call('HGET', lasting, key)
      if old and old ~= stable and differs(old, stable) then
        drop(key)
        flags, stable, changing = flags .. 'x', '', ''
      else
        if number(changed, key, changed_before) > token then changing = '' end
        redis.call('HSET', lasting, key, stable)
        if changing ~= '' then
          local known = redis.call('HGET', fresh, key)
          local dated = known and tonumber(string.match(known, '^(%d+) '))
          if not dated or dated > now or dated <= now - tonumber(age) then
            redis.call('HSET', fresh, key, string.format('%.0f', now - tonumber(age)) .. ' ' .. changing)
          end
        end
      end
    end
    if string.find(flags, 'c') then note(changed, 'changed', key) end
    redis.call('ZADD', order, now, key)
  end
  said[#said + 1] = {said_as, key, flags, age, stable, changing}
end

local surplus = math.min(redis.call('ZCARD', order) - capacity, 1000)
local old = surplus > 0 and redis.call('ZRANGE', order, 0, surplus - 1) or {}
for _, key in ipairs(redis.call('ZRANGEBYSCORE', order, '-inf', now - kept, 'LIMIT', 0, 100)) do
  old[#old + 1] = key
end
for _, key in ipairs(old) do
  changed_before = math.max(changed_before, number(changed, key, -1))
  dropped_before = math.max(dropped_before, number(dropped, key, -1))
  for _, hash in ipairs({lasting, fresh, changed, dropped}) do redis.call('HDEL', hash, key) end
  redis.call('ZREM', order, key)
end

redis.call('HSET', state, 'changed-before', changed_before, 'dropped-before', dropped_before)
redis.call('XADD', events, 'MAXLEN', '~', ARGV[5], '*',
  'q', seq, 'p', ARGV[1], 'o', ARGV[2], 's', cjson.encode(said))
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 2 * kept) end
return seq
"""
)

# ARGV: the most characters of a part, then keys of deployments.
# Returns the epoch, the time, the number of the last drop that may be forgotten (-1 for none), and
# for each key the facts that cannot change and those that may, nil if it has none.
READ = (
    _BEGIN
    + """
local epoch, forgotten, last = unpack(redis.call('HMGET', state, 'epoch', 'dropped-before', 'dropped'))
if redis.call('EXISTS', dropped) == 0 and tonumber(last or '') then
  forgotten = string.format('%.0f', math.max(tonumber(forgotten or '') or -1, tonumber(last)))
end
local found = {epoch, string.format('%.0f', now), forgotten}
for at = 2, #ARGV do
  for _, hash in ipairs({lasting, fresh}) do
    local short = redis.call('HSTRLEN', hash, ARGV[at]) <= tonumber(ARGV[1])
    found[#found + 1] = short and redis.call('HGET', hash, ARGV[at])
  end
end
return found
"""
)
