import { createHash } from 'node:crypto'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'

/** Appends at once, each to a stream of its own. */
export const writerCount = 8

export const writerStream = (round: number, writer: number) => `thing-${round}-${writer}`

/** The same event for the same place, in every process: so a retry is a repeat. */
export function writerEvent(stream: string, revision: number): NewEvent {
  const hex = createHash('sha256').update(`${stream} ${revision}`).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const data = { stream, revision, words: 'x'.repeat((revision % 7) * 100) }
  return {
    id,
    type: 'ThingSaid',
    version: 1,
    at: '2026-11-20T10:00:00.000Z',
    data,
    metadata: { correlation: 'c-1' },
  }
}
