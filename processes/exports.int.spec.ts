import { auditResponse } from '@thirty/contracts/audit/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { productForFile, type Person } from './testing/product.ts'

const product = productForFile()
const admin = appForFile(() => product.admin())
/** A participant with a project that is rated. */
const owner = appForFile(async () => {
  const person = await product.participant()
  const projectId = await product.submitProject(person)
  await product.rate(admin, projectId, 4)
  await product.appendFor(person, { type: 'ProfileChanged', data: { fullName: '=HYPERLINK("x")' } })
  return { ...person, projectId }
})

const get = (path: string, by = admin) => product.answer(by, `GET /api/admin/${path}`)
const download = (kind: string, format: string, by?: Person) => get(`exports/${kind}?format=${format}`, by)
const rowsOf = async (kind: string, filter = '') =>
  // The schema of the response defines this type.
  ((await download(kind, `json${filter}`)).json as Record<string, Record<string, unknown>[]>)[kind] ?? []
const entries = async () => auditResponse.parse((await get('audit?action=data-exported')).json).entries

test('accounts as CSV: every account once, and no name becomes a formula', async () => {
  const { status, headers, text } = await download('users', 'csv')
  const date = new Date().toISOString().slice(0, 10)
  const disposition = `attachment; filename="thirty-users-${date}.csv"`
  expect([status, headers['content-disposition']]).toEqual([200, disposition])
  expect(headers['content-type']).toContain('text/csv')
  const [head, first, second, ...rest] = text.split('\r\n')
  expect(head).toBe(
    '\uFEFF"Id","Full name","Username","Email","Email confirmed","Role","Status","Joined at (UTC)","Submissions"',
  )
  const [ofAdmin, ofOwner] = [`"${admin.id}","Somebody","person_1"`, `"${owner.id}","'=HYPERLINK\\(""x""\\)"`]
  expect(first).toMatch(new RegExp(`^${ofAdmin},"${admin.email}","no","owner","active"`))
  expect(second).toMatch(new RegExp(`^${ofOwner}.*"participant","active",.*,"1"$`))
  expect(rest).toEqual([''])
})

test.each([
  ['users', 2, 'status=inactive', 0],
  ['projects', 1, 'status=approved', 0],
  ['ratings', 1, '', 1],
  ['standings', 1, 'search=nobody', 0],
])(
  '%s have the same rows as CSV and as JSON, and those of a filter only',
  async (kind, count, filter, left) => {
    const rows = await rowsOf(kind)
    const { status, text } = await download(kind, 'csv')
    const [head = '', ...lines] = text.trimEnd().split('\r\n')
    expect([status, rows.length, lines.length]).toEqual([200, count, count])
    expect(head.split(',').length).toBe(Object.keys(rows[0] ?? {}).length)
    for (const [index, { id }] of rows.entries())
      expect(lines[index]).toContain(typeof id === 'string' ? id : owner.projectId)
    expect(await rowsOf(kind, `&${filter}`)).toHaveLength(left)
  },
)

test('standings as JSON, with what the points are made of and the score of each day', async () => {
  const days = { day1: 'submitted', day1Score: 4, day2: null, day30Score: null }
  expect(await rowsOf('standings')).toMatchObject([
    { rank: 1, id: owner.id, projects: 1, quality: 80, streak: 1, ...days },
  ])
  const [{ points, projectPoints, qualityPoints, streakPoints } = {}] = await rowsOf('standings')
  expect(Number(points)).toBeGreaterThan(0)
  expect(Number(projectPoints) + Number(qualityPoints) + Number(streakPoints)).toBeCloseTo(Number(points))
})

test('the audit says who exported what, and has no entry for a request that got no data', async () => {
  const before = await entries()
  await download('ratings', 'csv')
  expect((await download('users', 'csv', owner)).status).toBe(403)
  for (const format of ['xlsx', 'csv&status=unknown'])
    expect((await download('users', format)).status).toBe(400)
  expect((await product.answer(admin, 'HEAD /api/admin/exports/users?format=csv')).status).toBe(200)
  const after = await entries()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({
    action: 'data-exported',
    actor: { _id: admin.id },
    subject: { kind: 'data', id: 'ratings', name: 'Ratings' },
    summary: 'Somebody exported data as CSV: Ratings',
  })
})

test('downloads of the audit and of backups are entries, written before the first byte', async () => {
  const backupId = await product.createBackup(admin)
  const before = (await entries()).length
  await product.exportBackup(owner, backupId)
  await get('audit/export?format=csv', owner)
  await product.exportBackup(admin, 'none')
  expect(await entries()).toHaveLength(before)
  expect((await product.exportBackup(admin, backupId)).status).toBe(200)
  const summary = 'Somebody exported data as CSV: Audit'
  const { text } = await get('audit/export?format=csv')
  expect((await entries()).slice(0, -before)).toMatchObject([
    { actor: { _id: admin.id }, subject: { kind: 'data', id: 'audit' }, summary },
    { subject: { id: backupId }, summary: 'Somebody exported the backup “Halfway” as a file' },
  ])
  // The file of the audit has its own entry.
  expect(text).toContain('exported data as CSV: Audit')
})
