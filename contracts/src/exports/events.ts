import { z } from 'zod'
import { downloadKinds, exportFormats } from './exports.ts'
import { event, type EventOf } from '../events/event-definition.ts'

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
      action: ['data-exported', 'Data exported'],
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
