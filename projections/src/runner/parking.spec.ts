import { settled } from '@thirty/infra/scheduler-double.ts'
import type { View } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { poisoned, setUp, tally, type Tally } from './spec-runner.ts'

test('an event that a view cannot take in parks that view right before it; the others go on', async () => {
  const { log, start, counts, failures } = setUp([{ view: poisoned('sick', 'Poison') }, { view: tally() }])
  log.add('project-a', 'Happened')
  log.add('project-b', 'Happened')
  const runner = start()
  await runner.ready
  const poison = log.add('project-a', 'Poison')
  const after = log.add('project-a', 'Happened')
  await settled()
  expect(await counts('tally')).toEqual([3, 1])
  expect(await counts('sick')).toEqual([1, 1])
  expect(failures).toMatchObject([
    { view: 'sick', isParked: true, event: { type: 'Poison' }, error: new Error('cannot take in Poison') },
  ])
  expect(runner.positions()).toMatchObject([
    {
      view: { name: 'sick' },
      position: poison - 1n,
      parked: { position: poison, reason: 'Error: cannot take in Poison' },
    },
    { view: { name: 'tally' }, position: after },
  ])
  expect(await runner.reached(after, 1_000)).toBe(false)
})

test('a poisoned event in the past parks its view and keeps nobody from being ready', async () => {
  const { log, start, counts } = setUp([{ view: poisoned('sick', 'Poison') }, { view: tally() }])
  for (const type of ['Happened', 'Happened', 'Poison', 'Happened']) log.add('project-a', type)
  await start(100).ready
  expect(await counts('sick')).toEqual([2, undefined])
  expect(await counts('tally')).toEqual([4, undefined])
})

test('a place that is no number parks its view at the event that led there', async () => {
  const odd: View<Tally> = {
    ...tally('odd'),
    indexes: ({ count }) => ({ count: { score: count === 2 ? NaN : count } }),
  }
  const { log, start, counts, failures } = setUp([{ view: odd }])
  await start().ready
  const [, second] = [log.add('project-a', 'A'), log.add('project-a', 'B'), log.add('project-b', 'C')]
  await settled()
  expect(failures).toMatchObject([{ isParked: true, event: { position: second } }])
  expect(await counts('odd')).toEqual([1, undefined])
})

test('a place that is no number at the end of a replay parks its view at the event that led there', async () => {
  const odd: View<Tally> = {
    ...tally('odd'),
    indexes: ({ count }) => ({ count: { score: count === 3 ? NaN : count } }),
  }
  const { log, start, counts, failures, time } = setUp([{ view: odd }, { view: tally() }])
  const [, , third] = ['A', 'B', 'C'].map((type) => log.add('project-a', type))
  const { ready } = start(100)
  await time.pass(100)
  await ready
  expect(failures).toMatchObject([
    { view: 'odd', isParked: false, error: { cause: { name: 'BadPlace' } } },
    { view: 'odd', isParked: true, event: { position: third } },
  ])
  expect(await counts('odd')).toEqual([2, undefined])
  expect(await counts('tally')).toEqual([3, undefined])
})

test('places that cannot be worked out park a view as what is no number does', async () => {
  const indexes = ({ count }: Tally) => {
    if (count === 2) throw new Error('no places')
    return { count: { score: count } }
  }
  const { log, start, counts, failures, time } = setUp([{ view: { ...tally('odd'), indexes } }])
  const [, second] = ['A', 'B'].map((type) => log.add('project-a', type))
  const { ready } = start(100)
  await time.pass(100)
  await ready
  expect(failures.at(-1)).toMatchObject({ isParked: true, event: { position: second } })
  expect(await counts('odd')).toEqual([1, undefined])
})

test('an event from a newer release parks the views that would have to guess', async () => {
  const { log, start, failures } = setUp([{ view: tally() }])
  const runner = start()
  await runner.ready
  const event = { id: 'x', type: 'ProjectSubmitted', version: 99, at: '2026-03-01T12:00:00.000Z', data: {} }
  await log.append('project-a', [{ ...event, metadata: { correlation: 'c' } }], 'none')
  await settled()
  expect(failures).toMatchObject([{ isParked: true, event: { version: 99 } }])
})
