import type { Commit, LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { setUpRunner, countingProjection, withLiveUpdates } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

const names = ['broken', 'slow', 'healthy', 'other']
const projections = names.map((name) => withLiveUpdates(countingProjection(name)))


const isStep = (commit: Commit) => commit.messages.length === 0

test('a projection whose store throws for ever and one whose commits take ten seconds hold back no other', async () => {
  let isFaulty = false
  const { log, start, time, counts, failures, messages } = setUpRunner(projections, {
    wrap: (store) => ({
      ...store,
      commit: async (commit) => {
        if (isFaulty && commit.build.name === 'broken' && isStep(commit)) throw new TypeError('broken store')
        if (isFaulty && commit.build.name === 'slow' && isStep(commit)) await pause(10_000)
        await store.commit(commit)
      },
    }),
  })
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void time.after(milliseconds, resolve))
  const runner = start()
  await runner.ready
  isFaulty = true
  for (let count = 1; count <= 30; count++) {
    log.add('project-a', 'Happened')
    await time.advance(1_000)
    expect(await counts('healthy')).toEqual([count, undefined])
    expect(await counts('other')).toEqual([count, undefined])
  }
  expect(await counts('slow')).not.toEqual([undefined, undefined])
  expect(await counts('broken')).toEqual([undefined, undefined])
  const position = ({ payload }: LiveMessage) => (payload as { position: string }).position
  expect(messages.map(position)).toContain('29')
  expect(failures.filter(({ isParked }) => isParked)).toMatchObject([
    { projection: 'broken', error: new TypeError('broken store') },
  ])
  expect(runner.positions()).toMatchObject([
    { parked: { position: -1n, reason: 'TypeError: broken store' } },
    { readModel: { name: 'slow' } },
    { position: 29n },
    { position: 29n },
  ])
  const isReached = runner.waitForPosition(29n, 1_000)
  await time.advance(1_000)
  expect(await isReached).toBe(false)
  isFaulty = false
  await time.advance(75_000)
  for (const name of names) expect(await counts(name)).toEqual([30, undefined])
  expect(await runner.waitForPosition(29n, 0)).toBe(true)
  expect(runner.positions().filter(({ parked }) => parked)).toEqual([])
})
