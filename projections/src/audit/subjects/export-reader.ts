import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { exportEvents } from '@thirty/contracts/events/exports.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/rules/exports.ts'
import type { SubjectReader } from './draft.ts'

const kindNames: Readonly<Record<ExportKind, string>> = {
  users: 'Users',
  projects: 'Projects',
  ratings: 'Ratings',
  standings: 'Standings',
}
const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

/** Reads the stream of the exports of a date. */
export const exportReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(exportEvents, event)) return undefined
    const { kind, format } = event.data
    const { actor } = event.metadata
    return {
      users: [],
      word: (nameOf) => ({
        summary: `${nameOf(actor)} exported data as ${formatNames[format]}: ${kindNames[kind]}`,
        subjectName: kindNames[kind],
      }),
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})
