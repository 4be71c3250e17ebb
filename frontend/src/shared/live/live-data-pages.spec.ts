import { expect, test } from 'vitest'
import { pagesOf } from './live-data.ts'

/** A list of 500 rows, with at most 200 a page. */
function fiveHundred() {
  const queries: object[] = []
  const pages = pagesOf('rows', {
    pageSize: 100,
    fetchPage: async (_key: undefined, query: { limit: number; cursor?: string }) => {
      queries.push(query)
      const start = Number(query.cursor ?? 0)
      const end = Math.min(start + Math.min(query.limit, 200), 500)
      const rows = Array.from({ length: end - start }, (_, index) => ({ id: String(start + index) }))
      return { rows, nextCursor: end === 500 ? null : String(end) }
    },
    idOf: ({ id }) => id,
  })
  return { queries, pages }
}
const { signal } = new AbortController()

test('loads one page, and further ones on request', async () => {
  const { queries, pages } = fiveHundred()
  const first = await pages.load(undefined, signal, undefined)
  const more = (await pages.loadMore(undefined, '100', signal))(first)
  expect(more.rows).toHaveLength(200)
  expect(more.nextCursor).toBe('200')
  expect(queries).toEqual([{ limit: 100 }, { limit: 100, cursor: '100' }])
})

test('a reload keeps all rows that the user has opened, also more than one page can have', async () => {
  const { queries, pages } = fiveHundred()
  const opened = { rows: Array.from({ length: 450 }, () => ({})) }
  const { rows, nextCursor } = await pages.load(undefined, signal, opened)
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => String(index)))
  expect(nextCursor).toBe('450')
  expect(queries).toEqual([{ limit: 200 }, { limit: 200, cursor: '200' }, { limit: 50, cursor: '400' }])
})

/** A search that finds one row in each of four pages, and none in the first. */
const rareFinds = (minRows?: number) =>
  pagesOf('rows', {
    pageSize: 100,
    ...(minRows !== undefined && { minRows }),
    fetchPage: async (_key: undefined, { cursor = '0' }: { cursor?: string }) => ({
      rows: cursor === '0' ? [] : [{ id: cursor }],
      nextCursor: cursor === '4' ? null : String(Number(cursor) + 1),
    }),
    idOf: ({ id }) => id,
  })

test.each([
  ['a first load is never empty while there may be more', undefined, undefined, ['1']],
  ['a first load has as many rows as it must', 3, undefined, ['1', '2', '3']],
  ['a first load ends with the list', 100, undefined, ['1', '2', '3', '4']],
  ['a reload has as many rows as were opened', undefined, { rows: [{}, {}] }, ['1', '2']],
])('%s, also if a page of a search has fewer rows than requested', async (_case, minRows, current, ids) => {
  const { rows } = await rareFinds(minRows).load(undefined, signal, current)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('a further page is not empty while there may be more', async () => {
  const add = await rareFinds().loadMore(undefined, '0', signal)
  expect(add({ rows: [], nextCursor: '0' })).toEqual({ rows: [{ id: '1' }], nextCursor: '2' })
})
