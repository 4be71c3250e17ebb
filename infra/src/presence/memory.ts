import type { Clock } from '../clock.ts'
import { maxPlaces, type Place, type Presence, type Visit, type Visits } from './presence.ts'

/** Keeps visits in the memory of this process. */
export function memoryPresence(clock: Clock): Presence {
  const byPlace = new Map<string, Visit & Place>()
  let version = 0

  const visits = (): Visits => {
    const now = clock()
    for (const [key, { until }] of byPlace) if (until <= now) byPlace.delete(key)
    // As large as the versions of Redis, so that browsers accept the visits of a process that was started again.
    version = Math.max(version + 1, now * 1000)
    const shown = [...byPlace.values()].map(({ user, subject, since, until }) => ({
      user,
      subject,
      since,
      until,
    }))
    return { version, visits: shown }
  }
  const removeSurplus = (user: string) => {
    const own = [...byPlace].filter(([, visit]) => visit.user === user)
    const surplus = own.toSorted(([, left], [, right]) => right.until - left.until).slice(maxPlaces)
    for (const [key] of surplus) byPlace.delete(key)
  }

  return {
    enter: async (place, subject, forMs) => {
      visits()
      const now = clock()
      const previous = byPlace.get(keyOf(place))
      const since = previous?.subject === subject ? previous.since : now
      byPlace.set(keyOf(place), { ...place, subject, since, until: now + forMs })
      removeSurplus(place.user)
      return visits()
    },
    leave: async (place) => {
      byPlace.delete(keyOf(place))
      return visits()
    },
    leaveSession: async ({ user, session }) => {
      for (const [key, visit] of byPlace)
        if (visit.user === user && visit.session === session) byPlace.delete(key)
      return visits()
    },
    all: async () => visits(),
    close: () => byPlace.clear(),
  }
}

const keyOf = ({ user, session, tab }: Place): string => [user, session, tab].join(' ')
