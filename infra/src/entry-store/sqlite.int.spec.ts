import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { entryStoreSpec } from '@thirty/infra/testing/entry-store/entry-store-port.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { contentOf, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { memoryEntries, sqliteEntries } from './sqlite.ts'

entryStoreSpec('a database file', async () => {
  const folder = await temporaryFolder()
  let now = 1_000_000
  const open = () => sqliteEntries(folder, () => now)
  return {
    store: open(),
    reopen: open,
    pass: async (milliseconds) => void (now += milliseconds),
    content: () => contentOf(folder),
  }
})

/** Opens a store with a note of Ada, and the same file as another program, which `reads` to the end until it commits. */
async function openTwice() {
  const { folder, store, open } = await temporaryEntries()
  await store.change('ada', 'notes', () => ({ text: 'windmill' }))
  const other = new DatabaseSync(join(folder, 'personal.db'), { timeout: 0 })
  onTestFinished(() => other.close())
  const reads = () => other.exec('BEGIN; SELECT * FROM entries')
  return { folder, store, open, other, reads }
}

test('removed text leaves the files when another program has read to the end', async () => {
  const { folder, store, other, reads } = await openTwice()
  reads()
  await store.change('bob', 'notes', () => ({ text: 'longer than before' }))
  await store.removeGroup('ada')
  expect(await contentOf(folder)).toContain('windmill')
  other.exec('COMMIT')
  await expect.poll(() => contentOf(folder), { timeout: 5_000 }).not.toContain('windmill')
})

test('text that a killed process had removed leaves the files with the next start', async () => {
  const { folder, store, open, other, reads } = await openTwice()
  // The second connection keeps the write-ahead log when the first one closes.
  reads()
  await store.change('ada', 'notes', () => undefined)
  await store.close()
  other.exec('COMMIT')
  expect(await contentOf(folder)).toContain('windmill')
  open()
  expect(await contentOf(folder)).not.toContain('windmill')
})

test('removed text leaves the files after an error of the disk, which fails nothing', async () => {
  const { folder, store } = await temporaryEntries()
  await store.change('ada', 'notes', () => ({ text: 'windmill' }))
  const { prepare } = DatabaseSync.prototype
  const failing = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (sql.includes('TRUNCATE')) throw new Error('disk I/O error')
    return prepare.call(this, sql)
  })
  onTestFinished(() => failing.mockRestore())
  await store.removeGroup('ada')
  expect(await contentOf(folder)).toContain('windmill')
  // It was tried again at least once.
  await expect
    .poll(() => failing.mock.calls.filter(([sql]) => sql.includes('TRUNCATE')).length, { timeout: 5_000 })
    .toBe(2)
  failing.mockRestore()
  await expect.poll(() => contentOf(folder), { timeout: 5_000 }).not.toContain('windmill')
})

test('a store that is closed tries nothing any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, other, reads } = await openTwice()
  reads()
  await store.removeGroup('ada')
  expect(vi.getTimerCount()).toBe(1)
  await store.close()
  expect(vi.getTimerCount()).toBe(0)
  other.exec('COMMIT')
})

test('a lock of another program is an outage, which ends with it', async () => {
  const { store, other } = await openTwice()
  other.exec('BEGIN IMMEDIATE')
  await expect(store.change('ada', 'notes', () => undefined)).rejects.toThrow(StoreUnavailable)
  await expect(store.removeGroup('ada')).rejects.toThrow(StoreUnavailable)
  other.exec('COMMIT')
  await store.change('ada', 'notes', (document) => [document])
  expect((await store.load('ada', 'notes'))?.document).toEqual([{ text: 'windmill' }])
})

test('a locked file stops the start, and is not called damaged', async () => {
  const { store, open, other } = await openTwice()
  await store.close()
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  expect(open).toThrow('DATA_DIR: personal.db is locked by another program')
})

test('only the owner of the process can read the files', async () => {
  const { folder, store } = await temporaryEntries()
  await store.change('ada', 'notes', () => ({ text: 'Mine' }))
  const names = await readdir(folder)
  expect(names).toContain('personal.db-wal')
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('a damaged file stops the start with a sentence for the operator', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'personal.db'), 'not a database, but more than a hundred bytes '.repeat(9))
  expect(() => sqliteEntries(folder)).toThrow(
    'DATA_DIR has a damaged personal.db; restore it, or remove it for an empty one.',
  )
})

test('the memory of a process keeps entries as a file does, for as long', async () => {
  let now = 0
  const store = memoryEntries(() => now)
  onTestFinished(() => store.close())
  expect(await store.change('one', 'n', (_, at) => [at, 'N'], 300)).toEqual([0, 'N'])
  expect(await store.put([{ group: 'one', id: 'm', due: 5, document: {} }])).toBe(true)
  await store.remove('one', ['m'])
  now = 299
  const entries = [{ id: 'n', due: null, document: [0, 'N'] }]
  expect(await store.list('one')).toEqual({ entries, total: 1, now })
  now = 300
  expect(await store.load('one', 'n')).toBeUndefined()
})
