import { z } from 'zod'
import { event, unread, type EventOf } from '../events/event-definition.ts'

/** Streams `imports-<date>`, one for each date (UTC): which admins imported participants. No personal data. */
export const importEvents = {
  /** Appended before the first account of an import. `rows`: accounts to create. */
  ParticipantImportStarted: event({ rows: z.int() }, unread, {
    action: ['participant-import-started', 'Import of participants started'],
    about: 'data',
    subject: { id: 'users' },
    says: {
      participantImportStarted: '{actor} started an import of participants, accounts to create: {count}',
    },
  }),
  /** `created`: new accounts; `invited`: earlier ones that get another invitation; `unchanged`; `failed`: rows with an error. */
  ParticipantsImported: event(
    { created: z.int(), invited: z.int(), unchanged: z.int(), failed: z.int() },
    unread,
    {
      action: ['participants-imported', 'Participants imported'],
      about: 'data',
      subject: { id: 'users' },
      says: {
        participantsImported:
          '{actor} imported participants: {created} created, {invited} invited again, {unchanged} unchanged, {failed} failed',
      },
    },
  ),
}
export type ImportEvent = EventOf<typeof importEvents>
