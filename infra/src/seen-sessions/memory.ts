import { maxShownSessions } from '@thirty/contracts/rules/sessions.ts'
import { LRUCache } from 'lru-cache'
import { systemClock, type Clock } from '../clock.ts'
import { entriesUpTo } from '../entries-up-to.ts'
import { keptSessions, lastSeenFirst, type SeenSession, type SeenSessions } from './seen-sessions.ts'

/** Number of users whose sessions are kept. The least recently seen users are forgotten first. */
const maxUsers = 50_000

/** Keeps sessions in the memory of this process; they are lost when it ends. */
export function memorySeenSessions(clock: Clock = systemClock): SeenSessions {
  let since = clock()
  const byUser = new LRUCache<string, readonly SeenSession[]>({
    ...entriesUpTo(maxUsers),
    dispose: (_sessions, _user, reason) => {
      if (reason === 'evict') since = clock()
    },
  })
  const others = (user: string, id: string) => (byUser.get(user) ?? []).filter((other) => other.id !== id)
  return {
    load: async (user) => (byUser.get(user) ?? []).toSorted(lastSeenFirst),
    record: async (user, session) =>
      void byUser.set(user, keptSessions([...others(user, session.id), session], maxShownSessions)),
    remove: async (user, id) => void byUser.set(user, others(user, id)),
    removeAll: async (user) => void byUser.delete(user),
    completeSince: async () => since,
    close: () => byUser.clear(),
  }
}
