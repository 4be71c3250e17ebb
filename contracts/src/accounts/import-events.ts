import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/** Streams `imports-<date>`, one for each date (UTC): which admins imported participants. No personal data. */
export const importEvents = {
  /** Appended before the first account of an import. `rows`: accounts to create. */
  ParticipantImportStarted: event({ rows: z.int() }),
  /** `created`: new accounts; `invited`: earlier ones that get another invitation; `unchanged`; `failed`: rows with an error. */
  ParticipantsImported: event({ created: z.int(), invited: z.int(), unchanged: z.int(), failed: z.int() }),
}
export type ImportEvent = EventOf<typeof importEvents>
