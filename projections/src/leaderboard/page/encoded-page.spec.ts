import { boardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { gzipChunks, PageCache, type EncodedPage } from './encoded-page.ts'

const page: EncodedPage = {
  bytes: Buffer.from(''),
  position: '7',
  epoch: 'e1',
  asOf: '',
  entryEndOffsets: new Map(),
}
const defaults = { build: 'a', position: '7', now: 0, query: boardQuery.parse({}), offset: 0 }

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

test('a page is encoded once for all users while the leaderboard does not change', async () => {
  expect(await countEncodings({}, {}, { offset: 50 }, { offset: 50 })).toBe(2)
})

test('a page is encoded again after a change or rebuild of the leaderboard, after a minute and on another date', async () => {
  expect(await countEncodings({}, { position: '8' })).toBe(2)
  expect(await countEncodings({}, { build: 'b' })).toBe(2)
  expect(await countEncodings({}, { now: 60_001 })).toBe(2)
  expect(await countEncodings({ now: 86_399_999 }, { now: 86_400_000 })).toBe(2)
})

test('the date of a page is that of the time zone of the challenge', async () => {
  const [midnight, justBefore] = [Date.parse('2026-01-05T23:00:00Z'), Date.parse('2026-01-05T22:59:59.999Z')]
  expect(await countEncodingsIn('Europe/Berlin', { now: justBefore }, { now: midnight })).toBe(2)
  expect(await countEncodingsIn('UTC', { now: justBefore }, { now: midnight })).toBe(1)
})

test('searches and pages far down are not cached', async () => {
  const search = boardQuery.parse({ search: 'ada' })
  expect(await countEncodings({ query: search }, { query: search })).toBe(2)
  expect(await countEncodings({ offset: 1_000 }, { offset: 1_000 })).toBe(2)
})

test('a compressed response has the same content for callers on the page and others', () => {
  const shared = Buffer.from('{"name":"Ada Löwe"},'.repeat(200))
  const others = ['{"you":1}', '{"you":"Bea"}', ''].map((text) => Buffer.from(text))
  for (const personal of others) {
    const compressed = Buffer.concat(gzipChunks([shared, personal]))
    expect(gunzipSync(compressed).equals(Buffer.concat([shared, personal]))).toBe(true)
    expect(compressed.length).toBeLessThan(shared.length / 10)
  }
  const parts = [shared.subarray(0, 100), Buffer.from('true}'), shared.subarray(100), Buffer.from('{}')]
  expect(gunzipSync(Buffer.concat(gzipChunks(parts))).equals(Buffer.concat(parts))).toBe(true)
})

test('a page is compressed once for all callers who are not on it', () => {
  const shared = Buffer.from('{"name":"Ada"},'.repeat(200))
  const bytesOf = (personal: string) => gzipChunks([shared, Buffer.from(personal)])[1]
  expect(bytesOf('{"you":1}')).toBe(bytesOf('{"you":2}'))
})
