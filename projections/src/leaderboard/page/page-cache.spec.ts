import { expect, test, vi } from 'vitest'
import { boardCache, boardState } from './page-cache.ts'

const now = Date.parse('2026-01-05T22:59:59.999Z')
const midnight = Date.parse('2026-01-05T23:00:00Z')
const first = { build: 'a', epoch: 'e1', position: '7', now }
const stateAt = (position: string) => boardState({ ...first, position }, 'UTC')

test.each([
  ['once for requests of the same state', {}, 1],
  ['again after a change', { position: '8' }, 2],
  ['again after a rebuild', { build: 'b' }, 2],
  ['again in another epoch', { epoch: 'e2' }, 2],
  ['again after a minute', { now: now + 60_001 }, 2],
  ['again on another date in the time zone of the challenge', { now: midnight }, 2, 'Europe/Berlin'],
  ['once while the date is the same there', { now: midnight }, 1],
])('a page is encoded %s', async (_, later, count, timeZone = 'UTC') => {
  const pages = boardCache<string>(10)
  const encode = vi.fn<() => Promise<string>>(async () => 'page')
  for (const request of [{}, later])
    expect(await pages.findOrCompute('key', boardState({ ...first, ...request }, timeZone), encode)).toBe(
      'page',
    )
  expect(encode).toHaveBeenCalledTimes(count)
  await pages.findOrCompute('other key', boardState({ ...first, ...later }, timeZone), encode)
  expect(encode).toHaveBeenCalledTimes(count + 1)
})

test('a part that could not be encoded is encoded again', async () => {
  const callers = boardCache<string>(10)
  const failing = callers.findOrCompute('ada', stateAt('7'), async () => {
    throw new Error('The store is gone.')
  })
  await expect(failing).rejects.toThrow('The store is gone.')
  expect(await callers.findOrCompute('ada', stateAt('7'), async () => 'here')).toBe('here')
})

test('a late failure does not take the place of a page that was encoded after it began', async () => {
  const pages = boardCache<string>(10)
  const late = Promise.withResolvers<string>()
  const before = pages.findOrCompute('key', stateAt('7'), async () => late.promise)
  await pages.findOrCompute('key', stateAt('8'), async () => 'page')
  late.reject(new Error('The store is gone.'))
  await expect(before).rejects.toThrow('The store is gone.')
  expect(await pages.findOrCompute('key', stateAt('8'), () => expect.unreachable('It is cached.'))).toBe(
    'page',
  )
})

test('a failure leaves the last value, and the value of the state before', async () => {
  const pages = boardCache<string>(10)
  await pages.findOrCompute('key', stateAt('7'), async () => 'page')
  const failing = pages.findOrCompute('key', stateAt('8'), () => Promise.reject(new Error('Gone.')))
  expect(pages.last('key')).toBe('page')
  await expect(failing).rejects.toThrow('Gone.')
  expect(pages.last('key')).toBe('page')
  expect(await pages.findOrCompute('key', stateAt('7'), () => expect.unreachable('It is cached.'))).toBe(
    'page',
  )
})
