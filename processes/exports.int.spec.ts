import { auditResponse } from '@thirty/contracts/api/admin/audit.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { submitProject } from './testing/scenario.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
let admin: Person
let owner: Person
let projectId: string
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.admin()
  owner = await product.participant()
  projectId = await submitProject(product, owner)
  const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
  const body = { projectId, criteria }
  await product.ask({ method: 'POST', path: '/api/ratings/submit', token: admin.token, body })
  await product.appendFor(owner, { type: 'ProfileChanged', data: { fullName: '=HYPERLINK("x")' } })
})
afterAll(() => product.close())

const download = (kind: string, format: string, token = admin.token) =>
  product.ask({ method: 'GET', path: `/api/admin/exports/${kind}?format=${format}`, token })
const rowsOf = async (kind: string) =>
  (await download(kind, 'json')).json as Readonly<Record<string, readonly Record<string, unknown>[]>>
const entries = async () => {
  const path = '/api/admin/audit?action=data-exported'
  const { json } = await product.ask({ method: 'GET', path, token: admin.token })
  return auditResponse.parse(json).entries
}

test('accounts as CSV: every account once, and no name becomes a formula', async () => {
  const { status, headers, text } = await download('users', 'csv')
  const date = new Date().toISOString().slice(0, 10)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('text/csv'),
    `attachment; filename="thirty-users-${date}.csv"`,
  ])
  const [head, first, second, ...rest] = text.split('\r\n')
  expect(head).toBe(
    '\uFEFF"Id","Full name","Username","Email","Email confirmed","Role","Status","Joined at (UTC)","Submissions"',
  )
  expect(first).toMatch(
    new RegExp(`^"${admin.id}","Somebody","person_1","${admin.email}","no","owner","active"`),
  )
  expect(second).toMatch(
    new RegExp(`^"${owner.id}","'=HYPERLINK\\(""x""\\)".*"participant","active",.*,"1"$`),
  )
  expect(rest).toEqual([''])
})

test('projects and ratings as JSON, with the ids that connect them', async () => {
  expect((await rowsOf('projects'))['projects']).toMatchObject([
    { id: projectId, participantId: owner.id, status: 'submitted', officialRatings: 1 },
  ])
  expect((await rowsOf('ratings'))['ratings']).toMatchObject([
    { projectId, raterId: admin.id, rater: 'Somebody', official: true },
  ])
})

test('standings as JSON, with what the points are made of and the score of each day', async () => {
  const [first, ...rest] = (await rowsOf('standings'))['standings'] ?? []
  expect(rest).toEqual([])
  expect(first).toMatchObject({
    rank: 1,
    id: owner.id,
    projects: 1,
    quality: 80,
    streak: 1,
    day1: 'submitted',
    day1Score: 4,
    day2: null,
    day30Score: null,
  })
  const { points, projectPoints, qualityPoints, streakPoints } = first as Record<string, number>
  expect(points).toBeGreaterThan(0)
  expect((projectPoints ?? 0) + (qualityPoints ?? 0) + (streakPoints ?? 0)).toBeCloseTo(points ?? 0)
  expect((await entries())[0]).toMatchObject({ summary: 'Somebody exported data as JSON: Standings' })
})

test.each([
  ['users', 2],
  ['projects', 1],
  ['ratings', 1],
  ['standings', 1],
])('%s have the same rows as CSV and as JSON', async (kind, count) => {
  const rows = (await rowsOf(kind))[kind] ?? []
  const { status, text } = await download(kind, 'csv')
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  expect([status, rows.length, lines.length]).toEqual([200, count, count])
  expect(head.split(',').length).toBe(Object.keys(rows[0] ?? {}).length)
  for (const [index, { id }] of rows.entries())
    expect(lines[index]).toContain(typeof id === 'string' ? id : projectId)
})

test('a file of a filtered list has its rows only', async () => {
  const idsOf = async (kind: string, filter: string) => {
    const path = `/api/admin/exports/${kind}?format=json&${filter}`
    const { json } = await product.ask({ method: 'GET', path, token: admin.token })
    return (json as Record<string, { id: string }[]>)[kind]?.map(({ id }) => id)
  }
  expect(await idsOf('users', 'search=HYPERLINK')).toEqual([owner.id])
  expect(await idsOf('users', 'status=inactive')).toEqual([])
  expect(await idsOf('users', 'status=active')).toEqual([admin.id, owner.id])
  expect(await idsOf('projects', 'status=submitted')).toEqual([projectId])
  expect(await idsOf('projects', 'status=approved')).toEqual([])
  expect(await idsOf('projects', `user=${owner.id}`)).toEqual([projectId])
  expect(await idsOf('projects', `user=${admin.id}`)).toEqual([])
  expect(await idsOf('projects', 'search=nothing-of-the-kind')).toEqual([])
  expect(await idsOf('standings', 'search=hyperlink')).toEqual([owner.id])
  expect(await idsOf('standings', 'search=nobody')).toEqual([])
  expect((await download('users', 'csv&status=unknown')).status).toBe(400)
})

test('the audit says who exported what, and nothing of a request that got no data', async () => {
  const before = await entries()
  await download('ratings', 'csv')
  for (const [format, token, status] of [
    ['csv', owner.token, 403],
    ['xlsx', admin.token, 400],
  ] as const)
    expect((await download('users', format, token)).status).toBe(status)
  const path = '/api/admin/exports/users?format=csv'
  expect((await product.ask({ method: 'HEAD', path, token: admin.token })).status).toBe(200)
  const after = await entries()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({
    action: 'data-exported',
    actor: { _id: admin.id },
    subject: { kind: 'data', id: 'ratings', name: 'Ratings' },
    summary: 'Somebody exported data as CSV: Ratings',
  })
})

test('every download is an entry, also with the idempotency key of another one', async () => {
  const before = await entries()
  const headers = { 'idempotency-key': 'the-same' }
  const path = '/api/admin/exports/users?format=csv'
  for (const _ of [1, 2]) {
    const { status, text } = await product.ask({ method: 'GET', path, token: admin.token, headers })
    expect([status, text.includes(admin.id)]).toEqual([200, true])
  }
  expect(await entries()).toHaveLength(before.length + 2)
})

test('downloads of the audit and of backups are entries, written before the first byte', async () => {
  const ask = (method: string, path: string, body?: unknown, token = admin.token) =>
    product.ask({ method, path, body, token })
  const { json } = await ask('POST', '/api/admin/backups', { name: 'Halfway' })
  const { backupId } = json as { backupId: string }
  const before = (await entries()).length
  await ask('GET', `/api/admin/backups/${backupId}/export`, undefined, owner.token)
  await ask('GET', '/api/admin/audit/export?format=csv', undefined, owner.token)
  await ask('GET', '/api/admin/backups/none/export')
  expect(await entries()).toHaveLength(before)
  expect((await ask('GET', `/api/admin/backups/${backupId}/export`)).status).toBe(200)
  const { text } = await ask('GET', '/api/admin/audit/export?format=csv')
  expect((await entries()).slice(0, -before)).toMatchObject([
    {
      actor: { _id: admin.id },
      subject: { kind: 'data', id: 'audit' },
      summary: 'Somebody exported data as CSV: Audit',
    },
    { subject: { id: backupId }, summary: 'Somebody exported the backup “Halfway” as a file' },
  ])
  // The file of the audit has its own entry.
  expect(text).toContain('exported data as CSV: Audit')
})
