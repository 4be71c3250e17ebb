import { readFileSync } from 'node:fs'
import { maxShownSessions } from '@thirty/contracts/rules/sessions.ts'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import { keptSessions, lastSeenFirst, type SeenSession, type SeenSessions } from './seen-sessions.ts'

const script = readFileSync(new URL('record-session.lua', import.meta.url), 'utf8')

/** A token is valid for as long, so a user who was not seen since then has no session. */
const expirySeconds = 7 * 24 * 60 * 60

const storedSession = z.object({
  version: z.int(),
  issuedAt: z.number(),
  expiresAt: z.number(),
  seenAt: z.number(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
})

/**
 * Keeps the sessions of a user in one hash of Redis, which all processes share; it expires seven days after one of them was last
 * seen. Connects by itself, and again whenever the connection is lost; `onError` is called with each failure to connect.
 */
export function redisSeenSessions(url: string, onError: (error: Error) => void): SeenSessions {
  const { call, close } = connectForRequests(url, onError)
  const keyOf = (user: string) => `${redisKeyPrefix}sessions:${user}`
  const sinceKey = `${redisKeyPrefix}sessions-since`
  const load = async (user: string): Promise<readonly SeenSession[]> =>
    parseFields(await call('hgetall', keyOf(user))).toSorted(lastSeenFirst)

  return {
    load,
    record: async (user, { id, ...session }) => {
      const count = await call(
        'eval',
        script,
        '1',
        keyOf(user),
        id,
        JSON.stringify(session),
        String(expirySeconds),
      )
      if (Number(count) <= maxShownSessions) return
      const sessions = await load(user)
      const kept = new Set(keptSessions(sessions, maxShownSessions))
      const surplus = sessions.filter((seen) => !kept.has(seen)).map((seen) => seen.id)
      if (surplus.length > 0) await call('hdel', keyOf(user), ...surplus)
    },
    remove: async (user, id) => void (await call('hdel', keyOf(user), id)),
    removeAll: async (user) => void (await call('del', keyOf(user))),
    completeSince: async () => {
      // A database that was emptied, or began anew without its data, has no such key.
      await call('setnx', sinceKey, String(systemClock()))
      return Number(await call('get', sinceKey))
    },
    close,
  }
}

/** Reads the fields of a hash. Leaves out what another release stored in another form. */
function parseFields(fields: unknown): SeenSession[] {
  return Object.entries(fields ?? {}).flatMap(([id, text]) => {
    const stored = storedSession.safeParse(JSON.parse(String(text)))
    return stored.success ? [{ id, ...stored.data }] : []
  })
}
