import type { LiveBuild } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { joinedPosition } from './joined-position.ts'

const build = (checkpoint: bigint, epoch = 'e1'): LiveBuild => ({
  build: { name: 'one', version: 1, build: 'b' },
  checkpoint,
  epoch,
  seen: { upTo: checkpoint, events: [] },
})

test.each([
  ['all are there', [build(7n), build(7n), build(6n)], { position: '7', epoch: 'e1' }],
  ['another one is farther, whose messages may be later', [build(7n), build(8n)], undefined],
  ['another one is of another copy of the log', [build(7n), build(7n, 'e2')], undefined],
  ['one is not built', [build(7n), undefined], undefined],
  ['the first is not built', [undefined, build(7n)], undefined],
])('the position when %s', async (_when, builds, expected) => {
  expect(await joinedPosition({ readBuilds: async () => builds, isHidden: async () => false })()).toEqual(
    expected,
  )
})

test('a hidden position is not told', async () => {
  const position = joinedPosition({ readBuilds: async () => [build(7n)], isHidden: async () => true })
  expect(await position()).toBeUndefined()
})

test('each call has a reading that began after it, and calls that wait share one', async () => {
  let checkpoint = 0n
  let readings = 0
  const readBuilds = async () => {
    readings += 1
    const builds = [build(checkpoint)]
    await Promise.resolve()
    return builds
  }
  const position = joinedPosition({ readBuilds, isHidden: async () => false })
  const first = position()
  await Promise.resolve()
  checkpoint = 5n
  const later = [position(), position(), position()]
  expect((await first)?.position).toBe('0')
  expect((await Promise.all(later)).map((one) => one?.position)).toEqual(['5', '5', '5'])
  expect(readings).toBe(2)
})

test('a reading that fails leaves the next one alone', async () => {
  let isAway = true
  const readBuilds = async () => {
    if (isAway) throw new Error('away')
    return [build(3n)]
  }
  const position = joinedPosition({ readBuilds, isHidden: async () => false })
  await expect(position()).rejects.toThrow('away')
  isAway = false
  expect(await position()).toEqual({ position: '3', epoch: 'e1' })
})
