import { Buffer } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { backupKeyEndpoints } from '@thirty/contracts/backups/backup-keys-api.ts'
import {
  importPreviewResponse,
  importResponse,
  restorePreview,
  type ImportResponse,
} from '@thirty/contracts/backups/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

const gzip = { 'content-type': 'application/gzip' }

type Installation = { product: TestProduct; admin: Person }
const start = async () => {
  const product = await startTestProduct()
  return { product, admin: await product.admin(), close: product.close }
}
const origin: Installation = appForFile(start)
const other: Installation = appForFile(start)

const previewOf = async ({ product, admin }: Installation, id: string) =>
  restorePreview.parse(await product.send(admin, `GET /api/admin/backups/${id}/preview`))

const headOf = ({ product }: Installation) => product.core.log.head()

/** A challenge with every kind of event, a reset, a restore and a project that was submitted again. */
const given = appForFile(async () => {
  const { product, admin } = origin
  const { send } = product
  const [ana, ben] = [await product.participant(), await product.participant()]
  await send(admin, 'POST /api/admin/challenge/start', { startsAt: '2026-11-01T08:00:00Z' })
  const project = await product.submitProject(ana, 1)
  const another = await product.submitProject(ben, 1)
  await send(ana, `POST /api/projects/${another}/view`)
  await send(ben, `PUT /api/projects/${project}/like`)
  await send(ben, `POST /api/projects/${project}/view`)
  await product.postComment(ben, project)
  await send(ana, 'POST /api/challenge/days/1/complete')
  await product.rate(admin, project, 4)
  type Reset = { backupId: string }
  const { backupId: before } = await send<Reset>(admin, 'POST /api/admin/reset-with-backup')
  await product.submitProject(ben, 2)
  await send(admin, `POST /api/admin/restore-backup/${before}`)
  await send(ben, `DELETE /api/projects/r1-d1-${ben.id}`)
  await product.submitProject(ben, 1)
  await product.postComment(ana, `r3-d1-${ben.id}`)
  // In a file, both projects of this day are one.
  await send(ana, `POST /api/projects/r3-d1-${ben.id}/view`)
  await product.submitProject(ana, 2)
  const backupId = await product.createBackup(admin)
  const { headers, bytes: file, text } = await product.exportBackup(admin, backupId)
  return { people: [ana, ben], backupId, headers, file, text }
})

test('an exported file has a name, and nothing about accounts', async () => {
  const { people, headers, file, text } = given
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="thirty-backup-[a-z0-9-]+\.ndjson\.gz"$/,
  )
  expect(text).toBe(gunzipSync(file).toString())
  const names = people.flatMap(({ email, username }) => [email, username])
  for (const secret of [...names, '$argon2', 'eyJ', 'token', 'Somebody', 'correlation', 'causation'])
    expect(text).not.toContain(secret)
  for (const { id } of people) expect(text).toContain(id)
})

test('a backup of this installation is there already, and importing its file changes nothing', async () => {
  const head = await headOf(origin)
  const { status, json } = await origin.product.importBackup(origin.admin, given.file)
  const wasThere = { wasThere: true, backup: { _id: given.backupId } }
  expect([status, importResponse.parse(json)]).toMatchObject([200, wasThere])
  expect(await headOf(origin)).toBe(head)
})

test('every damage is refused with its reason, and changes nothing', async () => {
  const { file } = given
  const head = await headOf(other)
  const damaged = [Buffer.alloc(0), file.subarray(0, -9), Buffer.concat([file, file]), Buffer.from('{}')]
  for (let index = 0; index < file.length; index += 97) {
    const copy = Buffer.from(file)
    copy[index] = (copy[index] ?? 0) ^ 0xff
    damaged.push(copy)
  }
  const json = { code: 'backup-damaged', message: expect.stringMatching(/\.$/) }
  for (const body of damaged)
    expect(await other.product.importBackup(other.admin, body)).toMatchObject({ status: 422, json })
  expect(await headOf(other)).toBe(head)
  expect(readdirSync(join(other.product.folder, 'imports'))).toEqual([])
})

let imported: ImportResponse

test('organisers import files of accepted keys only, and owners decide which these are', async () => {
  const { product, admin: owner } = other
  const organiser = await product.adminWith('organiser', owner)
  const { answer, send } = product
  const previewAs = async (person: Person) =>
    importPreviewResponse.parse(
      await send(person, 'POST /api/admin/backups/import/preview', given.file, gzip),
    )
  const keysOf = async ({ product, admin }: Installation) =>
    backupKeyEndpoints.list.response.parse(await product.send(admin, 'GET /api/admin/backup-keys'))
  const { own: fingerprint } = await keysOf(origin)
  const head = await headOf(other)
  const unknown = await previewAs(organiser)
  expect(unknown).toMatchObject({ mayImport: false, backupId: null, people: { total: 3, unknown: 3 } })
  expect(unknown.verification).toMatchObject({ origin: 'unknown', signedBy: fingerprint, signerName: null })
  expect(await previewAs(owner)).toEqual({ ...unknown, mayImport: true })
  expect((await product.importBackup(organiser, given.file)).status).toBe(403)
  const name = `PUT /api/admin/backup-keys/${fingerprint}`
  expect((await answer(organiser, name, { name: 'Spring' })).status).toBe(403)
  expect(await headOf(other)).toBe(head)
  expect((await answer(owner, name, { name: 'Spring' })).status).toBe(200)
  const keys = await keysOf({ product, admin: organiser })
  expect(keys.accepted).toMatchObject([{ fingerprint, name: 'Spring', acceptedBy: expect.any(String) }])
  expect(Date.parse(keys.accepted[0]?.acceptedAt ?? '')).not.toBeNaN()
  expect(await previewAs(organiser)).toMatchObject({
    mayImport: true,
    verification: { origin: 'accepted', signedBy: fingerprint, signerName: 'Spring' },
  })
  expect(keys.own).toMatch(/^[0-9a-f]{32}$/)
})

test('another installation imports the file, and its restore leads to the same leaderboard', async () => {
  const { product, admin } = other
  const { status, json } = await product.importBackup(admin, given.file)
  expect(status).toBe(200)
  imported = importResponse.parse(json)
  expect(imported).toMatchObject({ wasThere: false, backup: { imported: true, origin: 'accepted' } })
  expect(imported.verification).toMatchObject({ origin: 'accepted', signedBy: expect.any(String) })
  // An import only adds to the list: the challenge continues until somebody restores the backup.
  const history = await product.send(admin, 'GET /api/admin/history')
  expect(history).toMatchObject({ run: 1, shownRun: 1, state: 'shown' })
  const original = await previewOf(origin, given.backupId)
  const id = imported.backup._id
  const preview = await previewOf(other, id)
  expect(preview.after.digest).toBe(imported.verification.digest)
  expect(preview.after.digest).toBe(original.after.digest)
  expect(preview.after.digest).not.toBe(preview.now.digest)
  await product.send(admin, `POST /api/admin/restore-backup/${id}`)
  const restored = await previewOf(other, id)
  expect(restored.now.digest).toBe(original.after.digest)
  expect(restored.now.challengePeriod).toEqual(original.after.challengePeriod)
})

test('an imported run can be exported again, with the same events', async () => {
  const again = (await other.product.exportBackup(other.admin, imported.backup._id)).bytes
  const eventsIn = (bytes: Buffer) =>
    gunzipSync(bytes)
      .toString()
      .split('\n')
      .slice(1, -2)
      .map((line) => (JSON.parse(line) as { event: { stream: string; at: string } }).event)
      // The start is recorded together with the import.
      .filter(({ stream }) => stream !== 'challenge')
  expect(eventsIn(again)).toEqual(eventsIn(given.file))
})
