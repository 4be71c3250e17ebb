import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/** The single stream `backup-keys`: the keys of other installations whose backup files owners trust. */
export const backupKeyEvents = {
  /** `name`: what the owner calls the other installation. A key that is accepted again gets a new name. */
  BackupKeyAccepted: event({ fingerprint: z.string(), name: z.string() }),
  BackupKeyRemoved: event({ fingerprint: z.string() }),
}
export type BackupKeyEvent = EventOf<typeof backupKeyEvents>
