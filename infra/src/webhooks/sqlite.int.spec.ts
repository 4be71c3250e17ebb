import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliveryStoreSpec } from '@thirty/infra/testing/webhooks/delivery-store-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteDeliveries } from './sqlite.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-deliveries-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

deliveryStoreSpec('SQLite', async () => {
  const folder = await newFolder()
  let now = 1_000_000
  const open = () => sqliteDeliveries(folder, () => now)
  return {
    store: open(),
    reopen: open,
    pass: async (milliseconds) => {
      now += milliseconds
    },
  }
})

test('only the owner reads the file, and removed entries leave it', async () => {
  const folder = await newFolder()
  const store = sqliteDeliveries(folder, () => 0)
  await store.put('one', { id: 'm1', due: 5, document: { text: 'windmill' } })
  const contents = async () => {
    const files = await readdir(folder)
    return Promise.all(files.map((file) => readFile(join(folder, file), 'latin1'))).then(String)
  }
  expect(await contents()).toContain('windmill')
  expect(((await stat(join(folder, 'deliveries.db'))).mode & 0o777).toString(8)).toBe('600')
  await store.remove('one', ['m1'])
  await expect.poll(contents, { timeout: 5_000 }).not.toContain('windmill')
  await store.close()
})

test('a damaged file stops the start with a sentence', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'deliveries.db'), 'not a database'.repeat(100))
  expect(() => sqliteDeliveries(folder, () => 0)).toThrow('DATA_DIR has a damaged deliveries.db')
})
