import { StoreUnavailable } from '../read-models/read-models.ts'
import type { Presence } from './presence.ts'

/** Returns what other people than this one have open; nothing while the store cannot be reached, because it only warns. */
export const subjectsOfOthers =
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
