import { Redis } from 'ioredis'

/** Connects to a Redis directly, to plant faults in what the product stores. The caller disconnects. */
export const connectRedis = (url: string): Redis => new Redis(url)
