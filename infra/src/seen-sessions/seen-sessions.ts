// The sessions of users as they were seen, to be listed.
//
// Sessions are signed tokens that the server does not store. The list has the time of the last request and the browser
// of each session. It decides nothing: token and log decide. In the log it would be an event with personal data for
// every login, and one each minute for "last seen"; in a file, a write for every user every minute. So a restart of a
// single process forgets it, and sessions come back with their next request. It has no IP addresses, and of
// `User-Agent` only two names. No response waits for it. Ending all other sessions raises the session version and does
// not need the list.

import { isSessionOpen, maxShownSessions, type RevokedToken } from '@thirty/contracts/accounts/sessions.ts'
import { z } from 'zod'
import type { Clock } from '../scheduler.ts'
import type { EntryStore } from '../entry-store/entry-store.ts'

const storedSession = z.object({
  version: z.int(),
  issuedAt: z.number(),
  expiresAt: z.number(),
  seenAt: z.number(),
  /** Names of the browser and of the operating system; null if they are unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
})

/** A session as it was last seen, with the id of its token. Times in milliseconds since 1970. */
export type SeenSession = z.infer<typeof storedSession> & { id: string }

export type SeenSessions = ReturnType<typeof seenSessionsIn>

/** A token is valid for as long, so a user who was not seen since then has no session. */
const keptMs = 7 * 24 * 60 * 60_000

/**
 * Whether a session is valid does not depend on the list: entries may be lost with the store, and come back when the session is seen
 * again. Ended sessions may still have entries. Every method throws `StoreUnavailable` while the store cannot be reached.
 */
export function seenSessionsIn(store: EntryStore) {
  const groupOf = (user: string) => `sessions:${user}`
  const sessionsOf = async (user: string): Promise<readonly SeenSession[]> => {
    const { entries } = await store.list(groupOf(user))
    // What another release stored in another form is left out.
    return entries.flatMap(({ id, document }): SeenSession[] => {
      const { data } = storedSession.safeParse(document)
      return data === undefined ? [] : [{ id, ...data }]
    })
  }
  return {
    /** Returns the sessions of a user, the last seen first. */
    load: async (user: string) => (await sessionsOf(user)).toSorted(lastSeenFirst),
    /** Adds a session, or replaces its entry. Removes the least recently seen sessions above the limit. */
    record: async (user: string, { id, ...document }: SeenSession): Promise<void> => {
      // In one step, so that a later list includes it.
      await store.put([{ group: groupOf(user), id, due: null, document }], [], keptMs)
      const surplus = surplusSessions(await sessionsOf(user), maxShownSessions).map((session) => session.id)
      if (surplus.length > 0) await store.remove(groupOf(user), surplus)
    },
    remove: (user: string, id: string) => store.remove(groupOf(user), [id]),
    /** Removes all sessions of a user. */
    removeAll: (user: string) => store.removeGroup(groupOf(user)),
    /** Returns since when no entry was lost, in milliseconds since 1970: a store that was emptied has no such entry. */
    completeSince: async (): Promise<number> =>
      Number(await store.change('seen-sessions', 'since', (since, now) => since ?? now)),
  }
}

/**
 * Returns the sessions to remove after a session was seen: expired sessions, sessions of an older version, and the least recently seen of
 * the other sessions above `max`.
 */
function surplusSessions(sessions: readonly SeenSession[], max: number): readonly SeenSession[] {
  const now = Math.max(...sessions.map(({ seenAt }) => seenAt))
  const newest = Math.max(...sessions.map(({ version }) => version))
  const isOpen = ({ version, expiresAt }: SeenSession) => version === newest && expiresAt > now
  const { open = [], over = [] } = Object.groupBy(sessions, (one) => (isOpen(one) ? 'open' : 'over'))
  return open.length > max ? [...over, ...open.toSorted(lastSeenFirst).slice(max)] : over
}

const lastSeenFirst = (one: SeenSession, other: SeenSession): number =>
  other.seenAt - one.seenAt || other.issuedAt - one.issuedAt

/** What an account says about its sessions. */
type AccountSessions = { sessionVersion: number; endedTokens: readonly RevokedToken[] }

/** Returns the sessions of a user that have not ended, the last seen first. Throws `StoreUnavailable`. */
export type FindOpenSessions = (user: string, account: AccountSessions) => Promise<readonly SeenSession[]>

/** Returns a function that finds the open sessions among the seen sessions. */
export const openSessions =
  (seenSessions: Pick<SeenSessions, 'load'>, clock: Clock): FindOpenSessions =>
  async (user, account) =>
    (await seenSessions.load(user)).filter((session) => isSessionOpen(session, account, clock()))
