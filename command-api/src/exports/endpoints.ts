import { randomUUID } from 'node:crypto'
import type { exportTypes } from '@thirty/contracts/api/admin/exports.ts'
import { exportEndpoints } from '@thirty/contracts/endpoints/exports.ts'
import { exportEvents, type ExportEvent } from '@thirty/contracts/events/exports.ts'
import { exportKinds, type ExportFormat, type ExportKind } from '@thirty/contracts/rules/exports.ts'
import { exportsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/limited-download.ts'
import type { Commands } from '../handle.ts'
import type { CommandContext } from '../idempotency.ts'

export type ExportDeps = {
  commands: Commands
  clock: Clock
  /** Returns data of the run that is shown as a file, which is read as it is sent. */
  exportFile: (
    kind: ExportKind,
    format: ExportFormat,
  ) => {
    type: (typeof exportTypes)[number]
    content: AsyncIterable<string>
  }
}

const exportFold = { events: exportEvents, initial: undefined, evolve: () => undefined }

/** Handlers that send data to admins as files. */
export function exportHandlers({ commands, clock, exportFile }: ExportDeps): Endpoint[] {
  const limited = limitedDownloads()

  /** Yields the file after the export was recorded: nobody gets data without an entry in the audit. */
  async function* recorded(
    content: AsyncIterable<string>,
    context: CommandContext,
    data: ExportEvent['data'],
  ): AsyncGenerator<string> {
    await commands.handle<undefined, ExportEvent>({
      ...exportFold,
      stream: exportsStream(clock()),
      context,
      decide: () => [{ type: 'DataExported', data }],
    })
    yield* content
  }

  return exportKinds.map((kind) =>
    endpoint(exportEndpoints[kind])((request) => {
      const { format } = request.query
      const { type, content } = exportFile(kind, format)
      const date = new Date(clock()).toISOString().slice(0, 10)
      // Each download is an entry, also with the idempotency key of another one: every request gets the data.
      const { caller, correlation } = request
      const context = { actor: caller.id, correlation, command: { id: randomUUID() } }
      return {
        type,
        fileName: `thirty-${kind}-${date}.${format}`,
        content: limited(recorded(content, context, { kind, format }), () => void request.response.destroy()),
      }
    }),
  )
}
