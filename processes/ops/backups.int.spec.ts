import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { runInShell } from '../testing/operator-shell.ts'
import { productForFile, type Person, type TestProduct } from '../testing/product.ts'

// The tests start whole products.
vi.setConfig({ testTimeout: 120_000 })

const [product, other] = [productForFile(), productForFile()]
let ada: Person
beforeAll(async () => {
  ada = await product.participant()
  await product.admin()
  await product.submitProject(ada, 1)
})

const shellIn =
  ({ folder }: TestProduct) =>
  (...args: string[]) =>
    runInShell(args, { folder })

const projectsOf = async (person: Person): Promise<number> =>
  (await product.send<{ count: number }>(person, `GET /api/projects/user/${person.id}/count`)).count

test('a backup is created, listed, shown, restored, exported, verified and imported elsewhere', async () => {
  const shell = shellIn(product)
  expect(await shell('backup', 'list')).toMatchObject({ code: 0, text: 'There are no backups.' })
  const created = JSON.parse((await shell('backup', 'create', 'After day one', '--json')).text)
  expect(created.success).toBe(true)
  const { backupId } = created
  expect(await shell('backup', 'list')).toMatchObject({
    code: 0,
    text: expect.stringMatching(new RegExp(`^${backupId}  .* 1 project, 1 participant  After day one$`)),
  })
  await product.submitProject(ada, 2)
  const shown = await shell('backup', 'show', backupId)
  expect(shown).toMatchObject({ code: 0, text: expect.stringContaining('Vanishes: 1 project,') })
  expect((await shell('backup', 'restore', backupId, '--preview')).text).toBe(shown.text)
  expect(await projectsOf(ada)).toBe(2)

  const restored = JSON.parse((await shell('backup', 'restore', backupId, '--json')).text)
  expect(restored).toMatchObject({ success: true, run: 2 })
  expect(await projectsOf(ada)).toBe(1)
  const undone = await shell('backup', 'restore', restored.safetyBackupId)
  expect(undone).toMatchObject({ code: 0, text: expect.stringContaining('Run 3 is shown.') })
  expect(await projectsOf(ada)).toBe(2)
  const decisions = await Array.fromAsync(product.core.log.read('challenge'))
  expect(new Set(decisions.map(({ metadata }) => metadata.actor))).toEqual(new Set([operatorId]))

  const file = join(product.folder, 'day-one.ndjson.gz')
  const exported = await shell('backup', 'export', backupId, 'day-one.ndjson.gz')
  expect([exported.code, exported.text]).toEqual([0, expect.stringContaining(`Exported to ${file}.`)])
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(await shell('backup', 'export', backupId, 'day-one.ndjson.gz')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('already exists'),
  })

  // Offline: the folder has no installation.
  const verified = await runInShell(['verify', file, '--json'], { folder: join(product.folder, 'nothing') })
  expect(verified.code).toBe(0)
  const { digest } = JSON.parse(verified.text)
  const imported = await shellIn(other)('backup', 'import', file)
  expect([imported.code, imported.text]).toEqual([
    0,
    expect.stringContaining(`Leaderboard digest: ${digest}`),
  ])
  expect((await shellIn(other)('backup', 'import', file)).text).toContain('imported before')
  expect((await shellIn(other)('backup', 'list')).text).toContain('imported  After day one')
})

test('a damaged file is refused by verify and by import, before anything is sent', async () => {
  const shell = shellIn(product)
  const { backupId } = JSON.parse((await shell('backup', 'create', 'To be damaged', '--json')).text)
  expect((await shell('backup', 'export', backupId, 'whole.gz')).code).toBe(0)
  const bytes = readFileSync(join(product.folder, 'whole.gz'))
  bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
  writeFileSync(join(product.folder, 'damaged.gz'), bytes)
  expect(await shell('verify', 'damaged.gz')).toMatchObject({
    code: 1,
    text: expect.stringContaining('The file is damaged or was changed'),
  })
  const before = await product.core.log.head()
  expect(await shell('backup', 'import', 'damaged.gz')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('The file is damaged or was changed'),
  })
  expect(await product.core.log.head()).toBe(before)
})

// Writing to this device fails as on a full disk. Only Linux has it.
test.skipIf(!existsSync('/dev/full'))(
  'a full disk ends an export, and nothing stays of the file',
  async () => {
    const shell = shellIn(product)
    const { backupId } = JSON.parse((await shell('backup', 'create', 'Too large', '--json')).text)
    const path = join(product.folder, 'full.gz')
    symlinkSync('/dev/full', `${path}.part`)
    expect(await shell('backup', 'export', backupId, 'full.gz')).toMatchObject({
      code: 1,
      text: '',
      notes: `Not enough disk space for ${path}. The incomplete file was removed.`,
    })
    expect(readdirSync(product.folder).filter((name) => name.startsWith('full.gz'))).toEqual([])
  },
)

test('an unknown backup and a missing file are faults, a missing argument is wrong use', async () => {
  const shell = shellIn(product)
  for (const command of ['show', 'restore', 'export'])
    expect(await shell('backup', command, 'unknown')).toMatchObject({ code: 1, notes: 'Backup not found' })
  expect(await shell('verify', 'nothing.gz')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('There is no file'),
  })
  expect((await shell('backup', 'create')).code).toBe(2)
  expect((await shell('backup', 'dance')).code).toBe(2)
})
