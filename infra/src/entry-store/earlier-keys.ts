import { z } from 'zod'
import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import { documentsKey, dueKey } from './redis.ts'

/** What earlier releases kept under keys of their own, by key, and where it is now. */
const earlierFacts = [
  ['deliveries:progress', 'webhooks', 'progress'],
  ['sessions-since', 'seen-sessions', 'since'],
] as const
const earlierKeys = [...earlierFacts.map(([key]) => key), 'presence:ends', 'presence:visits', 'processes']

/** Returns the key that a key of the deliveries of earlier releases has now; `undefined` for others. */
function newKeyOf(key: string): string | undefined {
  const [, kind, webhook] = /:deliveries:(documents|due|states)(?::(.*))?$/.exec(key) ?? []
  if (kind === 'states') return documentsKey('webhook-receivers')
  if (webhook === undefined) return undefined
  return kind === 'due' ? dueKey(`webhook:${webhook}`) : documentsKey(`webhook:${webhook}`)
}

const scanned = z.tuple([z.string(), z.array(z.string())])

/**
 * Takes over what earlier releases stored in other places of Redis, and removes it there. Newer entries stay, and deliveries
 * that go on already get none. If it is interrupted, the next call continues. Throws `StoreUnavailable`.
 */
export async function adoptEarlierKeys(url: string): Promise<void> {
  const { call, close } = connectForRequests(url, () => undefined)
  try {
    if ((await call('exists', `${redisKeyPrefix}deliveries:progress`)) === 0) return
    // Then what is left waits in vain: it may name people whose accounts were deleted since.
    const goesOn = (await call('hexists', documentsKey('webhooks'), 'progress')) === 1
    let cursor = ''
    while (cursor !== '0') {
      const pattern = `${redisKeyPrefix}deliveries:*`
      const [next, keys] = scanned.parse(await call('scan', cursor || '0', 'match', pattern, 'count', 1_000))
      for (const key of keys) {
        const newKey = newKeyOf(key)
        if (newKey === undefined) continue
        if (!goesOn) await call('copy', key, newKey)
        await call('unlink', key)
      }
      cursor = next
    }
    for (const [key, group, id] of earlierFacts) {
      const text = await call('get', redisKeyPrefix + key)
      if (typeof text === 'string') await call('hsetnx', documentsKey(group), id, text)
    }
    await call('unlink', ...earlierKeys.map((key) => redisKeyPrefix + key))
  } finally {
    close()
  }
}
