import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import { maxPlaces, type Place, type Presence, type Visits } from './presence.ts'

const script = readFileSync(new URL('presence.lua', import.meta.url), 'utf8')
const keys = [`${redisKeyPrefix}presence:ends`, `${redisKeyPrefix}presence:visits`]

const storedVisit = z.object({ user: z.string(), subject: z.string(), since: z.number(), until: z.number() })
const answer = z.tuple([z.coerce.number(), z.array(z.string())])

/**
 * Keeps visits in Redis, which all processes share. Connects by itself, and again whenever the connection is lost; `onError` is
 * called with each failure to connect.
 */
export function redisPresence(url: string, onError: (error: Error) => void): Presence {
  const { call, close } = connectForRequests(url, onError)
  const run = async (...operation: (string | number)[]): Promise<Visits> =>
    parseAnswer(await call('eval', script, keys.length, ...keys, ...operation))
  return {
    enter: (place, subject, forMs) =>
      run('enter', keyOf(place), startOf(place.user), place.user, subject, forMs, maxPlaces),
    leave: (place) => run('leave', keyOf(place)),
    leaveSession: ({ user, session }) => run('leave-all', startOf(user, session)),
    all: () => run('all'),
    close,
  }
}

const startOf = (...parts: string[]): string => `${parts.join(' ')} `
const keyOf = ({ user, session, tab }: Place): string => [user, session, tab].join(' ')

/** Leaves out what another release stored in another form. */
function parseAnswer(reply: unknown): Visits {
  const [version, texts] = answer.parse(reply)
  const visits = texts.flatMap((text) => {
    const visit = storedVisit.safeParse(JSON.parse(text))
    return visit.success ? [visit.data] : []
  })
  return { version, visits }
}
