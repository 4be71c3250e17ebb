import type { EventLog } from '../../event-log.ts'
import { logEnd } from './log-end.ts'
import { readRange } from './read-events.ts'
import { openReader } from './reader.ts'

export type ReadOnlyLog = Pick<EventLog, 'readAll'> & { close(): void }

/**
 * Opens the embedded log of a folder for reading, while another process may write to it. Throws an Error when there is no
 * log.
 */
export function openReadOnlyLog(folder: string): ReadOnlyLog {
  const reader = openReader(folder)
  const end = logEnd()
  end.moveTo(Number.MAX_SAFE_INTEGER)
  return { readAll: (range) => readRange(reader, end, range), close: reader.close }
}
