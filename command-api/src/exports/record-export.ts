import { exportEvents, type ExportEvent, type RecordExport } from '@thirty/contracts/events/exports.ts'
import { exportsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { newContext } from '../idempotency.ts'
import { noState } from '../fold.ts'
import type { With } from '../parts.ts'

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
