// What admins can download, and the event of each download.

import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

/** What admins can export: the accounts, and projects, ratings and standings of the run that is shown. */
export const exportKinds = ['users', 'projects', 'ratings', 'standings'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Everything that admins download: what they export, the audit, and the history of a backup. */
const downloadKinds = [...exportKinds, 'audit', 'backup'] as const

/** Streams `exports-<date>`, one for each date (UTC): which data admins saved as a file. */
export const exportEvents = {
  DataExported: event(
    {
      /** A backup has its own format, and a name. */
      kind: z.enum(downloadKinds),
      format: z.enum(exportFormats).optional(),
      backup: z.string().optional(),
      name: z.string().optional(),
    },
    'data',
    {
      subject: ['backup', 'kind'],
      says: {
        dataExported: '{actor} exported data as {format}: {data}',
        backupExported: '{actor} exported the backup “{name}” as a file',
      },
    },
  ),
}
export type ExportEvent = EventOf<typeof exportEvents>

/** Yields a file after its download was recorded: nobody gets data without an entry in the audit. */
export type RecordExport = <Part>(
  content: AsyncIterable<Part>,
  request: { caller: { id: string }; correlation: string },
  data: ExportEvent['data'],
) => AsyncIterable<Part>
