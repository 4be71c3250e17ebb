// Offers subjects to people so that two people who ask at the same time do not get the same one. While the store cannot be reached,
// everything is free: offers only spare double work.

import { StoreUnavailable } from '../read-models/read-models.ts'
import type { Place, Presence } from './presence.ts'

/** Returns what other people than this one have open; nothing while the store cannot be reached, because it only warns. */
const subjectsOfOthers =
  (presence: Pick<Presence, 'all'>) =>
  async (user: string): Promise<ReadonlySet<string>> => {
    try {
      const { visits } = await presence.all()
      return new Set(visits.filter((visit) => visit.user !== user).map(({ subject }) => subject))
    } catch (error) {
      if (error instanceof StoreUnavailable) return new Set()
      throw error
    }
  }

/** How long a subject is kept for the person it was offered to, until a tab of theirs opens it; in milliseconds. */
const offerMs = 15_000
/** The place of offers, beside the tabs of a session. */
const offerTab = 'offered'

export const subjectOffers = (presence: Pick<Presence, 'all' | 'enter' | 'leave'>) => ({
  ofOthers: subjectsOfOthers(presence),
  offer: async (person: { id: string; session: string }, subject: string): Promise<boolean> => {
    const place: Place = { user: person.id, session: person.session, tab: offerTab }
    try {
      // One step of the store: of two people who enter at the same time, only the second finds the other.
      const { visits } = await presence.enter(place, subject, offerMs)
      const isFree = visits.every((visit) => visit.subject !== subject || visit.user === person.id)
      // What somebody else has must not look as if both had it.
      if (!isFree) await presence.leave(place)
      return isFree
    } catch (error) {
      if (error instanceof StoreUnavailable) return true
      throw error
    }
  },
})
