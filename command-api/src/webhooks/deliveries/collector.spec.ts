import { randomUUID } from 'node:crypto'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommands } from '../../handle.ts'
import { collector, LeaseLost } from './collector.ts'
import { loadProgress, progressEntry } from './collector-state.ts'
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
  const give = (stream: string, type: string, data: object) => {
    const at = new Date(clock()).toISOString()
    memory.record(stream, {
      id: randomUUID(),
      type,
      version: 1,
      at,
      data,
      metadata: { correlation: 'spec', run: 1 },
    })
  }
  const create = (webhook: string) => {
    const address = { host: 'receiver.example', address: 'sealed', description: '' }
    give('webhooks', 'WebhookCreated', {
      webhook,
      secret: 'sealed',
      ...address,
      types: ['project.submitted'],
      isOn: true,
    })
  }
  const queued = async (webhook = 'first') => (await store.list(queueOf(webhook))).total
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
  give('project-r1-d1-ana', 'ProjectSubmitted', weather)
  const copied = memory.end()
  give('pictures-ana', 'PictureUploaded', {})
  await vi.waitFor(async () => expect(await queued()).toBe(1))
  await stop()
  expect(await loadProgress(store)).toMatchObject({ position: memory.end() })
  const putBack = (to = copied) => memory.putBack(to)
  return { store, replaced, give, create, queued, receivers, follow, end: memory.end, putBack }
}

/** A log that does not name the last event of streams that a reader does not want, like the embedded one. */
const withoutNewest = (log: EventLog): EventLog => ({
  ...log,
  subscribe: async function* (options) {
    for await (const { newest: _, ...batch } of log.subscribe(options)) yield batch
  },
})

test('a log that is put back to between the last event that was read and the position is noticed, and new webhooks are served', async () => {
  const { give, create, queued, follow, putBack, replaced } = await readBeyondCopy()
  const { ended } = await follow()
  putBack()
  create('second')
  await vi.waitFor(() => expect(replaced).toMatchObject([{ name: 'LogReplaced' }]))
  await ended
  await follow()
  give('project-r1-d2-ana', 'ProjectSubmitted', weather)
  await vi.waitFor(async () => expect([await queued(), await queued('second')]).toEqual([2, 1]))
})

test('a log that was put back to there and has grown before the start is noticed also by the last event that was read', async () => {
  const { give, create, queued, follow, putBack, replaced } = await readBeyondCopy(withoutNewest)
  putBack()
  create('second')
  await follow()
  expect(replaced).toMatchObject([{ name: 'LogReplaced' }])
  give('project-r1-d2-ana', 'ProjectSubmitted', weather)
  await vi.waitFor(async () => expect([await queued(), await queued('second')]).toEqual([2, 1]))
})

test('after a log that is shorter than the position was put back, what follows is queued', async () => {
  const { give, queued, follow, putBack, replaced } = await readBeyondCopy(withoutNewest)
  putBack()
  await follow()
  expect(replaced).toMatchObject([{ name: 'LogReplaced' }])
  give('project-r1-d2-ana', 'ProjectSubmitted', weather)
  await vi.waitFor(async () => expect(await queued()).toBe(2))
})

test.each(['before the start', 'while it is followed'])(
  'what waits for a webhook that a log has not, which was put back %s, is removed',
  async (when) => {
    const { give, create, queued, receivers, follow, end, putBack } = await readBeyondCopy()
    const { ended, stop } = await follow()
    const copied = end()
    create('second')
    give('project-r1-d2-ana', 'ProjectSubmitted', weather)
    await vi.waitFor(async () => expect([await queued(), await queued('second')]).toEqual([2, 1]))
    if (when === 'before the start') await stop()
    putBack(copied)
    give('pictures-ana', 'PictureUploaded', {})
    await ended
    await follow()
    expect([await queued(), await queued('second'), await receivers()]).toEqual([2, 0, ['first']])
  },
)

test('a log that was not put back continues where it was, also with progress that has no event', async () => {
  const { store, give, queued, follow, replaced } = await readBeyondCopy()
  give('project-r1-d2-ana', 'ProjectSubmitted', weather)
  const { stop } = await follow()
  await vi.waitFor(async () => expect(await queued()).toBe(2))
  await stop()
  const stored = await loadProgress(store)
  if (!stored) throw new Error('Nothing was stored.')
  const { seen: _, ...progress } = stored
  await store.put([progressEntry(progress)])
  give('project-r1-d3-ana', 'ProjectSubmitted', weather)
  await follow()
  await vi.waitFor(async () => expect(await queued()).toBe(3))
  expect(replaced).toEqual([])
})

test('a process that has lost the lease queues nothing', async () => {
  const { store, give, queued, follow } = await readBeyondCopy()
  const { ended } = await follow()
  await store.removeGroup('lease:webhooks')
  await leaseIn(store, 'webhooks', 'another').acquire(60_000)
  give('project-r1-d2-ana', 'ProjectSubmitted', weather)
  expect(await ended).toBeInstanceOf(LeaseLost)
  expect(await queued()).toBe(1)
})
