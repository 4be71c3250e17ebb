import { createHash } from 'node:crypto'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { textEvent } from '../port/test-events.ts'

/** Appends that run at the same time, each to its own stream. */
export const writerCount = 8

export const writerStream = (round: number, writer: number) => `thing-${round}-${writer}`

/** The same event for the same stream and revision in every process, so a second append of it is a repeat. */
export function writerEvent(stream: string, revision: number): NewEvent {
  const hex = createHash('sha256').update(`${stream} ${revision}`).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return textEvent(`${stream} ${revision} ${'x'.repeat((revision % 7) * 100)}`, id)
}
