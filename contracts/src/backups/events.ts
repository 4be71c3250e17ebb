// The events of the keys of backup files. Those of backups themselves are in `challenge/events.ts`.

import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/** The single stream `backup-keys`: the keys of other installations whose backup files owners trust. */
export const backupKeyEvents = {
  /** `name`: what the owner calls the other installation. A key that is accepted again gets a new name. */
  BackupKeyAccepted: event({ fingerprint: z.string(), name: z.string() }, 'data', {
    subject: ['fingerprint'],
    says: { backupKeyAccepted: '{actor} accepted the backup files of “{name}”' },
  }),
  BackupKeyRemoved: event({ fingerprint: z.string() }, 'data', {
    subject: ['fingerprint'],
    says: { backupKeyRemoved: '{actor} no longer accepts the backup files of “{name}”' },
  }),
}
export type BackupKeyEvent = EventOf<typeof backupKeyEvents>
