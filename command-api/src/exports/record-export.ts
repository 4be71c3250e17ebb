import { randomUUID } from 'node:crypto'
import { exportEvents, type ExportEvent, type RecordExport } from '@thirty/contracts/events/exports.ts'
import { exportsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { With } from '../parts.ts'

const exportFold = { events: exportEvents, initial: undefined, evolve: () => undefined }

/** Records downloads in the log, for the audit. */
export const exportRecorder = ({ commands, clock }: With<'commands' | 'clock'>): RecordExport =>
  async function* (content, { caller, correlation }, data) {
    await commands.handle<undefined, ExportEvent>({
      ...exportFold,
      stream: exportsStream(clock()),
      // Each download is an entry, also with the idempotency key of another one: every request gets the data.
      context: { actor: caller.id, correlation, command: { id: randomUUID() } },
      decide: () => [{ type: 'DataExported', data }],
    })
    yield* content
  }
