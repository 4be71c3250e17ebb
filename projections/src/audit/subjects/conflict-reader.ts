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
      const isOwn = actor === admin
      return {
        users: [admin, participant],
        word: (nameOf) => {
          const names = { actor: nameOf(actor), admin: nameOf(admin), participant: nameOf(participant) }
          const reason = event.type === 'ConflictDeclared' ? event.data.reason : undefined
          return {
            summary:
              event.type === 'ConflictDeclared'
                ? describeDeclared(names, isOwn)
                : describeWithdrawn(names, isOwn),
            ...(reason !== undefined && { after: { reason } }),
          }
        },
      }
    },
    // No entry depends on an earlier one.
    apply: () => undefined,
  }
}

type Names = { actor: string; admin: string; participant: string }

const describeDeclared = ({ actor, admin, participant }: Names, isOwn: boolean): string =>
  isOwn
    ? `${actor} declared a conflict of interest with ${participant}`
    : `${actor} declared a conflict of interest of ${admin} with ${participant}`

const describeWithdrawn = ({ actor, admin, participant }: Names, isOwn: boolean): string =>
  isOwn
    ? `${actor} removed the conflict of interest with ${participant}`
    : `${actor} removed the conflict of interest of ${admin} with ${participant}`
