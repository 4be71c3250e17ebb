import { boardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { expect, test } from 'vitest'
import { PageCache, type EncodedPage } from './encoded-page.ts'

const page: EncodedPage = { bytes: Buffer.from(''), position: '7', asOf: '', entryEndOffsets: new Map() }
const place = { build: 'a', position: '7', now: 0, query: boardQuery.parse({}), offset: 0 }

/** How often a page is made when it is asked for here and there. */
async function timesMade(...places: Partial<typeof place>[]): Promise<number> {
  const pages = new PageCache()
  let made = 0
  for (const other of places) {
    await pages.findOrEncode({ ...place, ...other }, async () => {
      made += 1
      return page
    })
  }
  return made
}

test('a page is made once for all who ask, while the board stands still', async () => {
  expect(await timesMade({}, {}, { offset: 50 }, { offset: 50 })).toBe(2)
})

test('it is made again when the board moved or was built anew, after a minute, and on another date', async () => {
  expect(await timesMade({}, { position: '8' })).toBe(2)
  expect(await timesMade({}, { build: 'b' })).toBe(2)
  expect(await timesMade({}, { now: 60_001 })).toBe(2)
  expect(await timesMade({ now: 86_399_999 }, { now: 86_400_000 })).toBe(2)
})

test('what few ask for is not kept: a search, and pages far down', async () => {
  const search = boardQuery.parse({ search: 'ada' })
  expect(await timesMade({ query: search }, { query: search })).toBe(2)
  expect(await timesMade({ offset: 1_000 }, { offset: 1_000 })).toBe(2)
})
