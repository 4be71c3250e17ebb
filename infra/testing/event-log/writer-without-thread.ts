// Nearly every spec of `command-api` opens a log, and the threads took a third of their processor time (109 s, now 75).
// A commit waits for the disk in the thread of the spec, and the writer cannot fail alone.

import { MessageChannel } from 'node:worker_threads'
import { openWriter } from '@thirty/infra/event-log/sqlite/write/writer.ts'
import type { WriterWorker } from '@thirty/infra/event-log/sqlite/write/start-writer.ts'

/** Fake timers do not replace it. */
const inLaterTurn = setImmediate

/**
 * Writes an event log in this thread, with the same code and the same messages as a separate thread, whose start takes 50 ms of processor
 * time. For specs of code that uses a log; specs of the log itself use the thread. A writer that fails keeps its files open until the
 * process ends.
 */
export function writerWithoutThread(folder: string): WriterWorker {
  const { port1, port2 } = new MessageChannel()
  inLaterTurn(() => {
    try {
      openWriter(folder, port2)
    } catch (error) {
      port1.emit('error', error)
    }
  })
  return Object.assign(port1, { terminate: async () => port1.close() })
}
