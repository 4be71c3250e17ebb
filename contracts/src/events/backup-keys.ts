import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/** The single stream `backup-keys`: the keys of other installations whose backup files owners trust. */
export const backupKeyEvents = {
  /** `name`: what the owner calls the other installation. A key that is accepted again gets a new name. */
  BackupKeyAccepted: { version: 1, data: z.object({ fingerprint: z.string(), name: z.string() }) },
  BackupKeyRemoved: { version: 1, data: z.object({ fingerprint: z.string() }) },
}
export type BackupKeyEvent = EventOf<typeof backupKeyEvents>
