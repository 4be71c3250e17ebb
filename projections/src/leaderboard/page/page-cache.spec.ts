import { boardQuery } from '@thirty/contracts/leaderboard/api.ts'
import { expect, test } from 'vitest'
import type { EncodedPage } from './encoded-page.ts'
import { PageCache } from './page-cache.ts'

const page: EncodedPage = {
  bytes: Buffer.from(''),
  position: '7',
  epoch: 'e1',
  asOf: '',
  entryEndOffsets: new Map(),
}
const defaults = { build: 'a', epoch: 'e1', position: '7', now: 0, query: boardQuery.parse({}), offset: 0 }

/** Returns how often a page is encoded for a sequence of requests. */
async function countEncodings(...requests: Partial<typeof defaults>[]): Promise<number> {
  return countEncodingsIn('UTC', ...requests)
}

async function countEncodingsIn(timeZone: string, ...requests: Partial<typeof defaults>[]): Promise<number> {
  const pages = new PageCache(timeZone)
  let count = 0
  for (const request of requests) {
    await pages.findOrEncode({ ...defaults, ...request }, async () => {
      count += 1
      return page
    })
  }
  return count
}

test('a page is encoded again after a change or rebuild of the leaderboard, after a minute and on another date', async () => {
  expect(await countEncodings({}, { position: '8' })).toBe(2)
  expect(await countEncodings({}, { build: 'b' })).toBe(2)
  expect(await countEncodings({}, { epoch: 'e2' })).toBe(2)
  expect(await countEncodings({}, { now: 60_001 })).toBe(2)
  expect(await countEncodings({ now: 86_399_999 }, { now: 86_400_000 })).toBe(2)
})

test('the date of a page is that of the time zone of the challenge', async () => {
  const [midnight, justBefore] = [Date.parse('2026-01-05T23:00:00Z'), Date.parse('2026-01-05T22:59:59.999Z')]
  expect(await countEncodingsIn('Europe/Berlin', { now: justBefore }, { now: midnight })).toBe(2)
  expect(await countEncodingsIn('UTC', { now: justBefore }, { now: midnight })).toBe(1)
})

test('the part about a caller is encoded once for each caller while the leaderboard does not change', async () => {
  const pages = new PageCache('UTC')
  const encoded: string[] = []
  const partFor = async (id: string, request: Partial<typeof defaults> = {}) => {
    const state = { ...defaults, ...request }
    const { position } = state
    const { part } = await pages.findOrEncodeCaller(state, id, async () => {
      encoded.push(`${id} at ${position}`)
      return { rank: 1, part: Buffer.from(`${id} at ${position}`) }
    })
    return part.toString()
  }
  expect(await partFor('ada')).toBe('ada at 7')
  expect(await partFor('bob')).toBe('bob at 7')
  expect(await partFor('ada')).toBe('ada at 7')
  expect(await partFor('ada', { position: '8' })).toBe('ada at 8')
  await partFor('ada', { position: '8', now: 60_001 })
  expect(encoded).toEqual(['ada at 7', 'bob at 7', 'ada at 8', 'ada at 8'])
})

test('a part that could not be encoded is encoded again', async () => {
  const pages = new PageCache('UTC')
  const failing = pages.findOrEncodeCaller(defaults, 'ada', async () => {
    throw new Error('The store is gone.')
  })
  await expect(failing).rejects.toThrow('The store is gone.')
  const again = pages.findOrEncodeCaller(defaults, 'ada', async () => ({
    rank: 2,
    part: Buffer.from('here'),
  }))
  expect(await again).toMatchObject({ rank: 2 })
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
