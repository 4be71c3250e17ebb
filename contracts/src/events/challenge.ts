import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

const backup = z.object({ backup: z.string(), name: z.string(), automatic: z.boolean() })
/** A place in history: a run up to a position, or the whole of a closed run when `upTo` is missing. */
const place = z.object({ run: z.int(), upTo: z.string().optional() })

/** The one stream `challenge`: starts, resets and backups. Times are ISO. */
export const challengeEvents = {
  ChallengeStarted: { version: 1, data: z.object({ run: z.int(), startsAt: z.string() }) },
  /** A later one takes the place of an earlier one that has not begun. */
  ChallengeScheduled: { version: 1, data: z.object({ run: z.int(), startsAt: z.string() }) },
  /** The arranged start will not be: the run is not started again. */
  ScheduleCancelled: { version: 1, data: z.object({ run: z.int() }) },
  BackupCreated: { version: 1, data: backup.extend({ of: place }) },
  ChallengeReset: { version: 1, data: z.object({ run: z.int(), backup: z.string() }) },
  BackupRestored: { version: 1, data: z.object({ run: z.int(), backup: z.string(), parent: place }) },
  BackupImported: { version: 1, data: backup.extend({ run: z.int() }) },
  BackupDeleted: { version: 1, data: z.object({ backup: z.string() }) },
}
export type ChallengeEvent = EventOf<typeof challengeEvents>
