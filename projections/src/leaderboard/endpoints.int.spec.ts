import { gunzipSync } from 'node:zlib'
import { personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer, type ReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Positions are 10, 20, 30, …; Ada is on the first page and not on the second.
const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea']
const given = names.flatMap((name) => [personEvents(name).registered(), projectEvents(name, 1).submitted()])

let server: ReadModelServer
beforeAll(async () => {
  server = await startReadModelServer(given)
})
afterAll(() => server.close())

const ask = (query: string, headers: Record<string, string> = {}) =>
  server.request(`/api/leaderboard/leaderboard${query}`, 'Ada', headers)

test.for([
  ['40', 2],
  ['2026-01-05T12:00:00.000Z', 12],
  ['2026-01-05T13:00:00+01:00', 12],
] as const)('asks for the past leaderboard at the moment of the request (%j)', async ([at, ranked]) => {
  const { status, json } = await ask(`?at=${encodeURIComponent(at)}&sort=streak`)
  expect([status, json()]).toMatchObject([200, { stats: { totalUsers: ranked } }])
})

test('refuses a request for the leaderboard at another time instead of answering with the current one', async () => {
  const { status, json } = await ask('?time=day:12')
  expect(status).toBe(400)
  expect(json()).toMatchObject({ code: 'malformed', errors: { time: 'This field is not known.' } })
})

test.each(['', '?limit=6&sort=projects&order=asc'])(
  'compresses the leaderboard (%j) for callers that accept it, with an ETag by which they keep the page',
  async (query) => {
    const plain = await ask(query, { 'accept-encoding': 'identity' })
    const compressed = await ask(query, { 'accept-encoding': 'gzip, br' })
    expect(JSON.parse(gunzipSync(compressed.bytes).toString())).toEqual(plain.json())
    expect([plain, compressed].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip'])
    expect(compressed.headers.vary).toBe('Authorization, Accept-Encoding')
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
    for (const [encoding, { headers }] of [
      ['identity', plain],
      ['gzip, br', compressed],
    ] as const) {
      const again = await ask(query, {
        'accept-encoding': encoding,
        'if-none-match': headers.etag ?? '',
        'cache-control': 'max-age=0',
      })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag])
    }
  },
)
