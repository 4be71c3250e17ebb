-- Sets the field ARGV[1] of a hash to ARGV[2]. The hash expires ARGV[3] seconds later. Returns the number of its fields.
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return redis.call('HLEN', KEYS[1])
