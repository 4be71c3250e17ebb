import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { textEvent, textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { expect, test } from 'vitest'
import { LogUnavailable } from '../../event-log.ts'
import { LogEnd } from '../read/reader.ts'
import { startWriter } from './start-writer.ts'
import type { WriterRequest, WriterResponse } from './writer-messages.ts'

/** A writer whose thread answers only what the spec says. */
function setUp() {
  const requests: WriterRequest[] = []
  const worker = Object.assign(new EventEmitter(), {
    postMessage: (request: WriterRequest) => void requests.push(request),
    terminate: async () => undefined,
  })
  const end = new LogEnd()
  const stored: string[] = []
  const failures: string[] = []
  const writer = startWriter({
    folder: '',
    end,
    streams: {
      append: (event) => void stored.push(`${event.position}: ${event.revision}`),
      clear: () => undefined,
    },
    onFailure: ({ message }) => void failures.push(message),
    startWriter: () => worker,
  })
  const answer = (...responses: WriterResponse[]) => {
    for (const response of responses) worker.emit('message', response)
  }
  const append = (...texts: string[]) => writer.append('thing-1', textEvents(...texts), 'none')
  return { writer, worker, requests, end, stored, failures, answer, append }
}

test('sends appends, erasures and the end in their order; the appends of one turn as one message', async () => {
  const { writer, requests, answer, append } = setUp()
  const appended = [append('a'), append('b')]
  const erased = writer.erase({ stream: 'thing-1', before: 1 })
  appended.push(append('c'))
  const closed = writer.close()
  await nextTurn()
  expect(requests).toMatchObject([{ count: 2 }, { kind: 'erase' }, { count: 1 }, { kind: 'close' }])
  answer({ kind: 'appended', outcomes: [0, 1, 1, 2] }, { kind: 'erased' })
  answer({ kind: 'unavailable', count: 1, reason: 'full' }, { kind: 'closed' })
  await Promise.all([erased, closed])
  const outcomes = (await Promise.allSettled(appended)).map(({ status }) => status)
  expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('knows each event that was stored, and none of a repeated append', async () => {
  const { end, stored, answer, append } = setUp()
  end.position = 4
  const appended = [append('a', 'b'), append('c', 'd')]
  answer({ kind: 'appended', outcomes: [1, 4, 3, 6] })
  expect(await Promise.all(appended)).toEqual([
    { revision: 1, position: 4n },
    { revision: 3, position: 6n },
  ])
  expect(stored).toEqual(['5: 2', '6: 3'])
  expect(end.position).toBe(6)
})

test('refuses appends when too many wait for the disk', async () => {
  const { writer, answer } = setUp()
  const event = [textEvent('a')]
  const waiting = Array.from({ length: 20_000 }, () => writer.append('thing-1', event, 'none'))
  expect(() => writer.append('thing-1', event, 'none')).toThrow('Too many appends')
  answer({ kind: 'unavailable', count: 20_000, reason: 'full' })
  await Promise.allSettled(waiting)
  const next = writer.append('thing-1', event, 'none')
  answer({ kind: 'appended', outcomes: [0, 1] })
  expect(await next).toMatchObject({ revision: 0 })
})

test.for<[string, (worker: EventEmitter) => unknown]>([
  ['fails', (worker) => worker.emit('message', { kind: 'failed', reason: 'broken' })],
  ['throws', (worker) => worker.emit('error', new Error('broken'))],
  ['exits', (worker) => worker.emit('exit')],
])('a thread that %s rejects what waits, and is reported once it was verified', async ([, end]) => {
  const early = setUp()
  end(early.worker)
  await expect(early.writer.opened).rejects.toThrow(/broken|exited/)
  await expect(early.writer.verified).rejects.toThrow(/broken|exited/)
  expect(early.failures).toEqual([])

  const { writer, worker, requests, failures, answer, append } = setUp()
  answer({ kind: 'opened', head: 0 }, { kind: 'verified' })
  const erased = writer.erase({ stream: 'thing-1', before: 1 })
  const waiting = Promise.allSettled([append('a'), erased])
  end(worker)
  worker.emit('exit')
  for (const outcome of await waiting)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(LogUnavailable) })
  await nextTurn()
  expect(requests.map(({ kind }) => kind)).toEqual(['erase'])
  expect(failures).toEqual([expect.stringMatching(/broken|exited/)])
  expect(() => append('b')).toThrow(/broken|exited/)
  await writer.close()
})
