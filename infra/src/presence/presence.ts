// Records who has what open at the moment, such as a page of the frontend, and offers each subject to one person at a time.
//
// Open pages are not events, because they are worth nothing after a restart, and they lock nothing: a person who went to
// lunch must not block others, and the version that a decision carries keeps decisions from being lost. A browser that
// crashes, and a session that ends without a logout, stay in the list for up to ten minutes.

import { z } from 'zod'
import type { EntryStore } from '../entry-store/entry-store.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'

/** Times in milliseconds since 1970, by the clock of the store. */
const storedVisit = z.object({
  user: z.string(),
  session: z.string(),
  tab: z.string(),
  /** The id of what is open. */
  subject: z.string(),
  since: z.number(),
  /** When it ends unless it is renewed. */
  until: z.number(),
})
const storedVisits = z.object({ version: z.number(), visits: z.array(storedVisit) })
type StoredVisit = z.infer<typeof storedVisit>

export type Visit = Omit<StoredVisit, 'session' | 'tab'>

/**
 * Who had what open at one moment. `version` is this moment by the clock of the store, in microseconds since 1970. A later moment has
 * a higher `version`, in all processes.
 */
export type Visits = { version: number; visits: readonly Visit[] }

/** `session` is the id of a token, `tab` an id that the browser chose. */
export type Place = Pick<StoredVisit, 'user' | 'session' | 'tab'>

/** Maximum number of tabs of a person; a further tab replaces the tab that would end first. */
export const maxPlaces = 20

export type Presence = ReturnType<typeof presenceIn>

/**
 * A tab has one thing open at a time, until it leaves or the time is up. Visits may be lost with the store. All are in one document, so
 * that the order of changes is that of their versions. Every method returns all visits in any order, and throws `StoreUnavailable` while
 * the store cannot be reached.
 */
export function presenceIn(store: Pick<EntryStore, 'change'>) {
  const change = async (update: (visits: readonly StoredVisit[], now: number) => readonly StoredVisit[]) => {
    const document = await store.change('presence', 'visits', (before, now) => {
      const { version, visits } = parse(before)
      const open = visits.filter(({ until }) => until > now)
      return { version: Math.max(version + 1, now * 1_000), visits: update(open, now) }
    })
    const { version, visits } = parse(document)
    return {
      version,
      visits: visits.map(({ user, subject, since, until }) => ({ user, subject, since, until })),
    }
  }
  return {
    /** Records that a tab has something open for the next `forMs` milliseconds, or still has. */
    enter: (place: Place, subject: string, forMs: number) =>
      change((visits, now) => {
        const previous = visits.find((visit) => isAt(visit, place))
        const since = previous?.subject === subject ? previous.since : now
        const visit = { ...place, subject, since, until: now + forMs }
        const others = visits.filter((other) => !isAt(other, place))
        const own = [visit, ...others.filter(({ user }) => user === place.user)]
        const kept = own.toSorted((left, right) => right.until - left.until).slice(0, maxPlaces)
        return [...others.filter(({ user }) => user !== place.user), ...kept]
      }),
    leave: (place: Place) => change((visits) => visits.filter((visit) => !isAt(visit, place))),
    leaveSession: ({ user, session }: Omit<Place, 'tab'>) =>
      change((visits) => visits.filter((visit) => visit.user !== user || visit.session !== session)),
    all: () => change((visits) => visits),
  }
}

/** Returns no visits if another release stored them in another form. */
const parse = (document: unknown) => storedVisits.safeParse(document).data ?? { version: 0, visits: [] }

const isAt = (visit: Place, { user, session, tab }: Place): boolean =>
  visit.user === user && visit.session === session && visit.tab === tab

/** How long a subject is kept for the person it was offered to, until a tab of theirs opens it; in milliseconds. */
const offerMs = 15_000
/** The place of offers, beside the tabs of a session. */
const offerTab = 'offered'

/**
 * Offers subjects to people so that two people who ask at the same time do not get the same one. While the store cannot be reached,
 * everything is free: offers only spare double work.
 */
export const subjectOffers = (presence: Pick<Presence, 'all' | 'enter' | 'leave'>) => ({
  /** Returns what other people than this one have open. */
  ofOthers: (user: string): Promise<ReadonlySet<string>> =>
    unlessAway(new Set(), async () => {
      const { visits } = await presence.all()
      return new Set(visits.filter((visit) => visit.user !== user).map(({ subject }) => subject))
    }),
  /** Offers a subject to a person. Returns whether nobody else has it. */
  offer: ({ id: user, session }: { id: string; session: string }, subject: string): Promise<boolean> =>
    unlessAway(true, async () => {
      const place: Place = { user, session, tab: offerTab }
      // One step of the store: of two people who enter at the same time, only the second finds the other.
      const { visits } = await presence.enter(place, subject, offerMs)
      const isFree = visits.every((visit) => visit.subject !== subject || visit.user === user)
      // What somebody else has must not look as if both had it.
      if (!isFree) await presence.leave(place)
      return isFree
    }),
})

const unlessAway = <Result>(fallback: Result, work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return fallback
    throw error
  })
