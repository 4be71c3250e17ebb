import { rooms } from '@thirty/contracts/live.ts'
import type { LiveUpdate } from '../live-update.ts'

/** Says in a room that news were lost on the way: whoever is there fetches what is shown. Needs nothing to be read. */
export const resyncUpdate = (room: string): LiveUpdate => ({
  room,
  message: 'news.missed',
  build: () => ({}),
})

/**
 * Says so to everybody: visitors are in the showcase, all others in the board's room. To be told where a view is fed by
 * somebody new, who cannot know which news the one before took to the grave.
 */
export const resyncUpdatesForAll: readonly LiveUpdate[] = [rooms.showcase, rooms.leaderboard].map(
  resyncUpdate,
)
