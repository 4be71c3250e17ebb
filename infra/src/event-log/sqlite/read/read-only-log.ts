import { beginning, streamFilter, type EventLog } from '../../event-log.ts'
import { openReader } from './reader.ts'

export type ReadOnlyLog = Pick<EventLog, 'readAll'> & { close(): void }

/**
 * Opens the embedded log of a folder for reading, while another process may write to it. Throws an Error when there is no
 * log.
 */
export function openReadOnlyLog(folder: string): ReadOnlyLog {
  const reader = openReader(folder)
  return {
    async *readAll({ after = beginning, until, streams, batch = 500 } = {}) {
      const isWanted = streamFilter(streams)
      const end = until === undefined ? Number.MAX_SAFE_INTEGER : Number(until)
      for (let position = Number(after); position < end;) {
        const slice = reader.readLog(position, end, batch, isWanted)
        if (slice.events.length > 0) yield slice.events
        if (slice.rows < batch) return
        position = slice.position
      }
    },
    close: () => reader.close(),
  }
}
