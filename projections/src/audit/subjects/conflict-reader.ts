import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { conflictEvents } from '@thirty/contracts/events/judging.ts'
import { adminFromConflictsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { SubjectReader } from './draft.ts'

/** Reads the stream of an admin's conflicts of interest. */
export function conflictReader(stream: string): SubjectReader {
  const admin = adminFromConflictsStream(stream) ?? ''
  return {
    draft(event) {
      if (!isEventOf(conflictEvents, event)) return undefined
      const { actor } = event.metadata
      const { participant } = event.data
      const isDeclared = event.type === 'ConflictDeclared'
      const reason = event.type === 'ConflictDeclared' ? event.data.reason : undefined
      return {
        users: [admin, participant],
        word: (nameOf) => {
          const what = isDeclared ? 'declared a conflict of interest' : 'took back the conflict of interest'
          const whose = actor === admin ? '' : ` of ${nameOf(admin)}`
          return {
            summary: `${nameOf(actor)} ${what}${whose} with ${nameOf(participant)}`,
            ...(reason !== undefined && { after: { reason } }),
          }
        },
      }
    },
    // No entry depends on an earlier one.
    apply: () => undefined,
  }
}
