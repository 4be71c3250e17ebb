import { boardQuery } from '@thirty/contracts/leaderboard/api.ts'
import { expect, test, vi } from 'vitest'
import type { EncodedCaller, EncodedPage } from './encoded-page.ts'
import { PageCache } from './page-cache.ts'

const page: EncodedPage = {
  bytes: Buffer.from(''),
  position: '7',
  epoch: 'e1',
  asOf: '',
  entryEndOffsets: new Map(),
}
const now = Date.parse('2026-01-05T22:59:59.999Z')
const midnight = Date.parse('2026-01-05T23:00:00Z')
const caller = { rank: 1, part: Buffer.from('here') }
const defaults = { build: 'a', epoch: 'e1', position: '7', now, query: boardQuery.parse({}), offset: 0 }

test.each([
  ['once for requests of the same state', {}, 1],
  ['again after a change', { position: '8' }, 2],
  ['again after a rebuild', { build: 'b' }, 2],
  ['again in another epoch', { epoch: 'e2' }, 2],
  ['again after a minute', { now: now + 60_001 }, 2],
  ['again on another date in the time zone of the challenge', { now: midnight }, 2, 'Europe/Berlin'],
  ['once while the date is the same there', { now: midnight }, 1],
])('a page and the part about its caller are encoded %s', async (_, later, count, timeZone = 'UTC') => {
  const pages = new PageCache(timeZone)
  const encode = vi.fn<() => Promise<EncodedPage>>(async () => page)
  const encodeCaller = vi.fn<() => Promise<EncodedCaller>>(async () => caller)
  for (const request of [{}, later]) {
    const state = { ...defaults, ...request }
    expect(await pages.findOrEncode(state, encode)).toBe(page)
    expect(await pages.findOrEncodeCaller(state, 'ada', encodeCaller)).toBe(caller)
  }
  expect([encode.mock.calls.length, encodeCaller.mock.calls.length]).toEqual([count, count])
  await pages.findOrEncodeCaller({ ...defaults, ...later }, 'bob', encodeCaller)
  expect(encodeCaller).toHaveBeenCalledTimes(count + 1)
})

test('a part that could not be encoded is encoded again', async () => {
  const pages = new PageCache('UTC')
  const failing = pages.findOrEncodeCaller(defaults, 'ada', async () => {
    throw new Error('The store is gone.')
  })
  await expect(failing).rejects.toThrow('The store is gone.')
  expect(await pages.findOrEncodeCaller(defaults, 'ada', async () => caller)).toBe(caller)
})

test('a late failure does not take the place of a page that was encoded after it began', async () => {
  const pages = new PageCache('UTC')
  const late = Promise.withResolvers<EncodedPage>()
  const first = pages.findOrEncode(defaults, async () => late.promise)
  const newer = { ...defaults, position: '8' }
  await pages.findOrEncode(newer, async () => page)
  late.reject(new Error('The store is gone.'))
  await expect(first).rejects.toThrow('The store is gone.')
  expect(await pages.findOrEncode(newer, () => expect.unreachable('It is cached.'))).toBe(page)
})
