import { rooms } from '@thirty/contracts/live.ts'
import type { LiveUpdate } from '../../live-update.ts'

/** Tells admins that the list of backups changed, and computes the statistics of a new one before they ask for it. */
export const backupUpdates = (prepare: () => Promise<void>) => (): readonly LiveUpdate[] => [
  {
    room: rooms.admins,
    message: 'backups.changed',
    build: () => {
      // Not awaited: the list computes what is missing, too.
      prepare().catch(() => undefined)
      return {}
    },
  },
]
