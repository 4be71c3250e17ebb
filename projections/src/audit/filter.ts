// What a filter of the audit means for reading the log: the types of events, the stream, and which events match.

import type { AuditFilter } from '@thirty/contracts/audit/api.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { savedTextEvents } from '@thirty/contracts/saved-texts/events.ts'
import { projectStream, parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import {
  challengeStream,
  discussionStream,
  isDiscussionId,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/events/stream-names.ts'
import { webhookEvents } from '@thirty/contracts/webhooks/events.ts'
import { auditRows } from '@thirty/contracts/audit/audit-actions.ts'
import { actionOf, isAudited, subjectOf, type AuditedEvent } from './audited-events.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/**
 * A filter whose `actor` was looked up as user ids: `actors`; all actors when missing. `isExcluded`: imported events, whose ids may be of
 * other people.
 */
export type AuditSearch = Omit<AuditFilter, 'actor'> & {
  actors?: ReadonlySet<string>
  isExcluded?: (event: RecordedEvent) => boolean
}

/** Streams that have all events of their kind. */
const streamsOfKinds = [
  [challengeEvents, challengeStream],
  [savedTextEvents, savedTextsStream],
  [webhookEvents, webhooksStream],
] as const

/** Returns the types of events that can match. */
export const typesOf = ({ action, subjectKind }: AuditSearch): readonly string[] =>
  Object.entries(auditRows).flatMap(([type, row]) => {
    const isWanted =
      (action === undefined || action === row.action[0]) &&
      (subjectKind === undefined || subjectKind === row.about)
    return isWanted ? [type] : []
  })

/** Returns the single stream that has all matches; `undefined` if they can be anywhere in the log. */
export function streamOf(search: AuditSearch): string | undefined {
  const { subjectKind, subject } = search
  const types = typesOf(search)
  for (const [events, stream] of streamsOfKinds)
    if (types.every((type) => Object.hasOwn(events, type))) return stream
  if (subject === undefined) return undefined
  if (subjectKind === 'project' && parseProjectId(subject)) return projectStream(subject)
  if (subjectKind === 'discussion' && isDiscussionId(subject)) return discussionStream(subject)
  return undefined
}

/** Returns a function that checks whether an event matches, as far as the event itself shows. */
export function matcher({ actors, isExcluded, action, subjectKind, subject, from, to }: AuditSearch) {
  const fromMs = from === undefined ? -Infinity : Date.parse(from)
  const toMs = to === undefined ? Infinity : Date.parse(to)
  return (event: RecordedEvent): event is AuditedEvent => {
    if (!isAudited(event)) return false
    if (action !== undefined && actionOf(event) !== action) return false
    if (actors !== undefined && !actors.has(event.metadata.actor ?? '')) return false
    if (isExcluded?.(event) === true) return false
    const at = Date.parse(event.at)
    if (at < fromMs || at > toMs) return false
    if (subjectKind === undefined && subject === undefined) return true
    const { kind, id } = subjectOf(event)
    return (subjectKind === undefined || kind === subjectKind) && (subject === undefined || id === subject)
  }
}
