// What readers, clients and the leaders of other releases see while and after a log was put back. `log-replaced.spec.ts`: how it is
// noticed.

import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { setUpPutBack, tallyModel } from '@thirty/projections/testing/runner/put-back-setup.ts'
import { setUpTallyCluster, tally } from '@thirty/projections/testing/runner/tally-cluster.ts'
import { expect, test } from 'vitest'

test('while a read model is rebuilt from a log that was put back, readers see the old build as out of date', async () => {
  const { log, start, runner, memory, counts, putBackTo } = await setUpPutBack()
  await runner.stop()
  log.putBack(putBackTo)
  const restarted = start()
  const seen = new Set<string>()
  const { liveBuild } = memory
  for (let round = 0; round < 30; round++) {
    const [count] = await counts('tally', ['project-a'])
    const live = await liveBuild(tallyModel)
    seen.add(`${count} ${live?.outdatedSince === undefined ? 'current' : 'out of date'}`)
  }
  await restarted.ready
  expect([...seen]).toEqual(['5 current', '5 out of date', '1 current'])
})

test('clients are told to load anew, and live updates carry the new epoch and their lower positions', async () => {
  const { log, messages, epoch, putBackTo, time } = await setUpPutBack()
  log.add('project-a', 'Sent')
  await time.advance(200)
  const before = await epoch()
  const sentBefore = messages.length
  expect(messages.at(-1)).toMatchObject({ message: 'Sent', payload: { position: '6', epoch: before } })
  log.putBack(putBackTo)
  await time.advance(200)
  log.add('project-a', 'Sent')
  await time.advance(200)
  expect(messages.slice(sentBefore)).toMatchObject([
    { room: 'showcase', message: 'news.missed' },
    { room: 'leaderboard', message: 'news.missed' },
    { message: 'Sent', payload: { position: '2', epoch: await epoch() } },
  ])
  expect(await epoch()).not.toBe(before)
})

test('the leaders of two releases agree on one epoch, under the leases that they hold', async () => {
  const { start, log, memory, time, addEvents } = setUpTallyCluster()
  addEvents(5)
  const projectors = [start('first', [tally('one')]), start('second', [tally('two')])]
  await Promise.all([...projectors.map(({ ready }) => ready), time.advance(3_000)])
  const live = (name: string) => memory.liveBuild({ name, version: 1 })
  const before = (await live('one'))?.epoch
  log.putBack(1n)
  await time.advance(3_000)
  const after = [await live('one'), await live('two')]
  expect(after.map((build) => build?.checkpoint)).toEqual([1n, 1n])
  expect(new Set(after.map((build) => build?.epoch)).size).toBe(1)
  expect(after[0]?.epoch).not.toBe(before)
  expect(after.every((build) => build?.outdatedSince === undefined)).toBe(true)
  expect(projectors.map((projector) => projector.runningProjections().length)).toEqual([1, 1])
  expect(
    projectors.flatMap(({ failures }) => failures).every(({ error }) => error instanceof LogReplaced),
  ).toBe(true)
})
