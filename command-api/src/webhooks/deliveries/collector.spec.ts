import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommands } from '../../handle.ts'
import { collector, LeaseLost } from './collector.ts'
import { loadProgress, progressEntry } from './messages.ts'
import { queueOf, receiversGroup } from './stored-delivery.ts'

const clock = () => Date.parse('2026-03-02T12:00:00Z')

/** A log to which a submission and an upload were added while its webhook was followed, and a copy from between the two. */
async function readBeyondCopy(adapt: (log: EventLog) => EventLog = (log) => log) {
  const memory = inMemoryEventLog()
  const log = adapt(memory.log)
  const store = memoryEntries(clock)
  onTestFinished(() => store.close())
  const lease = leaseIn(store, 'webhooks', 'process')
  await lease.acquire(60_000)
  const replaced: unknown[] = []
  const give = (stream: string, type: string, data: object) =>
    memory.store(stream, [createNewEvent(type, data, { at: clock(), run: 1 })])
  const submit = (day: number) => give(`project-r1-d${day}-ana`, 'ProjectSubmitted', weather)
  const upload = () => give('pictures-ana', 'PictureUploaded', {})
  const create = (webhook: string) => {
    const address = { host: 'receiver.example', address: 'sealed', secret: 'sealed', description: '' }
    give('webhooks', 'WebhookCreated', { webhook, ...address, types: ['project.submitted'], isOn: true })
  }
  const queued = async (webhook: string) => (await store.list(queueOf(webhook))).total
  /** Waits until the first webhook and the second have this many deliveries. */
  const untilQueued = (first: number, second = 0) =>
    vi.waitFor(async () => expect([await queued('first'), await queued('second')]).toEqual([first, second]))
  const receivers = async () => (await store.list(receiversGroup)).entries.map(({ id }) => id)
  const follow = async () => {
    const commands = createCommands({ log, clock })
    const onLogReplaced = (error: unknown) => replaced.push(error)
    const collect = collector({ log, store, commands, clock, timeZone: 'UTC', lease, onLogReplaced })
    const ending = new AbortController()
    const ended = collect.follow(ending.signal, () => undefined).catch((error: unknown) => error)
    const stop = () => {
      ending.abort()
      return ended
    }
    onTestFinished(async () => void (await stop()))
    await vi.waitFor(() => expect(collect.known()).toBeDefined())
    return { ended, stop }
  }

  create('first')
  const { stop } = await follow()
  submit(1)
  const copied = memory.end()
  upload()
  await untilQueued(1)
  await stop()
  expect(await loadProgress(store)).toMatchObject({ position: memory.end() })
  const putBack = (to = copied) => memory.putBack(to)
  return { store, replaced, submit, upload, create, untilQueued, receivers, follow, end: memory.end, putBack }
}

/** A log that does not name the last event of streams that a reader does not want, like the embedded one. */
const withoutNewest = (log: EventLog): EventLog => ({
  ...log,
  subscribe: async function* (options) {
    for await (const { newest: _, ...batch } of log.subscribe(options)) yield batch
  },
})

test('a log that is put back to between the last event that was read and the position is noticed, and new webhooks are served', async () => {
  const { submit, create, untilQueued, follow, putBack, replaced } = await readBeyondCopy()
  const { ended } = await follow()
  putBack()
  create('second')
  expect(await ended).toMatchObject({ name: 'LogReplaced' })
  expect(replaced).toMatchObject([{ name: 'LogReplaced' }])
  // What happens before the log is followed again is sent, too.
  submit(2)
  await follow()
  await untilQueued(2, 1)
})

test('a log that was put back to there and has grown before the start is noticed also by the last event that was read', async () => {
  const { submit, create, untilQueued, follow, putBack, replaced } = await readBeyondCopy(withoutNewest)
  putBack()
  create('second')
  await follow()
  expect(replaced).toMatchObject([{ name: 'LogReplaced' }])
  submit(2)
  await untilQueued(2, 1)
})

test('after a log that is shorter than the position was put back, what follows is queued', async () => {
  const { submit, untilQueued, follow, putBack, replaced } = await readBeyondCopy(withoutNewest)
  putBack()
  await follow()
  expect(replaced).toMatchObject([{ name: 'LogReplaced' }])
  submit(2)
  await untilQueued(2)
})

test.each(['before the start', 'while it is followed'])(
  'what waits for a webhook that a log has not, which was put back %s, is removed',
  async (when) => {
    const { submit, upload, create, untilQueued, receivers, follow, end, putBack } = await readBeyondCopy()
    const { ended, stop } = await follow()
    const copied = end()
    create('second')
    submit(2)
    await untilQueued(2, 1)
    if (when === 'before the start') await stop()
    putBack(copied)
    upload()
    await ended
    await follow()
    await untilQueued(2, 0)
    expect(await receivers()).toEqual(['first'])
  },
)

test('a log that was not put back continues where it was, also with progress that has no event', async () => {
  const { store, submit, untilQueued, follow, replaced } = await readBeyondCopy()
  submit(2)
  const { stop } = await follow()
  await untilQueued(2)
  await stop()
  const stored = await loadProgress(store)
  if (!stored) throw new Error('Nothing was stored.')
  const { seen: _, ...progress } = stored
  await store.put([progressEntry(progress)])
  submit(3)
  await follow()
  await untilQueued(3)
  expect(replaced).toEqual([])
})

test('a process that has lost the lease queues nothing', async () => {
  const { store, submit, untilQueued, follow } = await readBeyondCopy()
  const { ended } = await follow()
  await store.removeGroup('lease:webhooks')
  await leaseIn(store, 'webhooks', 'another').acquire(60_000)
  submit(2)
  expect(await ended).toBeInstanceOf(LeaseLost)
  await untilQueued(1)
})
