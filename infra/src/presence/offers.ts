// Offers subjects to people so that two people who ask at the same time do not get the same one. While the store cannot be reached,
// everything is free: offers only spare double work.

import { StoreUnavailable } from '../read-models/read-models.ts'
import type { Place, Presence } from './presence.ts'

/** How long a subject is kept for the person it was offered to, until a tab of theirs opens it; in milliseconds. */
const offerMs = 15_000
/** The place of offers, beside the tabs of a session. */
const offerTab = 'offered'

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
