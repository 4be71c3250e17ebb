// Queues appends for the writer thread. All appends of one turn of the event loop are sent in one message.

import { LogUnavailable, StreamRemoved, VersionConflict } from '../../event-log.ts'
import type { AppendResult, ExpectedRevision, NewEvent } from '../../event-log.ts'
import { conflictCode, encodeExpectedRevision, removedCode } from './writer-messages.ts'
import type { EncodedAppends, WriterRequest } from './writer-messages.ts'
import { encodeEvent } from '../event-encoding.ts'
import type { LogEnd } from '../read/log-end.ts'
import type { StoredEvent } from '../read/stream-cache.ts'

type PendingAppend = {
  stream: string
  expected: ExpectedRevision
  records: readonly string[]
  resolve: (appended: AppendResult) => void
  reject: (error: Error) => void
}

/** Maximum number of pending appends. With more, the disk is too slow, and longer waiting would only hide that. */
const maxPending = 20_000

/** Results arrive in the order of the appends; `onStored` is called for each stored event before its append resolves. */
export function appendQueue(
  send: (message: WriterRequest) => void,
  end: LogEnd,
  onStored: (event: StoredEvent) => void,
) {
  const sent: PendingAppend[] = []
  let appends: EncodedAppends = []
  let unsent = 0

  function flush() {
    if (unsent === 0) return
    send({ kind: 'append', count: unsent, appends })
    appends = []
    unsent = 0
  }

  function enqueue(pending: PendingAppend, events: readonly NewEvent[]) {
    sent.push(pending)
    appends.push(pending.stream, encodeExpectedRevision(pending.expected), events.length)
    for (const [index, event] of events.entries()) appends.push(event.id, pending.records[index] ?? '')
    // At the end of this turn: one message per append would cost more than the append itself.
    if (unsent++ === 0) setImmediate(flush)
  }

  function rejectNext(count: number, reason: string) {
    for (const { reject } of sent.splice(0, count)) reject(new LogUnavailable(reason))
  }

  function settle(pending: PendingAppend, revision = -1, position = conflictCode) {
    const { stream, expected, records, resolve, reject } = pending
    if (position === conflictCode) return reject(new VersionConflict(stream, expected, revision))
    if (position === removedCode) return reject(new StreamRemoved(stream))
    // An older position is the result of a repeated append, whose events are known already.
    if (position > end.position()) {
      const before = { position: position - records.length, revision: revision - records.length }
      for (const [index, record] of records.entries())
        onStored({
          stream,
          record,
          position: before.position + index + 1,
          revision: before.revision + index + 1,
        })
      end.moveTo(position)
    }
    resolve({ revision, position: BigInt(position) })
  }

  return {
    flush,
    append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
      const records = events.map(encodeEvent)
      if (sent.length >= maxPending)
        return Promise.reject(new LogUnavailable('Too many appends are waiting for the disk.'))
      return new Promise((resolve, reject) => enqueue({ stream, expected, records, resolve, reject }, events))
    },
    /** Settles the oldest pending appends: two numbers for each, see `WriterResponse`. */
    handleOutcomes: (outcomes: readonly number[]) => {
      const settled = sent.splice(0, outcomes.length / 2)
      for (const [index, pending] of settled.entries())
        settle(pending, outcomes[2 * index], outcomes[2 * index + 1])
      end.wake()
    },
    rejectNext,
    rejectAll(reason: string) {
      appends = []
      unsent = 0
      rejectNext(sent.length, reason)
    },
  }
}

export type AppendQueue = ReturnType<typeof appendQueue>
