import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eventVersion } from '@thirty/contracts/events/catalogue.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyFile } from './backup-file/verify.ts'
import { password, startTestProduct, type TestProduct } from './testing/product.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A log that release 0.1.0 wrote, with its people, and the responses of that release. */
const fixture = join(import.meta.dirname, 'testing/release-0.1.0')
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(fixture, name), 'utf8'))

type RecordedResponse = { path: string; status: number; json: unknown }
type Account = { email: string }
// The fixture was written once and does not change.
const responses = readJson('responses.json') as RecordedResponse[]
const people = readJson('people.json') as { admin: Account; participants: [Account, ...Account[]] }

/** Requested by the admin when the fixture was written; so are all paths under /api/admin. */
const adminPaths = [
  '/api/leaderboard/leaderboard?limit=200',
  '/api/projects/all?limit=200',
  '/api/auth/users?limit=200',
  '/api/auth/users/count',
  '/api/auth/users/active',
  '/api/projects/count',
]
const senderOf = (path: string): 'admin' | 'participant' | 'visitor' => {
  if (adminPaths.includes(path) || path.startsWith('/api/admin/')) return 'admin'
  return path.startsWith('/api/ratings/project/') ? 'visitor' : 'participant'
}

/** `asOf` and `token` are new with every response and were removed from the fixture. */
/** Since then, `position` is that of the last change that the reader may see. */
const volatileFields = new Set(['asOf', 'token', 'position'])
/** Fields that later releases added to these responses. */
const addedFields = new Set(['emailConfirmed', 'epoch', 'language', 'publicFields'])
/** The same, where another response has a field of that name. */
const addedFieldsOf: Readonly<Record<string, readonly string[]>> = {
  '/api/auth/users?limit=200': ['days', 'sessions', 'lastSeenAt', 'role'],
  '/api/auth/me': ['role'],
  '/api/projects/all?limit=200': ['waitingSince', 'version', 'officialRatings'],
  '/api/community/feed?limit=200': ['streak'],
}
/** Fields of the response itself that later releases added to what visitors see of ratings. */
const addedToRatings = ['project', 'spread', 'official', 'community', 'position', 'dayAverages', 'neighbours']
const withoutAddedToRatings = (path: string, json: unknown): unknown =>
  path.startsWith('/api/ratings/project/') && typeof json === 'object' && json !== null
    ? Object.fromEntries(Object.entries(json).filter(([name]) => !addedToRatings.includes(name)))
    : json
const withoutVolatileFields = (json: unknown, added: readonly string[] = []): unknown =>
  JSON.parse(
    JSON.stringify(json, (name: string, value: unknown) =>
      volatileFields.has(name) || addedFields.has(name) || added.includes(name) ? undefined : value,
    ),
  )

/** Later releases say "submitted" in the history of points. */
const withCurrentTexts = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name: string, value: unknown) =>
      name === 'reason' && typeof value === 'string'
        ? value.replace(/^(Day \d+) handed in$/, '$1 submitted')
        : value,
    ),
  )

/** Whose projects have the recorded ratings. */
const deletedParticipant = '01a20496-40aa-7970-872e-b9860b8a6571'
/** Feedback may name the participant, so since then nobody reads that of a deleted account. */
const withoutHiddenFeedback = (path: string, json: unknown): unknown =>
  path.startsWith('/api/ratings/project/') && path.includes(deletedParticipant)
    ? JSON.parse(JSON.stringify(json, (name: string, value: unknown) => (name === 'feedback' ? '' : value)))
    : json

/** Shortly after the responses were recorded. */
const recordedAt = Date.parse('2026-11-22T20:00:00.000Z')

let product: TestProduct
const tokens: { admin?: string; participant?: string; visitor?: string } = {}
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-previous-release-'))
  writeFileSync(join(folder, 'events.db'), gunzipSync(readFileSync(join(fixture, 'events.db.gz'))))
  copyFileSync(join(fixture, 'events.head'), join(folder, 'events.head'))
  // Some responses depend on the date, which the previous release counted in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: recordedAt })
  product = await startTestProduct({ CHALLENGE_TIMEZONE: 'UTC' }, folder)
  tokens.admin = await logIn(people.admin)
  tokens.participant = await logIn(people.participants[0])
})
afterAll(async () => {
  await product.close()
  vi.useRealTimers()
})

async function logIn({ email: emailOrUsername }: Account): Promise<string> {
  const body = { emailOrUsername, password }
  const { status, json, text } = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  expect([status, text]).toEqual([200, text])
  // The schema of the response defines this type.
  return (json as { user: { token: string } }).user.token
}

test.each(responses)('$path responds as in the previous release', async ({ path, status, json }) => {
  const response = await product.ask({ method: 'GET', path, token: tokens[senderOf(path)] })
  expect(response.status).toBe(status)
  const known = withoutAddedToRatings(path, response.json)
  expect(withoutVolatileFields(known, addedFieldsOf[path])).toEqual(
    withoutVolatileFields(withoutHiddenFeedback(path, withCurrentTexts(json))),
  )
})

test('every event of the previous release is read in the newest version of its type', async () => {
  const versions = new Map<string, number>()
  for await (const events of product.core.log.readAll({}))
    for (const { type, version } of events) versions.set(type, version)
  expect([...versions]).toEqual([...versions.keys()].map((type) => [type, eventVersion(type)]))
  // Its newest version is 2; the fixture contains version 1.
  expect(versions.has('ProfileImageChanged')).toBe(true)
})

test('a backup file of a history that the previous release wrote can be imported', async () => {
  const send = async (method: string, path: string, body?: unknown) =>
    product.ask({ method, path, body, token: String(tokens.admin) })
  const { json } = await send('POST', '/api/admin/backups', { name: 'Of the previous release' })
  const { bytes } = await send('GET', `/api/admin/backups/${(json as { backupId: string }).backupId}/export`)
  const path = join(mkdtempSync(join(tmpdir(), 'thirty-previous-release-')), 'backup.ndjson.gz')
  writeFileSync(path, bytes)
  expect(await verifyFile(path)).toMatchObject({
    isIntact: true,
    events: expect.toSatisfy((count) => count > 100),
  })
})
