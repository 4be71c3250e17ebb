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

const shellIn = ({ folder }: TestProduct, ...args: string[]) => runInShell(args, { folder })
const shell = (...args: string[]) => shellIn(product, ...args)

/** Runs a command that succeeds, and returns its text. */
async function textOf(...args: string[]): Promise<string> {
  const { code, text } = await shell(...args)
  expect(code).toBe(0)
  return text
}
const createBackup = async (name: string) => JSON.parse(await textOf('backup', 'create', name, '--json'))

const projectsOf = async (person: Person): Promise<number> =>
  (await product.send<{ count: number }>(person, `GET /api/projects/user/${person.id}/count`)).count

test('a backup is created, listed, shown, restored, exported, verified and imported elsewhere', async () => {
  expect(await textOf('backup', 'list')).toBe('There are no backups.')
  const { success, backupId } = await createBackup('After day one')
  expect(success).toBe(true)
  expect(await textOf('backup', 'list')).toMatch(
    new RegExp(`^${backupId}  .* 1 project, 1 participant  After day one$`),
  )
  await product.submitProject(ada, 2)
  const shown = await textOf('backup', 'show', backupId)
  expect(shown).toContain('Vanishes: 1 project,')
  expect(await textOf('backup', 'restore', backupId, '--preview')).toBe(shown)
  expect(await projectsOf(ada)).toBe(2)

  const restored = JSON.parse(await textOf('backup', 'restore', backupId, '--json'))
  expect(restored).toMatchObject({ success: true, run: 2 })
  expect(await projectsOf(ada)).toBe(1)
  expect(await textOf('backup', 'restore', restored.safetyBackupId)).toContain('Run 3 is shown.')
  expect(await projectsOf(ada)).toBe(2)
  const decisions = await Array.fromAsync(product.core.log.read('challenge'))
  expect(new Set(decisions.map(({ metadata }) => metadata.actor))).toEqual(new Set([operatorId]))

  const file = join(product.folder, 'day-one.ndjson.gz')
  expect(await textOf('backup', 'export', backupId, 'day-one.ndjson.gz')).toContain(`Exported to ${file}.`)
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(await shell('backup', 'export', backupId, 'day-one.ndjson.gz')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('already exists'),
  })

  // Offline: the folder has no installation.
  const verified = await runInShell(['verify', file, '--json'], { folder: join(product.folder, 'nothing') })
  expect(verified.code).toBe(0)
  const text = expect.stringContaining(`Leaderboard digest: ${JSON.parse(verified.text).digest}`)
  expect(await shellIn(other, 'backup', 'import', file)).toMatchObject({ code: 0, text })
  expect((await shellIn(other, 'backup', 'import', file)).text).toContain('imported before')
  expect((await shellIn(other, 'backup', 'list')).text).toContain('imported  After day one')
})

test('a damaged file is refused by verify and by import, before anything is sent', async () => {
  const { backupId } = await createBackup('To be damaged')
  await textOf('backup', 'export', backupId, 'whole.gz')
  const bytes = readFileSync(join(product.folder, 'whole.gz'))
  bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
  writeFileSync(join(product.folder, 'damaged.gz'), bytes)
  const damaged = expect.stringContaining('The file is damaged or was changed')
  expect(await shell('verify', 'damaged.gz')).toMatchObject({ code: 1, text: damaged })
  const before = await product.core.log.head()
  expect(await shell('backup', 'import', 'damaged.gz')).toMatchObject({ code: 1, notes: damaged })
  expect(await product.core.log.head()).toBe(before)
})

// Writing to this device fails as on a full disk. Only Linux has it.
test.skipIf(!existsSync('/dev/full'))(
  'a full disk ends an export, and nothing stays of the file',
  async () => {
    const { backupId } = await createBackup('Too large')
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
  for (const command of ['show', 'restore', 'export'])
    expect(await shell('backup', command, 'unknown')).toMatchObject({ code: 1, notes: 'Backup not found' })
  const notes = expect.stringContaining('There is no file')
  expect(await shell('verify', 'nothing.gz')).toMatchObject({ code: 1, notes })
  for (const wrong of ['create', 'dance']) expect((await shell('backup', wrong)).code).toBe(2)
})
