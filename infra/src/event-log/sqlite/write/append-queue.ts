import { LogUnavailable, StreamRemoved, VersionConflict } from '../../event-log.ts'
import type { AppendResult, ExpectedRevision, NewEvent } from '../../event-log.ts'
import { conflictCode, encodeExpectedRevision, removedCode } from './writer-messages.ts'
import type { EncodedAppends, WriterRequest } from './writer-messages.ts'
import { encodeEvent } from '../event-encoding.ts'
import type { LiveTail } from '../read/live-tail.ts'

type Waiting = {
  stream: string
  expected: ExpectedRevision
  records: readonly string[]
  resolve: (appended: AppendResult) => void
  reject: (error: Error) => void
}

/** Appends that may wait. Beyond that the disk is too slow, and to wait longer would only hide it. */
const mostWaiting = 20_000

/**
 * The appends on their way to the writer's thread. What is appended in one turn leaves in one message; answers come in
 * the same order, and what was stored goes into the tail first.
 */
export function appendQueue(send: (message: WriterRequest) => void, tail: LiveTail) {
  const sent: Waiting[] = []
  let appends: EncodedAppends = []
  let unsent = 0

  function flush() {
    if (unsent === 0) return
    send({ kind: 'append', count: unsent, appends })
    appends = []
    unsent = 0
  }

  function enqueue(waiting: Waiting, events: readonly NewEvent[]) {
    sent.push(waiting)
    appends.push(waiting.stream, encodeExpectedRevision(waiting.expected), events.length)
    for (const [index, event] of events.entries()) appends.push(event.id, waiting.records[index] ?? '')
    // After whatever came in in this turn: a message for each of many requests would cost more than the appends.
    if (unsent++ === 0) setImmediate(flush)
  }

  function rejectNext(count: number, reason: string) {
    for (const { reject } of sent.splice(0, count)) reject(new LogUnavailable(reason))
  }

  return {
    flush,
    append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
      const records = events.map(encodeEvent)
      if (sent.length >= mostWaiting)
        return Promise.reject(new LogUnavailable('Too many appends wait for the disk.'))
      return new Promise((resolve, reject) => enqueue({ stream, expected, records, resolve, reject }, events))
    },
    /** Two numbers for each of the appends that have waited longest; see `FromWriter`. */
    handleOutcomes: (outcomes: readonly number[]) => {
      const answered = sent.splice(0, outcomes.length / 2)
      for (const [index, waiting] of answered.entries())
        settle(waiting, tail, outcomes[2 * index], outcomes[2 * index + 1])
      tail.wake()
    },
    refuse: rejectNext,
    rejectAll(reason: string) {
      appends = []
      unsent = 0
      rejectNext(sent.length, reason)
    },
  }
}

export type AppendQueue = ReturnType<typeof appendQueue>

function settle(waiting: Waiting, tail: LiveTail, revision = -1, position = conflictCode) {
  const { stream, expected, resolve, reject } = waiting
  if (position === conflictCode) return reject(new VersionConflict(stream, expected, revision))
  if (position === removedCode) return reject(new StreamRemoved(stream))
  // An older position is the answer to a repeated append.
  if (position > tail.head()) follow(tail, waiting, revision, position)
  resolve({ revision, position: BigInt(position) })
}

function follow(tail: LiveTail, { stream, records }: Waiting, lastRevision: number, lastPosition: number) {
  let back = records.length
  for (const record of records) {
    back--
    tail.append({ position: lastPosition - back, revision: lastRevision - back, stream, record })
  }
}
