import { silentLogger } from '@thirty/infra/logger.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { compareWithLog, countingProjection } from '@thirty/projections/testing/runner/runner-setup.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createShutdown } from '../../lifecycle/shutdown.ts'
import { operationsElsewhere } from './running-elsewhere.ts'

/** Of a busy machine. */
const timeout = 30_000

/** A process that leads a read model in a shared store, and the operations of a shell beside it. */
async function setUp() {
  const log = fakeEventLog()
  log.add('project-a', 'Happened')
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const projection = countingProjection()
  const shared = { release: 'of the leader' }
  const leader = startProjections({
    log,
    store,
    projections: [{ projection }],
    onFailure: () => undefined,
    shared,
  })
  onTestFinished(leader.stop)
  await vi.waitFor(() => expect(leader.positions()).toMatchObject([{ isLive: true }]), { timeout })
  const shutdown = createShutdown(silentLogger)
  onTestFinished(async () => void (await shutdown.close()))
  const logOfShell = { ...log }
  const models = {
    shownReadModels: () => [{ name: projection.name, version: projection.version }],
    shownProjections: () => [{ projection }],
  }
  const processReports = { list: async () => [] }
  const operations = operationsElsewhere({
    log: logOfShell,
    store,
    models,
    processReports,
    logger: silentLogger,
    shutdown,
  })
  return { log, store, projection, leader, shutdown, logOfShell, operations }
}

test('a read model that cannot be compared is listed as one that differs, with the reason', async () => {
  const { logOfShell, operations } = await setUp()
  logOfShell.readAll = () => {
    throw new Error('The log is damaged.')
  }
  const { id } = operations.start('check')
  await vi.waitFor(() => expect(operations.find(id)?.state).not.toBe('running'), { timeout })
  const differences = ['it could not be compared: The log is damaged']
  const readModels = [expect.objectContaining({ name: 'tally', count: 1, differences })]
  expect(operations.find(id)).toMatchObject({ state: 'done', readModels })
})

test('a shell that ends while it rebuilds gives the read model back, which follows the log again', async () => {
  const { log, store, projection, leader, shutdown, logOfShell, operations } = await setUp()
  const { subscribe } = logOfShell
  const isRebuilding = Promise.withResolvers<void>()
  let subscriptions = 0
  // The first one follows the live build; the second one, of the rebuild, never ends.
  logOfShell.subscribe = async function* hang(subscription) {
    if ((subscriptions += 1) === 1) return yield* subscribe(subscription)
    isRebuilding.resolve()
    await new Promise((resolve) => subscription.signal?.addEventListener('abort', resolve))
  }
  operations.start('replay')
  await isRebuilding.promise
  await vi.waitFor(() => expect(leader.positions()).toEqual([]), { timeout })
  expect(await shutdown.close()).toBe(true)
  log.add('project-a', 'Happened')
  await vi.waitFor(() => expect(leader.positions()).toMatchObject([{ position: log.end() }]), { timeout })
  expect(await compareWithLog(projection, store, log)).toMatchObject({ differences: [] })
})
