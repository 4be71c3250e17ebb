import { Buffer } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { backupKeysResponse } from '@thirty/contracts/api/admin/backup-keys.ts'
import {
  importPreviewResponse,
  importResponse,
  restorePreview,
  type ImportResponse,
} from '@thirty/contracts/api/admin/backups.ts'
import { maxBackupFileBytes } from '@thirty/contracts/backup-file/file-limits.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBackup, postComment, projectFields, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// The tests start two installations with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
const gzip = { 'content-type': 'application/gzip' }

let [origin, other]: TestProduct[] = []
let [originAdmin, otherAdmin]: Person[] = []
let people: Person[]
let backupId: string
let file: Buffer

const required = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The test is not set up.')
  return value
}
const theOrigin = () => ({ product: required(origin), admin: required(originAdmin) })
const theOther = () => ({ product: required(other), admin: required(otherAdmin) })
type Installation = ReturnType<typeof theOrigin>

/** Sends a request of an admin. Throws if it is refused. */
async function command({ product, admin }: Installation, method: string, path: string, body?: unknown) {
  const response = await product.ask({ method, path, body, token: admin.token })
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
  return response
}

const importFile = (
  { product, admin }: Installation,
  body: unknown,
  headers: Record<string, string> = gzip,
) => product.ask({ method: 'POST', path: '/api/admin/backups/import', headers, body, token: admin.token })

const exportFile = async (installation: Installation, id: string) =>
  (await command(installation, 'GET', `/api/admin/backups/${id}/export`)).bytes

const previewOf = async (installation: Installation, id: string) =>
  restorePreview.parse((await command(installation, 'GET', `/api/admin/backups/${id}/preview`)).json)

const headOf = ({ product }: Installation) => product.core.log.head()

/** Builds a challenge with every kind of event, a reset, a restore and a project that was submitted again. */
async function buildHistory(installation: Installation, [ana, ben]: readonly [Person, Person]) {
  const { product, admin } = installation
  const as = (person: Person, method: string, path: string, body?: unknown) =>
    product.ask({ method, path, body, token: person.token })
  await command(installation, 'POST', '/api/admin/challenge/start', { startsAt: '2026-11-01T08:00:00Z' })
  const project = await submitProject(product, ana, 1)
  const another = await submitProject(product, ben, 1)
  await as(ana, 'POST', `/api/projects/${another}/view`)
  await as(ben, 'PUT', `/api/projects/${project}/like`)
  await as(ben, 'POST', `/api/projects/${project}/view`)
  await postComment(product, ben, project)
  await as(ana, 'POST', '/api/challenge/days/1/complete')
  await command(installation, 'POST', '/api/ratings/submit', {
    projectId: project,
    criteria,
    feedback: 'Neat.',
  })
  const { json } = await command(installation, 'POST', '/api/admin/reset-with-backup')
  const { backupId: before } = json as { backupId: string }
  await submitProject(product, ben, 2)
  await command(installation, 'POST', `/api/admin/restore-backup/${before}`)
  await as(ben, 'DELETE', `/api/projects/r1-d1-${ben.id}`)
  await submitProject(product, ben, 1)
  await postComment(product, ana, `r3-d1-${ben.id}`)
  // In a file, both projects of this day are one.
  await as(ana, 'POST', `/api/projects/r3-d1-${ben.id}/view`)
  await as(ana, 'POST', '/api/projects', { ...projectFields(ana), day: 2 })
  return createBackup(product, admin)
}

beforeAll(async () => {
  const started = await Promise.all([startTestProduct(), startTestProduct()])
  ;[origin, other] = started
  ;[originAdmin, otherAdmin] = await Promise.all([started[0].admin(), started[1].admin()])
  const pair = [await started[0].participant(), await started[0].participant()] as const
  people = [...pair]
  backupId = await buildHistory(theOrigin(), pair)
  file = await exportFile(theOrigin(), backupId)
})
afterAll(() => Promise.all([origin?.close(), other?.close()]))

test('an exported file has a name, and nothing about accounts', async () => {
  const { headers, text } = await command(theOrigin(), 'GET', `/api/admin/backups/${backupId}/export`)
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="thirty-backup-[a-z0-9-]+\.ndjson\.gz"$/,
  )
  expect(text).toBe(gunzipSync(file).toString())
  for (const secret of [
    ...people.flatMap(({ email, username }) => [email, username]),
    '$argon2',
    'eyJ',
    'token',
    'Somebody',
    'correlation',
    'causation',
  ])
    expect(text).not.toContain(secret)
  for (const { id } of people) expect(text).toContain(id)
})

test.for(['..%2f..%2fetc%2fpasswd', '%00', 'x'.repeat(10_000), '..%5c..%5cboot.ini', 'toString'])(
  'the id %s leads to no backup and to no file',
  async (id) => {
    const { product, admin } = theOrigin()
    for (const [method, path] of [
      ['GET', `/api/admin/backups/${id}`],
      ['GET', `/api/admin/backups/${id}/export`],
      ['GET', `/api/admin/backups/${id}/preview`],
      ['DELETE', `/api/admin/backups/${id}`],
      ['POST', `/api/admin/restore-backup/${id}`],
    ] as const) {
      const { status, text } = await product.ask({ method, path, token: admin.token })
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => [400, 404].includes(code))])
      expect(text).not.toContain('root:')
    }
  },
)

test('two downloads of the same backup are the same', async () => {
  expect((await exportFile(theOrigin(), backupId)).equals(file)).toBe(true)
})

test('a backup of this installation is there already, and importing its file changes nothing', async () => {
  const head = await headOf(theOrigin())
  const { status, json } = await importFile(theOrigin(), file)
  expect([status, importResponse.parse(json)]).toMatchObject([
    200,
    { wasThere: true, backup: { _id: backupId } },
  ])
  expect(await headOf(theOrigin())).toBe(head)
})

test('every damage is refused with its reason, and changes nothing', async () => {
  const head = await headOf(theOther())
  const damaged = [Buffer.alloc(0), file.subarray(0, -9), Buffer.concat([file, file]), Buffer.from('{}')]
  for (let index = 0; index < file.length; index += 97) {
    const copy = Buffer.from(file)
    copy[index] = (copy[index] ?? 0) ^ 0xff
    damaged.push(copy)
  }
  for (const body of damaged) {
    const { status, json } = await importFile(theOther(), body)
    expect([status, json]).toMatchObject([
      422,
      { code: 'backup-damaged', message: expect.stringMatching(/\.$/) },
    ])
  }
  expect(await headOf(theOther())).toBe(head)
})

test('a body of another type and a body that is too large are refused', async () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=b', 'application/octet-stream'])
    expect((await importFile(theOther(), '{}', { 'content-type': type })).json).toMatchObject({
      code: 'wrong-type',
    })
  const { product, admin } = theOther()
  const { hostname, port } = new URL(product.address)
  const headers = {
    ...gzip,
    authorization: `Bearer ${admin.token}`,
    'content-length': String(maxBackupFileBytes + 1),
  }
  const path = '/api/admin/backups/import'
  const status = await new Promise((resolve, reject) => {
    const sending = send({ hostname, port, path, method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      sending.destroy()
    })
    sending.on('error', reject)
    // More than is read of a refused body.
    sending.write(Buffer.alloc(33 * 1024 * 1024))
  })
  expect(status).toBe(413)
})

let imported: ImportResponse

test('organisers import files of accepted keys only, and owners decide which these are', async () => {
  const { product, admin: owner } = theOther()
  const organiser = await product.adminWith('organiser', owner)
  const as = (person: Person, method: string, path: string, body?: unknown) =>
    product.ask({ method, path, body, token: person.token })
  const importAs = (person: Person) =>
    product.ask({
      method: 'POST',
      path: '/api/admin/backups/import',
      headers: gzip,
      body: file,
      token: person.token,
    })
  const previewAs = async (person: Person) => {
    const path = '/api/admin/backups/import/preview'
    const response = await product.ask({
      method: 'POST',
      path,
      headers: gzip,
      body: file,
      token: person.token,
    })
    return importPreviewResponse.parse(response.json)
  }
  const { json } = await command(theOrigin(), 'GET', '/api/admin/backup-keys')
  const { own: fingerprint } = backupKeysResponse.parse(json)
  const head = await headOf(theOther())
  const unknown = await previewAs(organiser)
  expect(unknown).toMatchObject({ mayImport: false, backupId: null, people: { total: 3, unknown: 3 } })
  expect(unknown.verification).toMatchObject({ origin: 'unknown', signedBy: fingerprint, signerName: null })
  expect(await previewAs(owner)).toEqual({ ...unknown, mayImport: true })
  expect((await importAs(organiser)).status).toBe(403)
  const path = `/api/admin/backup-keys/${fingerprint}`
  expect((await as(organiser, 'PUT', path, { name: 'Spring' })).status).toBe(403)
  expect(await headOf(theOther())).toBe(head)
  expect((await as(owner, 'PUT', path, { name: 'Spring' })).status).toBe(200)
  const keys = backupKeysResponse.parse((await as(organiser, 'GET', '/api/admin/backup-keys')).json)
  expect(keys.accepted).toMatchObject([{ fingerprint, name: 'Spring', acceptedBy: expect.any(String) }])
  expect(Date.parse(keys.accepted[0]?.acceptedAt ?? '')).not.toBeNaN()
  expect(await previewAs(organiser)).toMatchObject({
    mayImport: true,
    verification: { origin: 'accepted', signedBy: fingerprint, signerName: 'Spring' },
  })
  expect(keys.own).toMatch(/^[0-9a-f]{32}$/)
})

test('another installation imports the file, and its restore leads to the same leaderboard', async () => {
  const response = await importFile(theOther(), file)
  expect(response.status).toBe(200)
  imported = importResponse.parse(response.json)
  expect(imported).toMatchObject({ wasThere: false, backup: { imported: true, origin: 'accepted' } })
  expect(imported.verification).toMatchObject({ origin: 'accepted', signedBy: expect.any(String) })
  // An import only adds to the list: the challenge goes on until somebody restores the backup.
  const status = await command(theOther(), 'GET', '/api/admin/history')
  expect(status.json).toMatchObject({ run: 1, shownRun: 1, state: 'shown' })
  const original = await previewOf(theOrigin(), backupId)
  const id = imported.backup._id
  const preview = await previewOf(theOther(), id)
  expect(preview.after.digest).toBe(imported.verification.digest)
  expect(preview.after.digest).toBe(original.after.digest)
  expect(preview.after.digest).not.toBe(preview.now.digest)
  await command(theOther(), 'POST', `/api/admin/restore-backup/${id}`)
  const restored = await previewOf(theOther(), id)
  expect(restored.now.digest).toBe(original.after.digest)
  expect(restored.now.challengePeriod).toEqual(original.after.challengePeriod)
})

test('the same file again answers the same backup and changes nothing', async () => {
  const head = await headOf(theOther())
  const again = importResponse.parse((await importFile(theOther(), file)).json)
  expect([again.wasThere, again.backup._id]).toEqual([true, imported.backup._id])
  expect(await headOf(theOther())).toBe(head)
})

test('what was imported can be exported again, with the same events', async () => {
  const again = await exportFile(theOther(), imported.backup._id)
  const eventsIn = (bytes: Buffer) =>
    gunzipSync(bytes)
      .toString()
      .split('\n')
      .slice(1, -2)
      .map((line) => (JSON.parse(line) as { event: { stream: string; at: string } }).event)
      // The start is recorded together with the import.
      .filter(({ stream }) => stream !== 'challenge')
  expect(eventsIn(again)).toEqual(eventsIn(file))
})

test('no file remains in the data folder', () => {
  expect(readdirSync(join(theOther().product.folder, 'imports'))).toEqual([])
})
