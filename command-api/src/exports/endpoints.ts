// Handlers that send data to admins as files. The files contain the email addresses of all accounts, so the audit must show
// every export: `DataExported` is appended before the first byte, and without it there is no file. The event says that an export began, not
// that it ended. The endpoint may be a GET although it appends: the event appears only in the audit, and a link on another site cannot
// start an export, because the token is in a header.

import { exportEndpoints } from '@thirty/contracts/exports/api.ts'
import {
  exportEvents,
  exportKinds,
  type ExportEvent,
  type RecordExport,
} from '@thirty/contracts/exports/events.ts'
import { exportsStream } from '@thirty/contracts/events/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import { noState } from '../fold.ts'
import { newContext } from '../idempotency.ts'
import type { With } from '../parts.ts'
import { isoDate } from '@thirty/contracts/iso-time.ts'

export function exportHandlers(parts: With<'commands' | 'clock' | 'exportFile'>): Endpoint[] {
  const limited = limitedDownloads()
  const recorded = exportRecorder(parts)
  return exportKinds.map((kind) =>
    endpoint(exportEndpoints[kind])((request) => {
      const { format, ...filter } = request.query
      const { type, content } = parts.exportFile(kind, format, filter)
      const date = isoDate(parts.clock())
      return {
        type,
        fileName: `thirty-${kind}-${date}.${format}`,
        content: limited(recorded(content, request, { kind, format }), request.response),
      }
    }),
  )
}

/** Records downloads in the log, for the audit. */
export const exportRecorder = ({ commands, clock }: With<'commands' | 'clock'>): RecordExport =>
  async function* (content, { caller, correlation }, data) {
    await commands.handle<undefined, ExportEvent>({
      ...noState(exportEvents),
      stream: exportsStream(clock()),
      // Each download is an entry, also with the idempotency key of another one: every request gets the data.
      context: newContext({ actor: caller.id, correlation }),
      decide: () => [{ type: 'DataExported', data }],
    })
    yield* content
  }
