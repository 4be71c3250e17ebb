import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import type { ProcessReports, PublishedReport } from './process-reports.ts'

const keptSeconds = 600
const idsKey = `${redisKeyPrefix}processes`
const keyOf = (id: string) => `${redisKeyPrefix}process:${id}`

/**
 * Keeps each report under a key of Redis that expires, whose clock measures the ages. Connects by itself, and again whenever the
 * connection is lost; `onError` is called with each failure to connect.
 */
export function redisProcessReports(url: string, onError: (error: Error) => void): ProcessReports {
  const { call, close } = connectForRequests(url, onError)
  const forget = async (id: string) => void (await call('srem', idsKey, id))

  const load = async (id: string): Promise<PublishedReport[]> => {
    const [text, remaining] = await Promise.all([call('get', keyOf(id)), call('pttl', keyOf(id))])
    if (typeof text !== 'string') {
      await forget(id)
      return []
    }
    return [{ report: parse(text), ageSeconds: Math.max(keptSeconds - Number(remaining) / 1_000, 0) }]
  }

  return {
    publish: async (id, report) => {
      await call('set', keyOf(id), JSON.stringify(report), 'EX', String(keptSeconds))
      await call('sadd', idsKey, id)
    },
    list: async () => {
      const ids = await call('smembers', idsKey)
      if (!Array.isArray(ids)) return []
      return (await Promise.all(ids.map((id) => load(String(id))))).flat()
    },
    remove: async (id) => {
      await call('del', keyOf(id))
      await forget(id)
    },
    close,
  }
}

/** Returns `undefined` for text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
