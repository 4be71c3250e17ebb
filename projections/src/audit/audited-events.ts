// Which events are entries of the audit, and what each is about.

import { auditRows, type AuditAction, type AuditedType } from '@thirty/contracts/audit/audit-actions.ts'
import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf, pickEvents, type AuditRow } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'

// Safe: these are the keys of the rows.
export const auditedEvents = pickEvents(allEvents, ...(Object.keys(auditRows) as AuditedType[]))
export type AuditedEvent = RecordedEventOf<typeof auditedEvents>

/**
 * Whether an event is an entry, as far as the event itself shows: participants' ratings, registrations of participants and
 * first passwords are none, and neither are invitations of imported participants: the import is one entry. Some others turn out to be none
 * when their stream is read, such as the removal of a comment by its author.
 */
export function isAudited(event: RecordedEvent): event is AuditedEvent {
  if (!isEventOf(auditedEvents, event)) return false
  if (event.type === 'ProjectRated') return event.data.official
  if (event.type === 'UserRegistered') return event.data.role === 'admin'
  if (event.type === 'PasswordSet') return event.data.sessionVersion !== undefined
  // Only an invitation has an actor: anyone may request a link for a forgotten password.
  if (event.type === 'PasswordResetRequested') return event.metadata.actor === undefined
  return true
}

export const actionOf = ({ type }: Pick<AuditedEvent, 'type'>): AuditAction => auditRows[type].action

export const rowOf = ({ type }: Pick<AuditedEvent, 'type'>): AuditRow => auditRows[type]

/** Returns what an event is about. There is one challenge, whose id is `challenge`. */
export function subjectOf(event: AuditedEvent) {
  const { stream, data, metadata } = event
  const { about: kind, subject = [kind] } = rowOf(event)
  if (subject === 'actor') return { kind, id: metadata.actor ?? '' }
  if ('id' in subject) return { kind, id: subject.id }
  const ids = subject.map((field) => fieldOf(data, field))
  return { kind, id: ids.find((id) => typeof id === 'string') ?? stream.slice(stream.indexOf('-') + 1) }
}

export const fieldOf = (data: object, field: string): unknown =>
  Object.hasOwn(data, field) ? data[field as keyof typeof data] : undefined
