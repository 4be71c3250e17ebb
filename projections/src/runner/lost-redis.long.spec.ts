import { setTimeout as wait } from 'node:timers/promises'
import { redisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { connectionsTo, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { compareWithLog, diary } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startProjections } from './start-projections.ts'

const projections = ['one', 'two'].map((name) => diary(name))

test('read models have every event once after Redis was killed, emptied, restored from an older dump or paused', async () => {
  const redis = await redisOfTest({ appendonly: 'yes', appendfsync: 'always' })
  const log = fakeEventLog()
  const open = async () => {
    const store = redisReadModelStore(await connectionsTo(redis.url))
    onTestFinished(() => store.close())
    return store
  }
  const parts = {
    log,
    projections: projections.map((projection) => ({ projection })),
    batch: 50,
    onFailure: () => undefined,
  }
  for (const owner of ['ada', 'bob']) {
    const process = startProjections({ ...parts, store: await open(), shared: { owner, release: 'leader' } })
    onTestFinished(() => process.stop())
  }
  const store = await open()
  const addEvents = () => {
    for (let index = 0; index < 60; index++) log.add(`project-${index % 5}`, 'Happened')
  }
  const expectCaughtUp = async (after: string) => {
    addEvents()
    const compared = async () =>
      Promise.all(projections.map((projection) => compareWithLog(projection, store, log))).catch(() => [])
    const complete = { position: log.end(), differences: [] }
    await expect.poll(compared, { timeout: 20_000, message: after }).toMatchObject([complete, complete])
  }
  await expectCaughtUp('the start')
  const older = await redis.dump()
  await expectCaughtUp('the dump')
  await redis.kill()
  addEvents()
  await redis.restart()
  await expectCaughtUp('the kill')
  await redis.flush()
  await expectCaughtUp('the flush')
  await redis.restart(older)
  await expectCaughtUp('the older dump')
  redis.pause()
  addEvents()
  await wait(4_000)
  redis.resume()
  await expectCaughtUp('the pause')
}, 180_000)
