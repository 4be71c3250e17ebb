import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { watchStorage } from '../health/storage-watch.ts'
import { createProcessContext } from '../lifecycle/process-context.ts'
import { startReadModelSnapshots } from './snapshots.ts'

/** A data folder with the snapshots of a former release, and a process on a disk with this much free space. */
async function setUp(space = Infinity) {
  const folder = await temporaryFolder()
  const snapshots = join(folder, 'snapshots')
  mkdirSync(join(snapshots, 'read-models'), { recursive: true })
  writeFileSync(join(snapshots, 'read-models', 'people-v7'), 'Ada')
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
  const storage = watchStorage(folder, systemClock, async () => ({ bavail: space, bsize: 1 }))
  const context = { ...createProcessContext(readConfig({ DATA_DIR: folder }), logger), storage }
  const start = (store: ReadModelStore) =>
    startReadModelSnapshots(context, { log: fakeEventLog(), store, projections: [] })
  return {
    snapshots,
    context,
    shutdown: context.shutdown,
    start,
    logged: () => lines.map((line) => JSON.parse(line)),
  }
}
const memoryStore = () => memoryReadModelStore({ live: { publish: () => undefined } })

test('a start deletes the snapshots of a release that wrote them in another way', async () => {
  const { snapshots, start, shutdown, context } = await setUp()
  await start(memoryStore())
  expect(readdirSync(join(snapshots, 'read-models'))).toEqual([])
  expect(await shutdown.close()).toBe(true)
  expect(context.figures.snapshots()).toEqual({ savedAt: expect.any(Number), failures: 0 })
})

test('with read models in Redis, a start deletes the snapshots that a process without it left', async () => {
  const { snapshots, start, context } = await setUp()
  const { liveReadModels: _, ...shared } = memoryStore()
  expect(await start(shared)).toBeUndefined()
  expect(existsSync(snapshots)).toBe(false)
  expect(context.figures.snapshots()).toBeNull()
})

test('on a disk that is nearly full nothing is saved, and one line in the log says so', async () => {
  const { snapshots, start, shutdown, context, logged } = await setUp(diskLimits.lowBytes - 1)
  const store = memoryStore()
  await start(store)
  await store.activate(await store.beginBuild({ name: 'people', version: 8 }))
  expect(await shutdown.close()).toBe(true)
  expect(readdirSync(join(snapshots, 'read-models'))).toEqual([])
  expect(context.figures.snapshots()).toEqual({ savedAt: null, failures: 1 })
  expect(logged()).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'snapshots cannot be saved; nothing is lost, but the next start takes longer',
      err: expect.objectContaining({ message: 'The disk is nearly full.' }),
    }),
  ])
})
