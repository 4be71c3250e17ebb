import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

/** Streams `imports-<date>`, one for each date (UTC): which admins imported participants. No personal data. */
export const importEvents = {
  /** Appended before the first account of an import. `rows`: accounts to create. */
  ParticipantImportStarted: { version: 1, data: z.object({ rows: z.int() }) },
  /** `created`: new accounts; `invited`: earlier ones that get another invitation; `unchanged`; `failed`: rows with an error. */
  ParticipantsImported: {
    version: 1,
    data: z.object({ created: z.int(), invited: z.int(), unchanged: z.int(), failed: z.int() }),
  },
}
export type ImportEvent = EventOf<typeof importEvents>
