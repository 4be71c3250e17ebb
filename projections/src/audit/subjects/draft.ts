import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Returns the name of a user; 'Deleted participant' for a deleted account, and 'The system' without an id. */
export type NameOf = (user: string | undefined) => string

/** What an entry says. `subjectName` is missing if the subject is a user, whose name is that of the account. */
export type Wording = { summary: string; subjectName?: string; before?: AuditRecord; after?: AuditRecord }

/** An entry whose names are not looked up yet. `users` are the users whose names `word` needs, beside the actor. */
export type Draft = { users: readonly string[]; word: (nameOf: NameOf) => Wording }

/**
 * Reads one stream in its order. `draft` returns what the audit says about an event, from the events before it; `undefined`
 * if the event is no entry after all. `apply` takes the event into account for later ones.
 */
export type SubjectReader = {
  draft(event: RecordedEvent): Draft | undefined
  apply(event: RecordedEvent): void
}

/** Returns `: text`, or nothing without a text. */
export const withDetail = (text: string | undefined): string =>
  text === undefined || text.trim() === '' ? '' : `: ${text.trim()}`

/** Returns a time in milliseconds since 1970 as ISO; null if there is none. */
export const isoOrNull = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()
