import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { importEvents, type ImportEvent } from '@thirty/contracts/events/imports.ts'
import type { SubjectReader } from './draft.ts'

/** Reads the stream of the imports of participants of a date. */
export const participantImportReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(importEvents, event)) return undefined
    const { actor } = event.metadata
    const change = describeChange(event)
    return {
      users: [],
      word: (nameOf) => ({ summary: `${nameOf(actor)} ${change}`, subjectName: 'Users' }),
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})

function describeChange(event: ImportEvent): string {
  if (event.type === 'ParticipantImportStarted')
    return `started an import of participants, accounts to create: ${event.data.rows}`
  const { created, invited, unchanged, failed } = event.data
  return `imported participants: ${created} created, ${invited} invited again, ${unchanged} unchanged, ${failed} failed`
}
