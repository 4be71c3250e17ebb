import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { exportEvents } from '@thirty/contracts/events/exports.ts'
import type { DownloadKind, ExportFormat } from '@thirty/contracts/rules/exports.ts'
import type { SubjectReader } from './draft.ts'

const kindNames: Readonly<Record<DownloadKind, string>> = {
  users: 'Users',
  projects: 'Projects',
  ratings: 'Ratings',
  standings: 'Standings',
  audit: 'Audit',
  backup: 'Backup',
}
const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

/** Reads the stream of the exports of a date. */
export const exportReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(exportEvents, event)) return undefined
    const { kind, format, name } = event.data
    const subjectName = name ?? kindNames[kind]
    const { actor } = event.metadata
    return {
      users: [],
      word: (nameOf) => ({
        summary:
          format === undefined
            ? `${nameOf(actor)} exported the backup “${subjectName}” as a file`
            : `${nameOf(actor)} exported data as ${formatNames[format]}: ${subjectName}`,
        subjectName,
      }),
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})
