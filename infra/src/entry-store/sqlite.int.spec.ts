import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { entryStoreSpec } from '@thirty/infra/testing/entry-store/entry-store-port.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { memoryEntries, sqliteEntries } from './sqlite.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-entries-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function contentOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
  return (await Promise.all(files)).join('\n')
}

entryStoreSpec('a database file', async () => {
  const { folder, remove } = await newFolder()
  let now = 1_000_000
  const open = () => sqliteEntries(folder, () => now)
  return {
    store: open(),
    reopen: open,
    pass: async (milliseconds) => void (now += milliseconds),
    content: () => contentOf(folder),
    close: remove,
  }
})

/** Opens a store with a note of Ada, and the same file as another program. */
async function openTwice() {
  const { folder, store, open } = await temporaryEntries()
  await store.change('ada', 'notes', () => ({ text: 'windmill' }))
  const other = new DatabaseSync(join(folder, 'personal.db'), { timeout: 0 })
  onTestFinished(() => {
    if (other.isOpen) other.close()
  })
  return { folder, store, open, other }
}

test('removed text leaves the files when another program has read to the end', async () => {
  const { folder, store, other } = await openTwice()
  other.exec('BEGIN')
  other.prepare('SELECT * FROM entries').all()
  await store.change('bob', 'notes', () => ({ text: 'longer than before' }))
  await store.removeGroup('ada')
  expect(await contentOf(folder)).toContain('windmill')
  other.exec('COMMIT')
  await expect.poll(() => contentOf(folder), { timeout: 5_000 }).not.toContain('windmill')
})

test('text that a killed process had removed leaves the files with the next start', async () => {
  const { folder, store, open, other } = await openTwice()
  // The second connection keeps the write-ahead log when the first one closes.
  other.exec('BEGIN')
  other.prepare('SELECT * FROM entries').all()
  await store.change('ada', 'notes', () => undefined)
  await store.close()
  other.exec('COMMIT')
  expect(await contentOf(folder)).toContain('windmill')
  open()
  expect(await contentOf(folder)).not.toContain('windmill')
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

test.each(['personal.db', 'deliveries.db'])(
  'a damaged %s stops the start with a sentence for the operator',
  async (name) => {
    const { folder, remove } = await newFolder()
    onTestFinished(remove)
    await writeFile(join(folder, name), 'not a database, but more than a hundred bytes '.repeat(9))
    expect(() => sqliteEntries(folder)).toThrow(
      `DATA_DIR has a damaged ${name}; restore it, or remove it for an empty one.`,
    )
  },
)

test('the memory of a process keeps entries as a file does, for as long', async () => {
  let now = 0
  const store = memoryEntries(() => now)
  onTestFinished(() => store.close())
  expect(await store.change('one', 'n', (_, at) => [at, 'N'], 300)).toEqual([0, 'N'])
  expect(await store.put([{ group: 'one', id: 'm', due: 5, document: {} }])).toBe(true)
  await store.remove('one', ['m'])
  now = 299
  expect(await store.list('one')).toEqual({
    entries: [{ id: 'n', due: null, document: [0, 'N'] }],
    total: 1,
    now,
  })
  now = 300
  expect(await store.load('one', 'n')).toBeUndefined()
})

test('what earlier releases kept in other tables and in a file of its own is there, and newer entries stay', async () => {
  const { folder, remove } = await newFolder()
  onTestFinished(remove)
  const write = (name: string, sql: string) => {
    const db = new DatabaseSync(join(folder, name))
    db.exec(`PRAGMA journal_mode = WAL; ${sql}`)
    db.close()
  }
  write(
    'personal.db',
    `CREATE TABLE documents (owner TEXT NOT NULL, collection TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (owner, collection)) STRICT;
     INSERT INTO documents VALUES ('ada', 'drafts', '["windmill"]'), ('bob', 'push', '{"sent":[]}')`,
  )
  write(
    'deliveries.db',
    `CREATE TABLE entries (queue TEXT NOT NULL, id TEXT NOT NULL, due INTEGER, document TEXT NOT NULL, PRIMARY KEY (queue, id)) STRICT;
     CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
     INSERT INTO entries VALUES ('hook', 'm1', 5, '{"n":1}'), ('hook', 'm2', NULL, '{"n":2}');
     INSERT INTO facts VALUES ('progress', '{"position":"7"}'), ('state hook', '{"failed":3}'), ('lease', '{}')`,
  )
  for (let start = 1; start <= 2; start += 1) {
    const store = sqliteEntries(folder)
    const found = [
      await store.load('person:ada', 'drafts'),
      await store.load('person:bob', 'push'),
      await store.load('webhook:hook', 'm2'),
      await store.load('webhook:hook', 'm1'),
      await store.load('webhooks', 'progress'),
      await store.load('webhook-receivers', 'hook'),
    ]
    expect(found.map((entry) => entry?.document)).toEqual([
      ['windmill'],
      { sent: [] },
      { n: 2 },
      { n: 1 },
      { position: '7' },
      { failed: 3 },
    ])
    expect((await store.nextDue('webhook:hook', 5))?.id).toBe('m1')
    await store.close()
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('deliveries'))).toEqual([])
  const afterHalfAYear = sqliteEntries(folder, () => Date.now() + 181 * 24 * 60 * 60_000)
  expect(await afterHalfAYear.load('person:ada', 'drafts')).toBeUndefined()
  await afterHalfAYear.close()
})
