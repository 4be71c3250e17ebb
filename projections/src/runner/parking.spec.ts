import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import {
  poisonedProjection,
  setUpRunner,
  countingProjection,
  type EventCount,
} from '@thirty/projections/testing/runner/runner-setup.ts'

test('an event that a projection cannot apply parks it before the event, and the others continue', async () => {
  const { log, started, counts, failures } = setUpRunner([
    { projection: poisonedProjection('poisoned', 'Poison') },
    { projection: countingProjection() },
  ])
  log.add('project-a', 'Happened')
  log.add('project-b', 'Happened')
  const runner = await started()
  const poison = log.add('project-a', 'Poison')
  const after = log.add('project-a', 'Happened')
  await flushPromises()
  expect(await counts('tally')).toEqual([3, 1])
  expect(await counts('poisoned')).toEqual([1, 1])
  expect(failures).toMatchObject([
    {
      projection: 'poisoned',
      isParked: true,
      event: { type: 'Poison' },
      error: new Error('cannot apply Poison'),
    },
  ])
  expect(runner.positions()).toMatchObject([
    {
      readModel: { name: 'poisoned' },
      position: poison - 1n,
      parked: { position: poison, reason: 'Error: cannot apply Poison' },
    },
    { readModel: { name: 'tally' }, position: after },
  ])
  expect(await runner.waitForPosition(after, 1_000)).toBe(false)
})

test('a poison event in the past parks its projection, and the process becomes ready', async () => {
  const { log, started, counts } = setUpRunner([
    { projection: poisonedProjection('poisoned', 'Poison') },
    { projection: countingProjection() },
  ])
  for (const type of ['Happened', 'Happened', 'Poison', 'Happened']) log.add('project-a', type)
  await started(100)
  expect(await counts('poisoned')).toEqual([2, undefined])
  expect(await counts('tally')).toEqual([4, undefined])
})

test('an index entry without a number parks its projection at the event that caused it, after it is live', async () => {
  const { log, started, counts, failures } = setUpRunner([{ projection: odd(() => NaN) }])
  await started()
  const [, second] = [log.add('project-a', 'A'), log.add('project-a', 'B'), log.add('project-b', 'C')]
  await flushPromises()
  expect(failures).toMatchObject([{ isParked: true, event: { position: second } }])
  expect(await counts('odd')).toEqual([1, undefined])
})

test.each([
  ['has no number, and a build is written after every step', () => NaN, { maxBufferedDocuments: 0 }],
  ['has no number, and a build is written when it is complete', () => NaN, {}],
  ['cannot be computed', () => expect.fail('no index entries'), {}],
])(
  'an index entry that %s parks its projection at the event that caused it, after two builds',
  async (_, score, options) => {
    const begun: string[] = []
    const wrap = beforeCalls(({ method, name }) => {
      if (method === 'beginBuild') begun.push(name)
    })
    const { log, start, counts, failures, time } = setUpRunner(
      [{ projection: odd(score) }, { projection: countingProjection() }],
      { wrap },
    )
    const [, second] = ['A', 'B', 'C'].map((type) => log.add('project-a', type))
    const { ready } = start(100, options)
    await time.advance(100)
    await ready
    expect(failures[0]).toMatchObject({ isParked: false, error: { cause: { name: 'InvalidIndexEntry' } } })
    expect(failures.filter(({ isParked }) => isParked)).toMatchObject([
      { projection: 'odd', event: { position: second }, error: { name: 'InvalidIndexEntry' } },
    ])
    expect(await counts('odd')).toEqual([1, undefined])
    expect(await counts('tally')).toEqual([3, undefined])
    expect(begun.toSorted()).toEqual(['odd', 'odd', 'tally'])
  },
)

/** A projection that cannot index a count of two or more. */
const odd = (scoreOfMore: () => number): Projection<EventCount> => ({
  ...countingProjection('odd'),
  indexEntries: ({ count }) => ({ count: { score: count > 1 ? scoreOfMore() : count } }),
})
